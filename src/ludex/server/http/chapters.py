"""Adventures that are being written: what a draft comes to, what there is to choose from, and the adventure of a
pack. Of a draft nothing is kept until it is saved."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from ludex.core.pack.parts import ADVENTURE
from ludex.server import limits
from ludex.server.http.asking import MAKER, SEAT, Asker, Given, by_maker, has_room
from ludex.server.http.entries import LAST_REVISION, Asked, Letters, Revision, on_ground, there
from ludex.server.http.faults import may_fail
from ludex.server.http.packs import PackSaved, saved
from ludex.server.http.scenes import SceneGiven, SceneSaving, SceneTold, file_told
from ludex.workshop import saving
from ludex.workshop.adventures import AdventureDrafted, adventure_drafted, adventure_form


class AdventureCopied(Given, frozen=True, kw_only=True):
    """An adventure that comes with the game, by its id. `revision`: that of the pack into which it is copied; a later
    one is not written over."""

    adventure: Letters
    revision: Revision


class Adventures(Controller):
    path = "/games/{game:str}/adventures"
    tags = ["scenes"]
    security = [*MAKER, *SEAT, {}]

    @post("/", status_code=200, responses=may_fail(401, 404, 413, 415), weight=limits.DRAFTED)
    async def write(self, request: Asker, game: FromPath[str], data: JSONBody[SceneGiven]) -> AdventureDrafted:
        """What an adventure comes to: its text after all edits, its tables, and what is wrong with it. Nothing of it is
        kept."""
        return await on_ground(request, game, data.pack, data.table, adventure_drafted, data.text, data.edits)

    @get("/form", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def form(self, request: Asker, game: FromPath[str], pack: Asked = "", table: Asked = "") -> dict[str, Any]:
        """What an adventure is made of, as JSON Schema: with the scenes, rests, pictures and conditions from which one
        chooses."""
        return await on_ground(request, game, pack, table, adventure_form)


class PackAdventure(Controller):
    path = "/packs/{pack:str}/adventure"
    tags = ["scenes"]
    security = MAKER
    guards = [by_maker]

    @get("/", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def read(self, request: Asker, pack: FromPath[str]) -> SceneTold:
        """The adventure of a pack, as its file has it."""
        return await file_told(request, pack, "", ADVENTURE)

    @put("/", guards=[has_room], responses=may_fail(401, 404, 409, 413, 415), weight=limits.DEAR)
    async def save(self, request: Asker, pack: FromPath[str], data: JSONBody[SceneSaving]) -> PackSaved:
        """Save the adventure of a pack: a new revision, whatever is wrong with it."""
        await there(request, pack)
        return await saved(request, saving.save_file, pack, ADVENTURE, data.text, data.revision, data.note)

    @post("/copy", guards=[has_room], responses=may_fail(401, 404, 409, 413, 415), weight=limits.DEAR)
    async def copy(self, request: Asker, pack: FromPath[str], data: JSONBody[AdventureCopied]) -> PackSaved:
        """Copy an adventure that comes with the game into a pack, with its scenes, boards and pictures: a new
        revision."""
        await there(request, pack)
        return await saved(request, saving.copy_adventure, pack, data.adventure, data.revision)

    @delete("/", status_code=200, responses=may_fail(401, 404, 409), weight=limits.DEAR)
    async def take_away(
        self, request: Asker, pack: FromPath[str], revision: Annotated[int, QueryParameter(ge=1, le=LAST_REVISION)]
    ) -> PackSaved:
        """Take the adventure out of a pack, and leave its scenes and pictures there: a new revision."""
        await there(request, pack)
        return await saved(request, saving.take_file_away, pack, ADVENTURE, revision)
