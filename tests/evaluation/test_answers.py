from __future__ import annotations

import json
from typing import Any

import pytest
from fake_site import CASES

from chapterverse.evaluation.answers import GoldFault, ScoredAnswer, score_answer, share_right
from chapterverse.evaluation.cases import Case
from chapterverse_engine.evidence_set import EvidenceItem, evidence_set
from chapterverse_engine.model_answer import ModelAnswer, answer_of

GOLD = EvidenceItem("S1", "p1", "guide/ask.md", 3, 3, "h1", (), "Type a question and press Enter.")
OTHER = EvidenceItem(
    "S2", "p2", "notes/hostile.md", 5, 5, "h2", (), "Type a question and press Escape now."
)
EVIDENCE = evidence_set("How do I ask?", [GOLD, OTHER], "n")
ANSWERABLE = Case.model_validate(CASES[0])
UNANSWERABLE = Case.model_validate(CASES[-1])


def answer(text: str = "", quote: str = "", label: str = "S1", **fields: Any) -> ModelAnswer:
    claims = [{"text": text, "citations": [{"label": label, "quote": quote}]}] if text else []
    whole = {"evidence_set_id": EVIDENCE.evidence_set_id, "claims": claims, **fields}
    return answer_of("answer", json.dumps(whole).encode())


RIGHT = answer("Type a question and press Enter.", "Type a question and press Enter.")
ABSTAINED = answer(status="abstained", reason="not said")


@pytest.mark.parametrize(
    ("case", "given", "faults"),
    [
        (ANSWERABLE, RIGHT, []),
        (UNANSWERABLE, ABSTAINED, []),
        (ANSWERABLE, ABSTAINED, [GoldFault.UNEXPECTED_ABSTENTION]),
        (UNANSWERABLE, RIGHT, [GoldFault.EXPECTED_ABSTENTION]),
        (
            ANSWERABLE,
            answer("Type a question and press Escape.", "press Escape now", "S2"),
            [GoldFault.WRONG_SOURCE, GoldFault.MISSING_CLAIM],
        ),
        (
            ANSWERABLE,
            answer("Type a question first.", "Type a question and press"),
            [GoldFault.MISSING_CLAIM],
        ),
        (
            ANSWERABLE,
            answer("Press Enter 4 times.", "Type a question and press Enter."),
            [GoldFault.UNSUPPORTED_CLAIM, GoldFault.MISSING_CLAIM],
        ),
        (ANSWERABLE, answer(), [GoldFault.INVALID_ANSWER, GoldFault.MISSING_CLAIM]),
        (
            ANSWERABLE,
            answer("Press Enter.", "question and press Enter", evidence_set_id="replayed"),
            [GoldFault.INVALID_ANSWER],
        ),
    ],
)
def test_an_answer_is_held_against_the_gold(
    case: Case, given: ModelAnswer, faults: list[GoldFault]
) -> None:
    assert list(score_answer(case, EVIDENCE, given).faults) == faults


def test_the_share_of_right_answers_needs_answers() -> None:
    assert share_right([]) is None
    assert share_right([ScoredAnswer("a", ()), ScoredAnswer("b", (GoldFault.WRONG_SOURCE,))]) == 0.5
