"""Boards as they are drawn: every board that comes with the games opens as a plan and comes back the same."""

from __future__ import annotations

import re
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
    for path in (*(TESTS / game.name).rglob("*.toml"), *(game.home / "content").rglob("scenes/*.toml")):
        text = path.read_text(encoding="utf-8")
        line = re.search(r"^board = \{.*\}$", text, re.MULTILINE)  # to read all of every file would take long
        if line is not None or "\n[board]" in text:
            table = parse_toml(line[0] if line is not None else text)["board"]
            yield str(path), convert({"id": "board", "name": "Board", **table}, game.shape.board, str(path))


def plain(plan: Plan) -> Any:
    return msgspec.to_builtins(plan)


@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_every_board_is_of_the_paints_of_its_game_and_the_same_after_it_was_a_plan(game: Game[Any]) -> None:
    plans = game.plans
    assert plans is not None
    palette = plans.palette(game.starter)
    paints = {paint.id: paint for paint in palette.paints}
    assert sorted(paints) == sorted(paint for layer in palette.layers for paint in layer.paints)
    wrong = []
    for where, board in boards(game):
        plan = plans.read(board)
        assert plan.kind in palette.kinds, where
        for drawn in plan.drawn:
            assert getattr(drawn, paints[drawn.paint].on), where
            assert set(drawn.values) <= {blank.id for blank in paints[drawn.paint].blanks}, where
        fields = {key: value for key, value in plans.written(plan).items() if value is not None}
        again = convert({"id": board.id, "name": board.name, **fields}, game.shape.board, where)
        # a board may say the same in more words: which zones have cover, or how wide it is
        if plain(plans.read(again)) != plain(plan):
            wrong.append(where)
        elif msgspec.to_builtins(again) != msgspec.to_builtins(board) and board.id in game.starter.shelves["board"]:
            wrong.append(f"{where}: another record")
    assert wrong == []
