"""Fit the gate's threshold to a site: from the cases that may be looked at, never the held-out.

The gate's weights need more cases than a site has; how much confidence is enough depends on the
site, and a few dozen cases tell. Automatic cases count for less than those that people wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.verdicts import Verdict

TUNE = "tune"
STEP = 10
LEAST, MOST = 50, 950
AUTOMATIC_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class Trial:
    """How a question went; `is_vetoed` says that no threshold lets it through."""

    answerable: bool
    confidence: int
    is_vetoed: bool
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """What a threshold, in thousandths, would do to a set of cases; shares are 0 to 1."""

    threshold: int
    answered: float
    refused: float

    @property
    def balance(self) -> float:
        """The mean of both shares: what is maximised."""
        return (self.answered + self.refused) / 2


def is_vetoed(outcome: str, reason: str | None) -> bool:
    """Tell whether an outcome was decided by something else than confidence."""
    return outcome != "answer" and reason != "weak-evidence"


def trials_of(verdicts: Iterable[Verdict]) -> list[Trial]:
    """Return the trials of the cases that may be looked at."""
    return [
        Trial(one.answerable, one.confidence, is_vetoed(one.outcome, one.reason))
        for one in verdicts
        if one.split == TUNE
    ]


def calibrate(trials: Sequence[Trial]) -> OperatingPoint:
    """Return the threshold with the best balance; among equals the middle one.

    Raises ChapterverseError without at least one answerable and one unanswerable trial.
    """
    points = [operating_point(trials, threshold) for threshold in range(LEAST, MOST + 1, STEP)]
    best = max(point.balance for point in points)
    equals = [point for point in points if point.balance == best]
    return equals[len(equals) // 2]


def operating_point(trials: Sequence[Trial], threshold: int) -> OperatingPoint:
    """Return what a threshold would do; a veto refuses whatever the confidence."""
    answerable = [trial for trial in trials if trial.answerable]
    unanswerable = [trial for trial in trials if not trial.answerable]
    if not answerable or not unanswerable:
        raise ChapterverseError(
            f"calibration: found {len(answerable)} answerable and {len(unanswerable)} unanswerable "
            f'cases of the split "{TUNE}", expected at least one of each'
        )
    return OperatingPoint(
        threshold,
        answered=_share(answerable, threshold),
        refused=1 - _share(unanswerable, threshold),
    )


def _share(trials: Sequence[Trial], threshold: int) -> float:
    passed = sum(
        trial.weight for trial in trials if trial.confidence >= threshold and not trial.is_vetoed
    )
    return passed / sum(trial.weight for trial in trials)
