"""Plan what a corpus of some million passages takes, from a build that was measured.

    chapterverse build docs --out site --profile --json > measured.json
    python -m benchmarks.plan measured.json --workers 64

Only what grows in proportion to the corpus is multiplied: work and bytes per passage. Two things
grow otherwise and are told as such: shards are counted from their size, and the part of a build that
its own machine does alone is given beside the part that workers share.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chapterverse.stages.shards import PASSAGE_SHARD_BYTES, POSTINGS_SHARD_BYTES

# Stages whose work `--scheduler` hands over; the others stay with the machine that builds.
SHARED_STAGES = ("parse", "chunk", "screen", "terms", "pages")
PLANNED_PASSAGES = (10_000_000, 100_000_000)


@dataclass(frozen=True, slots=True)
class Constants:
    """What one passage took in a measured build: processor seconds and bytes."""

    passages: int
    shared_cpu_s: float
    own_cpu_s: float
    output_bytes: float
    index_bytes: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What a corpus would take."""

    passages: int
    shared_cpu_h: float
    own_cpu_h: float
    wall_h: float
    output_gb: float
    index_gb: float
    shards: int
    tables: int


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measured", type=Path, help="output of build --profile --json")
    parser.add_argument("--site", type=Path, help="the site, if it lies elsewhere by now")
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--passages", type=int, nargs="+", default=PLANNED_PASSAGES)
    options = parser.parse_args()
    fields = json.loads(options.measured.read_text("utf-8"))
    constants = constants_of(fields, options.site or Path(fields["out"]))
    plans = [plan(constants, passages, options.workers) for passages in options.passages]
    print("\n".join(table(constants, plans, options.workers)))


def constants_of(fields: Mapping[str, Any], site: Path) -> Constants:
    """Return what a passage took; raise SystemExit for a build that read nothing."""
    passages, profile = fields["passages_active"], fields.get("profile")
    if not profile or not passages or not fields["documents_added"]:
        raise SystemExit("found no measured build, expected a first build with --profile --json")
    cpu_s = {stage: times["cpu_s"] for stage, times in profile.items()}
    shared = sum(cpu_s.get(stage, 0.0) for stage in SHARED_STAGES)
    files = [path for path in site.rglob("*") if path.is_file()]
    index = site / "_chapterverse/index"
    runtime = site / "_chapterverse/runtime"
    return Constants(
        passages,
        shared / passages,
        (sum(cpu_s.values()) - shared) / passages,
        sum(path.stat().st_size for path in files if runtime not in path.parents) / passages,
        sum(path.stat().st_size for path in files if index in path.parents) / passages,
    )


def plan(constants: Constants, passages: int, workers: int) -> Plan:
    """Multiply the constants; shards are as many as their sizes make them."""
    shared_s, own_s = constants.shared_cpu_s * passages, constants.own_cpu_s * passages
    index_bytes = constants.index_bytes * passages
    shards = math.ceil(index_bytes / ((POSTINGS_SHARD_BYTES + PASSAGE_SHARD_BYTES) / 2))
    return Plan(
        passages,
        shared_s / 3600,
        own_s / 3600,
        (shared_s / workers + own_s) / 3600,
        constants.output_bytes * passages / 1e9,
        index_bytes / 1e9,
        shards,
        math.isqrt(shards),
    )


def table(constants: Constants, plans: Sequence[Plan], workers: int) -> Iterator[str]:
    """Yield the lines of a Markdown table, with the constants that it comes from."""
    yield (
        f"Measured on {constants.passages:,} passages, each: {1000 * constants.shared_cpu_s:.2f} ms "
        f"of workers, {1000 * constants.own_cpu_s:.2f} ms of the building machine, "
        f"{constants.output_bytes:,.0f} bytes of output, {constants.index_bytes:,.0f} of them index."
    )
    yield ""
    yield (
        "| passages | workers' CPU | builder's CPU | "
        f"hours with {workers} workers | output | index | shards | tables of names |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for one in plans:
        yield (
            f"| {one.passages:,} | {one.shared_cpu_h:,.1f} h | {one.own_cpu_h:,.1f} h "
            f"| {one.wall_h:,.1f} | {one.output_gb:,.0f} GB | {one.index_gb:,.0f} GB "
            f"| {one.shards:,} | {one.tables:,} |"
        )


if __name__ == "__main__":
    main()
