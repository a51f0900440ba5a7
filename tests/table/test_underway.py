"""Looks that are answered before all is worked out: who looks again sees them further on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.table.know.underway import MOST_UNDERWAY, Underway, Working


class Steps(Working):
    """So many steps; the one of this number fails the first time."""

    def __init__(self, steps: int, fails: int = -1) -> None:
        self.steps, self.fails, self.taken = steps, fails, 0
        super().__init__()

    def work(self) -> Iterator[None]:
        for number in range(self.steps):
            if number == self.fails:
                self.fails = -1
                raise BadInput("not now")
            self.taken += 1
            yield


def test_it_goes_on_where_it_was_left() -> None:
    working = Steps(3)
    for left in (1, 2):
        working.go_on(lambda: True)
        assert (working.taken, working.done) == (left, False)
    working.go_on()
    assert (working.taken, working.done) == (3, True)


def test_after_a_fault_it_is_not_done_but_begun_anew() -> None:
    working = Steps(3, fails=1)
    with pytest.raises(BadInput):
        working.go_on()
    assert not working.done
    working.go_on()
    assert (working.taken, working.done) == (4, True)


def test_what_is_worked_out_makes_room_first() -> None:
    underway = Underway()
    waits = underway.of(1, "waits", lambda: Steps(3))
    ended = underway.of(1, "ended", lambda: Steps(0))
    ended.go_on()
    for number in range(MOST_UNDERWAY - 1):
        underway.of(1, number, lambda: Steps(3))
    assert underway.of(1, "waits", lambda: Steps(3)) is waits
    assert underway.of(1, "ended", lambda: Steps(0)) is not ended
    assert underway.of(2, "waits", lambda: Steps(3)) is not waits  # the table has gone on
