"""The command line: what `chapterverse` offers, each command loaded when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from chapterverse import __version__
from chapterverse.commands.frame import Group

# Where each command is, in the order in which help lists them: loading all of them costs more
# than many a question.
MODULE_OF_COMMAND = {
    "build": "building",
    "generations": "generations",
    "rollback": "generations",
    "serve": "serving",
    "ask": "asking",
    "search": "asking",
    "prompt": "evidence",
    "verify": "evidence",
    "evaluate": "evaluating",
    "compare": "evaluating",
    "calibrate": "evaluating",
    "cases": "cases",
    "schema": "schema",
}


class CommandLine(Group):
    """Knows its commands by name and loads the module of the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names of the commands."""
        del ctx
        return list(MODULE_OF_COMMAND)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of this name."""
        del ctx
        module = MODULE_OF_COMMAND.get(cmd_name)
        if module is None:
            return None
        found = getattr(import_module(f"chapterverse.commands.{module}"), f"{cmd_name}_command")
        return found if isinstance(found, click.Command) else None


@click.group(cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chapterverse")
def main() -> None:
    """Build documentation sites that answer questions with verbatim, line-cited quotes."""


if __name__ == "__main__":
    sys.exit(main())
