from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fake_site import CASES, Change, HonestHost, write_cases

from chapterverse.evaluation.cases import Case
from chapterverse.evaluation.compare import (
    compare_reports,
    comparison_json,
    comparison_markdown,
    comparison_text,
    paired_p_value,
)
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.report import Report


def evaluated(documents_dir: Path, case_file: Path, change: Change | None = None) -> Report:
    host = HonestHost(documents_dir, case_file, change)
    return evaluate_site(host, [case_file], documents_dir)


def gives_up(reply: dict[str, Any], case: Case) -> dict[str, Any]:
    if case.id != "enter":
        return reply
    return {**reply, "outcome": "abstention", "reason": "no-match", "quotes": []}


def test_the_p_value_is_near_that_of_all_sign_flips() -> None:
    random = Random(3)
    for _ in range(5):
        differences = [random.choice([-1.0, 1.0, 1.0, 0.5]) for _ in range(9)]
        sums = [
            abs(sum(sign * one for sign, one in zip(signs, differences, strict=True)))
            for signs in product((1, -1), repeat=len(differences))
        ]
        exact = sum(one >= abs(sum(differences)) - 1e-9 for one in sums) / len(sums)
        assert paired_p_value(differences) == pytest.approx(exact, abs=0.02)


def test_no_difference_is_no_evidence() -> None:
    assert paired_p_value([0.0] * 30) == 1.0
    assert paired_p_value([1.0] * 30) < 0.001


def test_a_broken_case_is_named_and_its_measures_fall(documents_dir: Path, case_file: Path) -> None:
    before = evaluated(documents_dir, case_file)
    after = evaluated(documents_dir, case_file, gives_up)

    found = compare_reports(before, after)

    assert [one.id for one in found.broken] == ["enter"]
    assert found.mended == ()
    assert found.broken[0].before == "guide/ask.md#L3-L3"
    assert found.broken[0].after == "abstention (no-match)"
    [accuracy] = [one for one in found.measures if one.measure == "answer_accuracy"]
    assert (accuracy.before, accuracy.after, accuracy.n) == (1.0, 0.8, 5)
    assert not accuracy.is_better
    assert not accuracy.is_significant
    assert [one.id for one in compare_reports(after, before).mended] == ["enter"]


def test_cases_of_only_one_report_are_named_and_not_compared(
    documents_dir: Path, case_file: Path, tmp_path: Path
) -> None:
    other = write_cases(tmp_path / "other.jsonl", [*CASES[1:], {**CASES[0], "id": "new"}])

    found = compare_reports(evaluated(documents_dir, case_file), evaluated(documents_dir, other))

    assert (found.added, found.removed) == (("new",), ("enter",))
    assert found.paired_cases == len(CASES) - 1


def test_the_same_comparison_reads_as_text_markdown_and_json(
    documents_dir: Path, tmp_path: Path
) -> None:
    path = write_cases(
        tmp_path / "cases.jsonl", [{**CASES[0], "query": "How <b>do</b> I | ask?"}, *CASES[1:]]
    )
    found = compare_reports(
        evaluated(documents_dir, path), evaluated(documents_dir, path, gives_up)
    )

    text = comparison_text(found)
    markdown = comparison_markdown(found)

    assert "answer_accuracy              1.000 -> 0.800  worse (p = 1.0000, may be luck)" in text
    assert "Broken: 1\n  enter: guide/ask.md#L3-L3 -> abstention (no-match)" in text
    assert "| `answer_accuracy` | 1.000 | 0.800 | 5 | worse (p = 1.0000, may be luck) |" in markdown
    assert "How \\<b\\>do\\</b\\> I \\| ask?" in markdown
    assert json.loads(comparison_json(found))["broken"][0]["id"] == "enter"
