"""The one family of errors that the builder shows to a person, without a traceback."""

from __future__ import annotations

from dataclasses import dataclass


class ChapterverseError(Exception):
    """Something the user can mend; the message says what and where."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong with an input.

    `line` is 1-based, 0 when the problem concerns the whole file.
    """

    source_path: str
    line: int
    message: str

    def __str__(self) -> str:
        place = f"{self.source_path}:{self.line}" if self.line else self.source_path
        return f"{place}: {self.message}"


class InputError(ChapterverseError):
    """One or more problems in the input, all of them listed."""

    def __init__(self, problems: list[Problem] | tuple[Problem, ...], headline: str = "") -> None:
        self.problems = tuple(problems)
        lines = [headline] if headline else []
        super().__init__("\n".join([*lines, *map(str, self.problems)]))


class BarsMissed(ChapterverseError):
    """The evaluation stayed under a bar; nothing was published."""
