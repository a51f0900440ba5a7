"""The library of packs: makers, and the packs that they keep, share, copy and take home."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Response, delete, get, patch, post, put
from litestar.datastructures import UploadFile
from litestar.params import FromPath, JSONBody, MultipartBody, QueryParameter
from litestar.response import Stream

from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.manifest import Manifest, Need, Preset
from ludex.core.pack.parts import ENDING, is_text
from ludex.core.pack.pictures import kind_of
from ludex.core.pack.reading import packed, unpacked
from ludex.server import limits
from ludex.server.http.asking import (
    HOST,
    MAKER,
    Asker,
    Given,
    House,
    Made,
    by_maker,
    check_host,
    has_room,
    house,
    key_of,
    maker_of,
    not_founded_too_often,
)
from ludex.server.http.faults import may_fail
from ludex.server.http.files import Upload, file_name, gives, taken, write_all
from ludex.server.keys import hashed
from ludex.table.desk.store import Store
from ludex.table.records.seat import master_only
from ludex.workshop import saving
from ludex.workshop.differences import Differences, differences
from ludex.workshop.held import Held, Wanted
from ludex.workshop.judged import Wrong
from ludex.workshop.saving import Keeping
from ludex.workshop.workshop import Forked, Head, Maker, Revision, Saved, Workshop

T = TypeVar("T")
ZIP = "application/zip"
Words = Annotated[str, msgspec.Meta(max_length=200)]


class NewMaker(Given, frozen=True, kw_only=True):
    """Somebody who makes packs here. Where not everybody may, the host makes them, or the game master of a `table`, who
    comes with the token of that seat: one of each table."""

    name: Words
    table: Words = ""


class MakerLink(Made, frozen=True, kw_only=True):
    """A maker and the token that opens what they have made: told this once."""

    maker: str
    name: str
    token: str


class MakerTold(Made, frozen=True, kw_only=True):
    maker: str
    name: str
    bytes: int
    most_bytes: int


class NewPack(Given, frozen=True, kw_only=True):
    """A pack with nothing in it yet."""

    id: Words
    title: Words
    game: Words
    version: Words = "0.1"
    author: Words = ""
    licence: Words = ""
    text: Annotated[str, msgspec.Meta(max_length=4_000)] = ""


class FilesGiven(Given, frozen=True, kw_only=True):
    """Files of text that have changed, by name; nothing in place of one takes it away. All others stay."""

    files: dict[str, str | None]
    note: Annotated[str, msgspec.Meta(max_length=400)] = ""


class PictureGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A picture, and its name in the pack, such as map.png."""

    file: UploadFile
    name: str


class Restoring(Given, frozen=True, kw_only=True):
    revision: int


class Forking(Given, frozen=True, kw_only=True):
    """An id and a title for the copy; without them it has the next free ones."""

    id: Words = ""
    title: Words = ""


class Sharing(Given, frozen=True, kw_only=True):
    """Shared: all tables of this host may bring the pack as it is now; what is saved later is shared anew."""

    shared: bool


class PackSaved(Made, frozen=True, kw_only=True):
    """The pack and the number of the revision that it has now; `fresh`: there was no such pack before."""

    pack: str
    revision: int
    fresh: bool
    faults: int


class PackLine(Made, frozen=True, kw_only=True):
    """A pack as whoever asks may see it: one's own as it was saved last, that of somebody else as it is shared."""

    pack: str
    id: str
    title: str
    game: str
    version: str
    author: str
    licence: str
    text: str
    needs: list[Need]
    tags: list[str]
    presets: list[Preset]
    by: str
    mine: bool
    revision: int
    shared: int  # the revision that others see; 0: none
    changed: float
    counts: dict[str, int]
    names: list[str]
    scenes: dict[str, str]  # their titles by name
    faults: int
    forked: Forked | None


class HeldFound(Made, frozen=True, kw_only=True):
    """An entry or a scene of a pack that a search has found. `used`: those of the same pack that name it."""

    pack: str
    pack_title: str
    version: str
    game: str
    by: str
    mine: bool
    kind: str
    id: str
    name: str
    text: str
    level: int | None
    price: int | None
    unit: str
    used: list[str]


class AboutGiven(Given, frozen=True, kw_only=True):
    """The tags of a pack, and house rules under a name, which are chosen when a table is founded or a scene is made;
    made of that revision."""

    tags: Annotated[list[Words], msgspec.Meta(max_length=50)]
    presets: Annotated[list[Preset], msgspec.Meta(max_length=50)]
    revision: int


class FileTold(Made, frozen=True, kw_only=True):
    """A file of a pack; of a picture its bytes alone."""

    name: str
    bytes: int
    text: str


class RevisionLine(Made, frozen=True, kw_only=True):
    revision: int
    at: float
    version: str
    note: str
    faults: int


