from __future__ import annotations

from pathlib import Path

import pytest

from chapterverse.config import LimitsTable
from chapterverse.errors import BarsMissed
from chapterverse.limits import check_limits, weight_fields, weights_text
from chapterverse.weights import weigh_site


@pytest.fixture(scope="module")
def report(demo_site: Path) -> dict[str, dict[str, int]]:
    return weight_fields(weigh_site(demo_site))


def test_a_reader_downloads_more_with_every_step(report: dict[str, dict[str, int]]) -> None:
    assert 0 < report["page"]["gzip"] < 60_000
    assert report["question"]["gzip"] <= report["late_question"]["gzip"]
    assert report["question"]["gzip"] < report["first_question"]["gzip"] < 4_700_000
    assert report["output"]["runtime"] < report["output"]["raw"]


def test_the_sizes_are_told_in_one_line(demo_site: Path) -> None:
    told = weights_text(weigh_site(demo_site))
    assert told.startswith("A reader downloads, in KB gzip: a page ")
    assert "\n" not in told


def test_every_limit_that_is_exceeded_is_named(demo_site: Path) -> None:
    limits = LimitsTable(page_kb=1, question_kb=0.5, first_question_kb=10_000)
    with pytest.raises(BarsMissed) as missed:
        check_limits(demo_site, limits)
    told = str(missed.value)
    assert "limits.page_kb: found" in told
    assert "limits.question_kb: found" in told
    assert "first_question_kb" not in told


def test_nothing_is_weighed_without_a_limit(tmp_path: Path) -> None:
    check_limits(tmp_path / "nowhere", LimitsTable())
