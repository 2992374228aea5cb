"""The report of an evaluation, and its file `eval/report.json`, both ways."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from chapterverse import __version__
from chapterverse.errors import InputError, Problem
from chapterverse.evaluation.estimates import Estimate
from chapterverse.evaluation.measures import (
    CurvePoint,
    coverage_precision,
    measure,
    measure_groups,
    measure_times,
    recall_by_rank,
)
from chapterverse.evaluation.run import Result
from chapterverse.evaluation.safety import Ground
from chapterverse.evaluation.verdicts import Verdict, judge
from chapterverse.model import Finding

FORMAT = 1
HEAVIEST = 10

_GROUPS: dict[str, Callable[[Verdict], str]] = {
    "lang": lambda verdict: verdict.lang,
    "kind": lambda verdict: verdict.kind,
    "split": lambda verdict: verdict.split,
}


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class ReasonCount(_Record):
    """How often a reason to abstain was given, rightly (unanswerable) and wrongly."""

    reason: str
    unanswerable: int
    answerable: int


class Weight(_Record):
    """A file of the site and its size in bytes."""

    name: str
    size_bytes: int


class QuarantinedLines(_Record):
    """Lines that are never evidence, and the rule that says so; their text stays out of reports."""

    source_path: str
    start_line: int
    end_line: int
    rule: str
    family: str
    severity: str


class Weights(_Record):
    """The heaviest documents and shards, heaviest first."""

    documents: tuple[Weight, ...] = ()
    shards: tuple[Weight, ...] = ()


class Timings(_Record):
    """All that depends on the clock; `elapsed_ms` is for each case id."""

    measures: dict[str, Estimate]
    elapsed_ms: dict[str, float]


class Report(_Record):
    """An evaluation; everything but `timings` is the same whenever it is run again.

    `skipped_cases` counts cases left out because their scope isn't in the site.
    """

    format: int = FORMAT
    chapterverse: str = __version__
    cases: int
    skipped_cases: int = 0
    measures: dict[str, Estimate]
    groups: dict[str, dict[str, dict[str, Estimate]]]
    coverage_precision: tuple[CurvePoint, ...]
    recall_by_rank: dict[str, tuple[float, ...]]
    reasons: tuple[ReasonCount, ...]
    weights: Weights
    quarantined: tuple[QuarantinedLines, ...]
    results: tuple[Verdict, ...]
    timings: Timings


def build_report(
    results: Sequence[Result],
    ground: Ground,
    weights: Weights | None = None,
    skipped_cases: int = 0,
) -> Report:
    """Judge every result and compute every measure."""
    verdicts = tuple(judge(result, ground) for result in results)
    elapsed_ms = {one.case.id: round(one.elapsed_ms, 3) for one in results}
    gold = [verdict for verdict in verdicts if verdict.expected]
    return Report(
        cases=len(verdicts),
        skipped_cases=skipped_cases,
        measures=measure(verdicts),
        groups={name: measure_groups(verdicts, group) for name, group in _GROUPS.items()},
        coverage_precision=tuple(coverage_precision(verdicts)),
        recall_by_rank={
            "passage": tuple(recall_by_rank([verdict.passage_rank for verdict in gold])),
            "document": tuple(recall_by_rank([verdict.document_rank for verdict in gold])),
        },
        reasons=tuple(_count_reasons(verdicts)),
        weights=weights or Weights(),
        quarantined=tuple(_quarantined(ground.quarantine or ())),
        results=verdicts,
        timings=Timings(measures=measure_times([*elapsed_ms.values()]), elapsed_ms=elapsed_ms),
    )


def encode_report(report: Report) -> str:
    """Write a report as JSON text: stable key order, one final newline."""
    return report.model_dump_json(indent=1) + "\n"


def decode_report(text: str, source: str) -> Report:
    """Read a report; `source` names it in complaints.

    Raise InputError when it is not JSON, of another format, or malformed.
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError([Problem(source, error.lineno, f"not JSON: {error.msg}")]) from error
    number = found.get("format") if isinstance(found, dict) else None
    if number != FORMAT:
        message = f"format: found {number!r}, expected {FORMAT}"
        raise InputError([Problem(source, 0, message)])
    try:
        return Report.model_validate(found)
    except ValidationError as error:
        problems = [
            Problem(source, 0, f"{'.'.join(map(str, one['loc']))}: {one['msg']}")
            for one in error.errors()
        ]
        raise InputError(problems) from error


def load_report(path: Path) -> Report:
    """Read a report file; raise InputError as `decode_report` does, or when it can't be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(str(path), 0, f"cannot be read: {error}")]) from error
    return decode_report(text, str(path))


def weigh_site(site_dir: Path) -> Weights:
    """Find the heaviest documents and shards of a built site."""
    in_source = _sizes(site_dir / "source")
    documents = ((name, size) for name, size in in_source.items() if f"{name}.html" in in_source)
    index = "_chapterverse/index"
    shards = (
        (f"{index}/{name}", size)
        for name, size in _sizes(site_dir / index).items()
        if name.endswith(".json") and name != "manifest.json"
    )
    return Weights(documents=_heaviest(documents), shards=_heaviest(shards))


def _sizes(folder: Path) -> dict[str, int]:
    """Return the sizes of all files in a folder, in bytes, by their paths in it."""
    start = len(str(folder)) + 1
    return {
        f"{root}/{name}"[start:].replace(os.sep, "/"): os.stat(f"{root}/{name}").st_size  # noqa: PTH116 - some hundred thousand files
        for root, _, names in os.walk(folder)
        for name in names
    }


def _heaviest(sizes: Iterable[tuple[str, int]]) -> tuple[Weight, ...]:
    heaviest = sorted(sizes, key=lambda one: (-one[1], one[0]))[:HEAVIEST]
    return tuple(Weight(name=name, size_bytes=size) for name, size in heaviest)


def _count_reasons(verdicts: Iterable[Verdict]) -> Iterable[ReasonCount]:
    abstained = [one for one in verdicts if one.outcome != "answer"]
    counts = Counter((one.reason or one.outcome, one.answerable) for one in abstained)
    for reason in sorted({reason for reason, _ in counts}):
        yield ReasonCount(
            reason=reason,
            unanswerable=counts[reason, False],
            answerable=counts[reason, True],
        )


def _quarantined(findings: Iterable[Finding]) -> Iterable[QuarantinedLines]:
    for finding in sorted(findings, key=lambda one: (one.source_path, one.start_line, one.rule)):
        yield QuarantinedLines(
            source_path=finding.source_path,
            start_line=finding.start_line,
            end_line=finding.end_line,
            rule=finding.rule,
            family=finding.family,
            severity=finding.severity,
        )
