"""Maps of other programs: read, and proposed as boards; and boards as files for other programs. Nothing of it is kept:
whoever answers a question sends the file again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, JSONBody, MultipartBody

from ludex.core.kernel.reading import read_json
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import PICTURES
from ludex.server import limits
from ludex.server.http.asking import MAKER, Asker, Given, by_maker, house, maker_of
from ludex.server.http.entries import Letters, on_ground
from ludex.server.http.faults import may_fail
from ludex.server.http.files import as_file, file_name, gives, write_all
from ludex.table.desk.store_rows import Missing
from ludex.workshop.editing import MOST_ENTRY
from ludex.workshop.maps.export import exported, picture_under
from ludex.workshop.maps.proposed import MapRead
from ludex.workshop.maps.reading import MapGiven, map_of_file

JSON = "application/json"
MOST_GIVEN = 256 * 1024  # characters of what is said of a map


class MapUpload(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map, and what was said of it so far, as JSON: `kind`, `across`, `answers` by the ids of questions, `tiles` by
    their keys, and the `pack` to which it comes."""

    file: UploadFile
    given: str = "{}"


class BoardExported(Given, frozen=True, kw_only=True):
    """The text of a board. `pack`: with the content and the pictures of that, too."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)]
    pack: Letters = ""


class Maps(Controller):
    path = "/games/{game:str}/maps"
    tags = ["boards"]
    security = MAKER
    guards = [by_maker]

    @post(
        "/", status_code=200, responses=may_fail(401, 404, 413, 415), request_max_body_size=limits.MAP,
        weight=limits.DEAR,
    )  # fmt: skip
    async def read(self, request: Asker, game: FromPath[str], data: MultipartBody[MapUpload]) -> MapRead:
        """A map of Universal VTT, Tiled or One Page Dungeon as a board of this game: what fits, what is asked with its
        answers, and what cannot be carried over. Of its picture only the head is read."""
        given = _given(data.given)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "map.json"
            await asyncio.to_thread(write_all, data.file.file, path)
            name = data.file.filename or "map"
            return await on_ground(request, game, given.pack, "", map_of_file, path, name, given)

    @post(
        "/export", status_code=200, media_type=JSON,
        responses={200: gives(JSON, "The board as a .uvtt file."), **may_fail(401, 404, 413, 415)}, weight=limits.DEAR,
    )  # fmt: skip
    async def export(self, request: Asker, game: FromPath[str], data: JSONBody[BoardExported]) -> Response[Any]:
        """A board of cells as a Universal VTT file: walls as lines, doors, and its map where it lies straight."""
        pictures = {}
        if data.pack and (name := await on_ground(request, game, data.pack, "", picture_under, data.text)):
            at, maker = house(request), await maker_of(request)
            async with at.pictures:
                with suppress(Missing):
                    found = await asyncio.to_thread(at.workshop.picture, maker.id, data.pack, f"{PICTURES}{name}")
                    pictures = {name: found}
        title, file = await on_ground(request, game, data.pack, "", exported, data.text, pictures)
        return Response(file, media_type=JSON, headers=as_file(file_name(title, ".uvtt")))


def _given(text: str) -> MapGiven:
    if len(text) > MOST_GIVEN:
        raise BadInput(f"given: expected at most {MOST_GIVEN:,} characters, not {len(text):,}")
    try:
        return read_json(text, MapGiven)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadInput(f"given: {wrong}") from None
