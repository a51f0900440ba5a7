"""Scenes for parties of another number: what a file may say, who comes, and who stands against them."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError, parse_toml, read_toml
from ludex.core.files.findings import scene_findings
from ludex.core.files.heroes import heroes
from ludex.core.files.parties import fitted
from ludex.core.files.scenefile import scene_from
from ludex.core.files.standing_in import of_size
from ludex.core.files.written import toml_scene
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.uses import renamed_tables
from tests.conftest import GAMES as NAMES

SCENE = """
game = "bluebox"

[beings.tahra]
at = [0, 0]

[beings.onuri]
at = [0, 1]

[beings.bear]
from = "ash_bear"
at = [4, 4]

[beings.vermin]
from = "bog_crab"
at = [6, 5]

[parties.1]
without = ["bear"]

[parties.4]
beings.bear.hp = 40
beings.second_bear = { from = "ash_bear", at = [6, 3] }
"""
GAME = GAMES["bluebox"]
TABLES = parse_toml(SCENE)


def foes(tables: dict[str, Any]) -> list[str]:
    return [being.id for being in scene_from(tables, "", GAME.starter).scene.side_of("foes")]


@pytest.mark.parametrize(
    ("size", "against", "made_for"),
    [
        (1, ["vermin"], 1),
        (2, ["bear", "vermin"], 2),
        (3, ["bear", "vermin"], 2),  # as near to two as to four: the easier one
        (4, ["bear", "vermin", "second_bear"], 4),
        (6, ["bear", "vermin", "second_bear"], 4),
    ],
)
def test_the_nearest_number_says_who_stands_against_a_party(size: int, against: list[str], made_for: int) -> None:
    found = fitted(GAME, GAME.starter, TABLES, size)
    assert foes(found.tables) == against
    assert found.size == made_for
    assert found.tables["beings"]["bear"].get("hp", 0) == (40 if made_for == 4 else 0) if size > 1 else True


def test_a_party_is_filled_up_with_others_and_the_last_stay_away() -> None:
    made = of_size(GAME, GAME.starter, TABLES, 4).tables
    there = heroes(GAME, GAME.starter, made)
    assert [hero.id for hero in there[:2]] == ["tahra", "onuri"]
    assert len({hero.character for hero in there}) == 4
    assert not GAME.misplaced(scene_from(made, "", GAME.starter).scene)
    alone = of_size(GAME, GAME.starter, TABLES, 1).tables
    assert list(alone["beings"]) == ["tahra", "vermin"]
    with pytest.raises(BadInput, match="a party of 13: expected 1 to 12 characters"):
        of_size(GAME, GAME.starter, TABLES, 13)


@pytest.mark.parametrize("game", NAMES)
def test_every_scene_that_comes_with_a_game_can_be_played_by_three_four_and_five(game: str) -> None:
    library = GAMES[game].starter
    for name, path in library.scenes.items():
        for size in (3, 4, 5):
            made = of_size(GAMES[game], library, read_toml(path), size).tables
            scene = scene_from(made, name, library).scene
            there = len(heroes(GAMES[game], library, made))
            assert there == size or (there > size and all_are_named(made, library, game)), (name, size)
            assert not GAMES[game].misplaced(scene), (name, size)


def all_are_named(tables: dict[str, Any], library: Any, game: str) -> bool:
    """Is everybody of the party named elsewhere, so that the scene could not be set up without them?"""
    for hero in heroes(GAMES[game], library, tables):
        fewer = {name: raw for name, raw in tables["beings"].items() if name != hero.id}
        try:
            scene_from({**tables, "beings": fewer}, "", library)
        except BadInput:
            continue
        return False
    return True


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (("[parties.1]", "[parties.2]"), "parties.2: the scene is made for as many"),
        (("[parties.1]", "[parties.13]"), "parties.13: expected a number of characters from 1 to 12"),
        (("[parties.1]", "[parties.few]"), "parties.few: expected a number of characters from 1 to 12"),
        (('["bear"]', '["beer"]'), "there is no being 'beer'; did you mean bear"),
        (('["bear"]', '["tahra"]'), "'tahra' is of the party, who comes as it is"),
        (("beings.bear.hp", "beings.onuri.hp"), "'onuri' is of the party, who comes as it is"),
        (('from = "ash_bear", at = [6, 3]', 'from = "kailani"'), "'second_bear' is of the party"),
        (("[parties.4]\n", '[parties.4]\nwithout = ["bear"]\n'), "'bear' is left out for a party of 4"),
    ],
)
def test_what_cannot_be_is_refused(changed: tuple[str, str], fault: str) -> None:
    with pytest.raises(ContentError, match=fault):
        scene_from(parse_toml(SCENE.replace(*changed)), "", GAME.starter)


def test_a_check_looks_at_the_scene_for_every_number() -> None:
    assert not list(scene_findings(TABLES, "", GAME.starter))
    wrong = SCENE.replace("[6, 3]", "[6, 5]").replace("beings.bear.hp", "beings.bear.hpp")
    found = [(one.entry, one.field) for one in scene_findings(parse_toml(wrong), "", GAME.starter)]
    assert found == [("parties.4.beings.bear", "hpp"), ("parties.4.beings.second_bear", "at")]


def test_it_is_written_as_it_is_read() -> None:
    assert parse_toml(toml_scene(TABLES)) == TABLES


def test_entries_that_get_other_ids_get_them_there_too() -> None:
    ids = {("enemy", "ash_bear"): "grey_bear"}
    found = renamed_tables({**TABLES, "beings": {**TABLES["beings"], "ash_bear": {"at": [7, 7]}}}, ids)
    assert found["parties"]["4"]["beings"]["second_bear"]["from"] == "grey_bear"
    assert found["beings"]["ash_bear"]["from"] == "grey_bear"
