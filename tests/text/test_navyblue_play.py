"""Navy Blue as somebody plays it in a terminal: a day of travel, and rooms below a lighthouse with who lives there."""

from __future__ import annotations

import re
from pathlib import Path

from ludex.core.files.scenefile import scene_from
from ludex.core.show.face import ZonePlan
from ludex.games.navyblue.game import NAVYBLUE
from ludex.text.maps.zones import Zones
from tests.text.test_cloudbreaker_play import play_on
from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

TOGETHER = r"with all who have not chosen"
FIGHT = (r"Attack", r"Surge", r"Move")


def test_the_road_is_travelled_to_the_safe_harbour(start: Start) -> None:
    child = start("the_coast_road", "--side", "party", "--seed", "3", columns=110)
    wanted = (r"Part ways", r"Travel", r"Make camp", r"Eat", r"Sleep", r"Watch", r"Wait")
    told = play_on(child, TOGETHER, *FIGHT, *wanted)
    assert re.search(r"Camping block, interval 4 of 4", told)


def test_the_cellars_are_entered_fought_in_searched_and_left(start: Start) -> None:
    child = start("the_lamp_cellars", "--side", "party", "--seed", "3", columns=110)
    told = ""
    for given in ("advance", "landing", "1", "pick a fight"):
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    assert "Bilge Rat Pack" in told
    assert "Salt Witch" not in told  # nobody knows of her yet
    assert "unexplored south of Landing" in told
    assert not re.search("Gallery|Oil store|Rope|fallen shelf", told)  # nor of what nobody has seen
    assert "Experience" in play_on(child, r"Attack", until=r"[Tt]he fight is won")
    told = ""
    for given in ("advance", "sluice", "1", "advance", "drain", "1", "part ways", "search", "wait", "1", "leave"):
        child.sendline(given)
        child.expect([r"\n> $", r"\(y/n\) $", r"Play again\?"])
        told += ESCAPES.sub("", child.before)
    assert "Marlow Tarn has searched Drain" in told
    assert "From now on time is not counted" in told


def ropewalk(hall_door: str) -> Zones:
    doors = [{"zones": ["yard", "hall_west"], "name": "hall door", "state": hall_door}]
    tables = {"game": "navyblue", "board": "ropewalk", "doors": doors, "beings": {"marlow": {}}}
    plan = NAVYBLUE.face().plan(scene_from(tables, "test").scene)
    assert isinstance(plan, ZonePlan)
    return Zones(plan)


def test_zones_are_as_far_as_the_steps_that_can_be_taken() -> None:
    assert ropewalk("open").toward("hall_west", "vat") == "1 zone south-east, 5 m"  # linked
    assert (
        ropewalk("open").toward("yard", "vat", going=True) == "2 zones east, 10 m (hazard tar)"
    )  # not by the tar door
    assert ropewalk("shut").toward("yard", "vat") == "1 zone east, 5 m"  # where all is shut, as if it were not


def test_slots_for_injuries_are_offered_free_ones_first_and_typed_as_people_write_them(
    start: Start, tmp_path: Path
) -> None:
    scene = tmp_path / "hurt.toml"
    scene.write_text(
        'game = "navyblue"\nmode = "adventure"\nplace = { safe = true }\nbeings = { marlow = { vigor = 0 } }\n'
    )
    child = start(str(scene), "--side", "party", "--seed", "1", columns=110)
    told = ""
    for given in ("gm damage target=marlow amount=2", "slots 13 and 14", "quit"):
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    assert "1 slots 9 (free) and 10 (free)" in told
    assert "slots 9 (free) and 1 (Chain Hauberk, worn)" in told
    assert "marks 2 Injuries: slots 13 and 14" in told
