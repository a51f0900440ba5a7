"""The Crawl as somebody plays it in a terminal: two fights to the end, squares, and a gate without a fight."""

from __future__ import annotations

import re

import pytest

from tests.text.test_cloudbreaker_play import play_on
from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

# Defend where that may hold, then attack, then stand.
DEFENCES = (r"Duck and Dodge\b(?! by)", r"Block\b(?! by)", r"Frantic Defense\b(?! by)", r"pay 1 EP", r"Counter Slash")
ATTACKS = (r"Slash \(", r"Bludgeon", r"Spell Dart", r"Archery", r"wherever it hits", r"Charge")
CODE = re.compile(r"[a-z]_[a-z]|\bNone\b|\bTrue\b|\bFalse\b|\{|\}")


@pytest.mark.slow
@pytest.mark.parametrize("scene", ["kennel_gallery", pytest.param("the_resin_cellar", marks=pytest.mark.long)])
def test_a_fight_is_played_to_its_end(start: Start, scene: str) -> None:
    child = start(scene, "--side", "party", "--seed", "5", columns=120)
    told = play_on(child, *DEFENCES, *ATTACKS)
    assert re.search(r"[Tt]he fight is (won|lost|talked away)", told)
    assert re.search(r"attacks .* for \d EP \(\d left\): d20 \d+", told)
    assert re.search(r"resists \d of \d kinetic damage \(Leather Jerkin 1", told)
    assert "How everybody stands" in told
    without_rules = re.sub(r"tc\.[a-z_.]+", "", told)
    assert not CODE.search(without_rules)


def first_screens(start: Start, scene: str, inputs: tuple[str, ...], *options: str) -> str:
    child = start(scene, "--side", "party", "--seed", "3", *options, columns=120)
    told = ""
    for given in (*inputs, "quit"):
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    child.expect("The game is kept")
    return told


def test_squares_are_drawn_and_walked_on(start: Start) -> None:
    told = first_screens(start, "the_counting_house", ("move", "4,4", "near", "look brannoc"))
    assert "├───┼───┼───┼───┼───┼───█████───┼───┼───┼───┼───┤" in told
    assert re.search(r"Sefa Quickwater moves 3 cells to 4,4", told)
    assert re.search(r"Shaft Hulk is \d+ squares? east of Sefa Quickwater, \d+ m", told)
    assert re.search(r"strength +\+2 \(", told)  # what it is made of


def test_squares_are_told_without_a_map(start: Start) -> None:
    told = first_screens(start, "the_counting_house", ("map",), "--plain")
    assert re.search(r"Sefa Quickwater is [\w -]+, facing east\.", told)
    assert "Seen from Sefa Quickwater:" in told
    assert "Counter, hides 50 %, 10 HP: 4 m north-east." in told
    assert not re.search(r"\d,-?\d", told)
    assert "│" not in told


def test_a_gate_is_dealt_with_without_a_fight(start: Start) -> None:
    inputs = ("let somebody else act", "dorrin", "move", "4,3", "try a task", "lockpicking", "1", "persuade", "b")
    told = first_screens(start, "the_gatehouse", inputs)
    assert "energy is not counted now" in told
    assert "iron-bound gate (locked, difficulty 14) at 5,3" in told
    assert re.search(r"Dorrin, Lockpicking check on the iron-bound gate: d20 \d+", told)
    assert re.search(r"moves Ilse of the Gate \d+\.\d %  agrees", told)
