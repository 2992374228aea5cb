"""Measure a cold build, one after an edit and one after nothing, beside other site generators.

    python -m benchmarks.build ../shared/data/qa/docs-faq-en/docs --rounds 3

All sides take turns over the same files, each as a process of its own: seconds on the clock, of
processors, peak memory and bytes written. Peers run from places of their own in the user's cache.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.processes import Taken, build_command, run_measured
from benchmarks.site_generators import MKDOCS, Generator, generators

OURS = "chapterverse"
COLD, EDIT, NOTHING = "cold", "one edit", "nothing to do"
# With the extensions that their documentation recommends for what our pages have as well.
_PEER_CONFIG = """\
site_name: Docs
theme:
  name: material
  features: [content.code.copy, navigation.footer, navigation.path]
site_dir: site-zensical
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - footnotes
  - tables
  - toc: {permalink: true}
  - pymdownx.details
  - pymdownx.highlight: {anchor_linenums: true}
  - pymdownx.inlinehilite
  - pymdownx.superfences
  - pymdownx.tasklist
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One build: who, of which kind, what it took and how many megabytes it left."""

    who: str
    kind: str
    taken: Taken
    output_mb: float


def main() -> None:
    """Measure and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-peer", action="store_true", help="only this project")
    options = parser.parse_args()
    peers = [] if options.no_peer else generators()
    runs = [run for _ in range(options.rounds) for run in measure(options.corpus, peers)]
    print("\n".join(table(runs, size_mb(options.corpus, "*.md"))))


def measure(corpus: Path, peers: Sequence[Generator]) -> Iterator[Run]:
    """Yield a cold build, one after an edit and one after nothing, of each side."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-build-") as name:
        folder = Path(name)
        shutil.copytree(corpus, folder / "docs")
        _without_templates(folder / "docs")
        (folder / "mkdocs.yml").write_text(_PEER_CONFIG, "utf-8")
        (folder / "chapterverse.toml").write_text("", "utf-8")
        ours = Generator(OURS, build_command("docs", "--out", "site"), "site")
        files = sorted((folder / "docs").rglob("*.md"), key=lambda path: path.stat().st_size)
        sides = [ours, *peers]
        yield from (_run(side, COLD, folder) for side in sides)
        _append(files[len(files) // 2], "\nOne more sentence about spare lamps.\n")
        yield from (_run(side, EDIT, folder) for side in sides)
        yield _run(ours, NOTHING, folder)


def _without_templates(docs: Path) -> None:
    """Take out what stops a peer: a front matter's `template` that is no file's name."""
    for file in docs.rglob("*.md"):
        text = file.read_text("utf-8", "replace")
        if text.startswith("---"):
            head, end, body = text[3:].partition("\n---")
            kept = [line for line in head.split("\n") if not line.startswith("template:")]
            file.write_text("---" + "\n".join(kept) + end + body, "utf-8")


def _append(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as stream:
        stream.write(text)


def _run(side: Generator, kind: str, folder: Path) -> Run:
    taken = run_measured(side.command, folder)
    return Run(side.name, kind, taken, size_mb(folder / side.output))


def size_mb(folder: Path, pattern: str = "*") -> float:
    """Return the megabytes of the files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob(pattern) if path.is_file()) / 1e6


def table(runs: Sequence[Run], source_mb: float) -> Iterator[str]:
    """Yield a Markdown table of medians, and the ratios that the bars are about."""
    yield f"{source_mb:.1f} MB of Markdown, medians:\n"
    yield "| build | wall s | CPU s | peak MB of all processes | output MB |"
    yield "|---|---|---|---|---|"
    kinds = list(dict.fromkeys((run.who, run.kind) for run in runs))
    median_of = {kind: _medians(runs, *kind) for kind in kinds}
    for (who, kind), (wall, cpu, peak, output) in median_of.items():
        yield f"| {who}, {kind} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | {output:.1f} |"
    cold, edit = median_of[OURS, COLD], median_of[OURS, EDIT]
    yield f"\nOne edit takes {edit[0] / cold[0]:.2f} of a cold build's time ({edit[0]:.2f} s)."
    if (MKDOCS, COLD) in median_of:
        theirs = median_of[MKDOCS, COLD]
        wall, cpu = cold[0] / theirs[0], cold[1] / theirs[1]
        yield (
            f"A cold build takes {wall:.2f} of the time of {MKDOCS}, {cpu:.2f} of its processor time."
        )


def _medians(runs: Sequence[Run], who: str, kind: str) -> tuple[float, float, float, float]:
    found = [run for run in runs if (run.who, run.kind) == (who, kind)]
    return (
        median(run.taken.wall_s for run in found),
        median(run.taken.cpu_s for run in found),
        max(run.taken.peak_mb for run in found),
        median(run.output_mb for run in found),
    )


if __name__ == "__main__":
    main()
