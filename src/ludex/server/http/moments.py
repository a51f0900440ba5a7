"""What if? Going on from a moment that is over: at a table of its own, or in the lab, where what was done then is
compared with something else. As a seat knew the moment, and of what it did not know drawn or guessed."""

from __future__ import annotations

import asyncio
import pickle
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Done
from ludex.core.referee.live import Given as GivenBefore
from ludex.lab.apart import Job
from ludex.lab.trial import First
from ludex.opponents import sides_of, usual
from ludex.server import limits
from ludex.server.http.asking import (
    SEAT,
    Asker,
    Connection,
    Given,
    by_seat,
    has_room,
    house,
    key_of,
    not_founded_too_often,
    not_too_often,
)
from ludex.server.http.faults import may_fail
from ludex.server.http.labs import (
    LINES,
    MOST_OFFERED,
    DeedOffered,
    LabTold,
    Simulating,
    deed_parts,
    deeds_of,
    fighters,
    streamed,
    streams,
    words_of,
)
from ludex.server.http.tables import Link
from ludex.server.keys import hashed
from ludex.table.campaign.doing import Doing
from ludex.table.document.show import Documents
from ludex.table.know.offers import command_document, listed
from ludex.table.past.branching import Branched, Wanted, branched
from ludex.table.past.going_on import From, done_next, from_moment
from ludex.table.play import commands
from ludex.table.play.commands import command_of
from ludex.table.records.seat import Role, Seat

MOST_ANSWERS = 24  # to choose from
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Branching(Given, frozen=True, kw_only=True):
    """From which moment of which chapter; without numbers from the last one. `fell`: dice fall as they fell then, as
    far as the same are thrown. `deed` is done there first: a command, or `{"answer": …}` to what was asked then."""

    chapter: Number | None = None
    moment: Number | None = None
    fell: bool = False
    deed: dict[str, Any] | None = None


class SimulatingMoment(Simulating, frozen=True, kw_only=True):
    """The same from a moment that is over. In the middle of a deed `deeds` are answers to what was asked then, as
    `{"answer": …}`."""

    chapter: Number | None = None
    moment: Number | None = None
    fell: bool = False


class MomentLabTold(LabTold, frozen=True, kw_only=True):
    """What there is to simulate from a moment. `done` is what was done then, by whoever was to decide; `asked` what was
    asked in the middle of a deed: the deeds are answers then."""

    done: DeedOffered | None
    asked: str


# ---------------------------------------------------------------- a table of its own


async def not_branched_too_often(request: Connection, _: BaseRouteHandler) -> None:
    """However many sit there: nobody fills the house from one table."""
    not_too_often(house(request).branching, str(request.path_params["table"]), wait=600)


@post(
    "/tables/{table:str}/branches", tags=["tables"], security=SEAT,
    guards=[by_seat, not_founded_too_often, has_room, not_branched_too_often],
    responses=may_fail(401, 404, 413, 415), weight=limits.DEAREST,
)  # fmt: skip
async def branch(request: Asker, table: FromPath[str], data: JSONBody[Branching]) -> Link:
    """A table of its own that begins at a moment of this one which is over, as the seat knew it; gives its link. A game
    master has a copy. A player sits there with those whom they play, where the game master has opened branches;
    machines play all others, and the table is deleted after two weeks."""
    at, token = house(request), house(request).settings.token()
    found = await at.desk.work_out(table, key_of(request), partial(branch_of, table, data, hashed(token)))

    def kept() -> str:
        store, new = at.desk.store, at.settings.outside.fresh()
        pictures = [picture for name in found.pictures if (picture := store.blob(table, name)) is not None]
        store.create(new, found.entries, pictures)
        return new

    return Link(table=await asyncio.to_thread(kept), seat=found.seat, token=token)


def branch_of(table: str, what: Branching, key: str, documents: Documents, seat: Seat) -> Branched:
    first = doing_of(what, documents, seat) if what.deed is not None else None
    return branched(Wanted(table, what.chapter, what.moment, what.fell, key, first), None, documents, seat)


def doing_of(what: Branching, documents: Documents, seat: Seat) -> Doing:
    """A deed as it is done at a table."""
    start = from_moment(documents, seat, what.chapter, what.moment)
    asked, given = asked_of(start), what.deed or {}
    if asked is not None and given.keys() == {"answer"}:
        return commands.Answer(key=asked.key, value=given["answer"])
    actor, name, args = deed_parts(given)
    return commands.Command(actor=actor, name=name, args=args)


# ---------------------------------------------------------------- in the lab


