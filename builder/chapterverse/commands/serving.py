"""`chapterverse serve`."""

from __future__ import annotations

from pathlib import Path

import click

from chapterverse.serve import serve


@click.command("serve")
@click.argument("site", default="dist", type=click.Path(path_type=Path))
@click.option(
    "--port",
    default=8000,
    type=click.IntRange(0, 65535),
    show_default=True,
    help="Port; 0 takes a free one.",
)
def serve_command(site: Path, port: int) -> None:
    """Preview the built site in SITE on 127.0.0.1."""
    serve(site, port)
