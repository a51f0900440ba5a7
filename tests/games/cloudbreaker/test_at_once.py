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


def test_the_last_token_set_away_by_hand_ends_the_bite_as_well() -> None:
    live = bitten()
    by_hand(live, "set", what="scene", field="morale", value=0)
    assert asked(live) == RUSH
    live.answer(False)
    assert not asked(live)
    assert live.scene.outcome == "won"


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


# ---------------------------------------------------------------- what cannot be done any more is not done

IN_A_ROW = """
game = "cloudbreaker"
turn = "ann"
board = { width = 4 }
beings.ann = { at = "z0_0", move = 3, max_move = 3, spirit = 9 }
beings.wolf = { from = "balewolf", at = "z0_0" }
beings.lurker = { side = "foes", at = "z0_0" }
"""


def in_a_row(actor: str, name: str, **args: Any) -> Live[Any]:
    scene = scene_from({**tomllib.loads(IN_A_ROW), "turn": actor}, "test").scene
    live: Live[Any] = Live(CLOUDBREAKER, scene, TypedDice())
    live.perform(command(actor, name, **args))
    return live


def test_who_is_put_elsewhere_in_the_middle_of_a_move_stays_there() -> None:
    live = in_a_row("ann", "move", to="z2_0")
    assert asked(live) == "ask cb.opportunity.strike of wolf"
    by_hand(live, "place", being="ann", at="z3_0")
    live.answer("no")
    assert not asked(live)
    assert live.scene.beings["ann"].at == "z3_0"


def test_whoever_is_stunned_before_they_take_hold_holds_nobody() -> None:
    live = in_a_row("lurker", "grapple", target="ann")
    live.fell((6, 6))
    assert asked(live) == EVADE
    by_hand(live, "inflict", being="lurker", condition="Stunned")
    live.answer(False)
    assert not live.scene.beings["ann"].conditions


def test_who_is_gone_before_the_direction_is_chosen_is_not_pushed() -> None:
    live = in_a_row("ann", "push", target="wolf")
    live.fell((1, 2))
    assert asked(live) == "ask cb.burst.retry of ann"
    by_hand(live, "place", being="wolf", at="z2_0")
    by_hand(live, "inflict", being="wolf", condition="Routed")
    live.answer(True)
    live.fell((6, 6))
    assert not asked(live)
    assert live.scene.beings["wolf"].at == "z2_0"
