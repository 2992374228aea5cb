"""The keyword channel: rank passages by the summed impacts of the question's own terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nsmallest

from .integers import ONE_Q8, idf_q8
from .lookup import TermPostings
from .query import QueryTerm


def term_weights(
    terms: Iterable[QueryTerm], postings: Mapping[str, TermPostings], passages: int
) -> dict[str, int]:
    """Return each term's weight: its idf (8 fractional bits) times its weight in the question."""
    return {
        term.term: idf_q8(passages, postings[term.term].frequency) * term.weight_q8 // ONE_Q8
        for term in terms
    }


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
