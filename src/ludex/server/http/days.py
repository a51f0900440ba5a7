"""Days that are being composed, scenes, rests and travel in a row: what a draft comes to, what it costs, and days of a
pack."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from ludex.server import limits
from ludex.server.http.asking import HOST, MAKER, SEAT, Asker, Given, by_maker, has_room
from ludex.server.http.entries import LAST_REVISION, Letters, on_ground, there
from ludex.server.http.faults import may_fail
from ludex.server.http.gauge import PartyGiven, as_gauged, party_of
from ludex.server.http.labs import LINES, streams
from ludex.server.http.packs import PackSaved, saved
from ludex.server.http.scenes import SceneGiven, SceneSaving, SceneText, SceneTold, file_told
from ludex.workshop import saving
from ludex.workshop.days import DayDrafted, day_drafted, day_ready

MOST_DAYS = 1_000


class DayGiven(Given, frozen=True, kw_only=True):
    """A day as the text of its file. `party`: who is counted as the party in all of its scenes."""

    text: SceneText
    pack: Letters = ""
    table: Letters = ""
    party: PartyGiven | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=MOST_DAYS)] = 100
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1


class Days(Controller):
    path = "/games/{game:str}/days"
    tags = ["scenes"]

    @post(
        "/", status_code=200, security=[*MAKER, *SEAT, {}], responses=may_fail(401, 404, 413, 415),
        weight=limits.DRAFTED,
    )  # fmt: skip
    async def compose(self, request: Asker, game: FromPath[str], data: JSONBody[SceneGiven]) -> DayDrafted:
        """What a day comes to: its text after all edits, its parts, what is wrong with it, and which scenes,
        rests and kinds of travel there are to choose. Nothing of it is kept."""
        return await on_ground(request, game, data.pack, data.table, day_drafted, data.text, data.edits)

    @post(
        "/gauge", status_code=200, security=[*MAKER, *SEAT, *HOST], media_type=LINES,
        responses={200: streams(), **may_fail(401, 404, 413, 415)}, weight=limits.DEAREST,
    )  # fmt: skip
    async def gauge(self, request: Asker, game: FromPath[str], data: JSONBody[DayGiven]) -> Stream:
        """Live through a day many times, and tell in `day` what each part of it costs the party."""
        given = (data.text, data.days, data.seed, await party_of(request, game, data.party))
        ready = partial(on_ground, request, game, data.pack, data.table, day_ready, *given)
        return await as_gauged(request, data.pack, data.table, ready, data.days)


class PackDays(Controller):
    path = "/packs/{pack:str}/days"
    tags = ["scenes"]
    security = MAKER
    guards = [by_maker]

    @get("/{name:str}", responses=may_fail(401, 404), weight=limits.DRAFTED)
    async def read(self, request: Asker, pack: FromPath[str], name: FromPath[str]) -> SceneTold:
        """A day of a pack, as its file has it."""
        return await file_told(request, pack, name, saving.day_file(name))

    @put("/{name:str}", guards=[has_room], responses=may_fail(401, 404, 409, 413, 415), weight=limits.DEAR)
    async def save(
        self, request: Asker, pack: FromPath[str], name: FromPath[str], data: JSONBody[SceneSaving]
    ) -> PackSaved:
        """Save a day of a pack: a new revision, whatever is wrong with it."""
        await there(request, pack)
        return await saved(request, saving.save_file, pack, saving.day_file(name), data.text, data.revision, data.note)

    @delete("/{name:str}", status_code=200, responses=may_fail(401, 404, 409), weight=limits.DEAR)
    async def take_away(
        self, request: Asker, pack: FromPath[str], name: FromPath[str],
        revision: Annotated[int, QueryParameter(ge=1, le=LAST_REVISION)],
    ) -> PackSaved:  # fmt: skip
        """Take a day out of a pack: a new revision."""
        await there(request, pack)
        return await saved(request, saving.take_file_away, pack, saving.day_file(name), revision)
