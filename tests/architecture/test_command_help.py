"""What `--help` shows says everything: each command a sentence, each option its meaning."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from chapterverse.cli import main


def _commands(group: click.Group) -> Iterator[click.Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield command
        if isinstance(command, click.Group):
            yield from _commands(command)


@pytest.mark.parametrize("command", [*_commands(main)], ids=lambda one: str(one.name))
def test_every_command_and_option_says_what_it_does(command: click.Command) -> None:
    silent = [
        parameter.name
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.help
    ]

    assert command.help
    assert silent == []
