from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_site import CASES, HonestHost, write_cases

from chapterverse.errors import InputError
from chapterverse.evaluation.cases import CANDIDATES_ASKED, load_cases
from chapterverse.evaluation.evaluate import evaluate_site

GOOD = CASES[0]


def complaints(*paths: Path) -> list[tuple[str, int, str]]:
    with pytest.raises(InputError) as raised:
        load_cases(paths)
    return [(Path(one.source_path).name, one.line, one.message) for one in raised.value.problems]


def test_every_problem_of_every_file_is_listed_with_its_line(tmp_path: Path) -> None:
    first = tmp_path / "a.jsonl"
    lines = [json.dumps(GOOD), "{broken", "[1]", json.dumps({"id": "x", "answerable": "perhaps"})]
    first.write_text("\n".join(lines), encoding="utf-8")
    second = write_cases(tmp_path / "b.jsonl", [GOOD])

    found = complaints(first, second)

    assert [(name, line) for name, line, _ in found] == [
        ("a.jsonl", 2),
        ("a.jsonl", 3),
        ("a.jsonl", 4),
        ("a.jsonl", 4),
        ("b.jsonl", 1),
    ]
    assert found[1][2] == "found a JSON list, expected an object"
    assert found[2][2] == "query: missing"
    assert found[3][2].startswith('answerable: found "perhaps"')
    assert "already taken by" in found[4][2]
    assert "a.jsonl:1" in found[4][2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"end_line": 1}, "end_line 1 lies before start_line 3"),
        ({"start_line": 0}, "start_line: found 0, expected a number from 1 up"),
        ({"start_line": None}, "source is given, so start_line and end_line are expected"),
        ({"source": None}, "start_line or end_line is given without a source"),
        ({"answers": [" "], "match": "any"}, 'match "any" needs at least one answer'),
        ({"source": None, "start_line": None, "end_line": None}, "an answerable case needs source"),
        ({"match": "some"}, 'match: found "some"'),
        ({"also": [{"source": "a", "start_line": 4, "end_line": 2}]}, "also.0: found"),
        ({"split": "test"}, 'split: found "test"'),
    ],
)
def test_a_contradiction_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    path = write_cases(tmp_path / "a.jsonl", [{**GOOD, **change}])

    [(_, line, found)] = complaints(path)

    assert line == 1
    assert message in found


def test_an_unreadable_and_an_empty_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xe9"}')
    (tmp_path / "empty.jsonl").write_bytes(b"\n\n")

    found = complaints(
        tmp_path / "latin.jsonl", tmp_path / "empty.jsonl", tmp_path / "missing.jsonl"
    )

    assert [(name, line) for name, line, _ in found] == [
        ("latin.jsonl", 0),
        ("empty.jsonl", 0),
        ("missing.jsonl", 0),
    ]


def test_a_third_party_case_loads_with_its_unknown_fields_left_out(tmp_path: Path) -> None:
    fields = {**GOOD, "para": [1, 2], "yes_no": "yes", "case_file": "theirs", "match": None}

    [case] = load_cases([write_cases(tmp_path / "a.jsonl", [fields])])

    assert case.match == "any"
    assert case.case_file.endswith("a.jsonl")
    assert not hasattr(case, "para")


def test_a_case_without_answers_asks_for_its_section(tmp_path: Path) -> None:
    fields = {name: value for name, value in GOOD.items() if name not in {"answers", "match"}}

    [case] = load_cases([write_cases(tmp_path / "a.jsonl", [fields])])

    assert case.match == "section"


def test_a_scope_may_be_one_string_and_public_is_always_seen(tmp_path: Path) -> None:
    [case] = load_cases([write_cases(tmp_path / "a.jsonl", [{**GOOD, "scope": "team-a"}])])

    question = case.question()

    assert question.scopes == ("public", "team-a")
    assert question.top_k == CANDIDATES_ASKED


def test_gold_that_the_documents_do_not_bear_out_is_reported_before_asking(
    documents_dir: Path, tmp_path: Path
) -> None:
    cases = [
        {**GOOD, "id": "a", "query": "a", "answers": ["press Escape"]},
        {**GOOD, "id": "b", "query": "b", "end_line": 90},
        {**GOOD, "id": "c", "query": "c", "source": "guide/gone.md"},
    ]
    path = write_cases(tmp_path / "cases.jsonl", cases)
    host = HonestHost(documents_dir, path)

    with pytest.raises(InputError) as raised:
        evaluate_site(host, [path], documents_dir)

    assert [(one.line, one.message) for one in raised.value.problems] == [
        (1, 'case a answers: "press Escape" is not in the cited lines'),
        (2, "case b cites guide/ask.md#L3-L90, found 7 lines"),
        (3, "case c cites guide/gone.md#L3-L3, found no such document"),
    ]
    assert host.asked == []