class PackTold(Made, frozen=True, kw_only=True):
    line: PackLine
    files: list[FileTold]
    wrong: list[Wrong]
    revisions: list[RevisionLine]


# ---------------------------------------------------------------- what is told


def line_of(head: Head, maker: str) -> PackLine:
    manifest = head.told.manifest
    return PackLine(
        pack=head.id, id=head.name, title=head.title, game=head.game, version=manifest.version, author=manifest.author,
        licence=manifest.licence, text=manifest.text, needs=list(manifest.needs), tags=list(manifest.tags),
        presets=list(manifest.presets), by=head.by, mine=head.maker == maker,
        revision=head.revision, shared=head.shared, changed=head.changed, counts=head.told.counts,
        names=head.told.names, scenes=head.told.scenes, faults=head.told.faults, forked=head.forked,
    )  # fmt: skip


def held_found(head: Head, held: Held, maker: str) -> HeldFound:
    return HeldFound(
        pack=head.id, pack_title=head.title, version=head.told.manifest.version, game=head.game, by=head.by,
        mine=head.maker == maker, kind=held.kind, id=held.id, name=held.name, text=held.text, level=held.level,
        price=held.price, unit=held.unit, used=held.used,
    )  # fmt: skip


def revision_line(one: Revision) -> RevisionLine:
    version, faults = one.told.manifest.version, one.told.faults
    return RevisionLine(revision=one.number, at=one.at, version=version, note=one.note, faults=faults)


def pack_told(workshop: Workshop, maker: str, pack: str, revision: int = 0) -> PackTold:
    head = workshop.pack(maker, pack)
    parts = workshop.parts(maker, pack, revision)
    files = [
        FileTold(name=name, bytes=len(data), text=data.decode(errors="replace") if is_text(name) else "")
        for name, data in parts.items()
    ]
    revisions = workshop.revisions(maker, pack)
    wrong = next((one.told.wrong for one in revisions if one.number == revision), head.told.wrong)
    return PackTold(
        line=line_of(head, maker), files=files, wrong=wrong, revisions=[revision_line(one) for one in revisions]
    )


def matching(heads: list[Head], words: str) -> list[Head]:
    """Those in whose title, author or contents all the words stand."""
    wanted = words.lower().split()

    def said(head: Head) -> str:
        manifest = head.told.manifest
        return " ".join((head.title, head.by, manifest.author, manifest.text, *head.told.names)).lower()

    return [head for head in heads if all(word in said(head) for word in wanted)]


# ---------------------------------------------------------------- what is worked out apart


def with_workshop(database: str, work: Callable[..., T], *args: Any) -> T:
    """In a helper: it opens the store by itself. Of the library it writes a whole revision, or nothing."""
    store = Store(database)
    try:
        return work(Workshop(store.engine), *args)
    finally:
        store.close()


async def apart(at: House, maker: Maker, work: Callable[..., T], *args: Any) -> T:
    """What a function of a module makes of the library."""
    if at.apart is None:
        return await asyncio.to_thread(work, at.workshop, *args)
    job = partial(with_workshop, at.settings.database, work, *args)
    return await at.apart.without_table(f"maker {maker.id}", job, limits.PACK_SECONDS)


def save_file(workshop: Workshop, keeping: Keeping, path: Path) -> Saved:
    """A pack that somebody brings in as one file: whole and without faults, or not at all."""
    with path.open("rb") as file:
        return saving.save(workshop, keeping, "", unpacked(file, "the file"), sound=True)


def told_differences(workshop: Workshop, maker: str, pack: str, before: int, after: int) -> Differences:
    return differences(workshop.parts(maker, pack, before), workshop.parts(maker, pack, after))


def keeping(at: House, maker: Maker) -> Keeping:
    outside = at.settings.outside
    return Keeping(maker.id, at.settings.quota, outside.clock(), outside.fresh())


async def saved(request: Asker, work: Callable[..., Saved], *args: Any) -> PackSaved:
    at, maker = house(request), await maker_of(request)
    found = await apart(at, maker, work, keeping(at, maker), *args)
    head = await asyncio.to_thread(at.workshop.pack, maker.id, found.pack)
    return PackSaved(pack=found.pack, revision=found.number, fresh=found.fresh, faults=head.told.faults)


# ---------------------------------------------------------------- the interface


