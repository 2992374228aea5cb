"""See which terms of a question stand where in a passage."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from .model import Passage, Unit
from .query import Query
from .terms import TermKind, analyze, piece_of, pieces_of

# A Chinese bigram that no passage has is as often an accident of cutting as a missing word, and a
# word that looks like one that passages have is as often a slip as another word.
_UNSEEN_DIVISOR = 2


class Concepts(NamedTuple):
    """The terms of a question that evidence should cover, each with its weight (an idf).

    `near` are terms that stand for one that no passage has, as they look nearly the same.
    """

    weight_of_term: Mapping[str, int]
    total: int
    near: Mapping[str, frozenset[str]] = {}

    @property
    def rarest(self) -> str:
        """The term with the most weight; the first one in alphabetical order if there are more."""
        weights = self.weight_of_term
        return min(weights, key=lambda term: (-weights[term], term), default="")

    def covered(self, terms: frozenset[str]) -> frozenset[str]:
        """Return which of the question's terms the terms cover."""
        found = frozenset([term for term in self.weight_of_term if term in terms])
        if not self.near:
            return found
        near = [term for term, others in self.near.items() if not others.isdisjoint(terms)]
        return found.union(near)

    def share(self, terms: Iterable[str]) -> int:
        """Return how much of the question's weight the terms cover, in thousandths."""
        held = terms if isinstance(terms, frozenset) else frozenset(terms)
        weights = self.weight_of_term
        covered = sum([weights[term] for term in self.covered(held)])
        return 1000 * covered // self.total if self.total else 0


def concepts_of(
    query: Query,
    weight_of_term: Mapping[str, int],
    frequency_of_term: Mapping[str, int],
    near: Mapping[str, frozenset[str]],
) -> Concepts:
    """Choose what has to be covered: content terms, and compounds only if they are codes."""
    codes = {form for required in query.required for form in required.forms[:1]}
    weights: dict[str, int] = {}
    for term in query.content_terms:
        if term.kind is TermKind.IDENTIFIER and term.term not in codes:
            continue
        weight = weight_of_term[term.term]
        if not frequency_of_term[term.term] and (term.kind is TermKind.BIGRAM or term.term in near):
            weight //= _UNSEEN_DIVISOR
        weights[term.term] = weight
    relevant = {term: others for term, others in near.items() if term in weights}
    return Concepts(weights, sum(weights.values()), relevant)


class PassageTerms(NamedTuple):
    """A passage's terms: those of each unit, of the text, of what stands above it, of all.

    `ordered` are the terms of the text in reading order, as often as they stand there.
    """

    ordered: tuple[str, ...]
    unit_terms: tuple[frozenset[str], ...]
    text_terms: frozenset[str]
    heading_terms: frozenset[str]
    trail_terms: frozenset[str]
    title_terms: frozenset[str]
    all_terms: frozenset[str]
    neighbours: frozenset[tuple[str, str]]


@lru_cache(maxsize=512)
def terms_of(passage: Passage) -> PassageTerms:
    """Analyze a passage; the last few hundred are kept."""
    pieces = list(pieces_of(passage.text.split()))
    ordered = tuple(chain.from_iterable([piece.terms for piece in pieces]))
    text_terms = frozenset(ordered)
    simple = list(chain.from_iterable([piece.simple for piece in pieces]))
    trail = passage.heading_path
    trail_terms, title_terms = term_set(" / ".join(trail)), term_set(passage.document.title)
    return PassageTerms(
        ordered=ordered,
        unit_terms=_terms_of_units(passage),
        text_terms=text_terms,
        heading_terms=term_set(trail[-1] if trail else ""),
        trail_terms=trail_terms,
        title_terms=title_terms,
        all_terms=text_terms | trail_terms | title_terms,
        neighbours=frozenset(pairwise(simple)),
    )


@lru_cache(maxsize=4096)
def term_set(text: str) -> frozenset[str]:
    """Return the terms of a short text."""
    return frozenset(token.term for token in analyze(text))


def _terms_of_units(passage: Passage) -> tuple[frozenset[str], ...]:
    """Return the terms that begin in each unit."""
    text, units = passage.text, passage.units
    if all(_stands_alone(text, unit) for unit in units):
        of_units = [pieces_of(text[unit.start : unit.end].split()) for unit in units]
        return tuple(
            frozenset(chain.from_iterable([piece.terms for piece in pieces])) for pieces in of_units
        )
    terms, starts = _columns(text)
    return tuple(
        frozenset(terms[bisect_left(starts, unit.start) : bisect_left(starts, unit.end)])
        for unit in units
    )


def _columns(text: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the terms of a text and where each of them begins, in ascending order."""
    terms: list[str] = []
    starts: list[int] = []
    for found in re.finditer(r"\S+", text):
        piece, offset = piece_of(found.group()), found.start()
        terms += piece.terms
        starts += [offset + start for start in piece.starts]
    return terms, starts


def _stands_alone(text: str, unit: Unit) -> bool:
    """Tell whether no piece of the text reaches over an end of a unit."""
    return (not unit.start or text[unit.start - 1].isspace()) and (
        unit.end >= len(text) or text[unit.end].isspace()
    )


def has_phrase(passage: Passage, phrase: Sequence[str]) -> bool:
    """Tell whether the terms stand side by side inside one unit of the passage."""
    size = len(phrase)
    for unit in passage.units:
        tokens = analyze(passage.text[unit.start : unit.end])
        terms = [token.term for token in tokens if token.kind is not TermKind.IDENTIFIER]
        if any(terms[i : i + size] == list(phrase) for i in range(len(terms) - size + 1)):
            return True
    return False
