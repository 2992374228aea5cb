"""Every measure is perfect for an honest engine, and gets worse when something is broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fake_site import QUARANTINE, Change, HonestHost
from sabotages import (
    SPOILED_BY,
    cut_to_size,
    is_sure_of_nothing_right,
    on_candidates,
    shifted_quotes,
    swapped_sources,
    too_long,
)

from chapterverse.evaluation.bars import check_bars
from chapterverse.evaluation.cases import load_cases
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.measures import MEASURES, Better
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.report import Report, build_report
from chapterverse.evaluation.run import run_cases
from chapterverse.evaluation.safety import Ground
from chapterverse_engine.evidence_set import EvidenceItem


def evaluated(documents_dir: Path, case_file: Path, change: Change | None = None) -> Report:
    host = HonestHost(documents_dir, case_file, change)
    elsewhere = HonestHost(documents_dir, case_file).replies
    return evaluate_site(
        host, [case_file], documents_dir, quarantine=QUARANTINE, elsewhere=elsewhere
    )


def test_an_honest_engine_is_perfect(documents_dir: Path, case_file: Path) -> None:
    report = evaluated(documents_dir, case_file)

    for name, measure in MEASURES.items():
        if name in report.measures and measure.unit == "share" and name != "answered_share":
            best = 1.0 if measure.better is Better.HIGHER else 0.0
            assert report.measures[name].value == best, name


@pytest.mark.parametrize(
    ("change", "name"),
    [(change, name) for change, names in SPOILED_BY for name in names],
)
def test_sabotage_makes_the_measure_worse_and_misses_its_bar(
    documents_dir: Path, case_file: Path, change: Change, name: str
) -> None:
    before = evaluated(documents_dir, case_file).measures[name]
    report = evaluated(documents_dir, case_file, change)
    after = report.measures[name]

    assert before.value is not None
    assert after.value is not None
    assert after.value != before.value
    assert (after.value > before.value) is (MEASURES[name].better is Better.LOWER)
    assert [bar.measure for bar in check_bars(report, {name: before.value})] == [name]


def test_shifting_lines_leaves_the_words_right_and_the_lines_wrong(
    documents_dir: Path, case_file: Path
) -> None:
    measures = evaluated(documents_dir, case_file, shifted_quotes).measures

    assert measures["line_accuracy"].value == 0.0
    assert measures["answer_accuracy"].value == 1.0


def test_a_file_changed_after_indexing_is_stale_even_where_the_quote_still_stands(
    documents_dir: Path, case_file: Path
) -> None:
    host = HonestHost(documents_dir, case_file)
    results = run_cases(host, load_cases([case_file]))
    page = documents_dir / "guide/ask.md"
    page.write_bytes(page.read_bytes().replace(b"Each has its lines.", b"Each has its  lines."))

    report = build_report(results, Ground(Originals(documents_dir)))

    many = next(verdict for verdict in report.results if verdict.id == "many")
    assert many.scores["stale_rate"] == 1.0
    assert many.scores["line_accuracy"] == 0.0
    enter = next(verdict for verdict in report.results if verdict.id == "enter")
    assert enter.scores["stale_rate"] == 0.0


def test_a_scope_that_the_build_states_outweighs_what_the_reply_claims(
    documents_dir: Path, case_file: Path
) -> None:
    host = HonestHost(
        documents_dir,
        case_file,
        on_candidates(lambda one: {**one, "scope": "public"}),
    )
    scopes = {"handbook.jsonl/AX-3@2": "team-b"}

    report = evaluate_site(host, [case_file], documents_dir, scope_of_source=scopes)

    leaking = [one.id for one in report.results if one.scores["out_of_scope_rate"]]
    assert leaking == ["filter"]


@pytest.mark.parametrize("prompt_of", [too_long, cut_to_size])
def test_a_prompt_over_its_budget_or_with_a_cut_block_shows(
    documents_dir: Path,
    case_file: Path,
    prompt_of: Callable[[str, Sequence[EvidenceItem], int], str],
) -> None:
    results = run_cases(HonestHost(documents_dir, case_file), load_cases([case_file]))
    originals = Originals(documents_dir)

    honest = build_report(results, Ground(originals)).measures["budget_violation_rate"]
    spoiled = build_report(results, Ground(originals, prompt_of=prompt_of))

    assert honest.value == 0.0
    assert spoiled.measures["budget_violation_rate"].value == 1.0
    assert check_bars(spoiled, {"budget_violation_rate": 0.0})


@pytest.mark.parametrize(
    "name", ["bytes_per_question_p50", "bytes_per_question_p95", "shards_per_question_p50",
             "shards_per_question_p95", "latency_p50_ms", "latency_p95_ms", "latency_p99_ms"]
)  # fmt: skip
def test_a_slow_and_heavy_engine_shows(documents_dir: Path, case_file: Path, name: str) -> None:
    host = HonestHost(documents_dir, case_file)
    host.cost = (900.0, 500_000, 90)

    report = evaluate_site(host, [case_file], documents_dir)

    light = evaluated(documents_dir, case_file)
    bar = {**light.measures, **light.timings.measures}[name].value
    assert bar is not None
    assert [one.measure for one in check_bars(report, {name: bar})] == [name]


def test_no_measure_is_without_a_sabotage() -> None:
    spoiled = {name for _, names in SPOILED_BY for name in names} | {"budget_violation_rate"}
    costs = {name for name in MEASURES if "_per_question_" in name or name.startswith("latency_")}

    assert spoiled | costs == set(MEASURES)


@pytest.mark.parametrize("change", [swapped_sources, is_sure_of_nothing_right])
def test_wrong_ranks_and_wrong_confidence_lower_the_curve(
    documents_dir: Path, case_file: Path, change: Change
) -> None:
    honest = evaluated(documents_dir, case_file).coverage_precision
    spoiled = evaluated(documents_dir, case_file, change).coverage_precision

    best_of_coverage = {point.coverage: point.precision for point in honest}
    assert honest[-1].precision == 1.0
    assert spoiled[-1].precision == 0.0
    assert all(one.precision <= best_of_coverage.get(one.coverage, 1.0) for one in spoiled)
