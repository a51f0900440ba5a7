"""Boards as they are drawn: every board that comes with the games opens as a plan and comes back the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import convert, parse_toml
from ludex.core.game import GAMES, Game
from ludex.core.plan.plan import Plan
from ludex.skeleton.game import GAME as SKELETON

SCENES = Path(__file__).parent


def boards(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """All boards of a game's content, and those that stand in its scene files."""
    for board in game.starter.all("board"):
        yield board.id, board
    files = [*(SCENES / game.name).rglob("*.toml"), *(game.home / "content").rglob("scenes/*.toml")]
    for path in files:
        table = parse_toml(path.read_text(encoding="utf-8")).get("board")
        if isinstance(table, dict):
            yield str(path), convert({"id": "board", "name": "Board", **table}, game.shape.board, str(path))


def plain(plan: Plan) -> Any:
    return msgspec.to_builtins(plan)


@pytest.mark.parametrize("game", [*GAMES, "skeleton"])
def test_every_board_is_the_same_after_it_was_a_plan(game: str) -> None:
    played = SKELETON if game == "skeleton" else GAMES[game]
    plans = played.plans
    assert plans is not None
    wrong = []
    for where, board in boards(played):
        plan = plans.read(board)
        fields = {key: value for key, value in plans.written(plan).items() if value is not None}
        again = convert({"id": board.id, "name": board.name, **fields}, played.shape.board, where)
        # a board may say the same in more words: which zones have cover, or how wide it is
        if plain(plans.read(again)) != plain(plan):
            wrong.append(where)
        elif msgspec.to_builtins(again) != msgspec.to_builtins(board) and board.id in played.starter.shelves["board"]:
            wrong.append(f"{where}: another record")
    assert wrong == []


@pytest.mark.parametrize("game", [*GAMES, "skeleton"])
def test_a_palette_knows_every_paint_of_its_boards(game: str) -> None:
    played = SKELETON if game == "skeleton" else GAMES[game]
    assert played.plans is not None
    palette = played.plans.palette(played.starter)
    paints = {paint.id: paint for paint in palette.paints}
    assert sorted(paints) == sorted(paint for layer in palette.layers for paint in layer.paints)
    for where, board in boards(played):
        plan = played.plans.read(board)
        assert plan.kind in palette.kinds, where
        for drawn in plan.drawn:
            paint = paints[drawn.paint]
            assert getattr(drawn, paint.on), where
            assert set(drawn.values) <= {blank.id for blank in paint.blanks}, where
