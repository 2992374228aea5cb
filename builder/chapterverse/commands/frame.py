"""What every command shares: the group that words errors, exit statuses, options, output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from chapterverse.errors import BarsMissed, ChapterverseError
from chapterverse_engine.errors import EngineError

# Exit statuses beside 0: a bar was missed or a claim refused; faulty input or usage.
EXIT_BARS, EXIT_INPUT = 1, 2

EXISTING = click.Path(exists=True, path_type=Path)
SITE = click.option(
    "--site",
    default="dist",
    type=click.Path(path_type=Path),
    show_default=True,
    help="Folder of the built site.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class Group(click.Group):
    """Shows our own errors as messages, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the chosen command; turn our errors into a message and an exit status."""
        try:
            return super().invoke(ctx)
        except BarsMissed as error:
            click.echo(str(error), err=True)
            ctx.exit(EXIT_BARS)
        except (ChapterverseError, EngineError) as error:
            click.echo(f"chapterverse: {error}", err=True)
            ctx.exit(EXIT_INPUT)


def comma_separated(_ctx: object, _param: object, value: str | None) -> tuple[str, ...] | None:
    """Split `a,b` into its parts; a click callback."""
    return tuple(filter(None, (part.strip() for part in value.split(",")))) if value else None


def dumped(fields: Any) -> str:
    """Return JSON text of one line."""
    return json.dumps(fields, ensure_ascii=False)
