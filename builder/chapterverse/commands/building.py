"""`chapterverse build` and `chapterverse serve`."""

from __future__ import annotations

from pathlib import Path

import click

from chapterverse.commands.evaluating import report_text
from chapterverse.commands.frame import EXISTING, JSON, comma_separated, dumped
from chapterverse.config import load_config
from chapterverse.pipeline import BuildSummary, build, summary_fields
from chapterverse.serve import serve


@click.command("build")
@click.argument("sources", nargs=-1, type=EXISTING)
@click.option("--out", type=click.Path(path_type=Path), help="Output folder.  [default: dist]")
@click.option("--config", "config_path", type=EXISTING, help="Configuration file.")
@click.option("--scopes", callback=comma_separated, help="Scopes that enter the site: a,b.")
@click.option("--max-chars", type=click.IntRange(100, 20_000), help="Target length of a passage.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Worker processes.")
@click.option("--strict", is_flag=True, help="Fail when a file cannot be read whole.")
@click.option("--no-eval", is_flag=True, help="Publish without asking the cases.")
@JSON
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
    click.echo(dumped(summary_fields(summary)) if as_json else _summary_text(summary))


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
        lines.append(report_text(summary.report))
    lines.append(f"Site: {summary.out}")
    return "\n".join(lines)


@click.command("serve")
@click.argument("site", default="dist", type=click.Path(path_type=Path))
@click.option("--port", default=8000, type=click.IntRange(0, 65535), show_default=True)
def serve_command(site: Path, port: int) -> None:
    """Preview the built site in SITE on 127.0.0.1."""
    serve(site, port)
