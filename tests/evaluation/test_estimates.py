from __future__ import annotations

from random import Random

import pytest

from chapterverse.evaluation.estimates import auroc, estimate, estimate_mean, quantile


def test_no_case_is_no_figure() -> None:
    found = estimate_mean([])

    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def test_an_interval_holds_its_figure_and_is_the_same_every_time() -> None:
    values = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.5]

    first, second = estimate_mean(values), estimate_mean(list(values))

    assert first == second
    assert first.low is not None
    assert first.value is not None
    assert first.high is not None
    assert 0 <= first.low < first.value < first.high <= 1


def test_more_cases_give_a_narrower_interval() -> None:
    few, many = estimate_mean([1.0, 0.0] * 10), estimate_mean([1.0, 0.0] * 200)

    assert (few.high or 0) - (few.low or 0) > 2 * ((many.high or 0) - (many.low or 0))


def test_unanimity_is_no_certainty() -> None:
    right, wrong = estimate_mean([1.0] * 20), estimate_mean([0.0] * 20)

    assert (right.low, right.high) == (pytest.approx(0.8389, abs=1e-4), 1.0)
    assert (wrong.low, wrong.high) == (0.0, pytest.approx(0.1611, abs=1e-4))


def test_auroc_is_the_share_of_pairs_in_order_ties_counting_half() -> None:
    random = Random(4)
    for _ in range(50):
        marked = [(float(random.randrange(6)), random.random() < 0.5) for _ in range(20)]
        pairs = [
            (score > other) + (score == other) / 2
            for score, flag in marked
            for other, wrong in marked
            if flag and not wrong
        ]
        assert auroc(marked) == pytest.approx(sum(pairs) / len(pairs))


def test_auroc_needs_both_classes() -> None:
    assert auroc([(1.0, True), (0.5, True)]) is None
    assert estimate([(1.0, True), (0.5, True)], auroc).value is None


def test_a_quantile_is_a_value_of_the_sample() -> None:
    values = [float(one) for one in range(1, 101)]

    assert quantile(values, 0.5) == 50
    assert quantile(values, 0.95) == 95
    assert quantile([7.0], 0.99) == 7
