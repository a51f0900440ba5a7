"""Turns that are put off to the end of the round, or broken off until then."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludex.games.bluebox.state import Turns
from tests.core.test_turns import a_round, orders


@given(orders, st.data())
def test_who_is_put_off_before_its_turn_comes_last(order: tuple[str, ...], data: st.DataObject) -> None:
    late = data.draw(st.lists(st.sampled_from(order), unique=True))
    turns = Turns(order, 1)
    for name in late:
        turns = turns.put_off(name, begun=False)
    taken, after = a_round(turns)
    assert taken == [n for n in order if n not in late] + [n for n in order if n in late]
    assert not after.late


@given(orders, st.data())
def test_a_turn_broken_off_is_taken_up_at_the_end_of_the_round(order: tuple[str, ...], data: st.DataObject) -> None:
    broken = data.draw(st.sampled_from(order))
    turns = Turns(order, 1)
    while turns.current != broken:
        turns = turns.begin(turns.upcoming())
    turns = turns.put_off(broken, begun=True)
    assert broken in turns.broken_off
    taken, after = a_round(turns)
    assert taken == [*order[order.index(broken) + 1 :], broken]
    assert not after.broken_off
    assert turns.put_off(broken, begun=True) == turns
