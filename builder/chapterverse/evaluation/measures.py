"""The measures of an evaluation: one table of what exists, and how each is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from chapterverse.evaluation.estimates import Estimate, auroc, estimate, estimate_mean, quantile
from chapterverse.evaluation.verdicts import DEPTH, RANKS, Verdict


class Better(StrEnum):
    """Which way a measure improves; a bar is a lower or an upper bound accordingly."""

    HIGHER = "higher"
    LOWER = "lower"


class Unit(StrEnum):
    """What a measure counts."""

    SHARE = "share"
    BYTES = "bytes"
    SHARDS = "shards"
    MILLISECONDS = "ms"


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure's name and how to read it."""

    name: str
    better: Better = Better.HIGHER
    unit: Unit = Unit.SHARE


_LEVELS = ("", "document_")
RANK_MEASURES = tuple(
    Measure(f"{level}{name}")
    for level in _LEVELS
    for name in (*(f"recall_at_{depth}" for depth in RANKS), "mrr", "ndcg_at_10")
)
MEAN_MEASURES = (
    *RANK_MEASURES,
    Measure("answer_accuracy"),
    Measure("answered_accuracy"),
    Measure("outcome_accuracy"),
    Measure("followup_accuracy"),
    Measure("citation_precision"),
    Measure("line_accuracy"),
    Measure("answered_share"),
    Measure("answerable_answered_share"),
    Measure("runtime_parity"),
    Measure("forbidden_source_rate", Better.LOWER),
    Measure("unsafe_evidence_rate", Better.LOWER),
    Measure("out_of_scope_rate", Better.LOWER),
    Measure("stale_rate", Better.LOWER),
    Measure("budget_violation_rate", Better.LOWER),
)
"""Measures that are the mean of a score for each case."""

POOLED_MEASURES = (
    Measure("abstention_precision"),
    Measure("abstention_recall"),
    Measure("abstention_f1"),
    Measure("confidence_auroc"),
)
"""Measures that only a set of cases has."""

COST_MEASURES = tuple(
    Measure(f"{unit}_per_question_p{percent}", Better.LOWER, unit)
    for unit in (Unit.BYTES, Unit.SHARDS)
    for percent in (50, 95)
)
TIMING_MEASURES = tuple(
    Measure(f"latency_p{percent}_ms", Better.LOWER, Unit.MILLISECONDS) for percent in (50, 95, 99)
)
MEASURES = {
    measure.name: measure
    for measure in (*MEAN_MEASURES, *POOLED_MEASURES, *COST_MEASURES, *TIMING_MEASURES)
}


class CurvePoint(BaseModel):
    """What a threshold would do: the share answered, and the share of those that are right.

    A case counts as right when it is answerable and its first candidate holds a right citation:
    an abstention carries no quotes to judge.
    """

    model_config = ConfigDict(frozen=True)

    threshold: int
    coverage: float
    precision: float
    n: int


def measure(verdicts: Sequence[Verdict]) -> dict[str, Estimate]:
    """Compute every measure that does not depend on the clock, with intervals."""
    found = {one.name: estimate_mean(_scores(verdicts, one.name)) for one in MEAN_MEASURES}
    found |= _abstention(verdicts)
    marked = [(float(verdict.confidence), verdict.answerable) for verdict in verdicts]
    found["confidence_auroc"] = estimate(marked, auroc)
    for unit, costs in _costs(verdicts):
        for percent in (50, 95):
            found[f"{unit}_per_question_p{percent}"] = _cost(costs, percent / 100)
    return found


def measure_times(elapsed_ms: Sequence[float]) -> dict[str, Estimate]:
    """Compute the latency quantiles, in milliseconds."""
    return {f"latency_p{percent}_ms": _cost(elapsed_ms, percent / 100) for percent in (50, 95, 99)}


def measure_groups(
    verdicts: Sequence[Verdict], group_of: Callable[[Verdict], str]
) -> dict[str, dict[str, Estimate]]:
    """Compute every measure for each group of cases, groups in order of their names."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(group_of(verdict), []).append(verdict)
    return {name: measure(groups[name]) for name in sorted(groups)}


def recall_by_rank(ranks: Sequence[int | None]) -> list[float]:
    """Return the share of cases whose first right item stands within rank 1, 2, … 10."""
    if not ranks:
        return []
    within = (sum(1 for rank in ranks if rank and rank <= depth) for depth in range(1, DEPTH + 1))
    return [round(found / len(ranks), 6) for found in within]


def coverage_precision(verdicts: Sequence[Verdict], step: int = 20) -> list[CurvePoint]:
    """Trace coverage and precision over thresholds of 0 to 1000 thousandths, those in use too."""
    points = []
    for threshold in sorted({*range(0, 1001, step), *(one.threshold for one in verdicts)}):
        answered = [one for one in verdicts if one.confidence >= threshold]
        if answered:
            right = sum(one.passage_rank == 1 for one in answered)
            points.append(
                CurvePoint(
                    threshold=threshold,
                    coverage=round(len(answered) / len(verdicts), 6),
                    precision=round(right / len(answered), 6),
                    n=len(answered),
                )
            )
    return points


def _abstention(verdicts: Iterable[Verdict]) -> dict[str, Estimate]:
    """Estimate how well abstaining meets the unanswerable; each `n` counts what can change it."""
    outcomes = [(verdict.outcome != "answer", not verdict.answerable) for verdict in verdicts]
    abstained = [float(unanswerable) for refused, unanswerable in outcomes if refused]
    wanted = [float(refused) for refused, unanswerable in outcomes if unanswerable]
    return {
        "abstention_precision": estimate_mean(abstained),
        "abstention_recall": estimate_mean(wanted),
        "abstention_f1": estimate([one for one in outcomes if any(one)], _f1),
    }


def _f1(outcomes: Sequence[tuple[bool, bool]]) -> float:
    """Return 2TP / (2TP + FP + FN) of outcomes that are abstained, unanswerable or both."""
    right = sum(refused and unanswerable for refused, unanswerable in outcomes)
    return 2 * right / (right + len(outcomes))


def _scores(verdicts: Iterable[Verdict], name: str) -> list[float]:
    return [one.scores[name] for one in verdicts if name in one.scores]


def _costs(verdicts: Sequence[Verdict]) -> Iterable[tuple[Unit, list[float]]]:
    yield Unit.BYTES, [float(one.bytes_fetched) for one in verdicts]
    yield Unit.SHARDS, [float(one.shards_fetched) for one in verdicts]


def _cost(values: Sequence[float], share: float) -> Estimate:
    value = round(quantile(values, share), 3) if values else None
    return Estimate(value=value, n=len(values))
