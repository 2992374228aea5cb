"""The gate before an answer: does the evidence really answer, and if not, why not?

A gate lets something through or names why not; it never edits. The confidence comes from several
signals, because none of them separates alone: BM25's score against the best possible one, how
much of the question one passage covers, and how much the best quotes cover.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from .evidence import Evidence
from .matching import Concepts, terms_of
from .model import Candidate, Reason
from .query import Query, Required

# In thousandths; see docs/decisions/0003 for the cases that it was chosen on.
THRESHOLD = 500


@dataclass(frozen=True, slots=True)
class Signals:
    """What the gate looks at, each 0 to 1000."""

    passage_coverage: int
    quote_coverage: int
    keyword_strength: int
    adjacency: int


WEIGHT_OF_SIGNAL: Mapping[str, int] = {
    "passage_coverage": 450,
    "quote_coverage": 250,
    "keyword_strength": 200,
    "adjacency": 100,
}


def confidence(signals: Signals) -> int:
    """Return how well the evidence answers, 0 to 1000."""
    values: dict[str, int] = asdict(signals)
    return sum(weight * values[name] for name, weight in WEIGHT_OF_SIGNAL.items()) // 1000


def answer_gate(value: int) -> Reason | None:
    """Let an answer of this confidence through, or say why not."""
    return None if value >= THRESHOLD else Reason.WEAK_EVIDENCE


def required_gate(
    required: Sequence[Required], frequency_of_term: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the codes of the question that no passage in view has."""
    return tuple(
        item.surface
        for item in required
        if not any(frequency_of_term.get(form, 0) for form in item.forms)
    )


def holds_required(candidate: Candidate, required: Sequence[Required]) -> bool:
    """Tell whether a candidate has every code that the question names."""
    terms = terms_of(candidate.passage).all_terms
    return all(terms.intersection(item.forms) for item in required)


def signals_of(
    evidence: Sequence[Evidence],
    concepts: Concepts,
    query: Query,
    keyword_strength: int,
) -> Signals:
    """Measure what supports the answer; all zero without evidence."""
    if not evidence:
        return Signals(0, 0, 0, 0)
    passages = {item.passage.passage_id: item.passage for item in evidence}
    coverages = [concepts.share(terms_of(passage).all_terms) for passage in passages.values()]
    quoted: set[str] = set()
    for item in evidence:
        terms = terms_of(item.passage)
        quoted |= item.covered | terms.heading_terms
    return Signals(
        passage_coverage=max(coverages),
        quote_coverage=concepts.share(quoted),
        keyword_strength=keyword_strength,
        adjacency=_adjacency(query, evidence),
    )


def _adjacency(query: Query, evidence: Sequence[Evidence]) -> int:
    if not query.pairs:
        return 1000
    neighbours = frozenset().union(*(terms_of(item.passage).neighbours for item in evidence))
    found = sum(pair in neighbours for pair in query.pairs)
    return 1000 * found // len(query.pairs)
