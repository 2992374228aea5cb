"""`chapterverse evaluate`: ask the cases of a built site and hold the figures against bars."""

from __future__ import annotations

from pathlib import Path

import click

from chapterverse.commands.frame import EXISTING, JSON, SITE
from chapterverse.errors import BarsMissed
from chapterverse.evaluation.bars import check_bars, parse_fail_under
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.report import Report, encode_report

SHOWN_MEASURES = (
    "recall_at_1", "recall_at_5", "mrr", "answer_accuracy", "citation_precision",
    "line_accuracy", "abstention_precision", "abstention_recall",
)  # fmt: skip


def report_text(report: Report) -> str:
    """Return the headline figures in one sentence."""
    shown = (
        f"{name} {report.measures[name].value:.3f}"
        for name in SHOWN_MEASURES
        if name in report.measures and report.measures[name].value is not None
    )
    return f"Evaluation of {report.cases} cases: {', '.join(shown)}."


@click.command("evaluate")
@SITE
@click.option("--cases", "cases", multiple=True, required=True, type=EXISTING)
@click.option(
    "--corpus", type=EXISTING, help="Folder to check against, instead of the site's texts."
)
@click.option("--fail-under", "fail_under", multiple=True, help="Bars: measure=value,…")
@JSON
def evaluate_command(
    site: Path,
    cases: tuple[Path, ...],
    corpus: Path | None,
    fail_under: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Ask the cases of a built site and measure the outcomes from the files on disk."""
    bars = parse_fail_under(",".join(fail_under))
    report = evaluate_site(FileHost(site), cases, corpus or site / "source", site_dir=site)
    click.echo(encode_report(report) if as_json else report_text(report))
    missed = check_bars(report, bars)
    if missed:
        raise BarsMissed("\n".join(f"missed: {bar}" for bar in missed))
