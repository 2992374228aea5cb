"""`chapterverse generations` and `chapterverse rollback`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from chapterverse.commands.figures import measures_text
from chapterverse.commands.frame import JSON, SITE, dumped
from chapterverse.disk import Disk
from chapterverse.errors import ChapterverseError
from chapterverse.publish import Kept, SiteStore, open_store


@click.command("generations")
@SITE
@JSON
def generations_command(site: Path, as_json: bool) -> None:  # noqa: FBT001 - click passes flags by name
    """List the generations of a site that can be published, newest first, with their measures."""
    kept = SiteStore(site.resolve(), Disk()).kept()
    if as_json:
        click.echo(dumped([_fields(one) for one in kept]))
    elif not kept:
        raise ChapterverseError(f"{site}: no generation is remembered beside it")
    else:
        click.echo("\n".join(map(_text, kept)))


@click.command("rollback")
@SITE
@click.option("--to", type=click.IntRange(1), help="A generation.  [default: the one before]")
@JSON
def rollback_command(site: Path, to: int | None, as_json: bool) -> None:  # noqa: FBT001 - as above
    """Publish an earlier generation again, in one step; the replaced one is kept."""
    with open_store(site.resolve()) as store:
        record = store.roll_back(to)
    fields = {"site": str(site), "generation": record.generation}
    said = f"Generation {record.generation} is published again in {site}."
    click.echo(dumped(fields) if as_json else said)


def _fields(one: Kept) -> dict[str, object]:
    record = one.record
    return {
        "generation": record.generation,
        "is_published": one.is_published,
        "documents": len(record.documents),
        "passages_active": record.passages_active,
        "unsafe_passages": record.unsafe_passages,
        **asdict(record.changes),
        "tombstones": [asdict(each) for each in record.tombstones],
        "cases": record.cases,
        "measures": dict(record.measures),
    }


def _text(one: Kept) -> str:
    record, changes = one.record, one.record.changes
    counts = f"+{changes.documents_added} ~{changes.documents_updated} -{changes.documents_deleted}"
    mark = "*" if one.is_published else " "
    documents, passages = len(record.documents), record.passages_active
    line = f"{mark} {record.generation}: {documents} documents ({counts}), {passages} passages"
    if not record.cases:
        return line
    return f"{line}\n    {measures_text(record.cases, record.measures)}"
