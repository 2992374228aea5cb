"""The keyword channel: rank passages by the summed impacts of the question's own terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nsmallest

from .integers import ONE_Q8, idf_q8
from .lookup import TermPostings

# A stop word that stands beside content words counts this much (of 256).
STOP_WEIGHT_Q8 = 26


def term_weights(
    postings: Mapping[str, TermPostings], passages: int, stop_terms: Iterable[str]
) -> dict[str, int]:
    """Return each term's weight: its idf (8 fractional bits), discounted for stop words."""
    stops = frozenset(stop_terms)
    return {
        term: idf_q8(passages, found.frequency)
        * (STOP_WEIGHT_Q8 if term in stops else ONE_Q8)
        // ONE_Q8
        for term, found in postings.items()
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
