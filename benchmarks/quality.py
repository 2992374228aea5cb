"""Measure the engine on the question sets: ranking, quotes, abstention, time and bytes.

    python -m benchmarks.quality ../shared/data/qa [--set NAME] [--half tune] [--json] [--write]

Recall is at passage level: a passage counts when it has a line of the gold. Quotes are judged with
the gate open, as the floors in other people's reports are; "answered" and "refused" are what the
gate does at its threshold; AUROC is the confidence of answerable against unanswerable cases. Plain
BM25 (k1 1.5, b 0.75), bm25s and tantivy rank the same passages in the same run (`peers.py` says how
they are set up; they come from the group `bench`, and what is not installed has no column).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks import readme
from benchmarks.baseline import Bm25
from benchmarks.peers import rankers
from benchmarks.question_sets import (
    DEMO,
    TUNE,
    UNTOUCHED,
    Asked,
    QuestionSet,
    SetCase,
    ask,
    available,
    load,
    searched_text,
)
from chapterverse_engine import gate
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.model import Answer, Passage, Quote

DEPTH = 5
RANKED = 10
NOT_JUDGED_KINDS = frozenset(("heldout-soft",))
POOLED = ("xquad-en", "xquad-zh", "docs-faq-en", "docs-faq-zh", "aws-docs-en")


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one case; ranks are 1-based, 0 when the gold is not among the first ten."""

    is_answerable: bool
    kind: str
    rank: int
    rank_of_peer: Mapping[str, int]
    confidence: int
    is_answered: bool
    has_answer: float
    has_line: bool
    support: float
    is_verbatim: bool
    elapsed_ms: float
    fetched_bytes: int


@dataclass(slots=True)
class Figures:
    """The figures of a set; shares are 0 to 1, None where nothing was asked that could tell."""

    name: str
    passages: int
    answerable: int
    unanswerable: int
    recall_at_1: float | None = None
    recall_at_5: float | None = None
    mrr: float | None = None
    peers_at_1: dict[str, float] = field(default_factory=dict)
    peers_at_5: dict[str, float] = field(default_factory=dict)
    answer_in_quotes: float | None = None
    lines_overlap: float | None = None
    support: float | None = None
    verbatim: float | None = None
    answered: float | None = None
    refused: float | None = None
    auroc_of_kind: dict[str, float] = field(default_factory=dict)
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    median_kb: int = 0


def main() -> None:
    """Measure the sets that are there and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("--set", action="append", dest="names", help="only this set (repeatable)")
    parser.add_argument("--half", choices=("untouched", "tune"), default="untouched")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    parser.add_argument("--write", action="store_true", help="write the table of README.md")
    options = parser.parse_args()
    names = options.names or available(options.folder)
    if not names:
        print(f"{options.folder}: no question set there, nothing measured")
        return
    half = TUNE if options.half == "tune" else UNTOUCHED
    judged = {name: judge(load(options.folder, name), half) for name in names}
    figures = [figures_of(name, passages, cases) for name, (passages, cases) in judged.items()]
    print("\n".join(markdown(figures)))
    together = pooled([case for name in POOLED if name in judged for case in judged[name][1]])
    print(together)
    if options.write:
        readme.write(map(asdict, figures), together.strip())
    if options.json:
        print(json.dumps([asdict(one) for one in figures], indent=2))


def judge(questions: QuestionSet, half: int) -> tuple[int, list[Judged]]:
    """Ask a half's cases with the gate's threshold at 0, and judge what comes back."""
    threshold = gate.THRESHOLD
    gate.THRESHOLD = 0
    passages = questions.passages()
    texts = [searched_text(passage) for passage in passages]
    peers = {"BM25": Bm25(texts), **rankers(texts)}
    reader = questions.reader()
    cases = [case for case in questions.cases if case.half == half or questions.name == DEMO]
    try:
        asked = [_ask_timed(questions, reader, case) for case in cases]
    finally:
        gate.THRESHOLD = threshold
    theirs = [
        {
            name: rank_of(case, [passages[n] for n in peer.top(case.query, RANKED)])
            for name, peer in peers.items()
        }
        for case in cases
    ]
    return len(passages), [
        _judged(case, *one, ranks, threshold)
        for case, one, ranks in zip(cases, asked, theirs, strict=True)
    ]


def _ask_timed(questions: QuestionSet, reader: IndexReader, case: SetCase) -> tuple[Asked, float]:
    """Return what came back and the processor's milliseconds that it took."""
    started = time.process_time()
    asked = ask(questions, reader, case)
    return asked, 1000 * (time.process_time() - started)


def _judged(
    case: SetCase, asked: Asked, elapsed_ms: float, rank_of_peer: Mapping[str, int], threshold: int
) -> Judged:
    found = asked.outcome.retrieval
    quotes = asked.outcome.quotes if isinstance(asked.outcome, Answer) else ()
    return Judged(
        is_answerable=case.is_answerable,
        kind=case.kind,
        rank=rank_of(case, [candidate.passage for candidate in found.candidates[:RANKED]]),
        rank_of_peer=rank_of_peer,
        confidence=found.confidence if quotes else 0,
        is_answered=bool(quotes) and found.confidence >= threshold,
        has_answer=_has_answer(case, quotes),
        has_line=any(_overlaps(case, quote) for quote in quotes),
        support=_support(case, quotes),
        is_verbatim=all(is_verbatim(quote) for quote in quotes),
        elapsed_ms=elapsed_ms,
        fetched_bytes=asked.fetched_bytes,
    )


