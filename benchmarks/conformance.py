"""Ask every case of every set on CPython and in Pyodide, and compare outcome and trace bytewise.

    python -m benchmarks.conformance ../shared/data/qa [--set NAME]

Each set is built as a site; Pyodide is the one that the site carries, under Node. Any difference is
named with the case and the place where the texts part, and ends with exit status 1.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.question_sets import DEMO, available
from benchmarks.set_sites import SetSite, build_set
from chapterverse.evaluation.cases import Case, load_cases
from chapterverse.evaluation.host import FileHost
from chapterverse.evaluation.parity import replies_in_pyodide
from chapterverse.evaluation.run import reply_text

HEAD = (
    "| set | cases | byte-equal | MB of replies | CPython s | Pyodide s |",
    "|---|---|---|---|---|---|",
)
_AROUND = 60
"""Characters that are shown around the place where two texts part."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A case whose reply is not the same text on both runtimes, from where they part."""

    case_id: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Conformance:
    """What became of a set: how many cases, how many bytes of replies, and what differs."""

    name: str
    cases: int
    reply_bytes: int
    partings: tuple[Parting, ...]
    here_s: float
    there_s: float


def main() -> None:
    """Compare the sets, print the table, fail on a difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("--set", dest="names", action="append", help="one of them; repeatable")
    options = parser.parse_args()
    names = options.names or (*available(options.folder), DEMO)
    print("\n".join(HEAD))
    is_same = True
    for name in names:
        found = conformance(build_set(options.folder, name))
        print("\n".join(row(found)), flush=True)
        is_same = is_same and not found.partings
    if not is_same:
        raise SystemExit(1)


def conformance(site: SetSite) -> Conformance:
    """Ask a set's cases twice; seconds are those on the clock."""
    host = FileHost(site.folder)
    cases = load_cases(site.case_files)
    started = time.perf_counter()
    here = [reply_text(host.ask(case.question())) for case in cases]
    between = time.perf_counter()
    there = replies_in_pyodide(site.folder, [case.question() for case in cases])
    return Conformance(
        name=site.name,
        cases=len(cases),
        reply_bytes=sum(len(_bytes(text)) for text in here),
        partings=tuple(partings(cases, here, there)),
        here_s=between - started,
        there_s=time.perf_counter() - between,
    )


def partings(cases: Sequence[Case], here: Sequence[str], there: Sequence[str]) -> Iterator[Parting]:
    """Yield the cases whose texts differ in any byte."""
    for case, left, right in zip(cases, here, there, strict=True):
        if _bytes(left) != _bytes(right):
            same = next(
                (n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
                min(len(left), len(right)),
            )
            around = slice(max(0, same - _AROUND), same + _AROUND)
            yield Parting(case.id, left[around], right[around])


def row(found: Conformance) -> Iterator[str]:
    """Yield a set's row of the Markdown table, and every difference."""
    equal = found.cases - len(found.partings)
    times = f"{found.here_s:.1f} | {found.there_s:.1f}"
    yield f"| {found.name} | {found.cases} | {equal} | {found.reply_bytes / 1e6:.1f} | {times} |"
    for parting in found.partings:
        yield f"\n{found.name}: case {parting.case_id}"
        yield f"  CPython: …{parting.here}…\n  Pyodide: …{parting.there}…"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


if __name__ == "__main__":
    main()
