"""Hold a site to the weights that its configuration allows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from chapterverse.config import LimitsTable
from chapterverse.errors import BarsMissed
from chapterverse.weights import Weight, WeightReport, weigh_site


def check_limits(site: Path, limits: LimitsTable) -> None:
    """Raise BarsMissed that lists every limit a written site exceeds; weigh nothing without one."""
    if limits == LimitsTable():
        return
    exceeded = list(_exceeded(weigh_site(site), limits))
    if exceeded:
        raise BarsMissed("\n".join(("the site is too heavy, nothing was published:", *exceeded)))


def _exceeded(report: WeightReport, limits: LimitsTable) -> Iterator[str]:
    for name in LimitsTable.model_fields:
        limit = getattr(limits, name)
        weight: Weight = getattr(report, name.removesuffix("_kb"))
        found = weight.gzip / 1000
        if limit is not None and found > limit:
            yield f"limits.{name}: found {found:.1f} KB gzip, expected at most {limit:g}"


def weight_fields(report: WeightReport) -> dict[str, dict[str, int]]:
    """Return a report as JSON values: bytes, as they are and as gzip makes them."""
    names = ("page", "search", "first_question", "question", "late_question")
    return {name: getattr(report, name)._asdict() for name in names} | {
        "output": {"raw": report.total.raw, "runtime": report.runtime.raw}
    }


def weights_text(report: WeightReport) -> str:
    """Say in one line what a reader downloads."""
    return (
        f"A reader downloads, in KB gzip: a page {_kb(report.page)}, searching "
        f"{_kb(report.search)}, the first question {_kb(report.first_question)}, the next "
        f"{_kb(report.question)} (95th centile {_kb(report.late_question)}). "
        f"On disk: {(report.total.raw - report.runtime.raw) / 1e6:.1f} MB and the runtime's "
        f"{report.runtime.raw / 1e6:.1f} MB."
    )


def _kb(weight: Weight) -> str:
    return f"{weight.gzip / 1000:.0f}"