def rank_of(case: SetCase, passages: Sequence[Passage]) -> int:
    """Return the 1-based rank of the first passage with a gold line, 0 without one."""
    hits = (rank for rank, passage in enumerate(passages, 1) if case.is_gold(passage))
    return next(hits, 0)


def _overlaps(case: SetCase, quote: Quote) -> bool:
    source_path = quote.passage.document.source_path
    return any(gold.overlaps(source_path, quote.start_line, quote.end_line) for gold in case.golds)


def _has_answer(case: SetCase, quotes: Iterable[Quote]) -> float:
    texts = [_bare(quote.text) for quote in quotes]
    found = [any(_bare(answer) in text for text in texts) for answer in case.answers]
    return float(all(found) if case.match == "all" else any(found))


def _support(case: SetCase, quotes: Iterable[Quote]) -> float:
    """Return the share of the answers' sentences that a quote contains or is a part of."""
    texts = [_bare(quote.text) for quote in quotes]
    answers = [_bare(answer) for answer in case.answers]
    found = [any(answer in text or text in answer for text in texts) for answer in answers]
    return sum(found) / len(found) if found else 0.0


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def is_verbatim(quote: Quote) -> bool:
    """Tell whether a quote is the text at its lines and columns, without the engine's own check."""
    first = quote.start_line - quote.passage.start_line
    lines = quote.passage.text.split("\n")[first : first + quote.end_line - quote.start_line + 1]
    lines[-1] = lines[-1][: quote.end_column]
    lines[0] = lines[0][quote.start_column :]
    return "\n".join(lines) == quote.text


def figures_of(name: str, passages: int, cases: Sequence[Judged]) -> Figures:
    """Sum up a set."""
    asked = [case for case in cases if case.is_answerable]
    others = [c for c in cases if not c.is_answerable and c.kind not in NOT_JUDGED_KINDS]
    figures = Figures(name, passages, len(asked), len(others))
    if asked:
        figures.recall_at_1 = mean(case.rank == 1 for case in asked)
        figures.recall_at_5 = mean(0 < case.rank <= DEPTH for case in asked)
        figures.mrr = mean(1 / case.rank if case.rank else 0.0 for case in asked)
        for peer in asked[0].rank_of_peer:
            ranks = [case.rank_of_peer[peer] for case in asked]
            figures.peers_at_1[peer] = mean(rank == 1 for rank in ranks)
            figures.peers_at_5[peer] = mean(0 < rank <= DEPTH for rank in ranks)
        figures.answer_in_quotes = mean(case.has_answer for case in asked)
        figures.lines_overlap = mean(case.has_line for case in asked)
        figures.support = mean(case.support for case in asked)
        figures.verbatim = mean(case.is_verbatim for case in cases)
        figures.answered = mean(case.is_answered for case in asked)
    if others:
        figures.refused = mean(not case.is_answered for case in others)
    for kind in dict.fromkeys(case.kind for case in cases if not case.is_answerable):
        wrong = [case.confidence for case in cases if case.kind == kind and not case.is_answerable]
        figures.auroc_of_kind[kind] = auroc([case.confidence for case in asked], wrong)
    times = sorted(case.elapsed_ms for case in cases)
    figures.p50_ms, figures.p95_ms = times[len(times) // 2], times[len(times) * 95 // 100]
    figures.median_kb = sorted(case.fetched_bytes for case in cases)[len(cases) // 2] // 1000
    return figures


def mean(values: Iterable[float]) -> float:
    """Return the mean, rounded to thousandths."""
    listed = list(values)
    return round(sum(listed) / len(listed), 3)


def auroc(right: Sequence[int], wrong: Sequence[int]) -> float:
    """Return the probability that a right one is above a wrong one; ties count half."""
    wins = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    return round(wins / max(1, len(right) * len(wrong)), 3)


_COLUMNS = (
    "recall_at_1", "recall_at_5", "mrr", "answer_in_quotes", "lines_overlap", "support", "verbatim",
    "answered", "refused",
)  # fmt: skip


def markdown(figures: Sequence[Figures]) -> Iterable[str]:
    """Yield a Markdown table; the columns of peers follow our own."""
    peers = list(dict.fromkeys(peer for one in figures for peer in one.peers_at_1))
    theirs = [f"{peer} at {depth}" for depth in (1, DEPTH) for peer in peers]
    heads = ("set", "passages", "n / un", *_COLUMNS, *theirs, "AUROC", "P50 / P95 ms", "kB")
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for one in figures:
        ours = [getattr(one, column) for column in _COLUMNS]
        found = [at.get(peer) for at in (one.peers_at_1, one.peers_at_5) for peer in peers]
        shown = " | ".join("–" if value is None else f"{value:.3f}" for value in (*ours, *found))
        kinds = ", ".join(f"{kind} {value:.3f}" for kind, value in one.auroc_of_kind.items())
        yield (
            f"| {one.name} | {one.passages} | {one.answerable} / {one.unanswerable} | {shown} "
            f"| {kinds} | {one.p50_ms:.0f} / {one.p95_ms:.0f} | {one.median_kb} |"
        )


def pooled(cases: Sequence[Judged]) -> str:
    """Say what the gate does over the sets that the default threshold was chosen on."""
    judged = [case for case in cases if case.kind not in NOT_JUDGED_KINDS]
    right = [case.is_answered for case in judged if case.is_answerable]
    wrong = [not case.is_answered for case in judged if not case.is_answerable]
    if not right or not wrong:
        return ""
    return f"\nPooled over {', '.join(POOLED)}: answered {mean(right)}, refused {mean(wrong)}."


if __name__ == "__main__":
    main()
