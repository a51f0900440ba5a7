"""What lies in slots, hands and packs, and where it can be laid: by the commands of the game and no others."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.agenda import Command
from ludex.core.show.odds import odds
from ludex.games.navyblue.state import Scene

NAVYBLUE = pytest.importorskip("ludex.games.navyblue.game", exc_type=ImportError).NAVYBLUE
FACE = NAVYBLUE.face()


def build(mode: str = "fight", **own: Any) -> Scene:
    kit = {
        "held": ["cutlass"], "carried": ["throwing_knives", "crowbar"],
        "packs": [{"container": "backpack", "contents": ["rope", "lantern"], "open": True}],
    }  # fmt: skip
    beings = {"mira": {"attributes": {"Brawn": 2}, **kit, **own}, "foe": {"side": "foes", "vigor": 90, "at": "z0_0"}}
    turn = {"turn": "mira"} if mode == "fight" else {"mode": mode}
    tables = {"options": NAVYBLUE.rulebook.check_options({}), "board": {"width": 2}, "beings": beings, **turn}
    scene: Scene = NAVYBLUE.build(tables, "test", NAVYBLUE.library())
    return scene


def lays(scene: Scene, tray: int, slot: int) -> dict[tuple[int, tuple[int, ...]], tuple[Command, str]]:
    """Every place where a thing could be laid: the command, and why not."""
    found = FACE.lays(scene, scene.beings["mira"], tray, slot)
    refusals = {lay: NAVYBLUE.refusal(scene, lay.command) for lay in found}
    return {
        (lay.tray, lay.slots): (lay.command, refusal.reason if refusal else "") for lay, refusal in refusals.items()
    }


def may(scene: Scene, tray: int, slot: int) -> list[tuple[int, tuple[int, ...]]]:
    return [place for place, (_, why) in lays(scene, tray, slot).items() if not why]


HAND, SLOTS, PACK, GROUND = range(4)


def test_the_trays_are_hands_slots_packs_and_the_ground() -> None:
    scene = build()
    assert [tray.kind for tray in FACE.trays(scene, scene.beings["mira"])] == ["hands", "slots", "pack", "ground"]
    assert FACE.trays(scene, scene.beings["foe"]) == []


def test_in_a_fight_a_thing_comes_into_a_free_hand_and_from_there_into_a_slot_that_takes_it() -> None:
    scene = build()
    assert may(scene, SLOTS, 0) == [(HAND, (1,))]
    assert lays(scene, SLOTS, 0)[SLOTS, (5,)][1] == "Mira does not hold Throwing Knives"
    scene.beings["mira"].mark(4)
    laid = may(scene, HAND, 0)
    assert (SLOTS, (5,)) in laid
    assert (SLOTS, (0,)) not in laid, "it is filled"
    assert (SLOTS, (4,)) not in laid, "it is injured"
    assert lays(scene, HAND, 0)[SLOTS, (4,)][1] == "slot 5 is marked off by an Injury"
    assert (GROUND, ()) in laid
    assert dict(lays(scene, HAND, 0)[SLOTS, (5,)][0].args)["slots"] == (6,)


def test_what_lies_deeper_in_a_pack_takes_a_rummage() -> None:
    scene = build()
    assert lays(scene, PACK, 0)[HAND, (1,)][0].name == "clutch"
    assert lays(scene, PACK, 1)[HAND, (1,)][0].name == "rummage"


def test_with_time_at_hand_it_goes_from_anywhere_to_anywhere_and_worn_armour_does_not() -> None:
    scene = build("adventure", worn=["padded_coat"])
    worn = next(number for number, slot in enumerate(scene.beings["mira"].slots) if slot.worn)
    knives = next(n for n, slot in enumerate(scene.beings["mira"].slots) if slot.thing == "throwing_knives")
    goals = {place[0] for place in may(scene, SLOTS, knives)}
    assert goals == {HAND, SLOTS, PACK, GROUND}
    assert may(scene, SLOTS, worn) == []
    assert [why for _, why in lays(scene, SLOTS, worn).values()] == ["Padded Coat is worn, and has to be taken off"]


def test_a_thing_of_two_slots_fills_the_one_pointed_at_and_the_next_that_is_free() -> None:
    scene = build(held=["greatsword"])
    size = NAVYBLUE.library().shelves["weapon"].entries["greatsword"].slots
    laid = may(scene, HAND, 0)
    assert size > 1
    assert all(len(slots) == size for tray, slots in laid if tray == SLOTS)


def test_whatever_may_be_laid_can_be_done() -> None:
    for mode in ("fight", "adventure"):
        scene = build(mode)
        for tray in range(4):
            for slot in range(3):
                for command, why in lays(scene, tray, slot).values():
                    if not why:
                        NAVYBLUE.begin(scene.fork(), command)


def test_of_thirty_six_throws_each_stands_over_its_total() -> None:
    scene = build()
    attack = Command("mira", "attack", (("weapon", "cutlass"), ("target", "foe"), ("attr", "Brawn")))
    found = FACE.throws(scene, odds(scene, attack, NAVYBLUE.policy("simple")))
    assert found is not None
    assert sum(many for _, many, _ in found.totals) == 36
    assert [total for total, _, _ in found.totals] == list(range(2 + found.bonus, 13 + found.bonus))
    assert sum(chance for _, _, chance in found.results) == 1
    assert found.results[0][:2] == ("Fumbled Attack", "two 1s")
    assert [words for words, _ in found.marks] == ["I", "II", "III"]
