"""Bars: what a site must reach before it is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.measures import MEASURES, Better
from chapterverse.evaluation.report import Report

SHOWN_CASES = 8


@dataclass(frozen=True, slots=True)
class MissedBar:
    """A measure on the wrong side of its bar; `value` is None when no case speaks to it.

    `case_ids` are the cases that by themselves are on that side, in the order of the report.
    """

    measure: str
    value: float | None
    bar: float
    n: int
    case_ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        bound = "at least" if MEASURES[self.measure].better is Better.HIGHER else "at most"
        if self.value is None:
            return f"{self.measure}: no case speaks to it, expected {bound} {self.bar:g}"
        found = f"found {self.value:g} (n = {self.n}), expected {bound} {self.bar:g}"
        return f"{self.measure}: {found}{self._cases_text()}"

    def _cases_text(self) -> str:
        if not self.case_ids:
            return ""
        more = len(self.case_ids) - SHOWN_CASES
        shown = ", ".join(self.case_ids[:SHOWN_CASES])
        return f"; see {shown}{f' and {more} more' if more > 0 else ''}"


def check_bars(report: Report, bars: Mapping[str, float]) -> tuple[MissedBar, ...]:
    """List every bar that the report misses, in the order of the bars.

    A measure that is better when lower has an upper bound, every other a lower one. Raise
    InputError for names that are not measures.
    """
    unknown = [name for name in bars if name not in MEASURES]
    if unknown:
        raise InputError([_unknown("evaluation.bars", name) for name in unknown])
    figures = {**report.measures, **report.timings.measures}
    found = {name: figures[name].value if name in figures else None for name in bars}
    return tuple(
        MissedBar(name, found[name], bar, _n(report, name), _cases_under(report, name, bar))
        for name, bar in bars.items()
        if _is_missed(name, found[name], bar)
    )


def parse_fail_under(text: str) -> dict[str, float]:
    """Read bars as the command line writes them: `recall_at_5=0.9,stale_rate=0`.

    Raise InputError with every part that is not a known measure and a finite number.
    """
    bars: dict[str, float] = {}
    problems: list[Problem] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (side.strip() for side in part.partition("="))
        if name not in MEASURES:
            problems.append(_unknown("--fail-under", name))
        elif (bar := _number(number)) is None:
            message = f'{name}: found "{number}", expected a number, as in {name}=0.9'
            problems.append(Problem("--fail-under", 0, message))
        else:
            bars[name] = bar
    if problems:
        raise InputError(problems)
    return bars


def _is_missed(measure: str, value: float | None, bar: float) -> bool:
    if value is None:
        return True
    return value < bar if MEASURES[measure].better is Better.HIGHER else value > bar


def _cases_under(report: Report, measure: str, bar: float) -> tuple[str, ...]:
    return tuple(
        verdict.id
        for verdict in report.results
        if measure in verdict.scores and _is_missed(measure, verdict.scores[measure], bar)
    )


def _n(report: Report, name: str) -> int:
    figure = report.measures.get(name) or report.timings.measures.get(name)
    return figure.n if figure else 0


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None


def _unknown(source: str, name: str) -> Problem:
    known = ", ".join(sorted(MEASURES))
    return Problem(source, 0, f'found "{name}", expected one of: {known}')
