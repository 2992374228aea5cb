"""Fit the reranker's weights on tune halves and print them as the table of `rerank.py`.

    python -m benchmarks.train_reranker ../shared/data/qa [--untouched]

Data: the tune halves of all sets and the demo's tune cases. Of SETS_WITH_HEADINGS also
HEADINGS_PER_SET headings as questions whose gold is their section, because two sets hide the
headings of their gold and would teach that headings do not matter; and other headings that are
hidden from the index (see hidden_headings), because the sets are small. The untouched halves are
only looked at with `--untouched`, for a model that is final. Loss: listwise cross-entropy of the gold
among the pooled passages, every set weighing what WEIGHT_OF_SET says, with a ridge. Weights keep
to a sign or a floor where the data cannot be trusted to tell. There is no randomness.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from benchmarks.hidden_headings import KIND as HIDDEN
from benchmarks.hidden_headings import load_hidden
from benchmarks.question_sets import (
    DEMO,
    TUNE,
    UNTOUCHED,
    Gold,
    QuestionSet,
    SetCase,
    ask,
    available,
    load,
)
from chapterverse_engine import answer, gate
from chapterverse_engine.model import Passage
from chapterverse_engine.query import understand
from chapterverse_engine.rerank import Features, features_of

WEIGHT_OF_SET = {
    DEMO: 1.0, "docs-faq-en": 2.0, "docs-faq-zh": 2.0, "aws-docs-en": 1.5, "techqa-en": 1.5,
    "clapnq-en": 1.0, "xquad-en": 1.5, "xquad-zh": 1.5, "rgb-en": 0.3,
}  # fmt: skip
HEADINGS_PER_SET = 60
# What headings count against the questions of their set: shown in the index, and hidden from it.
WEIGHT_OF_SHOWN, WEIGHT_OF_HIDDEN = 0.05, 0.5
SETS_WITH_HEADINGS = (DEMO, "docs-faq-en", "docs-faq-zh", "aws-docs-en")
RIDGE = 0.05
SCALE = 10
# (least, most) of a weight. A heading that speaks of the question never counts against its section,
# and one that is the question comes first, whatever the sets without headings say; a word's very
# form comes before its stem mates, neighbours before scattered words, a passage before its page; how much pages of news
# matter differs too much between sites to be learned here.
BOUNDS_OF_FEATURE = {
    "keyword": (1.0, None), "heading": (0.0, None), "focus": (0.0, None), "adjacency": (0.3, None),
    "named": (4.0, None), "exact": (2.5, None), "page": (None, 1.0), "news": (-1.0, 0.0),
}  # fmt: skip
SHOWN = "shown"


class Listed(NamedTuple):
    """The pooled passages of a case: a row of features each, and which of them are gold."""

    set_name: str
    half: int
    features: np.ndarray
    is_gold: np.ndarray


def main() -> None:
    """Collect, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("--untouched", action="store_true", help="report the other halves too")
    options = parser.parse_args()
    folder, halves = options.folder, (TUNE, UNTOUCHED) if options.untouched else (TUNE,)
    names = available(folder)
    if not names:
        print(f"{folder}: no question set there, nothing to fit on")
        return
    listed = [one for name in (DEMO, *names) for one in collect(load(folder, name), halves)]
    for name in SETS_WITH_HEADINGS:
        if name in (DEMO, *names):
            listed += collect(load_hidden(folder, name), halves)
    weights = fit([one for one in listed if one.half == TUNE])
    table = {name: round(SCALE * w) for name, w in zip(Features._fields, weights, strict=True)}
    print(f"WEIGHT_OF_FEATURE = {table}")
    for line in report(listed, np.array(list(table.values()), float)):
        print(line)


