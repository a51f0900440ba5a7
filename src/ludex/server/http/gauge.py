"""The gauge of a scene that is being composed: what it will cost the party, and what would make that more or less. It
runs like the simulations of the lab; nothing of it is kept but what it found, for whoever asks the same again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from ludex.core.kernel.ruling import BadInput
from ludex.lab.apart import LabLine
from ludex.lab.gauge.party import Brought, Party
from ludex.lab.gauge_line import Grade
from ludex.server import limits
from ludex.server.apart.simulation import written
from ludex.server.http.asking import HOST, MAKER, SEAT, Asker, Given, address, house, not_too_often
from ludex.server.http.entries import Letters, on_ground
from ludex.server.http.faults import may_fail
from ludex.server.http.games import game_of
from ludex.server.http.gauges_kept import at_once
from ludex.server.http.labs import LINES, streams
from ludex.server.http.scenes import SceneText
from ludex.server.http.worth import fighter
from ludex.server.keys import hashed
from ludex.server.limits import seat_at
from ludex.table.document.show import Documents
from ludex.table.records.seat import Seat
from ludex.workshop.brought import characters_of
from ludex.workshop.gauged import Gauging, Ready, gauge_ready

SEAT_TOKEN = "seat-token"  # the header with which a maker says that they sit at a table, too
MOST_FIGHTS = 2_000
MOST_OF_WAYS = 400


class PartyGiven(Given, frozen=True, kw_only=True):
    """Ready characters who stand in for the party: so many, of this level; 0: as they come. Or the characters of a
    `table` as they stand there, for its game master, whose token comes in the header `Seat-Token`."""

    size: Annotated[int, msgspec.Meta(ge=1, le=12)] = 4
    level: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    table: Letters = ""


class GaugeGiven(Given, frozen=True, kw_only=True):
    """A scene as the text of its file. `party`: who is counted as the party; without it the one in the scene is, and
    where there is none, four who are ready."""

    text: SceneText
    pack: Letters = ""
    table: Letters = ""
    party: PartyGiven | None = None
    fights: Annotated[int, msgspec.Meta(ge=1, le=MOST_FIGHTS)] = 400
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1


class WaysGiven(GaugeGiven, frozen=True, kw_only=True):
    """The same, and how hard it should be."""

    wish: Grade
    fights: Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_WAYS)] = 80


async def gauged(request: Asker, game: str, data: GaugeGiven, wish: Grade | None = None) -> Stream:
    party = await party_of(request, game, data.party)
    given = Gauging(data.text, data.fights, data.seed, party, wish)
    ready = partial(on_ground, request, game, data.pack, data.table, gauge_ready, given)
    return await as_gauged(request, data.pack, data.table, ready, data.fights, ", ways" if wish is not None else "")


async def party_of(request: Asker, game: str, given: PartyGiven | None) -> Party | Brought | None:
    """Whoever asks for the characters of a table shows the token of their seat there, besides the one by which they
    make packs."""
    if given is None or not given.table:
        return Party(given.size, given.level) if given is not None else None
    at, key = house(request), hashed(request.headers.get(SEAT_TOKEN, ""))
    not_too_often(at.seats, seat_at(given.table, key), wait=1, weight=limits.DRAFTED)
    return await at.desk.work_out(given.table, key, partial(characters_here, game_of(game).name))


def characters_here(game: str, documents: Documents, seat: Seat) -> Brought:
    return characters_of(documents.table, seat, game)


async def as_gauged(
    request: Asker, pack: str, table: str, making: Callable[[], Awaitable[Ready]], fights: int, beside: str = ""
) -> Stream:
    """What is known already at once; else the lines of the lab, as they come. What is asked for `beside` a gauge runs
    beside it."""
    who, at = await fighter(request, pack, table), house(request)
    try:
        ready = await making()
    except BadInput as fault:
        return Stream(at_once(written(LabLine(done=True, fault=str(fault)))), media_type=LINES)
    kept = at.gauges.found(ready.key, fights)
    if kept is not None:
        return Stream(at_once(kept), media_type=LINES)
    at.labs.check(f"{who}{beside}", len(ready.job), address(request))
    lines = at.labs.run(f"{who}{beside}", ready.job, address(request))
    return Stream(at.gauges.keeping(ready.key, lines), media_type=LINES)


class GaugeOfScenes(Controller):
    path = "/games/{game:str}/gauge"
    tags = ["scenes"]
    security = [*MAKER, *SEAT, *HOST]

    @post(
        "/", status_code=200, media_type=LINES, responses={200: streams(), **may_fail(401, 404, 413, 415)},
        weight=limits.DEAREST,
    )  # fmt: skip
    async def gauge(self, request: Asker, game: FromPath[str], data: JSONBody[GaugeGiven]) -> Stream:
        """Fight a scene that is being composed, few times first and then more often, and tell in `gauge` what it costs
        the party. For makers, for seats that may use the lab, and for the host; whoever goes away ends it."""
        return await gauged(request, game, data)

    @post(
        "/ways", status_code=200, media_type=LINES, responses={200: streams(), **may_fail(401, 404, 413, 415)},
        weight=limits.DEAREST,
    )  # fmt: skip
    async def ways(self, request: Asker, game: FromPath[str], data: JSONBody[WaysGiven]) -> Stream:
        """What could be changed so that the scene is as hard as wished, in `ways`: each fought with the same dice as
        the scene as it is, the best first."""
        return await gauged(request, game, data, data.wish)
