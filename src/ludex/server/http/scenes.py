"""Scenes that are being composed: what a draft comes to, who can be put in, and the scenes of a pack. Of a draft
nothing is kept until it is saved."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex.core.content.content import Library
from ludex.core.files.scene_tables import scene_tables, used
from ludex.core.files.written import toml_entry, toml_scene
from ludex.server import limits
from ludex.server.http.asking import MAKER, SEAT, Asker, Given, Made, by_maker, has_room, house, key_of, maker_of
from ludex.server.http.entries import LAST_REVISION, Asked, Letters, Revision, on_ground, there
from ludex.server.http.faults import may_fail
from ludex.server.http.packs import PackSaved, apart, saved
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.reopening import library_for
from ludex.table.desk.store_rows import Missing
from ludex.table.document.show import Documents
from ludex.table.records.seat import Role, Seat, refuse
from ludex.workshop import saving
from ludex.workshop.editing import MOST_EDITS, MOST_SCENE, Edit
from ludex.workshop.roster import RosterLine, roster
from ludex.workshop.scenes import SceneDraft, SceneDrafted, scene_drafted
from ludex.workshop.workshop import Workshop

SceneText = Annotated[str, msgspec.Meta(max_length=MOST_SCENE)]


class SceneGiven(Given, frozen=True, kw_only=True):
    """A scene that is being composed, as the text of its file; without one, a new scene. `edits` are made in order,
    each by the way to a field, such as `["beings", "bear", "at"]`. `pack` or `table`: with the content of that, too."""

    text: SceneText | None = None
    edits: Annotated[list[Edit], msgspec.Meta(max_length=MOST_EDITS)] = []
    pack: Letters = ""
    table: Letters = ""


class SceneSaving(Given, frozen=True, kw_only=True):
    """A scene as a text. `revision`: the one of the pack in which it was begun; a later one is not written over."""

    text: SceneText
    revision: Revision
    note: Annotated[str, msgspec.Meta(max_length=400)] = ""


class SceneTold(Made, frozen=True, kw_only=True):
    """A scene of a pack, as it is written."""

    pack: str
    name: str
    revision: int
    text: str


def text_of(workshop: Workshop, maker: str, pack: str, file: str) -> str:
    text = workshop.parts(maker, pack, pictures=False).get(file)
    if text is None:
        raise Missing(f"there is no {file} in this pack")
    return text.decode()


class SceneOnTable(Made, frozen=True, kw_only=True):
    """What is on a table as the text of a scene file. `whole`: it builds the very same scene; else something that is
    under way cannot stand in a file, such as an action that somebody holds ready."""

    title: str
    text: str
    whole: bool


def on_the_table(pack: str, documents: Documents, seat: Seat) -> SceneOnTable:
    """With who is there, as they are: for the game master alone, who sees all of it. What does not come with the game
    comes along, but for what is of a pack."""
    if seat.role is not Role.GM:
        raise refuse("only the game master sees all that is on the table")
    table = documents.table
    seen = table.seen(seat)
    if seen is None or table.playing is None:
        raise refuse("no scene is on the table")
    opened = table.playing.opened
    prepared = table.scenes.get(opened.id)
    base = {**(prepared.tables if prepared is not None else {}), "title": opened.title, "text": opened.text}
    base |= {"content": opened.content} if opened.content else {}
    scene, library = seen.live.scene, library_for(table.library, opened.content)
    found = scene_tables(table.game, scene, library, base)
    words = {key: found.tables[key] for key in ("title", "text") if found.tables.get(key)}
    tables = {key: value for key, value in {**words, **found.tables}.items() if key != "content"}
    own = [which for which in used(table.game, library, tables) if not pack or pack_of(table, library, *which) != pack]
    along = [toml_entry(f"content.{kind}", library.shelves[kind].entries[id]) for kind, id in own]
    text = "\n".join([toml_scene(tables), *along])
    return SceneOnTable(title=opened.title, text=text, whole=not found.left_out)


def pack_of(table: Campaign, library: Library, kind: str, id: str) -> str:
    """The id of the pack from which a table has an entry; empty where it has it from elsewhere."""
    label = table.packs.get(library.shelves[kind].places.get(id, "").removesuffix(f": {kind} {id!r}"))
    return label.id if label is not None else ""


class Scenes(Controller):
    path = "/games/{game:str}/scenes"
    tags = ["scenes"]
    security = [*MAKER, *SEAT, {}]

    @post("/", status_code=200, responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED)
    async def compose(self, request: Asker, game: FromPath[str], data: JSONBody[SceneGiven]) -> SceneDrafted:
        """What a scene comes to: its text after all edits, what is wrong with it, its board and everybody on it as a
        game master would see them, and what can be set. Nothing of it is kept."""
        draft = SceneDraft(data.text, data.edits)
        return await on_ground(request, game, data.pack, data.table, scene_drafted, draft)

    @get("/roster", responses=may_fail(401, 404), weight=limits.DEAR)
    async def who(self, request: Asker, game: FromPath[str], pack: Asked = "", table: Asked = "") -> list[RosterLine]:
        """Who can be put into a scene, from easy to hard."""
        return await on_ground(request, game, pack, table, roster)


@get("/tables/{table:str}/scene", tags=["scenes"], security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
async def scene_on_table(request: Asker, table: FromPath[str], pack: Asked = "") -> SceneOnTable:
    """What is on the table as the text of a scene file, with who is there, as they are. Content that does not come with
    the game comes along in it, but for that of the pack with this id, into which it will be saved. For the game
    master."""
    return await house(request).desk.work_out(table, key_of(request), partial(on_the_table, pack))


async def file_told(request: Asker, pack: str, name: str, file: str) -> SceneTold:
    """A scene or a day of a pack, by its name and as its file has it."""
    maker, at = await maker_of(request), house(request)
    found = await asyncio.to_thread(at.workshop.pack, maker.id, pack)
    text = await apart(at, maker, text_of, maker.id, pack, file)
    return SceneTold(pack=pack, name=name, revision=found.revision, text=text)


class PackScenes(Controller):
    path = "/packs/{pack:str}/scenes"
    tags = ["scenes"]
    security = MAKER
    guards = [by_maker]

    @get("/{name:str}", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def read(self, request: Asker, pack: FromPath[str], name: FromPath[str]) -> SceneTold:
        """A scene of a pack, as its file has it."""
        return await file_told(request, pack, name, saving.scene_file(name))

    @put("/{name:str}", guards=[has_room], responses=may_fail(401, 404, 409, 413, 415), weight=limits.DEAR)
    async def save(
        self, request: Asker, pack: FromPath[str], name: FromPath[str], data: JSONBody[SceneSaving]
    ) -> PackSaved:
        """Save a scene of a pack, in place of the one of this name or as a new one. A new revision, whatever is wrong
        with it."""
        await there(request, pack)
        return await saved(
            request, saving.save_file, pack, saving.scene_file(name), data.text, data.revision, data.note
        )

    @delete("/{name:str}", status_code=200, responses=may_fail(401, 404, 409), weight=limits.DEAR)
    async def take_away(
        self, request: Asker, pack: FromPath[str], name: FromPath[str],
        revision: Annotated[int, QueryParameter(ge=1, le=LAST_REVISION)],
    ) -> PackSaved:  # fmt: skip
        """Take a scene out of a pack: a new revision."""
        await there(request, pack)
        return await saved(request, saving.take_file_away, pack, saving.scene_file(name), revision)
