"""Scenes that were kept by an older version are opened by this one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.core.files.codec import as_plain, restore
from ludex.core.game import GAMES, Game
from ludex.core.kernel.ruling import BadInput
from ludex.table import doings
from tests.conformance.playing import KNOWN, named
from tests.table.shapes import HOME, kept_as
from tests.table.tables import Kept, differing


@pytest.mark.parametrize("place", sorted(HOME.glob("*.json")), ids=lambda place: place.stem)
def test_a_state_of_every_shape_can_still_be_read(place: Path) -> None:
    name, _, shape = place.stem.partition(".")
    game = GAMES[name]
    scene = restore(msgspec.json.decode(place.read_bytes()), int(shape), game, game.library())
    assert game.faults(scene) == []
    if int(shape) == len(game.migrations):
        assert as_plain(scene) == msgspec.json.decode(place.read_bytes())


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_the_shape_of_every_game_is_kept(game: Game[Any]) -> None:
    assert kept_as(game.name, len(game.migrations)).exists(), "python -m tests.table.shapes writes it"


def test_a_migration_leads_from_one_shape_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept("vitality")
    kept.open(begin=False)
    old = next(entry for entry in kept.entries if entry.kind == "opened")
    old.body["state"]["seconds"] = old.body["state"].pop("clock")  # as it was called once

    def rename(state: dict[str, Any]) -> dict[str, Any]:
        return {**{key: value for key, value in state.items() if key != "seconds"}, "clock": state["seconds"]}

    monkeypatch.setattr(type(kept.table.game), "migrations", (rename,))
    table = kept.folded()
    doings.wake(table)
    assert table.playing is not None
    assert as_plain(table.playing.live.scene) == as_plain(kept.live.scene)


def test_a_shape_from_the_future_is_not_guessed_at() -> None:
    game = GAMES["bluebox"]
    with pytest.raises(BadInput, match="shape 2; this version of Blue Box knows up to 1"):
        restore({}, 2, game, game.library())
    with pytest.raises(BadInput, match="cannot be read"):
        restore({}, 0, game, game.library())


def test_a_table_without_a_scene_folds_too() -> None:
    kept = Kept("crawl")
    assert not differing(kept.table, kept.folded())
