"""Fit the learned part of the screen: `python -m benchmarks.train_screen ../shared/data`.

Orders: composed from templates (`screen_texts`) and those of `eval/adversarial/hostile.jsonl` that stand
undisguised in a paragraph. Harmless sentences: composed ones, our own guide and `benign.jsonl`, and three
quarters, by a hash of the name, of the documents of six question sets and of the harmless injection texts.
The last quarter and half of other people's attacks served to choose the penalty and the thresholds. The
other half, the documents of two more question sets and the `fresh` sets were never fitted on; the figures
of `benchmarks.screening` are told for them apart. Logistic regression with a ridge penalty, seeded, weights rounded to integers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from benchmarks.checkout import ROOT
from benchmarks.screen_texts import harmless, orders
from chapterverse.screening.learned import (
    TABLE,
    concepts_in,
    is_scored,
    joined_by,
    order_of,
    place_of,
    sentences_of,
    tokens_of,
    value_of,
)
from chapterverse.screening.normalise import normalised

SEED = 20_26
PLACES = 1 << 14
SCALE = 16
RIDGE = 3e-5
CONCEPT_VALUE = value_of("c")
ORDERS, HARMLESS = 24_000, 12_000
# Real sentences are rarer than composed ones, but it is they that must pass.
WEIGHT_OF_REAL = 10.0
OWN = ROOT / "eval" / "adversarial"
# The quarter, by hash, that served to choose.
CHOOSING = 2
SETS = ("docs-faq-en", "docs-faq-zh", "aws-docs-en", "clapnq-en", "xquad-en", "xquad-zh")


def is_ours(name: str) -> bool:
    """Tell whether a document may be fitted on; a quarter of them is for choosing."""
    return hashlib.sha256(name.encode()).digest()[0] % 4 != CHOOSING


def own_rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of one of our own sets."""
    for line in (OWN / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def real_orders() -> Iterator[str]:
    """Yield the undisguised orders of our own hostile documents."""
    for row in own_rows("hostile"):
        if row["trick"] == "none" and row["carrier"] == "paragraph":
            yield row["document"].splitlines()[row["lines"][0] - 1]


def real_harmless(data: Path) -> Iterator[str]:
    """Yield texts of documents that hold no orders to models."""
    yield from (row["document"] for row in own_rows("benign"))
    for path in sorted((ROOT / "corpus" / "guide").rglob("*.md")):
        yield path.read_text("utf-8")
    for name in SETS:
        for path in sorted((data / "qa" / name / "docs").rglob("*.md")):
            if is_ours(f"{name}/{path.name}"):
                yield path.read_text("utf-8")
    for line in (data / "injection" / "benign.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if is_ours(row["id"]):
            yield row["text"]


def scored(texts: Iterator[str] | Sequence[str]) -> list[frozenset[str]]:
    """Return the features of each different sentence of texts that is scored at all."""
    sentences = {sentence for text in texts for _, sentence in sentences_of(normalised(text))}
    tokens = (tokens_of(sentence) for sentence in sorted(sentences))
    pairs = ((each, concepts_in(each)) for each in tokens)
    return [frozenset(joined_by(bits) | order_of(each)) for each, bits in pairs if is_scored(bits)]


def matrix_of(rows: Sequence[frozenset[str]]) -> csr_matrix:
    """Return rows of features as a sparse matrix of their places."""
    ordered = [sorted(row) for row in rows]
    ends = np.cumsum([0, *map(len, ordered)])
    columns = np.array([place_of(each, PLACES) for row in ordered for each in row])
    values = np.array([value_of(each) / CONCEPT_VALUE for row in ordered for each in row])
    found = csr_matrix((values, columns, ends), shape=(len(rows), PLACES))
    found.sum_duplicates()
    return found


def fit(features: csr_matrix, wanted: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights, the last one the bias, of a ridge logistic regression."""
    sign = 2 * wanted - 1
    share = weights / weights.sum()

    def loss(theta: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (features @ theta[:-1] + theta[-1])
        slope = -sign * share / (1 + np.exp(np.clip(margin, -50, 50)))
        gradient = np.append(features.T @ slope + 2 * RIDGE * theta[:-1], slope.sum())
        return float(share @ np.logaddexp(0, -margin) + RIDGE * theta[:-1] @ theta[:-1]), gradient

    found = minimize(
        loss, np.zeros(PLACES + 1), jac=True, method="L-BFGS-B", options={"maxiter": 400}
    )
    return found.x


def main() -> None:
    """Compose, read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder with `qa` and `injection`")
    data = parser.parse_args().data
    chance = random.Random(SEED)  # noqa: S311  # texts, no secrets
    groups = [
        (scored(orders(ORDERS, chance)), 1, 1.0),
        (scored(list(real_orders())), 1, WEIGHT_OF_REAL),
        (scored(harmless(HARMLESS, chance)), 0, 1.0),
        (scored(real_harmless(data)), 0, WEIGHT_OF_REAL),
    ]
    print("sentences:", [len(rows) for rows, _, _ in groups])
    rows = [row for group, _, _ in groups for row in group]
    wanted = np.array([label for group, label, _ in groups for _ in group], float)
    weights = np.array([weight for group, _, weight in groups for _ in group])
    # Both kinds weigh the same.
    for label in (0, 1):
        weights[wanted == label] /= weights[wanted == label].sum()
    theta = np.rint(fit(matrix_of(rows), wanted, weights) * SCALE).astype(int)
    table = {"bias": int(theta[-1]), "weights": theta[:-1].tolist()}
    TABLE.write_text(json.dumps(table, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
