"""The lab: the scene on a table, or one that comes with a game, fought many times over in a process of its own. It
touches neither dice nor journal of the table. Whoever has to wait is told their place; what is known so far is sent
line by line; whoever goes away ends it."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import SceneFile, scene_from
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.toml import spelled
from ludex.core.referee.live import Done
from ludex.lab.apart import Job, LabLine
from ludex.lab.trial import First
from ludex.lab.variants import put
from ludex.opponents import offered, sides_of, usual
from ludex.server import limits
from ludex.server.http.asking import HOST, SEAT, Asker, Given, Made, address, by_host, by_seat, house, key_of
from ludex.server.http.faults import may_fail
from ludex.server.http.games import game_of
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.likenesses import drawn
from ludex.table.campaign.scenes import built
from ludex.table.document.show import Documents
from ludex.table.know.foreseen import Guessing
from ludex.table.know.offers import command_document, group, rank
from ludex.table.know.seen import Seen
from ludex.table.play.commands import command_of
from ludex.table.records.entry import Likeness, Prepared
from ludex.table.records.seat import Role, Seat, refuse

LINES = "application/x-ndjson"
MOST_FIGHTS = 10_000
MOST_DEEDS = 4  # that are compared
MOST_VARIED = 12  # values of a field
MOST_FIELDS = 200
MOST_OFFERED = 24  # deeds to choose from
OF_ONE_ACTION = 3
NOT_VARIED = ("content", "script", "case", "expect", "handouts")  # tables of a scene
NO_DEEDS = frozenset({"", "idle", "passes", "gives_up"})  # groups of actions


class Simulating(Given, frozen=True, kw_only=True):
    """How often a scene is fought, by which policies; `deeds` to compare, each done first; or one fight to be told."""

    fights: Annotated[int, msgspec.Meta(ge=1, le=MOST_FIGHTS)] = 400
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 1
    policies: dict[str, str] = {}
    deeds: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_DEEDS)] = []
    watch: int | None = None


class SimulatingReady(Simulating, frozen=True, kw_only=True):
    """The same for a scene that comes with the game."""

    scene: Annotated[str, msgspec.Meta(max_length=200)]


class Varying(Given, frozen=True, kw_only=True):
    """A field of a scene by its dotted path, such as `beings.bear.hp`, and what it is in each variant."""

    path: Annotated[str, msgspec.Meta(max_length=200)]
    values: Annotated[list[Any], msgspec.Meta(min_length=1, max_length=MOST_VARIED)]


class SimulatingPrepared(Simulating, frozen=True, kw_only=True):
    """The same for a scene that is prepared. With `against` it is compared with another one, with `vary` with itself
    with something else in one field: each is fought with the same dice, and told like a deed."""

    scene: Annotated[str, msgspec.Meta(max_length=200)]
    against: Annotated[str, msgspec.Meta(max_length=200)] = ""
    vary: Varying | None = None


class PreparedTold(Made, frozen=True, kw_only=True):
    """A prepared scene, for whoever would have it simulated. `fields`: the paths of numbers in its file that can be
    varied."""

    scene: str
    title: str
    sides: list[str]
    policies: list[str]
    usual: str
    who: list[Fighter]
    fields: list[str]


class DeedOffered(Made, frozen=True, kw_only=True):
    words: str
    command: dict[str, Any]


class Fighter(Made, frozen=True, kw_only=True):
    id: str
    name: str
    side: str
    look: str
    colour: str
    picture: str


class LabTold(Made, frozen=True, kw_only=True):
    """What there is to simulate at a table: the scene as the seat knows it, and what the acting being may do first."""

    title: str
    game: str
    round: int
    acting: str
    sides: list[str]
    policies: list[str]
    usual: str
    guessed: bool
    who: list[Fighter]
    deeds: list[DeedOffered]


def streamed(request: Asker, who: str, job: bytes) -> Stream:
    labs = house(request).labs
    labs.check(who, len(job), address(request))
    return Stream(labs.run(who, job, address(request)), media_type=LINES)


# ---------------------------------------------------------------- the scene of a table


def may_simulate(campaign: Campaign, seat: Seat) -> None:
    if seat.role is Role.SPECTATOR or (seat.role is not Role.GM and not campaign.settings.lab):
        raise refuse("the lab of this table is the game master's")


def known_to(campaign: Campaign, seat: Seat) -> Seen:
    """The scene as whoever asks knows it: the game master all of it, a player only what the side knows."""
    may_simulate(campaign, seat)
    seen = campaign.seen(seat)
    if seen is None:
        raise refuse("no scene is on the table")
    return seen if seen.seat == GM else Guessing(seen, campaign.settings)


def at_boundary(seen: Seen) -> Any:
    """The scene as it stands between two commands: one that is under way is left out."""
    return seen.view(seen.live.scene).fork()


def lab_told(documents: Documents, seat: Seat) -> LabTold:
    campaign = documents.table
    seen = known_to(campaign, seat)
    scene, game = at_boundary(seen), seen.game
    acting = scene.beings.get(game.to_act(scene))
    may = acting is not None and (seat.role is Role.GM or campaign.plays(seat, acting.id))
    return LabTold(
        title=campaign.playing.opened.title if campaign.playing is not None else "",
        game=game.name,
        round=scene.turns.round,
        acting=acting.name if acting is not None else "",
        sides=sides_of(game, scene),
        policies=offered(game),
        usual=usual(game),
        guessed=seen.seat != GM,
        who=fighters(game, scene, campaign.likenesses),
        deeds=list(islice(deeds_of(seen, scene, acting), MOST_OFFERED)) if may else [],
    )


def fighters(game: Game[Any], scene: Any, likenesses: Mapping[str, Likeness]) -> list[Fighter]:
    """Who can fight, side by side, the players' first; as a table draws them."""
    order = sides_of(game, scene)
    there = sorted((being for being in scene.beings.values() if being.here), key=lambda being: order.index(being.side))
    own = order[0] if order else ""
    return [
        Fighter(
            id=each.id, name=each.name, side=each.side, **drawn(likenesses, scene, each, each.side == own)._asdict()
        )
        for each in there
    ]


