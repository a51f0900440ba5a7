"""Boards as they are drawn: every board that comes with the games opens as a plan and comes back the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludex.core.content.content import convert, parse_toml
from ludex.core.game import Game
from ludex.core.plan.plan import Plan
from tests.conformance.playing import KNOWN, named
from tests.scene_files import TESTS


def boards(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """All boards of a game's content, and those that stand in its scene files."""
    for board in game.starter.all("board"):
        yield board.id, board
    files = [*(TESTS / game.name).rglob("*.toml"), *(game.home / "content").rglob("scenes/*.toml")]
    for path in files:
        table = parse_toml(path.read_text(encoding="utf-8")).get("board")
        if isinstance(table, dict):
            yield str(path), convert({"id": "board", "name": "Board", **table}, game.shape.board, str(path))


def plain(plan: Plan) -> Any:
    return msgspec.to_builtins(plan)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_board_is_the_same_after_it_was_a_plan(game: Game[Any]) -> None:
    plans = game.plans
    assert plans is not None
    wrong = []
    for where, board in boards(game):
        plan = plans.read(board)
        fields = {key: value for key, value in plans.written(plan).items() if value is not None}
        again = convert({"id": board.id, "name": board.name, **fields}, game.shape.board, where)
        # a board may say the same in more words: which zones have cover, or how wide it is
        if plain(plans.read(again)) != plain(plan):
            wrong.append(where)
        elif msgspec.to_builtins(again) != msgspec.to_builtins(board) and board.id in game.starter.shelves["board"]:
            wrong.append(f"{where}: another record")
    assert wrong == []


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_a_palette_knows_every_paint_of_its_boards(game: Game[Any]) -> None:
    assert game.plans is not None
    palette = game.plans.palette(game.starter)
    paints = {paint.id: paint for paint in palette.paints}
    assert sorted(paints) == sorted(paint for layer in palette.layers for paint in layer.paints)
    for where, board in boards(game):
        plan = game.plans.read(board)
        assert plan.kind in palette.kinds, where
        for drawn in plan.drawn:
            paint = paints[drawn.paint]
            assert getattr(drawn, paint.on), where
            assert set(drawn.values) <= {blank.id for blank in paint.blanks}, where
