"""Orders of turn: everybody as often as they stand in the order, round after round."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from ludex.core.kernel.turns import Turns

T = TypeVar("T", bound=Turns)
orders = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1).map(tuple)


def a_round(turns: T) -> tuple[list[str], T]:
    taken = []
    while name := turns.upcoming():
        turns = turns.begin(name)
        taken.append(name)
    return taken, turns


def test_a_round_is_under_way_while_somebody_has_a_place_in_the_order() -> None:
    assert Turns(("a",), 3).round_now == 3
    assert Turns(round=3).round_now == 0


@given(orders)
def test_a_round_goes_through_the_order(order: tuple[str, ...]) -> None:
    taken, after = a_round(Turns(order, 1))
    assert taken == list(order)
    assert not after.upcoming()
    again, _ = a_round(after.next_round())
    assert again == taken
    assert after.next_round().round == 2


@given(orders)
def test_a_turn_that_has_ended_is_nobodys(order: tuple[str, ...]) -> None:
    turns = Turns(order, 1).begin(order[0]).end()
    assert turns.over
    assert (turns.pass_on().current, turns.pass_on().over) == ("", False)
    assert not turns.begin(order[-1]).over


@given(orders, st.data())
def test_who_stands_in_the_order_twice_has_two_turns(order: tuple[str, ...], data: st.DataObject) -> None:
    twice = (*order, data.draw(st.sampled_from(order)))
    taken, after = a_round(Turns(twice, 1))
    assert taken == list(twice)
    assert not after.upcoming()


def test_the_order_may_change_while_a_round_goes_on() -> None:
    turns = Turns(("a", "b", "c"), 1).begin("a")
    taken, _ = a_round(replace(turns, order=("a", "c", "b")))
    assert taken == ["c", "b"]
