"""Files: scenes, content and characters brought in, characters, flags and whole tables taken out, pictures."""

from __future__ import annotations

import asyncio
import re
import shutil
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, MultipartBody
from litestar.response import Stream

from ludex.core.kernel.english import there_are
from ludex.server import limits
from ludex.server.http.asking import (
    HOST,
    SEAT,
    Asker,
    House,
    Made,
    address,
    by_host,
    by_master,
    by_seat,
    has_room,
    house,
    key_of,
    not_founded_too_often,
    not_too_much_imported,
)
from ludex.server.http.faults import may_fail
from ludex.server.http.tables import (
    CharacterGiven,
    ContentGiven,
    Link,
    SceneFile,
    character_doing,
    content_doing,
    scene_doing,
)
from ludex.server.keys import hashed
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import Bring, character_file
from ludex.table.campaign.flags import exported
from ludex.table.campaign.likenesses import who_has
from ludex.table.campaign.pictures import kind_of
from ludex.table.campaign.scenes import Prepare
from ludex.table.campaign.settings import AddContent
from ludex.table.desk.portable import Facts, character_toml, facts_of, pack, unpack, with_picture
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Missing
from ludex.table.document.master_looks import Rehearse, look_at_rehearsal
from ludex.table.document.show import Documents
from ludex.table.records.seat import Seat, master_only

ZIP, TOML = "application/zip", "application/toml"


class ScenePrepared(Made, frozen=True, kw_only=True):
    scene: str


class Overrides(Made, frozen=True, kw_only=True):
    """What about the character no rule allows; they can be played all the same. And what may have been forgotten."""

    overrides: list[str]
    warnings: list[str]


class CharacterBrought(Made, frozen=True, kw_only=True):
    character: str
    overrides: list[str]
    warnings: list[str]


class PictureKept(Made, frozen=True, kw_only=True):
    """The name of a picture, for a handout."""

    picture: str


class PictureLine(Made, frozen=True, kw_only=True):
    """A picture that is kept, the titles of the handouts that have it, and the names of those who are drawn by it."""

    picture: str
    bytes: int
    handouts: list[str]
    beings: list[str]


