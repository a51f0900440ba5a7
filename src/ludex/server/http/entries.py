"""Entries of content that are being made: what there is to begin from, what a draft comes to, and entries of a pack.
Of a draft nothing is kept until it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.http.asking import (
    MAKER,
    SEAT,
    Asker,
    Given,
    Made,
    address,
    by_maker,
    has_room,
    house,
    key_of,
    maker_of,
    not_too_often,
)
from ludex.server.http.faults import may_fail
from ludex.server.http.games import game_of
from ludex.server.http.making import known_content
from ludex.server.http.packs import PackSaved, apart, saved
from ludex.server.limits import seat_at
from ludex.table.desk.desk import LOOK_SECONDS
from ludex.table.document.show import Documents
from ludex.table.records.seat import Seat
from ludex.workshop import saving
from ludex.workshop.drafted import Draft, Drafted, drafted
from ludex.workshop.editing import MOST_EDITS, MOST_ENTRY, Edit, raw_entry
from ludex.workshop.ground import EntryLine, Ground, ground_of_game, ground_of_pack
from ludex.workshop.workshop import Workshop

T = TypeVar("T")
Letters = Annotated[str, msgspec.Meta(max_length=200)]
Asked = Annotated[str, QueryParameter(max_length=200)]
LAST_REVISION = 1 << 40
Revision = Annotated[int, msgspec.Meta(ge=1, le=LAST_REVISION)]


class DraftGiven(Given, frozen=True, kw_only=True):
    """An entry that is being made, as a text or as plain data. `edits` are made in order, after it has got the id `as`;
    `origin` is the id of the entry from which it began. `pack` or `table`: with the content of that, too."""

    kind: Letters
    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)] | None = None
    entry: dict[str, Any] | None = None
    edits: Annotated[list[Edit], msgspec.Meta(max_length=MOST_EDITS)] = []
    origin: Letters = ""
    called: Letters = msgspec.field(name="as", default="")
    pack: Letters = ""
    table: Letters = ""


class EntryTold(Made, frozen=True, kw_only=True):
    """An entry, as it is read and as it is written in its file."""

    kind: str
    id: str
    entry: dict[str, Any]
    text: str


class EntryGiven(Given, frozen=True, kw_only=True):
    """One entry as a text. `revision`: the one of the pack in which it was begun; a later one is not written over."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)]
    revision: Revision
    note: Annotated[str, msgspec.Meta(max_length=400)] = ""


# ---------------------------------------------------------------- on which ground


def on_game(game: str, work: Callable[..., T], args: tuple[Any, ...]) -> T:
    return work(ground_of_game(game), *args)


def on_pack(workshop: Workshop, maker: str, pack: str, game: str, work: Callable[..., T], args: tuple[Any, ...]) -> T:
    return work(ground_of_pack(workshop, maker, pack, game), *args)


def on_table(game: str, work: Callable[..., T], args: tuple[Any, ...], documents: Documents, seat: Seat) -> T:
    """With what the seat may know of the table."""
    campaign = documents.table
    if campaign.game.name != game:
        raise BadInput(f"table: this table plays {campaign.game.name}, not {game!r}")
    titles = {name: label.title for name, label in campaign.packs.items()}
    return work(Ground(campaign.game, known_content(campaign, seat), titles=titles, options=campaign.options), *args)


async def on_ground(request: Asker, game: str, pack: str, table: str, work: Callable[..., T], *args: Any) -> T:
    """What a function of a module makes of the content that whoever asks may know: that of the game, of a pack for its
    maker, of a table for a seat. It is worked out in a helper."""
    at, name = house(request), game_of(game).name
    if pack and table:
        raise BadInput("expected a pack or a table, not both")
    if pack:
        maker = await maker_of(request)
        await asyncio.to_thread(at.workshop.pack, maker.id, pack)
        return await apart(at, maker, on_pack, maker.id, pack, name, work, args)
    if table:
        key = key_of(request)
        not_too_often(at.seats, seat_at(table, key), wait=1, weight=limits.DRAFTED)
        return await at.desk.work_out(table, key, partial(on_table, name, work, args))
    if at.apart is not None:
        return await at.apart.without_table(address(request), partial(on_game, name, work, args), LOOK_SECONDS)
    return await asyncio.to_thread(on_game, name, work, args)


def lines_of(ground: Ground, kind: str) -> list[EntryLine]:
    return ground.lines(kind)


def entry_of(ground: Ground, kind: str, id: str) -> EntryTold:
    text = ground.text(kind, id)
    return EntryTold(kind=kind, id=id, entry=raw_entry(kind, text), text=text)


# ---------------------------------------------------------------- what can be asked


class Entries(Controller):
    path = "/games/{game:str}/entries"
    tags = ["entries"]
    security = [*MAKER, *SEAT, {}]

    @get("/", responses=may_fail(401, 404), weight=limits.DEAR)
    async def entries(
        self, request: Asker, game: FromPath[str], kind: Asked = "", pack: Asked = "", table: Asked = ""
    ) -> list[EntryLine]:
        """Entries to begin from or to choose, of one kind or of all: those of the game; with a pack for its maker, or a
        table for its seats, theirs first."""
        return await on_ground(request, game, pack, table, lines_of, kind)

    @get("/{kind:str}/{id:str}", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def entry(
        self, request: Asker, game: FromPath[str], kind: FromPath[str], id: FromPath[str], pack: Asked = "",
        table: Asked = "",
    ) -> EntryTold:  # fmt: skip
        """An entry and its text, as its file has it."""
        return await on_ground(request, game, pack, table, entry_of, kind, id)

    @post("/", status_code=200, responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED)
    async def draft(self, request: Asker, game: FromPath[str], data: JSONBody[DraftGiven]) -> Drafted:
        """What a draft comes to: its text after all edits, what is wrong with it, what differs from its origin and how
        players will see it. Nothing of it is kept."""
        if (data.text is None) == (data.entry is None):
            raise BadInput("expected a text or an entry")
        draft = Draft(data.kind, data.text, data.entry, data.edits, data.origin, data.called)
        return await on_ground(request, game, data.pack, data.table, drafted, draft)


class PackEntries(Controller):
    path = "/packs/{pack:str}/entries"
    tags = ["entries"]
    security = MAKER
    guards = [by_maker]

    @put("/{kind:str}/{id:str}", guards=[has_room], responses=may_fail(401, 404, 409, 413, 415), weight=limits.DEAR)
    async def save(
        self, request: Asker, pack: FromPath[str], kind: FromPath[str], id: FromPath[str], data: JSONBody[EntryGiven]
    ) -> PackSaved:
        """Save an entry of a pack: in place of the one of this id, or at the end of a file of its kind. A new revision,
        whatever is wrong with it."""
        await there(request, pack)
        return await saved(request, saving.save_entry, pack, kind, id, data.text, data.revision, data.note)

    @delete("/{kind:str}/{id:str}", status_code=200, responses=may_fail(401, 404, 409), weight=limits.DEAR)
    async def take_away(
        self, request: Asker, pack: FromPath[str], kind: FromPath[str], id: FromPath[str],
        revision: Annotated[int, QueryParameter(ge=1, le=LAST_REVISION)],
    ) -> PackSaved:  # fmt: skip
        """Take an entry out of a pack, with the comments directly above it: a new revision."""
        await there(request, pack)
        return await saved(request, saving.take_entry_away, pack, kind, id, revision)


async def there(request: Asker, pack: str) -> None:
    """Is there such a pack, as far as whoever asks may know?"""
    maker = await maker_of(request)
    await asyncio.to_thread(house(request).workshop.pack, maker.id, pack)
