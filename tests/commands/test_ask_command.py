from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import Run


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    lines = (
        {"id": "port", "query": "Which port does the preview use?"},
        {"id": "moons", "query": "How many moons does Jupiter have?", "lang": "en"},
        {"id": "device", "query": "它多久校准一次？", "history": ["AX-3 在哪里？"]},
    )
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_a_file_of_questions_gives_one_object_a_line_with_its_id(
    run: Run, demo_site: Path, questions: Path
) -> None:
    done = run("ask", "--site", demo_site, "--file", questions)

    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in outcomes] == ["port", "moons", "device"]
    assert [one["refused"] for one in outcomes][:2] == [False, True]
    assert "AX-3" in outcomes[2]["rewritten_query"]


def test_a_search_shows_candidates_and_no_outcome(run: Run, demo_site: Path) -> None:
    done = run("search", "port of the preview", "--site", demo_site, "--top-k", "3", "--json")

    found = json.loads(done.stdout)
    assert 0 < len(found["candidates"]) <= 3
    assert "outcome" not in found


def test_one_question_and_a_file_together_are_wrong_usage(
    run: Run, demo_site: Path, questions: Path
) -> None:
    done = run("ask", "Which port?", "--site", demo_site, "--file", questions)

    assert done.exit_code == 2
    assert "not both" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("",), ("  ",)])
@pytest.mark.parametrize("command", ["ask", "search", "prompt"])
def test_an_empty_question_is_wrong_usage(
    run: Run, demo_site: Path, command: str, arguments: tuple[str, ...]
) -> None:
    done = run(command, *arguments, "--site", demo_site)

    assert done.exit_code == 2
    assert "a question is missing" in done.stderr


def test_every_faulty_line_of_a_file_is_named(run: Run, demo_site: Path, tmp_path: Path) -> None:
    path = tmp_path / "faulty.jsonl"
    path.write_text('{"id": "1"}\nnope\n{"query": "x"}\n', encoding="utf-8")

    done = run("ask", "--site", demo_site, "--file", path)

    assert done.exit_code == 2
    for start in (f"{path}:1: query: ", f"{path}:2: Invalid JSON: ", f"{path}:3: id: "):
        assert start in done.stderr


def test_a_version_that_no_document_has_is_said(run: Run, demo_site: Path) -> None:
    done = run("ask", "AX-3 多久校准一次？", "--site", demo_site, "--version", "1066")

    assert done.exit_code == 0
    assert "no document has such a scope, version or language" in done.stdout
