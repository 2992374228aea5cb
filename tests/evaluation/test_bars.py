from __future__ import annotations

from pathlib import Path

import pytest
from fake_site import CASES, HonestHost, write_cases

from chapterverse.errors import InputError
from chapterverse.evaluation.bars import MissedBar, check_bars, parse_fail_under
from chapterverse.evaluation.evaluate import evaluate_site


def test_bars_are_read_from_one_text() -> None:
    assert parse_fail_under("recall_at_5=0.9, stale_rate=0") == {
        "recall_at_5": 0.9,
        "stale_rate": 0.0,
    }


def test_every_faulty_bar_is_named_with_the_names_that_exist() -> None:
    with pytest.raises(InputError) as raised:
        parse_fail_under("recal_at_5=0.9,mrr=high,mrr=nan,mrr")

    messages = [problem.message for problem in raised.value.problems]
    assert messages[0].startswith('found "recal_at_5", expected one of: abstention_f1')
    assert messages[1] == 'mrr: found "high", expected a number, as in mrr=0.9'
    assert len(messages) == 4


def test_all_missed_bars_are_listed_and_met_ones_are_not(
    documents_dir: Path, case_file: Path
) -> None:
    report = evaluate_site(HonestHost(documents_dir, case_file), [case_file], documents_dir)

    missed = check_bars(
        report, {"answered_share": 0.9, "recall_at_1": 1.0, "stale_rate": 0.0, "latency_p95_ms": 1}
    )

    assert [str(bar) for bar in missed] == [
        "answered_share: found 0.714286 (n = 7), expected at least 0.9; see weather, price",
        "latency_p95_ms: found 2 (n = 7), expected at most 1",
    ]


def test_of_many_cases_under_a_bar_the_first_are_named() -> None:
    missed = MissedBar("mrr", 0.25, 0.9, 11, tuple(f"case-{number}" for number in range(11)))

    named = ", ".join(f"case-{number}" for number in range(8))
    assert str(missed).endswith(f"expected at least 0.9; see {named} and 3 more")


def test_a_bar_on_a_measure_without_cases_is_missed(documents_dir: Path, tmp_path: Path) -> None:
    path = write_cases(tmp_path / "cases.jsonl", CASES[:1])
    report = evaluate_site(HonestHost(documents_dir, path), [path], documents_dir)

    missed = check_bars(report, {"abstention_recall": 0.5, "unsafe_evidence_rate": 0.0})

    assert [str(bar) for bar in missed] == [
        "abstention_recall: no case speaks to it, expected at least 0.5",
        "unsafe_evidence_rate: no case speaks to it, expected at most 0",
    ]


def test_an_unknown_measure_in_a_configuration_is_refused(
    documents_dir: Path, case_file: Path
) -> None:
    report = evaluate_site(HonestHost(documents_dir, case_file), [case_file], documents_dir)

    with pytest.raises(InputError, match='found "recall", expected one of:'):
        check_bars(report, {"recall": 0.5})
