"""Measure questions a second of the engine beside others on the same passages and questions.

    python -m benchmarks.question ../shared/data/qa docs-faq-en

The engine understands, ranks by two channels, reads and reranks passages, gathers evidence, judges
and cites; bm25s, tantivy and MiniSearch tokenise and rank (`benchmarks/peers.py` says how they are
set up). All have everything in memory and answer one question at a time.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from benchmarks.peers import timed_peers
from benchmarks.question_sets import QuestionSet, SetCase, ask, load, searched_text

ROUNDS = 3
_MOST_CASES = 150


def main() -> None:
    """Ask, time and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("name", nargs="?", default="docs-faq-en")
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    parser.add_argument("--no-peer", action="store_true", help="only this project")
    options = parser.parse_args()
    questions = load(options.folder, options.name)
    cases = questions.cases[:: max(1, len(questions.cases) // _MOST_CASES)]
    if options.profile:
        _profile(questions, cases)
        return
    ours = time_engine(questions, cases)
    print(_line("chapterverse", ours))
    if options.no_peer:
        return
    texts = [searched_text(passage) for passage in questions.passages()]
    theirs = list(timed_peers(texts, [case.query for case in cases], ROUNDS))
    print("\n".join(_line(peer.name, peer.times_ms) for peer in theirs))
    for peer in theirs:
        ratio = median(peer.times_ms) / median(ours)
        print(f"chapterverse ÷ {peer.name}: {ratio:.3f} of the questions a second")


def time_engine(questions: QuestionSet, cases: Sequence[SetCase]) -> list[float]:
    """Return the best of some rounds for each case, in processor milliseconds."""
    reader = questions.reader()
    best = [float("inf")] * len(cases)
    for _ in range(ROUNDS):
        for number, case in enumerate(cases):
            started = time.process_time()
            ask(questions, reader, case)
            best[number] = min(best[number], 1000 * (time.process_time() - started))
    return best


def _profile(questions: QuestionSet, cases: Sequence[SetCase]) -> None:
    reader = questions.reader()
    for case in cases:
        ask(questions, reader, case)
    profiler = cProfile.Profile()
    profiler.enable()
    for case in cases:
        ask(questions, reader, case)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def _line(name: str, times_ms: Sequence[float]) -> str:
    late = quantiles(times_ms, n=20, method="inclusive")[-1]
    return (
        f"{name:14} {1000 / median(times_ms):8.0f} questions a second, "
        f"P50 {median(times_ms):.2f} ms, P95 {late:.2f} ms"
    )


if __name__ == "__main__":
    main()
