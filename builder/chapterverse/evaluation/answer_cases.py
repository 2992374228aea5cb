"""Many answers of outside models at once: each verified, held against what is expected of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.answers import GoldFault, score_answer
from chapterverse.evaluation.cases import Case
from chapterverse.evaluation.json_lines import read_records
from chapterverse_engine.errors import FormatError
from chapterverse_engine.evidence_set import EvidenceSet, evidence_of
from chapterverse_engine.model_answer import answer_of
from chapterverse_engine.verify import verdict_fields, verify_answer


class ExpectedClaim(BaseModel):
    """What is expected of a claim, in any order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    refusals: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


class ExpectedVerdict(BaseModel):
    """What is expected of an answer; `claims` None leaves them open, `fault` names a bad field."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    accepted: bool
    refusals: tuple[str, ...] = ()
    claims: tuple[ExpectedClaim, ...] | None = None
    fault: str = ""


class AnswerCase(BaseModel):
    """A line of a file of answers.

    `evidence` is an evidence set, or the path of one relative to the file; `hashes` are the
    passages' hashes of today; `case` is the id of the case whose gold the answer is held against.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    kind: str = ""
    lang: str = ""
    note: str = ""
    case: str = ""
    evidence: dict[str, Any] | str
    answer: dict[str, Any]
    hashes: dict[str, str] | None = None
    expected: ExpectedVerdict | None = None
    answer_file: SkipJsonSchema[str] = Field(default="", exclude=True)
    answer_line: SkipJsonSchema[int] = Field(default=0, exclude=True)


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer's verdict as JSON values, and its faults.

    `is_as_expected` is None where nothing was expected, `faults` where there is no gold.
    """

    id: str
    kind: str
    verdict: Mapping[str, Any]
    is_as_expected: bool | None
    faults: tuple[GoldFault, ...] | None

    @property
    def is_fine(self) -> bool:
        """Tell whether the answer came out as it ought to."""
        if self.is_as_expected is not None:
            return self.is_as_expected and not self.faults
        return bool(self.verdict["accepted"]) and not self.faults


def load_answers(path: Path) -> tuple[AnswerCase, ...]:
    """Read a file of answers; raise InputError with every problem."""
    found, problems = read_records(
        path, AnswerCase, lambda file, line: {"answer_file": file, "answer_line": line}
    )
    ids = [one.id for one in found]
    problems += [
        Problem(str(path), one.answer_line, f'id "{one.id}" is used twice')
        for number, one in enumerate(found)
        if one.id in ids[:number]
    ]
    if problems:
        raise InputError(problems, "The file of answers has problems:")
    return tuple(found)


def judge_answers(
    answers: Iterable[AnswerCase],
    cases: Iterable[Case] = (),
    hashes: Mapping[str, str] | None = None,
) -> tuple[JudgedAnswer, ...]:
    """Verify answers, hold them against what they expect and, where cases are given, the gold.

    `hashes` are those of a site, for answers that bring none. Raise InputError for evidence that
    cannot be read and for a case that does not exist.
    """
    case_of_id = {case.id: case for case in cases}
    return tuple(_judge(answer, case_of_id, hashes) for answer in answers)


def _judge(
    one: AnswerCase, case_of_id: Mapping[str, Case], hashes: Mapping[str, str] | None
) -> JudgedAnswer:
    evidence = _evidence(one)
    try:
        answer = answer_of("answer", json.dumps(one.answer).encode())
    except FormatError as error:
        verdict: dict[str, Any] = {"accepted": False, "fault": str(error), "refusals": []}
        return JudgedAnswer(one.id, one.kind, verdict, _is_as_expected(one, verdict), None)
    current = one.hashes if one.hashes is not None else hashes
    verdict = verdict_fields(verify_answer(evidence, answer, current))
    case = _case_of(one, case_of_id)
    faults = score_answer(case, evidence, answer).faults if case else None
    return JudgedAnswer(one.id, one.kind, verdict, _is_as_expected(one, verdict), faults)


def _case_of(one: AnswerCase, case_of_id: Mapping[str, Case]) -> Case | None:
    if not case_of_id or not one.case:
        return case_of_id.get(one.id)
    if one.case not in case_of_id:
        raise InputError([_problem(one, f'case: found "{one.case}", expected the id of a case')])
    return case_of_id[one.case]


def _evidence(one: AnswerCase) -> EvidenceSet:
    if isinstance(one.evidence, dict):
        name, data = "evidence", json.dumps(one.evidence).encode()
    else:
        path = Path(one.answer_file).parent / one.evidence
        try:
            name, data = one.evidence, path.read_bytes()
        except OSError as error:
            message = f"evidence: {one.evidence}: {error.strerror}"
            raise InputError([_problem(one, message)]) from error
    try:
        return evidence_of(name, data)
    except FormatError as error:
        raise InputError([_problem(one, str(error))]) from error


def _is_as_expected(one: AnswerCase, verdict: Mapping[str, Any]) -> bool | None:
    expected = one.expected
    if expected is None:
        return None
    fault = verdict.get("fault", "")
    same = (
        verdict["accepted"] == expected.accepted
        and set(verdict["refusals"]) == set(expected.refusals)
        and bool(expected.fault) == bool(fault)
        and expected.fault in fault
    )
    if expected.claims is None:
        return bool(same)
    found = [(set(claim["refusals"]), set(claim["flags"])) for claim in verdict.get("claims", ())]
    return bool(same) and found == [
        (set(claim.refusals), set(claim.flags)) for claim in expected.claims
    ]


def _problem(one: AnswerCase, message: str) -> Problem:
    return Problem(one.answer_file, one.answer_line, message)
