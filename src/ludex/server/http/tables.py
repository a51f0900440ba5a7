"""Tables and seats: founding, listing, links and codes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, delete, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex.core.content.content import parse_toml
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.http.asking import (
    HOST,
    SEAT,
    Asker,
    Given,
    Made,
    address,
    by_host,
    by_master,
    house,
    key_of,
    too_often,
)
from ludex.server.http.faults import may_fail
from ludex.server.keys import code_hashed, fresh_code, hashed
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import Bring
from ludex.table.campaign.scenes import Prepare
from ludex.table.campaign.seating import AddSeat, OpenDoor, Reseat
from ludex.table.campaign.settings import AddContent, Answer, Archive, Rename
from ludex.table.desk.portable import character_from
from ludex.table.desk.usage import Used
from ludex.table.document.show import NO_SCENE, Documents
from ludex.table.records.entry import UNSET, Branch, Unset
from ludex.table.records.seat import Seat, refuse

Words = Annotated[str, msgspec.Meta(max_length=200)]


class SceneFile(Given, frozen=True, kw_only=True):
    """A scene: one that comes with the game, a file as TOML, or with neither an empty board."""

    title: Words = ""
    ready: Words = ""
    toml: str = ""


class ContentFile(Given, frozen=True, kw_only=True):
    """Content of the table's own: a file as TOML."""

    name: Words
    toml: str


class ContentGiven(Given, frozen=True, kw_only=True):
    """Content of the table's own: a file as TOML, or several `files` that are read together; and what becomes of what
    is in use and would be gone."""

    name: Words = ""
    toml: str = ""
    files: list[ContentFile] = []
    answers: list[Answer] = []


class CharacterGiven(Given, frozen=True, kw_only=True):
    """A character: one that comes with the game, or a file: TOML as a table gives it or as `ludex create` has written
    it, or the same as JSON."""

    ready: Words = ""
    toml: str = ""


class NewSeat(Given, frozen=True, kw_only=True):
    role: Words = "player"
    name: Words
    beings: list[str] = []


class Changes(Given, frozen=True, kw_only=True):
    """Only what is given is changed."""

    title: Words | Unset = UNSET
    archived: bool | Unset = UNSET


class Opening(Given, frozen=True, kw_only=True):
    seconds: Annotated[float, msgspec.Meta(ge=1, le=86_400)] = 600.0


class Knock(Given, frozen=True, kw_only=True):
    code: Words
    name: Words


class TableLine(Made, frozen=True, kw_only=True):
    table: str
    title: str
    game: str
    changed: float
    archived: bool
    deleting: float  # when it is deleted for good, in seconds since 1970; 0: it is not


class Link(Made, frozen=True, kw_only=True):
    """A seat and the token that opens it: told this once."""

    table: str
    seat: str
    token: str


class Ticket(Made, frozen=True, kw_only=True):
    """A place in the waiting room, and the token with which to wait on the socket."""

    table: str
    title: str
    waiting: str
    token: str


class Sitting(Made, frozen=True, kw_only=True):
    """Somebody at the table."""

    name: str
    role: str


class SeatTold(Made, frozen=True, kw_only=True):
    """Whose token this is, and how the table stands: the scene on it with its round and whether it is `over`, what is
    waited for, and whether that is `yours`."""

    table: str
    title: str
    game: str
    archived: bool
    deleting: float
    branch: Branch | None
    seat: str
    role: str
    name: str
    beings: list[str]
    options: dict[str, bool | int | str]
    plays: list[str]
    people: list[Sitting]
    scene: str
    round: int
    over: bool
    waiting: str
    yours: bool


class Code(Made, frozen=True, kw_only=True):
    """A code to read aloud, and until when it opens the waiting room, in seconds since 1970."""

    code: str
    until: float


class LinkTold(Made, frozen=True, kw_only=True):
    """Something about who added to the dice, before the face `first` fell: a seat told a `chain`, by its end and how
    many links it has; something was `decided` by a seat, or by a machine; a seat was `asked` for a link, has `given`
    it, or was `away`."""

    is_: Literal["chain", "decided", "asked", "given", "away"] = msgspec.field(name="is")
    first: int
    seat: str
    name: str = ""
    master: bool = False
    number: int = 0
    link: str = ""


Thrown = tuple[int, list[int], list[int]]


class Evening(Made, frozen=True, kw_only=True):
    """The dice of an evening: their seals, and when it is closed the seed and all that fell: the number of the first
    face, the sides of the dice, the faces. With it who added to them, what was taken back (by the number of the first
    face) and what was thrown instead. What was rolled in secret is told when the game master opens it."""

    evening: int
    seal: str
    secret_seal: str = ""
    closed: bool
    seed: str = ""
    rolls: list[Thrown] = []
    links: list[LinkTold] = []
    taken_back: dict[str, str] = {}
    retries: list[int] = []
    secret_seed: str = ""
    secret_rolls: list[Thrown] = []