def collect(questions: QuestionSet, halves: Sequence[int]) -> Iterator[Listed]:
    """Ask the answerable cases and headings as questions, and keep what the reranker saw."""
    reader = questions.reader()
    seen: list[tuple[Passage, Features]] = []

    def spy(passage: Passage, *rest: object) -> Features:
        features = features_of(passage, *rest)  # type: ignore[arg-type]
        seen.append((passage, features))
        return features

    answer.features_of, gate.THRESHOLD = spy, 0  # type: ignore[assignment]
    headings = headings_of(questions) if questions.name in SETS_WITH_HEADINGS else ()
    for case in (*questions.cases, *headings):
        is_cut = questions.name == DEMO or case.kind in (SHOWN, HIDDEN)
        half = TUNE if is_cut else case.half
        if case.is_answerable and half in halves:
            seen.clear()
            ask(questions, reader, case)
            yield Listed(
                f"{questions.name}/{SHOWN}" if case.kind == SHOWN else questions.name,
                half,
                np.array([features for _, features in seen], float).reshape(
                    -1, len(Features._fields)
                )
                / 1000,
                np.array([case.is_gold(passage) for passage, _ in seen], float),
            )
    answer.features_of = features_of


def headings_of(questions: QuestionSet) -> Iterator[SetCase]:
    """Yield headings that say something and stand only once, evenly over the corpus."""
    passages = questions.passages()
    passages_of: dict[str, list[Passage]] = {}
    for passage in passages:
        if len(passage.heading_path) > 1:
            passages_of.setdefault(passage.heading_path[-1], []).append(passage)
    alone = [
        heading
        for heading, found in sorted(passages_of.items())
        if len({(one.document.document_id, one.heading_path) for one in found}) == 1
        and len(understand(heading).content_terms) >= 3
    ]
    for heading in alone[:: max(1, len(alone) // HEADINGS_PER_SET)][:HEADINGS_PER_SET]:
        found = passages_of[heading]
        golds = (Gold(p.document.source_path, p.start_line, p.end_line) for p in found)
        yield SetCase.of_heading(heading, heading, found[0].document.lang, SHOWN, golds)


def fit(listed: Sequence[Listed]) -> np.ndarray:
    """Return the weights that make the gold most likely."""
    usable = [one for one in listed if one.is_gold.any() and not one.is_gold.all()]
    counts = [sum(other.set_name == one.set_name for other in usable) for one in usable]
    shares = [_weight_of(one.set_name) / count for one, count in zip(usable, counts, strict=True)]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        cost, slope = RIDGE * weights @ weights, 2 * RIDGE * weights
        for one, share in zip(usable, shares, strict=True):
            scores = one.features @ weights
            chance = np.exp(scores - scores.max())
            chance /= chance.sum()
            gold = chance * one.is_gold
            cost -= share * np.log(gold.sum() + 1e-12)
            slope = slope + share * (one.features.T @ (chance - gold / (gold.sum() + 1e-12)))
        return cost, slope

    bounds = [BOUNDS_OF_FEATURE.get(name, (None, None)) for name in Features._fields]
    start = np.ones(len(Features._fields))
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x


def _weight_of(set_name: str) -> float:
    name, _, kind = set_name.partition("/")
    return WEIGHT_OF_SET[name] * {SHOWN: WEIGHT_OF_SHOWN, HIDDEN: WEIGHT_OF_HIDDEN}.get(kind, 1.0)


def report(listed: Sequence[Listed], weights: np.ndarray) -> Iterator[str]:
    """Yield recall at 1 and 5 of every set and half: by the keyword score alone, and fitted."""
    alone = np.array([name == "keyword" for name in Features._fields], float)
    for half, label in ((TUNE, "tune"), (UNTOUCHED, "untouched")):
        for name in dict.fromkeys(one.set_name for one in listed):
            chosen = [one for one in listed if one.set_name == name and one.half == half]
            if chosen:
                figures = [
                    f"{recall(chosen, alone, k):.3f} {recall(chosen, weights, k):.3f}"
                    for k in (1, 5)
                ]
                yield f"{label:10} {name:22} n={len(chosen):3} R@1 {figures[0]}  R@5 {figures[1]}"


def recall(listed: Sequence[Listed], weights: np.ndarray, depth: int) -> float:
    """Return the share of cases with a gold passage among the first."""
    hits = 0
    for one in listed:
        order = np.argsort(-(one.features @ weights), kind="stable")[:depth]
        hits += bool(one.is_gold[order].any())
    return hits / len(listed)


if __name__ == "__main__":
    main()
