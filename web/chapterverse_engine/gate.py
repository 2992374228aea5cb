"""The gate before an answer: does the evidence really answer, and if not, why not?

Theory: a logistic model over signals, because none of them separates alone. How much of the
question a passage covers means little for a short question and much for a long one, so coverage
also enters multiplied with the question's length; Chinese bigrams cover differently from words, so
each kind of script has its own weights. The weights are learned by `benchmarks/train_gate.py` on
tune cases, answerable and unanswerable ones counting the same; the confidence is the calibrated
probability, in thousandths, that the evidence answers. A gate lets something through or names why
not; it never edits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .evidence import Evidence
from .matching import Concepts, terms_of
from .model import Candidate, Reason
from .query import Query, QueryTerm, Required
from .terms import TermKind

# In thousandths; see docs/decisions/0003-ranking-and-gate.md for the cases that it was chosen on.
THRESHOLD = 500


class Signals(NamedTuple):
    """What the gate looks at, each 0 to 1000.

    Shares of the question's weight: in the best `passage`, in the best `unit`, in heading and
    title (`topic`), `unseen` in any passage. `names` and `numbers` are the shares of capitalised
    words and of numbers in the best passage. `strength` is the best keyword score against the best
    possible one. `margin` is how far the second passage is behind, times `passage`: standing alone
    with little is nothing. `adjacency` is the share of neighbouring terms that are neighbours in
    the evidence, `shape` whether a quote has the shape that the kind of question asks for. `held`
    and `unit_held` are `passage` and `unit` times the question's length.
    """

    passage: int
    unit: int
    topic: int
    unseen: int
    names: int
    numbers: int
    strength: int
    margin: int
    adjacency: int
    shape: int
    held: int
    unit_held: int


class Ranked(NamedTuple):
    """What the gate is told of the ranking: see Signals."""

    strength: int
    margin: int
    unseen: int


class Calibration(NamedTuple):
    """A logistic model: log-odds in thousandths for a signal of 1000, and those of no signal."""

    weights: Signals
    bias: int


# fmt: off
WORDS = Calibration(Signals(
    passage=450, unit=1431, topic=0, unseen=-178, names=953, numbers=796, strength=0, margin=2961,
    adjacency=1501, shape=564, held=2634, unit_held=2136,
), bias=-4141)
BIGRAMS = Calibration(Signals(
    passage=0, unit=0, topic=3457, unseen=-1521, names=2379, numbers=884, strength=1569,
    margin=3409, adjacency=733, shape=0, held=5440, unit_held=6054,
), bias=-6525)
# fmt: on
# The logistic function in thousandths at log-odds of 0, 0.5, 1, … 8.
_LOGISTIC = (
    500,
    622,
    731,
    818,
    881,
    924,
    953,
    971,
    982,
    989,
    993,
    996,
    998,
    998,
    999,
    999,
    1000,
)  # fmt: skip
_STEP = 500
# A question of this many thousandths of a full one a term: at 17 terms it is as long as any.
_LENGTH_OF_TERM = 60


def confidence(signals: Signals, calibration: Calibration) -> int:
    """Return the probability that the evidence answers, in thousandths."""
    weighed = sum(w * value for w, value in zip(calibration.weights, signals, strict=True))
    return logistic(calibration.bias + weighed // 1000)


def logistic(log_odds: int) -> int:
    """Return the probability, in thousandths, of log-odds in thousandths."""
    size = min(abs(log_odds), _STEP * (len(_LOGISTIC) - 1) - 1)
    place, rest = divmod(size, _STEP)
    low, high = _LOGISTIC[place : place + 2]
    value = low + (high - low) * rest // _STEP
    return value if log_odds >= 0 else 1000 - value


def calibration_of(query: Query) -> Calibration:
    """Return the calibration for the kind of script that most of the question is in."""
    terms = query.content_terms
    bigrams = sum(term.kind is TermKind.BIGRAM for term in terms)
    return BIGRAMS if 2 * bigrams > len(terms) else WORDS


def threshold_of(settings: Mapping[str, object]) -> int:
    """Return the threshold that a site was calibrated to, else the default one."""
    threshold = settings.get("threshold")
    return threshold if isinstance(threshold, int) else THRESHOLD


def answer_gate(value: int, threshold: int) -> Reason | None:
    """Let an answer of this confidence through, or say why not."""
    return None if value >= threshold else Reason.WEAK_EVIDENCE


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
    query: Query,
    concepts: Concepts,
    ranked: Ranked,
) -> Signals:
    """Measure what supports the answer; all zero without evidence."""
    if not evidence:
        return Signals(*[0] * len(Signals._fields))
    held = [terms_of(item.passage) for item in evidence]
    best = max((terms.all_terms for terms in held), key=concepts.share)
    above = frozenset().union(*(terms.trail_terms | terms.title_terms for terms in held))
    passage = concepts.share(best)
    unit = max(concepts.share(item.covered) for item in evidence)
    length = min(1000, _LENGTH_OF_TERM * len(concepts.weight_of_term))
    names = [term.term for term in query.content_terms if _is_name(term, query)]
    numbers = [term.term for term in query.terms if term.term.isdigit()]
    return Signals(
        passage=passage,
        unit=unit,
        topic=concepts.share(above),
        unseen=ranked.unseen,
        names=_share_held(names, best),
        numbers=_share_held(numbers, best),
        strength=ranked.strength,
        margin=ranked.margin * passage // 1000,
        adjacency=_adjacency(query, concepts, evidence),
        shape=1000 * any(item.fits for item in evidence),
        held=passage * length // 1000,
        unit_held=unit * length // 1000,
    )


def _is_name(term: QueryTerm, query: Query) -> bool:
    return term.surface[:1].isupper() and not query.text.startswith(term.surface)


def _share_held(terms: Sequence[str], held: frozenset[str]) -> int:
    """Return the share of the terms that are held; all are when there are none."""
    return 1000 * sum(term in held for term in terms) // len(terms) if terms else 1000


def _adjacency(query: Query, concepts: Concepts, evidence: Sequence[Evidence]) -> int:
    neighbours = frozenset().union(*(terms_of(item.passage).neighbours for item in evidence))
    weights = concepts.weight_of_term
    total = found = 0
    for pair in query.pairs:
        weight = weights.get(pair[0], 0) + weights.get(pair[1], 0)
        total += weight
        found += weight if pair in neighbours else 0
    return 1000 * found // total if total else 1000
