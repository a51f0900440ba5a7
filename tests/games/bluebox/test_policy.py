"""The simple policy of Blue Box in plain situations: what it does, and does not do."""

from __future__ import annotations

from typing import Any

from ludex.core.board.hex import neighbours
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import Question
from ludex.core.referee.simulated import Simulated
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.games.bluebox.foe.resting import resting_party
from ludex.games.bluebox.state import Lying, Scene


def built(turn: str, beings: dict[str, Any], **tables: Any) -> Scene:
    given = {"board": {"q": [0, 11], "r": [0, 7]}, **tables, "beings": beings, "turn": turn}
    return BLUEBOX.build({**given, "options": BLUEBOX.rulebook.check_options({})}, "test", BLUEBOX.library())


def chosen(scene: Scene) -> Command:
    """What whoever has the turn does; always something that the rules allow."""
    given = SimplePolicy().choose(scene, scene.beings[scene.turns.current])
    assert BLUEBOX.refusal(scene, given) is None
    return given


def way(given: Command) -> tuple[Any, ...]:
    """The hexes of a move."""
    assert given.name == "move"
    hexes = given.arg("to")
    assert isinstance(hexes, tuple)
    return hexes


# ---------------------------------------------------------------- whom nothing hurts


def test_fire_is_not_wasted_on_who_is_immune_to_it() -> None:
    """Tahra's hook and lash are of Fire, and a tahtor does not feel it: bare hands do more than nothing."""
    beings = {"tahra": {"at": [3, 3]}, "tahtor": {"from": "magma_tahtor", "at": [5, 3]}}
    given = chosen(built("tahra", beings))
    assert (given.name, given.arg("target")) == ("unarmed", "tahtor")


def test_who_can_be_hurt_is_struck_at_before_who_cannot() -> None:
    """The tahtor stands as near, but the Vahki feels the hook."""
    beings = {
        "tahra": {"at": [3, 3], "moves": 0},
        "tahtor": {"from": "magma_tahtor", "at": [5, 3]},
        "vahki": {"from": "vahki_patroller", "at": [2, 3], "hp": 4, "plating": 0},
    }
    given = chosen(built("tahra", beings))
    assert given.arg("target") == "vahki"


# ---------------------------------------------------------------- fire

ASH = [{"cells": [[3, 3], [4, 3]], "save": "DEX", "dc": 8, "type": "Fire"}]


def test_who_has_struck_leaves_the_fire() -> None:
    """Nothing is left to do, and at the start of the next turn it would burn again."""
    beings = {"kailani": {"at": [3, 3], "ap": 0}, "vahki": {"from": "vahki_patroller", "at": [10, 3]}}
    assert way(chosen(built("kailani", beings, areas=ASH)))[-1] not in ((3, 3), (4, 3))


def test_who_fire_cannot_hurt_stays_in_it() -> None:
    beings = {"tahtor": {"from": "magma_tahtor", "at": [3, 3], "ap": 0}, "kailani": {"at": [10, 3]}}
    assert chosen(built("tahtor", beings, areas=ASH)).name == "end_turn"


def test_the_way_to_an_enemy_leads_around_the_fire() -> None:
    """As short as through it."""
    fire = [{"cells": [[4, 2], [5, 2], [4, 3], [5, 3]], "save": "DEX", "dc": 8, "type": "Fire"}]
    beings = {"onuri": {"at": [2, 3]}, "vahki": {"from": "vahki_patroller", "at": [6, 2]}}
    assert not {(4, 2), (5, 2), (4, 3), (5, 3)}.intersection(way(chosen(built("onuri", beings, areas=fire))))


# ---------------------------------------------------------------- masks and areas


def test_a_mask_that_heals_is_used_on_a_friend_who_is_down() -> None:
    beings = {
        "pohra": {"at": [3, 3], "items": []},
        "tahra": {"at": [3, 4], "hp": 0},
        "vahki": {"from": "vahki_patroller", "at": [9, 3]},
    }
    given = chosen(built("pohra", beings))
    assert (given.name, given.arg("mode"), given.arg("target")) == ("mask", "sana_mend", "tahra")


def test_an_area_that_spares_friends_is_used_among_them() -> None:
    """Three raiders around the caller, whom the field does not harm, and two enemies whom it does."""
    near = {f"raider_{n}": {"from": "skakdi_raider", "at": at} for n, at in enumerate([[3, 3], [5, 3], [4, 2]])}
    beings = {
        "caller": {"from": "skakdi_stormcaller", "at": [4, 3], "ready": []},
        **near,
        **{name: {"at": at, "plating": 0} for name, at in (("vhor", [3, 4]), ("kailani", [4, 4]), ("tahra", [5, 2]))},
    }
    given = chosen(built("caller", beings))
    assert (given.name, given.arg("power")) == ("power", "static_field")


