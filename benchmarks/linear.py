"""Show that a build's and a question's cost grow linearly: `python -m benchmarks.linear`.

Builds single files of 0.5 to 4 MB and corpora of 1,000 to 4,000 files, made up on the spot from a
seed, and prints seconds of processor time, the
exponent between neighbours (1 is linear), a one-file edit, and milliseconds a question.
"""

from __future__ import annotations

import argparse
import math
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.made_up import Words
from chapterverse.config import load_config
from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import build
from chapterverse.runtime.lookup import find_runtime
from chapterverse_engine.model import Question

SIZES_MB = (0.5, 1.0, 2.0, 4.0)
COUNTS = (1000, 2000, 4000)
# All corpora draw from the words of a text of this length, so that only their size differs.
_TEXT_WORDS = 500_000
_FILE_BYTES = 4_000
_QUESTIONS = 30
# Below this exponent between a size and its double, growth counts as linear (2**1.25 is 2.4).
_LINEAR = 1.25


@dataclass(frozen=True, slots=True)
class Cost:
    """What one corpus cost: seconds of processor time, and median milliseconds a question."""

    label: str
    size: float
    cold_s: float
    edit_s: float
    question_ms: float


def main() -> None:
    """Measure and print both tables; exit with 1 if anything grows faster than linearly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the two smallest of each")
    parser.add_argument("--only", choices=("files", "corpora"), help="one of the two tables")
    said = parser.parse_args()
    find_runtime()  # prepared once, it costs the same for any corpus
    sizes = SIZES_MB[:2] if said.quick else SIZES_MB
    counts = tuple(count // 10 for count in COUNTS[:2]) if said.quick else COUNTS
    steepest = []
    if said.only != "corpora":
        trials = [(f"one file, {size:g} MB", size, one_file(size)) for size in sizes]
        steepest.append(print_table(trials))
    if said.only != "files":
        steepest.append(print_table([(f"{n:,} files", n, many_files(n)) for n in counts]))
    if max(steepest) > _LINEAR:
        raise SystemExit(f"not linear: the steepest exponent is {max(steepest):.2f}")


def document(words: Words, size_bytes: int) -> str:
    """Make up Markdown of about so many bytes."""
    parts = [f"# {words.phrase(3)}"]
    written = 0
    while written < size_bytes:
        section = words.section(f"CV-{written}")
        parts.append(section)
        written += len(section)
    return "\n\n".join(parts) + "\n"


def one_file(size_mb: float) -> Callable[[Path], None]:
    """Return what writes a corpus of one file."""

    def write(corpus: Path) -> None:
        text = document(Words(1, _TEXT_WORDS), round(size_mb * 1_000_000))
        (corpus / "big.md").write_text(text, "utf-8")

    return write


def many_files(count: int) -> Callable[[Path], None]:
    """Return what writes a corpus of many small files in folders of fifty."""

    def write(corpus: Path) -> None:
        words = Words(2, _TEXT_WORDS)
        for number in range(count):
            folder = corpus / f"part-{number // 50}"
            folder.mkdir(exist_ok=True)
            (folder / f"page-{number}.md").write_text(document(words, _FILE_BYTES), "utf-8")

    return write


def measured(label: str, size: float, write: Callable[[Path], None]) -> Cost:
    """Build a corpus from nothing, then after an edit, then ask; remove everything."""
    root = Path(tempfile.mkdtemp(prefix="chapterverse-linear-"))
    try:
        corpus, out = root / "corpus", root / "site"
        corpus.mkdir()
        write(corpus)
        cold_s = _timed_build(corpus, out)
        edited = min(corpus.rglob("*.md"))
        edited.write_text(edited.read_text("utf-8") + "\nOne more sentence.\n", "utf-8")
        edit_s = _timed_build(corpus, out)
        return Cost(label, size, cold_s, edit_s, median(_question_times(out)))
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _timed_build(corpus: Path, out: Path) -> float:
    started = _processor_s()
    build(load_config(None, sources=(corpus,), out=out), is_evaluated=False)
    return _processor_s() - started


def _processor_s() -> float:
    """Return the processor time of this process and of its finished workers."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _question_times(out: Path) -> Iterator[float]:
    words = Words(3, _TEXT_WORDS)
    for _ in range(_QUESTIONS):
        host = FileHost(out)
        started = time.process_time()
        host.ask(Question(f"How is {words.phrase(5)} done?"))
        yield 1000 * (time.process_time() - started)


def print_table(trials: Iterable[tuple[str, float, Callable[[Path], None]]]) -> float:
    """Measure corpora and print a table; return the steepest exponent of a build or a question."""
    print("| corpus | cold build s | exponent | one edit s | question ms | exponent |")
    print("|---|---|---|---|---|---|", flush=True)
    steepest, before = 0.0, None
    for trial in trials:
        cost = measured(*trial)
        cold = _exponent(before, cost, "cold_s")
        question = _exponent(before, cost, "question_ms")
        steepest = max(steepest, cold, question)
        print(
            f"| {cost.label} | {cost.cold_s:.1f} | {cold:.2f} | {cost.edit_s:.2f} "
            f"| {cost.question_ms:.0f} | {question:.2f} |",
            flush=True,
        )
        before = cost
    print()
    return steepest


def _exponent(before: Cost | None, cost: Cost, of: str) -> float:
    """Return the power of the size with which a cost grew; 0 for the first."""
    if before is None:
        return 0.0
    return math.log(getattr(cost, of) / getattr(before, of)) / math.log(cost.size / before.size)


if __name__ == "__main__":
    main()
