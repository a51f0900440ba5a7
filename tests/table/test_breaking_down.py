"""Machines that decide for who is absent or has no seat, that get stuck, and rules that break down."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Refused
from ludex.core.referee.live import Live
from ludex.table.campaign.passing import Pass
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import Set
from ludex.table.play.commands import Command
from ludex.table.play.deciding import deputise, deputy_at, waiting
from ludex.table.play.mastering import Call, Retry
from tests.table.duel import MOVE, WALLED, Duel
from tests.table.tables import differing


@pytest.fixture
def duel() -> Duel:
    return Duel()


def test_a_deputy_decides_after_a_set_time_for_who_is_waited_for(duel: Duel) -> None:
    assert deputy_at(duel.table) is None
    duel.do(Set(settings={"deputy": 60}))
    assert deputy_at(duel.table) == duel.fake.now + 60
    assert deputise(duel.table)
    duel.entries += duel.table.take()
    assert duel.entries[-1].by == ""
    assert not differing(duel.table, duel.folded())


class Broken:
    checked = False

    def choose(self, scene: Any, being: Any) -> Any:
        raise RuntimeError("no idea")

    def answer(self, scene: Any, question: Any) -> Any:
        raise RuntimeError("no idea")


def test_a_machine_without_an_idea_lets_its_turn_pass_and_then_leaves_it_to_the_game_master(duel: Duel) -> None:
    duel.do(HandOver(who="party", policy="simple"))
    duel.do(HandOver(who="tahra", policy="simple"))
    duel.do(HandOver(who="foes", policy="simple"))
    duel.table.machines["party simple"] = Broken()
    with pytest.raises(Refused, match="not stuck"):
        duel.do(Retry())
    before = duel.table.number
    duel.step()
    assert duel.table.number > before
    assert (waiting(duel.table).who, waiting(duel.table).seats) == ("bear", ())
    assert duel.table.stuck == 1
    duel.step()
    assert duel.table.stuck == 0  # the foes' machine has an idea
    assert not differing(duel.table, duel.folded())


def test_that_the_machine_is_stuck_and_that_it_tries_again_are_entries(duel: Duel) -> None:
    duel.do(HandOver(who="party", policy="simple"))
    duel.do(HandOver(who="tahra", policy="simple"))
    duel.do(HandOver(who="onuri", policy="simple"))
    duel.do(HandOver(who="foes", policy="simple"))
    duel.table.machines |= {"party simple": Broken(), "foes simple": Broken()}
    for _ in range(3):
        duel.step()
    assert not duel.step()
    other = duel.folded()
    assert (duel.table.stuck, other.stuck) == (3, 3)
    assert waiting(duel.table).seats == waiting(other).seats == (duel.gm,)
    duel.do(Retry())
    assert duel.table.stuck == 0
    other.fold(duel.entries[-1])
    assert waiting(duel.table).seats == waiting(other).seats == ()
    assert not differing(duel.table, duel.folded())


def test_a_machine_whose_turn_cannot_pass_leaves_it_to_the_game_master_at_once(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.do(HandOver(who="tahra", policy="simple"))
    duel.table.machines["party simple"] = Broken()
    monkeypatch.setattr(duel.table.game, "passing", lambda scene, being: None)
    duel.step()
    assert duel.entries[-1].kind == "stuck"
    assert waiting(duel.folded()).seats == (duel.gm,)
    duel.do(MOVE)
    assert duel.table.stuck == 0  # somebody has done it by hand
    assert not differing(duel.table, duel.folded())


def test_a_rest_that_a_rule_is_against_on_its_way_says_so_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(mode="adventure", turn="")
    rest = [command(GM, "rest", kind="long", wilderness=False), command("tahra", "attack", target="cub")]
    monkeypatch.setattr(duel.table.game, "rest", lambda scene, kind: iter(rest))
    duel.do(Pass(rest="long"))
    duel.run()
    assert duel.table.passing is None
    for seat in (duel.gm, duel.ann):
        assert (
            duel.words(seat)[-1] == "The rest or journey goes no further: Cub is 10 m away, and Cinder Hook reaches 2 m"
        )
    assert not differing(duel.table, duel.folded())


def test_why_a_rest_goes_no_further_is_told_to_whom_nothing_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = Duel(mode="adventure", turn="", board=WALLED)
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    rest = [command(GM, "rest", kind="long", wilderness=False), command("tahra", "attack", target="lurker")]
    monkeypatch.setattr(duel.table.game, "rest", lambda scene, kind: iter(rest))
    duel.do(Pass(rest="long"))
    duel.run()
    assert duel.words(duel.gm)[-1].startswith("The rest or journey goes no further: ")
    assert duel.words(duel.ann)[-1] == "The rest or journey goes no further."


def test_a_rule_that_breaks_down_tells_the_table_and_loses_nothing(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    stood = duel.stands
    action = duel.table.game.actions["attack"]

    async def broken(scene: Any, *args: Any) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(action.step, "procedure", broken)
    told = duel.do(Command(actor="tahra", name="attack", args={"target": "bear"}), duel.ann)
    assert "by nothing" in told["failed"]
    assert (duel.stands, duel.live.open) == (stood, None)
    assert any("settle it by hand" in line for line in duel.words(duel.ben))
    assert not differing(duel.table, duel.folded())


def test_a_rule_that_breaks_down_before_anything_happened_is_told_to_the_game_master(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    stood = duel.stands

    def broken(*args: Any, **more: Any) -> None:
        raise ZeroDivisionError("at once")

    monkeypatch.setattr(Live, "perform", broken)
    told = duel.do(MOVE, duel.ann)
    assert "at once" in told["failed"]
    assert duel.stands == stood
    assert duel.table.crashes[-1].why == "ZeroDivisionError: at once"
    for _ in range(30):
        duel.do(MOVE, duel.ann)
    assert len(duel.table.crashes) == 20  # of those that are shown; all are in the entries
    assert len([entry for entry in duel.entries if entry.kind == "crashed"]) == 31
    assert not differing(duel.table, duel.folded())
