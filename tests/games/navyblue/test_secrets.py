"""What the party may know of a place: of zones that it has not seen, of chests, of those whom it has not met."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.kernel.agenda import command
from ludex.core.kernel.ruling import BadInput
from ludex.games.navyblue.book.adventure.encounters import come_along
from ludex.games.navyblue.book.movement.sight import meet
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.records.kinds import Group, Row
from ludex.games.navyblue.scene.secret_places import hide_places, rename_zones
from ludex.games.navyblue.state import Chest, Obstruction, Pit, Scene
from tests.games.navyblue.test_refused_answers import table

RAT = {"side": "foes", "conditions": ["Dead"], "vigor": 0}


def cellars(**tables: Any) -> Scene:
    beings = tables.pop("beings", {})
    return table(mode="dungeon", board="lamp_cellars", beings={"marlow": {"at": "stair"}, **beings}, **tables).scene


def test_nothing_is_known_of_what_is_in_zones_that_nobody_has_seen() -> None:
    chests = [{"name": "sea_chest", "at": zone, "contents": ["rope"], "state": "open"} for zone in ("shrine", "stair")]
    scene = cellars(chests=chests)
    scene.obstructions = (Obstruction("shrine", "ice"), Obstruction("stair", "mud"))
    assert "shrine" in scene.unseen
    shown = NAVYBLUE.view(scene, "party")
    assert [chest.at for chest in shown.chests] == ["stair"]
    assert [made.zone for made in shown.obstructions] == ["stair"]
    assert all(pit.zone not in scene.unseen for pit in shown.pits)
    assert all(any(zone not in scene.unseen for zone in door.zones) for door in shown.doors)
    assert len(shown.doors) < len(scene.doors)


def test_a_chest_goes_by_the_same_name_whatever_stands_in_zones_that_nobody_has_seen() -> None:
    chests = [{"name": "sea_chest", "at": zone, "state": "shut"} for zone in ("shrine", "stair")]
    scene = cellars(chests=chests)
    assert NAVYBLUE.refusal(scene, command("marlow", "open", what="chest:sea_chest")) is None
    with pytest.raises(BadInput):
        NAVYBLUE.refusal(scene, command("marlow", "open", what="chest:sea_chest#2"))


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("leap", {"to": "nonsense", "over": ("landing",)}),
        ("advance", {"zone": "nonsense"}),
        ("open", {"what": "door:x"}),
        ("pick_lock", {"what": "nonsense"}),
        ("clutch", {"thing": "rope", "source": "nonsense"}),
    ],
)
def test_no_fault_tells_of_places_that_nobody_has_heard_of(name: str, given: dict[str, Any]) -> None:
    box = {"name": "strongbox", "at": "stair", "state": "locked", "known": True}
    marlow = {"at": "stair", "held": []}
    scene = cellars(chests=[{"name": "sea_chest", "at": "shrine"}, box], beings={"marlow": marlow})
    with pytest.raises(BadInput) as fault:
        NAVYBLUE.refusal(scene, command("marlow", name, **given))
    assert "shrine" not in str(fault.value)
    assert "sea_chest" not in str(fault.value)


@pytest.mark.rule("nb.maneuver.open")
def test_how_hard_a_chest_is_to_open_shows_when_it_is_tried() -> None:
    box = {"name": "strongbox", "at": "stair", "state": "locked", "attribute": "Brawn", "difficulty": "Hard"}
    scene = cellars(chests=[box])
    assert NAVYBLUE.view(scene, "party").chests == (Chest("strongbox", "stair"),)
    scene = cellars(chests=[{**box, "known": True}])
    assert NAVYBLUE.view(scene, "party").chests == scene.chests


@pytest.mark.rule("nb.maneuver.open")
def test_what_lies_in_a_closed_chest_is_not_seen_even_if_it_is_a_container_itself() -> None:
    scene = cellars(chests=[{"name": "sea_chest", "at": "stair", "contents": ["satchel"], "state": "locked"}])
    scene.chests = (*scene.chests, Chest("satchel", "stair/sea_chest", ("keepers_medal",), "open"))
    assert [chest.name for chest in NAVYBLUE.view(scene, "party").chests] == ["sea_chest"]


@pytest.mark.rule("nb.maneuver.open")
def test_what_lies_in_a_closed_container_is_not_seen_for_another_of_its_name_that_is_open() -> None:
    scene = cellars()
    boxes = [Chest("satchel", "stair", ("quiver",), state) for state in ("open", "shut")]
    quivers = [Chest("quiver", "stair/satchel", (thing,), "open") for thing in ("rope", "keepers_medal")]
    scene.chests = (*boxes, *quivers)
    shown = [(chest.name, *chest.contents) for chest in NAVYBLUE.view(scene, "party").chests]
    assert shown == [("satchel", "quiver"), ("quiver", "rope"), ("satchel",)]


@pytest.mark.parametrize("seat", ["party", "marlow", "spectator"])
def test_only_the_director_and_the_foes_know_the_truth(seat: str) -> None:
    scene = cellars(beings={"wrecker": {"at": "shrine"}})
    assert NAVYBLUE.view(scene, "gm") is scene
    assert NAVYBLUE.view(scene, "foes") is scene
    assert "wrecker" not in NAVYBLUE.view(scene, seat).beings


def test_nobody_is_numbered_after_those_whom_the_party_has_not_met() -> None:
    scene = cellars(beings={"wrecker": {"at": "shrine"}})
    come_along(scene, Row(roll=1, npcs=(Group(npc="wrecker", count=2),), text=""))
    come = ["wandering_wrecker", "wandering_wrecker_2"]
    assert [scene.beings[name].name for name in come] == ["Wrecker", "Wrecker 2"]
    meet(scene, ["wrecker"])
    assert scene.beings["wrecker"].name == "Wrecker 3"


@pytest.mark.rule("nb.carry.sizes")
def test_a_body_is_not_carried_into_a_scene_in_which_it_is_not() -> None:
    live = table(board={"width": 1}, beings={"marlow": {"held": []}, "rat": RAT})
    live.perform(command("marlow", "clutch", thing="body:rat"))
    assert live.scene.beings["marlow"].held == ("body:rat",)
    scene = cellars()
    NAVYBLUE.carry_over(live.scene, scene)
    assert scene.beings["marlow"].held == ()
    assert NAVYBLUE.faults(scene) == []
    assert list(NAVYBLUE.offers(scene, scene.beings["marlow"]))
    beside = table(board={"width": 1}, beings={"marlow": {}, "rat": RAT}).scene
    NAVYBLUE.carry_over(live.scene, beside)
    assert beside.beings["marlow"].held == ()  # the rat there is another


def test_a_zone_under_another_id_is_named_by_the_old_one_nowhere() -> None:
    chests = [{"name": "sea_chest", "at": "shrine", "contents": ["satchel"], "state": "open"}]
    lying = [{"thing": "rope", "at": "shrine"}]
    place = {"searched": ["shrine"], "key_item": "shrine"}
    wrecker = {"at": "shrine", "conditions": [{"name": "Lacking", "note": "cutlass|shrine"}]}
    scene = cellars(chests=chests, lying=lying, place=place, beings={"wrecker": wrecker})
    scene.beings["marlow"].activity = "advance:shrine"
    scene.chests = (*scene.chests, Chest("satchel", "shrine/sea_chest", ("rope",), "open"))
    scene.obstructions, scene.pits = (Obstruction("shrine", "ice"),), (Pit("shrine"),)
    scene.air = scene.exits = ("shrine",)
    scene.board = scene.board.with_cover("shrine")
    before = encode(scene)
    rename_zones(scene, {"shrine": "elsewhere", "ledge": "elsewhere_too"})
    assert not re.findall(rb"[\"/:|](?:shrine|ledge)[\"/]", encode(scene))
    rename_zones(scene, {"elsewhere": "shrine", "elsewhere_too": "ledge"})
    assert encode(scene) == before


def test_what_has_not_been_seen_goes_by_its_spot_from_where_the_party_stands() -> None:
    scene = cellars(beings={"witch": {"from": "salt_witch", "at": "ledge"}})
    unseen = {zone: scene.board.zones[zone].name for zone in scene.unseen}
    hide_places(scene)
    assert [scene.board.zones[zone].name for zone in scene.unseen] == [*unseen.values()]
    assert all(zone == "z{}_{}".format(*scene.board.spots[zone]) for zone in scene.unseen)
    assert scene.board.spots["stair"] == (0, 0)
    assert scene.beings["witch"].at == "z3_-1"
    assert NAVYBLUE.faults(scene) == []
    shown = NAVYBLUE.view(scene, "party")
    assert {*shown.board} == {"stair", "landing", "z1_-1", "z2_0", "z1_1"}
    assert shown.unseen == tuple(zone for zone in scene.unseen if zone in shown.board)
    assert shown.exits == ("stair",)
