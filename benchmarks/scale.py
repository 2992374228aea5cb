"""Measure how a build and a question grow with the corpus, on documents made by this command.

    python -m benchmarks.scale --documents 250 1000 4000

The text is made up from a seed: words of a Zipf-Mandelbrot vocabulary that grows with the text as
Heaps' law says, in sections of some paragraphs, with names and codes that only one section has.
Questions take words from one section each. Nothing is read from anywhere.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from statistics import median, quantiles

from chapterverse.weights import Scales, touched_files
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Need, Question
from chapterverse_engine.session import Session

ROOT = Path(__file__).resolve().parents[1]
INDEX = "_chapterverse/index"
SECTIONS, SENTENCES, WORDS = 5, 12, 14
QUESTIONS = 40
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ai", "en", "or")]


@dataclass(frozen=True, slots=True)
class Grown:
    """One size of corpus; bytes of a question are those of gzip, times are processor time."""

    documents: int
    source_mb: float
    passages: int
    build_s: float
    build_cpu_s: float
    peak_mb: float
    output_ratio: float
    question_kb: float
    late_question_kb: float
    question_ms: float
    late_question_ms: float


class Writer:
    """Writes documents from a seed."""

    def __init__(self, seed: int, documents: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - it makes up text
        tokens = documents * SECTIONS * SENTENCES * WORDS
        # Heaps' law for English prose: about 30 times the square root of the words.
        size = int(30 * tokens**0.5)
        self._words = [self._word(rank) for rank in range(size)]
        self._sums = list(accumulate(1 / (rank + 2.7) for rank in range(size)))

    def write(self, folder: Path, documents: int) -> list[Question]:
        """Write the documents and return questions about some of their sections."""
        questions = []
        for number in range(documents):
            sections = [self._section(number, section) for section in range(SECTIONS)]
            text = "\n\n".join((f"# {self._phrase(3)}", *sections))
            path = folder / f"part-{number // 100:03}" / f"document-{number:06}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{text}\n", encoding="utf-8")
            if number % max(1, documents // QUESTIONS) == 0:
                words = [word for word in sections[1].split() if len(word) > 4]
                questions.append(Question(f"how does {' '.join(words[10:16])} work?"))
        return questions[:QUESTIONS]

    def _section(self, document: int, section: int) -> str:
        sentences = [f"{self._phrase(WORDS)}." for _ in range(SENTENCES)]
        sentences.append(f"The code of this part is CV-{document}-{section}.")
        middle = len(sentences) // 2
        paragraphs = (" ".join(sentences[:middle]), " ".join(sentences[middle:]))
        return "\n\n".join((f"## {self._phrase(4)}", *paragraphs))

    def _phrase(self, words: int) -> str:
        chosen = [self._drawn() for _ in range(words)]
        return " ".join(chosen).capitalize()

    def _drawn(self) -> str:
        return self._words[bisect_left(self._sums, self._random.random() * self._sums[-1])]

    def _word(self, rank: int) -> str:
        text, rest = "", rank + 7
        while rest:
            rest, syllable = divmod(rest, len(_SYLLABLES))
            text += _SYLLABLES[syllable]
        return text


def main() -> None:
    """Write, build, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[250, 1000, 4000])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = [grow(documents, options.seed) for documents in options.documents]
    print("\n".join(table(rows)))


def grow(documents: int, seed: int) -> Grown:
    """Build a corpus of so many documents in a process of its own, and ask it."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-scale-") as name:
        folder = Path(name)
        questions = Writer(seed, documents).write(folder / "docs", documents)
        wall, cpu, peak = _build(folder)
        site = folder / "site"
        scales = Scales(site)
        sizes = [scales.weigh(files).gzip / 1000 for files in touched_files(site, questions)]
        times = _times(site, questions)
        manifest = decode_manifest((site / INDEX / MANIFEST_NAME).read_bytes())
        source = _bytes(folder / "docs")
        return Grown(
            documents=documents,
            source_mb=source / 1e6,
            passages=sum(index.passages for index in manifest.scopes),
            build_s=wall,
            build_cpu_s=cpu,
            peak_mb=peak,
            output_ratio=(_bytes(site) - _bytes(scales.runtime)) / source,
            question_kb=median(sizes),
            late_question_kb=_late(sizes),
            question_ms=median(times),
            late_question_ms=_late(times),
        )


def _build(folder: Path) -> tuple[float, float, float]:
    """Build in a process of its own; return its seconds, processor seconds and peak megabytes."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'builder'}{os.pathsep}{ROOT / 'web'}"}
    command = [sys.executable, "-m", "chapterverse", "build", "--no-eval", "docs", "--out", "site"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, after.ru_maxrss / 1024


def _times(site: Path, questions: Sequence[Question]) -> list[float]:
    """Return the processor milliseconds of each question once its index files are there."""
    folder = site / INDEX
    reader = IndexReader(decode_manifest((folder / MANIFEST_NAME).read_bytes()))
    times = []
    for question in questions:
        session = Session(reader, question)
        spent = 0.0
        while True:
            started = time.process_time()
            reached = session.step()
            spent += time.process_time() - started
            if not isinstance(reached, Need):
                break
            for name in reached.names:
                session.receive(name, (folder / name).read_bytes())
        times.append(1000 * spent)
    return times


def _late(values: Sequence[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1]


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def table(rows: Sequence[Grown]) -> Iterator[str]:
    """Yield a Markdown table, and how a question's bytes grow from the first row to the last."""
    yield (
        "| documents | passages | source MB | build s | CPU s | peak MB | output ÷ source "
        "| question P50 / P95 KB | question P50 / P95 ms |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for row in rows:
        yield (
            f"| {row.documents:,} | {row.passages:,} | {row.source_mb:.1f} | {row.build_s:.0f} "
            f"| {row.build_cpu_s:.0f} | {row.peak_mb:.0f} | {row.output_ratio:.1f} "
            f"| {row.question_kb:.0f} / {row.late_question_kb:.0f} "
            f"| {row.question_ms:.0f} / {row.late_question_ms:.0f} |"
        )
    if len(rows) > 1:
        size = rows[-1].passages / rows[0].passages
        growth = rows[-1].question_kb / rows[0].question_kb
        yield f"\nA question takes {growth:.2f} times the bytes at {size:.0f} times the passages."


if __name__ == "__main__":
    main()
