"""The gate: a probability that grows with what supports an answer, against a site's threshold."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chapterverse_engine.gate import (
    BIGRAMS,
    THRESHOLD,
    WORDS,
    Calibration,
    Signals,
    answer_gate,
    calibration_of,
    confidence,
    logistic,
    threshold_of,
)
from chapterverse_engine.model import Reason
from chapterverse_engine.query import understand

NOTHING = Signals(*[0] * len(Signals._fields))._replace(gap=1000)
# Signals of what is missing.
AGAINST = ("gap", "unseen")
EVERYTHING = Signals(*[1000] * len(Signals._fields))._replace(gap=0, unseen=0)


def test_the_logistic_function_is_monotone_and_symmetric() -> None:
    values = [logistic(x) for x in range(-9000, 9001, 50)]
    assert all(left <= right for left, right in pairwise(values))
    assert logistic(0) == 500
    assert all(logistic(x) + logistic(-x) == 1000 for x in range(0, 9000, 70))


@pytest.mark.parametrize("calibration", [WORDS, BIGRAMS])
def test_all_signals_answer_and_none_abstains(calibration: Calibration) -> None:
    assert confidence(EVERYTHING, calibration) > 950
    assert confidence(NOTHING, calibration) < 50


@pytest.mark.parametrize("calibration", [WORDS, BIGRAMS])
@pytest.mark.parametrize("name", Signals._fields)
def test_more_of_a_signal_never_speaks_against_an_answer(
    calibration: Calibration, name: str
) -> None:
    sign = -1 if name in AGAINST else 1
    assert sign * getattr(calibration.weights, name) >= 0


@pytest.mark.parametrize(
    ("question", "calibration"),
    [
        ("Where does the pump stand?", WORDS),
        ("水泵放在哪个房间？", BIGRAMS),
        ("怎样设置 --max-chars？", WORDS),
    ],
)
def test_each_kind_of_script_has_its_calibration(question: str, calibration: Calibration) -> None:
    assert calibration_of(understand(question)) is calibration


def test_a_site_may_be_calibrated_to_its_own_threshold() -> None:
    assert threshold_of({}) == THRESHOLD
    assert threshold_of({"threshold": 300}) == 300
    assert answer_gate(400, 300) is None
    assert answer_gate(400, 500) is Reason.WEAK_EVIDENCE
