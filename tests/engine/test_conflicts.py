"""Passages that contradict each other: both are quoted, with a note that names them."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse_engine.model import Answer, Reason
from chapterverse_engine.wire import outcome_fields

LITRES = "The tank in the cellar holds 40 litres of water."
HOW_MANY = "How many litres of water does the tank in the cellar hold?"

CONTRADICTING = [
    (LITRES, "The tank in the cellar holds 60 litres of water.", HOW_MANY),
    (
        "Guests may smoke in the courtyard.",
        "Guests may not smoke in the courtyard.",
        "May guests smoke in the courtyard?",
    ),
    (
        "Night mode is enabled by default on new lamps.",
        "Night mode is disabled by default on new lamps.",
        "Is night mode enabled by default on new lamps?",
    ),
    ("AX-3 每 3 个月校准一次。", "AX-3 每 6 个月校准一次。", "AX-3 多久校准一次？"),
    ("访客不得进入锅炉房。", "访客可以进入锅炉房。", "访客能进入锅炉房吗？"),
]
AGREEING = [
    # the same thing twice
    (LITRES, LITRES, HOW_MANY),
    (LITRES, "The tank in the cellar holds 40 litres of water, as every tank does.", HOW_MANY),
    # other things
    (LITRES, "The barrel in the cellar holds 60 litres of wine.", HOW_MANY),
    ("AX-3 每 3 个月校准一次。", "AX-5 每 6 个月校准一次。", "AX-3 多久校准一次？"),
    (
        "Level 1 alarms are answered within 5 minutes.",
        "Level 2 alarms are answered within 15 minutes.",
        "Within how many minutes are level 1 alarms answered?",
    ),
    # the subject stands in the headings only
    ("It is steeped for 2 minutes.", "It is steeped for 5 minutes.", "How long is tea steeped?"),
]


@pytest.mark.parametrize(("one", "other", "question"), CONTRADICTING)
def test_both_statements_are_quoted_with_a_note(
    indexed: Indexing, one: str, other: str, question: str
) -> None:
    index = indexed({"a.md": f"# House\n\n{one}\n", "b.md": f"# Handbook\n\n{other}\n"})
    outcome = index.ask(question)
    assert isinstance(outcome, Answer)
    (note,) = outcome.notes
    assert note.reason is Reason.CONFLICT
    text_of_label = {quote.label: quote.text for quote in outcome.quotes}
    assert {text_of_label[label] for label in note.labels} == {one, other}


@pytest.mark.parametrize(("one", "other", "question"), AGREEING)
def test_statements_about_other_things_get_no_note(
    indexed: Indexing, one: str, other: str, question: str
) -> None:
    index = indexed({"a.md": f"# Green tea\n\n{one}\n", "b.md": f"# Black tea\n\n{other}\n"})
    outcome = index.ask(question)
    assert not getattr(outcome, "notes", ())


def test_the_note_is_part_of_the_wire_form(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": f"# House\n\n{LITRES}\n",
            "b.md": f"# Handbook\n\n{LITRES.replace('40', '60')}\n",
        }
    )
    assert outcome_fields(index.ask(HOW_MANY))["notes"] == [
        {"reason": "conflict", "labels": ["S1", "S2"]}
    ]
