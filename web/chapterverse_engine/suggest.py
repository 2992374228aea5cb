"""Suggest what a reader may have meant: words of the documents that look like one that none has.

A word that stands in a passage is never doubted, nor is an identifier, a code, a name in parts or
a number: a near miss of those is another thing. The word that is offered is one that a candidate
passage really has, in the form in which it stands there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from . import vector
from .matching import terms_of
from .model import Candidate, Passage, Suggestion
from .query import Query, QueryTerm
from .terms import TermKind, analyze

MAX_SUGGESTIONS = 2
# A word this long may have two letters wrong, a shorter one has one.
_LONG_WORD = 8


def suggestions_of(
    query: Query,
    near: Mapping[str, frozenset[str]],
    frequency_of_term: Mapping[str, int],
    candidates: Sequence[Candidate],
) -> tuple[Suggestion, ...]:
    """Return up to MAX_SUGGESTIONS; `near` are the similar terms of those that no passage has."""
    passages = [candidate.passage for candidate in candidates]
    words = _words(query, near, passages)
    runs = _runs(query, frequency_of_term, [passage.text for passage in passages])
    return tuple([*words, *runs][:MAX_SUGGESTIONS])


def _words(
    query: Query, near: Mapping[str, frozenset[str]], passages: Sequence[Passage]
) -> Iterator[Suggestion]:
    for term in query.content_terms:
        if term.kind is not TermKind.WORD or _is_in_compound(term, query):
            continue
        for other, _ in vector.similar_terms(term.term, near.get(term.term, ())):
            surface = _surface_of(other, term.surface.lower(), passages)
            if surface:
                yield _suggestion(query, term.surface, surface)
                break


def is_slip(asked: str, meant: str) -> bool:
    """Tell whether words differ by a letter or two (left out, added, changed, swapped), not the first."""
    allowed = 2 if min(len(asked), len(meant)) >= _LONG_WORD else 1
    if asked[:1] != meant[:1] or abs(len(asked) - len(meant)) > allowed:
        return False
    return _edits(asked, meant) <= allowed


def _edits(left: str, right: str) -> int:
    """Return the optimal string alignment distance."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, char in enumerate(left, 1):
        last, before, row = before, row, [i]
        for j, other in enumerate(right, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (char != other)))
            if i > 1 and j > 1 and char == right[j - 2] and left[i - 2] == other:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]


def _is_in_compound(term: QueryTerm, query: Query) -> bool:
    return any(term.surface.lower() in item.surface.lower() for item in query.required)


def _surface_of(term: str, asked: str, passages: Iterable[Passage]) -> str:
    """Return the form of a term that is nearest to what was asked, then most often there."""
    counts = Counter(
        passage.text[token.start : token.end].lower()
        for passage in passages
        if term in terms_of(passage).text_terms
        for token in analyze(passage.text)
        if token.term == term
    )
    slips = [surface for surface in counts if is_slip(asked, surface)]
    return min(slips, key=lambda one: (_edits(asked, one), -counts[one], one), default="")


def _runs(
    query: Query, frequency_of_term: Mapping[str, int], texts: Sequence[str]
) -> Iterator[Suggestion]:
    """Offer another character where no passage has the pair before it nor the pair behind it."""
    bigrams = [term for term in query.terms if term.kind is TermKind.BIGRAM]
    for left, right in pairwise(bigrams):
        joins = left.term[1:] == right.term[:1] and len(left.term) == len(right.term) == 2
        if not joins or frequency_of_term.get(left.term) or frequency_of_term.get(right.term):
            continue
        asked = left.surface + right.surface[1:]
        pattern = re.compile(rf"{re.escape(asked[0])}[^\W\d_]{re.escape(asked[2])}")
        counts = Counter(found for text in texts for found in pattern.findall(text))
        meant = min(counts, key=lambda found: (-counts[found], found), default="")
        if meant and asked in query.text:
            yield _suggestion(query, asked, meant)


def _suggestion(query: Query, asked: str, meant: str) -> Suggestion:
    return Suggestion(asked, meant, query.text.replace(asked, meant, 1))
