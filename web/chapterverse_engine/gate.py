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
from .integers import ONE_Q8, log2_q8
from .matching import Concepts, PassageTerms, terms_of
from .model import Candidate, Passage, Reason
from .query import Query, QueryTerm, Required, quoted_in
from .terms import TermKind

# In thousandths; see docs/decisions/0006-evidence-and-gate.md for the cases that it was chosen on.
THRESHOLD = 550


class Signals(NamedTuple):
    """What the gate looks at, each 0 to 1000.

    `relevance` is the reranker's score of the best candidate and `margin` how much the best one of
    another document is behind. The others are about the passage with most of the question among
    those of the evidence, in shares of the question's weight: `coverage` is how much of it the
    passage holds, `held` that times the question's length, `lead` how much more it holds than any
    of another document, `adjacency` the share of neighbouring terms that are neighbours there,
    `numbers` that of the numbers, `topic` the share in its headings and title. `unseen` is the
    share that no passage has.
    """

    relevance: int
    margin: int
    coverage: int
    held: int
    lead: int
    adjacency: int
    numbers: int
    topic: int
    unseen: int


class Calibration(NamedTuple):
    """A logistic model: log-odds in thousandths for a signal of 1000, and those of no signal."""

    weights: Signals
    bias: int


# fmt: off
WORDS = Calibration(Signals(
    relevance=3528, margin=4707, coverage=1376, held=2814, lead=2613, adjacency=839, numbers=0,
    topic=0, unseen=-4614,
), bias=-3862)
BIGRAMS = Calibration(Signals(
    relevance=2211, margin=5326, coverage=0, held=9694, lead=0, adjacency=0, numbers=2626,
    topic=3448, unseen=-4038,
), bias=-5911)
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
# log2 of 32: a question of so many terms is as long as any.
_FULL_LENGTH_Q8 = 5 * ONE_Q8
# Words, two halves each, that a question asks about a code; a bigram is half a word.
_LEAST_ASKED_HALVES = 3


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


def reference_gate(query: Query) -> Reason | None:
    """Keep back what answers a question about "it" when nobody said what that is."""
    return Reason.AMBIGUOUS_REFERENCE if query.is_open else None


def subject_gate(query: Query, concepts: Concepts, evidence: Sequence[Evidence]) -> Reason | None:
    """Keep back evidence that has the code of a question, and nothing of what is asked about it."""
    if not query.required or not evidence:
        return None
    codes = " ".join(item.surface.lower() for item in query.required)
    asked = [term for term in query.content_terms if term.surface.lower() not in codes]
    halves = sum(1 if term.kind is TermKind.BIGRAM else 2 for term in asked)
    held = frozenset().union(*(terms_of(item.passage).all_terms for item in evidence))
    covered = concepts.covered(held)
    has_some = any(term.term in covered for term in asked)
    return Reason.WEAK_EVIDENCE if halves >= _LEAST_ASKED_HALVES and not has_some else None


def required_gate(
    required: Sequence[Required], frequency_of_term: Mapping[str, int]
) -> tuple[str, ...]:
    """Return the codes of the question that no passage in view has."""
    return tuple(
        item.surface
        for item in required
        if not any(frequency_of_term.get(form, 0) for form in item.forms)
    )


def names_gate(
    query: Query, frequency_of_term: Mapping[str, int], near: Mapping[str, object]
) -> tuple[str, ...]:
    """Return the proper names of the question that no passage in view has, nor one that looks alike.

    A capital letter says nothing at the start of a question, and where most words have one.
    """
    words = [term for term in query.content_terms if term.kind is TermKind.WORD]
    names = [term for term in words if _is_name(term, query)]
    if query.lang == "en" and 2 * len(names) > len(words):
        return ()
    return tuple(
        term.surface
        for term in names
        if not frequency_of_term.get(term.term, 0) and term.term not in near
    )


def _is_name(term: QueryTerm, query: Query) -> bool:
    return term.surface[:1].isupper() and not query.text.startswith(term.surface)


def apart(query: Query) -> tuple[str, ...]:
    """Return the codes and the quoted parts of a question that no one passage has together."""
    return tuple(
        dict.fromkeys((*(item.surface for item in query.required), *quoted_in(query.text)))
    )


def holds_required(candidate: Candidate, required: Sequence[Required]) -> bool:
    """Tell whether a candidate has every code that the question names."""
    terms = terms_of(candidate.passage).all_terms
    return all(terms.intersection(item.forms) for item in required)


def signals_of(
    evidence: Sequence[Evidence],
    query: Query,
    concepts: Concepts,
    candidates: Sequence[Candidate],
    unseen: Sequence[str],
) -> Signals:
    """Measure what supports the answer, all zero without evidence; `unseen` are terms of no passage."""
    if not evidence:
        return Signals(*[0] * len(Signals._fields))
    passage = max(
        (item.passage for item in evidence),
        key=lambda passage: concepts.share(terms_of(passage).all_terms),
    )
    terms = terms_of(passage)
    covered = concepts.covered(terms.all_terms)
    numbers = [term.term for term in query.terms if term.term.isdigit()]
    coverage = concepts.share(covered)
    return Signals(
        relevance=min(1000, candidates[0].score),
        margin=_margin(candidates),
        coverage=coverage,
        held=coverage * _length(concepts) // 1000,
        lead=max(0, coverage - _elsewhere(candidates, passage, concepts)),
        adjacency=_adjacency(query, concepts, terms),
        numbers=_share_held(numbers, terms.all_terms),
        topic=concepts.share(terms.trail_terms | terms.title_terms),
        unseen=concepts.share(unseen),
    )


def _length(concepts: Concepts) -> int:
    """Return the question's length, logarithmic in its terms."""
    terms = max(1, len(concepts.weight_of_term))
    return min(1000, 1000 * log2_q8(terms) // _FULL_LENGTH_Q8)


def _margin(candidates: Sequence[Candidate]) -> int:
    """Return how far the best candidate of another document is behind the best one."""
    first = candidates[0]
    document = first.passage.document.document_id
    others = (one.score for one in candidates if one.passage.document.document_id != document)
    return min(1000, max(0, first.score - next(others, 0)))


def _elsewhere(candidates: Sequence[Candidate], passage: Passage, concepts: Concepts) -> int:
    """Return the largest share of the question in a candidate of another document."""
    document = passage.document.document_id
    return max(
        (
            concepts.share(terms_of(one.passage).all_terms)
            for one in candidates
            if one.passage.document.document_id != document
        ),
        default=0,
    )


def _share_held(terms: Sequence[str], held: frozenset[str]) -> int:
    """Return the share of the terms that are held; all are when there are none."""
    return 1000 * sum(term in held for term in terms) // len(terms) if terms else 1000


def _adjacency(query: Query, concepts: Concepts, terms: PassageTerms) -> int:
    """Return the share of the question's neighbouring terms that are neighbours in the passage."""
    weights = concepts.weight_of_term
    total = found = 0
    for pair in query.pairs:
        weight = weights.get(pair[0], 0) + weights.get(pair[1], 0)
        total += weight
        found += weight if pair in terms.neighbours else 0
    return 1000 * found // total if total else 500
