"""A claim that keeps its quote's words and turns what they say is found out; a rewording isn't."""

from __future__ import annotations

import json

import pytest

from chapterverse_engine.evidence_set import EvidenceItem, evidence_set
from chapterverse_engine.model_answer import answer_of
from chapterverse_engine.verify import ClaimVerdict, Flag, Refusal, verify_answer


def verdict_on(claim: str, quote: str) -> ClaimVerdict:
    item = EvidenceItem("S1", "p1", "a.md", 1, 1, "hash", (), quote)
    shown = evidence_set("?", [item], "nonce")
    cited = {"text": claim, "citations": [{"label": "S1", "quote": quote}]}
    answer = {"evidence_set_id": shown.evidence_set_id, "claims": [cited]}
    return verify_answer(shown, answer_of("answer", json.dumps(answer).encode())).claims[0]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("A question has at least 2,000 characters.", "A question has at most 2,000 characters."),
        ("The pressure stays above 4 bar.", "The pressure stays below 4 bar."),
        ("Close the valve after the pump stops.", "Close the valve before the pump stops."),
        ("Offline mode is disabled by default.", "Offline mode is enabled by default."),
        ("The title is optional in a record.", "The title is required in a record."),
        (
            "The build publishes when a bar is missed.",
            "The build publishes unless a bar is missed.",
        ),
        ("The reader loads the second file.", "The reader fails to load the second file."),
        ("Raising the limit increases the memory.", "Raising the limit decreases the memory."),
        ("The newest report is kept for a year.", "The oldest report is kept for a year."),
        ("每班至多三人在岗。", "每班至少三人在岗。"),
        ("关泵之后检查阀门。", "关泵之前检查阀门。"),
        ("温度 80 度以下时报警。", "温度 80 度以上时报警。"),
        ("问题不少于 2000 个字符。", "问题最多 2000 个字符。"),
        ("默认启用离线模式。", "默认禁用离线模式。"),
    ],
)
def test_an_opposite_is_flagged_whichever_side_the_claim_takes(claim: str, quote: str) -> None:
    assert verdict_on(claim, quote).flags == (Flag.NEGATION_MISMATCH,)
    assert verdict_on(quote, claim).flags == (Flag.NEGATION_MISMATCH,)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("Offline mode is not enabled by default.", "Offline mode is disabled by default."),
        (
            "A question has no more than 2,000 characters.",
            "A question has at most 2,000 characters.",
        ),
        ("Up to 3 quotes are shown.", "At most 3 quotes are shown."),
        ("At least 3 quotes are needed.", "A minimum of 3 quotes is needed."),
        (
            "The build does not publish when a bar is missed.",
            "The build publishes unless a bar is missed.",
        ),
        ("问题不超过 2000 个字符。", "问题最多 2000 个字符。"),
        ("每班在岗人员不少于 3 人。", "每班在岗人员至少 3 人。"),
    ],
)
def test_a_rewording_that_says_the_same_is_accepted(claim: str, quote: str) -> None:
    assert verdict_on(claim, quote).is_supported
    assert verdict_on(quote, claim).is_supported


@pytest.mark.parametrize(
    ("claim", "quote", "found"),
    [
        (
            "The alarm is answered within 10 hours.",
            "The alarm is answered within 10 minutes.",
            "10 h",
        ),
        ("AX-3 is checked every 30 weeks.", "AX-3 is checked every 30 days.", "30 w"),
        ("A shard has about 32 MB.", "A shard has about 32 KB.", "32 m"),
        ("A passage has 1,200 words.", "A passage has 1,200 characters.", "1200 w"),
        ("AX-3 每 30 周检查一次。", "AX-3 每 30 天检查一次。", "30 周"),
        ("告警后十小时内到场处理。", "告警后十分钟内到场处理。", "10 小时"),
    ],
)
def test_a_number_with_another_unit_is_refused(claim: str, quote: str, found: str) -> None:
    verdict = verdict_on(claim, quote)

    assert verdict.refusals == (Refusal.NUMBER_MISMATCH,)
    assert f"in the quotes with another unit: {found}" in verdict.details[0]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("AX-3 is checked every 30 days.", "AX-3 is checked every 30 天."),
        ("AX-3 has a 30-day interval.", "AX-3 is checked at an interval of 30 days."),
        ("The interval of AX-3 is 30 days.", "| AX-3 | interval | 30 |"),
        ("AX-3 is checked every thirty days.", "AX-3 is checked every 30 days."),
        ("A shard has about 32 kilobytes.", "A shard has about 32 KB."),
    ],
)
def test_the_same_quantity_in_other_words_is_accepted(claim: str, quote: str) -> None:
    assert verdict_on(claim, quote).is_supported


def test_tens_in_words_are_numbers() -> None:
    verdict = verdict_on(
        "AX-3 is checked every twenty-five days.", "AX-3 is checked every 30 days."
    )

    assert verdict.refusals == (Refusal.NUMBER_MISMATCH,)
    assert verdict.details == ("not in the quotes: 25",)