class Makers(Controller):
    path = "/makers"
    tags = ["packs"]

    @post(
        "/", security=HOST, guards=[not_founded_too_often, has_room], responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )  # fmt: skip
    async def add(self, request: Asker, data: JSONBody[NewMaker]) -> MakerLink:
        """Somebody who makes packs here; gives their link. For the host, or the game master of a table."""
        at, token = house(request), house(request).settings.token()
        if data.table:
            await at.desk.read(data.table, key_of(request), lambda campaign, seat: master_only(seat))
        else:
            check_host(request)
        outside = at.settings.outside
        id = hashed(f"maker of {data.table}")[:16] if data.table else outside.fresh()  # one of each table, and no more
        add = partial(at.workshop.add_maker, id, data.name, hashed(token), outside.clock())
        maker = await asyncio.to_thread(add)
        return MakerLink(maker=maker.id, name=maker.name, token=token)

    @get("/me", security=MAKER, responses=may_fail(401))
    async def me(self, request: Asker) -> MakerTold:
        """Whose token this is, and how much they keep."""
        at, maker = house(request), await maker_of(request)
        size = await asyncio.to_thread(at.workshop.bytes_of, maker.id)
        return MakerTold(maker=maker.id, name=maker.name, bytes=size, most_bytes=at.settings.quota.maker)


