"""Where somebody can go and whom they see, as documents made on request: reach, a path with what it costs and may
provoke, lines of sight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from ludex.core.foe.standing import UP, fate
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.show.face import Plan, Way, ZonePlan
from ludex.core.show.odds import Odds, Weighing
from ludex.core.show.price import as_paid
from ludex.table.know import oddsline
from ludex.table.know.offers import by_default, command_document, listed, refused
from ludex.table.know.seen import Seen
from ludex.table.know.underway import Working, as_known, each_step

Document = dict[str, Any]

MOST_OTHERS = 4  # ways of the same move that are listed
MOST_TRIED = 32  # and looked at for it


def plan_of(seen: Seen, scene: Any) -> Plan:
    plan = seen.face.plan(scene)
    if plan is None:
        raise BadInput("this scene has no map")
    return plan


def is_place(plan: Plan, value: Plain) -> bool:
    """Is this a place of the map?"""
    try:
        return value in (plan.board if isinstance(plan, ZonePlan) else plan.board.cells)
    except TypeError:
        return False


def end_of(plan: Plan, value: Plain) -> Plain:
    """The place where a move to this place, or along this path, ends; nothing where it is neither."""
    if is_place(plan, value):
        return value
    path = value if isinstance(value, tuple) else ()
    return path[-1] if path and all([is_place(plan, part) for part in path]) else None


def moves(seen: Seen, scene: Any, being: Any) -> list[Action]:
    """The ways of moving that are open to somebody, each by a place or a path that is its first argument."""
    every = [offer.action for offer in seen.game.offers(scene, being) if offer.refusal is None]
    return [action for action in every if "move" in action.tags and action.args]


def ends(seen: Seen, scene: Any, plan: Plan, being: Any, action: Action) -> dict[Plain, tuple[Command, Refusal | None]]:
    """Each place where the move can end, with the first command for it, one that may be given before others; what else
    it asks for is as it is meant by default, if that may be."""
    found: dict[Plain, tuple[Command, Refusal | None]] = {}
    for command, refusal in seen.game.choices(scene, being, action):
        first = command.arg(action.args[0].name)
        end = end_of(plan, first)
        if end is not None and (end not in found or (found[end][1] is not None and refusal is None)):
            usual = (
                by_default(seen, scene, being, action, (first,)) if refusal is None and len(action.args) > 1 else None
            )
            found[end] = usual or command, refusal
    return found


def reach(seen: Seen, who: str) -> Document:
    """All places that a being can move to now, by each way of moving, with what it costs."""
    scene = seen.scene
    being, plan = scene.being(who), plan_of(seen, scene)
    near = _beside(seen, scene, plan, being.side)
    return {
        "being": who,
        "moves": [
            {
                "action": action.name,
                "label": action.label,
                "places": [
                    {"at": listed(end), "price": as_paid(seen.face.price(scene, being, command))}
                    | ({"beside": near[end]} if end in near else {})
                    for end, (command, refusal) in ends(seen, scene, plan, being, action).items()
                    if refusal is None
                ],
            }
            for action in moves(seen, scene, being)
        ],
    }


def _beside(seen: Seen, scene: Any, plan: Plan, side: str) -> dict[Plain, list[str]]:
    """The places beside those of other sides who stand, or of zones those where they are."""
    found: dict[Plain, list[str]] = {}
    for who in plan.places:
        other = scene.beings.get(who)
        if other is None or other.side == side or fate(other.states, seen.game.fates) != UP:
            continue
        for place in _around(plan, who):
            found.setdefault(place, []).append(who)
    return found


def _around(plan: Plan, who: str) -> set[Plain]:
    if isinstance(plan, ZonePlan):
        return {*plan.places[who]}
    return {cell for own in plan.places[who] for cell in plan.board.neighbours(own)}


# ---------------------------------------------------------------- a path


class Path(Working):
    """The way of a being to a place: the cheapest one however far, and the moves that lead there now, with what they
    cost and may draw; where none does, why not. `odds` is who knows what is foreseen, if anybody does."""

    def __init__(self, seen: Seen, odds: Seen | None, who: str, goal: Any) -> None:
        super().__init__()
        scene = seen.scene
        being, plan, place = scene.being(who), plan_of(seen, scene), plain(goal)
        if not is_place(plan, place):
            raise BadInput(f"{goal!r} is not a place of the map")
        way = _way(seen, scene, plan, being, place)
        self.seen = seen
        self.foreseer = odds
        self._told: Document = {
            "being": who,
            "to": listed(place),
            "way": {"path": listed(way.path), "cost": way.cost} if way is not None else None,
        }
        found = [_move(seen, plan, being, action, place, way) for action in moves(seen, scene, being)]
        self._moves = [(move, self._weighed(move, command)) for move, command in found]

    def _weighed(self, move: Document, command: Command | None) -> Weighing | None:
        """What strikes a move may draw, if everybody who can takes their Reaction; and what the ground does."""
        if self.foreseer is None or command is None or move["refused"] is not None:
            return None
        return self.foreseer.weigh(command, provoked=True)

    def work(self) -> Iterator[None]:
        for number, (move, weighing) in enumerate(self._moves):
            if weighing is not None and not (yield from each_step(weighing)):
                self._moves[number] = move, None

    def told(self) -> Document:
        return self._told | {"moves": [self._with_warning(*move) for move in self._moves], "done": self.done}

    def _with_warning(self, move: Document, weighing: Weighing | None) -> Document:
        if "command" not in move:
            return move
        if weighing is None or self.foreseer is None:
            return move | {"draws": [], "warning": ""}
        return move | warning(self.foreseer, as_known(weighing))


def _way(seen: Seen, scene: Any, plan: Plan, being: Any, goal: Plain) -> Way | None:
    """As the game finds it; over zones else the fewest steps through open sides."""
    if being.id not in plan.places:
        return None
    found = seen.face.way(scene, being, goal)
    if found is not None or not isinstance(plan, ZonePlan):
        return found
    steps = plan.board.path(plan.places[being.id][0], cast(str, goal), lambda here, there: 1)
    return Way(steps, len(steps) * plan.metres) if steps is not None else None


def _move(
    seen: Seen, plan: Plan, being: Any, action: Action, goal: Plain, way: Way | None
) -> tuple[Document, Command | None]:
    """One way of moving there, and the command for it."""
    scene = seen.scene
    found = ends(seen, scene, plan, being, action)
    command, refusal = found.get(goal) or _tried(seen, scene, being, action, found, goal)
    if command is None:
        return {"action": action.name, "label": action.label, "refused": refused(refusal)}, None
    value = command.arg(action.args[0].name)
    straight = way.path if way is not None and way.path[-1:] == (goal,) else (goal,)
    told = {
        "action": action.name,
        "label": action.label,
        "command": command_document(command),
        "path": listed(value if not is_place(plan, value) else straight),
        "price": as_paid(seen.face.price(scene, being, command)) if refusal is None else [],
        "refused": refused(refusal),
        "others": _others(seen, scene, being, action, command) if refusal is None else [],
    }
    return told, command


def _others(seen: Seen, scene: Any, being: Any, action: Action, command: Command) -> list[Document]:
    """The same move with what else it asks for chosen otherwise."""
    first = command.arg(action.args[0].name)
    every = seen.game.choices(scene, being, action, (first,)) if len(action.args) > 1 else ()
    allowed = [other for other, refusal in islice(every, MOST_TRIED) if refusal is None and other != command]
    return [
        {"words": _apart(seen, scene, action, other, command), "command": command_document(other)}
        for other in allowed[:MOST_OTHERS]
    ]


def _apart(seen: Seen, scene: Any, action: Action, one: Command, other: Command) -> str:
    """What one command has that another has not, in words."""
    names = [arg.name for arg in action.args if one.arg(arg.name) != other.arg(arg.name)]
    return ", ".join([seen.face.value(scene, name, one.arg(name)) for name in names])


def _tried(
    seen: Seen, scene: Any, being: Any, action: Action, found: dict[Plain, tuple[Command, Refusal | None]], goal: Plain
) -> tuple[Command | None, Refusal | None]:
    """A move to a place that is not among those that come into question: what speaks against it."""
    like = next(iter(found.values()), None)
    far = Refusal("that is out of reach", action.rule)
    if like is None:
        return None, far
    name = action.args[0].name
    for value in (goal, (goal,)):
        command = Command(being.id, action.name, [(key, value if key == name else old) for key, old in like[0].args])
        try:
            refusal = seen.game.refusal(scene, command)
        except BadInput:
            continue
        return command, refusal
    return None, far


def warning(seen: Seen, odds: Odds) -> Document:
    scene = seen.scene
    names, told = oddsline.strikers(scene, odds), oddsline.beside_price(seen.game, scene, odds)
    shows = oddsline.shows(seen.game, scene, odds)
    if names:
        return {"draws": names, "warning": told or shows or "nothing comes of it"}
    return {"draws": [], "warning": (told if odds.rolled else "") or shows}


# ---------------------------------------------------------------- distance and sight


def far(seen: Seen, who: str) -> Document:
    """How far everybody else on the map is from a being, and in which direction."""
    scene = seen.scene
    being, plan = scene.being(who), plan_of(seen, scene)
    others = [other for other in plan.places if other != who and other in scene.beings] if who in plan.places else []
    return {"being": who, "others": {other: _far(seen, scene, plan, being, scene.beings[other]) for other in others}}


def _far(seen: Seen, scene: Any, plan: Plan, being: Any, other: Any) -> Document:
    """`3 cells north-east, 6 m`, `the same zone`"""
    steps = seen.face.apart(scene, being, other)
    zones = isinstance(plan, ZonePlan)
    here, there = plan.places[being.id], plan.places[other.id]
    direction = plan.direction(here, there)  # type: ignore[arg-type]  # places of its board
    if steps is None:
        words = f"{direction}, no way is open"
    elif steps == 0:
        words = "the same zone" if zones else "the same cell"
    else:
        kind = "zone" if zones else "cell"
        toward = "above or below" if direction == "here" else direction
        words = f"{count(steps, kind)} {toward}, {steps * plan.metres} m"
    return {"steps": steps, "words": words}


def sight(seen: Seen, one: str, other: str) -> Document | None:
    """Whether one sees the other, and why not or how well. Nothing where that is no question."""
    scene = seen.scene
    found = seen.face.sight(scene, scene.being(one), scene.being(other))
    if found is None:
        return None
    return {
        "one": one,
        "other": other,
        "clear": found.clear,
        "words": found.words,
        "line": listed(found.line),
        "cover": listed(found.cover),
    }
