"""A scene file says who is a player character, and which scores are what they are."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES


def scene_with(game: str, **raw: Any) -> Any:
    return scene_from({"game": game, "beings": {"ann": raw, "ben": {}}}, "a file").scene


@pytest.mark.parametrize("side", ["party", "foes"])
@pytest.mark.parametrize("player", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_file_says_who_is_a_player_character(game: str, player: bool, side: str) -> None:
    scene = scene_with(game, player=player, side=side)
    assert (scene.beings["ann"].sheet.pc, scene.beings["ann"].side) == (player, side)
    assert GAMES[game].faults(scene) == []


def test_an_npc_of_the_content_with_no_slots_is_none_in_navy_blue() -> None:
    with pytest.raises(ContentError, match="field player: 'marlow' is a character of the content"):
        scene_from({"game": "navyblue", "beings": {"marlow": {"player": False}}}, "a file")


@pytest.mark.parametrize("name", ["avoidance", "durability", "speed", "resolve", "stability", "vitality"])
def test_a_score_of_anybody_can_be_fixed(name: str) -> None:
    path = {"speed": "ann.speed", "avoidance": "ann.avoidance", "durability": "ann.durability"}
    found = path.get(name, f"ann.resistance.{name}")
    vitality = GAMES["vitality"]
    assert vitality.look_up(scene_with("vitality"), found) != 17
    scene = scene_with("vitality", fixed={name: 17})
    assert vitality.look_up(scene, found) == 17
    assert scene.beings["ann"].sheet.pc
    with pytest.raises(ContentError, match="fixed: there is no 'luck'"):
        scene_with("vitality", fixed={"luck": 3})
