"""Tables of five as they are measured: a game master and four who play somebody, in a fight of each game, and what they
do there. What falls is the same at all tables of a game, so that an evening can be rehearsed and its messages written
down before anything is measured."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

import msgspec

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import HERE
from ludex.core.content.content import read_toml
from ludex.core.foe import deciding
from ludex.core.kernel.procedure import Interject, Question
from ludex.server.keys import hashed
from ludex.table import doings
from ludex.table.campaign.campaign import Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import AddSeat
from ludex.table.desk.desk import seat_by
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.play.commands import Answer, Command, Interjection
from ludex.table.play.deciding import deciders, masters

SEATS = 5
GAMES = ("bluebox", "cloudbreaker", "crawl", "navyblue", "vitality")
POLICY = "simple"  # decides for everybody: what is done is what people could do


class Said(NamedTuple):
    """A message: at which seat of the table, counted from the game master's, what is done, and as it is sent."""

    seat: int
    what: Doing
    message: bytes


def token(table: str, seat: int) -> str:
    return f"the token of seat {seat} at {table}"


def outside(game: str) -> Outside:
    """A world in which all can be foreseen, the same for all tables of a game."""
    numbers: Iterator[int] = count(1)

    def seed() -> bytes:
        return sha256(f"{game} {next(numbers)}".encode()).digest()

    return Outside(fresh=lambda: f"id{next(numbers)}", seed=seed, secret_seed=seed)


def founded(store: Store, table: str, game: str) -> Held:
    """A table of this name, with a fight of four against four laid out on it and somebody at each of the four."""
    world = outside(game)
    store.create(table, doings.found(game, "A table", "Mara", hashed(token(table, 0)), world).take())
    held = Held(table, store, world)
    scene = do(held, 0, Prepare(tables=dict(read_toml(HERE / f"{game}.toml"))))["scene"]
    do(held, 0, OpenScene(scene=scene, carry=False, begin=False))
    campaign = held.loaded()
    assert campaign.scene is not None
    party = [being.id for being in campaign.scene.side_of(campaign.game.sides[0])]
    for number, being in enumerate(party[: SEATS - 1], 1):
        key = hashed(token(table, number))
        do(held, 0, AddSeat(role="player", name=f"Player {number}", token_hash=key, beings=(being,)))
    return held


def do(held: Held, seat: int, what: Doing) -> Any:
    key = hashed(token(held.id, seat))
    return held.act(lambda table: table.do(seat_by(table, key).id, what))


def evening(held: Held, messages: int) -> Iterator[Said]:
    """What is done at a table, one thing after another; each is done when the next one is asked for. A fight that is
    over is fought again."""
    for number in range(1, messages + 1):
        seat, what = _next(held)
        yield Said(seat, what, _written(what, number))
        do(held, seat, what)


def _written(what: Doing, number: int) -> bytes:
    return msgspec.json.encode({"n": number, **msgspec.to_builtins(what)})


def _next(held: Held) -> tuple[int, Doing]:
    table = held.loaded()
    assert table.playing is not None
    live, game = table.playing.live, table.game
    if isinstance(live.open, Question):
        question = live.open
        side = deciding.side_asked(live.shown, question)
        said = deciding.answer(game, live.shown, side, question, table.machine(side, POLICY))
        seat = _seat(held, question.who)
        if isinstance(said, Interject):
            first = said.command
            return seat, Interjection(key=question.key, actor=first.actor, name=first.name, args=dict(first.args))
        return seat, Answer(key=question.key, value=said)
    assert live.open is None, live.open
    who = game.to_act(live.scene)
    if not who:
        return 0, OpenScene(scene=next(iter(table.scenes)), carry=False)
    being = live.scene.beings[who]
    command, _ = deciding.choose(game, live.scene, being, table.machine(being.side, POLICY))
    return _seat(held, who), Command(actor=command.actor, name=command.name, args=dict(command.args))


def _seat(held: Held, who: str) -> int:
    """The first of those who decide for somebody."""
    table = held.loaded()
    found = (deciders(table, who) or masters(table))[0]
    return list(table.seats).index(found)
