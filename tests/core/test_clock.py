"""Time in intervals, and tables that a die is rolled on."""

from __future__ import annotations

from ludex.core.kernel.dice import dice, distribution
from ludex.core.scene.clock import Day, Drawn, Shows

DAY = Day(seconds=7_200, intervals=4, blocks=3, dice={(1, 2): 6, (3, 1): 20})


def test_after_the_last_interval_of_a_block_comes_the_first_of_the_next() -> None:
    assert DAY.after(1, 3) == (1, 4)
    assert DAY.after(1, 4) == (2, 1)


def test_after_the_last_interval_of_a_day_the_next_day_begins() -> None:
    assert DAY.ends_day(3, 4)
    assert not DAY.ends_day(2, 4)
    assert DAY.after(3, 4) == (1, 1)


def test_a_day_has_as_many_intervals_as_its_blocks_together() -> None:
    at, count = DAY.after(1, 1), 1
    while at != (1, 1):
        at, count = DAY.after(*at), count + 1
    assert count == 12


def test_a_die_is_due_where_the_day_says_so() -> None:
    assert [DAY.die(1, 2), DAY.die(1, 3), DAY.die(3, 1)] == [6, 0, 20]


def test_one_face_of_a_die_is_waited_for() -> None:
    assert dict(distribution(dice(1, 6), Shows(1)).weights) == {True: 1, False: 5}


def test_a_table_is_read_by_the_most_that_each_row_stands_for() -> None:
    table = Drawn(((3, "low"), (6, "middle"), (12, "high")))
    assert [table((1, 2)), table((2, 2)), table((6, 6))] == ["low", "middle", "high"]
    assert dict(distribution(dice(2, 6), table).weights) == {"low": 3, "middle": 12, "high": 21}
