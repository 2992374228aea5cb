"""README and the guide leave out no command, no option and no key of the configuration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from pydantic import BaseModel

from chapterverse.cli import MODULE_OF_COMMAND, main
from chapterverse.config import ConfigFile


def _options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        yield from (name for name in parameter.opts if name.startswith("--"))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from _options(below)


def _keys(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield name
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _keys(field.annotation)


def _guide(checkout: Path, lang: str) -> str:
    pages = sorted((checkout / "corpus/guide" / lang).glob("*.md"))
    return "\n".join(page.read_text("utf-8") for page in pages)


def test_readme_names_every_command(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text("utf-8")

    assert [name for name in MODULE_OF_COMMAND if f"`{name}`" not in readme] == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", [*MODULE_OF_COMMAND])
def test_the_guide_explains_every_command_and_option(checkout: Path, lang: str, name: str) -> None:
    guide = _guide(checkout, lang)
    command = main.get_command(click.Context(main), name)
    assert command is not None
    options = set(_options(command))

    assert f"chapterverse {name}" in guide
    assert sorted(option for option in options if option not in guide) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_guide_explains_every_key_of_the_configuration(checkout: Path, lang: str) -> None:
    guide = _guide(checkout, lang)

    assert [key for key in _keys(ConfigFile) if key not in guide] == []
