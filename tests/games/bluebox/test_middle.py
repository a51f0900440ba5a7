"""What the book says of things that change between two steps of what somebody does, where no question is open."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.bluebox.game import BLUEBOX
from ludex.games.bluebox.state import Scene
from tests.conformance.middle import Tried, befall, places

BEINGS = {
    "ann": {
        "at": [3, 2], "hp": 10, "hp_max": 20, "ep": 3, "ep_max": 3, "mask": "pakari", "masks": ["huna"],
        "weapons": ["claws"], "powers": ["flame_lash", "tide_mend"],
        "items": [{"id": "cinder_grenade"}, {"id": "sana_sphere"}],
    },
    "bo": {"at": [9, 5]},
    "orc": {"side": "foes", "at": [4, 2], "hp": 40, "hp_max": 40},
    "far": {"side": "foes", "at": [7, 2]},
}  # fmt: skip
UNHURT = {"orc.hp": 40, "far.hp": 20}

STRIKE = command("ann", "attack", weapon="claws", target="orc")
LASH = command("ann", "power", power="flame_lash", target="orc", pay="ep")
MEND = command("ann", "power", power="tide_mend", target="ann", pay="ep")
MASK = command("ann", "mask", mode="pakari_might", target=None, pay="ep")
THROW = command("ann", "item", item="cinder_grenade", target=(7, 2))
SPHERE = command("ann", "item", item="sana_sphere", target="ann")


def under(who: str, condition: str, **more: Any) -> Command:
    return command(GM, "inflict", being=who, condition=condition, **more)


def left_with(field: str, value: Any) -> Command:
    return command(GM, "set", what="ann", field=field, value=value)


BARE, OTHER_MASK = left_with("mask", ""), left_with("mask", "huna")
ROBBED, ONE_LEFT = left_with("items", ()), left_with("items", ({"id": "sana_sphere"},))

TABLE = [
    ("bb.kanohi.known", MASK, "use_mask_mode", BARE, {"ann.has.Mighty": False}),
    ("bb.kanohi.known", MASK, "use_mask_mode", OTHER_MASK, {"ann.has.Mighty": False, "ann.has.Invisible": False}),
    ("bb.cond.general", MASK, "use_mask_mode", under("ann", "Unconscious"), {"ann.has.Mighty": False}),
    ("bb.craft.check", THROW, "use_up", ROBBED, UNHURT),
    ("bb.craft.check", THROW, "use_up", ONE_LEFT, {**UNHURT, "ann.items": ("sana_sphere",)}),
    ("bb.cond.general", THROW, "use_up", under("ann", "Stasis"), UNHURT),
    ("bb.craft.check", SPHERE, "use_up", ROBBED, {"ann.hp": 10}),
    ("bb.cond.general", THROW, "resist", ROBBED, {"ann.items": ()}),
    ("bb.action.swap", STRIKE, "strike", left_with("ready", ()), UNHURT),
    ("bb.cond.general", STRIKE, "strike", under("ann", "Out"), UNHURT),
    ("bb.combat.end", STRIKE, "strike", under("orc", "Dead"), {"far.hp": 20}),
    ("bb.cond.general", LASH, "unleash", under("ann", "Unconscious"), UNHURT),
    ("bb.cond.general", MEND, "unleash", under("ann", "Stasis"), {"ann.hp": 10}),
]  # fmt: skip


def scene() -> Scene:
    tables = {"turn": "ann", "beings": BEINGS}
    return BLUEBOX.build({"options": BLUEBOX.rulebook.check_options({}), **tables}, "test", BLUEBOX.library())


def value(scene: Scene, name: str) -> Any:
    who, _, field = name.partition(".")
    being = scene.beings[who]
    if field.startswith("has."):
        return field.removeprefix("has.") in being.states
    return tuple(item.id for item in being.items) if field == "items" else getattr(being, field)


@pytest.mark.parametrize(("rule", "deed", "before", "change", "comes_of_it"), TABLE)
def test_what_comes_of_it(rule: str, deed: Command, before: str, change: Command, comes_of_it: dict[str, Any]) -> None:
    assert rule in BLUEBOX.rulebook.rules
    start, policies = scene(), {GM: BLUEBOX.policy("simple")}
    assert BLUEBOX.refusal(start, deed) is None
    seed = 0
    place = next(one for one in places(start, deed, policies, seed) if one.step == before and not one.question)
    watched = befall(start, deed, place, change, policies, seed, Tried())
    assert watched.changed
    assert {name: value(watched.scene, name) for name in comes_of_it} == comes_of_it
