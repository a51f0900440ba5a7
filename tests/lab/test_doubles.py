"""Looking ahead on several cores: the same is seen as on one."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

import pytest

from ludex.opponents.comparing import Outlook
from ludex.opponents.doubles import Doubles, free_cores
from ludex.opponents.race import Budget, Race

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be doubled here")


def look(idea: int, number: int) -> Outlook:
    """The chance tells who has looked."""
    return Outlook(float(os.getpid()), (7 * idea + 3 * number) % 5 + idea / 10)


def raced(cores: int, look: Callable[[int, int], Outlook] = look, looks: int = 90) -> Race[int]:
    with Doubles[int](look, cores) as several:
        race = Race(Budget(looks), several, 0, [1, 2, 3, 4])
        race.run(race.others)
    return race


def worths(race: Race[int]) -> dict[int, list[float]]:
    return {looked.idea: [each.worth for each in looked.seen] for looked in (race.first, *race.others)}


def test_the_nth_look_is_the_same_on_however_many_cores() -> None:
    one, three = worths(raced(1)), worths(raced(3))
    for idea, seen in three.items():
        both = min(len(seen), len(one[idea]))
        assert both
        assert seen[:both] == one[idea][:both]


def test_each_core_has_its_part() -> None:
    race = raced(3)
    lookers = {int(each.chance) for looked in (race.first, *race.others) for each in looked.seen}
    assert len(lookers) == 3
    for double in lookers - {os.getpid()}:
        with pytest.raises(ProcessLookupError):
            os.kill(double, 0)  # it is gone


def test_one_that_breaks_down_is_done_without() -> None:
    here = os.getpid()

    def breaks(idea: int, number: int) -> Outlook:
        assert os.getpid() == here
        return look(idea, number)

    race = raced(3, breaks)
    assert race.budget.looks >= 90
    assert {each.chance for looked in (race.first, *race.others) for each in looked.seen} == {float(here)}


def test_one_that_somebody_ends_is_done_without() -> None:
    with Doubles[int](look, 3) as several:
        one, other = (int(each.chance) for each in several.looked([(0, 0), (1, 0), (2, 0)])[1:])
        os.kill(one, signal.SIGKILL)
        os.waitid(os.P_PID, one, os.WEXITED | os.WNOWAIT)
        seen = several.looked([(0, 1), (1, 1), (2, 1)])
        assert [each.worth for each in seen] == [look(idea, 1).worth for idea in range(3)]
        assert [int(each.chance) for each in seen] == [os.getpid(), os.getpid(), other]


def test_cores_that_have_something_to_do_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2, 3}, raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.2, 9.0, 9.0))
    assert free_cores() == 4
    monkeypatch.setattr(os, "getloadavg", lambda: (3.4, 0.0, 0.0))
    assert free_cores() == 1
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    assert free_cores() == 1, "a process of several threads is not doubled"
