"""Bins, ticks and numbers in words: the small parts that charts are made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.lab.report.charts import MOST_BINS, bins, nice_ticks
from ludex.lab.report.markup import Html, counted, join, number, percent, tag


def labels(*values: int) -> list[str]:
    return [each.label for each in bins([(value, "won") for value in values], ["won"])]


def test_small_numbers_have_a_bin_each_and_none_is_left_out() -> None:
    assert labels(2, 2, 5) == ["2", "3", "4", "5"]


def test_nothing_has_a_bin_of_its_own() -> None:
    assert labels(0, 3, 28)[:3] == ["0", "1–5", "6–10"]
    assert labels(-9, 0, 9) == ["−9 to −7", "−6 to −4", "−3 to −1", "0", "1–3", "4–6", "7–9"]


def test_a_few_far_above_all_others_share_the_last_bin() -> None:
    found = bins([(value, "won") for value in [*range(1, 9)] * 20 + [300]], ["won"])
    assert found[-1].label == "9+"
    assert found[-1].total == 1


@given(st.lists(st.integers(-500, 5000), min_size=1))
def test_every_number_is_in_one_bin(values: list[int]) -> None:
    found = bins([(value, "won") for value in values], ["won"])
    assert sum(each.total for each in found) == len(values)
    assert 1 <= len(found) <= MOST_BINS


@given(st.floats(-1000, 1000), st.floats(0, 1000))
def test_ticks_hold_what_is_drawn(low: float, reach: float) -> None:
    ticks = nice_ticks(low, low + reach, (float("-inf"), float("inf")))
    assert ticks[0] <= low + 1e-6
    assert ticks[-1] >= low + reach - 1e-6
    assert 2 <= len(ticks) <= 9


def test_ticks_of_a_share_stay_between_none_and_all() -> None:
    assert nice_ticks(0.94, 1.0, (0.0, 1.0))[-1] == pytest.approx(1.0)
    assert nice_ticks(0.0, 0.03, (0.0, 1.0))[0] == 0.0
    assert nice_ticks(0.0, 9.0, (float("-inf"), float("inf")))[0] == 0.0


def test_what_is_rare_is_not_told_as_never() -> None:
    told = [percent(rate).split() for rate in (0, 0.0001, 0.0305, 0.9999, 1)]
    assert told == [[number, "%"] for number in ("0.0", "<0.1", "3.0", ">99.9", "100.0")]
    assert [number(value) for value in (0.0, 0.01, 2.25, -3, -3.5)] == ["0.0", "<0.1", "2.2", "−3", "−3.5"]
    assert counted(1, "fight") == "1 fight"


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "a < b", tag("b", "&"), title='"x"') == '<p title="&quot;x&quot;">a &lt; b<b>&amp;</b></p>'
    assert join(["<", Html("<br/>")]) == "&lt;<br/>"
