"""Fit the gate's calibrations on tune halves and print them as the tables of `gate.py`.

    python -m benchmarks.train_gate ../shared/data/qa

Data: the tune halves of all sets but rgb-en (its documents are noise by design) and the demo's
tune cases, with hidden and foreign cases (see gate_cases). Every set weighs what WEIGHT_OF_SET says,
half for its answerable cases and half for the others, so the probability is one of even odds. There
is no randomness. Signals that can only speak for an answer get no negative weight, and those that
can only speak against one no positive, so that the model stays monotone where no data constrains it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from benchmarks.gate_cases import (
    FOREIGN_SHARE,
    HIDDEN_SHARE_OF_SET,
    GateCase,
    Origin,
    foreign_cases,
    hidden_cases,
    own_cases,
)
from benchmarks.question_sets import DEMO, TUNE, available, load
from chapterverse_engine.gate import BIGRAMS, Signals, calibration_of
from chapterverse_engine.query import understand

WEIGHT_OF_SET = {
    DEMO: 1.5, "xquad-en": 2.0, "xquad-zh": 2.0, "docs-faq-en": 1.5, "docs-faq-zh": 1.5,
    "aws-docs-en": 1.5, "clapnq-en": 1.5, "techqa-en": 0.3,
}  # fmt: skip
RIDGE = 1e-4
# Unanswerable cases of a set's own from which they weigh in full.
ENOUGH = 30
_NOT_POSITIVE = frozenset(("unseen",))


class Example(NamedTuple):
    """The signals of one case, in units of one."""

    set_name: str
    origin: Origin
    is_answerable: bool
    is_bigrams: bool
    signals: tuple[float, ...]


def main() -> None:
    """Collect, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    folder = parser.parse_args().folder
    names = [name for name in available(folder) if name in WEIGHT_OF_SET]
    if not names:
        print(f"{folder}: no question set there, nothing to fit on")
        return
    examples = list(collect(folder, (DEMO, *names)))
    for table, is_bigrams in (("WORDS", False), ("BIGRAMS", True)):
        chosen = [example for example in examples if example.is_bigrams == is_bigrams]
        weights, bias = fit(chosen)
        print(f"# {len(chosen)} cases\n{table} = Calibration({weights!r}, bias={bias})")


def collect(folder: Path, names: Sequence[str]) -> Iterator[Example]:
    """Ask every kind of case; those that are vetoed before the gate teach it nothing."""
    others = [load(folder, name) for name in names]
    for questions in others:
        asked = [
            *own_cases(questions, TUNE),
            *hidden_cases(questions),
            *foreign_cases(questions, others),
        ]
        yield from filter(None, map(example_of, asked))


def example_of(asked: GateCase) -> Example | None:
    """Return a case's signals, None if it never came to the gate."""
    signals = next((s["signals"] for s in asked.stages if "signals" in s), None)
    if signals is None:
        return None
    is_bigrams = calibration_of(understand(asked.case.query, asked.case.lang)) is BIGRAMS
    values = tuple(signals[field] / 1000 for field in Signals._fields)
    return Example(asked.set_name, asked.origin, asked.is_answerable, is_bigrams, values)


def fit(examples: Sequence[Example]) -> tuple[Signals, int]:
    """Return the weights and the bias in thousandths."""
    signals = np.array([[*example.signals, 1.0] for example in examples])
    answers = np.array([float(example.is_answerable) for example in examples])
    weight = _balance(examples)

    def loss(beta: np.ndarray) -> tuple[float, np.ndarray]:
        log_odds = signals @ beta
        cost = weight @ (np.logaddexp(0, log_odds) - answers * log_odds)
        slope = signals.T @ (weight * (1 / (1 + np.exp(-log_odds)) - answers))
        ridge = np.append(beta[:-1], 0)
        return cost + RIDGE * ridge @ ridge, slope + 2 * RIDGE * ridge

    bounds = [(None, 0) if name in _NOT_POSITIVE else (0, None) for name in Signals._fields]
    start = np.zeros(signals.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)]).x
    scaled = [round(1000 * value) for value in found]
    return Signals(*scaled[:-1]), scaled[-1]


def _balance(examples: Sequence[Example]) -> np.ndarray:
    """Weigh every set as chosen, half for its answerable cases."""
    keys = [(example.set_name, example.is_answerable, example.origin) for example in examples]
    counts = Counter(keys)
    shares = {key: share_of(*key, counts[key]) for key in counts}
    totals = {
        (name, flag): sum(shares[key] for key in counts if key[:2] == (name, flag))
        for name, flag, _ in counts
    }
    weight = np.array(
        [
            WEIGHT_OF_SET[key[0]] * shares[key] / (totals[key[:2]] or 1.0) / counts[key]
            for key in keys
        ]
    )
    return weight / weight.sum()


def share_of(name: str, is_answerable: bool, origin: Origin, count: int) -> float:  # noqa: FBT001 - a key
    """Return how much a kind of case weighs in its half of a set; a few tell less than many."""
    if is_answerable:
        return 1.0
    match origin:
        case Origin.OWN:
            return min(1.0, count / ENOUGH)
        case Origin.HIDDEN:
            return HIDDEN_SHARE_OF_SET[name]
        case Origin.FOREIGN:
            return FOREIGN_SHARE


if __name__ == "__main__":
    main()