# ---------------------------------------------------------------- whom to strike at, and where they land

ARCHER = {"at": [0, 3], "items": []}


def test_a_side_strikes_at_one_enemy_after_the_other() -> None:
    """Both can be hit as easily; the one who is hurt is nearer to falling."""
    vahki = {"from": "vahki_patroller", "plating": 0}
    beings = {"kailani": ARCHER, "fresh": {**vahki, "at": [10, 1]}, "hurt": {**vahki, "at": [10, 3], "hp": 7}}
    assert chosen(built("kailani", beings)).arg("target") == "hurt"


def test_who_still_stands_is_struck_at_before_who_is_down() -> None:
    vahki = {"from": "vahki_patroller", "plating": 0}
    beings = {"kailani": ARCHER, "up": {**vahki, "at": [10, 1]}, "down": {**vahki, "at": [10, 3], "hp": 0}}
    assert chosen(built("kailani", beings)).arg("target") == "up"


def test_an_enemy_at_the_brink_is_pushed_into_the_pit() -> None:
    """Eight metres down; a blow of the staff would take less."""
    pit = {"q": [0, 11], "r": [0, 7], "heights": [{"hexes": [[6, 3], [7, 3]], "m": -8}]}
    beings = {"vhor": {"at": [4, 3], "ep": 0}, "raider": {"from": "skakdi_raider", "at": [5, 3]}}
    given = chosen(built("vhor", beings, board=pit))
    assert (given.name, given.arg("target")) == ("shove", "raider")
    level = chosen(built("vhor", beings))
    assert level.name != "shove"


def test_the_wind_blows_an_enemy_into_the_fire() -> None:
    fire = [{"cells": [[7, 3], [8, 3], [7, 4]], "save": "DEX", "dc": 12, "dice": 4, "type": "Fire"}]
    beings = {"vhor": {"at": [3, 3], "ready": []}, "warden": {"from": "vahki_warden", "at": [6, 3]}}
    given = chosen(built("vhor", beings, areas=fire))
    assert (given.name, given.arg("power")) == ("power", "gust")


# ---------------------------------------------------------------- out of harm's way


def test_who_is_down_and_can_do_nothing_more_crawls_out_of_reach() -> None:
    """The jackal reaches them where they lie, but not where they could crawl to."""
    beings = {"onuri": {"at": [3, 3], "hp": 0, "ap": 0}, "jackal": {"from": "cinder_jackal", "at": [10, 3]}}
    scene = built("onuri", beings)
    to = way(chosen(scene))[-1]
    assert scene.board.away(to)[(10, 3)] > 7


def test_who_stands_unhurt_and_fights_hand_to_hand_does_not_run_away() -> None:
    beings = {"onuri": {"at": [2, 3], "ap": 0}, "spider": {"from": "fikou_venom_spider", "at": [8, 3]}}
    assert chosen(built("onuri", beings)).name == "end_turn"


def test_nobody_steps_between_an_enemy_and_a_pit() -> None:
    """There is room on the other side of the Vahki, from where a blow is worth as much."""
    pit = {"q": [0, 11], "r": [0, 7], "heights": [{"hexes": [[3, 3], [3, 2], [3, 4]], "m": -6}]}
    beings = {"onuri": {"at": [3, 6]}, "vahki": {"from": "vahki_patroller", "at": [5, 3], "plating": 0, "hp": 3}}
    there = way(chosen(built("onuri", beings, board=pit)))[-1]
    assert there not in ((4, 2), (4, 3), (4, 4))


def test_a_power_that_hits_decisively_strikes_as_hard_as_it_can_at_who_is_nearly_down() -> None:
    """Its Action Points are spent by the time it is asked."""
    scene = built(
        "dread",
        {"dread": {"from": "rahkshi_of_dread", "at": [3, 3], "ap": 0}, "onuri": {"at": [7, 3], "hp": 3, "plating": 0}},
    )
    about = {"target": "onuri", "weapon": "Shadow Bolt"}
    asked = Question("dread", OneOf(("shatter", "unmask", "heavy_strike")), "bb.decisive.hit", about, "shatter")
    assert SimplePolicy().answer(scene, asked) == "heavy_strike"


def decisive(turn: str, beings: dict[str, Any], weapon: str) -> object:
    """What Onuri is struck by, unless they would be down anyway."""
    options = OneOf(("heavy_strike", "shatter", "hamstring", "unmask"))
    about = {"target": "onuri", "weapon": weapon}
    return SimplePolicy().answer(built(turn, beings), Question(turn, options, "bb.decisive.hit", about, "shatter"))


