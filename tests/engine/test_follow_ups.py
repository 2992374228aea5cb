"""Follow-up questions: completed by the one entity of their thread, asked back, or left alone."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse_engine.model import Answer, Clarification, Reason
from chapterverse_engine.thread import complete

STRICT = "What does the build option `--strict` do?"
AX3 = "AX-3 的出口温度正常是多少？"
AX7 = "Where does AX-7 stand?"

COMPLETED = [
    # English pronouns
    ((STRICT,), "Is it on by default?", "Is --strict on by default?"),
    ((STRICT,), "When was it added?", "When was --strict added?"),
    ((STRICT,), "Which commands take that option?", "Which commands take --strict?"),
    ((STRICT,), "Can this option be set in a file?", "Can --strict be set in a file?"),
    ((AX7,), "What is its normal pressure?", "What is the normal pressure of AX-7?"),
    ((AX7,), "How often is that device greased?", "How often is AX-7 greased?"),
    ((AX7,), "Who checks the same unit at night?", "Who checks AX-7 at night?"),
    ((AX7,), "What happens when it overheats?", "What happens when AX-7 overheats?"),
    ((AX7, "How hot may it get?"), "And how cold may it get?", "And how cold may AX-7 get?"),
    (("What is `content_hash`?",), "When does it change?", "When does content_hash change?"),
    (("What changed in v1.4.2?",), "When was it released?", "When was v1.4.2 released?"),
    (("What does E-14 mean?",), "How do I get rid of it?", "How do I get rid of E-14?"),
    (("Does std::optional copy?",), "Is it cheap?", "Is std::optional cheap?"),
    ((AX7, AX7), "Is it old?", "Is AX-7 old?"),
    (("Tell me about AX-7.", "Thanks!"), "Where is it?", "Where is AX-7?"),
    (("What is docs\\new_dir for?",), "Is it removed?", "Is docs\\new_dir removed?"),
    # Chinese pronouns
    ((AX3,), "它多久校准一次？", "AX-3多久校准一次？"),
    ((AX3,), "它的校准周期是多少？", "AX-3的校准周期是多少？"),
    ((AX3,), "该设备的润滑周期是多少？", "AX-3的润滑周期是多少？"),
    ((AX3,), "这台设备装在哪里？", "AX-3装在哪里？"),
    ((AX3,), "那个型号停产了吗？", "AX-3停产了吗？"),
    ((AX3,), "此装置谁负责？", "AX-3谁负责？"),
    ((AX3,), "其额定功率是多少？", "AX-3的额定功率是多少？"),
    ((AX3,), "这种型号有备件吗？", "AX-3有备件吗？"),
    (("`max_chars` 是什么？",), "这个选项的默认值是多少？", "max_chars的默认值是多少？"),
    (("--trace 写出什么？",), "该选项默认打开吗？", "--trace默认打开吗？"),
    # across languages
    ((AX7,), "它多久校准一次？", "AX-7多久校准一次？"),
    ((AX3,), "How often is it calibrated?", "How often is AX-3 calibrated?"),
]

LEFT_ALONE = [
    # nothing to complete with
    ((), "Is it on by default?"),
    (("How do I build a site?",), "How long does it take?"),
    (("What does exit code 7 mean?",), "How do I avoid it?"),
    (("怎样构建站点？",), "它要多长时间？"),
    (("Tell me about the pump in the cellar.",), "Where is it?"),
    # names its own entity
    ((STRICT,), "Does it work together with --jobs?"),
    ((AX3,), "它和 AX-5 一样吗？"),
    # a topic switch, without a pronoun
    ((STRICT,), "How do I publish a site?"),
    ((AX7,), "Who keeps the keys of the boiler room?"),
    ((AX3,), "夜班几个人值守？"),
    ((AX3,), "其他设备在哪里？"),
    ((AX3,), "其中哪些要校准？"),
    # an "it" that stands for nothing
    ((AX7,), "Is it possible to build without evaluating?"),
    ((AX7,), "Is it safe to open the valve slowly?"),
    ((STRICT,), "Does it make sense to keep old generations?"),
]

ASKED_BACK = [
    ((STRICT, "And --jobs?"), "Is it on by default?", ("--strict", "--jobs")),
    ((AX3, "AX-5 呢？"), "它多久校准一次？", ("AX-3", "AX-5")),
    (("AX-1 和 AX-2 分别装在哪里？",), "它的校准周期是多少？", ("AX-1", "AX-2")),
    (("Compare AX-1, AX-2 and AX-4.",), "How old is that device?", ("AX-1", "AX-2", "AX-4")),
]


@pytest.mark.parametrize(("history", "question", "completed"), COMPLETED)
def test_the_one_entity_of_the_thread_completes_a_question(
    history: tuple[str, ...], question: str, completed: str
) -> None:
    found = complete(question, history)
    assert (found.query, found.options) == (completed, ())


@pytest.mark.parametrize(("history", "question"), LEFT_ALONE)
def test_a_question_without_a_clear_reference_stays_as_it_is(
    history: tuple[str, ...], question: str
) -> None:
    found = complete(question, history)
    assert (found.query, found.options) == (question, ())


@pytest.mark.parametrize(("history", "question", "options"), ASKED_BACK)
def test_with_several_entities_the_reader_is_asked_which(
    history: tuple[str, ...], question: str, options: tuple[str, ...]
) -> None:
    found = complete(question, history)
    assert (found.query, found.options) == (question, options)


def test_a_completed_question_is_answered(indexed: Indexing) -> None:
    index = indexed({"a.md": "# AX-7\n\nThe pump AX-7 is calibrated every third month.\n"})
    outcome = index.ask("How often is it calibrated?", "Where does AX-7 stand?")
    assert isinstance(outcome, Answer)
    assert outcome.retrieval.rewritten_query == "How often is AX-7 calibrated?"


def test_a_clarification_names_the_candidates_and_cites_nothing(indexed: Indexing) -> None:
    index = indexed({"a.md": "# Pumps\n\nAX-1 is red. AX-2 is blue.\n"})
    outcome = index.ask("What is its colour?", "Where are AX-1 and AX-2?")
    assert isinstance(outcome, Clarification)
    assert outcome.reason is Reason.AMBIGUOUS_REFERENCE
    assert outcome.options == ("AX-1", "AX-2")


THREADS = {
    "pump.md": "# Water pump\n\nThe water pump stands in the cellar and is greased every week.\n",
    "lamp.md": "# Night lamp\n\nThe night lamp hangs in the yard.\n",
    "alarm.md": "# 告警等级（2024 版）\n\n告警等级分为四级，告警等级由带班员升级。\n",
    "build.md": "# Build a site\n\nTo build a site, run the command.\n",
}


@pytest.mark.parametrize(
    ("earlier", "question", "completed"),
    [
        ("Where does the water pump stand?", "How often is it greased?", "Water pump"),
        ("告警等级分为几级？", "它由谁升级？", "告警等级"),
    ],
)
def test_a_title_that_the_thread_names_completes_a_question(
    indexed: Indexing, earlier: str, question: str, completed: str
) -> None:
    outcome = indexed(THREADS).ask(question, earlier)
    assert isinstance(outcome, Answer)
    assert completed in outcome.retrieval.rewritten_query


def test_two_titles_in_the_thread_are_asked_back(indexed: Indexing) -> None:
    earlier = "Do the water pump and the night lamp need oil?"
    outcome = indexed(THREADS).ask("Where is it?", earlier)
    assert isinstance(outcome, Clarification)
    assert set(outcome.options) == {"Water pump", "Night lamp"}


def test_a_title_that_is_no_thing_completes_nothing(indexed: Indexing) -> None:
    outcome = indexed(THREADS).ask("Who built it?", "How do I build a site?")
    assert outcome.retrieval.rewritten_query == "Who built it?"


def test_an_identifier_goes_before_a_title(indexed: Indexing) -> None:
    outcome = indexed(THREADS).ask("Where is it?", "Does the water pump AX-7 need oil?")
    assert outcome.retrieval.rewritten_query == "Where is AX-7?"
