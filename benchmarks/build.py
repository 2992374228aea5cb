"""Measure a cold build, a build after one edit and one after none, beside MkDocs with Material.

    python -m benchmarks.build ../shared/data/qa/docs-faq-en/docs --rounds 3

Times are processor seconds of all processes and seconds on the clock; both sides take turns over
the same files. MkDocs runs from an environment of its own in the user's cache, made when it is
missing; where it cannot be installed, only this project is measured.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from chapterverse.runtime.places import cache_dir

ROOT = Path(__file__).resolve().parents[1]
OURS, MKDOCS = "chapterverse", "mkdocs-material"
COLD, EDIT, NOTHING = "cold", "one edit", "nothing to do"


@dataclass(frozen=True, slots=True)
class Run:
    """One build: seconds on the clock, of processors, and the peak memory of its processes."""

    who: str
    kind: str
    wall_s: float
    cpu_s: float
    peak_mb: float
    output_mb: float


def main() -> None:
    """Measure and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-peer", action="store_true", help="only this project")
    options = parser.parse_args()
    peer = None if options.no_peer else peer_environment(MKDOCS, ["mkdocs-material"])
    runs = [run for _ in range(options.rounds) for run in measure(options.corpus, peer)]
    print("\n".join(table(runs)))


def peer_environment(name: str, packages: Sequence[str]) -> Path | None:
    """Return the Python of an environment with packages, made when missing; None if it cannot be."""
    folder = cache_dir() / "benchmarks" / name
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", *packages]
        result = subprocess.run(command, check=False, capture_output=True, text=True)
        if result.returncode:
            print(f"{name} cannot be installed, so it is not measured:\n{result.stderr[-500:]}")
            return None
        ready.touch()
    return python


def measure(corpus: Path, peer: Path | None) -> Iterator[Run]:
    """Yield a cold build, one after an edit and one after nothing, of each side."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-build-") as name:
        folder = Path(name)
        shutil.copytree(corpus, folder / "docs")
        _without_templates(folder / "docs")
        files = sorted((folder / "docs").rglob("*.md"), key=lambda path: path.stat().st_size)
        edited = files[len(files) // 2]
        command = [sys.executable, "-m", "chapterverse", "build", "--no-eval", "docs"]
        ours = [*command, "--out", "site"]
        yield _run(OURS, COLD, ours, folder)
        _append(edited, "\nOne more sentence about spare lamps.\n")
        yield _run(OURS, EDIT, ours, folder)
        yield _run(OURS, NOTHING, ours, folder)
        if peer:
            (folder / "mkdocs.yml").write_text("site_name: Docs\ntheme: material\n")
            theirs = [str(peer), "-m", "mkdocs", "build", "--quiet", "--site-dir", "mkdocs-site"]
            yield _run(MKDOCS, COLD, theirs, folder)


def _without_templates(docs: Path) -> None:
    """Take out what stops the peer: a front matter's `template` that is no file's name."""
    for file in docs.rglob("*.md"):
        text = file.read_text("utf-8", "replace")
        if text.startswith("---"):
            head, end, body = text[3:].partition("\n---")
            kept = [line for line in head.split("\n") if not line.startswith("template:")]
            file.write_text("---" + "\n".join(kept) + end + body, "utf-8")


def _append(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as stream:
        stream.write(text)


def _run(who: str, kind: str, command: Sequence[str], folder: Path) -> Run:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'builder'}{os.pathsep}{ROOT / 'web'}"}
    environment["NO_MKDOCS_2_WARNING"] = "true"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    result = subprocess.run(
        command, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    site = folder / ("site" if who == OURS else "mkdocs-site")
    output = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    return Run(who, kind, wall, cpu, after.ru_maxrss / 1024, output / 1e6)


def table(runs: Sequence[Run]) -> Iterator[str]:
    """Yield a Markdown table of medians and the ratios of cold builds and of an edit."""
    yield "| build | wall s | CPU s | peak MB of the largest process | output MB |"
    yield "|---|---|---|---|---|"
    kinds = list(dict.fromkeys((run.who, run.kind) for run in runs))
    median_of = {kind: _medians(runs, *kind) for kind in kinds}
    for (who, kind), row in median_of.items():
        wall, cpu, peak, output = row
        yield f"| {who}, {kind} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | {output:.1f} |"
    cold, edit = median_of[OURS, COLD], median_of[OURS, EDIT]
    yield f"\nOne edit takes {edit[0] / cold[0]:.2f} of a cold build's time ({edit[0]:.2f} s)."
    if (MKDOCS, COLD) in median_of:
        theirs = median_of[MKDOCS, COLD]
        wall, cpu = cold[0] / theirs[0], cold[1] / theirs[1]
        yield f"A cold build takes {wall:.2f} of the peer's time and {cpu:.2f} of its processor time."


def _medians(runs: Sequence[Run], who: str, kind: str) -> tuple[float, float, float, float]:
    found = [run for run in runs if (run.who, run.kind) == (who, kind)]
    return (
        median(run.wall_s for run in found),
        median(run.cpu_s for run in found),
        max(run.peak_mb for run in found),
        median(run.output_mb for run in found),
    )


if __name__ == "__main__":
    main()
