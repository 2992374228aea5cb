"""`chapterverse evaluate` and `compare`: figures against bars, and against other figures."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from chapterverse.commands.figures import measures_text
from chapterverse.commands.frame import EXISTING, JSON, SITE, dumped
from chapterverse.errors import BarsMissed
from chapterverse.evaluation.automatic_cases import automatic_cases
from chapterverse.evaluation.bars import check_bars, parse_fail_under
from chapterverse.evaluation.calibrate import (
    AUTOMATIC_WEIGHT,
    Trial,
    calibrate,
    is_vetoed,
    operating_point,
    trials_of,
)
from chapterverse.evaluation.compare import (
    compare_reports,
    comparison_json,
    comparison_markdown,
    comparison_text,
)
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.page import render_alone
from chapterverse.evaluation.parity import replies_in_pyodide
from chapterverse.evaluation.report import Report, encode_report, load_report
from chapterverse_engine.gate import threshold_of
from chapterverse_engine.model import Question

_OUTPUT = click.Path(dir_okay=False, path_type=Path)
_WORDINGS = {"text": comparison_text, "markdown": comparison_markdown, "json": comparison_json}


def report_text(report: Report) -> str:
    """Return the headline figures in one sentence."""
    values = {name: estimate.value for name, estimate in report.measures.items()}
    return measures_text(report.cases, values)


@click.command("evaluate")
@SITE
@click.option(
    "--cases",
    "cases",
    multiple=True,
    required=True,
    type=EXISTING,
    help="JSON Lines file of cases; repeatable.",
)
@click.option(
    "--corpus", type=EXISTING, help="Folder to check against, instead of the site's texts."
)
@click.option(
    "--fail-under", "fail_under", multiple=True, help="Bars: measure=value,…; may be repeated."
)
@click.option("--report", "report_file", type=_OUTPUT, help="Write the report here, as JSON.")
@click.option("--html", "html_file", type=_OUTPUT, help="Write the report here, as one page.")
@click.option("--parity", is_flag=True, help="Ask in Pyodide too (needs Node) and compare bytes.")
@JSON
def evaluate_command(
    site: Path,
    cases: tuple[Path, ...],
    corpus: Path | None,
    fail_under: tuple[str, ...],
    report_file: Path | None,
    html_file: Path | None,
    parity: bool,  # noqa: FBT001 - click passes flags by name
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Ask the cases of a built site and measure the outcomes from the files on disk."""
    bars = parse_fail_under(",".join(fail_under))
    host = FileHost(site)
    report = evaluate_site(
        host,
        cases,
        corpus or site / "source",
        site_dir=site,
        site_scopes=host.scopes,
        elsewhere=partial(replies_in_pyodide, site) if parity else None,
    )
    if report_file:
        report_file.write_text(encode_report(report), encoding="utf-8")
    if html_file:
        html_file.write_text(render_alone(report), encoding="utf-8")
    click.echo(encode_report(report) if as_json else report_text(report), nl=not as_json)
    missed = check_bars(report, bars)
    if missed:
        raise BarsMissed("\n".join(f"missed: {bar}" for bar in missed))


@click.command("compare")
@click.argument("old", type=EXISTING)
@click.argument("new", type=EXISTING)
@click.option(
    "--format",
    "wording",
    type=click.Choice(list(_WORDINGS)),
    default="text",
    show_default=True,
    help="How the comparison is written.",
)
@click.option(
    "--fail-on-regression", is_flag=True, help="Exit status 1 when a case broke or a measure fell."
)
def compare_command(
    old: Path,
    new: Path,
    wording: str,
    fail_on_regression: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Compare the reports OLD and NEW case by case, with the chance that it is luck."""
    comparison = compare_reports(load_report(old), load_report(new))
    click.echo(_WORDINGS[wording](comparison), nl=False)
    regressions = tuple(comparison.regressions())
    if fail_on_regression and regressions:
        raise BarsMissed("\n".join(f"regression: {one}" for one in regressions))


@click.command("calibrate")
@SITE
@click.option(
    "--cases",
    "cases",
    multiple=True,
    type=EXISTING,
    help="JSON Lines file of cases; those of the split `tune` decide; repeatable.",
)
@click.option(
    "--automatic/--no-automatic",
    "has_automatic",
    default=True,
    show_default=True,
    help="Also ask the site's headings, and questions of other subjects.",
)
@JSON
def calibrate_command(
    site: Path,
    cases: tuple[Path, ...],
    has_automatic: bool,  # noqa: FBT001 - click passes flags by name
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Find the gate's threshold that suits a site, from cases that may be looked at."""
    host = FileHost(site)
    trials = _own_trials(host, cases, site) if cases else []
    if has_automatic:
        trials += _automatic_trials(host, site)
    best = calibrate(trials)
    now = operating_point(trials, threshold_of(host.manifest.settings))
    if as_json:
        counts = {"cases": len(trials), "threshold": best.threshold, "now": now.threshold}
        click.echo(dumped(counts))
        return
    for name, point in (("now", now), ("best", best)):
        click.echo(
            f"{name}: threshold {point.threshold}: answerable answered {point.answered:.3f}, "
            f"unanswerable refused {point.refused:.3f}"
        )
    click.echo(f"In chapterverse.toml:\n[answers]\nthreshold = {best.threshold}")


def _own_trials(host: FileHost, cases: tuple[Path, ...], site: Path) -> list[Trial]:
    report = evaluate_site(host, cases, site / "source", site_scopes=host.scopes)
    return trials_of(report.results)


def _automatic_trials(host: FileHost, site: Path) -> list[Trial]:
    trials = []
    for case in automatic_cases(site):
        fields = host.ask(Question(case.query, case.lang)).outcome
        vetoed = is_vetoed(fields["outcome"], fields["reason"])
        trials.append(Trial(case.answerable, fields["confidence"], vetoed, AUTOMATIC_WEIGHT))
    return trials
