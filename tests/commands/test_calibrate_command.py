"""`chapterverse calibrate`: from own cases, from automatic ones, from both."""

from __future__ import annotations

import json
from pathlib import Path

from running import Run


def test_a_site_without_cases_is_calibrated_by_its_headings(run: Run, demo_site: Path) -> None:
    done = run("calibrate", "--site", demo_site)

    assert done.exit_code == 0, done.output
    assert "threshold = " in done.output.split("[answers]")[1]


def test_own_cases_decide_alone_without_automatic_ones(
    run: Run, demo_site: Path, checkout: Path
) -> None:
    cases = checkout / "eval/cases/tune.jsonl"
    both = run("calibrate", "--site", demo_site, "--cases", cases, "--json")
    alone = run("calibrate", "--site", demo_site, "--cases", cases, "--no-automatic", "--json")

    written = len(cases.read_text("utf-8").splitlines())
    assert json.loads(alone.output)["cases"] == written < json.loads(both.output)["cases"]


def test_neither_cases_nor_automatic_ones_is_an_error(run: Run, demo_site: Path) -> None:
    done = run("calibrate", "--site", demo_site, "--no-automatic")

    assert done.exit_code != 0
    assert "0 answerable and 0 unanswerable" in done.output
