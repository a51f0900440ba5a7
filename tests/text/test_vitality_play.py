"""Vitality as somebody plays it in a terminal: two fights to the end, an area, words without a map, and no fight."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import command
from ludex.core.show.odds import Odds
from ludex.table.know.oddsline import short
from tests.text.test_cloudbreaker_play import play_on
from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

# What is chosen first: let rolls be as they are, strike with the best there is, and let the turn pass.
CHOICES = (
    r"leave it as it is", r"stay standing", r"Last Word", r"Answering Blow", r"Long Shot", r"Shield Ram", r"Hush",
    r"Basic ranged", r"Basic melee", r"(?:Alley Tough \d|Hunter Drone \d|Riot Captain|Furnace Golem)  Primary",
    r"Ready", r"End the turn",
)  # fmt: skip
CODE = re.compile(r"[a-z]_[a-z]|\bNone\b|\bTrue\b|\bFalse\b|\{|\}")
RULES = re.compile(r"vt\.[a-z0-9_.]+")
EMPTY = """
game = "vitality"
title = "The Warehouse"
board = "back_alley"

[beings.ilse_brandt]
at = [-1, 2]

[beings.doctor_mire]
at = [0, 3]
hp = 40

[[things]]
name = "steel door"
at = [0, 2]
lbs = 700
"""


STARTERS = GAMES["vitality"].home / "content" / "scenes"


def in_setting(folder: Path, scene: str, setting: str) -> str:
    """A starter scene as it is, or in another setting than its own."""
    text = (STARTERS / f"{scene}.toml").read_text()
    if f'setting = "{setting}"' in text:
        return scene
    path = folder / f"{scene}.toml"
    path.write_text(re.sub(r'setting = "\w+"', f'setting = "{setting}"', text))
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "scene"),
    [
        pytest.param("grounded", "back_alley", marks=pytest.mark.long),
        pytest.param("grounded", "roof_garden", marks=pytest.mark.long),
        ("heroic", "night_market"),
        pytest.param("heroic", "broken_skybridge", marks=pytest.mark.long),
        pytest.param("gritty", "the_kennels", marks=pytest.mark.long),
    ],
)
def test_a_fight_is_played_to_its_end(start: Start, tmp_path: Path, setting: str, scene: str) -> None:
    child = start(in_setting(tmp_path, scene, setting), "--side", "party", "--seed", "5", columns=140)
    told = play_on(child, *CHOICES)
    assert re.search(r"(The party|The enemy) has won the fight in round \d", told)
    assert re.search(r"Initiative: \d+ [A-Z][\w ]+ \(d20 \d+\), ", told)
    assert re.search(r"attacks .* with .*: d20 \d+ \+ \d Tier .*against\s+Avoidance \d+, a hit", told)
    assert re.search(r"3d6 \(\d \+ \d \+ \d\) exploding \(\d", told)
    assert re.search(r"loses \d+ HP\s+and is\s+defeated", told)
    assert re.search(r"hit \d+(\.\d)? %  −\d+(\.\d)? HP  Defeated", told)
    assert "How everybody stands" in told
    assert not CODE.search(RULES.sub("", told))


def screens(start: Start, scene: str, inputs: tuple[str, ...], *options: str) -> str:
    child = start(scene, "--side", "party", "--seed", "3", *options, columns=140)
    told = ""
    for given in (*inputs, "quit"):
        child.expect(r"\n(?:held)?> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    child.expect("The game is kept")
    return told


@pytest.mark.slow
def test_an_area_says_whom_it_hits_and_a_close_roll_what_an_effort_makes_of_it(start: Start) -> None:
    told = screens(start, "throne_of_ash", ("ready", "end", "end", "end", "bile wave", "1", "1", "look doctor"))
    assert re.search(r"no enemy: hits the friend Tomas Okafor 50.0 %  Tomas Okafor −\d", told)
    assert "Against Avoidance 9 it is just enough, a hit." in told
    assert re.search(r"raise the score by Effort\s+Tomas Okafor \+1 Effort spent", told)  # and no more of them
    assert "Assuming Tomas Okafor spends no more Effort" in told
    assert "It costs Tomas Okafor an Effort: their Tier is 3 from their next turn on." in told
    assert re.search(r"Vitality +23 \(10 base, \+4 Tier, \+1 Endurance, \+8 Resilient\)", told)
    assert "cone of 8 spaces, d20 −2 to hit, 3d6 +8 damage" in told


def test_a_fight_is_told_without_a_map(start: Start) -> None:
    told = screens(start, "throne_of_ash", ("ready", "end", "end"), "--plain")
    assert "Kestrel (party): HP 100/100, Tier 4, AV 11, DR 4, Efforts 2." in told
    assert "1. Long Shot, Primary." in told
    assert "│" not in told
    assert "then Ready.\r\n" in told  # one full stop


def test_where_nobody_fights_somebody_is_asked_what_to_do(start: Start, tmp_path: Path) -> None:
    scene = tmp_path / "warehouse.toml"
    scene.write_text(EMPTY)
    inputs = ("lift", "0,1", "let somebody else act", "1", "heal", "doctor mire", "gm rest", "that is all")
    child = start(str(scene), "--side", "party", "--seed", "3", columns=140)
    told = ""
    for given in inputs:
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    child.expect("How everybody stands")
    told += ESCAPES.sub("", child.before)
    assert "The party may do as it likes; Ilse Brandt is asked first" in told
    assert "Ilse Brandt lifts the steel door and sets it down at 0,1" in told
    assert "Doctor Mire regains 25 HP and has 65" in told
    assert "The rest is completed: Efforts, Tier and uses are back" in told
    assert "The party is done here" in told


@pytest.mark.slow
def test_an_effort_out_of_turn_is_a_standing_right(start: Start) -> None:
    before = ("hold", "ready", "end", "others", "kestrel: spend", "1")
    told = screens(start, "roof_garden", (*before, "others", "kestrel: long shot", "1", "others", "b", "hold"))
    assert "Held: the table stops before every command of the other side" in told
    assert re.search(r"Hunter Drone 3 acts next\. Enter goes on, `others` \(8 out of turn\)", told)
    assert "Kestrel may take a Primary Action on this turn of another" in told
    assert re.search(r"Kestrel attacks Hunter Drone 1 with Long Shot: d20 \d+", told)
    after = told[told.index("Kestrel attacks Hunter Drone 1") :]
    assert "Kestrel: Spend an Effort  Effort 2 of 2" in after
    assert "Kestrel: Long Shot" not in after  # it was one Primary Action


@pytest.mark.slow
def test_nobody_is_asked_about_effort_who_does_not_want_to_be(start: Start) -> None:
    told = screens(start, "throne_of_ash", ("ready", "when to be asked", "3", "end"))
    assert "Kestrel wants to be asked about Effort: never" in told


def test_a_flier_goes_to_any_height_that_its_movement_pays_for(start: Start) -> None:
    told = screens(start, "broken_skybridge", ("where ilse", "ready", "move", "ne", "height 20", "height 9"), "--plain")
    assert (
        "Ilse Brandt is 2 spaces south of Hunter Drone 1, 55 spaces above the ground, over a pit of 60 spaces" in told
    )
    assert re.search(r"Ilse Brandt \(party\): .* Clinging to a wall\.", told)
    assert "at height 7, 3 of 10 spaces, 7 spaces above the ground there" in told
    assert "that way costs more than the 10 spaces of movement left" in told
    moved = "Kestrel moves 5 spaces [a-z-]+, now 2 spaces north-east of Tomas Okafor, 9 spaces above the ground"
    assert re.search(moved, told)


def test_what_is_special_about_an_effort_is_said_in_words(start: Start) -> None:
    told = screens(start, "broken_skybridge", ("ready", "spend", "special", "I hold the girder", "b"), "--plain")
    assert "Spend an Effort, something special, if the game master grants it: what is it?" in told
    told = screens(start, "broken_skybridge", ("ready", "spend", "move again"), "--plain")
    assert "Kestrel spends an Effort (1 of 2) to move once more" in told


WALL = """
game = "vitality"
board = { width = 12, height = 8 }
turn = "colossus"