class Upload(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    file: UploadFile


class ImportGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that was exported, and the name of its game master here."""

    file: UploadFile
    name: str


def file_name(words: str, ending: str) -> str:
    """A name for a file that is taken home: letters, digits and dashes of ours, whatever it is called at the table."""
    return (re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:60] or "ludex") + ending


def download(data: bytes | str, kind: str, name: str) -> Response[Any]:
    return Response(data if isinstance(data, bytes) else data.encode(), media_type=kind, headers=as_file(name))


def as_file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def taken(request: Asker, what: str, file: IO[bytes], name: str) -> Stream:
    """A file that was packed under the name `what`, on its way to whoever has asked for it."""
    exports = house(request).exports
    ended = BackgroundTask(exports.end, what, file)
    return Stream(exports.send(what, file, address(request)), media_type=ZIP, headers=as_file(name), background=ended)


def gives(kind: str, words: str) -> ResponseSpec:
    return ResponseSpec(bytes, generate_examples=False, description=words, media_type=kind)


# ---------------------------------------------------------------- worked out by a helper


def content_told(kind: str, documents: Documents, seat: Seat) -> list[dict[str, Any]]:
    master_only(seat)
    library = documents.table.library
    if kind not in library.shelves:
        raise Missing(f"there is no kind {kind!r}; {there_are(kind, library.shelves)}")
    found: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(library.offered(kind)))
    return found


def rehearsed_told(given: ContentGiven, documents: Documents, seat: Seat) -> dict[str, Any]:
    what = content_doing(given)
    look = Rehearse(name=what.name, tables=what.tables, files=what.files, answers=what.answers)
    found: dict[str, Any] = look_at_rehearsal(documents, seat, None, look)
    return found


def character_told(database: str, table: str, character: str, documents: Documents, seat: Seat) -> str:
    """All scenes that were left are put together for it."""
    file = character_file(documents.table, seat, character)
    store = Store(database)
    try:
        return character_toml(with_picture(store, table, file))
    finally:
        store.close()


def flags_told(database: str, table: str, documents: Documents, seat: Seat) -> dict[str, list[dict[str, Any]]]:
    """For each flag its scene is played again, from its beginning."""
    master_only(seat)
    store = Store(database)
    try:
        return exported(documents.table, store.entries(table, until=documents.table.number))
    finally:
        store.close()


# ---------------------------------------------------------------- the interface


class Files(Controller):
    path = "/tables"
    tags = ["files"]

    @post(
        "/{table:str}/scenes",
        security=SEAT,
        guards=[by_master],
        responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )
    async def prepare(self, request: Asker, table: FromPath[str], data: JSONBody[SceneFile]) -> ScenePrepared:
        """Prepare a scene. For the game master."""
        found = await house(request).desk.bring(table, key_of(request), Prepare, partial(scene_doing, data))
        return ScenePrepared(scene=found["scene"])

    @post(
        "/{table:str}/content",
        security=SEAT,
        guards=[by_master],
        responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )
    async def add_content(self, request: Asker, table: FromPath[str], data: JSONBody[ContentGiven]) -> Overrides:
        """Content of the table's own, one file or several together; nothing in a file takes away what had its name.
        What is in use and would be gone needs answers. For the game master."""
        found = await house(request).desk.bring(table, key_of(request), AddContent, partial(content_doing, data))
        return Overrides(overrides=found["overrides"], warnings=found["warnings"])

    @post(
        "/{table:str}/content/rehearsal",
        security=SEAT,
        guards=[by_master],
        responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )
    async def rehearse(self, request: Asker, table: FromPath[str], data: JSONBody[ContentGiven]) -> dict[str, Any]:
        """What giving this content would come to, as the look `rehearse` tells it. Nothing is changed. For the game
        master."""
        return await house(request).desk.work_out(table, key_of(request), partial(rehearsed_told, data))

    @get("/{table:str}/content/{kind:str}", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
    async def content(self, request: Asker, table: FromPath[str], kind: FromPath[str]) -> list[dict[str, Any]]:
        """All entries of a kind, with the table's own. For the game master."""
        return await house(request).desk.work_out(table, key_of(request), partial(content_told, kind))

    @post(
        "/{table:str}/characters",
        security=SEAT,
        guards=[by_seat],
        responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )
    async def bring(self, request: Asker, table: FromPath[str], data: JSONBody[CharacterGiven]) -> CharacterBrought:
        """Bring a character; a player's own is played by the player."""
        found = await house(request).desk.bring(table, key_of(request), Bring, partial(character_doing, "", data))
        return CharacterBrought(**found)

    @get(
        "/{table:str}/characters/{character:str}", security=SEAT, media_type=TOML,
        responses={200: gives(TOML, "The character as a TOML file."), **may_fail(401, 404)},
        weight=limits.DEAR,
    )  # fmt: skip
    async def take_home(self, request: Asker, table: FromPath[str], character: FromPath[str]) -> Response[Any]:
        """A character as they stand, as a TOML file. For whoever plays them, their owner or the game master."""
        at = house(request)
        work = partial(character_told, at.settings.database, table, character)
        text = await at.desk.work_out(table, key_of(request), work)
        return download(text, TOML, file_name(character, ".toml"))

    @get("/{table:str}/flags", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAREST)
    async def flags(self, request: Asker, table: FromPath[str]) -> dict[str, list[dict[str, Any]]]:
        """All flags by rule, each with a scene file that plays the moment again. For the game master."""
        at = house(request)
        work = partial(flags_told, at.settings.database, table)
        return await at.desk.work_out(table, key_of(request), work, limits.FLAG_SECONDS)

    # -- pictures ---------------------------------------------------------------------------------------------

    @post(
        "/{table:str}/pictures", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415),
        request_max_body_size=limits.PICTURE,
        weight=limits.DEAR,
    )  # fmt: skip
    async def keep_picture(self, request: Asker, table: FromPath[str], data: MultipartBody[Upload]) -> PictureKept:
        """Keep a picture for handouts: PNG, JPEG, GIF or WebP, by what is in it. It is lost with the last handout that
        has it; one that no handout has had is kept, and counts among the pictures of the table. For the game master."""
        desk, picture = house(request).desk, await data.file.read()
        kind = kind_of(picture)
        return PictureKept(picture=await desk.keep_picture(table, key_of(request), kind, picture))

    @get(
        "/{table:str}/pictures/{picture:str}", security=SEAT, media_type="image/*",
        responses={200: gives("image/*", "The picture."), **may_fail(401, 404)},
    )  # fmt: skip
    async def picture(self, request: Asker, table: FromPath[str], picture: FromPath[str]) -> Response[Any]:
        """A picture of a handout that this seat may see, or of somebody it sees."""
        desk = house(request).desk
        may = await desk.may_see(table, key_of(request), picture)
        async with house(request).pictures:
            blob = await asyncio.to_thread(desk.store.blob, table, picture) if may else None
        if blob is None:
            raise NotFoundException("there is no such picture")
        return Response(blob.data, media_type=blob.kind)

    @get("/{table:str}/pictures", security=SEAT, responses=may_fail(401, 404))
    async def pictures(self, request: Asker, table: FromPath[str]) -> list[PictureLine]:
        """All pictures of the table, the largest first. For the game master."""
        desk = house(request).desk

        def told(campaign: Campaign, seat: Seat) -> list[PictureLine]:
            master_only(seat)
            handouts = [shown.handout for shown in campaign.handouts.values()]
            sizes = sorted(desk.store.blobs(table).items(), key=lambda one: -one[1])
            beings: dict[str, list[str]] = {}
            for picture, who in who_has(campaign):
                beings.setdefault(picture, []).append(who)
            return [
                PictureLine(
                    picture=name, bytes=size, handouts=[one.title for one in handouts if one.picture == name],
                    beings=beings.get(name, []),
                )
                for name, size in sizes
            ]  # fmt: skip

        return await desk.read(table, key_of(request), told)

    # -- whole tables -----------------------------------------------------------------------------------------

    @get(
        "/{table:str}/file", security=SEAT, media_type=ZIP,
        responses={200: gives(ZIP, "The table as a zip file."), **may_fail(401, 404)},
        weight=limits.DEAREST,
    )  # fmt: skip
    async def export(self, request: Asker, table: FromPath[str]) -> Response[Any]:
        """The whole table as one file, without tokens. For the game master."""
        desk, exports = house(request).desk, house(request).exports

        def told(campaign: Campaign, seat: Seat) -> tuple[Facts, Seat]:
            master_only(seat)
            return facts_of(desk.store, table, campaign), seat

        facts, seat = await desk.read(table, key_of(request), told)

        def write(out: IO[bytes]) -> None:
            pack(desk.store, table, facts, out, seat)

        out = await exports.packed(table, write)  # meanwhile the table goes on
        return taken(request, table, out, file_name(facts.manifest.title, ".zip"))

    @post(
        "/import", security=HOST, guards=[by_host, not_founded_too_often, has_room, not_too_much_imported],
        responses=may_fail(401, 413, 415), request_max_body_size=limits.IMPORT,
        weight=limits.DEAREST,
    )  # fmt: skip
    async def import_table(self, request: Asker, data: MultipartBody[ImportGiven]) -> Link:
        """A table from a file; gives the link of its game master. For the host."""
        at, who, size = house(request), address(request), 0
        token, most = at.settings.token(), at.settings.quota.table
        at.imported.owe(who, most)  # as long as nobody knows how large it is
        try:
            table, seat = await self._imported(at, who, data, hashed(token))
            size = await asyncio.to_thread(at.desk.store.bytes_of, table)
        finally:
            at.imported.owe(who, size - most)
        return Link(table=table, seat=seat, token=token)

    async def _imported(self, at: House, who: str, data: ImportGiven, key: str) -> tuple[str, str]:
        file, most = data.file.file, at.settings.quota.table  # on disk, where it is large
        if at.apart is None:
            return await asyncio.to_thread(unpack, at.desk.store, file, data.name, key, at.settings.outside, most)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "table.zip"
            await asyncio.to_thread(write_all, file, path)
            work = partial(imported, at.settings.database, path, data.name, key, most)
            return await at.apart.without_table(who, work, limits.IMPORT_SECONDS)


def write_all(file: IO[bytes], path: Path) -> None:
    with path.open("wb") as out:
        shutil.copyfileobj(file, out)


def imported(database: str, path: Path, name: str, key: str, most: int) -> tuple[str, str]:
    """A table from a file, made by a helper: the only thing that one of them writes, whole or not at all."""
    store = Store(database)
    try:
        with path.open("rb") as file:
            return unpack(store, file, name, key, most=most)
    finally:
        store.close()
