"""`chapterverse ask` and `chapterverse search`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from chapterverse import asking
from chapterverse.commands.frame import EXISTING, JSON, SITE, dumped
from chapterverse.evaluation.host import FileHost
from chapterverse.sealed_index import open_indexes
from chapterverse_engine.model import Question

Command = Callable[..., None]

_QUESTION_OPTIONS = (
    click.argument("query", required=False),
    SITE,
    click.option("--scope", "scopes", multiple=True, help="A scope beside public; repeatable."),
    click.option("--version", default="", help="A version instead of the newest."),
    click.option(
        "--lang",
        default="",
        help="Language for a question of codes and numbers alone.",
    ),
    click.option("--history", type=EXISTING, help="JSON list of earlier questions, oldest first."),
    click.option(
        "--top-k",
        default=8,
        type=click.IntRange(1, 20),
        show_default=True,
        help="How many candidates are ranked and shown.",
    ),
)
_ANSWERING_OPTIONS = (
    click.option(
        "--file",
        "file",
        type=EXISTING,
        help="JSON Lines of questions (id, query); prints one JSON object a line.",
    ),
    click.option(
        "--trace",
        type=click.Path(path_type=Path),
        help="Append what each stage did to this JSON Lines file.",
    ),
    click.option(
        "--passphrase-env",
        default="",
        metavar="NAME",
        help="Environment variable with the passphrase of a protected --scope.",
    ),
    JSON,
)


def question_options(command: Command) -> Command:
    """Add the options of everything that asks one question."""
    return _with_options(command, _QUESTION_OPTIONS)


def _asking_options(command: Command) -> Command:
    return _with_options(command, (*_QUESTION_OPTIONS, *_ANSWERING_OPTIONS))


def _with_options(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


@click.command("ask")
@_asking_options
def ask_command(**options: Any) -> None:
    """Answer QUERY, or every question of --file, with quotes and their lines."""
    _answer_all(options, asking.outcome_text, dict)


@click.command("search")
@_asking_options
def search_command(**options: Any) -> None:
    """Rank passages for QUERY, or for every question of --file, without the gate."""
    _answer_all(options, asking.candidates_text, asking.search_fields)


def _answer_all(
    options: dict[str, Any],
    text_of: Callable[[dict[str, Any]], str],
    fields_of: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    questions = _questions(options)
    sealed = open_indexes(options["site"], options["scopes"], options["passphrase_env"])
    host = FileHost(options["site"], sealed)
    for question_id, question in questions:
        asked = host.ask(question)
        outcome = asked.outcome
        if options["trace"]:
            asking.append_trace(options["trace"], asked)
        if question_id is not None:
            click.echo(dumped({"id": question_id, **fields_of(outcome)}))
        else:
            click.echo(dumped(fields_of(outcome)) if options["as_json"] else text_of(outcome))


def _questions(options: dict[str, Any]) -> list[tuple[str | None, Question]]:
    if options["file"]:
        if options["query"] is not None:
            raise click.UsageError("give a question or --file, not both")
        return list(_question_files().read_questions(options["file"], _choices(options)))
    return [(None, single_question(options))]


def _question_files() -> ModuleType:
    """Return the module that reads files; it loads a library that one question does not need."""
    return import_module("chapterverse.question_files")


def single_question(options: dict[str, Any]) -> Question:
    """Word the one question of a command line; raise UsageError without one."""
    if not (options["query"] or "").strip():
        raise click.UsageError("a question is missing; give it in quotes")
    named = options["history"]
    history = _question_files().read_history(named) if named else ()
    return asking.question_from(options["query"], history, _choices(options))


def _choices(options: dict[str, Any]) -> asking.Choices:
    return asking.Choices(options["scopes"], options["version"], options["lang"], options["top_k"])
