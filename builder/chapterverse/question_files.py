"""Read the files of questions and of histories that a command line names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from chapterverse.asking import Choices, scopes_of
from chapterverse.errors import InputError, Problem
from chapterverse_engine.model import Question


def _as_tuple(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class QuestionRecord(BaseModel):
    """One line of a file of questions."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    query: str
    lang: str = ""
    scope: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    version: str = ""
    history: tuple[str, ...] = ()
    top_k: int | None = Field(default=None, ge=1)


def read_questions(path: Path, choices: Choices) -> Iterator[tuple[str, Question]]:
    """Yield (id, question) of a JSON Lines file; raise InputError with every bad line."""
    records, problems = [], []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            records.append(QuestionRecord.model_validate_json(line))
        except ValidationError as error:
            problems += [Problem(str(path), number, _message(one)) for one in error.errors()]
    if problems:
        raise InputError(problems)
    for record in records:
        yield record.id, _question_of(record, choices)


def _question_of(record: QuestionRecord, choices: Choices) -> Question:
    return Question(
        query=record.query,
        lang=record.lang or choices.lang,
        scopes=scopes_of((*choices.scopes, *record.scope)),
        version=record.version or choices.version,
        history=record.history,
        top_k=record.top_k or choices.top_k,
    )


def read_history(path: Path) -> tuple[str, ...]:
    """Read the earlier questions of a thread: a JSON list of texts, oldest first."""
    try:
        return TypeAdapter(tuple[str, ...]).validate_json(path.read_bytes())
    except OSError as error:
        raise InputError([Problem(str(path), 0, error.strerror or str(error))]) from error
    except ValidationError as error:
        message = f"{_message(error.errors()[0])}; expected a JSON list of texts, oldest first"
        raise InputError([Problem(str(path), 0, message)]) from error


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8-sig").split("\n")
    except (OSError, ValueError) as error:
        raise InputError([Problem(str(path), 0, str(error))]) from error


def _message(detail: Any) -> str:
    field = ".".join(map(str, detail["loc"]))
    return f"{field}: {detail['msg']}" if field else str(detail["msg"])
