"""A short run of each benchmark: they work on any corpus, and their tables name every figure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def run(checkout: Path, name: str, *arguments: str) -> str:
    path = os.pathsep.join([str(checkout / "builder"), str(checkout / "web")])
    result = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_build_is_measured_cold_after_an_edit_and_after_none(checkout: Path) -> None:
    told = run(checkout, "build", str(checkout / "corpus/guide"), "--rounds", "1", "--no-peer")
    assert "chapterverse, cold" in told
    assert "chapterverse, nothing to do" in told
    assert "One edit takes" in told


def test_bytes_are_weighed_for_two_sizes_of_a_corpus(checkout: Path) -> None:
    told = run(checkout, "bytes", str(checkout / "corpus/guide"), "--shares", "0.5", "1")
    assert "| 0.5 |" in told
    assert "times the bytes" in told


def test_a_made_up_corpus_grows_and_a_given_one_is_put_beside_it(
    checkout: Path, tmp_path: Path
) -> None:
    rows = ("--keep", str(tmp_path / "rows.json"), "--plots", str(tmp_path))
    run(checkout, "scale", "--documents", "20", *rows)
    guide = f"guide={checkout / 'corpus/guide'}"
    told = run(checkout, "scale", "--documents", "--corpus", guide, *rows)
    assert "| made up, 20 | 20 | 100 |" in told
    assert "| guide | " in told
    assert "times the passages" in told
    assert "guide" in (tmp_path / "growth-build.svg").read_text("utf-8")


def test_quality_is_measured_on_the_demo_beside_bm25(checkout: Path) -> None:
    told = run(checkout, "quality", "nowhere", "--set", "demo", "--half", "tune")
    assert "| BM25 at 1 |" in told
    assert "| demo |" in told


def test_questions_are_timed(checkout: Path) -> None:
    told = run(checkout, "question", "nowhere", "demo", "--no-peer")
    assert "questions a second, P50" in told


@pytest.mark.browser
def test_the_first_answer_is_timed_in_a_browser(
    checkout: Path, demo_site: Path, browser: object
) -> None:
    assert browser
    told = run(checkout, "startup", str(demo_site), "--rounds", "1", "--no-stock")
    assert "chapterverse, first visit" in told
    assert "chapterverse, second visit" in told


def test_a_measured_build_is_multiplied_to_a_plan(checkout: Path, tmp_path: Path) -> None:
    site, measured = tmp_path / "site", tmp_path / "measured.json"
    command = [sys.executable, "-m", "chapterverse", "build", "corpus/guide", "--no-eval"]
    command += ["--jobs", "1", "--profile", "--json", "--out", str(site)]
    path = os.pathsep.join([str(checkout / "builder"), str(checkout / "web")])
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, check=True)
    measured.write_bytes(done.stdout)
    told = run(checkout, "plan", str(measured), "--passages", "1000000", "10000000")
    rows = [line.split("|") for line in told.splitlines() if line.startswith(("| 1,", "| 10,"))]
    small, large = ([float(cell.split()[0].replace(",", "")) for cell in row[6:8]] for row in rows)
    assert all(9 < b / a < 11 for a, b in zip(small, large, strict=True) if a > 5)
    built_again = subprocess.run(command, cwd=checkout, env=env, capture_output=True, check=True)
    measured.write_bytes(built_again.stdout)
    with pytest.raises(AssertionError, match="expected a first build"):
        run(checkout, "plan", str(measured))


def test_channels_and_features_are_shown_for_the_demo(checkout: Path) -> None:
    told = run(checkout, "channels", str(checkout), "--set", "demo")
    assert "| demo, misspelt |" in told
    assert "keyword only | vector only" in told
    assert "| nothing |" in told
    assert "| named |" in told