def test_the_mask_is_struck_off_the_face_of_who_cannot_do_without() -> None:
    raider = {"from": "skakdi_raider", "at": [3, 3]}
    weapon = "Shock Trident"
    assert decisive("raider", {"raider": raider, "onuri": {"at": [4, 3], "plating": 2}}, weapon) == "unmask"
    assert decisive("raider", {"raider": raider, "onuri": {"at": [4, 3], "hp": 2, "plating": 0}}, weapon) != "unmask"


def test_the_mask_of_an_enemy_is_taken_away() -> None:
    """Kailani has her face bare, and the mask lies between the two."""
    bare: dict[str, Any] = {"at": [5, 3], "mask": "", "conditions": ["Unmasked"]}
    scene = built("raider", {"raider": {"from": "skakdi_raider", "at": [3, 3]}, "kailani": bare})
    assert chosen(scene).name != "pick_up"
    scene.lying = (Lying("mask", "huna", (4, 3)),)
    assert chosen(scene) == command("raider", "pick_up", thing="huna")
    scene.beings["kailani"].masks = ("hau",)  # she has another one
    assert chosen(scene).name != "pick_up"


def test_who_has_fainted_without_a_mask_is_given_one() -> None:
    onuri: dict[str, Any] = {"at": [3, 3], "mask": "", "conditions": ["Unmasked", "Unconscious"]}
    spider = {"from": "fikou_venom_spider", "at": [9, 3]}
    scene = built("tahra", {"tahra": {"at": [1, 3]}, "onuri": onuri, "spider": spider})
    scene.lying = (Lying("mask", "pakari", (4, 3)),)
    done = []
    for _ in range(3):
        done.append(chosen(scene))
        Simulated({}, 1).perform(scene, done[-1])
    assert [each.name for each in done] == ["move", "pick_up", "swap"]
    assert scene.beings["onuri"].mask == "pakari"
    assert "Unmasked" not in scene.beings["onuri"].states


def test_thick_plating_is_shattered_while_there_is_much_health_behind_it() -> None:
    scene = built("kailani", {"kailani": {"at": [0, 3]}, "tahtor": {"from": "magma_tahtor", "at": [9, 3]}})
    about = {"target": "tahtor", "weapon": "Reef Bow"}
    asked = Question("kailani", OneOf(("heavy_strike", "shatter")), "bb.decisive.hit", about, "heavy_strike")
    assert SimplePolicy().answer(scene, asked) == "shatter"


# ---------------------------------------------------------------- after a fight


def rested(beings: dict[str, Any], *lying: Lying) -> Scene:
    scene = built("", beings, mode="adventure")
    scene.lying = lying
    for given in resting_party(scene, "short"):
        Simulated({}, 1).perform(scene, given)
    return scene


def test_before_a_rest_whoever_has_fainted_without_a_mask_is_given_what_lies_there() -> None:
    onuri: dict[str, Any] = {"at": [3, 3], "mask": "", "conditions": ["Unmasked", "Unconscious"]}
    scene = rested({"tahra": {"at": [0, 3]}, "onuri": onuri}, Lying("mask", "pakari", (7, 3)))
    assert (scene.beings["onuri"].mask, scene.lying) == ("pakari", ())


def test_before_a_rest_they_take_up_their_own_masks() -> None:
    onuri: dict[str, Any] = {"at": [3, 3], "mask": "", "conditions": ["Unmasked"]}
    assert rested({"onuri": onuri}, Lying("mask", "pakari", (7, 3))).beings["onuri"].mask == "pakari"


def test_before_a_rest_a_mask_that_a_friend_carries_is_given_back() -> None:
    onuri: dict[str, Any] = {"at": [3, 3], "mask": "", "conditions": ["Unmasked", "Unconscious"]}
    assert rested({"tahra": {"at": [0, 3], "masks": ["pakari"]}, "onuri": onuri}).beings["onuri"].mask == "pakari"


def test_they_rest_where_nobody_can_get_at_who_has_fallen() -> None:
    fallen: dict[str, Any] = {"from": "masked_outlaw", "side": "foes", "hp": 0}
    around = {f"outlaw_{n}": {**fallen, "at": list(cell)} for n, cell in enumerate(neighbours((3, 3)))}
    scene = rested({"tahra": {"at": [0, 3]}, "onuri": {"at": [3, 3], "hp": 0, "conditions": ["Down"]}, **around})
    assert scene.beings["tahra"].at == (0, 3)
