"""Near misses: words of the documents that look like one that no document has."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse_engine.model import Suggestion
from chapterverse_engine.wire import outcome_fields

HARBOUR = "# Harbour\n\nThe harbour office is open on Monday. The statik is measured there.\n"
MEANT = [
    ("When is the harbor office open?", "harbor", "harbour"),
    ("Where is the harbourr office?", "harbourr", "harbour"),
    ("When is the offices' calendarr kept?", "calendarr", "calendar"),
    # the nearest form of the word
    ("How many caracters has a passage?", "caracters", "characters"),
    ("热交焕器安装在哪里？", "交焕器", "交换器"),
]
NOT_DOUBTED = [
    # words that a document has, however rare
    "When is the statik measured?",
    # identifiers, codes, numbers, flags
    "What does AX-31 do?",
    "What does `harbour_offise` hold?",
    "What does --harbor do?",
    "Is harbour2 open?",
    # nothing looks like it
    "When is the xylophone open?",
]


@pytest.mark.parametrize(("question", "asked", "meant"), MEANT)
def test_a_slip_is_answered_with_a_word_of_the_documents(
    indexed: Indexing, question: str, asked: str, meant: str
) -> None:
    index = indexed(
        {
            "a.md": f"{HARBOUR}\nThe office keeps the calendar.\n\nA character is no character; characters are.\n",
            "b.md": "# 设备\n\n热交换器安装在二层平台。\n",
        }
    )
    found = index.ask(question).retrieval.suggestions
    assert found == (Suggestion(asked, meant, question.replace(asked, meant)),)


@pytest.mark.parametrize("question", NOT_DOUBTED)
def test_nothing_else_is_doubted(indexed: Indexing, question: str) -> None:
    index = indexed({"a.md": f"{HARBOUR}\nAX-3 is red, and `harbour_office` and --harbour too.\n"})
    assert index.ask(question).retrieval.suggestions == ()


def test_an_exact_hit_stays_above_a_near_one(indexed: Indexing) -> None:
    index = indexed(
        {
            "exact.md": "# A\n\nThe statik is measured at noon.\n",
            "near.md": "# B\n\nThe static is measured, static and static again, at noon.\n",
        }
    )
    assert index.found("When is the statik measured?")[0] == "exact.md"
    assert index.ask("When is the statik measured?").retrieval.suggestions == ()


def test_suggestions_are_marked_in_the_wire_form(indexed: Indexing) -> None:
    fields = outcome_fields(indexed({"a.md": HARBOUR}).ask("When is the harbor office open?"))
    assert fields["suggestions"] == [
        {"asked": "harbor", "meant": "harbour", "query": "When is the harbour office open?"}
    ]
    assert fields["query"] == "When is the harbor office open?"
