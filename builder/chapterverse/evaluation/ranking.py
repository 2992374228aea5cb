"""Measures of one ranking, by their textbook formulas, over flags "is this item right"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from chapterverse.evaluation.cases import Place
from chapterverse.evaluation.run import ReplyPassage


def first_rank(flags: Sequence[bool]) -> int | None:
    """Return the 1-based rank of the first right item."""
    return flags.index(True) + 1 if True in flags else None


def recall_at(rank: int | None, depth: int) -> float:
    """Return 1 when a right item stands within the depth, else 0.

    Any right citation answers the question, so this is the success rate (hit rate) at the depth.
    """
    return float(rank is not None and rank <= depth)


def reciprocal_rank(rank: int | None) -> float:
    """Return one over the rank of the first right item, 0 without one."""
    return 1.0 / rank if rank else 0.0


def ndcg_at(flags: Sequence[bool], relevant: int, depth: int) -> float:
    """Return the normalised discounted cumulative gain with gains of 0 and 1.

    `relevant` is the number of right items that exist, found or not.
    """
    gain = sum(1.0 / log2(rank + 1) for rank, flag in enumerate(flags[:depth], start=1) if flag)
    ideal = sum(1.0 / log2(rank + 1) for rank in range(1, min(relevant, depth) + 1))
    return gain / ideal if ideal else 0.0


def passage_flags(candidates: Iterable[ReplyPassage], places: Sequence[Place]) -> list[bool]:
    """Flag the candidates whose lines overlap a right citation in the same document."""
    return [any(_touches(item, place) for place in places) for item in candidates]


def document_flags(candidates: Iterable[ReplyPassage], places: Sequence[Place]) -> list[bool]:
    """Flag the documents, each at its best rank, that hold a right citation."""
    right = {place.source for place in places}
    return [path in right for path in dict.fromkeys(item.source_path for item in candidates)]


def relevant_passages(candidates: Sequence[ReplyPassage], places: Sequence[Place]) -> int:
    """Count right passages: those ranked, and one for each right citation that none covers.

    How an index cuts a document is its own affair, so a candidate that covers three right
    citations is one right passage.
    """
    missed = sum(not any(_touches(item, place) for item in candidates) for place in places)
    return sum(passage_flags(candidates, places)) + missed


def _touches(item: ReplyPassage, place: Place) -> bool:
    return place.overlaps(item.source_path, item.start_line, item.end_line)
