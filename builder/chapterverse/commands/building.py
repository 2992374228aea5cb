"""`chapterverse build`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from chapterverse.commands.figures import measures_text
from chapterverse.commands.frame import EXISTING, JSON, comma_separated, dumped
from chapterverse.config import load_config
from chapterverse.errors import Problem
from chapterverse.limits import weight_fields, weights_text
from chapterverse.model import Finding
from chapterverse.pipeline import BuildSummary, build, summary_fields
from chapterverse.progress import Progress, profile_fields, profile_text
from chapterverse.publish import WAIT_S
from chapterverse.weights import weigh_site

SHOWN_WARNINGS = 20


@click.command("build")
@click.argument("sources", nargs=-1, type=EXISTING)
@click.option("--out", type=click.Path(path_type=Path), help="Output folder.  [default: dist]")
@click.option(
    "--config",
    "config_path",
    type=EXISTING,
    help="Configuration file.  [default: chapterverse.toml, else mkdocs.yml]",
)
@click.option(
    "--scopes", callback=comma_separated, help="Scopes that enter the site: a,b.  [default: public]"
)
@click.option(
    "--max-chars",
    type=click.IntRange(100, 20_000),
    help="Target length of a passage.  [default: 1200]",
)
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="Worker processes.  [default: one per processor]"
)
@click.option("--strict", is_flag=True, help="Fail when a file cannot be read whole.")
@click.option("--no-eval", is_flag=True, help="Publish without asking the cases.")
@click.option(
    "--keep", type=click.IntRange(0, 1000), help="Earlier generations that stay.  [default: 1]"
)
@click.option(
    "--wait",
    "wait_s",
    type=click.FloatRange(0),
    default=WAIT_S,
    show_default=True,
    help="Seconds to wait for another build of the site.",
)
@click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Work on a Dask cluster: its scheduler's address, or local for one of --jobs processes.",
)
@click.option("--sizes", is_flag=True, help="Say what a reader downloads.")
@click.option("--profile", is_flag=True, help="Say where the time went.")
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
    keep: int | None,
    wait_s: float,
    scheduler: str,
    sizes: bool,  # noqa: FBT001 - click passes flags by name
    profile: bool,  # noqa: FBT001 - click passes flags by name
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Build the site of SOURCES (folders and .jsonl files) into the output folder."""
    # A build makes many objects that live to its end; looking through them all for garbage again and
    # again took a tenth of a rebuild (docs-faq-en, one edit).
    gc.set_threshold(100_000, 20, 100)
    config = load_config(
        config_path,
        sources=sources,
        out=out,
        scopes=scopes,
        max_chars=max_chars,
        jobs=jobs,
        is_strict=strict or None,
        keep=keep,
    )
    progress = Progress(sys.stderr)
    summary = build(
        config,
        is_evaluated=not no_eval,
        wait_s=wait_s,
        progress=progress,
        scheduler=scheduler,
    )
    weights = weigh_site(summary.out) if sizes else None
    if as_json:
        fields = summary_fields(summary)
        fields |= {"sizes": weight_fields(weights)} if weights else {}
        fields |= {"profile": profile_fields(progress.time_of_stage)} if profile else {}
        click.echo(dumped(fields))
        return
    click.echo(_summary_text(summary))
    if weights:
        click.echo(weights_text(weights))
    if profile:
        click.echo(profile_text(progress.time_of_stage))


def _summary_text(summary: BuildSummary) -> str:
    record, changes = summary.record, summary.record.changes
    lines = [f"skipped: {problem}" for problem in summary.problems]
    lines += _warning_lines(summary.warnings)
    lines += map(_finding_text, summary.findings)
    lines += [f"renamed: {one.old_path} -> {one.new_path}" for one in changes.renames]
    lines.append(
        f"Generation {record.generation}: {len(record.documents)} documents "
        f"({changes.documents_added} added, {changes.documents_updated} updated, "
        f"{changes.documents_unchanged} unchanged, {changes.documents_deleted} deleted, "
        f"{changes.documents_renamed} renamed), "
        f"{record.passages_active} passages, {record.unsafe_passages} quarantined."
    )
    if record.cases:
        lines.append(measures_text(record.cases, record.measures))
    lines.append(f"Site: {summary.out}{'' if summary.is_new else ' (nothing to do)'}")
    return "\n".join(lines)


def _warning_lines(warnings: Sequence[Problem]) -> list[str]:
    """Return the first warnings: a corpus cut out of another may have thousands of dead links."""
    lines = [f"warning: {problem}" for problem in warnings[:SHOWN_WARNINGS]]
    more = len(warnings) - len(lines)
    return [*lines, f"warning: {more} more like these; --json lists all"] if more else lines


def _finding_text(finding: Finding) -> str:
    what = "quarantined" if finding.is_quarantine else finding.severity
    passage = f" (passage {finding.passage_hash[:12]})" if finding.passage_hash else ""
    place = f"{finding.source_path}:{finding.start_line}"
    return f"{what}: {place}: {finding.rule}: {finding.payload}{passage}"
