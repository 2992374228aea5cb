"""Show that a build's and a question's cost grow linearly: `python -m benchmarks.linear`.

Builds single files of 0.5 to 4 MB and corpora of 1,000 to 4,000 files, made up on the spot from a
seeded vocabulary with a few common and many rare words, and prints seconds of processor time, the
exponent between neighbours (1 is linear), a one-file edit, and milliseconds a question.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from statistics import median

from chapterverse.config import load_config
from chapterverse.evaluation.host import FileHost
from chapterverse.pipeline import build
from chapterverse.runtime.lookup import find_runtime
from chapterverse_engine.model import Question

SIZES_MB = (0.5, 1.0, 2.0, 4.0)
COUNTS = (1000, 2000, 4000)
_VOCABULARY = 20_000
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


class Words:
    """Made-up words; the n-th is drawn with a frequency of 1/n, as in a language."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a corpus, not a secret
        letters = "aeiounrtlsdgmkpbfvhz"
        self._words = [
            "".join(self._chance.choices(letters, k=self._chance.randrange(3, 10)))
            for _ in range(_VOCABULARY)
        ]
        self._weights = list(accumulate(1 / rank for rank in range(1, _VOCABULARY + 1)))

    def draw(self, count: int) -> list[str]:
        """Draw words with their frequencies."""
        return self._chance.choices(self._words, cum_weights=self._weights, k=count)

    def document(self, size_bytes: int) -> str:
        """Write Markdown of about so many bytes: sections of paragraphs, a list, some code."""
        parts = [f"# {' '.join(self.draw(3))}"]
        written = 0
        while written < size_bytes:
            section = self._section()
            parts.append(section)
            written += len(section)
        return "\n\n".join(parts) + "\n"

    def _section(self) -> str:
        paragraphs = (f"{' '.join(self.draw(60)).capitalize()}." for _ in range(3))
        items = "\n".join(f"- {' '.join(self.draw(8))}" for _ in range(4))
        code = f"```\n{' '.join(self.draw(10))}\n```"
        return "\n\n".join([f"## {' '.join(self.draw(4))}", *paragraphs, items, code])


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


def one_file(size_mb: float) -> Callable[[Path], None]:
    """Return what writes a corpus of one file."""

    def write(corpus: Path) -> None:
        (corpus / "big.md").write_text(Words(1).document(round(size_mb * 1_000_000)), "utf-8")

    return write


def many_files(count: int) -> Callable[[Path], None]:
    """Return what writes a corpus of many small files in folders of fifty."""

    def write(corpus: Path) -> None:
        words = Words(2)
        for number in range(count):
            folder = corpus / f"part-{number // 50}"
            folder.mkdir(exist_ok=True)
            (folder / f"page-{number}.md").write_text(words.document(_FILE_BYTES), "utf-8")

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
    words = Words(3)
    for _ in range(_QUESTIONS):
        host = FileHost(out)
        started = time.process_time()
        host.ask(Question(f"How is {' '.join(words.draw(5))} done?"))
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
