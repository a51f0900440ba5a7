"""The lab's statistics against values that others have published or worked out."""

from __future__ import annotations

from math import comb

import pytest

from ludex.lab.statistics import difference_of_means, difference_of_shares, place, share, spread


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_that_newcombe_printed(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.rate == count / of


def test_nothing_is_known_before_the_first_fight() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.95])
def test_wilson_intervals_hold_the_true_rate_about_as_often_as_they_say(rate: float) -> None:
    """Exactly, by the binomial distribution: the chance that the interval holds the rate."""
    fights = 100
    held = sum(
        comb(fights, count) * rate**count * (1 - rate) ** (fights - count)
        for count in range(fights + 1)
        if share(count, fights).low <= rate <= share(count, fights).high
    )
    assert 0.92 < held < 0.99


def test_a_difference_of_the_same_fights_is_none() -> None:
    won = [True, False, True, True] * 50
    found = difference_of_shares(won, won)
    assert found.mean == 0.0
    assert found.low < 0.0 < found.high
    assert found.sign == 0


def test_a_clear_difference_has_a_direction() -> None:
    first, second = [False] * 90 + [True] * 10, [True] * 50 + [False] * 40 + [True] * 10
    found = difference_of_shares(first, second)
    assert (found.mean, found.sign) == (0.5, 1)
    assert difference_of_shares(second, first).sign == -1


def test_paired_means_have_a_normal_interval() -> None:
    found = difference_of_means([1, 2, 3, 4], [2, 4, 4, 6])
    assert found.mean == 1.5
    assert round(found.high - found.mean, 4) == 0.5658  # 1.96 · 0.57735 / 2


def test_quantiles_are_numbers_of_the_list() -> None:
    found = spread(list(range(100)))
    assert (found.mean, found.quantiles) == (49.5, {"5": 5, "25": 25, "50": 50, "75": 75, "95": 95})
    assert place(1.0, 10) == 9
