"""The keyword channel: rank passages by the summed impacts of the question's own terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nsmallest
from math import isqrt

from .integers import ONE_Q8, idf_q8
from .lookup import TermPostings
from .query import QueryTerm
from .terms import TermKind

# Tuned on the tune half of techqa-en, whose questions are whole posts.
_LONG_QUESTION_TERMS = 12


def term_weights(
    terms: Iterable[QueryTerm], postings: Mapping[str, TermPostings], passages: int
) -> dict[str, int]:
    """Return each term's weight: its idf (8 fractional bits) times its weight in the question.

    A question that tells a story has many terms that say little, so there the rare ones count for
    more: their idf to the power of 1.5. Bigrams are many in any question.
    """
    listed = list(terms)
    is_long = sum(term.kind is not TermKind.BIGRAM for term in listed) > _LONG_QUESTION_TERMS
    weights = {}
    for term in listed:
        idf = idf_q8(passages, postings[term.term].frequency)
        if is_long:
            idf = idf * isqrt(idf * ONE_Q8) // ONE_Q8
        weights[term.term] = max(1, idf * term.weight_q8 // ONE_Q8)
    return weights


def scores_of(
    postings: Iterable[TermPostings], weight_of_term: Mapping[str, int]
) -> dict[int, int]:
    """Return the score of every passage, by key, that has one of the terms."""
    scores: dict[int, int] = {}
    for found in postings:
        weight = weight_of_term[found.term]
        for impact, keys in found.groups:
            share = weight * impact
            for key in keys:
                scores[key] = scores.get(key, 0) + share
    return scores


def ranked(scores: Mapping[int, int], limit: int) -> list[int]:
    """Return the keys of the best passages, best first; the lower key wins a tie."""
    best = nsmallest(limit, ((-score, key) for key, score in scores.items()))
    return [key for _, key in best]
