"""What things look like: every look that the server can name is drawn by the page, and words tell it only here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludex.core.game import Game
from ludex.core.show.looks import WORDS, Kind, feature_look, look_of, number_of, thing_look, unknown
from tests.conformance.playing import KNOWN

PAGE = Path(__file__).parents[2] / "web" / "src"
DRAWN: dict[Kind, tuple[str, str]] = {  # where the page has the drawings of each kind
    "being": ("look/figures.ts", "FIGURES"), "terrain": ("board/ground/ground.ts", "TEXTURES"),
    "object": ("board/ground/objects.ts", "OBJECTS"), "landmark": ("board/ground/landmarks.ts", "LANDMARKS"),
    "furniture": ("board/ground/furniture.ts", "FURNITURE"), "floor": ("board/ground/furniture.ts", "FLOORS"),
    "condition": ("look/seals.ts", "SIGNS"),
}  # fmt: skip


def drawn(kind: Kind) -> str:
    path, name = DRAWN[kind]
    text = (PAGE / path).read_text(encoding="utf-8")
    start = re.search(rf"const {name}\b.*= [\[{{]", text)
    assert start is not None
    return text[start.start() :]


@pytest.mark.parametrize("kind", DRAWN)
def test_the_page_draws_whatever_words_may_tell(kind: Kind) -> None:
    there = drawn(kind)
    for _, look in WORDS[kind]:
        assert re.search(rf'[\s"]{look}(":|"|:)', there), look


def test_the_page_draws_whatever_content_names() -> None:
    there = drawn("being")
    shelves = [shelf for game in KNOWN for shelf in game.library().shelves.values()]
    named = {entry.look for shelf in shelves for entry in shelf.entries.values()}
    assert len(named - {""}) > 5
    for look in named - {""}:
        assert re.search(rf"\s{look}:", there), look


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.name)
def test_every_condition_of_a_game_is_drawn(game: Game[Any]) -> None:
    names = tomllib.loads((game.home / "conditions.toml").read_text(encoding="utf-8"))
    assert [name for name in names if not look_of("condition", name)] == []


def test_the_first_words_that_tell_it_count() -> None:
    assert look_of("terrain", "deep water") == "water"
    assert look_of("condition", "Back-footed", "back on its heels") == "exposed"
    assert look_of("terrain", "xyzzy") == ""
    assert (feature_look("door", "oak door, open"), feature_look("door", "iron gate")) == ("doorOpen", "gate")
    assert (feature_look("cover", "pillar, hides 75 %"), feature_look("cover", "xyzzy")) == ("pillar", "rock")
    assert (thing_look("Wind Staff"), thing_look("xyzzy")) == ("sword", "sack")


def test_strangers_of_one_name_look_alike_and_allies_are_known_by_themselves() -> None:
    assert unknown("a", "Zyx 1", ally=False) == unknown("b", "Zyx 2", ally=False)
    assert unknown("a", "Zyx", ally=True) != unknown("b", "Zyx", ally=True)
    assert unknown("a", "Ash Bear", ally=False) == "bear"
    assert number_of("Vahki") == number_of("Vahki") < 1 << 32
