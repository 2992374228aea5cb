"""What of an outcome an outside model is shown."""

from __future__ import annotations

import hashlib

import pytest

from chapterverse_engine.evidence_set import EvidenceItem, items_of_outcome
from chapterverse_engine.model import (
    Abstention,
    Answer,
    Candidate,
    Clarification,
    DocumentEntry,
    Passage,
    Question,
    Quote,
    Reason,
    Retrieval,
    Searched,
    Unit,
    UnitKind,
)
from chapterverse_engine.prompt import prompt_fields

DOCUMENT = DocumentEntry("d1", "guide/ask.md", "guide/ask.html", "Asking", "", "en")


def passage_of(text: str, passage_id: str, *, start_line: int = 10) -> Passage:
    """Make a passage whose lines are its units, comments left out."""
    units, start = [], 0
    for line in text.split("\n"):
        if line and not line.startswith("<!--"):
            units.append(Unit(start, start + len(line), UnitKind.SENTENCE))
        start += len(line) + 1
    return Passage(
        passage_id=passage_id,
        document=DOCUMENT,
        heading_path=("Asking",),
        anchor="asking",
        start_line=start_line,
        end_line=start_line + text.count("\n"),
        content_hash=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
        units=tuple(units),
    )


def quote_of(passage: Passage, text: str) -> Quote:
    before = passage.text[: passage.text.index(text)]
    line = passage.start_line + before.count("\n")
    return Quote("S1", text, line, line, 0, len(text), passage, "public")


FIRST = passage_of("Press Enter to ask.\nThree quotes at most.", "p1")
SECOND = passage_of("Quotes are never translated.", "p2", start_line=30)


def retrieval(*passages: Passage, top_k: int = 2) -> Retrieval:
    question = Question("How do I ask?", top_k=top_k)
    ranked = [Candidate(one, "public", rank, {}) for rank, one in enumerate(passages, 1)]
    searched = Searched(2, 1, ("public",))
    return Retrieval(question, question.query, "en", searched, candidates=tuple(ranked))


RETRIEVAL = retrieval(FIRST, SECOND)


def shown(text: str, quoted: str) -> EvidenceItem:
    passage = passage_of(text, "p9")
    return items_of_outcome(Answer(RETRIEVAL, (quote_of(passage, quoted),)))[0]


def test_whole_passages_are_shown_the_quoted_ones_first_and_each_once() -> None:
    quotes = (quote_of(SECOND, SECOND.text), quote_of(FIRST, "Press Enter to ask."))

    items = items_of_outcome(Answer(RETRIEVAL, quotes))

    assert [(one.label, one.passage_id) for one in items] == [("S1", "p2"), ("S2", "p1")]
    assert items[1].text == FIRST.text
    assert (items[1].start_line, items[1].end_line) == (10, 11)


def test_no_more_candidates_than_asked_for_join_the_quotes() -> None:
    narrow = RETRIEVAL._replace(question=Question("How do I ask?", top_k=1))

    items = items_of_outcome(Answer(narrow, (quote_of(FIRST, "Press Enter to ask."),)))

    assert [one.passage_id for one in items] == ["p1"]


@pytest.mark.parametrize(
    "outcome",
    [
        Abstention(RETRIEVAL, Reason.WEAK_EVIDENCE, RETRIEVAL.candidates),
        Clarification(RETRIEVAL, Reason.AMBIGUOUS_REFERENCE, ("AX-3", "AX-7")),
    ],
)
def test_an_outcome_without_an_answer_shows_nothing_and_says_why(
    outcome: Abstention | Clarification,
) -> None:
    fields = prompt_fields(outcome, "nonce", 6000)

    assert items_of_outcome(outcome) == ()
    assert fields["reason"] == outcome.reason.value
    assert "<<<text" not in str(fields["prompt"])


@pytest.mark.parametrize(
    ("text", "quoted", "expected", "lines"),
    [
        ("One.\n\n<!-- two -->\n\nThree.", "Three.", "Three.", (14, 14)),
        ("One.\n\n<!-- two -->\n\nThree.", "One.", "One.", (10, 10)),
        ("<!-- zero -->\nOne.\nTwo.\n<!-- x\ny -->\nThree.", "Two.", "One.\nTwo.", (11, 12)),
    ],
)
def test_a_comment_that_no_reader_sees_is_not_shown(
    text: str, quoted: str, expected: str, lines: tuple[int, int]
) -> None:
    item = shown(text, quoted)

    assert item.text == expected
    assert (item.start_line, item.end_line) == lines
    assert "<!--" not in item.text


def test_of_a_passage_without_a_quote_the_longest_piece_is_shown() -> None:
    other = passage_of("Short.\n<!-- hidden -->\nThis piece is the longer one.", "p8")
    found = RETRIEVAL._replace(candidates=(Candidate(other, "public", 1, {}),))

    items = items_of_outcome(Answer(found, (quote_of(FIRST, "Press Enter to ask."),)))

    assert items[1].text == "This piece is the longer one."
    assert items[1].start_line == 12
