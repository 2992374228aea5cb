"""`chapterverse cases`: check a set of cases, and make it grow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from chapterverse.commands.frame import EXISTING, dumped
from chapterverse.errors import InputError
from chapterverse.evaluation.cases import load_cases
from chapterverse.evaluation.drafts import (
    Which,
    append_line,
    check_case,
    cited_place,
    drafts_of_asked,
    drafts_of_report,
    make_case,
)
from chapterverse.evaluation.evaluate import check_gold
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.report import load_report

_WRITTEN = click.Path(dir_okay=False, path_type=Path)
_CORPUS = click.option("--corpus", type=EXISTING, help="Folder of the documents, or of their site.")


@click.group("cases")
def cases_command() -> None:
    """Check a set of evaluation cases, and make it grow."""


@cases_command.command("check")
@click.argument("files", nargs=-1, required=True, type=EXISTING)
@_CORPUS
def check_command(files: tuple[Path, ...], corpus: Path | None) -> None:
    """Report every problem in FILES; with --corpus also gold that the documents do not hold."""
    cases = load_cases(files)
    problems = list(check_gold(cases, _originals(corpus))) if corpus else []
    if problems:
        raise InputError(problems, "The gold of these cases is not in the documents:")
    held_out = sum(case.split == "held-out" for case in cases)
    click.echo(f"{len(cases)} cases in {len(files)} files, {held_out} held out, no problems.")


@cases_command.command("add")
@click.argument("file", type=_WRITTEN)
@click.argument("query")
@click.option(
    "--cite", "cited", multiple=True, help="A right citation: path#L3-L6; the best first."
)
@_CORPUS
@click.option("--answer", "answers", multiple=True, help="A fragment that a right quote holds.")
@click.option("--match", type=click.Choice(["any", "all", "section"]), help="How answers count.")
@click.option("--id", "id", help="Id of the case.  [default: language, kind, number]")
@click.option("--lang", help="Language of the question.  [default: detected]")
@click.option("--kind", help="Kind of question, as in the other cases.")
@click.option(
    "--split",
    type=click.Choice(["tune", "held-out"]),
    default="tune",
    show_default=True,
    help="May it be looked at while tuning?",
)
@click.option("--scope", multiple=True, help="A scope of the asker beside public.")
@click.option("--version", help="A version instead of the newest.")
@click.option("--history", multiple=True, help="An earlier question of the thread.")
@click.option("--forbidden", "forbidden_sources", multiple=True, help="Must not be cited.")
@click.option("--note", help="A remark for people.")
def add_command(
    file: Path, query: str, cited: tuple[str, ...], corpus: Path | None, **fields: Any
) -> None:
    """Add QUERY to the cases in FILE; without --cite it is one that must not be answered."""
    line = make_case(query, [cited_place(one) for one in cited], fields, file)
    if cited and not corpus:
        raise click.UsageError("--corpus is missing; the cited lines are checked in it")
    check_case(line, _originals(corpus or Path()))
    click.echo(append_line(file, line))


@cases_command.command("from-report")
@click.argument("report", type=EXISTING)
@click.option(
    "--only",
    type=click.Choice(["abstained", "failed", "answered"]),
    help="Only these.  [default: abstained and failed]",
)
@click.option("--out", type=_WRITTEN, help="Append the drafts here instead of printing them.")
def from_report_command(report: Path, only: Which | None, out: Path | None) -> None:
    """Draft cases from the abstained and failed questions of REPORT.

    REPORT is a report.json, or the lines that `ask --file … --json` or `ask --trace` wrote. A
    draft's gold is a guess: the nearest lines, for `--only answered` those that were cited. Edit
    it, then check the file with `cases check`.
    """
    which: tuple[Which, ...] = (only,) if only else ("abstained", "failed")
    if report.suffix == ".json":
        if only == "answered":
            raise click.UsageError("--only answered needs the lines that `ask --file` wrote")
        drafts = list(drafts_of_report(load_report(report), which))
    else:
        drafts = list(drafts_of_asked(report, which))
    for draft in drafts:
        click.echo(append_line(out, draft) if out else dumped(draft))
    click.echo(f"{len(drafts)} drafts; each says in its note why.", err=True)


def _originals(folder: Path) -> Originals:
    """Read documents from a corpus, or from the texts of a built site."""
    return Originals(folder / "source" if (folder / "_chapterverse").is_dir() else folder)
