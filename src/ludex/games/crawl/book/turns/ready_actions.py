"""Ready actions: paid for now, done when the named event comes, before what that event leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

from ludex.core.board.cells import Cell, read_cell
from ludex.core.game import game_of
from ludex.core.kernel.action import NO_VALUE, Action, Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, happens
from ludex.core.kernel.waiting import TARGET, Pairs, Waiting, aim, read_pairs
from ludex.games.crawl.book.energy import FIGHT, REGISTRY, action
from ludex.games.crawl.book.map.sight import knows
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import Being, Readied, Scene, Trigger

RELEASE = "release"
SKILL = "skill"

# The closed vocabulary of conditions: the event that a readied action waits for.
TRIGGERS = {
    "moves": "somebody has moved a cell",
    "leaves_cell": "somebody has left their cell",
    "comes_in_range": "somebody comes into reach",
    "attacks": "somebody attacks",
    "is_hit": "somebody has been hit",
    "casts": "somebody uses magic",
    "falls": "somebody goes down",
    "opens": "somebody opens a door",
    "gm": "the game master says so",
}
MOVING = ("moves", "leaves_cell", "comes_in_range")
UNREADY = frozenset({
    "ready", "end_turn", "hold_turn", "final_attack", "final_area_attack", "final_attack_cell", "final_attack_cover",
    "leave", "long_throw",
})  # fmt: skip
FEW = 4  # ways of an argument that are listed


def announce(scene: Scene, kind: str, who: Being, by: Being | None = None, **about: Plain) -> None:
    """tc.ready: tell of an event that somebody may have readied an action for; without any, nothing is asked."""
    awaited_now = awaited_events(scene)
    if kind in awaited_now or (kind == "gm" and awaited_now):
        happens(scene, Event(kind, who.id, by.id if by is not None else "", tuple(sorted(about.items()))))


def awaited_events(scene: Scene) -> list[str]:
    return [being.readied.trigger.event for being in scene.beings.values() if being.readied is not None]


# ---------------------------------------------------------------- what may be readied


@cache
def can_wait(deed: Action) -> bool:
    """Every action of a fight that is taken on the own turn."""
    return (not deed.modes or FIGHT in deed.modes) and deed.name not in UNREADY and "anytime" not in deed.tags


READYING = Waiting(REGISTRY.actions, can_wait, TRIGGERS, "tc.ready", "ready", "readied")


@cache
def all_deeds() -> tuple[Action, ...]:
    """Whatever can be readied by anybody."""
    return tuple([deed for deed in REGISTRY.actions.values() if can_wait(deed)])


def deeds(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """What could be readied now, as far as that can be told before more is said."""
    return [deed.name for deed in all_deeds() if deed.cost is None or deed.cost.refusal(scene, actor, ()) is None]


def some_deed(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Any:
    """One of those by luck."""
    every = all_deeds()
    deed = every[pick(len(every))]
    return deed.name if deed.cost is None or deed.cost.refusal(scene, actor, ()) is None else NO_VALUE


def left_open(arg: Arg) -> bool:
    """Need it not be said before the event comes? The skill is, since it has its price."""
    return arg.name == TARGET or (arg.default is not None and arg.name != SKILL)


def stand_in(scene: Scene, actor: Being, arg: Arg, chosen: tuple[Plain, ...]) -> Plain:
    """Something for an argument that is left open."""
    if arg.default is not None:
        return arg.default(scene, actor, *chosen)
    return next(iter(arg.values(scene, actor, *chosen)), NO_VALUE)


def arguments(scene: Scene, actor: Being, name: str) -> Iterable[Plain]:
    """A few ways in which an action may be readied."""

    def fill(args: tuple[Arg, ...], chosen: tuple[Plain, ...], said: Pairs) -> Iterator[Plain]:
        if not args:
            yield tuple(sorted(said))
            return
        arg, rest = args[0], args[1:]
        if left_open(arg):
            value = stand_in(scene, actor, arg, chosen)
            if value is not NO_VALUE:
                yield from fill(rest, (*chosen, value), said)
            return
        for value in islice(arg.values(scene, actor, *chosen), FEW):
            yield from fill(rest, (*chosen, value), (*said, (arg.name, value)))

    return fill(REGISTRY.actions[name].args, (), ())


def some_arguments(scene: Scene, actor: Being, pick: Callable[[int], int], name: str) -> Any:
    """One of those ways by luck."""
    chosen: tuple[Plain, ...] = ()
    said: Pairs = ()
    for arg in REGISTRY.actions[name].args:
        if left_open(arg):
            value = stand_in(scene, actor, arg, chosen)
        else:
            value = arg.sample(scene, actor, pick, *chosen)
        if value is NO_VALUE:
            return NO_VALUE
        chosen = (*chosen, value)
        said = said if left_open(arg) else (*said, (arg.name, value))
    return tuple(sorted(said))


def anybody(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *[other.id for other in scene.beings.values() if other is not actor and other.here])


def somewhere(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Anywhere, or where one thinks of first; any other cell can be named as well."""
    return (None, *dict.fromkeys([*[door.at for door in scene.doors], *scene.exits]))


