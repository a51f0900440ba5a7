"""Every game comes with enemies of many kinds and with characters of different builds, each fit to be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ludex.core.game import GAMES, Game
from ludex.games.known import names

FIGURES = (Path(__file__).parents[2] / "web" / "src" / "look" / "figures.ts").read_text(encoding="utf-8")
DRAWN = set(re.findall(r"^  (\w+): \[", FIGURES, re.MULTILINE))
ENEMIES, CHARACTERS = 15, 8  # at least
UNBUILT = {"id", "name", "text", "look", "allowed"}  # fields of a character that are no part of how they are built


@pytest.fixture(params=names)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return GAMES[request.param]


def enemies(game: Game[Any]) -> list[Any]:
    return list(game.starter.all("npc" if game.name == "navyblue" else "enemy"))


def characters(game: Game[Any]) -> list[Any]:
    return list(game.starter.all("character"))


def test_there_are_enough_to_choose_from(game: Game[Any]) -> None:
    assert len(enemies(game)) >= ENEMIES
    assert len(characters(game)) >= CHARACTERS


def test_every_character_is_legal(game: Game[Any]) -> None:
    for entry in characters(game):
        assert game.content_faults(game.starter, "character", entry) == [], entry.id


def test_no_two_characters_are_built_alike(game: Game[Any]) -> None:
    def build(entry: Any) -> str:
        return repr([getattr(entry, name) for name in entry.__struct_fields__ if name not in UNBUILT])

    builds = {build(entry): entry.id for entry in characters(game)}
    assert len(builds) == len(characters(game))


def test_everybody_is_told_of_in_words_and_has_a_drawing_that_there_is(game: Game[Any]) -> None:
    for entry in [*enemies(game), *characters(game)]:
        assert entry.text, entry.id
        assert not entry.look or entry.look in DRAWN, entry.id
