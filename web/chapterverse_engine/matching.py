"""See which terms of a question stand where in a passage."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .model import Passage
from .query import Query
from .terms import TermKind, Token, analyze

# A Chinese bigram that no passage has is as often an accident of cutting as a missing word.
_UNSEEN_BIGRAM_DIVISOR = 2


class Concepts(NamedTuple):
    """The terms of a question that evidence should cover, each with its weight (an idf)."""

    weight_of_term: Mapping[str, int]
    total: int

    @property
    def rarest(self) -> str:
        """The term with the most weight; the first one in alphabetical order if there are more."""
        weights = self.weight_of_term
        return min(weights, key=lambda term: (-weights[term], term), default="")

    def share(self, terms: Iterable[str]) -> int:
        """Return how much of the question's weight the terms cover, in thousandths."""
        weights = self.weight_of_term
        covered = sum(weights[term] for term in set(terms) if term in weights)
        return 1000 * covered // self.total if self.total else 0


def concepts_of(
    query: Query, weight_of_term: Mapping[str, int], frequency_of_term: Mapping[str, int]
) -> Concepts:
    """Choose what has to be covered: content terms, and compounds only if they are codes."""
    codes = {form for required in query.required for form in required.forms[:1]}
    weights: dict[str, int] = {}
    for term in query.content_terms:
        if term.kind is TermKind.IDENTIFIER and term.term not in codes:
            continue
        weight = weight_of_term[term.term]
        if term.kind is TermKind.BIGRAM and not frequency_of_term[term.term]:
            weight //= _UNSEEN_BIGRAM_DIVISOR
        weights[term.term] = weight
    return Concepts(weights, sum(weights.values()))


class PassageTerms(NamedTuple):
    """A passage's terms: those of each unit, of the text, and of what stands above it."""

    unit_terms: tuple[frozenset[str], ...]
    text_terms: frozenset[str]
    heading_terms: frozenset[str]
    trail_terms: frozenset[str]
    title_terms: frozenset[str]
    neighbours: frozenset[tuple[str, str]]

    @property
    def all_terms(self) -> frozenset[str]:
        """The terms of the passage, its heading trail and its title."""
        return self.text_terms | self.trail_terms | self.title_terms


@lru_cache(maxsize=512)
def terms_of(passage: Passage) -> PassageTerms:
    """Analyze a passage; the last few hundred are kept."""
    tokens = analyze(passage.text)
    trail = passage.heading_path
    return PassageTerms(
        unit_terms=_terms_of_units(passage, tokens),
        text_terms=frozenset(token.term for token in tokens),
        heading_terms=term_set(trail[-1] if trail else ""),
        trail_terms=term_set(" / ".join(trail)),
        title_terms=term_set(passage.document.title),
        neighbours=_neighbours(tokens),
    )


@lru_cache(maxsize=4096)
def term_set(text: str) -> frozenset[str]:
    """Return the terms of a short text."""
    return frozenset(token.term for token in analyze(text))


def _terms_of_units(passage: Passage, tokens: Sequence[Token]) -> tuple[frozenset[str], ...]:
    starts = [unit.start for unit in passage.units]
    terms: list[set[str]] = [set() for _ in passage.units]
    for token in tokens:
        index = bisect_right(starts, token.start) - 1
        if index >= 0 and token.start < passage.units[index].end:
            terms[index].add(token.term)
    return tuple(map(frozenset, terms))


def _neighbours(tokens: Sequence[Token]) -> frozenset[tuple[str, str]]:
    simple = [token for token in tokens if token.kind is not TermKind.IDENTIFIER]
    return frozenset((left.term, right.term) for left, right in pairwise(simple))


def has_phrase(passage: Passage, phrase: Sequence[str]) -> bool:
    """Tell whether the terms stand side by side inside one unit of the passage."""
    size = len(phrase)
    for unit in passage.units:
        tokens = analyze(passage.text[unit.start : unit.end])
        terms = [token.term for token in tokens if token.kind is not TermKind.IDENTIFIER]
        if any(terms[i : i + size] == list(phrase) for i in range(len(terms) - size + 1)):
            return True
    return False
