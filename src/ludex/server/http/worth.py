"""What an entry that is being made is worth: price, odds and warnings at once, and a reference fight against the one it
was begun from, which runs like the simulations of the lab. Nothing of it is kept."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from ludex.server import limits
from ludex.server.http.asking import HOST, MAKER, SEAT, Asker, Given, address, check_host, house, key_of, maker_of
from ludex.server.http.entries import Letters, on_ground
from ludex.server.http.faults import may_fail
from ludex.server.http.labs import LINES, may_simulate, streamed, streams
from ludex.workshop.editing import MOST_ENTRY
from ludex.workshop.weighed import Weighing, WorthTold, fight_job, weighed

MOST_FIGHTS = 1_000
USUAL_FIGHTS = 200


class WorthGiven(Given, frozen=True, kw_only=True):
    """The text of one entry; `origin` is the id of the entry from which it began, `against` that of a dummy. `pack` or
    `table`: with the content of that, too."""

    kind: Letters
    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)]
    origin: Letters = ""
    against: Letters = ""
    pack: Letters = ""
    table: Letters = ""


class FightGiven(Given, frozen=True, kw_only=True):
    """The same, to be fought in the place of the entry from which it began."""

    kind: Letters
    text: Annotated[str, msgspec.Meta(max_length=MOST_ENTRY)]
    origin: Letters
    pack: Letters = ""
    table: Letters = ""
    fights: Annotated[int, msgspec.Meta(ge=1, le=MOST_FIGHTS)] = USUAL_FIGHTS
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1


async def fighter(request: Asker, pack: str, table: str) -> str:
    """For whom it is fought, who waits for one simulation at a time: whoever makes the pack, the table, or the host."""
    if pack:
        return f"maker {(await maker_of(request)).id}"
    if table:
        await house(request).desk.read(table, key_of(request), may_simulate)
        return table
    check_host(request)
    return f"at {address(request)}"


class WorthOfEntries(Controller):
    path = "/games/{game:str}/worth"
    tags = ["entries"]

    @post(
        "/", status_code=200, security=[*MAKER, *SEAT, {}], responses=may_fail(401, 404, 413, 415),
        weight=limits.DEAR,
    )  # fmt: skip
    async def worth(self, request: Asker, game: FromPath[str], data: JSONBody[WorthGiven]) -> WorthTold:
        """What an entry costs, the exact odds of what is done with it against a dummy, and what had better be known of
        it, each beside the entry it was begun from."""
        given = Weighing(data.kind, data.text, data.origin, data.against)
        return await on_ground(request, game, data.pack, data.table, weighed, given)

    @post(
        "/fight", status_code=200, security=[*MAKER, *SEAT, *HOST], media_type=LINES,
        responses={200: streams(), **may_fail(401, 404, 413, 415)}, weight=limits.DEAREST,
    )  # fmt: skip
    async def fight(self, request: Asker, game: FromPath[str], data: JSONBody[FightGiven]) -> Stream:
        """Fight a ready scene many times with an entry in the place of the one it was begun from, with the same dice
        for both, or a duel where it is in none. For makers, for seats that may use the lab, and for the host."""
        who = await fighter(request, data.pack, data.table)
        given = Weighing(data.kind, data.text, data.origin)
        job = await on_ground(request, game, data.pack, data.table, fight_job, given, data.fights, data.seed)
        return streamed(request, who, job)
