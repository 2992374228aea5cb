"""The cases of an evaluation: one JSON object a line, every complaint with its file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.json_lines import read_records
from chapterverse_engine.model import Question

CANDIDATES_ASKED = 10
"""How many candidates an evaluated question asks for: the deepest rank that is measured."""

PUBLIC = "public"


def _as_tuple(found: object) -> object:
    """Let a single scope be written as a plain string, as third-party sets do."""
    return (found,) if isinstance(found, str) else found


class Place(BaseModel):
    """Lines of a document, 1-based and inclusive, that are a right citation."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    source: str = Field(min_length=1)
    start_line: int = Field(ge=1)
    end_line: int = Field(ge=1)

    @model_validator(mode="after")
    def _runs_forward(self) -> Place:
        if self.end_line < self.start_line:
            raise ValueError(f"end_line {self.end_line} lies before start_line {self.start_line}")
        return self

    def overlaps(self, source_path: str, start_line: int, end_line: int) -> bool:
        """Tell whether the given lines of a document touch this place."""
        same = source_path == self.source
        return same and start_line <= self.end_line and end_line >= self.start_line


class Case(BaseModel):
    """A question with what a right outcome is.

    `match` says how `answers` count: `any` of them, `all` of them, or `section`, where a quote
    from the gold lines is enough. `also` are other right citations. `scope` holds the scopes that
    the asker may see beside `public`. `case_file` and `case_line` say where the case is written.
    Fields that are not listed here are ignored, so that third-party sets load.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = Field(min_length=1)
    query: str = Field(min_length=1)
    lang: str = ""
    source: str | None = None
    start_line: int | None = None
    end_line: int | None = None
    answers: tuple[str, ...] = ()
    answerable: bool
    kind: str = ""
    scope: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = (PUBLIC,)
    version: str = ""
    history: tuple[str, ...] = ()
    forbidden_sources: tuple[str, ...] = ()
    match: Literal["any", "all", "section"] = "any"
    also: tuple[Place, ...] = ()
    split: Literal["tune", "held-out"] = "tune"
    case_file: str = Field(default="", exclude=True)
    case_line: int = Field(default=0, exclude=True)

    @model_validator(mode="before")
    @classmethod
    def _choose_match(cls, fields: object) -> object:
        if isinstance(fields, dict) and fields.get("match") is None:
            return {**fields, "match": "any" if fields.get("answers") else "section"}
        return fields

    @model_validator(mode="after")
    def _is_consistent(self) -> Case:
        complaints = list(self._complaints())
        if complaints:
            raise ValueError("; ".join(complaints))
        return self

    def _complaints(self) -> Iterator[str]:
        lines = (self.start_line, self.end_line)
        if self.source is not None and None in lines:
            yield "source is given, so start_line and end_line are expected"
        if self.source is None and lines != (None, None):
            yield "start_line or end_line is given without a source"
        if self.source is not None and None not in lines:
            yield from _range_complaints(self.start_line or 0, self.end_line or 0)
        if not self.answerable:
            return
        if self.source is None:
            yield "an answerable case needs source, start_line and end_line"
        if self.match != "section" and not any(answer.strip() for answer in self.answers):
            yield f'match "{self.match}" needs at least one answer that is not blank'

    @property
    def places(self) -> tuple[Place, ...]:
        """List every right citation; empty for an unanswerable case."""
        if self.source is None or self.start_line is None or self.end_line is None:
            return ()
        gold = Place(source=self.source, start_line=self.start_line, end_line=self.end_line)
        return (gold, *self.also) if self.answerable else ()

    @property
    def scopes(self) -> tuple[str, ...]:
        """List the scopes that the asker may see; `public` always is one of them."""
        return (PUBLIC, *(scope for scope in self.scope if scope != PUBLIC))

    def question(self) -> Question:
        """Word the case as a question to the engine."""
        return Question(
            query=self.query,
            lang=self.lang,
            scopes=self.scopes,
            version=self.version,
            history=self.history,
            top_k=CANDIDATES_ASKED,
        )


def _range_complaints(start_line: int, end_line: int) -> Iterator[str]:
    if start_line < 1:
        yield f"start_line: found {start_line}, expected a number from 1 up"
    if end_line < start_line:
        yield f"end_line {end_line} lies before start_line {start_line}"


def load_cases(paths: Iterable[Path]) -> tuple[Case, ...]:
    """Read case files in the given order.

    Raise InputError with every problem of every file, also an id that two cases share.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in paths:
        found, wrong = read_records(path, Case, _place_fields)
        cases += found
        problems += wrong
    problems += _duplicates(cases)
    if problems:
        raise InputError(problems, "The case files have problems:")
    return tuple(cases)


def _place_fields(path: str, line: int) -> dict[str, object]:
    return {"case_file": path, "case_line": line}


def _duplicates(cases: Iterable[Case]) -> Iterator[Problem]:
    first: dict[str, Case] = {}
    for case in cases:
        known = first.setdefault(case.id, case)
        if known is not case:
            where = f"{known.case_file}:{known.case_line}"
            message = f'id "{case.id}" is already taken by {where}'
            yield Problem(case.case_file, case.case_line, message)
