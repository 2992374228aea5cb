"""The kept baseline: the demo's figures do not get worse unnoticed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_site import HonestHost
from sabotages import gives_up

from chapterverse.evaluation.compare import compare_reports, comparison_text
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.report import Report, encode_report, load_report

BASELINE = "eval/baselines/demo.json"


def kept(checkout: Path, report: Report, folder: Path) -> Path:
    source, target = folder / "report.json", folder / "baselines/kept.json"
    source.write_text(encode_report(report), encoding="utf-8")
    command = [sys.executable, checkout / "eval/keep_baseline.py", source, target]
    subprocess.run(command, check=True)
    return target


def texts_in(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts_in(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner, key)
    elif isinstance(value, str):
        yield key, value


@pytest.mark.slow
def test_the_demo_is_no_worse_than_its_baseline(checkout: Path, demo_site: Path) -> None:
    before, after = load_report(checkout / BASELINE), load_report(demo_site / "eval/report.json")
    comparison = compare_reports(before, after)

    assert comparison.paired_cases > 150
    assert not list(comparison.regressions()), (
        f"{comparison_text(comparison)}\nMend it; if it was meant, keep it: make baseline"
    )


def test_a_baseline_compares_like_the_report_that_it_was_made_of(
    checkout: Path, documents_dir: Path, case_file: Path, tmp_path: Path
) -> None:
    honest = evaluate_site(HonestHost(documents_dir, case_file), [case_file], documents_dir)
    spoiled = evaluate_site(
        HonestHost(documents_dir, case_file, gives_up), [case_file], documents_dir
    )
    baseline = load_report(kept(checkout, honest, tmp_path))

    assert compare_reports(baseline, honest) == compare_reports(honest, honest)
    assert compare_reports(baseline, spoiled) == compare_reports(honest, spoiled)
    assert list(compare_reports(baseline, spoiled).regressions())


def test_a_baseline_holds_no_time_and_no_text_of_the_documents(
    checkout: Path, documents_dir: Path, case_file: Path, tmp_path: Path
) -> None:
    host = HonestHost(documents_dir, case_file)
    one = kept(checkout, evaluate_site(host, [case_file], documents_dir), tmp_path).read_text()
    host.cost = (900.0, 1000, 4)
    other = kept(checkout, evaluate_site(host, [case_file], documents_dir), tmp_path).read_text()

    assert one == other
    texts = dict(texts_in(json.loads(one)["results"]))
    assert texts["id"]
    assert texts["text"] == texts["href"] == ""
    assert "Type a question and press Enter." not in one
