"""The command line: `chapterverse build | serve | ask | search | evaluate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from chapterverse import __version__, asking
from chapterverse.config import load_config
from chapterverse.errors import BarsMissed, ChapterverseError
from chapterverse.evaluation.bars import check_bars, parse_fail_under
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.report import Report, encode_report
from chapterverse.pipeline import BuildSummary, build, summary_fields
from chapterverse.serve import serve
from chapterverse_engine.errors import EngineError
from chapterverse_engine.model import Question

# Exit statuses: fine, a bar was missed, faulty input or usage.
EXIT_BARS, EXIT_INPUT = 1, 2

_EXISTING = click.Path(exists=True, path_type=Path)
_SITE = click.option(
    "--site", default="dist", type=click.Path(path_type=Path), help="Folder of the built site."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class _Group(click.Group):
    """Shows our own errors as messages, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BarsMissed as error:
            click.echo(str(error), err=True)
            ctx.exit(EXIT_BARS)
        except (ChapterverseError, EngineError) as error:
            click.echo(f"chapterverse: {error}", err=True)
            ctx.exit(EXIT_INPUT)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chapterverse")
def main() -> None:
    """Build documentation sites that answer questions with verbatim, line-cited quotes."""


def _comma_separated(_ctx: object, _param: object, value: str | None) -> tuple[str, ...] | None:
    return tuple(filter(None, (part.strip() for part in value.split(",")))) if value else None


@main.command("build")
@click.argument("sources", nargs=-1, type=_EXISTING)
@click.option("--out", type=click.Path(path_type=Path), help="Output folder.  [default: dist]")
@click.option("--config", "config_path", type=_EXISTING, help="Configuration file.")
@click.option("--scopes", callback=_comma_separated, help="Scopes that enter the site: a,b.")
@click.option("--max-chars", type=click.IntRange(100, 20_000), help="Target length of a passage.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Worker processes.")
@click.option("--strict", is_flag=True, help="Fail when a file cannot be read whole.")
@click.option("--no-eval", is_flag=True, help="Publish without asking the cases.")
@_JSON
def build_command(
    sources: tuple[Path, ...],
    out: Path | None,
    config_path: Path | None,
    scopes: tuple[str, ...] | None,
    max_chars: int | None,
    jobs: int | None,
    strict: bool,  # noqa: FBT001 - click passes flags by name
    no_eval: bool,  # noqa: FBT001 - click passes flags by name
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Build the site of SOURCES (folders and .jsonl files) into the output folder."""
    config = load_config(
        config_path,
        sources=sources,
        out=out,
        scopes=scopes,
        max_chars=max_chars,
        jobs=jobs,
        is_strict=strict or None,
    )
    summary = build(config, is_evaluated=not no_eval)
    click.echo(_dumped(summary_fields(summary)) if as_json else _summary_text(summary))


def _summary_text(summary: BuildSummary) -> str:
    changes = summary.changes
    lines = [f"skipped: {problem}" for problem in summary.problems]
    lines += [
        f"quarantined: {one.source_path}:{one.start_line}: {one.rule}: {one.payload}"
        for one in summary.findings
    ]
    lines.append(
        f"Generation {summary.generation}: {summary.documents} documents "
        f"({changes.documents_added} added, {changes.documents_updated} updated, "
        f"{changes.documents_unchanged} unchanged, {changes.documents_deleted} deleted), "
        f"{summary.passages_active} passages, {summary.unsafe_passages} quarantined."
    )
    if summary.report and summary.report.cases:
        lines.append(_report_text(summary.report))
    lines.append(f"Site: {summary.out}")
    return "\n".join(lines)


_SHOWN_MEASURES = (
    "recall_at_1", "recall_at_5", "mrr", "answer_accuracy", "citation_precision",
    "line_accuracy", "abstention_precision", "abstention_recall",
)  # fmt: skip


def _report_text(report: Report) -> str:
    shown = (
        f"{name} {report.measures[name].value:.3f}"
        for name in _SHOWN_MEASURES
        if name in report.measures and report.measures[name].value is not None
    )
    return f"Evaluation of {report.cases} cases: {', '.join(shown)}."


@main.command("serve")
@click.argument("site", default="dist", type=click.Path(path_type=Path))
@click.option("--port", default=8000, type=click.IntRange(0, 65535), show_default=True)
def serve_command(site: Path, port: int) -> None:
    """Preview the built site in SITE on 127.0.0.1."""
    serve(site, port)


def _asking_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add what `ask` and `search` have in common."""
    for option in reversed(
        (
            click.argument("query", required=False),
            _SITE,
            click.option("--scope", "scopes", multiple=True, help="A scope beside public."),
            click.option("--version", default="", help="A version instead of the newest."),
            click.option(
                "--lang", default="", help="Preferred language when the question has none."
            ),
            click.option("--history", type=_EXISTING, help="JSON list of earlier questions."),
            click.option("--top-k", default=8, type=click.IntRange(1, 20), show_default=True),
            click.option("--file", "file", type=_EXISTING, help="JSON Lines file of questions."),
            click.option(
                "--trace", type=click.Path(path_type=Path), help="Append the stages here."
            ),
            _JSON,
        )
    ):
        command = option(command)
    return command


@main.command("ask")
@_asking_options
def ask_command(**options: Any) -> None:
    """Answer QUERY, or every question of --file, with quotes and their lines."""
    _answer_all(options, asking.outcome_text, dict)


@main.command("search")
@_asking_options
def search_command(**options: Any) -> None:
    """Rank passages for QUERY, or for every question of --file, without the gate."""
    _answer_all(options, asking.candidates_text, asking.search_fields)


def _answer_all(
    options: dict[str, Any],
    text_of: Callable[[dict[str, Any]], str],
    fields_of: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    questions = _questions(options)
    host = FileHost(options["site"])
    for question_id, question in questions:
        outcome = host.ask(question).outcome
        if options["trace"]:
            asking.append_trace(options["trace"], host, outcome)
        if question_id is not None:
            click.echo(_dumped({"id": question_id, **fields_of(outcome)}))
        else:
            click.echo(_dumped(fields_of(outcome)) if options["as_json"] else text_of(outcome))


def _questions(options: dict[str, Any]) -> list[tuple[str | None, Question]]:
    choices = asking.Choices(
        options["scopes"], options["version"], options["lang"], options["top_k"]
    )
    if options["file"]:
        return list(asking.read_questions(options["file"], choices))
    if options["query"] is None:
        raise click.UsageError("a question is missing; give it in quotes, or --file")
    history = asking.read_history(options["history"]) if options["history"] else ()
    return [(None, asking.question_from(options["query"], history, choices))]


@main.command("evaluate")
@_SITE
@click.option("--cases", "cases", multiple=True, required=True, type=_EXISTING)
@click.option(
    "--corpus", type=_EXISTING, help="Folder to check against, instead of the site's texts."
)
@click.option("--fail-under", "fail_under", multiple=True, help="Bars: measure=value,…")
@_JSON
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
    click.echo(encode_report(report) if as_json else _report_text(report))
    missed = check_bars(report, bars)
    if missed:
        raise BarsMissed("\n".join(f"missed: {bar}" for bar in missed))


def _dumped(fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
