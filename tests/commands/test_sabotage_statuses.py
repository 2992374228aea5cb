"""The real engine on the real site: what is spoiled misses its bar and changes the exit status."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from running import Run

from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.report import Report
from chapterverse.evaluation.run import Asked
from chapterverse_engine.model import Question

Outcome = dict[str, Any]


def shifted(outcome: Outcome) -> Outcome:
    lines = ("start_line", "end_line")
    quotes = [{**one, **{line: one[line] + 1 for line in lines}} for one in outcome["quotes"]]
    return {**outcome, "quotes": quotes}


def altered(outcome: Outcome) -> Outcome:
    return {**outcome, "quotes": [{**one, "text": one["text"] + "!"} for one in outcome["quotes"]]}


def swapped(outcome: Outcome) -> Outcome:
    candidates = [{**one, "source_path": "index.md"} for one in outcome["candidates"]]
    return {**outcome, "candidates": candidates}


def leaked(outcome: Outcome) -> Outcome:
    return {**outcome, "candidates": [{**one, "scope": "team-a"} for one in outcome["candidates"]]}


def injected(outcome: Outcome) -> Outcome:
    note = {"source_path": "notes/hostile-note.md", "start_line": 18, "end_line": 20}
    return {**outcome, "candidates": [note, *outcome["candidates"]]}


def talkative(outcome: Outcome) -> Outcome:
    return {**outcome, "outcome": "answer"}


def silent(outcome: Outcome) -> Outcome:
    return {**outcome, "outcome": "abstention", "reason": "no-match", "quotes": []}


@pytest.fixture
def case_file(checkout: Path) -> Path:
    return checkout / "eval/cases/tune.jsonl"


def figures(run: Run, site: Path, cases: Path) -> dict[str, float]:
    done = run("evaluate", "--site", site, "--cases", cases, "--json")
    measures = Report.model_validate_json(done.stdout).measures
    return {name: one.value for name, one in measures.items() if one.value is not None}


@pytest.mark.parametrize(
    ("sabotage", "name"),
    [
        (shifted, "line_accuracy"),
        (altered, "citation_precision"),
        (swapped, "recall_at_5"),
        (leaked, "out_of_scope_rate"),
        (injected, "unsafe_evidence_rate"),
        (talkative, "abstention_recall"),
        (silent, "answer_accuracy"),
    ],
)
def test_a_spoiled_engine_misses_the_bar_that_it_met(
    run: Run,
    demo_site: Path,
    case_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    sabotage: Callable[[Outcome], Outcome],
    name: str,
) -> None:
    met = figures(run, demo_site, case_file)[name]
    command = ("evaluate", "--site", demo_site, "--cases", case_file)
    bar = ("--fail-under", f"{name}={met}")
    honest = run(*command, *bar)
    ask = FileHost.ask

    def spoiled(host: FileHost, question: Question) -> Asked:
        asked = ask(host, question)
        return replace(asked, outcome=sabotage(asked.outcome))

    monkeypatch.setattr(FileHost, "ask", spoiled)
    worse = run(*command, *bar)

    assert honest.exit_code == 0, honest.stderr
    assert worse.exit_code == 1
    assert worse.stderr.startswith(f"missed: {name}: ")


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda text: text.replace(", for building only", ", for fun only"), "line_accuracy"),
        (lambda text: text.replace("| Node, npm |", "| Node or npm |"), "stale_rate"),
    ],
)
def test_a_text_that_was_changed_behind_the_index_shows(
    run: Run, demo_site: Path, tmp_path: Path, change: Callable[[str], str], name: str
) -> None:
    site, cases = tmp_path / "site", tmp_path / "cases.jsonl"
    shutil.copytree(demo_site, site, copy_function=shutil.copy)
    question = {"query": "Which Python is needed, for building only?", "answerable": True}
    gold = {"source": "guide/en/install.md", "start_line": 12, "end_line": 12}
    cases.write_text(json.dumps({"id": "a", **question, **gold, "answers": ["3.11 or newer"]}))
    bar = ("--fail-under", f"{name}={0 if name.endswith('rate') else 1}")
    command = ("evaluate", "--site", site, "--cases", cases, *bar)
    before = run(*command)

    page = site / "source/guide/en/install.md"
    text = page.read_text("utf-8")
    assert change(text) != text
    page.write_text(change(text), encoding="utf-8")
    after = run(*command)

    assert before.exit_code == 0, before.output
    assert after.exit_code == 1
    assert name in after.stderr


def test_a_shard_that_was_changed_is_refused_by_name(
    run: Run, demo_site: Path, case_file: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(demo_site, site, copy_function=shutil.copy)
    for shard in (site / "_chapterverse/index").glob("?*.json"):
        if shard.stem != "manifest":
            shard.write_bytes(shard.read_bytes().replace(b"Chapterverse", b"Chapterworse") + b" ")

    done = run("evaluate", "--site", site, "--cases", case_file)

    assert done.exit_code == 2
    assert "SHA-256: found" in done.stderr
