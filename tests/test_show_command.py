"""`ludex show`: the content of a game as it is written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from ludex.cli.main import app
from ludex.cli.show import SCENE, as_written, kinds_in, names_in
from ludex.core.content.content import convert
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES, Game
from ludex.core.kernel.ruling import BadInput


def shown(*words: str) -> str:
    done = CliRunner().invoke(app, ["show", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("game", GAMES.values(), ids=[game.name for game in GAMES.values()])
def test_every_entry_is_shown_as_it_can_be_written(game: Game[Any]) -> None:
    library = game.library()
    assert {"board", SCENE} <= set(kinds_in(library))
    for kind, shelf in library.shelves.items():
        for name, entry in shelf.entries.items():
            (raw,) = tomllib.loads(as_written(library, kind, name))[kind]
            assert msgspec.to_builtins(convert(raw, shelf.record, "")) == msgspec.to_builtins(entry), (kind, name)
    for name in names_in(library, SCENE):
        scene_from(tomllib.loads(as_written(library, SCENE, name)), name)


def test_without_a_name_all_there_are_are_listed() -> None:
    everything = shown("bluebox")
    assert "character\n" in everything
    assert "  broken_causeway_patrol" in everything
    assert shown("bluebox", "character") in everything
    assert "  onuri\n" in shown("bluebox", "character")


def test_a_name_may_go_without_its_kind() -> None:
    text = shown("bluebox", "character", "onuri")
    assert text.startswith("# In a content file; in a scene file [[content.character]]\n[[character]]\n")
    assert shown("bluebox", "onuri") == text
    assert shown("bluebox", "scene", "broken_causeway_patrol").startswith("# A scene file\n")


def test_content_of_your_own_is_shown_in_place_of_what_it_replaces(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[[board]]\nid = "a"\nname = "A"\nq = [0, 1]\nr = [0, 1]\n\n# The other\n'
        '[[board]]\nid = "b"\nname = "B"\nq = [0, 1]\nr = [0, 1]\nwalls = [\n  [0, 1],\n  [1, 1]\n]\n'
    )
    own = shown("bluebox", "board", "a", "--content", str(tmp_path))
    assert own.endswith('[[board]]\nid = "a"\nname = "A"\nq = [0, 1]\nr = [0, 1]\n')
    assert shown("bluebox", "b", "--content", str(tmp_path)).endswith("  [1, 1]\n]\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("blubox",), "there is no game 'blubox'; did you mean bluebox"),
        (("bluebox", "wepon", "x"), "there is no kind 'wepon'; did you mean weapon"),
        (("bluebox", "wepon"), "there is no entry or kind 'wepon'; did you mean weapon"),
        (("bluebox", "character", "onury"), "there is no character 'onury'; did you mean onuri"),
    ],
)
def test_what_there_is_not_is_told_with_what_may_be_meant(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        shown(*words)