class ChatLine(Made, frozen=True, kw_only=True):
    at: float
    by: str
    words: str


# ---------------------------------------------------------------- files as doings


def toml_tables(text: str, what: str) -> dict[str, Any]:
    try:
        found = parse_toml(text)
    except BadInput as fault:
        raise BadInput(f"{what}: {fault}") from None
    tables: dict[str, Any] = plain_toml(found)
    return tables


def plain_toml(value: Any) -> Any:
    """Dates and numbers that are none have no place in a table's entries."""
    if isinstance(value, dict):
        return {key: plain_toml(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain_toml(part) for part in value]
    if not isinstance(value, bool | int | float | str) or value != value or value in (float("inf"), -float("inf")):
        raise BadInput(f"expected text, numbers, true or false, not {value}")
    if isinstance(value, int) and abs(value) > 1 << 53:
        raise BadInput(f"expected whole numbers up to {1 << 53}")
    return value


def scene_doing(file: SceneFile) -> Prepare:
    if file.ready and file.toml:
        raise BadInput("expected a scene that comes with the game or a file, not both")
    tables = toml_tables(file.toml, "scene") if file.toml else None
    return Prepare(title=file.title, tables=tables, ready=file.ready)


def content_doing(given: ContentGiven) -> AddContent:
    files = content_tables(given.files)
    return AddContent(
        name=given.name,
        tables=toml_tables(given.toml, given.name or "content"),
        files=files,
        answers=tuple(given.answers),
    )


def content_tables(files: Iterable[ContentFile]) -> dict[str, dict[str, Any]]:
    return {file.name: toml_tables(file.toml, file.name) for file in files}


def character_doing(game: str, file: CharacterGiven) -> Bring:
    return Bring(ready=file.ready, file=character_from(file.toml, game) if file.toml else None)


# ---------------------------------------------------------------- the interface


def options_of(campaign: Campaign) -> dict[str, bool | int | str]:
    """The options that hold now, all of them: those of the scene on the table, or of the next one."""
    if campaign.scene is not None:
        return dict(campaign.scene.options)
    return dict(campaign.game.rulebook.check_options(campaign.options))


def seat_told(table: str, campaign: Campaign, seat: Seat) -> SeatTold:
    situation = Documents(campaign).situation(seat)
    shown: dict[str, Any] = situation.document if situation is not None else NO_SCENE
    waits = shown["waiting"] or {"words": "", "seats": []}
    there, entries = shown["beings"], campaign.library.shelves["character"]
    return SeatTold(
        table=table, title=campaign.title, game=campaign.game.name, archived=campaign.archived,
        deleting=campaign.gone_at, branch=campaign.branch, seat=seat.id, role=str(seat.role), name=seat.name,
        beings=list(seat.beings), options=options_of(campaign),
        plays=[there[who]["name"] if who in there else entries.get(who).name for who in seat.beings
               if who in there or who in entries],
        people=[Sitting(name=one.name, role=str(one.role)) for one in campaign.seats.values() if not one.removed],
        scene=shown["scene"]["title"] if shown["scene"] else "",
        round=shown["turn"]["round"] if shown["turn"] else 0,
        over=bool(shown["scene"] and shown["scene"]["over"]),
        waiting=waits["words"], yours=seat.id in waits["seats"],
    )  # fmt: skip


def evenings_told(documents: Documents, seat: Seat) -> list[Evening]:
    """All entries of the table are folded for it, since a snapshot has not all that fell."""
    return [read(night.told(), Evening) for night in documents.table.nights_whole()]


class Tables(Controller):
    path = "/tables"
    tags = ["tables"]

    @get("/", security=HOST, guards=[by_host], responses=may_fail(401), weight=limits.DEAR)
    async def tables(self, request: Asker) -> list[TableLine]:
        """All tables, the one that was changed last first. For the host."""
        store = house(request).desk.store
        heads, going = await asyncio.to_thread(lambda: (store.tables(), store.going()))
        return [
            TableLine(
                table=head.id, title=head.title, game=head.game, changed=head.changed, archived=head.archived,
                deleting=going.get(head.id, 0.0),
            )
            for head in heads
        ]  # fmt: skip

    @get("/{table:str}", security=SEAT, responses=may_fail(401, 404))
    async def table(self, request: Asker, table: FromPath[str]) -> SeatTold:
        """The table of a seat, and the seat."""
        return await house(request).desk.read(table, key_of(request), partial(seat_told, table))

    @patch("/{table:str}", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415))
    async def change(self, request: Asker, table: FromPath[str], data: JSONBody[Changes]) -> SeatTold:
        """Rename or archive a table. For the game master."""
        desk, key = house(request).desk, key_of(request)
        if data.title is not UNSET:
            await desk.do(table, key, Rename(title=data.title))
        if data.archived is not UNSET:
            await desk.do(table, key, Archive(archived=data.archived))
        return await desk.read(table, key, partial(seat_told, table))

    @get("/{table:str}/dice", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAREST)
    async def dice(self, request: Asker, table: FromPath[str]) -> list[Evening]:
        """The dice of every evening; of one that is not closed the seals alone."""
        return await house(request).desk.work_out(table, key_of(request), evenings_told)

    @get("/{table:str}/usage", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
    async def usage(self, request: Asker, table: FromPath[str]) -> Used:
        """What the table and each seat use of their quota. For the game master."""
        return await house(request).desk.usage(table, key_of(request))

    @get("/{table:str}/chat", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
    async def chat(
        self,
        request: Asker,
        table: FromPath[str],
        before: Annotated[int, QueryParameter(ge=0, le=1_000_000_000)] = 1_000_000_000,
        most: Annotated[int, QueryParameter(ge=1, le=500)] = 100,
    ) -> list[ChatLine]:
        """What was said, the last lines before a number."""

        desk = house(request).desk
        end = min(before, await desk.read(table, key_of(request), lambda campaign, seat: len(campaign.chat)))
        first = max(0, end - most)
        entries = await asyncio.to_thread(desk.store.some, table, "chat", first, end - first)
        return [ChatLine(at=entry.at, by=entry.by, words=entry.body["words"]) for entry in entries]

    # -- seats ------------------------------------------------------------------------------------------------

    @post("/{table:str}/seats", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415))
    async def add_seat(self, request: Asker, table: FromPath[str], data: JSONBody[NewSeat]) -> Link:
        """A seat for somebody, with its link. For the game master."""
        at, token = house(request), house(request).settings.token()
        doing = AddSeat(role=data.role, name=data.name, beings=tuple(data.beings), token_hash=hashed(token))
        found = await at.desk.do(table, key_of(request), doing)
        return Link(table=table, seat=found["seat"], token=token)

    @post("/{table:str}/seats/{seat:str}/token", security=SEAT, responses=may_fail(401, 404))
    async def new_token(self, request: Asker, table: FromPath[str], seat: FromPath[str]) -> Link:
        """A new link for a seat; the old one is void. For the game master."""
        at, token = house(request), house(request).settings.token()
        await at.desk.do(table, key_of(request), Reseat(seat=seat, token_hash=hashed(token)))
        return Link(table=table, seat=seat, token=token)

    @post("/{table:str}/door", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415))
    async def open_door(self, request: Asker, table: FromPath[str], data: JSONBody[Opening]) -> Code:
        """A code to read aloud, which opens the waiting room for a while; one that was open before is void. For the
        game master."""
        at, code = house(request), fresh_code()
        await at.desk.do(table, key_of(request), OpenDoor(code_hash=code_hashed(code), seconds=data.seconds))
        return Code(code=code, until=at.settings.outside.clock() + data.seconds)

    @delete("/{table:str}/door", security=SEAT, responses=may_fail(401, 404))
    async def close_door(self, request: Asker, table: FromPath[str]) -> None:
        """The code opens nothing any more. For the game master."""
        await house(request).desk.do(table, key_of(request), OpenDoor(code_hash="", seconds=0))

    @delete("/{table:str}/knock", security=SEAT, responses=may_fail(401, 404))
    async def withdraw(self, request: Asker, table: FromPath[str]) -> None:
        """Whoever waits to be admitted goes, by the token with which they knocked."""
        await house(request).desk.withdraw(table, key_of(request))


@post("/knock", tags=["tables"], responses=may_fail(413, 415))
async def knock(request: Asker, data: JSONBody[Knock]) -> Ticket:
    """Somebody has a code, gives a name and waits to be admitted. Only wrong codes are counted: whoever has the right
    one is not kept out by others who guess. Who goes on to guess has to wait for each."""
    at = house(request)
    token, code = at.settings.token(), code_hashed(data.code)
    doors = await asyncio.to_thread(at.desk.store.last, "door")
    for table, entry in doors.items():
        if entry.body.get("code_hash") == code:
            waiting, title = await at.desk.knock(table, code, data.name, hashed(token))
            return Ticket(table=table, title=title, waiting=waiting, token=token)
    who = address(request)
    if not (at.wrong_knocks.take(who) and at.all_wrong_knocks.take("")):
        at.requests.owe(who, limits.DEAREST)
        raise too_often()
    raise refuse("this code opens no table")
