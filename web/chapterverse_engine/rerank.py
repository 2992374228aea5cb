"""Order the best candidates by what can be seen only in their text: a small linear model.

Features are in thousandths and the weights are integers, so that every runtime agrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .matching import Concepts, PassageTerms, terms_of
from .model import Passage
from .query import Query


@dataclass(frozen=True, slots=True)
class Features:
    """What the reranker knows of a passage, each 0 to 1000.

    `keyword` and `vector` are the channels' scores against the best in the pool; `coverage` is
    the share of the question's weight in the passage with its trail and title; `text`, `heading`
    and `title` the share in each; `adjacency` the share of the question's neighbouring terms that
    are neighbours here too; `focus` how much of the heading the question asks for.
    """

    keyword: int
    vector: int
    coverage: int
    text: int
    heading: int
    title: int
    adjacency: int
    focus: int


# Tuned on the tune half (by id hash) of the sets in docs/decisions/0003.
WEIGHT_OF_FEATURE: Mapping[str, int] = {
    "keyword": 10,
    "vector": 2,
    "coverage": 6,
    "text": 2,
    "heading": 3,
    "title": 1,
    "adjacency": 3,
    "focus": 2,
}


def features_of(
    passage: Passage,
    query: Query,
    concepts: Concepts,
    channel_shares: tuple[int, int],
) -> Features:
    """Return a passage's features; `channel_shares` are its keyword and vector score shares."""
    terms = terms_of(passage)
    return Features(
        keyword=channel_shares[0],
        vector=channel_shares[1],
        coverage=concepts.share(terms.all_terms),
        text=concepts.share(terms.text_terms),
        heading=concepts.share(terms.heading_terms),
        title=concepts.share(terms.title_terms),
        adjacency=_adjacency(query, concepts, terms),
        focus=_focus(concepts, terms),
    )


def rerank_score(features: Features) -> int:
    """Return the model's score of a passage."""
    return sum(weight * getattr(features, name) for name, weight in WEIGHT_OF_FEATURE.items())


def _adjacency(query: Query, concepts: Concepts, terms: PassageTerms) -> int:
    weights = concepts.weight_of_term
    total = found = 0
    for pair in query.pairs:
        weight = weights.get(pair[0], 0) + weights.get(pair[1], 0)
        total += weight
        found += weight if pair in terms.neighbours else 0
    return 1000 * found // total if total else 0


def _focus(concepts: Concepts, terms: PassageTerms) -> int:
    asked = sum(term in concepts.weight_of_term for term in terms.heading_terms)
    return 1000 * asked // len(terms.heading_terms) if terms.heading_terms else 0
