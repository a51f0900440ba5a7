"""A board as the rules see it, while it is drawn: whom somebody sees, how far they get, where it is light, and which
ways there are. It is worked out on a scene of this board, by the rules with which it will be played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from ludex.core.files.scenefile import scene_from
from ludex.core.game import Game
from ludex.core.kernel.english import count
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.plan.plan import Cell, Name
from ludex.core.referee.live import Live, TypedDice
from ludex.core.show.face import CellPlan, Plan, ZonePlan
from ludex.table.know import ways
from ludex.table.know.seen import Seen
from ludex.workshop.boards import BOARD, plans_of, without_coordinates
from ludex.workshop.drafted import plainly, rule_apart
from ludex.workshop.editing import raw_entry
from ludex.workshop.ground import Ground

SOMEBODY, WATCHED = "somebody", "watched"
MOVE = "move"  # how all games call going from place to place
LONGER = 3  # so many steps more than the shortest may a way have that is told
MOST_WAYS = 6
MOST_LOOKED = 20_000  # ends of ways that are looked at

Looks = Literal["sight", "reach", "light", "ways"]


class Standing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody on the board: of which entry, nobody in particular where it is empty, and where."""

    of: Name = msgspec.field(name="from", default="")
    at: Cell | str  # not Name: msgspec 0.22 breaks down on a text of bounded length beside a pair


class SightLine(msgspec.Struct, frozen=True, kw_only=True):
    """Whether one of the others is seen, why not or how well, and the rule. `stops`: where the line ends."""

    at: Cell | str
    name: str
    seen: bool
    words: str
    rule: str
    title: str
    stops: Cell | str | None


class RoomsWay(msgspec.Struct, frozen=True, kw_only=True):
    """A way from room to room, both ends among them; `words`: what is in it, door by door and fall by fall."""

    rooms: list[str]
    words: list[str]


class BoardSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A board as the rules see it. Of `sight`, `cells` and `rooms` are those in sight: 1, or 2 where something hides a
    part of whoever is there. Of `reach`, what it costs to get there, in `unit`. Of `light`, rooms that have it, with
    how far away it is; or cells that are dark, 1, or 2 where nobody sees in that darkness."""

    words: str
    rule: str
    title: str
    unit: str
    cells: list[tuple[Cell, int]]
    rooms: list[tuple[str, int]]
    lines: list[SightLine]
    ways: list[RoomsWay]


class Looked(NamedTuple):
    """What is asked: with whose eyes, and at whom."""

    text: str
    look: Looks
    who: Standing | None
    others: tuple[Standing, ...] = ()


class Made(NamedTuple):
    """A scene on the board, and its map."""

    game: Game[Any]
    scene: Scene[Any]
    plan: Plan


def board_seen(ground: Ground, asked: Looked) -> BoardSeen:
    if asked.look != "light" and asked.who is None:
        raise BadInput("who: expected somebody who looks or goes")
    try:
        made = scene_of(ground, asked)
    except BadInput as fault:  # somebody stands in what was just drawn
        problem, rule = rule_apart(re.sub(r"^board, (beings\.\w+, )?(field [\w.]+: )?", "", str(fault)), "")
        return told(ground.game, without_coordinates(plainly(ground, problem)), rule)
    return {"sight": in_sight, "reach": in_reach, "light": in_light, "ways": on_ways}[asked.look](ground, made, asked)


def scene_of(ground: Ground, asked: Looked) -> Made:
    """In a fight, in which it is the turn of whoever looks."""
    board = raw_entry(BOARD, asked.text)
    given = [*([asked.who] if asked.who is not None else []), *asked.others]
    names = [SOMEBODY, *[f"other_{number}" for number in range(1, len(given))]][: len(given)]
    beings = {
        name: {"at": each.at, "side": "party" if name == SOMEBODY else "foes", **({"from": each.of} if each.of else {})}
        for name, each in zip(names, given, strict=True)
    }
    turn = {"turn": SOMEBODY} if SOMEBODY in beings else {}
    tables = {"game": ground.game.name, "board": board, "beings": beings, **turn}
    made = scene_from(msgspec.json.decode(msgspec.json.encode(tables)), BOARD, ground.library)
    plan = made.game.face().whole_plan(made.scene)
    if plan is None:
        raise BadInput("this board has no map")
    return Made(made.game, made.scene, plan)


def told(
    game: Game[Any], words: str, rule: str, places: Mapping[Any, int] = {}, unit: str = "",
    lines: list[SightLine] | None = None, found: list[RoomsWay] | None = None,
) -> BoardSeen:  # fmt: skip
    return BoardSeen(
        words=words[:1].upper() + words[1:] + ("" if words.endswith(".") else "."),
        rule=rule,
        title=title_of(game, rule),
        unit=unit,
        cells=sorted((place, number) for place, number in places.items() if not isinstance(place, str)),
        rooms=[(place, number) for place, number in places.items() if isinstance(place, str)],
        lines=lines or [],
        ways=found or [],
    )


def title_of(game: Game[Any], rule: str) -> str:
    known = game.rulebook.rules.get(rule)
    return known.title if known is not None else ""


def open_places(plan: Plan) -> list[Any]:
    """Where somebody may stand."""
    if isinstance(plan, ZonePlan):
        return list(plan.board)
    filled = {each.at for each in plan.features if each.kind == "cover"}
    return [cell for cell in sorted(plan.board.cells) if plan.board.open(cell) and cell not in filled]


def nouns(plan: Plan, number: int) -> str:
    if isinstance(plan, ZonePlan):
        return count(number, "room")
    several = "hexes" if plan.board.shape == "hex" else "squares"
    return f"{number} open {several}" if number != 1 else f"1 open {several.removesuffix('es').removesuffix('s')}"


# ---------------------------------------------------------------- sight


def in_sight(ground: Ground, made: Made, asked: Looked) -> BoardSeen:
    """To every place a line, as if somebody stood there; and one to each of the others."""
    game, scene, plan = made
    face, viewer = game.face(), scene.beings[SOMEBODY]
    others = [being for being in scene.beings.values() if being is not viewer]
    lines = [line for other in others if (line := line_to(made, other)) is not None]
    stands = plans_of(ground).stands
    watched = watched_on(made)
    found: dict[Any, int] = {}
    rule = ""
    for place in open_places(plan):
        if place in plan.places[SOMEBODY]:
            found[place] = 1
            continue
        stands(scene, watched, place)
        seen = face.sight(scene, viewer, watched)
        if seen is None:
            raise BadInput(f"{game.title} does not ask who sees whom")
        rule = rule or (seen.rule if not seen.clear else "")
        if seen.clear:
            found[place] = 2 if seen.words else 1
    words = f"{len(found)} of {nouns(plan, len(open_places(plan)))} are in sight of {viewer.name}"
    return told(game, words, rule or next((line.rule for line in lines), ""), found, lines=lines)


def watched_on(made: Made) -> Any:
    """Somebody more, who is looked at wherever they stand."""
    game, scene, _ = made
    tables = {"game": game.name, "beings": {WATCHED: {}}, "options": dict(scene.options)}
    watched = scene_from(tables, BOARD, scene.library).scene.beings[WATCHED]
    scene.beings = {**scene.beings, WATCHED: watched}
    return watched


def line_to(made: Made, other: Any) -> SightLine | None:
    game, scene, plan = made
    seen = game.face().sight(scene, scene.beings[SOMEBODY], other)
    if seen is None:
        return None
    words = ("in sight" + (f", {seen.words}" if seen.words else "")) if seen.clear else seen.words
    return SightLine(
        at=other.at,
        name=other.name,
        seen=seen.clear,
        words=words + (how_high(plan, *seen.line) if seen.clear else ""),
        rule=seen.rule,
        title=title_of(game, seen.rule),
        stops=None if seen.clear else stop_of(made, *seen.line),
    )


def how_high(plan: Plan, start: Any, end: Any) -> str:
    """How far above or below the one who looks."""
    up = plan.board.height(end) - plan.board.height(start) if isinstance(plan, CellPlan) else 0
    return f", {plan.high(abs(up))} {'up' if up > 0 else 'down'}" if up and isinstance(plan, CellPlan) else ""


def stop_of(made: Made, start: Any, end: Any) -> Any:
    """The first place on the line that is not seen from its start, or is a wall."""
    plan = made.plan
    if isinstance(plan, ZonePlan):
        return end
    board = plan.board
    between = [cell for cell in board.crossed(start, end) if cell != start]
    return next((cell for cell in between if cell in board.walls or not board.sight(start, cell)), end)


# ---------------------------------------------------------------- reach


def in_reach(ground: Ground, made: Made, asked: Looked) -> BoardSeen:
    """With what somebody has at the beginning of their turn."""
    game, scene, plan = made
    seen = Seen(Live(game, scene, TypedDice()), GM)
    found = next((move for move in ways.reach(seen, SOMEBODY)["moves"] if move["action"] == MOVE), None)
    being = scene.beings[SOMEBODY]
    places = found["places"] if found is not None else []
    costs: dict[Any, int] = {}
    unit = ""
    for place in places:
        at = tuple(place["at"]) if isinstance(place["at"], list) else place["at"]
        for price in place["price"][:1]:
            costs[at], unit = price["amount"], unit or price["unit"]
    left = next((paid.words for paid in game.face().left(scene, being) if unit and paid.unit == unit), "")
    words = f"{being.name} reaches {nouns(plan, len(costs))}" + (f" with {left}" if left else "")
    return told(game, words, game.actions[MOVE].rule, costs, unit)


# ---------------------------------------------------------------- light


def in_light(ground: Ground, made: Made, asked: Looked) -> BoardSeen:
    lit = made.game.face().light(made.scene)
    if lit is None:
        raise BadInput(f"{made.game.title} does not ask whether it is dark")
    return told(made.game, lit.words, lit.rule, lit.places)


# ---------------------------------------------------------------- ways


def on_ways(ground: Ground, made: Made, asked: Looked) -> BoardSeen:
    """The shortest ways to the first of the others, with all that is in them."""
    game, scene, plan = made
    if not isinstance(plan, ZonePlan):
        raise BadInput("ways are told of rooms alone")
    goals = [being.at for being in scene.beings.values() if being.id != SOMEBODY]
    if not goals:
        raise BadInput("others: expected where the ways lead")
    here, there = scene.beings[SOMEBODY].at, goals[0]
    found = [RoomsWay(rooms=list(way), words=list(in_way(plan, way))) for way in shortest(plan, here, there)]
    names = [plan.board.zones[zone].name for zone in (here, there)]
    words = (
        f"{count(len(found), 'way')} from {names[0]} to {names[1]}"
        if found
        else f"no way leads from {names[0]} to {names[1]}"
    )
    return told(game, words, game.actions[MOVE].rule, found=found)


def shortest(plan: ZonePlan, here: str, there: str) -> list[tuple[str, ...]]:
    """Ways in which no room comes twice, a little longer than the shortest at most."""
    board = plan.board
    far = board.hops(there, lambda one, other: True)
    most = far.get(here, 0) + LONGER
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[str, ...]] = [(here,)] if here in far else []
    for way in waiting:
        if way[-1] == there:
            found.append(way)
        elif len(waiting) < MOST_LOOKED:
            onwards = [zone for zone in board.neighbours(way[-1]) if zone not in way and zone in far]
            waiting += [(*way, zone) for zone in onwards if len(way) + far[zone] <= most]
        if len(found) >= MOST_WAYS:
            break
    return found


def in_way(plan: ZonePlan, way: tuple[str, ...]) -> Iterator[str]:
    """What lies in a way: between two rooms, and in each that is entered."""
    for one, other in pairwise(way):
        for words, zones in plan.hazards:
            if len(zones) == 2 and {one, other} == {*zones}:
                yield words
            elif zones == (other,):
                yield f"{plan.board.zones[other].name}: {words}"
