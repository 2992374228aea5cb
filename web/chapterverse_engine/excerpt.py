"""Cut a few lines out of a passage that show why it was found, and mark the question's words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .model import Passage, UnitKind
from .query import understand
from .terms import Token, analyze

EXCERPT_CHARS = 240
# How much is shown before a word that stands deep inside one long sentence.
_LEAD_CHARS = 40
_ELLIPSIS = "…"


class Excerpt(NamedTuple):
    """A passage's text, shortened; `marks` are the spans `text[start:end]` of asked words."""

    text: str
    marks: tuple[tuple[int, int], ...]


def asked_terms(question: str) -> frozenset[str]:
    """Return the terms of a question that are worth marking."""
    return frozenset(term.term for term in understand(question).content_terms)


def excerpt_of(passage: Passage, terms: frozenset[str]) -> Excerpt:
    """Return the part of a passage that has most of the terms, the first one among equals."""
    body = [unit.start for unit in passage.units if unit.kind is not UnitKind.HEADING] or [0]
    found = [token for token in analyze(passage.text) if token.term in terms]
    in_body = [token for token in found if token.start >= body[0]]
    start = _best_start(body, in_body)
    end = min(start + EXCERPT_CHARS, len(passage.text))
    before = _ELLIPSIS if start > body[0] else ""
    after = _ELLIPSIS if end < len(passage.text) else ""
    shown = passage.text[start:end].rstrip()
    shift = len(before) - start
    spans = [(t.start + shift, t.end + shift) for t in in_body if start <= t.start and t.end <= end]
    return Excerpt(f"{before}{shown}{after}", tuple(_joined(spans)))


def _best_start(starts: Sequence[int], found: Sequence[Token]) -> int:
    """Return the start of the window with most distinct terms; it holds one if there is any."""
    if not found:
        return starts[0]
    places = [token.start for token in found]

    def terms_from(start: int) -> int:
        window = found[bisect_left(places, start) :]
        return len({token.term for token in window if token.end <= start + EXCERPT_CHARS})

    best = max(starts, key=lambda start: (terms_from(start), -start))
    if terms_from(best):
        return best
    return max(starts[0], found[0].start - _LEAD_CHARS)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, those that touch or overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
