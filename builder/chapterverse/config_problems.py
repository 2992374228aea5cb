"""Say what is wrong with a configuration file: its line, what was found, what was expected."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import isclass
from typing import Any, get_args

from pydantic import BaseModel

from chapterverse.errors import Problem

Location = Sequence[str | int]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w."'-]++(?: ++[\w."'-]++)*+)\s*=""")
_EXPECTED = {
    "tuple_type": "a list",
    "string_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def name_problem(
    path: str, text: str, model: type[BaseModel], detail: Mapping[str, Any]
) -> Problem:
    """Word one complaint of pydantic about the file at `path` with this TOML `text`."""
    location = [part for part in detail["loc"] if part != "[key]"]
    key = ".".join(map(str, location))
    return Problem(path, line_of(text, location), f"{key}: {_complaint(model, detail)}")


def without(table: Mapping[str, Any], locations: Iterable[Location]) -> dict[str, Any]:
    """Return a table without what stands at these places, or nearest above them; lists go whole."""
    kept = dict(table)
    deeper: dict[str, list[Location]] = {}
    for first, *rest in locations:
        if isinstance(kept.get(str(first)), Mapping) and rest:
            deeper.setdefault(str(first), []).append(rest)
        else:
            kept.pop(str(first), None)
    for key, inner in deeper.items():
        if key in kept:
            kept[key] = without(kept[key], inner)
    return kept


def line_of(text: str, location: Location) -> int:
    """Return the 1-based line of the nearest thing to a key that the text has; 0 if it has none."""
    line_of_place = dict(reversed([*_places(text)]))
    prefixes = (tuple(location[:length]) for length in range(len(location), 0, -1))
    return next((line_of_place[one] for one in prefixes if one in line_of_place), 0)


def _places(text: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    table: tuple[str | int, ...] = ()
    entries: Counter[tuple[str | int, ...]] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                entries[table] += 1
                table = (*table, entries[table] - 1)
            yield table, number
        elif key := _KEY.match(line):
            yield (*table, *_parts(key[1])), number


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _complaint(model: type[BaseModel], detail: Mapping[str, Any]) -> str:
    if detail["type"] == "extra_forbidden":
        known = ", ".join(_table_at(model, detail["loc"][:-1]).model_fields)
        return f"unknown key, expected one of: {known}"
    if detail["type"] == "missing":
        return "missing"
    found = json.dumps(detail["input"], ensure_ascii=False, default=str)
    return f"found {found}, expected {_expected(model, detail)}"


def _expected(model: type[BaseModel], detail: Mapping[str, Any]) -> str:
    bounds = detail.get("ctx", {})
    if "ge" in bounds:
        return f"at least {bounds['ge']}"
    if "le" in bounds:
        return f"at most {bounds['le']}"
    if detail["type"] == "string_pattern_mismatch":
        field = _table_at(model, detail["loc"][:-1]).model_fields[detail["loc"][-1]]
        return field.description or f"a text that matches {bounds['pattern']}"
    message = re.sub(r"^(Value error, )?(expected )?", "", detail["msg"])
    return _EXPECTED.get(detail["type"], message)


def _table_at(model: type[BaseModel], location: Location) -> type[BaseModel]:
    for name in filter(lambda part: isinstance(part, str), location):
        if str(name) not in model.model_fields:  # a name that the author chose
            continue
        annotation = model.model_fields[str(name)].annotation
        parts = (annotation, *get_args(annotation))
        model = next(one for one in parts if isclass(one) and issubclass(one, BaseModel))
    return model