class Packs(Controller):
    path = "/packs"
    tags = ["packs"]
    security = MAKER
    guards = [by_maker]

    @get("/", responses=may_fail(401), weight=limits.DEAR)
    async def packs(
        self,
        request: Asker,
        words: Annotated[str, QueryParameter(max_length=200)] = "",
        game: Annotated[str, QueryParameter(max_length=200)] = "",
    ) -> list[PackLine]:
        """The packs of a maker and those that are shared, the one that was changed last first."""
        at, maker = house(request), await maker_of(request)
        heads = await asyncio.to_thread(at.workshop.packs, maker.id, game)
        return [line_of(head, maker.id) for head in matching(heads, words)]

    @get("/search", responses=may_fail(401), weight=limits.DEAR)
    async def search(
        self,
        request: Asker,
        words: Annotated[str, QueryParameter(max_length=200)] = "",
        game: Annotated[str, QueryParameter(max_length=200)] = "",
        kind: Annotated[str, QueryParameter(max_length=200)] = "",
        tag: Annotated[str, QueryParameter(max_length=200)] = "",
        least_level: Annotated[int | None, QueryParameter()] = None,
        most_level: Annotated[int | None, QueryParameter()] = None,
        most_price: Annotated[int | None, QueryParameter()] = None,
    ) -> list[HeldFound]:
        """Entries and scenes of one's own packs and of those that are shared, by words, game, kind, tag of their pack,
        level and price; those whose names have all the words first. What was saved by an earlier version is found when
        it is saved anew."""
        at, maker = house(request), await maker_of(request)
        wanted = Wanted(
            words=words, game=game, kind=kind, tag=tag, least_level=least_level, most_level=most_level,
            most_price=most_price,
        )  # fmt: skip
        found = await asyncio.to_thread(at.workshop.search, maker.id, wanted)
        return [held_found(head, held, maker.id) for head, held in found]

    @post("/", guards=[has_room], responses=may_fail(401, 413, 415), weight=limits.DEAR)
    async def begin(self, request: Asker, data: JSONBody[NewPack]) -> PackSaved:
        """A new pack."""
        return await saved(request, saving.begin, Manifest(**msgspec.structs.asdict(data)))

    @post(
        "/import", guards=[has_room], responses=may_fail(401, 413, 415), request_max_body_size=limits.PACK,
        weight=limits.DEAR,
    )  # fmt: skip
    async def bring_in(self, request: Asker, data: MultipartBody[Upload]) -> PackSaved:
        """A pack from a file. One of the same id that the maker has is saved anew; what is wrong with it is all told,
        and nothing is brought in."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"pack{ENDING}"
            await asyncio.to_thread(write_all, data.file.file, path)
            return await saved(request, save_file, path)

    @get("/{pack:str}", responses=may_fail(401, 404), weight=limits.DEAR)
    async def pack(
        self, request: Asker, pack: FromPath[str], revision: Annotated[int, QueryParameter(ge=0, le=1 << 40)] = 0
    ) -> PackTold:
        """A pack with its files, what is wrong with it, and the revisions that are kept."""
        at, maker = house(request), await maker_of(request)
        return await asyncio.to_thread(pack_told, at.workshop, maker.id, pack, revision)

    @patch("/{pack:str}", responses=may_fail(401, 404, 413, 415))
    async def share(self, request: Asker, pack: FromPath[str], data: JSONBody[Sharing]) -> PackLine:
        """Share a pack with the tables of this host, as it is now, or no longer."""
        at, maker = house(request), await maker_of(request)
        await asyncio.to_thread(at.workshop.share, maker.id, pack, data.shared)
        return line_of(await asyncio.to_thread(at.workshop.pack, maker.id, pack), maker.id)

    @delete("/{pack:str}", responses=may_fail(401, 404))
    async def delete(self, request: Asker, pack: FromPath[str]) -> None:
        """Delete a pack for good, with all its revisions. Tables keep what they have of it."""
        at, maker = house(request), await maker_of(request)
        await asyncio.to_thread(at.workshop.delete, maker.id, pack)

    @post(
        "/{pack:str}/revisions", guards=[has_room], responses=may_fail(401, 404, 413, 415),
        request_max_body_size=limits.PACK_TEXT, weight=limits.DEAR,
    )  # fmt: skip
    async def save(self, request: Asker, pack: FromPath[str], data: JSONBody[FilesGiven]) -> PackSaved:
        """Save files of a pack: a new revision, whatever is wrong with it."""
        await self._there(request, pack)
        return await saved(request, saving.save_text, pack, data.files, data.note)

    @post(
        "/{pack:str}/restore", guards=[has_room], responses=may_fail(401, 404, 413, 415), weight=limits.DEAR,
    )  # fmt: skip
    async def restore(self, request: Asker, pack: FromPath[str], data: JSONBody[Restoring]) -> PackSaved:
        """A pack as it was once, as a new revision."""
        await self._there(request, pack)
        return await saved(request, saving.restore, pack, data.revision)

    @put("/{pack:str}/about", guards=[has_room], responses=may_fail(401, 404, 413, 415), weight=limits.DEAR)
    async def about(self, request: Asker, pack: FromPath[str], data: JSONBody[AboutGiven]) -> PackSaved:
        """The tags and the house rules of a pack: a new revision. All else that it says of itself stays as written."""
        await self._there(request, pack)
        return await saved(request, saving.save_about, pack, data.tags, data.presets, data.revision)

    @post("/{pack:str}/fork", guards=[has_room], responses=may_fail(401, 404, 413, 415), weight=limits.DEAR)
    async def fork(self, request: Asker, pack: FromPath[str], data: JSONBody[Forking]) -> PackSaved:
        """A copy of a pack, one's own or a shared one, which says of what it is a copy."""
        await self._there(request, pack)
        return await saved(request, saving.fork, pack, data.id, data.title)

    @get("/{pack:str}/differences", responses=may_fail(401, 404), weight=limits.DEAR)
    async def differences(
        self,
        request: Asker,
        pack: FromPath[str],
        before: Annotated[int, QueryParameter(ge=1, le=1 << 40)],
        after: Annotated[int, QueryParameter(ge=1, le=1 << 40)],
    ) -> Differences:
        """What has changed from one revision to another, entry by entry and field by field."""
        at, maker = house(request), await maker_of(request)
        return await apart(at, maker, told_differences, maker.id, pack, before, after)

    @get(
        "/{pack:str}/file", media_type=ZIP,
        responses={200: gives(ZIP, "The pack as one file."), **may_fail(401, 404)}, weight=limits.DEAR,
    )  # fmt: skip
    async def take_home(
        self, request: Asker, pack: FromPath[str], revision: Annotated[int, QueryParameter(ge=0, le=1 << 40)] = 0
    ) -> Stream:
        """A pack as one file, which `ludex` and every other server can read."""
        at, maker = house(request), await maker_of(request)
        what = f"packs of {maker.id}"
        at.exports.check(what)
        head = await asyncio.to_thread(at.workshop.pack, maker.id, pack)

        def write(out: IO[bytes]) -> None:
            out.write(packed(at.workshop.parts(maker.id, pack, revision)))

        return taken(request, what, await at.exports.packed(what, write), file_name(head.name, ENDING))

    @post(
        "/{pack:str}/pictures", guards=[has_room], responses=may_fail(401, 404, 413, 415),
        request_max_body_size=limits.PICTURE, weight=limits.DEAR,
    )  # fmt: skip
    async def put_picture(self, request: Asker, pack: FromPath[str], data: MultipartBody[PictureGiven]) -> PackSaved:
        """Put a picture into a pack: PNG, JPEG or WebP, by what is in it. A new revision."""
        await self._there(request, pack)
        return await saved(request, saving.save_picture, pack, data.name, await data.file.read())

    @get(
        "/{pack:str}/pictures/{name:str}", media_type="image/*",
        responses={200: gives("image/*", "The picture."), **may_fail(401, 404)},
    )  # fmt: skip
    async def picture(self, request: Asker, pack: FromPath[str], name: FromPath[str]) -> Response[Any]:
        """A picture of a pack."""
        at, maker = house(request), await maker_of(request)
        async with at.pictures:
            data = await asyncio.to_thread(at.workshop.picture, maker.id, pack, f"pictures/{name}")
        try:
            return Response(data, media_type=kind_of(data))
        except BadInput:
            return Response(data, media_type="application/octet-stream")

    async def _there(self, request: Asker, pack: str) -> None:
        """Is there such a pack, as far as whoever asks may know? It is asked before anything is worked out."""
        maker = await maker_of(request)
        await asyncio.to_thread(house(request).workshop.pack, maker.id, pack)
