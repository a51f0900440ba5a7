"""What the book says of the most common things that change in the middle of what somebody does."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Scene
from tests.conformance.middle import Tried, befall, places

BOARD = {"width": 14, "height": 7, "heights": [{"cells": [[3, 1]], "m": 2}]}
ARMED = {"hands": ["short_sword"], "max_hp": 30, "max_ep": 5}
BEINGS = {
    "ann": {**ARMED, "at": [3, 2], "aspects": ["slash", "fit", "grapple", "mending_circle", "perception"], "hp": 20},
    "bo": {"at": [1, 5], "max_hp": 30},
    "orc": {**ARMED, "side": "foes", "at": [3, 3], "aspects": ["slash", "counter_slash"]},
    "far": {"side": "foes", "at": [8, 2], "max_hp": 30},
    "eel": {"side": "foes", "at": [2, 5], "conditions": [{"name": "Hidden", "value": 1, "note": "quiet_steps"}]},
}
START = {"ann.at": (3, 2), "orc.hp": 30, "far.hp": 30}

WALK = command("ann", "move", to=((4, 2), (5, 2), (6, 2)))
CHARGE = command("ann", "charge", skill="unarmed_strike", target="far")
STRIKE = command("ann", "attack", skill="slash:short_sword", target="orc", aim="", also=())
GRAB = command("ann", "grab", target="orc", what="left arm")
JUMP = command("ann", "jump", kind="forward", cell=(5, 2))
CLIMB = command("ann", "climb", cell=(3, 1), pay="nothing")
LEAVE = command("ann", "leave")
SEARCH = command("ann", "search", target="eel")
HEAL = command("ann", "use", skill="mending_circle", target="", cell=None, choice="")


def under(who: str, condition: str, **more: Any) -> Command:
    return command(GM, "condition", being=who, condition=condition, **more)


def lamed(limb: str) -> Command:
    return under("ann", "Incapacitated", note=limb)


def put(who: str, at: tuple[int, int]) -> Command:
    return command(GM, "place", being=who, at=at)


HELD = under("ann", "Grabbed", source="orc", note="left arm")
AWAY, SLAIN = put("orc", (10, 5)), command(GM, "damage", target="orc", amount=999)
DISARMED, STOPPED = command(GM, "set", what="ann", field="hands", value=()), command(GM, "end_fight", how="stopped")

TABLE = [
    ("tc.prone", WALK, "walk", under("ann", "Prone"), START),
    ("tc.limb.incapacitated", WALK, "walk", lamed("left leg"), {"ann.at": (5, 2)}),
    ("tc.limb.incapacitated", WALK, "walk", lamed("left arm"), {"ann.at": (6, 2)}),
    ("tc.hp.unconscious", WALK, "walk", under("ann", "Unconscious"), START),
    ("tc.grappled", WALK, "walk", under("ann", "Grappled", source="orc"), {"ann.at": (3, 3)}),
    ("tc.crush", WALK, "walk", under("ann", "Pinned", value=500), START),
    ("tc.map.grid", WALK, "walk", put("ann", (8, 5)), {"ann.at": (8, 5)}),
    ("tc.init.roll", WALK, "walk", STOPPED, {**START, "mode": "adventure"}),
    ("tc.limb.incapacitated", CHARGE, "walk", lamed("left leg"), START),
    ("tc.limb.incapacitated", CHARGE, "strike_home", lamed("left leg"), {"far.hp": 30}),
    ("tc.prone", CHARGE, "strike_home", under("ann", "Prone"), {"far.hp": 30}),
    ("tc.weapon.method", STRIKE, "roll_attack", DISARMED, START),
    ("tc.grappled", STRIKE, "roll_attack", under("ann", "Grappled", source="orc"), {"orc.hp": 30}),
    ("tc.hp.unconscious", STRIKE, "roll_attack", under("ann", "Unconscious"), START),
    ("tc.attack.sequence", STRIKE, "roll_attack", AWAY, START),
    ("tc.hp.death", STRIKE, "roll_attack", SLAIN, {"ann.at": (3, 2), "ann.ep": 4}),
    ("tc.grab", GRAB, "reach_for", AWAY, {"orc.has.Grabbed": False}),
    ("tc.aspect.definition", GRAB, "reach_for", under("orc", "Away"), {"orc.has.Grabbed": False}),
    ("tc.prone", JUMP, "leap", under("ann", "Prone"), START),
    ("tc.limb.incapacitated", JUMP, "leap", lamed("right leg"), START),
    ("tc.persuade", JUMP, "leap", under("ann", "Pacified"), START),
    ("tc.persuade", CLIMB, "scale", under("ann", "Pacified"), START),
    ("tc.prone", LEAVE, "get_away", under("ann", "Prone"), {"ann.has.Fled": False}),
    ("tc.grab.held", LEAVE, "get_away", HELD, {"ann.has.Fled": False}),
    ("tc.hp.unconscious", SEARCH, "spot", under("ann", "Unconscious"), {"eel.found_by": ()}),
    ("tc.grappled", HEAL, "carry_out", under("ann", "Grappled", source="orc"), {"ann.hp": 20}),
]  # fmt: skip


def scene() -> Scene:
    tables = {"turn": "ann", "board": BOARD, "beings": BEINGS, "scene": {"exits": [[3, 2]]}}
    return CRAWL.build({"options": CRAWL.rulebook.check_options({}), **tables}, "test", CRAWL.library())


def value(scene: Scene, name: str) -> Any:
    who, _, field = name.partition(".")
    if field.startswith("has."):
        return field.removeprefix("has.") in scene.beings[who].states
    return getattr(scene.beings[who], field) if field else getattr(scene, who)


@pytest.mark.parametrize(("rule", "deed", "before", "change", "comes_of_it"), TABLE)
def test_what_comes_of_it(rule: str, deed: Command, before: str, change: Command, comes_of_it: dict[str, Any]) -> None:
    assert rule in CRAWL.rulebook.rules
    start, policies = scene(), {GM: CRAWL.policy("simple")}
    assert CRAWL.refusal(start, deed) is None
    seed = 0
    place = next(one for one in places(start, deed, policies, seed) if one.step == before and not one.question)
    watched = befall(start, deed, place, change, policies, seed, Tried())
    assert watched.changed
    assert {name: value(watched.scene, name) for name in comes_of_it} == comes_of_it
