"""Tables that are played at once: who sits there, for whom machines play, and a scene that is on the table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.server.http.founding import NO_PACKS, Founding, Keys, first_doings, founded
from ludex.server.http.games import game_told
from ludex.table.campaign.campaign import Campaign
from ludex.table.document.show import Documents
from ludex.table.play.deciding import step, waiting
from tests.conftest import GAMES as NAMES
from tests.server.serving import run, served, status
from tests.table.tables import Fake

MOST_STEPS = 400


def founding(game: str, *seats: dict[str, Any], open: bool = True, **more: Any) -> Founding:
    scene = game_told(GAMES[game]).scenes[0]
    machines = dict.fromkeys([*GAMES[game].sides, "gm"], "simple")
    given = {"game": game, "title": "Now", "name": "Mara", "scenes": [{"ready": scene.id}], "machines": machines}
    return msgspec.convert({**given, "seats": list(seats), "open": open, **more}, Founding)


def laid(what: Founding) -> Campaign:
    keys = Keys("m", [f"k{number}" for number, _ in enumerate(what.seats)])
    table = founded(what, first_doings(what, NO_PACKS), keys, Fake().outside())
    table.take()
    return table


def until_somebody_decides(table: Campaign) -> tuple[str, ...]:
    for _ in range(MOST_STEPS):
        if not step(table):
            return waiting(table).seats
        table.take()
    raise AssertionError("machines alone decide")


@pytest.mark.parametrize("game", NAMES)
def test_whoever_plays_one_hero_is_the_only_one_who_is_waited_for(game: str) -> None:
    hero = game_told(GAMES[game]).scenes[0].heroes[0]
    table = laid(founding(game, {"name": "Ada", "beings": [hero.id]}))
    _, ada = table.seats
    assert until_somebody_decides(table) == (ada,)
    told = Documents(table).of(table.seats[ada])
    assert hero.id in told["you"]["beings"]
    assert told["beings"][hero.id]["name"] == hero.name
    assert told["master"] is None


def test_two_at_one_screen_have_seats_of_their_own() -> None:
    one, two, *_ = game_told(GAMES["bluebox"]).scenes[0].heroes
    table = laid(founding("bluebox", {"name": "Ada", "beings": [one.id]}, {"name": "Ben", "beings": [two.id]}))
    _, ada, ben = table.seats
    assert [table.seats[seat].beings for seat in (ada, ben)] == [(one.id,), (two.id,)]


def test_without_being_opened_a_table_waits_and_its_master_knows_the_heroes() -> None:
    hero = game_told(GAMES["crawl"]).scenes[0].heroes[0]
    table = laid(founding("crawl", {"name": "Ada", "beings": [hero.id]}, open=False))
    master, ada = table.seats.values()
    documents = Documents(table)
    shown = documents.of(master)["master"]["heroes"]
    assert next(one["id"] for heroes in shown.values() for one in heroes) == hero.id
    assert documents.of(ada)["master"] is None  # what is prepared is a secret
    assert table.playing is None


def test_what_cannot_be_put_on_the_table_is_refused() -> None:
    with pytest.raises(BadInput, match="expected a scene that can be put on the table"):
        laid(founding("bluebox", scenes=[]))


def test_the_links_of_all_seats_come_with_the_table() -> None:
    async def test() -> None:
        async with served() as serving:
            given = msgspec.to_builtins(founding("bluebox", {"name": "Ada", "beings": ["tahra"]}))
            link = await serving.ask("POST", "/api/tables", data=given)
            (seat,) = link["seats"]
            told = await serving.ask("GET", f"/api/tables/{link['table']}", seat["token"])
            assert (told["role"], told["plays"], told["scene"]) == ("player", ["Tahra"], "The Broken Causeway: swarm")
            many = {**given, "seats": [{"name": f"Ben {n}"} for n in range(13)]}
            assert await status(serving.ask("POST", "/api/tables", data=many)) == 400

    run(test())


def test_of_every_scene_it_is_said_how_hard_it_is_or_that_nobody_fights() -> None:
    told = {scene.id: scene.difficulty for game in GAMES.values() for scene in game_told(game).scenes}
    assert not [name for name, difficulty in told.items() if difficulty is None]
    camp = told["ash_bears_den_camp"]
    assert camp is not None
    assert camp.grade is None
