"""Measure what a reader downloads, and how a question's bytes grow with the corpus.

    python -m benchmarks.bytes ../shared/data/qa/docs-faq-en/docs \\
        --questions ../shared/data/qa/docs-faq-en/cases.jsonl --shares 0.1 1

Builds a site of each share of the files (spread evenly) and asks it: the questions of a file with a
JSON object a line ("query"), or headings of the site. Bytes are those of gzip on the wire; each
question is charged with every index file that it looks into.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from chapterverse.config import load_config
from chapterverse.pipeline import build
from chapterverse.weights import Weight, WeightReport, weigh_site
from chapterverse_engine.model import Question

_MOST_QUESTIONS = 60


def main() -> None:
    """Build, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--questions", type=Path, help="JSON Lines with a query each")
    parser.add_argument("--shares", type=float, nargs="+", default=[0.1, 1.0])
    options = parser.parse_args()
    questions = questions_of(options.questions) if options.questions else []
    rows = []
    for share in options.shares:
        with tempfile.TemporaryDirectory(prefix="chapterverse-bytes-") as folder:
            source = some_files(options.corpus, Path(folder) / "docs", share)
            rows.append((share, source, weigh(Path(folder), questions)))
    print("\n".join(table(rows)))


def questions_of(file: Path) -> list[Question]:
    """Return questions of a file, spread evenly."""
    queries = [json.loads(line)["query"] for line in file.read_text("utf-8").splitlines()]
    step = max(1, len(queries) // _MOST_QUESTIONS)
    return [Question(query) for query in queries[::step]]


def some_files(corpus: Path, target: Path, share: float) -> int:
    """Copy a share of a corpus and return its bytes."""
    files = sorted(path for path in corpus.rglob("*.md") if path.is_file())
    chosen = [
        file for n, file in enumerate(files) if int(n * share) != int((n - 1) * share) or not n
    ]
    for file in chosen:
        copy = target / file.relative_to(corpus)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    return sum(file.stat().st_size for file in chosen)


def weigh(folder: Path, questions: Sequence[Question]) -> WeightReport:
    """Build the documents of a folder and weigh the site."""
    site = folder / "site"
    build(load_config(None, sources=[folder / "docs"], out=site), is_evaluated=False)
    return weigh_site(site, questions)


def table(rows: Sequence[tuple[float, int, WeightReport]]) -> Iterator[str]:
    """Yield a Markdown table, and the growth of a question from the first to the last row."""
    yield "| share | source MB | page KB | search KB | first answer KB | question P50 / P95 KB | output ÷ source |"
    yield "|---|---|---|---|---|---|---|"
    for share, source, report in rows:
        output = (report.total.raw - report.runtime.raw) / source
        yield (
            f"| {share:g} | {source / 1e6:.2f} | {_kb(report.page)} | {_kb(report.search)} "
            f"| {_kb(report.first_question)} | {_kb(report.question)} / {_kb(report.late_question)} "
            f"| {output:.1f} |"
        )
    (_, least, small), (_, most, large) = rows[0], rows[-1]
    growth = large.question.gzip / small.question.gzip
    yield f"\nA question takes {growth:.2f} times the bytes at {most / least:.1f} times the corpus."


def _kb(weight: Weight) -> str:
    return f"{weight.gzip / 1000:.0f}"


if __name__ == "__main__":
    main()
