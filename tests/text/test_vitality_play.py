"""Vitality as somebody plays it in a terminal: two fights to the end, an area, words without a map, and no fight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.text.test_cloudbreaker_play import play_on
from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

# What is chosen first: let rolls be as they are, strike with the best there is, and let the turn pass.
CHOICES = (
    r"leave it as it is", r"stay on its feet", r"Last Word", r"Answering Blow", r"Long Shot", r"Shield Ram", r"Hush",
    r"Basic ranged", r"(?:Alley Tough \d|Hunter Drone \d|Riot Captain)  Primary", r"Ready", r"End the turn",
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


@pytest.mark.parametrize("scene", ["back_alley", "roof_garden"])
def test_a_fight_is_played_to_its_end(start: Start, scene: str) -> None:
    child = start(scene, "--side", "party", "--seed", "5", columns=140)
    told = play_on(child, *CHOICES)
    assert re.search(r"(The party|The enemy) has won the fight in round \d", told)
    assert re.search(r"Initiative: \d+ [A-Z][\w ]+ \(d20 \d+\), ", told)
    assert re.search(r"attacks .* with .*: d20 \d+ \+ \d Tier .*against\s+Avoidance \d+, a hit", told)
    assert re.search(r"3d6 \(\d \+ \d \+ \d\) EXPLODING \(\d", told)
    assert re.search(r"loses \d+ HP\s+and is\s+DEFEATED", told)
    assert re.search(r"hit \d+(\.\d)? %  −\d+(\.\d)? HP  Defeated", told)
    assert "How everybody stands" in told
    assert not CODE.search(RULES.sub("", told))


def screens(start: Start, scene: str, inputs: tuple[str, ...], *options: str) -> str:
    child = start(scene, "--side", "party", "--seed", "3", *options, columns=140)
    told = ""
    for given in (*inputs, "quit"):
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    child.expect("The game is kept")
    return told


def test_an_area_says_whom_it_hits_and_a_close_roll_what_an_effort_makes_of_it(start: Start) -> None:
    told = screens(start, "throne_of_ash", ("ready", "end", "end", "end", "bile wave", "1", "1", "look doctor"))
    assert re.search(r"hits Tomas Okafor 50.0 %  Tomas Okafor −\d", told)
    assert "Against Avoidance 9 it is just enough." in told
    assert "An Effort makes its Tier fall to 3 when its next turn starts" in told
    assert re.search(r"Vitality +23 \(10 base, \+4 Tier, \+1 Endurance, \+8 Resilient\)", told)
    assert "cone of 8 spaces, d20 −2 to hit, 3d6 +8 damage" in told


def test_a_fight_is_told_without_a_map(start: Start) -> None:
    told = screens(start, "throne_of_ash", ("ready", "end", "end"), "--plain")
    assert "Kestrel (party): HP 100/100, Tier 4, AV 11, DR 4, Efforts 2." in told
    assert "1. Long Shot, Primary." in told
    assert "│" not in told


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
