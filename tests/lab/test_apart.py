"""A simulation for whoever must not wait for it: the same fights as anywhere, told as they come."""

from __future__ import annotations

import pytest

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Done
from ludex.lab.apart import Job, LabLine, run
from ludex.lab.run import Stopped
from ludex.lab.simulate import simulate
from ludex.lab.trial import First
from tests.lab.own import DUEL


def job(**more: object) -> Job:
    given = {"scene": scene_from(DUEL, "duel").scene, "title": "A duel", "policies": {}, "fights": 12, **more}
    return Job(**given)  # type: ignore[arg-type]  # whatever a test wants


def told(what: Job) -> list[LabLine]:
    lines: list[LabLine] = []
    run(what, lines.append)
    return lines


def test_the_fights_are_those_of_the_lab() -> None:
    last = told(job())[-1]
    result = simulate(DUEL, fights=12, workers=1)
    assert last.done
    assert last.result is not None
    assert last.result.fights == 12
    assert last.result.sides[0].won == result.won
    assert sum(bar.won + bar.lost + bar.nobody for bar in last.result.rounds_bars) == 12
    assert sum(bar.won for bar in last.result.health_bars) == result.won.count


def test_something_is_told_after_the_first_fight() -> None:
    first = told(job())[0]
    assert not first.done
    assert first.result is not None
    assert first.result.fights == 1
    assert first.of == 12


def test_a_first_deed_is_compared_with_the_same_dice() -> None:
    step = First(Done(Command("onuri", "end_turn", ())))
    last = told(job(deeds=(("ends the turn", step), ("ends it again", step))))[-1]
    one, other = last.deeds
    assert (one.won, one.more, one.health, one.down) == (other.won, other.more, other.health, other.down)
    assert one.health.low <= one.health.mean <= one.health.high
    assert one.words == "ends the turn"


def test_a_deed_that_is_refused_ends_it() -> None:
    wrong = First(Done(Command("vahki", "end_turn", ())))
    with pytest.raises(Stopped, match="A duel"):
        told(job(deeds=(("out of turn", wrong),)))


def test_a_fight_is_told_as_it_was_counted() -> None:
    counted = told(job())[-1].result
    assert counted is not None
    replay = counted.replays[0]
    found = told(job(watch=replay.seed))[0].told
    assert found is not None
    assert (found.winner, found.rounds) == (replay.winner, replay.rounds)
    assert found.lines
    assert any(" attacks " in line.words for line in found.lines), "who attacks whom is not told"


def test_nothing_is_imported_for_whoever_asks_from_elsewhere() -> None:
    with pytest.raises(BadInput, match=r"there is no policy 'tests\.lab\.own:Own'"):
        told(job(policies={"party": "tests.lab.own:Own"}))
