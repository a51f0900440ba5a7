"""Characters that come with a game, read before one chooses whom to play."""

from __future__ import annotations

import msgspec
import pytest
from litestar.exceptions import NotFoundException

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.server.http.ready import ready_character
from tests.server.serving import run, served


@pytest.mark.parametrize("game", list(GAMES))
def test_every_character_of_a_game_has_a_sheet_to_read(game: str) -> None:
    for entry in GAMES[game].starter.all("character"):
        told = ready_character(GAMES[game], entry.id)
        assert (told.name, told.text) == (entry.name, entry.text)
        sections = msgspec.to_builtins(told)["sections"]
        rows = [row for section in sections for row in section["rows"]]
        assert len(rows) > 10
        assert "At" not in [row["label"] for row in rows]  # nobody stands anywhere yet


def test_who_does_not_come_with_the_game_has_none() -> None:
    with pytest.raises(NotFoundException, match="there is no character 'nobody'"):
        ready_character(GAMES["bluebox"], "nobody")


def test_anybody_may_read_it() -> None:
    async def test() -> None:
        async with served() as serving:
            told = await serving.ask("GET", "/api/games/crawl/characters/sefa_quickwater")
            assert told["name"] == "Sefa Quickwater"
            assert told["sections"][0]["rows"]

    run(test())