def deeds_of(seen: Seen, scene: Any, being: Any) -> Iterator[DeedOffered]:
    """What somebody may do now: of each action what is worth a look, or else the first that may be chosen."""
    offers = [offer for offer in seen.game.offers(scene, being) if group(offer.action) not in NO_DEEDS]
    for offer in sorted(offers, key=lambda offer: rank(offer.action)):
        if offer.refusal is not None:
            continue
        worth = [each.command for each in seen.face.suggestions(scene, being, offer.action)]
        there = worth or (found for found, refusal in seen.game.choices(scene, being, offer.action) if refusal is None)
        for command in islice(there, OF_ONE_ACTION):
            yield DeedOffered(words=words_of(seen, scene, command), command=command_document(command))


def words_of(seen: Seen, scene: Any, command: Command) -> str:
    said = seen.face.command(scene, command)
    return said.removeprefix(f"{scene.beings[command.actor].name}: ")


def table_job(what: Simulating, documents: Documents, seat: Seat) -> bytes:
    campaign = documents.table
    seen = known_to(campaign, seat)
    scene = at_boundary(seen)
    given = [command_of(*deed_parts(deed)) for deed in what.deeds]
    for command in given:
        if command.actor not in scene.beings or (seat.role is not Role.GM and not campaign.plays(seat, command.actor)):
            raise BadInput(f"deeds: expected those of somebody who is yours, not of {command.actor!r}")
    try:
        deeds = tuple((words_of(seen, scene, command), First(Done(command))) for command in given)
    except (BadInput, Refused):
        raise
    except Exception as fault:  # whatever faces make of arguments that nobody would choose
        raise BadInput(f"deeds: that cannot be worked out ({type(fault).__name__})") from fault
    title = campaign.playing.opened.title if campaign.playing is not None else ""
    return pickle.dumps(Job(scene, title, what.policies, what.fights, what.seed, deeds, what.watch))


