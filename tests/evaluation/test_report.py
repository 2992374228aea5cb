from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_site import CASES, QUARANTINE, HonestHost, write_cases

from chapterverse.errors import InputError
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.report import (
    Report,
    decode_report,
    encode_report,
    load_report,
    weigh_site,
)


def evaluated(documents_dir: Path, case_file: Path, elapsed_ms: float = 2.0) -> Report:
    host = HonestHost(documents_dir, case_file)
    host.cost = (elapsed_ms, 1000, 4)
    return evaluate_site(host, [case_file], documents_dir, quarantine=QUARANTINE)


def test_a_report_survives_its_file(documents_dir: Path, case_file: Path, tmp_path: Path) -> None:
    report = evaluated(documents_dir, case_file)
    path = tmp_path / "report.json"
    path.write_text(encode_report(report), encoding="utf-8")

    assert load_report(path) == report


def test_two_runs_differ_in_their_times_alone(documents_dir: Path, case_file: Path) -> None:
    first = json.loads(encode_report(evaluated(documents_dir, case_file, 2.0)))
    second = json.loads(encode_report(evaluated(documents_dir, case_file, 90.0)))

    assert first.pop("timings") != second.pop("timings")
    assert first == second


def test_measures_are_grouped_by_language_kind_and_split(
    documents_dir: Path, case_file: Path
) -> None:
    groups = evaluated(documents_dir, case_file).groups

    assert list(groups["lang"]) == ["en", "zh"]
    assert list(groups["split"]) == ["held-out", "tune"]
    assert groups["lang"]["zh"]["abstention_recall"].value is None
    assert groups["kind"]["how-to"]["answer_accuracy"].n == 2


def test_the_report_says_which_lines_are_quarantined_but_not_what_they_say(
    documents_dir: Path, case_file: Path
) -> None:
    report = evaluated(documents_dir, case_file)

    assert report.quarantined[0].source_path == "notes/hostile.md"
    assert "Ignore all" not in encode_report(report)


def test_quarantine_is_remembered_from_the_published_report(
    documents_dir: Path, case_file: Path
) -> None:
    site_dir = documents_dir.parent
    (site_dir / "eval").mkdir()
    published = encode_report(evaluated(documents_dir, case_file))
    (site_dir / "eval" / "report.json").write_text(published, encoding="utf-8")
    host = HonestHost(documents_dir, case_file)

    report = evaluate_site(host, [case_file], documents_dir, site_dir=site_dir)

    assert report.measures["unsafe_evidence_rate"].n == len(CASES)
    assert [one.start_line for one in report.quarantined] == [3]


def test_cases_of_a_scope_that_the_site_lacks_leave_no_trace(
    documents_dir: Path, tmp_path: Path
) -> None:
    private = {
        "id": "duty", "query": "Which phone?", "answerable": True, "scope": "team-a",
        "source": "team/duty.md", "start_line": 6, "end_line": 6, "answers": ["4711"],
    }  # fmt: skip
    path = write_cases(tmp_path / "cases.jsonl", [*CASES, private])
    host = HonestHost(documents_dir, path)

    report = evaluate_site(host, [path], documents_dir, site_scopes=["public"])

    assert report.skipped_cases == 1
    assert report.cases == len(CASES)
    assert "4711" not in encode_report(report)
    assert "duty" not in encode_report(report)


def test_the_curve_falls_from_full_coverage_and_recall_never_falls(
    documents_dir: Path, case_file: Path
) -> None:
    report = evaluated(documents_dir, case_file)

    coverages = [point.coverage for point in report.coverage_precision]
    assert coverages[0] == 1.0
    assert coverages == sorted(coverages, reverse=True)
    assert report.coverage_precision[-1].precision == 1.0
    assert list(report.recall_by_rank["passage"]) == sorted(report.recall_by_rank["passage"])


def test_reasons_count_right_and_wrong_abstentions(documents_dir: Path, case_file: Path) -> None:
    [one] = evaluated(documents_dir, case_file).reasons

    assert (one.reason, one.unanswerable, one.answerable) == ("weak-evidence", 2, 0)


def test_the_heaviest_files_come_first(tmp_path: Path) -> None:
    index = tmp_path / "_chapterverse" / "index"
    index.mkdir(parents=True)
    for name, size in (("a", 10), ("b", 30), ("manifest", 99)):
        (index / f"{name}.json").write_bytes(b"x" * size)
    (tmp_path / "source" / "guide").mkdir(parents=True)
    (tmp_path / "source" / "guide" / "ask.md").write_bytes(b"12345")
    (tmp_path / "source" / "guide" / "ask.md.html").write_bytes(b"x" * 50)

    weights = weigh_site(tmp_path)

    assert [(one.name, one.size_bytes) for one in weights.documents] == [("guide/ask.md", 5)]
    assert [one.size_bytes for one in weights.shards] == [30, 10]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "format: found None, expected 1"),
        ('{"format": 2}', "format: found 2, expected 1"),
        ('{"format": 1}', "cases: Field required"),
    ],
)
def test_a_file_that_is_no_report_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decode_report(text, "old.json")


def test_a_reply_that_is_no_outcome_names_the_case(documents_dir: Path, case_file: Path) -> None:
    host = HonestHost(documents_dir, case_file, lambda _, __: {"outcome": "answer", "quotes": [1]})

    with pytest.raises(InputError, match=r"reply to case enter: quotes\.0:"):
        evaluate_site(host, [case_file], documents_dir)
