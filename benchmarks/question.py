"""Measure questions a second of the engine beside bm25s on the same passages and questions.

    python -m benchmarks.question ../shared/data/qa docs-faq-en

The engine understands, ranks by two channels, reads and reranks passages, gathers evidence, judges
and cites; bm25s tokenises and ranks, and is given stemming and stop words. Both have everything in
memory and answer one question at a time. bm25s runs from an environment of its own.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from benchmarks.build import peer_environment
from benchmarks.question_sets import QuestionSet, SetCase, ask, load
from chapterverse_engine.shard_codec import decode_passages

ROUNDS = 3
_MOST_CASES = 150


def main() -> None:
    """Ask, time and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("name", nargs="?", default="docs-faq-en")
    parser.add_argument("--profile", action="store_true", help="show where the time goes")
    options = parser.parse_args()
    questions = load(options.folder, options.name)
    cases = questions.cases[:: max(1, len(questions.cases) // _MOST_CASES)]
    if options.profile:
        _profile(questions, cases)
        return
    ours = time_engine(questions, cases)
    print(_line("chapterverse", ours))
    theirs = time_bm25s(questions, cases)
    if theirs:
        print(_line("bm25s", theirs))
        print(
            f"chapterverse ÷ bm25s: {median(theirs) / median(ours):.3f} of the questions a second"
        )


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


def time_bm25s(questions: QuestionSet, cases: Sequence[SetCase]) -> list[float]:
    """Return the same of bm25s, empty when it cannot be installed."""
    python = peer_environment("bm25s", ["bm25s", "PyStemmer", "numpy"])
    if python is None:
        return []
    data = questions.data_of_name
    shards = [decode_passages(name, data[name]) for name in questions.index.passage_shards]
    texts = ["\n".join((*p.heading_path, p.text)) for shard in shards for p in shard.passages]
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump({"texts": texts, "queries": [case.query for case in cases]}, file)
        file.flush()
        peer = Path(__file__).with_name("bm25s_peer.py")
        result = subprocess.run(
            [str(python), str(peer), file.name, str(ROUNDS)],
            check=False,
            capture_output=True,
            text=True,
        )
    if result.returncode:
        print(f"bm25s failed, so it is not measured:\n{result.stderr[-500:]}", file=sys.stderr)
        return []
    times: list[float] = json.loads(result.stdout)
    return times


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