def prepared_in(campaign: Campaign, seat: Seat, scene: str) -> Prepared:
    """A prepared scene, of which only the game master knows."""
    if seat.role is not Role.GM:
        raise refuse("prepared scenes are the game master's")
    if scene not in campaign.scenes:
        raise BadInput(f"there is no prepared scene {scene!r}")
    return campaign.scenes[scene]


def all_prepared(documents: Documents, seat: Seat) -> dict[str, str]:
    """The titles of all of them, by id; of a player's seat none is known."""
    if seat.role is not Role.GM:
        return {}
    return {id: scene.title for id, scene in documents.table.scenes.items()}


def prepared_told(scene: str, documents: Documents, seat: Seat) -> PreparedTold:
    campaign = documents.table
    found = prepared_in(campaign, seat, scene)
    file = built(campaign, found.tables, found.title)
    return PreparedTold(
        scene=found.id,
        title=found.title,
        sides=sides_of(file.game, file.scene),
        policies=offered(file.game),
        usual=usual(file.game),
        who=fighters(file.game, file.scene, campaign.likenesses),
        fields=list(islice(numbers_in(found.tables), MOST_FIELDS)),
    )


def numbers_in(tables: Any, way: str = "") -> Iterator[str]:
    """The paths of all numbers in the tables of a scene but for places."""
    for key, value in tables.items() if isinstance(tables, dict) else ():
        spot = f"{way}.{key}" if way else str(key)
        if isinstance(value, int) and not isinstance(value, bool):
            yield spot
        elif key not in NOT_VARIED:
            yield from numbers_in(value, spot)


def prepared_job(what: SimulatingPrepared, documents: Documents, seat: Seat) -> bytes:
    if what.deeds:
        raise BadInput("deeds: expected none in a scene that is only prepared")
    campaign = documents.table
    found = prepared_in(campaign, seat, what.scene)
    others = []
    if what.against:
        other = prepared_in(campaign, seat, what.against)
        others.append((other.title, built(campaign, other.tables, other.title).scene))
    for value in what.vary.values if what.vary is not None else ():
        path = what.vary.path if what.vary is not None else ""
        tables = put(found.tables, path, value, found.title)
        other_scene = built(campaign, tables, found.title).scene
        others.append((f"{field_words(other_scene, path)} = {spelled(value)}", other_scene))
    scene = built(campaign, found.tables, found.title).scene
    job = Job(scene, found.title, what.policies, what.fights, what.seed, (), what.watch, tuple(others))
    return pickle.dumps(job)


def field_words(scene: Any, path: str) -> str:
    """A field of a scene as the page calls it: `Tahra: hp`."""
    first, _, rest = path.partition(".")
    who, _, field = rest.partition(".")
    if first == "beings" and field and who in scene.beings:
        return f"{scene.beings[who].name}: {_plainly(field)}"
    return _plainly(path)


def _plainly(path: str) -> str:
    return path.replace(".", " ").replace("_", " ")


