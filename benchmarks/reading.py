"""Measure the builder's side of a document's path: read, parse, cut and screen, in CPU seconds.

    python -m benchmarks.reading ../shared/data/qa/docs-faq-en/docs
    python -m benchmarks.reading --growth

The second form shows that cost grows linearly: single files of 0.5, 1, 2 and 4 MB, and corpora of
1,000, 2,000 and 4,000 files, all written by this command.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from chapterverse.model import Source
from chapterverse.stages.chunk import chunk
from chapterverse.stages.ingest import ingest
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen

_PIECE = """## Section {n}

The pump of unit {n} starts at {n} degrees. See [the rules](rules.md#part-{n}) and `code_{n}`.

- first thing of {n}
- second thing of {n}
  - nested thing

| Name | Value |
|------|-------|
| u{n} | {n}   |

```python
value = {n}
```

"""


Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return what some work gives and its CPU seconds."""
    before = time.process_time()
    result = work()
    return result, time.process_time() - before


def measure(corpus: Path) -> dict[str, float]:
    """Return the CPU seconds of each stage for a corpus, in this process alone."""
    ingested, reading = timed(lambda: ingest([corpus]))
    sources: Sequence[Source] = ingested.sources
    plain, rendering = timed(lambda: [parse(source, colours=False) for source in sources])
    _, with_colours = timed(lambda: [parse(source) for source in sources])
    pairs = list(zip(sources, plain, strict=True))
    drafts, cutting = timed(lambda: [chunk(parsed, source.lines) for source, parsed in pairs])
    triples = [(*pair, each) for pair, each in zip(pairs, drafts, strict=True)]
    _, screening = timed(lambda: [screen(*triple) for triple in triples])
    return {
        "documents": len(sources),
        "passages": sum(map(len, drafts)),
        "megabytes": sum(len(source.raw) for source in sources) / 1e6,
        "read": reading,
        "parse and render": rendering,
        "colours": max(0.0, with_colours - rendering),
        "cut": cutting,
        "screen": screening,
    }


def write_corpus(folder: Path, files: int, bytes_each: int) -> Path:
    """Write a corpus of this many files of about this size."""
    for number in range(files):
        pieces: list[str] = []
        size = 0
        while size < bytes_each:
            pieces.append(_PIECE.format(n=f"{number}-{len(pieces)}"))
            size += len(pieces[-1])
        (folder / f"{number:05}.md").write_text("".join(pieces), encoding="utf-8")
    return folder


def report(name: str, figures: dict[str, float]) -> None:
    """Print one line of figures."""
    shown = ", ".join(
        f"{key} {value}" if isinstance(value, int) else f"{key} {value:.2f}"
        for key, value in figures.items()
    )
    print(f"{name}: {shown}", flush=True)


def main() -> None:
    """Measure the corpora that are named, or the growth of cost with size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", type=Path)
    parser.add_argument(
        "--growth", action="store_true", help="measure single files and corpora of growing size"
    )
    options = parser.parse_args()
    for corpus in options.corpora:
        report(corpus.parent.name, measure(corpus))
    sizes = [(1, size) for size in (500_000, 1_000_000, 2_000_000, 4_000_000)]
    sizes += [(files, 1_000) for files in (1_000, 2_000, 4_000)]
    for files, size in sizes if options.growth else ():
        with tempfile.TemporaryDirectory() as folder:
            report(f"{files} x {size} bytes", measure(write_corpus(Path(folder), files, size)))


if __name__ == "__main__":
    main()
