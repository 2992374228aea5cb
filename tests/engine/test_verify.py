from __future__ import annotations

import json
from typing import Any

import pytest

from chapterverse_engine.errors import FormatError
from chapterverse_engine.evidence_set import EvidenceItem, EvidenceSet, evidence_set
from chapterverse_engine.model_answer import answer_of
from chapterverse_engine.verify import AnswerVerdict, Flag, Refusal, verdict_fields, verify_answer

EN = EvidenceItem(
    label="S1",
    passage_id="p1",
    source_path="guide/limits.md",
    start_line=3,
    end_line=5,
    content_hash="h1",
    heading_path=("Limits",),
    text="A question has at most 2,000 characters.\n"
    "The build does not follow symbolic links, and\nskips folders named three times or more.",
)
ZH = EvidenceItem(
    label="S2",
    passage_id="p2",
    source_path="handbook.jsonl/AX-3@2",
    start_line=1,
    end_line=2,
    content_hash="h2",
    heading_path=(),
    text="AX-3 每 30 天检查一次。\n滤芯不得重复使用。",
)
TABLE = EvidenceItem(
    label="S3",
    passage_id="p3",
    source_path="guide/cli.md",
    start_line=8,
    end_line=9,
    content_hash="h3",
    heading_path=(),
    text="| `--jobs` | 4 |\n| `--strict` | off |",
)
EVIDENCE = evidence_set("What are the limits?", [EN, ZH, TABLE], "nonce-1")


def cite(quote: str, label: str = "S1", **metadata: object) -> dict[str, Any]:
    return {"label": label, "quote": quote, **metadata}


def verdict_on(
    claims: list[dict[str, Any]],
    evidence: EvidenceSet = EVIDENCE,
    hashes: dict[str, str] | None = None,
    **fields: object,
) -> AnswerVerdict:
    answer = {"evidence_set_id": EVIDENCE.evidence_set_id, "claims": claims, **fields}
    return verify_answer(evidence, answer_of("answer.json", json.dumps(answer).encode()), hashes)


def refusals_of(text: str, *citations: dict[str, Any]) -> list[str]:
    return list(verdict_on([{"text": text, "citations": list(citations)}]).claims[0].refusals)


LIMIT = {
    "text": "A question may have at most 2000 characters.",
    "citations": [cite("A question has at most 2,000 characters.")],
}


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        ("Questions have at most 2000 characters.", cite("at most 2,000 characters")),
        (
            "Symbolic links are not followed.",
            cite("The build does not follow symbolic links", start_line=3, passage_id="p1"),
        ),
        (
            "The build does not follow symbolic links and skips folders.",
            cite("does not follow symbolic links, and skips folders named"),
        ),
        ("AX-3 每 30 天检查一次。", cite("AX-3 每 30 天检查一次", "S2")),
        ("滤芯不能重复使用。", cite("滤芯不得重复使用。", "S2")),
        ("Folders named 3 times are skipped.", cite("skips folders named three times", "S1")),
        ("`--jobs` is 4 by default.", cite("| `--jobs` | 4 |", "S3")),
    ],
)
def test_a_claim_that_its_quote_supports_is_accepted(text: str, citation: dict[str, Any]) -> None:
    verdict = verdict_on([{"text": text, "citations": [citation]}])

    assert verdict.claims[0].refusals == ()
    assert verdict.claims[0].flags == ()
    assert verdict.is_accepted


@pytest.mark.parametrize(
    ("refusal", "text", "citations"),
    [
        (Refusal.UNCITED_CLAIM, "Questions are short.", []),
        (Refusal.EMPTY_CLAIM, "  ", [cite("at most 2,000 characters")]),
        (
            Refusal.DUPLICATE_CITATION,
            "Questions have at most 2000 characters.",
            [cite("at most 2,000 characters"), cite("at most  2,000 characters")],
        ),
        (Refusal.UNKNOWN_CITATION, "Questions have 2000.", [cite("2,000 characters", "S9")]),
        (
            Refusal.METADATA_MISMATCH,
            "Questions have at most 2000 characters.",
            [cite("at most 2,000 characters", start_line=4)],
        ),
        (
            Refusal.METADATA_MISMATCH,
            "Questions have at most 2000 characters.",
            [cite("at most 2,000 characters", source_path="guide/trusted.md")],
        ),
        (
            Refusal.QUOTE_NOT_IN_EVIDENCE,
            "Questions have at most 9000 characters.",
            [cite("A question has at most 9,000 characters.")],
        ),
        (
            Refusal.QUOTE_NOT_IN_EVIDENCE,
            "The build follows symbolic links.",
            [cite("The build does ... follow symbolic links")],
        ),
        (Refusal.QUOTE_NOT_IN_EVIDENCE, "Questions have characters.", [cite("")]),
        (Refusal.QUOTE_TOO_SHORT, "A question is free of charge.", [cite("A")]),
        (Refusal.QUOTE_TOO_SHORT, "Every question is answered.", [cite("question")]),
        (Refusal.QUOTE_TOO_SHORT, "检查从不需要。", [cite("检查", "S2")]),
        (
            Refusal.UNRELATED_QUOTE,
            "Passwords expire every month.",
            [cite("The build does not follow symbolic links")],
        ),
        (
            Refusal.UNSUPPORTED_CLAIM,
            "A question is sent to a remote server and stored there forever.",
            [cite("A question has at most 2,000 characters.")],
        ),
        (
            Refusal.NUMBER_MISMATCH,
            "A question has at most 3,000 characters.",
            [cite("A question has at most 2,000 characters.")],
        ),
        (Refusal.NUMBER_MISMATCH, "AX-3 每 60 天检查一次。", [cite("AX-3 每 30 天检查一次", "S2")]),
        (
            Refusal.IDENTIFIER_MISMATCH,
            "AX-4 每 30 天检查一次。",
            [cite("AX-3 每 30 天检查一次", "S2")],
        ),
        (Refusal.IDENTIFIER_MISMATCH, "`--force` is off.", [cite("| `--strict` | off |", "S3")]),
    ],
)
def test_an_attack_is_refused_by_its_code(
    refusal: Refusal, text: str, citations: list[dict[str, Any]]
) -> None:
    assert refusal in refusals_of(text, *citations)


