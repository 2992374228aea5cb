"""Record what each stage of a question decided, for the "why?" panel and trace.jsonl."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .evidence import Evidence
from .model import Candidate


class Trace:
    """Stages in order, each with its name and JSON values; `is_on=False` records nothing."""

    __slots__ = ("is_on", "stages")

    def __init__(self, *, is_on: bool = True) -> None:
        self.is_on = is_on
        self.stages: list[dict[str, object]] = []

    def add(self, stage: str, **values: object) -> None:
        """Record a stage."""
        if self.is_on:
            self.stages.append({"stage": stage, **values})


def traced_candidates(
    candidates: Sequence[Candidate], fused_rank_of: Mapping[str, int]
) -> list[dict[str, object]]:
    """Return candidates with their ranks: in each channel, fused, and at last.

    `fused_rank_of` is keyed by passage id.
    """
    return [
        {
            "passage_id": one.passage.passage_id,
            "rank": one.rank,
            "fused": fused_rank_of[one.passage.passage_id],
            "channels": {channel.value: rank for channel, rank in one.ranks.items()},
        }
        for one in candidates
    ]


def traced_spans(evidence: Sequence[Evidence]) -> list[dict[str, object]]:
    """Return spans of evidence, the best first, with their true lines and what they cover."""
    return [
        {
            "passage_id": one.passage.passage_id,
            "start_line": _line_at(one, one.passage.units[one.first].start),
            "end_line": _line_at(one, one.passage.units[one.last].end),
            "score": one.score,
            "covered": sorted(one.covered),
            "fits": one.fits,
        }
        for one in evidence
    ]


def _line_at(evidence: Evidence, offset: int) -> int:
    passage = evidence.passage
    return passage.start_line + passage.text.count("\n", 0, offset)
