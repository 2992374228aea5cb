"""The gate: a probability that grows with what supports an answer, against a site's threshold."""

from __future__ import annotations

from itertools import pairwise

import pytest
from indexing import Indexing

from chapterverse_engine.gate import (
    BIGRAMS,
    THRESHOLD,
    WORDS,
    Calibration,
    Signals,
    answer_gate,
    calibration_of,
    confidence,
    logistic,
    threshold_of,
)
from chapterverse_engine.model import Abstention, Reason
from chapterverse_engine.query import understand

NOTHING = Signals(*[0] * len(Signals._fields))._replace(unseen=1000)
# Signals of what is missing.
AGAINST = ("unseen",)
EVERYTHING = Signals(*[1000] * len(Signals._fields))._replace(unseen=0)


def test_the_logistic_function_is_monotone_and_symmetric() -> None:
    values = [logistic(x) for x in range(-9000, 9001, 50)]
    assert all(left <= right for left, right in pairwise(values))
    assert logistic(0) == 500
    assert all(logistic(x) + logistic(-x) == 1000 for x in range(0, 9000, 70))


@pytest.mark.parametrize("calibration", [WORDS, BIGRAMS])
def test_all_signals_answer_and_none_abstains(calibration: Calibration) -> None:
    assert confidence(EVERYTHING, calibration) > 950
    assert confidence(NOTHING, calibration) < 50


@pytest.mark.parametrize("calibration", [WORDS, BIGRAMS])
@pytest.mark.parametrize("name", Signals._fields)
def test_more_of_a_signal_never_speaks_against_an_answer(
    calibration: Calibration, name: str
) -> None:
    sign = -1 if name in AGAINST else 1
    assert sign * getattr(calibration.weights, name) >= 0


@pytest.mark.parametrize(
    ("question", "calibration"),
    [
        ("Where does the pump stand?", WORDS),
        ("水泵放在哪个房间？", BIGRAMS),
        ("怎样设置 --max-chars？", WORDS),
    ],
)
def test_each_kind_of_script_has_its_calibration(question: str, calibration: Calibration) -> None:
    assert calibration_of(understand(question)) is calibration


def test_a_site_may_be_calibrated_to_its_own_threshold() -> None:
    assert threshold_of({}) == THRESHOLD
    assert threshold_of({"threshold": 300}) == 300
    assert answer_gate(400, 300) is None
    assert answer_gate(400, 500) is Reason.WEAK_EVIDENCE


PUMPS = {
    "a.md": "# Pumps\n\nThe pump AX-9 stands in the cellar. The capital pump was built by Siemens.\n",
    "b.md": "# Alarm\n\nThe emergency phone number of the hall is 112.\n",
}


@pytest.mark.parametrize(
    "question",
    [
        # a name that stands nowhere
        "What is the capital of France?",
        "Was the pump built by Grundfos?",
        "水泵是 Grundfos 造的吗？",
        # a code is there, and nothing of what is asked about it
        "What is the emergency phone number of AX-9?",
        "Who may repaint or varnish AX-9?",
        # a code that is nowhere
        "Where does AX-8 stand?",
    ],
)
def test_what_is_asked_has_to_stand_in_the_evidence(indexed: Indexing, question: str) -> None:
    assert indexed(PUMPS).quoted(question) == ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was the capital pump built by Siemens?", "Siemens"),
        # a slip in a name is not another name
        ("Was the capital pump built by Siemenss?", "Siemens"),
        ("Where does the pump AX-9 stand?", "cellar"),
        # capitals that tell nothing
        ("WHERE DOES THE PUMP STAND?", "cellar"),
        ("Where Does The Pump AX-9 Stand Today?", "cellar"),
    ],
)
def test_what_stands_there_is_answered(indexed: Indexing, question: str, answer: str) -> None:
    assert answer in indexed(PUMPS).quoted(question)


def test_a_missing_name_is_named(indexed: Indexing) -> None:
    outcome = indexed(PUMPS).ask("Was the pump built by Grundfos?")
    assert isinstance(outcome, Abstention)
    assert outcome.reason is Reason.MISSING_TERM
    assert outcome.retrieval.missing_terms == ("Grundfos",)


@pytest.mark.parametrize(
    ("earlier", "question"),
    [
        ("How do I build a site?", "Who built it?"),
        ("How do I build a site?", "How long does it take?"),
        ("夜班几个人值守？", "它在哪里？"),
    ],
)
def test_a_question_about_an_unnamed_it_is_held_back(
    indexed: Indexing, earlier: str, question: str
) -> None:
    index = indexed({"a.md": "# Build\n\nIt is built at night. It takes long. 它在地下室。\n"})
    outcome = index.ask(question, earlier)
    assert isinstance(outcome, Abstention)
    assert outcome.reason is Reason.AMBIGUOUS_REFERENCE
