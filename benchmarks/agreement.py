"""Hold the figures of `chapterverse evaluate` against a script that shares no code with it.

    python -m benchmarks.agreement ../shared/data/qa [--set NAME] [--jobs 2] [--json]

Each set is built as a site, asked through `ask --file … --json` and evaluated; then
`benchmarks/independent_measures.py` computes the same measures from the outcomes, the cases and the
documents. Any difference is named and ends with exit status 1. Times are processor seconds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.question_sets import DEMO, available
from benchmarks.set_sites import SetSite, build_set, run_chapterverse, run_python

SCRIPT = Path(__file__).with_name("independent_measures.py")


@dataclass(frozen=True, slots=True)
class Agreement:
    """A set's measures as `evaluate` has them, and what the script has where it differs."""

    name: str
    cases: int
    build_cpu_s: float
    evaluate_cpu_s: float
    measures: Mapping[str, float | None]
    differences: Mapping[str, float | None]


def main() -> None:
    """Measure the sets, print the table, fail on a difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of the question sets")
    parser.add_argument("--set", dest="names", action="append", help="one of them; repeatable")
    parser.add_argument("--jobs", type=int, default=1, help="sets at a time")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    names = options.names or (*available(options.folder), DEMO)
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda name: agreement(build_set(options.folder, name)), names))
    if options.json:
        print(json.dumps([asdict(one) for one in found], indent=1))
    else:
        print("\n".join(table(found)))
    if any(one.differences for one in found):
        raise SystemExit(1)


def agreement(site: SetSite) -> Agreement:
    """Evaluate a set's site and compute its measures a second time, independently."""
    with tempfile.TemporaryDirectory(prefix="chapterverse-agreement-") as name:
        cases, outcomes = Path(name) / "cases.jsonl", Path(name) / "outcomes.jsonl"
        cases.write_bytes(b"".join(file.read_bytes() for file in site.case_files))
        at = ("--site", str(site.folder))
        asked = run_chapterverse("ask", *at, "--file", str(cases), "--top-k", "10", "--json")
        outcomes.write_text(asked.output, encoding="utf-8")
        evaluated = run_chapterverse("evaluate", *at, "--cases", str(cases), "--json")
        files = (str(cases), str(outcomes), str(site.folder / "source"))
        second = json.loads(run_python(str(SCRIPT), *files).output)
    report = json.loads(evaluated.output)
    first = {measure: report["measures"][measure]["value"] for measure in second}
    return Agreement(
        name=site.name,
        cases=report["cases"],
        build_cpu_s=round(site.build_cpu_s, 1),
        evaluate_cpu_s=round(evaluated.cpu_s, 1),
        measures=first,
        differences={name: value for name, value in second.items() if value != first[name]},
    )


def table(found: Sequence[Agreement]) -> Iterator[str]:
    """Yield a Markdown table, a line for each difference, and the time of all evaluations."""
    names = sorted({name for one in found for name in one.measures})
    yield f"| set | cases | {' | '.join(names)} | agree | build CPU s | evaluate CPU s |"
    yield f"|{'---|' * (len(names) + 5)}"
    for one in found:
        shown = " | ".join(_cell(one.measures.get(name)) for name in names)
        agree = f"{len(one.measures) - len(one.differences)} of {len(one.measures)}"
        times = f"{one.build_cpu_s} | {one.evaluate_cpu_s}"
        yield f"| {one.name} | {one.cases} | {shown} | {agree} | {times} |"
    for one in found:
        for name, value in one.differences.items():
            yield f"\n{one.name}: {name}: evaluate {one.measures[name]}, the script {value}"
    yield f"\nAll evaluations: {sum(one.evaluate_cpu_s for one in found):.0f} CPU s."


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


if __name__ == "__main__":
    main()
