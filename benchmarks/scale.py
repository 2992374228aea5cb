"""Measure how a build and a question grow with the corpus, made up by this command or given to it.

    python -m benchmarks.scale --documents 250 1000 4000 --plots docs/images
    python -m benchmarks.scale --documents --corpus NAME=FOLDER
    python -m benchmarks.scale --documents 200000 --short

The made-up text has the statistics of a language (`benchmarks/made_up.py`), in sections with codes
that only one of them has; questions take words from one section each, also in a given corpus.
`--keep FILE` adds the rows to those of earlier runs in a JSON file; `--plots` draws all of them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles

from benchmarks.build import size_mb
from benchmarks.made_up import SECTION_WORDS, SHORT_SECTION_WORDS, Words
from benchmarks.processes import build_command, run_measured
from chapterverse.weights import Scales, touched_files
from chapterverse_engine.lookup import IndexReader
from chapterverse_engine.manifest import MANIFEST_NAME, decode_manifest
from chapterverse_engine.model import Need, Question
from chapterverse_engine.session import Session

INDEX = "_chapterverse/index"
SECTIONS = 5
QUESTIONS = 40
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Grown:
    """One corpus; bytes of a question are those of gzip, its times are processor time."""

    corpus: str
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


def main() -> None:
    """Write, build, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, nargs="*", default=[250, 1000, 4000])
    parser.add_argument("--short", action="store_true", help="sections of about 60 words")
    parser.add_argument("--corpus", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a JSON file of rows, made when missing")
    parser.add_argument("--plots", type=Path, help="a folder for growth curves as SVG")
    options = parser.parse_args()
    rows = [
        made_up(documents, options.seed, is_short=options.short) for documents in options.documents
    ]
    named = (text.partition("=") for text in options.corpus)
    rows += [grown(name, Path(folder).resolve(), options.seed) for name, _, folder in named]
    if options.keep:
        rows = kept(options.keep, rows)
    print("\n".join(table(rows)))
    if options.plots:
        from benchmarks.growth_plots import draw  # noqa: PLC0415 - needs the group `bench`

        draw(rows, options.plots)


def made_up(documents: int, seed: int, *, is_short: bool) -> Grown:
    """Make up a corpus of so many documents, build it and ask it."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-scale-") as name:
        folder = Path(name) / "docs"
        write(folder, documents, seed, is_short=is_short)
        return grown(f"made up, {documents:,}{' short' * is_short}", folder, seed)


def write(folder: Path, documents: int, seed: int, *, is_short: bool) -> None:
    """Write documents of five sections each, a hundred to a folder."""
    section_words = SHORT_SECTION_WORDS if is_short else SECTION_WORDS
    words = Words(seed, documents * SECTIONS * section_words)
    make = words.short_section if is_short else words.section
    for number in range(documents):
        sections = [make(f"CV-{number}-{section}") for section in range(SECTIONS)]
        text = "\n\n".join((f"# {words.phrase(3)}", *sections))
        path = folder / f"part-{number // 100:05}" / f"document-{number:07}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8")


def grown(name: str, corpus: Path, seed: int) -> Grown:
    """Build a corpus in a process of its own, and ask it."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-scale-") as place:
        folder = Path(place)
        taken = run_measured(build_command(str(corpus), "--out", "site"), folder)
        site = folder / "site"
        files = sorted(corpus.rglob("*.md"))
        questions = questions_about(files, seed)
        scales = Scales(site)
        sizes = [scales.weigh(touched).gzip / 1000 for touched in touched_files(site, questions)]
        times = _times(site, questions)
        manifest = decode_manifest((site / INDEX / MANIFEST_NAME).read_bytes())
        source_mb = size_mb(corpus, "*.md")
        return Grown(
            corpus=name,
            documents=len(files),
            source_mb=source_mb,
            passages=sum(index.passages for index in manifest.scopes),
            build_s=taken.wall_s,
            build_cpu_s=taken.cpu_s,
            peak_mb=taken.peak_mb,
            output_ratio=(size_mb(site) - size_mb(scales.runtime)) / source_mb,
            question_kb=median(sizes),
            late_question_kb=_late(sizes),
            question_ms=median(times),
            late_question_ms=_late(times),
        )


def questions_about(files: Sequence[Path], seed: int) -> list[Question]:
    """Ask about six words in a row, of the longer ones, of a place in some of the files."""
    chance = random.Random(seed)  # noqa: S311 - a choice of files
    questions = []
    for file in chance.sample(files, min(QUESTIONS, len(files))):
        words = _WORD.findall(file.read_text("utf-8", "replace"))
        start = chance.randrange(max(1, len(words) - 6))
        questions.append(Question(f"how does {' '.join(words[start : start + 6])} work?"))
    return questions


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


def kept(file: Path, rows: Sequence[Grown]) -> list[Grown]:
    """Put rows into a file, each in place of an earlier one of its corpus; return all by size."""
    earlier = json.loads(file.read_text("utf-8")) if file.is_file() else []
    row_of = {row["corpus"]: Grown(**row) for row in earlier} | {row.corpus: row for row in rows}
    every = sorted(row_of.values(), key=lambda row: row.source_mb)
    file.write_text(json.dumps([asdict(row) for row in every], indent=1) + "\n", "utf-8")
    return every


def table(rows: Sequence[Grown]) -> Iterator[str]:
    """Yield a Markdown table, and how a question's bytes grow from the first row to the last."""
    yield (
        "| corpus | documents | passages | source MB | build s | CPU s | peak MB "
        "| output ÷ source | question P50 / P95 KB | question P50 / P95 ms |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for row in rows:
        yield (
            f"| {row.corpus} | {row.documents:,} | {row.passages:,} | {row.source_mb:.1f} "
            f"| {row.build_s:.0f} | {row.build_cpu_s:.0f} | {row.peak_mb:.0f} "
            f"| {row.output_ratio:.1f} | {row.question_kb:.0f} / {row.late_question_kb:.0f} "
            f"| {row.question_ms:.0f} / {row.late_question_ms:.0f} |"
        )
    if len(rows) > 1:
        size = rows[-1].passages / rows[0].passages
        growth = rows[-1].question_kb / rows[0].question_kb
        yield f"\nA question takes {growth:.2f} times the bytes at {size:.0f} times the passages."


if __name__ == "__main__":
    main()
