"""Figures with their doubt: bootstrap intervals, quantiles, and how well confidence separates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from random import Random
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

RESAMPLES = 1000
SEED = 20
COVERED = 0.95
_Z = 1.959964
"""The normal quantile of a two-sided 95 % interval."""

T = TypeVar("T")


class Estimate(BaseModel):
    """A figure over `n` cases with its 95 % interval; None where no case speaks to it."""

    model_config = ConfigDict(frozen=True)

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int


def estimate_mean(values: Sequence[float]) -> Estimate:
    """Estimate a mean; an all-right or all-wrong rate gets Wilson's bound.

    Resampling equal values never shows doubt, but 20 of 20 is no proof of 100 %.
    """
    if not values:
        return Estimate(value=None, n=0)
    if values.count(values[0]) == len(values) and values[0] in {0.0, 1.0}:
        return _unanimous(values[0], len(values))
    return _resampled_mean(tuple(values))


def estimate(items: Sequence[T], figure: Callable[[Sequence[T]], float | None]) -> Estimate:
    """Estimate any figure of a sample by the percentile bootstrap, seeded."""
    value = figure(items) if items else None
    if value is None:
        return Estimate(value=None, n=len(items))
    # Determinism is the point here, secrecy is not.
    random = Random(SEED)  # noqa: S311
    drawn = (figure(random.choices(items, k=len(items))) for _ in range(RESAMPLES))
    known = sorted(one for one in drawn if one is not None)
    if not known:
        return Estimate(value=_round(value), n=len(items))
    tail = (1 - COVERED) / 2
    low, high = quantile(known, tail), quantile(known, 1 - tail)
    return Estimate(value=_round(value), low=_round(low), high=_round(high), n=len(items))


def quantile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank quantile of at least one value."""
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, ceil(share * len(ordered)) - 1))]


def auroc(marked: Sequence[tuple[float, bool]]) -> float | None:
    """Return the chance that a positive scores above a negative, a tie counting half.

    None when one of the classes is missing.
    """
    positives = sum(flag for _, flag in marked)
    negatives = len(marked) - positives
    if not positives or not negatives:
        return None
    by_score: dict[float, list[int]] = {}
    for score, flag in marked:
        by_score.setdefault(score, [0, 0])[flag] += 1
    below, wins = 0, 0.0
    for score in sorted(by_score):
        wrong, right = by_score[score]
        wins += right * (below + wrong / 2)
        below += wrong
    return wins / (positives * negatives)


@lru_cache(maxsize=256)
def _resampled_mean(values: tuple[float, ...]) -> Estimate:
    """Estimate a mean; cached, as many measures score the same cases the same way."""
    return estimate(values, lambda drawn: sum(drawn) / len(drawn))


def _unanimous(value: float, n: int) -> Estimate:
    width = _Z * _Z / (n + _Z * _Z)
    low, high = (1 - width, 1.0) if value else (0.0, width)
    return Estimate(value=value, low=_round(low), high=_round(high), n=n)


def _round(value: float) -> float:
    return round(value, 6)
