"""Founding tables: with all that they have from the beginning, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import post
from litestar.params import JSONBody

from ludex.core.files.adventures import adventure_called
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import seal_of
from ludex.core.pack.pictures import kind_of
from ludex.server import limits
from ludex.server.http.adventures import hashes_of
from ludex.server.http.asking import HOST, Asker, Given, address, by_host, has_room, house, not_founded_too_often
from ludex.server.http.faults import may_fail
from ludex.server.http.packs import apart
from ludex.server.http.table_packs import (
    PackBringing,
    Ready,
    all_readied,
    content_of,
    handout,
    led_by,
    maker_beside,
    pictures_in,
    token_names,
)
from ludex.server.http.tables import (
    CharacterGiven,
    ContentFile,
    Link,
    NewSeat,
    SceneFile,
    Words,
    character_doing,
    content_tables,
    scene_doing,
)
from ludex.server.keys import hashed
from ludex.table import doings
from ludex.table.campaign.adventures import BeginChapter
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import WriteHandout
from ludex.table.campaign.scenes import OpenScene
from ludex.table.campaign.seating import AddSeat, HandOver
from ludex.table.campaign.settings import AddContent, Choose, Set
from ludex.table.desk import desk
from ludex.table.desk.apart import quickly
from ludex.table.desk.store_rows import Blob, blob_of
from ludex.table.records.seat import refuse
from ludex.workshop.workshop import Workshop

MOST_PACKS = 20
MOST_SEATED = 12  # seats with which a table begins, besides that of the game master
MOST_MACHINES = 40


class Founding(Given, frozen=True, kw_only=True):
    """A new table, with all that it has from the beginning. Of its packs what is shared, and with the header
    `Maker-Token` one's own; characters and scenes may name what is in them. `machines` are policies by whom they play
    for: a being, a side, or `gm` for what the game master would be asked. `open`: its first scene is put on the table
    at once. `adventure`: one that comes with the game; its first chapter begins."""

    game: Words
    title: Words
    name: Words
    settings: dict[str, Any] = {}
    options: dict[str, bool | int | str] = {}
    packs: Annotated[list[PackBringing], msgspec.Meta(max_length=MOST_PACKS)] = []
    adventure: Words = ""
    content: list[ContentFile] = []
    characters: list[CharacterGiven] = []
    scenes: list[SceneFile] = []
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=MOST_SEATED)] = []
    machines: Annotated[dict[Words, Words], msgspec.Meta(max_length=MOST_MACHINES)] = {}
    open: bool = False


class Laid(Link, frozen=True, kw_only=True):
    """A new table: the link of its game master, and those of the other seats it was begun with, in their order."""

    seats: list[Link]


class Keys(NamedTuple):
    """The hashes of the tokens of a new table."""

    master: str
    seats: list[str]


class FromPacks(NamedTuple):
    """What comes of packs to a new table."""

    ready: Ready
    pictures: list[Blob]
    handouts: list[WriteHandout]


NO_PACKS = FromPacks(Ready([], [], [], []), [], [])


def pictures_of(workshop: Workshop, maker: str, packs: Sequence[PackBringing], ready: Ready, most: int) -> FromPacks:
    """All pictures of packs: those by which nobody is drawn as handouts that nobody has been shown."""
    kept: dict[str, Blob] = {}
    handouts: list[WriteHandout] = []
    room = most

    def keep(picture: Blob) -> None:
        nonlocal room
        room -= len(picture.data) if picture.name not in kept else 0
        kept[picture.name] = picture
        if room < 0:  # no more of them are read
            raise refuse("the pictures of these packs are more than a table may keep")

    for token in ready.tokens:
        data = workshop.picture(maker, token.pack, token.name)
        keep(blob_of(kind_of(data), data))
    for pack in packs:
        drawn = pictures_in(workshop, maker, pack.pack) if pack.pictures else {}
        for name, data in drawn.items():
            picture = blob_of(kind_of(data), data)
            if picture.name not in kept:
                keep(picture)
                handouts.append(handout(name, picture.name))
    return FromPacks(ready, [*kept.values()], handouts)


def founded(what: Founding, first: list[Doing], keys: Keys, outside: Outside | None = None) -> Campaign:
    """A new table on which all this was done first, with the keys of its seats."""
    campaign = doings.found(what.game, what.title, what.name, keys.master, outside)
    master = next(iter(campaign.seats))
    for doing in [*first, *seatings(what, keys.seats)]:
        campaign.do(master, doing)
    if campaign.adventure is not None:
        campaign.do(master, BeginChapter(chapter=campaign.adventure.adventure.chapter[0].id))
    if what.open:
        if not campaign.scenes:
            raise BadInput("open: expected a scene that can be put on the table")
        campaign.do(master, OpenScene(scene=next(iter(campaign.scenes))))
    return campaign


def seatings(what: Founding, keys: Sequence[str]) -> list[Doing]:
    """Who sits there, and for whom machines play: those whom somebody plays are theirs."""
    handed = [HandOver(who=who, policy=policy) for who, policy in what.machines.items()]
    seats = [
        AddSeat(role=seat.role, name=seat.name, beings=tuple(seat.beings), token_hash=key)
        for seat, key in zip(what.seats, keys, strict=True)
    ]
    return [*handed, *seats]


def tried(what: Founding, packs: FromPacks, seconds: float) -> list[Doing]:
    """What is to be done first, made of what was brought, and done once to see that it can be, and so quickly."""
    first = first_doings(what, packs)
    with quickly(seconds):
        founded(what, first, Keys("", [f"seat {number}" for number, _ in enumerate(what.seats)]))
    return first


def first_doings(what: Founding, packs: FromPacks) -> list[Doing]:
    found: list[Doing] = []
    if what.settings:
        found.append(Set(settings=what.settings))
    if what.options:
        found.append(Choose(options=what.options))
    found += packs.ready.content
    if what.content:
        found.append(AddContent(files=content_tables(what.content)))
    found += [character_doing(what.game, file) for file in what.characters]
    found += [scene_doing(file) for file in what.scenes]
    return [*found, *packs.ready.scenes, *packs.ready.adventures, *packs.handouts]


async def from_packs(request: Asker, what: Founding) -> FromPacks:
    at, maker = house(request), await maker_beside(request)
    if len({each.pack for each in what.packs}) < len(what.packs):
        raise BadInput("packs: expected each of them once")
    for each in what.packs:  # one that they may not see is not read
        await asyncio.to_thread(at.workshop.pack, maker.id, each.pack)
    ready = await apart(at, maker, all_readied, maker.id, what.packs, what.game)
    most = at.settings.quota.table
    async with at.pictures:
        return await asyncio.to_thread(pictures_of, at.workshop, maker.id, what.packs, ready, most)


def shipped(game: str, name: str) -> FromPacks:
    """An adventure that comes with the game, as what comes of its pack."""
    if game not in GAMES:
        raise BadInput(f"there is no game {game!r}; {there_are(game, GAMES)}")
    pack = adventure_called(game, name).pack
    hashes = hashes_of(pack)
    content = [content_of(pack, seal_of(pack.parts), hashes)] if pack.content() else []
    drawn = [pack.parts[name] for name in token_names(pack) if name in pack.parts]
    return FromPacks(Ready(content, [], [], led_by(pack, hashes)), [blob_of(kind_of(data), data) for data in drawn], [])


def with_adventure(packs: FromPacks, adventure: FromPacks) -> FromPacks:
    """It comes before packs, which may change what is in it."""
    first, then = adventure.ready, packs.ready
    ready = Ready([*first.content, *then.content], then.scenes, then.tokens, [*first.adventures, *then.adventures])
    return FromPacks(ready, [*adventure.pictures, *packs.pictures], packs.handouts)


def without_pictures(packs: FromPacks) -> FromPacks:
    """As a helper is sent it, which only tries what is done first."""
    return packs._replace(pictures=[])


@post(
    "/tables",
    tags=["tables"],
    security=HOST,
    guards=[by_host, not_founded_too_often, has_room],
    responses=may_fail(401, 404, 413, 415),
    weight=limits.DEAR,
)
async def found(request: Asker, data: JSONBody[Founding]) -> Laid:
    """A new table, all of it or none; gives the link of its game master, and those of the other seats."""
    at = house(request)
    token, tokens = at.settings.token(), [at.settings.token() for _ in data.seats]
    packs = await from_packs(request, data) if data.packs else NO_PACKS
    if data.adventure:
        packs = with_adventure(packs, await asyncio.to_thread(shipped, data.game, data.adventure))
    if at.apart is not None:
        first = await at.apart.without_table(
            address(request), partial(tried, data, without_pictures(packs), desk.TRIED_SECONDS)
        )
    else:
        first = await asyncio.to_thread(first_doings, data, packs)

    def kept() -> Laid:
        outside = at.settings.outside
        campaign = founded(data, first, Keys(hashed(token), [hashed(each) for each in tokens]), outside)
        table = outside.fresh()
        at.desk.store.create(table, campaign.take(), packs.pictures)
        master, *others = campaign.seats
        links = [Link(table=table, seat=seat, token=each) for seat, each in zip(others, tokens, strict=True)]
        return Laid(table=table, seat=master, token=token, seats=links)

    return await asyncio.to_thread(kept)
