"""Show what each channel and each feature of the reranker contributes, set by set.

    python -m benchmarks.channels ../shared/data/qa [--set NAME] [--half tune] [--write]

Every answerable question is asked as it is and misspelt: two neighbouring letters inside its longest
word, or two neighbouring ideographs of its longest run, are swapped. A channel finds a question
when a passage with a line of the gold is among the first five that it ranks by itself. A feature's
row says what is lost when its weight is 0 and the others stay. `--write` renews docs/ranking.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.checkout import ROOT
from benchmarks.question_sets import (
    DEMO,
    TUNE,
    UNTOUCHED,
    QuestionSet,
    SetCase,
    ask,
    available,
    load,
)
from chapterverse.index_files import all_passages
from chapterverse_engine import answer, fuse, gate
from chapterverse_engine.model import Channel, Passage
from chapterverse_engine.rerank import WEIGHT_OF_FEATURE, Features, features_of

PAGE = ROOT / "docs" / "ranking.md"
DEPTH = 5
_WORD = re.compile(r"[A-Za-z]{5,}|[\u4e00-\u9fff]{2,}")
_PART = re.compile(r"(<!-- tables:begin -->\n).*?(<!-- tables:end -->)", re.DOTALL)


class Seen(NamedTuple):
    """What came of a question: ranks are 1-based, 0 without a gold passage.

    `rank_of` are those in each channel's ranking; `features` are a row for each pooled passage.
    """

    rank_of: Mapping[Channel, int]
    fused: int
    final: int
    features: np.ndarray
    is_gold: np.ndarray


def main() -> None:
    """Measure and print the tables, or write them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("--set", action="append", dest="names", help="only this set (repeatable)")
    parser.add_argument("--half", choices=("untouched", "tune"), default="untouched")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    half = TUNE if options.half == "tune" else UNTOUCHED
    seen = {
        name: look(load(options.folder, name), half)
        for name in options.names or available(options.folder)
    }
    text = "\n".join(tables(seen))
    print(text)
    if options.write:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(_PART.sub(lambda part: f"{part[1]}\n{text}\n{part[2]}", page), "utf-8")


def look(questions: QuestionSet, half: int) -> tuple[list[Seen], list[Seen]]:
    """Ask the answerable questions of a half as they are, and misspelt."""
    passages = list(all_passages(questions.index, questions.data_of_name.__getitem__))
    cases = [
        case
        for case in questions.cases
        if case.is_answerable and (case.half == half or questions.name == DEMO)
    ]
    spoiled = [dataclasses.replace(case, query=misspelt(case.query)) for case in cases]
    return list(_looked(questions, passages, cases)), list(_looked(questions, passages, spoiled))


def misspelt(query: str) -> str:
    """Swap two neighbouring letters inside the longest word of a question."""
    words = list(_WORD.finditer(query))
    if not words:
        return query
    longest = max(words, key=lambda found: (len(found.group()), -found.start()))
    place = longest.start() + (len(longest.group()) - 1) // 2
    return f"{query[:place]}{query[place + 1]}{query[place]}{query[place + 2 :]}"


def _looked(
    questions: QuestionSet, passages: Sequence[Passage], cases: Sequence[SetCase]
) -> Iterator[Seen]:
    """Yield what the engine's stages make of each case, with the gate open."""
    reader = questions.reader()
    rankings: list[Mapping[Channel, Sequence[int]]] = []
    rows: list[tuple[Passage, Features]] = []

    def seen_fused(ranked: Mapping[Channel, Sequence[int]]) -> dict[int, int]:
        rankings.append(ranked)
        rows.clear()
        return fused(ranked)

    def seen_features(passage: Passage, *rest: object) -> Features:
        rows.append((passage, features_of(passage, *rest)))  # type: ignore[arg-type]
        return rows[-1][1]

    fused, threshold = fuse.fused, gate.THRESHOLD
    fuse.fused, answer.features_of, gate.THRESHOLD = seen_fused, seen_features, 0  # type: ignore[assignment]
    try:
        for case in cases:
            rankings.clear()
            outcome = ask(questions, reader, case).outcome
            gold = {key for key, passage in enumerate(passages) if case.is_gold(passage)}
            final = [case.is_gold(one.passage) for one in outcome.retrieval.candidates]
            pooled = [case.is_gold(passage) for passage, _ in rows]
            ranked = rankings[-1] if rankings else {}
            yield Seen(
                rank_of={
                    each: _rank([k in gold for k in ranked.get(each, ())]) for each in Channel
                },
                fused=_rank(pooled),
                final=_rank(final),
                features=np.array([features for _, features in rows], float),
                is_gold=np.array(pooled, bool),
            )
    finally:
        fuse.fused, answer.features_of, gate.THRESHOLD = fused, features_of, threshold


def _rank(is_gold: Sequence[bool]) -> int:
    return is_gold.index(True) + 1 if True in is_gold else 0


def tables(seen: Mapping[str, tuple[list[Seen], list[Seen]]]) -> Iterator[str]:
    """Yield the tables as Markdown lines."""
    stages = ("keyword channel", "vector channel", "fused", "reranked")
    yield f"| right passage first / in the first {DEPTH} | n | {' | '.join(stages)} |"
    yield "|---|---|---|---|---|---|"
    for name, pair in seen.items():
        for label, asked in zip((name, f"{name}, misspelt"), pair, strict=True):
            ranks = zip(*map(_ranks, asked), strict=True)
            yield f"| {label} | {len(asked)} | {' | '.join(map(_figures, ranks))} |"
    yield ""
    yield "| found by | both | keyword only | vector only | neither | misspelt: both | keyword only | vector only | neither |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, pair in seen.items():
        counts = [str(count) for asked in pair for count in _found_by(asked)]
        yield f"| {name} | {' | '.join(counts)} |"
    yield ""
    yield f"| without | {' | '.join(seen)} |"
    yield f"|---|{'---|' * len(seen)}"
    weights = np.array(list(WEIGHT_OF_FEATURE.values()), float)
    for place, feature in enumerate(("nothing", *WEIGHT_OF_FEATURE)):
        left = weights.copy()
        if place:
            left[place - 1] = 0
        if place == 0 or weights[place - 1]:
            cells = [
                _figures([_reranked(one, left) for one in asked]) for asked, _ in seen.values()
            ]
            yield f"| {feature} | {' | '.join(cells)} |"


def _ranks(one: Seen) -> tuple[int, ...]:
    return (one.rank_of[Channel.KEYWORD], one.rank_of[Channel.VECTOR], one.fused, one.final)


def _figures(ranks: Sequence[int]) -> str:
    first, early = (sum(0 < rank <= most for rank in ranks) / len(ranks) for most in (1, DEPTH))
    return f"{first:.3f} / {early:.3f}"


def _found_by(asked: Sequence[Seen]) -> tuple[int, int, int, int]:
    """Count the questions that both channels find, only one of them, and neither."""
    found = [tuple(0 < one.rank_of[each] <= DEPTH for each in Channel) for one in asked]
    pairs = ((True, True), (True, False), (False, True), (False, False))
    both, keyword, vector, neither = (found.count(pair) for pair in pairs)
    return both, keyword, vector, neither


def _reranked(one: Seen, weights: np.ndarray) -> int:
    if not len(one.is_gold):
        return 0
    order = np.argsort(-(one.features @ weights), kind="stable")
    return _rank([bool(flag) for flag in one.is_gold[order]])


if __name__ == "__main__":
    main()
