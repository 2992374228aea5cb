"""Read JSON Lines that people write: every complaint with its file and line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from chapterverse.errors import Problem

Record = TypeVar("Record", bound=BaseModel)
PlaceFields = Callable[[str, int], Mapping[str, object]]


def read_records(
    path: Path, model: type[Record], place_fields: PlaceFields = lambda _path, _line: {}
) -> tuple[list[Record], list[Problem]]:
    """Return the records of a file and all that is wrong with it.

    `place_fields` gives fields that tell a record where it is written: file and 1-based line.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else f"not UTF-8: {error}"
        return [], [Problem(str(path), 0, f"cannot be read: {reason}")]
    records: list[Record] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            found = _read_line(model, line, str(path), number, place_fields)
            records += [] if isinstance(found, list) else [found]
            problems += found if isinstance(found, list) else []
    if not records and not problems:
        problems.append(Problem(str(path), 0, "is empty; expected one JSON object a line"))
    return records, problems


def _read_line(
    model: type[Record], line: str, path: str, number: int, place_fields: PlaceFields
) -> Record | list[Problem]:
    try:
        fields = json.loads(line)
    except json.JSONDecodeError as error:
        return [Problem(path, number, f"column {error.colno}: not JSON: {error.msg}")]
    if not isinstance(fields, dict):
        kind = type(fields).__name__
        return [Problem(path, number, f"found a JSON {kind}, expected an object")]
    try:
        return model.model_validate({**fields, **place_fields(path, number)})
    except ValidationError as error:
        return [Problem(path, number, wording(detail)) for detail in error.errors()]


def wording(detail: ErrorDetails) -> str:
    """Word what a model refuses: field, what was found, what is expected."""
    field = ".".join(map(str, detail["loc"]))
    message = detail["msg"].removeprefix("Value error, ")
    if not field:
        return message
    if detail["type"] == "missing":
        return f"{field}: missing"
    shown = json.dumps(detail["input"], ensure_ascii=False, default=str)
    return f"{field}: found {shown[:60]}, {message[:1].lower()}{message[1:]}"
