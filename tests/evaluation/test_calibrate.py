"""Calibration: a threshold from a site's own cases and from automatic ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chapterverse.errors import ChapterverseError
from chapterverse.evaluation.automatic_cases import MAX_HEADINGS, automatic_cases
from chapterverse.evaluation.calibrate import Trial, calibrate, is_vetoed, operating_point
from chapterverse.evaluation.foreign_questions import CHINESE, ENGLISH
from chapterverse.site_lists import HEADINGS_PATH

APART = [
    *(Trial(answerable=True, confidence=c, is_vetoed=False) for c in (500, 600, 700)),
    *(Trial(answerable=False, confidence=c, is_vetoed=False) for c in (100, 200, 300)),
]


def test_the_threshold_lies_in_the_middle_of_what_separates() -> None:
    best = calibrate(APART)
    assert 380 <= best.threshold <= 420
    assert (best.answered, best.refused) == (1.0, 1.0)


def test_a_case_of_a_person_outweighs_automatic_ones() -> None:
    automatic = [Trial(answerable=False, confidence=650, is_vetoed=False, weight=0.25)]
    assert calibrate([*APART, *automatic]).answered == 1.0
    own = [Trial(answerable=False, confidence=650, is_vetoed=False)] * 20
    assert calibrate([*APART, *own]).threshold > 650


def test_no_threshold_lets_a_veto_through() -> None:
    vetoed = [Trial(answerable=True, confidence=1000, is_vetoed=True), APART[-1]]
    assert operating_point(vetoed, 0).answered == 0.0


@pytest.mark.parametrize(
    ("outcome", "reason", "vetoed"),
    [
        ("answer", None, False),
        ("abstention", "weak-evidence", False),
        ("abstention", "missing-term", True),
        ("clarification", "ambiguous-reference", True),
    ],
)
def test_what_counts_as_a_veto(outcome: str, reason: str | None, *, vetoed: bool) -> None:
    assert is_vetoed(outcome, reason) is vetoed


def test_both_kinds_of_cases_are_needed() -> None:
    with pytest.raises(ChapterverseError, match="3 answerable and 0 unanswerable"):
        calibrate(APART[:3])


def write_headings(site: Path, headings: list[str]) -> None:
    file = site / HEADINGS_PATH
    file.parent.mkdir(parents=True)
    entries = ["Title", *headings[::2], *(["x", heading] for heading in headings[1::2])]
    pages = [["a.html", "Title", "en", entries]]
    file.write_text(json.dumps(pages, ensure_ascii=False), "utf-8")


def test_headings_become_questions_and_foreign_ones_join_them(tmp_path: Path) -> None:
    write_headings(tmp_path, ["Two builds at once", "退出码"])
    cases = automatic_cases(tmp_path)
    asked = {case.query for case in cases if case.answerable}
    assert asked == {"What about Two builds at once?", "退出码是什么？"}
    assert {case.query for case in cases if not case.answerable} == {*ENGLISH, *CHINESE}


def test_a_site_in_one_language_is_asked_in_it_only(tmp_path: Path) -> None:
    write_headings(tmp_path, [f"Part number {n}" for n in range(500)])
    cases = automatic_cases(tmp_path)
    assert {case.lang for case in cases} == {"en"}
    assert sum(case.answerable for case in cases) == MAX_HEADINGS
    assert automatic_cases(tmp_path) == cases


def test_a_site_without_headings_has_no_automatic_cases(tmp_path: Path) -> None:
    assert automatic_cases(tmp_path) == []


def test_foreign_questions_are_many_and_distinct() -> None:
    for questions in (ENGLISH, CHINESE):
        assert len(set(questions)) == len(questions) >= 40