def told_of(chapter: int | None, moment: int | None, documents: Documents, seat: Seat) -> MomentLabTold:
    start = from_moment(documents, seat, chapter, moment)
    scene, acting, asked = start.scene, start.acting, asked_of(start)
    may = acting is not None and decides(start, acting.id)
    return MomentLabTold(
        title=start.title,
        game=start.game.name,
        round=scene.turns.round,
        acting=acting.name if acting is not None else "",
        sides=sides_of(start.game, scene),
        policies=[*start.game.policies, "random"],
        usual=usual(start.game),
        guessed=start.seat.role is not Role.GM,
        who=fighters(start.game, scene, documents.table.likenesses),
        deeds=offered(start) if may else [],
        done=done_then(start, documents) if may else None,
        asked=" ".join(start.seen.question_words(asked)) if may and asked is not None else "",
    )


def asked_of(start: From) -> Question | None:
    return start.under_way.asked if start.under_way is not None else None


def decides(start: From, who: str) -> bool:
    return start.seat.role is Role.GM or who in start.seat.beings


def offered(start: From) -> list[DeedOffered]:
    """What could be done, or be answered to what was asked."""
    asked = asked_of(start)
    if asked is None:
        return list(islice(deeds_of(start.seen, start.scene, start.acting), MOST_OFFERED))
    values = start.seen.known_among(islice(asked.domain.some(), MOST_ANSWERS))
    return [answer_offered(start, asked, value) for value in values]


def answer_offered(start: From, asked: Question, value: Plain) -> DeedOffered:
    return DeedOffered(words=start.seen.face.answer(start.seen.scene, asked, value), command={"answer": listed(value)})


def done_then(start: From, documents: Documents) -> DeedOffered | None:
    match done_next(start, documents.journal):
        case None:
            return None
        case Command() as command:
            return DeedOffered(words=words_of(start.seen, start.scene, command), command=command_document(command))
        case (value,):
            asked = asked_of(start)
            assert asked is not None
            return answer_offered(start, asked, value)


def moment_job(what: SimulatingMoment, documents: Documents, seat: Seat) -> bytes:
    start = from_moment(documents, seat, what.chapter, what.moment)
    under_way = start.under_way
    first = First(under_way.done, under_way.given) if under_way is not None else None
    deeds = tuple(deed(start, one) for one in what.deeds)
    fell = start.fell if what.fell else {}
    job = Job(start.scene, start.title, what.policies, what.fights, what.seed, deeds, what.watch, (), first, fell)
    return pickle.dumps(job)


def deed(start: From, given: dict[str, Any]) -> tuple[str, First]:
    """A deed to be compared with its words."""
    asked = asked_of(start)
    if asked is not None and start.under_way is not None:
        return answered(start, asked, given)
    command = command_of(*deed_parts(given))
    if command.actor not in start.scene.beings or not decides(start, command.actor):
        raise BadInput(f"deeds: expected those of somebody who is yours, not of {command.actor!r}")
    try:
        return words_of(start.seen, start.scene, command), First(Done(command))
    except (BadInput, Refused):
        raise
    except Exception as fault:  # whatever faces make of arguments that nobody would choose
        raise BadInput(f"deeds: that cannot be worked out ({type(fault).__name__})") from fault


def answered(start: From, asked: Question, given: dict[str, Any]) -> tuple[str, First]:
    assert start.under_way is not None
    if given.keys() != {"answer"} or not decides(start, asked.who):
        raise BadInput('deeds: expected answers of somebody who is yours, each as {"answer": …}')
    value = plain(given["answer"])
    if fault := asked.domain.fault(value):
        raise BadInput(f"deeds: {fault}")
    before = (*start.under_way.given, GivenBefore(asked.key, value, is_roll=False, again=asked.again))
    return answer_offered(start, asked, value).words, First(start.under_way.done, before)


@get("/tables/{table:str}/lab/moment", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
async def told_of_moment(
    request: Asker,
    table: FromPath[str],
    chapter: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    moment: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> MomentLabTold:
    """What can be simulated from a moment that is over. For the game master, and for players where they may go on from
    such moments."""
    return await house(request).desk.work_out(table, key_of(request), partial(told_of, chapter, moment))


@post(
    "/tables/{table:str}/lab/moment", security=SEAT, guards=[by_seat], status_code=200, media_type=LINES,
    responses={200: streams(), **may_fail(401, 404, 413, 415)}, weight=limits.DEAREST,
)  # fmt: skip
async def simulate_moment(request: Asker, table: FromPath[str], data: JSONBody[SimulatingMoment]) -> Stream:
    """Fight on from a moment that is over many times, as this seat knew it. One at a time for each table; the others
    wait in turn."""
    job = await house(request).desk.work_out(table, key_of(request), partial(moment_job, data))
    return streamed(request, table, job)


lab = Router("/", route_handlers=[told_of_moment, simulate_moment], tags=["lab"])
moment_routes = Router("/", route_handlers=[branch, lab])
