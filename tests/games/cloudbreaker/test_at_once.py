"""What the game master does while a question is open takes effect at once, as it does anywhere else."""

from __future__ import annotations

import tomllib
from typing import Any

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject
from ludex.core.referee.live import Live, TypedDice
from ludex.games.cloudbreaker.game import CLOUDBREAKER

BITTEN = """
game = "cloudbreaker"
turn = "wolf"
board = { width = 1 }
scene.morale = 1
beings.ann = { hp = 3, spirit = 4 }
beings.wolf.from = "balewolf"
beings.other.from = "balewolf"
"""
EVADE, RUSH = "ask cb.burst.evade of ann", "ask cb.finale.rush of gm"


def bitten() -> Live[Any]:
    """A bite has hit, and Ann is asked whether she evades it."""
    live: Live[Any] = Live(CLOUDBREAKER, scene_from(tomllib.loads(BITTEN), "test").scene, TypedDice())
    live.perform(command("wolf", "attack", weapon="bite", target="ann"))
    live.fell((5, 5))
    live.fell((6, 6))
    assert asked(live) == EVADE
    return live


def asked(live: Live[Any]) -> str:
    return live.open.key if live.open is not None else ""


def by_hand(live: Live[Any], name: str, **args: Any) -> None:
    live.answer(Interject(command("gm", name, **args)))


def test_the_last_token_taken_by_hand_ends_the_bite_that_is_under_way() -> None:
    live = bitten()
    by_hand(live, "morale", amount=-1, by="ann")
    assert asked(live) == RUSH
    live.answer(False)
    assert not asked(live)
    assert live.scene.outcome == "won"
    assert (live.scene.beings["ann"].hp, live.scene.beings["ann"].spirit) == (3, 5)


def test_a_rush_called_in_the_middle_of_a_bite_ends_it_as_well() -> None:
    live = bitten()
    by_hand(live, "morale", amount=-1, by="ann")
    live.answer(True)
    assert not asked(live)
    assert live.scene.rush
    assert (live.scene.turns.current, live.scene.turns.round, live.scene.clock) == ("ann", 2, 12)
    assert live.scene.beings["ann"].hp == 3


def test_the_last_enemies_sent_away_by_hand_end_the_bite_too() -> None:
    live = bitten()
    by_hand(live, "inflict", being="other", condition="Routed")
    assert asked(live) == EVADE
    by_hand(live, "inflict", being="wolf", condition="Routed")
    assert not asked(live)
    assert live.scene.outcome == "won"
    assert live.scene.beings["ann"].hp == 3
