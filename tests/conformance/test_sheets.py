"""Who holds the same has one sheet, in every scene of a library: what was worked out of it once is there for all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.files.codec import decode, encode
from ludex.core.files.scenefile import scene_from
from ludex.core.game import Game
from tests.conformance.playing import KNOWN, named, starters

each_game = pytest.mark.parametrize("game", KNOWN, ids=named)


def sheets(scene: Any) -> dict[str, Any]:
    return {name: being.sheet for name, being in scene.beings.items()}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return list(one) == list(other) and all(other[name] is sheet for name, sheet in one.items())


@each_game
def test_a_scene_that_is_read_again_has_the_sheets_that_were_there(game: Game[Any]) -> None:
    for scene in starters(game).values():
        again = decode(encode(scene), game.scene_type, scene.library)
        assert same(sheets(scene), sheets(again))


@each_game
def test_a_scene_that_is_made_again_has_the_sheets_that_were_there(game: Game[Any]) -> None:
    library = game.library()
    for seed in range(5):
        tables = game.draw(library, game.rulebook, Random(seed).randrange)
        one, other = [scene_from(tables, "a drawn scene", library).scene for _ in range(2)]
        assert same(sheets(one), sheets(other))


@each_game
def test_whose_sheets_differ_have_their_own(game: Game[Any]) -> None:
    for scene in starters(game).values():
        by_what = {encode(sheet): sheet for sheet in sheets(scene).values()}
        assert len({id(sheet) for sheet in sheets(scene).values()}) == len(by_what)
