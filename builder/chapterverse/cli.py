"""The command line: what `chapterverse` offers, gathered from `chapterverse.commands`."""

from __future__ import annotations

import sys

import click

from chapterverse import __version__
from chapterverse.commands.asking import ask_command, search_command
from chapterverse.commands.building import build_command, serve_command
from chapterverse.commands.cases import cases_command
from chapterverse.commands.evaluating import calibrate_command, compare_command, evaluate_command
from chapterverse.commands.evidence import prompt_command, verify_command
from chapterverse.commands.frame import Group
from chapterverse.commands.generations import generations_command, rollback_command
from chapterverse.commands.schema import schema_command


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chapterverse")
def main() -> None:
    """Build documentation sites that answer questions with verbatim, line-cited quotes."""


for _command in (
    build_command,
    generations_command,
    rollback_command,
    serve_command,
    ask_command,
    search_command,
    prompt_command,
    verify_command,
    evaluate_command,
    compare_command,
    calibrate_command,
    cases_command,
    schema_command,
):
    main.add_command(_command)


if __name__ == "__main__":
    sys.exit(main())
