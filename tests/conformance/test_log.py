"""The log as data: names that stay known in sentences, and rolls that add up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ludex.core.files.run_script import run_script
from ludex.core.files.scenefile import load_scene
from ludex.core.game import Game
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.marks import marked, parts, unmarked
from ludex.table.know.rolls import lines_of
from tests.conformance.playing import KNOWN, named
from tests.scene_files import TESTS

EVERY = 6  # one scene file of so many
BONUS = ("", "bonus")  # kinds of modifiers that are plainly added


@cache  # both tests look at the same
def told(game: Game[Any]) -> list[tuple[Any, list[Ruling]]]:
    """What happens in scene files of a game, step by step."""
    found = []
    for path in sorted((TESTS / game.name).rglob("*.toml"))[::EVERY]:
        file = load_scene(path)
        for report in run_script(file):
            found.append((report.scene if report.scene is not None else file.scene, report.rulings))
    return found


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_names_in_a_sentence_stay_known_and_its_words_are_the_same(game: Game[Any]) -> None:
    face = game.face()
    found: set[str] = set()
    for scene, rulings in told(game):
        lines = face.lines(marked(scene), rulings)
        assert [unmarked(line.words) for line in lines] == [line.words for line in face.lines(scene, rulings)]
        for part in (part for line in lines for part in parts(line.words)):
            found.add(part.kind)
            assert part.kind != "being" or scene.beings[part.id].name.lower() == part.words.lower()
    assert {"", "being"} < found


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_roll_belongs_to_one_line_and_adds_up(game: Game[Any]) -> None:
    face = game.face()
    outcomes = 0
    for scene, rulings in told(game):
        lines = lines_of(face, scene, rulings)
        rolls = [number for number, ruling in enumerate(rulings) if ruling.kind == "roll"]
        if lines:
            assert sorted(number for line in lines for number in line.rolls) == list(range(len(rolls)))
        for number in rolls:
            values: Any = rulings[number].values
            kept = [die.face for die in values["fell"] if die.kept]
            assert kept == list(values["kept"])
            assert [die.face for die in values["fell"]] == list(values["fallen"])
            result = face.result(scene, rulings, number)
            outcomes += result.outcome is not None
            signs = result.signs or (1,) * len(kept)
            assert len(signs) == len(kept)
            if 0 in signs or -1 in signs:
                plain = sum(each.amount for each in values["modifiers"] if each.kind in BONUS)
                assert sum(sign * face for sign, face in zip(signs, kept, strict=True)) + plain == values["total"]
    assert outcomes