def read_somewhere(value: Plain) -> Plain:
    return read_cell(value) if value is not None else None


def meant(actor: Being, command: Command, name: str) -> Command:
    """The command with this one as its target, where it has one and none was said."""
    return command if name in ("", actor.id) or not READYING.wants_target(command) else aim(command, name)


def whole_command(scene: Scene, actor: Being, command: Command, who: str) -> Command:
    """With somebody as its target for the time being, where none is named: the price is the same for all."""
    return meant(actor, command, who or next((enemy.id for enemy in scene.enemies(actor)), ""))


class Beforehand:
    """tc.ready: the energy of the action is spent when it is readied."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            return None
        deed, chosen = self.deed(scene, actor, args)
        return deed.cost.refusal(scene, actor, chosen) if deed.cost is not None else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        deed, chosen = self.deed(scene, actor, args)
        if deed.cost is not None:
            deed.cost.pay(scene, actor, chosen)
        if "move" in deed.tags:
            actor.give_up_movement()

    def deed(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> tuple[Action, tuple[Any, ...]]:
        name, given, _, who, _ = args
        game = game_of(scene)
        deed, _, chosen = game.read(scene, whole_command(scene, actor, Command(actor.id, name, given), who))
        return deed, game.resolve(scene, deed, chosen)


def may_ready(scene: Scene, actor: Being) -> Refusal | None:
    return Refusal("one action is readied already", "tc.ready") if actor.readied is not None else None


def fits_ready(
    scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str, cell: Cell | None
) -> Refusal | None:
    if cell is not None and cell not in scene.board.cells:
        raise BadInput(f"cell: {list(cell)} is not on the board")
    command = Command(actor.id, name, args)
    refusal = READYING.refusal(scene, command, event, who)
    if refusal is not None:
        return refusal
    deed = READYING.action(command)
    if deed.args and deed.args[0].name == SKILL and command.arg(SKILL) not in tuple(deed.args[0].values(scene, actor)):
        return Refusal(f"{command.arg(SKILL)} is nothing to do that with", "tc.ready")
    needed = [arg for arg in deed.args if arg.name == TARGET and arg.default is None]
    if needed and whole_command(scene, actor, command, who).arg(TARGET) is None:
        return Refusal("there is nobody to do it to", "tc.ready")
    return None


@action(
    "ready", rule="tc.ready", cost=Beforehand(),
    args=(
        Arg("action", deeds, default="attack", sample=some_deed),
        Arg("with", arguments, default=(), sample=some_arguments, read=read_pairs),
        Arg("event", TRIGGERS, default="comes_in_range", mild=True),
        Arg("who", anybody, default=""),
        Arg("cell", somewhere, default=None, read=read_somewhere, mild=True),
    ),
    may=may_ready, fits=fits_ready, modes=(FIGHT,), label="Ready an action", tags=("varies",),
)  # fmt: skip
async def ready(scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str, cell: Cell | None) -> None:
    """Name an action and the event it waits for, whose it is to be, and where it is to come about. It is lost, with its
    energy, when the own next turn begins."""
    actor.readied = Readied(Command(actor.id, name, args), Trigger(event, who, cell))
    actor.spent = True  # the turn has begun to be used
    scene.record("readies", "tc.ready", who=actor.id, action=name, event=event, whom=who, cell=cell)


# ---------------------------------------------------------------- when the event comes


def awaited(scene: Scene, being: Being, readied: Readied, event: Event) -> bool:
    """Is it this event, there, brought about by whom it waits for? Without a name that is any enemy."""
    if event.kind == "gm":
        return event.who == being.id
    other, trigger = scene.beings[event.who], readied.trigger
    if event.kind != trigger.event or other is being or not knows(scene, being, other):
        return False
    if trigger.cell is not None and not comes_about_at(scene, event, trigger.cell):
        return False
    return other.id == trigger.who if trigger.who else other.side != being.side


def comes_about_at(scene: Scene, event: Event, cell: Cell) -> bool:
    """Whoever moves comes into that cell, or leaves it; a door is opened there; to all else it happens where they
    are."""
    if event.kind == "opens":
        return event.get("cell") == cell
    other = scene.beings[event.who]
    there = cell in scene.cells(other)
    if event.kind not in MOVING:
        return there
    before = cell in scene.body(other, cast(Cell, event.get("origin")))
    return before and not there if event.kind == "leaves_cell" else there and not before


def aimed(scene: Scene, being: Being, readied: Readied, event: Event) -> Command | None:
    """The command as it can be done now: to whoever brings the event about or suffers it, where no target was said."""
    for name in dict.fromkeys((event.who, event.by, readied.trigger.who, "")):
        command = meant(being, readied.command, name)
        if READYING.hindrance(scene, command) is None:
            return command
    return None


def who_is_ready(scene: Scene, event: Event) -> list[str]:
    return [being.id for being in scene.beings.values() if being.readied is not None]


def ready_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """The event has come, and the action can be done."""
    readied = being.readied
    if readied is None or being.senseless or not being.here or not awaited(scene, being, readied, event):
        return ()
    command = aimed(scene, being, readied, event)
    if command is None or (event.kind == "comes_in_range" and was_in_range(scene, command, event)):
        return ()
    return (RELEASE,)


def was_in_range(scene: Scene, command: Command, event: Event) -> bool:
    """Could it have been done before this cell?"""
    before = scene.fork_some([event.who])
    before.beings[event.who].at = cast(Cell, event.get("origin"))
    return READYING.hindrance(before, command) is None


def ready_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    readied = being.readied
    assert readied is not None
    command = aimed(scene, being, readied, event)
    assert command is not None
    being.readied = None
    return release(being, command)


@step("tc.ready")
async def release(scene: Scene, being: Being, command: Command) -> None:
    """The readied action is carried out at no further cost; if it has become impossible, it is lost."""
    refusal = CONDITIONS.cannot_act(being) or READYING.hindrance(scene, command)
    if refusal is not None:
        scene.record("comes_to_nothing", refusal.rule, who=being.id, action=command.name, reason=refusal.reason)
        return
    deed, _, chosen = game_of(scene).read(scene, command)
    scene.record("releases", "tc.ready", who=being.id, action=command.name)
    await deed.step.start(scene, (being.id, *chosen))


REGISTRY.reaction(
    *[Reaction("interrupt", kind, "tc.ready", ready_ways, ready_entry, who_is_ready) for kind in TRIGGERS]
)