[beings.colossus]
from = "colossus_prototype"
side = "party"
at = [5, 3]

[beings.tough]
from = "alley_tough"
side = "foes"
at = [8, 3]
"""


def test_a_wall_is_asked_for_with_its_length_and_what_it_hides(start: Start, tmp_path: Path) -> None:
    scene = tmp_path / "wall.toml"
    scene.write_text(WALL)
    child = start(str(scene), "--side", "party", "--seed", "3", "--plain", columns=140)
    told = ""
    for given in ("raise", "east", "n", "1", "quit"):
        child.expect(r"(?:\n> |\(y/n\) )$")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    assert "Raise a wall, Primary: up to 10 spaces long." in told
    assert "Raise a wall: where? It begins beside whoever raises it" in told
    assert re.search(r"1\. .*, \d spaces long, between Colossus Prototype and Alley Tough\.", told)
    assert "Raise a wall, 1 space at the space just east of Colossus Prototype?" in told
    assert re.search(r"Colossus Prototype raises a wall of \d spaces", told)


def test_what_lies_about_can_be_looked_at(start: Start) -> None:
    assert "The hex 2 spaces east-south-east of Kestrel, difficult: girder." in screens(
        start, "broken_skybridge", ("look girder",), "--plain"
    )


def test_what_is_left_out_of_the_odds_is_told_in_place_of_means() -> None:
    scene = scene_from({"game": "vitality", "beings": {"ann": {}}}, "test").scene
    odds = Odds(command("ann", "attack", target="ann"), unexplored=Fraction(1, 2))
    odds.expected["ann", "hp"] = Fraction(-3)
    assert short(GAMES["vitality"], scene, odds) == "50.0 % of what follows is not worked out"
    assert short(GAMES["vitality"], scene, replace(odds, unexplored=Fraction(1, 10**10))) == "−3 HP"
