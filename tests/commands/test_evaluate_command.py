from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from running import Run

from chapterverse.evaluation.report import Report, encode_report, load_report
from chapterverse.runtime.node import has_node

CASES = ("number-01", "code-01", "rule-01", "unanswerable-far-01")


@pytest.fixture(scope="session")
def case_file(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = (checkout / "eval/cases/tune.jsonl").read_text("utf-8").split("\n")
    kept = [line for line in lines if any(f'"en-{name}"' in line[:40] for name in CASES)]
    path = tmp_path_factory.mktemp("cases") / "few.jsonl"
    path.write_text("\n".join(kept), encoding="utf-8")
    return path


@pytest.fixture
def report(run: Run, demo_site: Path, case_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    run("evaluate", "--site", demo_site, "--cases", case_file, "--report", path)
    return path


def test_an_evaluation_prints_its_figures_and_writes_its_report(
    run: Run, demo_site: Path, case_file: Path, tmp_path: Path
) -> None:
    report, page = tmp_path / "report.json", tmp_path / "report.html"

    done = run(
        "evaluate", "--site", demo_site, "--cases", case_file, "--report", report, "--html", page
    )

    assert done.exit_code == 0, done.output
    assert done.output.startswith("Evaluation of 4 cases: recall_at_1 ")
    assert load_report(report).cases == 4
    html = page.read_text("utf-8")
    assert "</svg>" in html
    assert "<script" not in html
    assert "<link" not in html


def test_json_output_is_the_report(run: Run, demo_site: Path, case_file: Path) -> None:
    done = run("evaluate", "--site", demo_site, "--cases", case_file, "--json")

    assert Report.model_validate_json(done.stdout).cases == 4


def test_every_question_is_charged_for_all_that_it_reads(report: Path) -> None:
    measures = load_report(report).measures

    assert (measures["bytes_per_question_p50"].value or 0) > 10_000
    assert (measures["shards_per_question_p50"].value or 0) >= 2


def test_all_missed_bars_are_listed_together_with_status_1(
    run: Run, demo_site: Path, case_file: Path
) -> None:
    done = run(
        "evaluate", "--site", demo_site, "--cases", case_file,
        "--fail-under", "mrr=1.1,line_accuracy=0.1", "--fail-under", "bytes_per_question_p95=1",
    )  # fmt: skip

    assert done.exit_code == 1
    missed = [line.split(":")[1].strip() for line in done.stderr.splitlines()]
    assert missed == ["mrr", "bytes_per_question_p95"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--fail-under", "recal=1"), 'found "recal"'),
        (("--fail-under", "mrr=high"), 'mrr: found "high", expected a number'),
        (("--site", "/nowhere"), "no site here"),
    ],
)
def test_wrong_usage_ends_with_status_2(
    run: Run, demo_site: Path, case_file: Path, arguments: tuple[str, str], message: str
) -> None:
    done = run("evaluate", "--site", demo_site, "--cases", case_file, *arguments)

    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_faulty_case_file_ends_with_status_2_and_its_lines(
    run: Run, demo_site: Path, case_file: Path, tmp_path: Path
) -> None:
    faulty = tmp_path / "faulty.jsonl"
    faulty.write_text(case_file.read_text("utf-8") + "\n{broken\n", encoding="utf-8")

    done = run("evaluate", "--site", demo_site, "--cases", faulty)

    assert done.exit_code == 2
    assert f"{faulty}:5: column 2: not JSON" in done.stderr


def test_cases_of_a_scope_that_the_site_lacks_are_left_out(
    run: Run, demo_site: Path, checkout: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    private = checkout / "eval/cases/team-a.jsonl"

    done = run("evaluate", "--site", demo_site, "--cases", private, "--report", report)

    assert done.exit_code == 0, done.output
    assert load_report(report).skipped_cases > 0
    assert "team-a" not in report.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(not has_node(), reason="needs Node")
def test_the_site_s_own_runtime_tells_the_same_bytes(
    run: Run, demo_site: Path, case_file: Path
) -> None:
    done = run(
        "evaluate", "--site", demo_site, "--cases", case_file, "--parity",
        "--fail-under", "runtime_parity=1",
    )  # fmt: skip

    assert done.exit_code == 0, done.output


@pytest.mark.slow
@pytest.mark.skipif(not has_node(), reason="needs Node")
def test_a_site_without_a_runtime_cannot_be_asked_for_parity(
    run: Run, demo_site: Path, case_file: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(demo_site, site)
    shutil.rmtree(site / "_chapterverse/runtime")

    done = run("evaluate", "--site", site, "--cases", case_file, "--parity")

    assert done.exit_code == 2
    assert "found 0 folders, expected one with a runtime" in done.stderr


def spoiled(report: Path, path: Path) -> Path:
    """Write a report in which the first right case went wrong."""
    fields = json.loads(report.read_text("utf-8"))
    one = next(one for one in fields["results"] if one["scores"]["outcome_accuracy"])
    one["scores"] |= {"outcome_accuracy": 0.0, "out_of_scope_rate": 1.0}
    one["outcome"], one["reason"] = "abstention", "weak-evidence"
    path.write_text(encode_report(Report.model_validate(fields)), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("wording", "expected"),
    [("text", "Broken: 1\n"), ("markdown", "**Broken: 1**"), ("json", '"broken": [\n')],
)
def test_a_comparison_tells_what_broke(
    run: Run, report: Path, tmp_path: Path, wording: str, expected: str
) -> None:
    worse = spoiled(report, tmp_path / "worse.json")

    done = run("compare", report, worse, "--format", wording)

    assert done.exit_code == 0
    assert expected in done.stdout


def test_a_regression_ends_with_status_1_and_an_improvement_does_not(
    run: Run, report: Path, tmp_path: Path
) -> None:
    worse = spoiled(report, tmp_path / "worse.json")

    fallen = run("compare", report, worse, "--fail-on-regression")
    risen = run("compare", worse, report, "--fail-on-regression")
    same = run("compare", report, report, "--fail-on-regression")

    assert fallen.exit_code == 1
    assert "regression: out_of_scope_rate: 0.000 -> 0.250" in fallen.stderr
    assert "regression: 1 cases broke, 0 were mended: " in fallen.stderr
    assert (risen.exit_code, same.exit_code) == (0, 0)


def test_a_file_that_is_no_report_ends_with_status_2(
    run: Run, report: Path, case_file: Path
) -> None:
    done = run("compare", report, case_file)

    assert done.exit_code == 2
    assert str(case_file) in done.stderr
