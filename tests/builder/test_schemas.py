"""The published schemas: real files bear them out, and damaged ones do not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from chapterverse.cli import main
from chapterverse.errors import InputError
from chapterverse.evaluation.cases import load_cases
from chapterverse.records import read_records
from chapterverse.schemas import load_schema, schema_names

GOOD_CASE = {"id": "a", "query": "q", "answerable": False}
GOOD_RECORD = {"doc_id": "a", "title": "A", "version": "1", "scope": "public", "text": "Text."}


def check(name: str, value: object) -> None:
    Draft202012Validator(load_schema(name)).validate(value)


def is_valid(name: str, value: object) -> bool:
    return Draft202012Validator(load_schema(name)).is_valid(value)


def json_of(path: Path) -> Any:
    return json.loads(path.read_bytes())


def lines_of(path: Path) -> Iterator[Any]:
    yield from map(json.loads, filter(None, path.read_text("utf-8").split("\n")))


def test_every_schema_is_one_and_is_printed() -> None:
    assert schema_names() == [
        "answer", "answer-case", "case", "document", "evidence", "manifest", "outcome", "passages",
        "postings", "report", "table", "trace", "verdict", "vocabulary",
    ]  # fmt: skip
    for name in schema_names():
        Draft202012Validator.check_schema(load_schema(name))
        printed = CliRunner().invoke(main, ["schema", name])
        assert json.loads(printed.output) == load_schema(name)


def test_the_files_of_a_site_bear_their_schemas_out(demo_site: Path) -> None:
    index = demo_site / "_chapterverse/index"
    manifest = json_of(index / "manifest.json")
    check("manifest", manifest)
    check("report", json_of(demo_site / "eval/report.json"))
    for scope in manifest["scopes"]:
        for kind, field in (
            ("postings", "postings"), ("passages", "passage_shards"), ("vocabulary", "vocabulary")
        ):  # fmt: skip
            names = scope[field]["names"]
            assert names
            for name in names:
                check(kind, json_of(index / f"{name}.json"))


def test_cases_and_records_of_the_demo_bear_their_schemas_out(checkout: Path) -> None:
    for path in (checkout / "eval/cases").glob("*.jsonl"):
        for case in lines_of(path):
            check("case", case)
    found = list((checkout / "corpus").rglob("*.jsonl"))
    assert found
    for path in found:
        for record in lines_of(path):
            check("document", record)


def test_traces_bear_their_schema_out(demo_site: Path, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    for question in ("Which Python do I need?", "How many moons does Jupiter have?"):
        command = ["ask", "--site", str(demo_site), "--trace", str(file), question]
        assert CliRunner().invoke(main, command).exit_code == 0
    traces = list(lines_of(file))
    assert {trace["outcome"] for trace in traces} == {"answer", "abstention"}
    for trace in traces:
        check("trace", trace)
        assert trace["cost"]["files"] > 0


@pytest.mark.parametrize(
    ("stage", "field"),
    [
        ("question", "rewritten"),
        ("ranking", "candidates"),
        ("evidence", "spans"),
        ("gate", "reason"),
    ],
)
def test_a_stage_that_hides_what_it_decided_is_refused(
    demo_site: Path, tmp_path: Path, stage: str, field: str
) -> None:
    file = tmp_path / "trace.jsonl"
    command = ["ask", "--site", str(demo_site), "--trace", str(file), "Which Python do I need?"]
    CliRunner().invoke(main, command)
    trace = next(lines_of(file))
    for one in trace["stages"]:
        if one["stage"] == stage:
            del one[field]

    with pytest.raises(ValidationError, match=field):
        check("trace", trace)


def test_a_trace_tells_the_lines_of_the_evidence_and_why_a_word_stopped_it(
    demo_site: Path, tmp_path: Path
) -> None:
    file = tmp_path / "trace.jsonl"
    for question in ("Which Python do I need?", "What does error E9999 mean?"):
        command = ["ask", "--site", str(demo_site), "--trace", str(file), question, "--json"]
        outcome = json.loads(CliRunner().invoke(main, command).output)
        trace = list(lines_of(file))[-1]
        stages = {one["stage"]: one for one in trace["stages"]}
        if outcome["outcome"] == "answer":
            quoted = {(q["passage_id"], q["start_line"], q["end_line"]) for q in outcome["quotes"]}
            spans = stages["evidence"]["spans"]
            assert {(s["passage_id"], s["start_line"], s["end_line"]) for s in spans} == quoted
            assert all(span["covered"] for span in spans)
        else:
            assert outcome["reason"] == stages["gate"]["reason"] == "missing-term"
            assert stages["gate"]["missing"] == outcome["missing_terms"]
            assert "evidence" not in stages


@pytest.mark.parametrize(
    "change",
    [
        {"format": 1}, {"generation": 0}, {"scopes": {}}, {"surprise": 1}, {"assets": {"a": "b"}},
        {"engine": None},
    ],
)  # fmt: skip
def test_a_manifest_of_another_shape_is_refused(demo_site: Path, change: dict[str, Any]) -> None:
    manifest = json_of(demo_site / "_chapterverse/index/manifest.json")
    with pytest.raises(ValidationError):
        check("manifest", {**manifest, **change})


@pytest.mark.parametrize(
    "change",
    [
        {}, {"scope": "team"}, {"scope": ["a", "b"]}, {"extra": 1}, {"split": "held-out"},
        {"id": ""}, {"query": None}, {"answerable": []}, {"answerable": True}, {"split": "x"},
        {"answers": "text"}, {"match": "some"},
        {"answerable": True, "source": "a.md", "start_line": 1, "end_line": 2, "answers": ["x"]},
        {"answerable": True, "source": "a.md", "start_line": 0, "end_line": 2, "answers": ["x"]},
    ],
)  # fmt: skip
def test_the_schema_of_cases_agrees_with_their_reader(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    case = {**GOOD_CASE, **change}
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case) + "\n", "utf-8")
    if is_valid("case", case):
        assert load_cases([file])
    else:
        with pytest.raises(InputError, match=r"cases\.jsonl:1"):
            load_cases([file])


@pytest.mark.parametrize(
    "change",
    [
        {}, {"version": 1.5}, {"version": 2}, {"lang": "zh"}, {"extra": 1}, {"scope": "team-a"},
        {"doc_id": " "}, {"title": ""}, {"scope": "a b"}, {"scope": ""}, {"text": " \n"},
        {"text": None}, {"version": None},
    ],
)  # fmt: skip
def test_the_schema_of_records_agrees_with_their_reader(change: dict[str, Any]) -> None:
    record = {**GOOD_RECORD, **change}
    sources, problems = read_records("a.jsonl", json.dumps(record))
    assert is_valid("document", record) == (bool(sources) and not problems)
