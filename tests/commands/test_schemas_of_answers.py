"""Schemas of what goes to an outside model and comes back: real values bear them out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from running import Run

from chapterverse.evaluation.answer_cases import load_answers
from chapterverse.evaluation.cases import load_cases
from chapterverse.evaluation.host import FileHost
from chapterverse.schemas import load_schema
from chapterverse_engine.verify import Flag, Refusal

ANSWERS = Path(__file__).resolve().parents[2] / "eval" / "answers"


def check(name: str, value: object) -> None:
    Draft202012Validator(load_schema(name)).validate(value)


def is_valid(name: str, value: object) -> bool:
    return Draft202012Validator(load_schema(name)).is_valid(value)


def lines_of(name: str) -> list[Any]:
    text = (ANSWERS / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def test_our_answers_and_their_evidence_bear_their_schemas_out() -> None:
    for name in ("sound", "attacks"):
        for line in lines_of(name):
            check("answer-case", line)
            is_faulty = bool(line["expected"].get("fault"))
            # A true in place of a number is a forged field that verification has to refuse itself.
            if line["id"] != "en-metadata-04":
                assert is_valid("answer", line["answer"]) is not is_faulty, line["id"]
    for path in sorted((ANSWERS / "evidence").glob("*.json")):
        check("evidence", json.loads(path.read_text("utf-8")))


def test_prompts_and_verdicts_bear_their_schemas_out(run: Run, demo_site: Path) -> None:
    prompt = json.loads(run("prompt", "--site", demo_site, "Which port?", "--json").stdout)
    check("evidence", prompt["evidence"])

    results = json.loads(run("verify", "--file", ANSWERS / "attacks.jsonl", "--json").stdout)
    verdicts = [one["verdict"] for one in results["results"] if "fault" not in one["verdict"]]
    assert len(verdicts) > 60
    for verdict in verdicts:
        check("verdict", verdict)


def test_the_verdict_s_schema_knows_every_code() -> None:
    properties = load_schema("verdict")["properties"]
    of_claims = properties["claims"]["items"]["properties"]

    assert properties["refusals"]["items"]["enum"] == [*map(str, Refusal)]
    assert of_claims["refusals"]["items"]["enum"] == [*map(str, Refusal)]
    assert of_claims["flags"]["items"]["enum"] == [*map(str, Flag)]


def test_every_kind_of_outcome_bears_its_schema_out(checkout: Path, demo_site: Path) -> None:
    host = FileHost(demo_site)
    cases = load_cases([checkout / "eval/cases/tune.jsonl", checkout / "eval/cases/held-out.jsonl"])
    outcomes = [host.ask(case.question()).outcome for case in cases]

    assert {one["outcome"] for one in outcomes} == {"answer", "abstention", "clarification"}
    for outcome in outcomes:
        check("outcome", json.loads(json.dumps(outcome)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("answer", {}),
        ("answer", {"evidence_set_id": "x", "status": "sure"}),
        ("answer", {"evidence_set_id": "x", "claims": [{"citations": []}]}),
        ("evidence", {"format": 2}),
        ("verdict", {"accepted": True}),
        ("outcome", {"outcome": "guess"}),
        ("answer-case", {"id": "a", "answer": {}}),
    ],
)
def test_damaged_values_do_not(name: str, value: object) -> None:
    assert not is_valid(name, value)


def test_a_file_that_loads_is_valid_and_one_that_does_not_is_not() -> None:
    assert len(load_answers(ANSWERS / "sound.jsonl")) == len(lines_of("sound"))
    assert not is_valid("answer-case", {**lines_of("sound")[0], "extra": 1})