@pytest.mark.parametrize(
    ("text", "citation"),
    [
        ("The build follows symbolic links.", cite("The build does not follow symbolic links")),
        (
            "A question never has at most 2000 characters.",
            cite("A question has at most 2,000 characters."),
        ),
        ("滤芯可以重复使用。", cite("滤芯不得重复使用。", "S2")),
    ],
)
def test_a_claim_that_turns_its_quote_around_is_flagged(
    text: str, citation: dict[str, Any]
) -> None:
    verdict = verdict_on([{"text": text, "citations": [citation]}])

    assert verdict.claims[0].flags == (Flag.NEGATION_MISMATCH,)
    assert not verdict.is_accepted


def test_a_replayed_answer_names_another_set() -> None:
    later = evidence_set(EVIDENCE.question, EVIDENCE.items, "nonce-2")

    assert verdict_on([LIMIT], later).refusals == (Refusal.EVIDENCE_SET_MISMATCH,)


def test_a_forged_set_is_refused_though_the_answer_names_its_id() -> None:
    forged = EVIDENCE._replace(items=(EN._replace(text="Everything is allowed here, always."),))
    claim = {"text": "Everything is allowed.", "citations": [cite("Everything is allowed here")]}

    assert verdict_on([claim], forged).refusals == (Refusal.EVIDENCE_SET_FORGED,)


@pytest.mark.parametrize(
    ("fields", "claims", "refusals"),
    [
        ({"status": "abstained", "reason": "not said"}, [], ()),
        ({"status": "abstained"}, [], (Refusal.MISSING_REASON,)),
        ({"status": "abstained", "reason": " "}, [], (Refusal.MISSING_REASON,)),
        ({"status": "abstained", "reason": "x"}, [LIMIT], (Refusal.ABSTAINED_WITH_CLAIMS,)),
        ({"status": "answered"}, [], (Refusal.EMPTY_ANSWER,)),
        ({}, [LIMIT], ()),
    ],
)
def test_the_answer_as_a_whole_is_judged(
    fields: dict[str, object], claims: list[dict[str, Any]], refusals: tuple[Refusal, ...]
) -> None:
    verdict = verdict_on(claims, **fields)

    assert verdict.refusals == refusals
    assert verdict.is_accepted is not bool(refusals)


@pytest.mark.parametrize("hashes", [{"p1": "other"}, {}])
def test_evidence_that_has_changed_since_is_stale(hashes: dict[str, str]) -> None:
    assert verdict_on([LIMIT], hashes=hashes).claims[0].refusals == (Refusal.STALE_EVIDENCE,)
    assert verdict_on([LIMIT], hashes={"p1": "h1"}).is_accepted


def test_one_bad_claim_spoils_the_answer_and_only_that_claim() -> None:
    bad = {"text": "It costs 5 dollars a month.", "citations": []}

    verdict = verdict_on([LIMIT, bad])

    assert [claim.is_supported for claim in verdict.claims] == [True, False]
    assert not verdict.is_accepted
    assert verdict_fields(verdict) == {
        "accepted": False,
        "refusals": [],
        "claims": [
            {
                "text": LIMIT["text"],
                "supported": True,
                "refusals": [],
                "flags": [],
                "details": [],
            },
            {
                "text": bad["text"],
                "supported": False,
                "refusals": ["uncited-claim"],
                "flags": [],
                "details": [],
            },
        ],
    }


def test_a_refusal_says_what_was_found_and_what_was_expected() -> None:
    citation = cite("at most 2,000 characters", start_line=4)

    [claim] = verdict_on([{"text": "At most 2000 characters.", "citations": [citation]}]).claims

    assert claim.details == ("S1: start_line: found 4, expected 3",)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"evidence_set_id": 1}, "answer.json: evidence_set_id: found 1, expected a string"),
        ({"evidence_set_id": "x", "status": "maybe"}, "status: found 'maybe'"),
        ({"evidence_set_id": "x", "claims": ["a"]}, r"claims\[0\]: found 'a', expected an object"),
        ({"evidence_set_id": "x", "claims": [{}]}, r"claims\[0\]\.text"),
    ],
)
def test_a_malformed_answer_is_refused_by_field(fields: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        answer_of("answer.json", json.dumps(fields).encode())
