from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chapterverse.errors import InputError
from chapterverse.evaluation.answer_cases import AnswerCase, judge_answers, load_answers
from chapterverse.evaluation.cases import Case
from chapterverse_engine.evidence_set import evidence_of, is_genuine
from chapterverse_engine.verify import Flag, Refusal

FOLDER = Path(__file__).resolve().parents[2] / "eval" / "answers"
SOUND = load_answers(FOLDER / "sound.jsonl")
ATTACKS = load_answers(FOLDER / "attacks.jsonl")


@pytest.mark.parametrize("answer", [*SOUND, *ATTACKS], ids=lambda one: one.id)
def test_each_answer_of_ours_gets_its_verdict(answer: AnswerCase) -> None:
    [judged] = judge_answers([answer])

    assert judged.is_as_expected, judged.verdict


def test_two_thirds_are_attacks_in_both_languages_and_every_complaint_occurs() -> None:
    assert len(SOUND) + len(ATTACKS) >= 60
    assert len(ATTACKS) >= 2 * len(SOUND)
    for answers in (SOUND, ATTACKS):
        assert {one.lang for one in answers} == {"en", "zh"}
    expected = [one.expected for one in ATTACKS if one.expected]
    found = {code for one in expected for code in one.refusals}
    found |= {code for one in expected for claim in one.claims or () for code in claim.refusals}
    found |= {code for one in expected for claim in one.claims or () for code in claim.flags}
    assert found == {*map(str, Refusal), *map(str, Flag)}


def test_no_attack_expects_acceptance_and_no_sound_answer_a_refusal() -> None:
    assert all(one.expected and not one.expected.accepted for one in ATTACKS)
    assert all(one.expected and one.expected.accepted for one in SOUND)


def test_the_evidence_sets_carry_their_true_ids() -> None:
    for path in sorted((FOLDER / "evidence").glob("*.json")):
        assert is_genuine(evidence_of(path.name, path.read_bytes())), path.name


def written(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def sound_line(**change: object) -> dict[str, Any]:
    line = json.loads((FOLDER / "sound.jsonl").read_text("utf-8").split("\n")[0])
    line["evidence"] = str(FOLDER / line["evidence"])
    return {**line, **change}


def test_a_wrong_expectation_shows(tmp_path: Path) -> None:
    for expected in (
        {"accepted": False},
        {"accepted": True, "claims": [{"refusals": ["stale-evidence"]}]},
        {"accepted": True, "fault": "no such thing"},
        {"accepted": True, "refusals": ["empty-answer"]},
    ):
        path = written(tmp_path / "answers.jsonl", sound_line(expected=expected))

        [judged] = judge_answers(load_answers(path))

        assert judged.is_as_expected is False
        assert not judged.is_fine


def gold(**change: Any) -> Case:
    fields = {
        "id": "heading", "query": "?", "answerable": True, "source": "guide/en/build.md",
        "start_line": 40, "end_line": 45, "answers": ["never crosses a heading"],
    }  # fmt: skip
    return Case.model_validate({**fields, **change})


@pytest.mark.parametrize(
    ("case", "faults"),
    [
        (gold(), ()),
        (gold(start_line=1, end_line=2), ("wrong-source",)),
        (gold(answers=["cut at blank lines"]), ("missing-claim",)),
        (
            gold(answerable=False, source=None, start_line=None, end_line=None, answers=[]),
            ("expected-abstention",),
        ),
    ],
)
def test_answers_are_held_against_the_gold(
    tmp_path: Path, case: Case, faults: tuple[str, ...]
) -> None:
    path = written(tmp_path / "answers.jsonl", sound_line(case="heading"))

    [judged] = judge_answers(load_answers(path), [case])

    assert judged.faults == faults
    assert judged.is_fine is not bool(faults)


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        ([{"id": "a"}], ["1: evidence: missing", "1: answer: missing"]),
        ([sound_line(), sound_line()], ['2: id "en-sound-01" is used twice']),
        ([sound_line(extra=1)], ["1: extra: found 1"]),
    ],
)
def test_a_faulty_file_is_refused_by_line(
    tmp_path: Path, lines: list[dict[str, Any]], messages: list[str]
) -> None:
    path = written(tmp_path / "answers.jsonl", *lines)

    with pytest.raises(InputError) as raised:
        load_answers(path)

    assert [str(one).removeprefix(f"{path}:")[: len(m)] for one, m in zip(
        raised.value.problems, messages, strict=True
    )] == messages  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence": "none.json"}, "1: evidence: none.json"),
        ({"evidence": {"format": 9}}, "1: evidence: format: found 9"),
        ({"case": "unknown"}, 'case: found "unknown"'),
    ],
)
def test_missing_evidence_and_unknown_cases_are_named(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = written(tmp_path / "answers.jsonl", sound_line(**change))

    with pytest.raises(InputError, match=message):
        judge_answers(load_answers(path), [gold()])