def deed_parts(deed: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    match deed:
        case {"actor": str(actor), "name": str(name), "args": dict(args)}:
            return actor, name, args
    raise BadInput("deeds: expected commands, each with actor, name and args")


def ready_scene(game: str, scene: str) -> SceneFile:
    found = game_of(game)
    path = found.starter.scenes.get(scene)
    if path is None:
        raise NotFoundException(f"there is no scene {scene!r}; {there_are(scene, found.starter.scenes)}")
    return scene_from(read_toml(path), scene)


def ready_fighters(game: str, scene: str) -> list[Fighter]:
    file = ready_scene(game, scene)
    return fighters(file.game, file.scene, {})


def ready_job(game: str, what: SimulatingReady) -> bytes:
    if what.deeds:
        raise BadInput("deeds: expected none where no table plays")
    file = ready_scene(game, what.scene)
    title = file.header.title or what.scene
    return pickle.dumps(Job(file.scene, title, what.policies, what.fights, what.seed, (), what.watch))


# ---------------------------------------------------------------- what can be asked


def streams() -> ResponseSpec:
    words = (
        "JSON, one such object on each line: the place in the queue, then what is known so far, the last with `done`."
    )
    return ResponseSpec(LabLine, generate_examples=False, description=words, media_type=LINES)


@get("/tables/{table:str}/lab", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
async def told_of_lab(request: Asker, table: FromPath[str]) -> LabTold:
    """What can be simulated at a table. For the game master, and for players where the table allows it."""
    return await house(request).desk.work_out(table, key_of(request), lab_told)


@post(
    "/tables/{table:str}/lab", security=SEAT, guards=[by_seat], status_code=200, media_type=LINES,
    responses={200: streams(), **may_fail(401, 404, 413, 415)},
    weight=limits.DEAREST,
)  # fmt: skip
async def simulate_table(request: Asker, table: FromPath[str], data: JSONBody[Simulating]) -> Stream:
    """Fight the scene on the table many times, as this seat knows it. One at a time for each table; the others
    wait in turn."""
    job = await house(request).desk.work_out(table, key_of(request), partial(table_job, data))
    return streamed(request, table, job)


@get("/tables/{table:str}/lab/prepared", security=SEAT, responses=may_fail(401, 404))
async def told_of_all_prepared(request: Asker, table: FromPath[str]) -> dict[str, str]:
    """The prepared scenes that can be simulated, by their ids. Of the game master's seat; others are told of none."""
    return await house(request).desk.work_out(table, key_of(request), all_prepared)


@get("/tables/{table:str}/lab/prepared/{scene:str}", security=SEAT, responses=may_fail(401, 404), weight=limits.DEAR)
async def told_of_prepared(request: Asker, table: FromPath[str], scene: FromPath[str]) -> PreparedTold:
    """Who fights in a prepared scene, and what of it can be varied. For the game master."""
    return await house(request).desk.work_out(table, key_of(request), partial(prepared_told, scene))


@post(
    "/tables/{table:str}/lab/prepared", security=SEAT, guards=[by_seat], status_code=200, media_type=LINES,
    responses={200: streams(), **may_fail(401, 404, 413, 415)},
    weight=limits.DEAREST,
)  # fmt: skip
async def simulate_prepared(request: Asker, table: FromPath[str], data: JSONBody[SimulatingPrepared]) -> Stream:
    """Fight a prepared scene many times, compare it with another, or with itself with something changed. For the game
    master."""
    job = await house(request).desk.work_out(table, key_of(request), partial(prepared_job, data))
    return streamed(request, table, job)


@get("/games/{game:str}/lab/{scene:str}", responses=may_fail(404), weight=limits.DEAR)
async def told_of_ready(game: FromPath[str], scene: FromPath[str]) -> list[Fighter]:
    """Who fights in a scene that comes with a game. For anybody."""
    return await asyncio.to_thread(ready_fighters, game, scene)


@post(
    "/games/{game:str}/lab", security=HOST, guards=[by_host], status_code=200, media_type=LINES,
    responses={200: streams(), **may_fail(401, 404, 413, 415)},
    weight=limits.DEAREST,
)  # fmt: skip
async def simulate_ready(request: Asker, game: FromPath[str], data: JSONBody[SimulatingReady]) -> Stream:
    """Fight a scene that comes with a game many times. For the host; one at a time for each address, the others wait in
    turn."""
    job = await asyncio.to_thread(ready_job, game, data)
    return streamed(request, f"at {address(request)}", job)


lab_routes = Router(
    "/",
    route_handlers=[
        told_of_lab,
        simulate_table,
        told_of_all_prepared,
        told_of_prepared,
        simulate_prepared,
        told_of_ready,
        simulate_ready,
    ],
    tags=["lab"],
)
