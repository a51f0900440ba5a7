"""Sentences of the log, odds in a line, places in words."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import ludex.games.bluebox
from ludex.core.files.scenefile import SceneFile, scene_from
from ludex.core.game import GAMES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.odds import Odds, odds
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.show.sentences import SENTENCES
from ludex.table.know import oddsline
from ludex.table.know.oddsline import percent, signed
from ludex.text.maps import places
from ludex.text.maps.cells import read_cells

GAME = GAMES["bluebox"]
SCENE = {
    "game": "bluebox",
    "turn": "tahra",
    "board": {"q": [0, 6], "r": [0, 4]},
    "beings": {
        "tahra": {"at": [0, 0]},
        "vahki_1": {"from": "vahki_patroller", "name": "Vahki Patroller 1", "at": [2, 0]},
        "vahki_2": {"from": "vahki_patroller", "name": "Vahki Patroller 2", "at": [4, 2]},
    },
}


def scene() -> SceneFile:
    return scene_from(SCENE, "test")


def test_every_kind_of_ruling_has_a_sentence() -> None:
    home = Path(ludex.games.bluebox.__file__).parent
    kinds = {kind for file in home.rglob("*.py") for kind in re.findall(r'\.record\(\s*"(\w+)"', file.read_text())}
    assert kinds - set(SENTENCES) == set()


def test_odds_in_a_line_say_what_happens_to_the_target() -> None:
    file = scene()
    command = Command("tahra", "attack", (("target", "vahki_1"), ("weapon", "cinder_hook")))
    found = odds(file.scene, command, GAME.policy("simple"))
    line = oddsline.short(GAME, file.scene, found)
    assert line.startswith("hit 63.6 %  decisive 9.1 %")
    assert "Plating" in line
    assert oddsline.modifiers(BLUEBOX, found).startswith("d12 against 8: +2 FOR")
    assert sum(chance for _, chance in found.outcomes) == 1


def test_odds_say_first_whom_it_may_bring_down() -> None:
    changes = {("tahra", "ep"): Fraction(1), ("vahki_1", "hp"): Fraction(-2)}
    found = Odds(Command("vahki_1", "leave"), expected=changes, falls={"vahki_1": Fraction(1, 15)})
    told = [changes.who for changes in oddsline.changes_of(BLUEBOX, scene().scene, found)]
    assert told == ["vahki_1", "tahra"]


def test_what_stands_beside_its_price_tells_neither_that_nor_a_chance_twice() -> None:
    file = scene()
    command = Command("tahra", "power", (("power", "fire_armor"), ("target", None)))
    found = odds(file.scene, command, GAME.policy("simple"))
    assert found.expected["tahra", "ep"] == -1
    assert "EP" in oddsline.short(GAME, file.scene, found)
    assert "EP" not in oddsline.beside_price(GAME, file.scene, found)


def test_who_is_hidden_is_warned_of_what_shows_them() -> None:
    beings = {"brute": {"side": "foes", "at": [4, 0]}, "ona": {"at": [1, 0], "conditions": ["Hidden"]}}
    board = {"q": [-2, 6], "r": [-2, 4], "walls": [[2, 0], [3, 0]]}
    found = scene_from({"game": "bluebox", "turn": "ona", "board": board, "beings": beings}, "test").scene

    def told(name: str, *args: tuple[str, Plain]) -> str:
        return oddsline.shows(GAME, found, odds(found, Command("ona", name, args), GAME.policy("simple")))

    assert told("move", ("to", ((1, 1), (2, 1)))) == "Brute sees Ona there: no longer Hidden when the turn ends"
    assert told("move", ("to", ((0, 0),))) == ""
    assert told("end_turn") == ""
    found.beings["ona"].at = (2, 1)
    assert told("end_turn") == "no longer Hidden"


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(Fraction(0), "0 %"), (Fraction(1), "100 %"), (Fraction(7, 12), "58.3 %"), (Fraction(1, 9999), "<0.1 %")],
)
def test_a_chance_is_never_rounded_to_certainty(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown
    assert percent(Fraction(9999, 10000)) == ">99.9 %"


def test_changes_have_a_sign() -> None:
    assert [signed(Fraction(-21, 10)), signed(3)] == ["−2.1", "+3"]


def test_places_are_told_in_metres_and_directions() -> None:
    file = scene()
    plan = GAME.face().plan(file.scene)
    assert plan is not None
    assert places.where(file.scene, plan, "tahra") == "Tahra is at 0,0."
    assert places.near(file.scene, plan, "tahra")[0] == "Vahki Patroller 1 is 2 m east of Tahra."
    assert places.way_words(file.scene, GAME.face(), plan, "tahra", (1, 1)) == (
        "Tahra to 1,1: 2 m, 1 step east, 1 step south-east."
    )


def test_somebody_is_found_by_the_beginnings_of_words() -> None:
    file = scene()
    assert places.find_being(file.scene, "vahki 2") == "vahki_2"
    with pytest.raises(BadInput, match="Vahki Patroller 1 or Vahki Patroller 2"):
        places.find_being(file.scene, "vahki")
    with pytest.raises(BadInput, match="nobody called 'zork'"):
        places.find_being(file.scene, "zork")


@pytest.mark.parametrize(
    ("words", "cells"),
    [("3,4", ((3, 4),)), ("2,4 3,4", ((2, 4), (3, 4))), ("[1, -2]", ((1, -2),)), ("attack", ()), ("", ())],
)
def test_hexes_are_read_as_people_write_them(words: str, cells: tuple[tuple[int, int], ...]) -> None:
    assert read_cells(words) == cells


def test_odds_of_dice_that_are_thrown_until_they_differ_come_to_an_end() -> None:
    file = scene()
    args = (("ability", "Strength"), ("one", "tahra"), ("other", "vahki_1"), ("other_ability", "Strength"))
    found = odds(file.scene, Command("gm", "contest", args), GAME.policy("simple"), 2_000)
    assert found.total == 1
    assert found.unexplored == 0
