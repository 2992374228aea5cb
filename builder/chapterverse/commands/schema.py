"""`chapterverse schema`."""

from __future__ import annotations

import json

import click

from chapterverse.schemas import load_schema, schema_names


@click.command("schema")
@click.argument("name", type=click.Choice(schema_names()))
def schema_command(name: str) -> None:
    """Print the JSON Schema of a format."""
    click.echo(json.dumps(load_schema(name), indent=2, ensure_ascii=False))
