"""Fit the gate's calibrations on tune halves and print them as the tables of `gate.py`.

    python -m benchmarks.train_gate ../shared/data/qa

Data: the tune halves of all sets but rgb-en (its documents are noise by design) and the demo's
tune cases. Every set weighs what WEIGHT_OF_SET says, half for its answerable cases and half for the
others, so the probability is one of even odds; `heldout-soft` is left out, as a part of it is
answered elsewhere. There is no randomness. Signals that can only speak for an answer get no
negative weight, so that the model stays monotone where no data constrains it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from benchmarks.question_sets import DEMO, TUNE, QuestionSet, SetCase, ask, available, load
from chapterverse_engine.gate import BIGRAMS, Signals, calibration_of
from chapterverse_engine.query import understand

WEIGHT_OF_SET = {
    DEMO: 1.5, "xquad-en": 2.0, "xquad-zh": 2.0, "docs-faq-en": 1.0, "docs-faq-zh": 1.5,
    "aws-docs-en": 1.0, "clapnq-en": 1.0, "techqa-en": 0.3,
}  # fmt: skip
LEFT_OUT_KINDS = frozenset(("heldout-soft",))
RIDGE = 3e-4
_NOT_POSITIVE = frozenset(("unseen",))


class Example(NamedTuple):
    """The signals of one case, in units of one."""

    set_name: str
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
    examples = [example for name in (DEMO, *names) for example in collect(load(folder, name), TUNE)]
    for table, is_bigrams in (("WORDS", False), ("BIGRAMS", True)):
        chosen = [example for example in examples if example.is_bigrams == is_bigrams]
        weights, bias = fit(chosen)
        print(f"# {len(chosen)} cases\n{table} = Calibration({weights!r}, bias={bias})")


def collect(questions: QuestionSet, half: int) -> list[Example]:
    """Ask the cases of a half; those that are vetoed before the gate teach it nothing."""
    reader = questions.reader()
    examples = []
    for case in questions.cases:
        is_in = questions.name == DEMO or case.half == half
        if not is_in or case.kind in LEFT_OUT_KINDS:
            continue
        stages = ask(questions, reader, case).stages
        signals = next((stage["signals"] for stage in stages if stage["stage"] == "gate"), None)
        if signals:
            examples.append(_example(questions.name, case, signals))
    return examples


def _example(name: str, case: SetCase, signals: dict[str, int]) -> Example:
    is_bigrams = calibration_of(understand(case.query, case.lang)) is BIGRAMS
    values = tuple(signals[field] / 1000 for field in Signals._fields)
    return Example(name, case.is_answerable, is_bigrams, values)


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
    keys = [(example.set_name, example.is_answerable) for example in examples]
    weight = np.array([WEIGHT_OF_SET[name] / keys.count((name, flag)) for name, flag in keys])
    return weight / weight.sum()


if __name__ == "__main__":
    main()
