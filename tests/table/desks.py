"""Desks for tests: a table with seats whose keys are known, ears that remember what they were told, and somebody who
plays by luck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.files.codec import digest
from ludex.core.kernel.procedure import Question, Roll
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import AddSeat, HandOver, Reseat
from ludex.table.campaign.settings import Set
from ludex.table.desk.desk import Desk
from ludex.table.desk.quota import Quota, Share
from ludex.table.desk.store import Store
from ludex.table.desk.telling import Gone, News, Welcome
from ludex.table.document.changes import apply
from ludex.table.play import commands, mastering
from ludex.table.play.deciding import waiting
from ludex.table.play.pinging import Pointed
from ludex.table.records.seat import Seat
from tests.table.tables import SCENES

GM = "key of mara"
ALL = Share(*(10**12,) * 4)
FREE = Quota(10**12, ALL, ALL, ALL)  # for whoever is in haste
DICE = sha256(b"one").digest()  # with these somebody of the party goes first in Blue Box, The Crawl and Vitality


class Ear:
    """Somebody who listens, and puts together what they are told."""

    def __init__(self) -> None:
        self.heard: list[News] = []
        self.why, self.for_good = "", False
        self.document: Any = None
        self.lines: list[Any] = []
        self.said: list[str] = []
        self.shown: list[Pointed] = []
        self.something = asyncio.Event()

    def welcome(self, welcome: Welcome) -> Welcome:
        self.document = welcome.document
        self.lines = list(welcome.lines)
        self.said = [each["words"] for each in welcome.chat]
        for news in self.heard:
            self._take(news)
        return welcome

    def told(self, news: News) -> None:
        assert news.changes or news.lines or news.chat, "there is nothing to tell"
        self.heard.append(news)
        if self.document is not None:
            self._take(news)

    def _take(self, news: News) -> None:
        self.document = apply(self.document, news.changes)
        for line in news.lines:
            self.lines = [*(self.lines if line["told"] else []), line]
        self.said += [each["words"] for each in news.chat]
        self.something.set()

    def pointed(self, where: Pointed) -> None:
        self.shown.append(where)

    def gone(self, gone: Gone) -> None:
        self.why, self.for_good = gone
        self.something.set()

    async def until(self, holds: Callable[[Ear], Any], seconds: float = 120.0) -> None:
        async with asyncio.timeout(seconds):
            while not holds(self):
                self.something.clear()
                await self.something.wait()


async def listen(desk: Desk, table: str, key: str = GM) -> Ear:
    ear = Ear()
    ear.welcome(await desk.sit(table, key, ear))
    return ear


async def a_table(desk: Desk, game: str = "bluebox", pause: float = 0.0, policy: str = "") -> str:
    """A table with a scene, a player for the first two of the party, and where wanted a machine that plays the foes."""
    table = desk.outside.fresh()
    outside = desk.outside._replace(seed=lambda: DICE)
    desk.store.create(table, doings.found(game, "A table", "Mara", GM, outside).take())
    await desk.do(table, GM, Set(settings={"pause": pause}))
    prepared = await desk.do(table, GM, Prepare(ready=SCENES[game]))
    await desk.do(table, GM, OpenScene(scene=prepared["scene"]))
    party = await desk.read(table, GM, lambda campaign, seat: own_party(campaign))
    for name, being in zip(("ann", "ben"), party, strict=False):
        await desk.do(table, GM, AddSeat(role="player", name=name, token_hash=f"key of {name}", beings=(being,)))
    if policy:
        await desk.do(table, GM, HandOver(who="foes", policy=policy))
    return table


async def by_machines(desk: Desk, table: str, policy: str = "simple") -> None:
    """From now on machines decide for everybody."""
    for name in ("ann", "ben"):
        seat = await desk.read(table, f"key of {name}", lambda campaign, seat: seat.id)
        await desk.do(table, GM, Reseat(seat=seat, beings=()))
    for who in ("party", "foes", "gm"):
        await desk.do(table, GM, HandOver(who=who, policy=policy))


async def until(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"it does not come about within {seconds} seconds")


async def seat_of(desk: Desk, table: str, key: str) -> str:
    return await desk.read(table, key, lambda campaign, seat: seat.id)


def own_party(table: Campaign) -> list[str]:
    assert table.scene is not None
    return [being.id for being in table.scene.beings.values() if being.side == table.game.sides[0]]


def last(store: Store, table: str) -> int:
    """The number of the last entry that is kept."""
    return store.numbers([table])[table]


def opened(url: str) -> Store:
    store = Store(url)
    store.migrate()
    return store


def stands(table: Campaign, seat: Seat | None = None) -> list[Any]:
    """How a table stands: the number of its last entry, the scene at its boundary and now, and the open question."""
    live = table.playing.live if table.playing is not None else None
    if live is None:
        return [table.number, "", "", ""]
    return [table.number, digest(live.scene), digest(live.shown), live.open.key if live.open is not None else ""]


def folded(store: Store, table: str, until: int | None = None) -> Campaign:
    return doings.folded(store.entries(table)[:until], Outside())


def by_luck(table: Campaign, luck: Random) -> Doing | None:
    """Something that the game master may do for whoever is next; nothing where that is the machine."""
    if table.playing is None or waiting(table).kind == "nobody":
        return OpenScene(scene=next(iter(table.scenes)), carry=False)
    live = table.playing.live
    if luck.random() < 0.05:
        return mastering.Withdraw() if live.open is not None else mastering.Undo(steps=1)
    if isinstance(live.open, Roll):
        return None
    if isinstance(live.open, Question):
        value = luck.choice(list(islice(live.open.domain.some(), 20)))
        return commands.Answer(key=live.open.key, value=value)
    who = table.game.to_act(live.scene)
    being = live.scene.beings[who]
    may = [offer.action for offer in table.game.offers(live.scene, being) if offer.refusal is None]
    given = table.game.sample(live.scene, being, luck.choice(may), luck.randrange) if may else None
    if given is None:
        return None
    args: Any = given.to_plain()["args"]
    return commands.Command(actor=who, name=given.name, args=args)
