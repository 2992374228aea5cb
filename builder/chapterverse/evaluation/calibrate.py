"""Fit the gate's threshold to a site: from the cases that may be looked at, never the held-out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.verdicts import Verdict

TUNE = "tune"
STEP = 10
LEAST, MOST = 50, 950


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


def calibrate(verdicts: Sequence[Verdict]) -> OperatingPoint:
    """Return the threshold with the best balance on tune cases; among equals the middle one.

    Raises ChapterverseError without at least one answerable and one unanswerable tune case.
    """
    tuned = [verdict for verdict in verdicts if verdict.split == TUNE]
    points = [operating_point(tuned, threshold) for threshold in range(LEAST, MOST + 1, STEP)]
    best = max(point.balance for point in points)
    equals = [point for point in points if point.balance == best]
    return equals[len(equals) // 2]


def operating_point(verdicts: Sequence[Verdict], threshold: int) -> OperatingPoint:
    """Return what a threshold would do to the cases; a veto refuses whatever the confidence."""
    answerable = [verdict for verdict in verdicts if verdict.answerable]
    unanswerable = [verdict for verdict in verdicts if not verdict.answerable]
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


def _share(verdicts: Sequence[Verdict], threshold: int) -> float:
    passed = sum(
        verdict.confidence >= threshold and verdict.reason in (None, "weak-evidence")
        for verdict in verdicts
    )
    return passed / len(verdicts)
