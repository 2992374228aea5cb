from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from running import Run

SCRIPT = "benchmarks/independent_measures.py"


@pytest.mark.parametrize("name", ["tune", "held-out"])
def test_the_figures_agree_with_a_script_that_shares_no_code(
    run: Run, checkout: Path, demo_site: Path, tmp_path: Path, name: str
) -> None:
    cases, outcomes = checkout / f"eval/cases/{name}.jsonl", tmp_path / "outcomes.jsonl"
    asked = run("ask", "--site", demo_site, "--file", cases, "--top-k", 10, "--json")
    outcomes.write_text(asked.stdout, encoding="utf-8")
    report = json.loads(run("evaluate", "--site", demo_site, "--cases", cases, "--json").stdout)

    done = subprocess.run(
        [sys.executable, checkout / SCRIPT, cases, outcomes, demo_site / "source"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    figures = json.loads(done.stdout)
    assert len(figures) == 10
    assert figures == {figure: report["measures"][figure]["value"] for figure in figures}
