"""Two evaluations that share no code, and two runtimes, are held against each other in full."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks import agreement, conformance
from benchmarks.set_sites import Done, SetSite, run_chapterverse

from chapterverse.evaluation.cases import Case, load_cases

pytestmark = pytest.mark.slow


@pytest.fixture
def demo_set(checkout: Path, demo_site: Path, tmp_path: Path) -> SetSite:
    lines = (checkout / "eval/cases/tune.jsonl").read_text("utf-8").splitlines()
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n".join(lines[::6]) + "\n", encoding="utf-8")
    return SetSite("demo", demo_site, (cases,), 0.0)


def test_the_script_agrees_and_a_table_says_so(demo_set: SetSite) -> None:
    found = agreement.agreement(demo_set)

    assert found.measures["line_accuracy"] == 1.0
    assert not found.differences
    assert "| 10 of 10 |" in "\n".join(agreement.table([found]))


def test_a_difference_is_named_with_both_figures(
    demo_set: SetSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shifted(*arguments: str) -> Done:
        done = run_chapterverse(*arguments)
        if arguments[0] != "ask":
            return done
        outcomes = [json.loads(line) for line in done.output.splitlines()]
        for quote in (quote for outcome in outcomes for quote in outcome["quotes"]):
            quote["start_line"] += 1
            quote["end_line"] += 1
        return Done("\n".join(map(json.dumps, outcomes)), done.status, done.cpu_s)

    monkeypatch.setattr(agreement, "run_chapterverse", shifted)
    found = agreement.agreement(demo_set)

    assert found.differences["line_accuracy"] == 0.0
    assert "demo: line_accuracy: evaluate 1.0, the script 0.0" in "\n".join(
        agreement.table([found])
    )


def test_both_runtimes_give_the_same_bytes_and_a_table_says_so(demo_set: SetSite) -> None:
    found = conformance.conformance(demo_set)

    assert found.cases > 10
    assert not found.partings
    assert f"| demo | {found.cases} | {found.cases} |" in next(conformance.row(found))


def test_a_reply_that_differs_in_one_byte_is_shown_from_where_it_parts(demo_set: SetSite) -> None:
    cases: tuple[Case, ...] = load_cases(demo_set.case_files)[:3]
    here, there = ["same", "x" * 500 + "a", "short"], ["same", "x" * 500 + "b", "shorter"]

    found = list(conformance.partings(cases, here, there))

    assert [one.case_id for one in found] == [cases[1].id, cases[2].id]
    assert found[0].here == "x" * 60 + "a"
    assert found[0].there == "x" * 60 + "b"
