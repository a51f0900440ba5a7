"""Turn order and rounds: who acts when, delays, and what happens as turns and rounds begin and end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, happens
from ludex.core.kernel.turns import Turns
from ludex.games.cloudbreaker.book.actions import action
from ludex.games.cloudbreaker.book.conditions import afflict, end, expire
from ludex.games.cloudbreaker.book.morale import generate
from ludex.games.cloudbreaker.book.movement.hazards import acts, end_of_round, in_zones
from ludex.games.cloudbreaker.book.situations.escape import goes_off, trap_is_due
from ludex.games.cloudbreaker.book.spirit import MOST, gain, overflow
from ludex.games.cloudbreaker.state import ENEMY, NPC, OBJECT, PARTY, PC, Being, Scene

ROUND = 12  # seconds: cb.round.length
FIRST = {PC: 0, NPC: 1, ENEMY: 2}  # cb.turn.ties
LAST_NUMBER = 10  # where a delayed turn starts again

# ---------------------------------------------------------------- the order


def takes_turns(being: Being) -> bool:
    """Neither gone nor knocked out; the turns of the downed and the stunned come and pass."""
    return being.here and "Knocked Out" not in being.states


def entered(scene: Scene) -> list[str]:
    """Everybody in the order that decides between equal numbers: as chosen, else as they came."""
    return [*scene.precedence, *(name for name in scene.beings if name not in scene.precedence)]


def awaited(scene: Scene, being: Being) -> bool:
    """Does something last until a turn of somebody who takes no turns any more?"""
    return any(
        c.until is not None and c.until.of == being.id for other in scene.beings.values() for c in other.conditions
    )


def order(scene: Scene) -> tuple[str, ...]:
    """cb.turn.order: from the highest number down; a Boss stands in it twice."""
    slots: list[tuple[int, Being]] = []
    for being in scene.beings.values():
        if being.sheet.sort == OBJECT or being.missing or not (takes_turns(being) or awaited(scene, being)):
            continue
        if scene.rush and not being.pc:
            continue
        slots.append((being.number, being))
        if being.sheet.rank == "Boss":
            slots.append((max(0, being.number - 5), being))
            scene.cite("cb.turn.boss_extra")
    names = entered(scene)
    slots.sort(key=lambda slot: (-slot[0], FIRST[slot[1].sheet.sort], names.index(slot[1].id)))
    scene.cite("cb.turn.order", "cb.turn.ties")
    return tuple(being.id for _, being in slots)


def reorder(scene: Scene) -> None:
    """The order of this round, after something in it has changed."""
    scene.turns = replace(scene.turns, order=order(scene))


def to_come(scene: Scene, being: Being) -> bool:
    """Is a turn of theirs still to come in this round?"""
    return scene.turns.order.count(being.id) > scene.turns.acted.count(being.id)


# ---------------------------------------------------------------- delaying, and giving way


def may_delay(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.pc and not scene.options["opt_delay_enemies"]:
        return Refusal("only player characters delay", "cb.turn.delay")
    if scene.turns.current == actor.id:
        return Refusal("a turn that has begun cannot be delayed", "cb.turn.delay")
    if scene.rush:
        return Refusal("there is no later turn in the Finale Rush", "cb.finale.rush")
    return None


def by_how_much(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[int]:
    return range(1, actor.number + LAST_NUMBER + 2)


def fits_delay(scene: Scene, actor: Being, by: int) -> Refusal | None:
    if type(by) is not int or by < 1:
        return Refusal("a number can only be lowered, by 1 or more", "cb.turn.delay")
    return None


@action(
    "delay", rule="cb.turn.delay", args=(Arg("by", by_how_much),), may=may_delay, fits=fits_delay,
    modes=("situation",), label="Delay the turn", tags=("anytime", "idle"),
)  # fmt: skip
async def delay(scene: Scene, actor: Being, by: int) -> None:
    """The own number goes down and stays there; below 0 it starts again from 10, a round later each time."""
    waits = to_come(scene, actor)
    number, passes = actor.number - by, 0
    while number < 0:
        number += LAST_NUMBER + 1
        passes += 1
    actor.number = number
    if passes:  # counted from the next turn that they are due
        actor.missing += passes if waits or actor.missing else passes + 1
    scene.record("delays", "cb.turn.delay", who=actor.id, number=number, missing=actor.missing)
    reorder(scene)


def tied(scene: Scene, actor: Being) -> list[Being]:
    return [
        other
        for other in scene.beings.values()
        if other is not actor
        and other.sheet.sort == actor.sheet.sort
        and other.number == actor.number
        and other.id in scene.turns.order
    ]


def those_tied(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in tied(scene, actor)]


def may_give_way(scene: Scene, actor: Being) -> Refusal | None:
    if scene.turns.current == actor.id or not tied(scene, actor):
        return Refusal("nobody has the same number", "cb.turn.ties")
    return None


def fits_give_way(scene: Scene, actor: Being, to: Being) -> Refusal | None:
    return None if to in tied(scene, actor) else Refusal(f"{to.name} has another number", "cb.turn.ties")


@action(
    "give_way", rule="cb.turn.ties", args=(Arg("to", those_tied),), may=may_give_way, fits=fits_give_way,
    modes=("situation",), label="Let another of the same number go first", tags=("anytime", "idle"),
)  # fmt: skip
async def give_way(scene: Scene, actor: Being, to: Being) -> None:
    """Among those with the same number, who goes first is agreed on."""
    names = entered(scene)
    names.remove(actor.id)
    names.insert(names.index(to.id) + 1, actor.id)
    scene.precedence = tuple(names)
    reorder(scene)
    scene.record("order", "cb.turn.ties", order=scene.turns.order)


# ---------------------------------------------------------------- before the first turn

BEGIN = "begin"


def nobody_has_acted(scene: Scene) -> bool:
    turns = scene.turns
    return turns.round == 1 and not turns.current and not turns.acted


def later(scene: Scene) -> Iterable[Command]:
    """Before the first turn: every way to let somebody of the same number go first, then every delay."""
    if not nobody_has_acted(scene):
        return
    able = [b for b in scene.beings.values() if b.targetable and to_come(scene, b) and may_delay(scene, b) is None]
    for being in able:
        yield from (Command(being.id, "give_way", (("to", to),)) for to in those_tied(scene, being))
    delays = [(by, being.id) for being in able for by in by_how_much(scene, being)]
    yield from (Command(who, "delay", (("by", by),)) for by, who in sorted(delays, key=lambda each: each[0]))


def comes_unasked(scene: Scene) -> bool:
    """Is a turn of a player character the first that comes, or does one pass before it?"""
    for name in scene.turns.order:
        being = scene.beings[name]
        if being.pc or not being.helpless:
            return being.pc
    return False


@step("cb.turn.delay")
async def before_the_first_turn(scene: Scene) -> None:
    """The order stands and nobody has acted: now even the first can delay, and players agree on who of the same number
    goes first. Where an enemy is first there is time enough for that in their turn."""
    if comes_unasked(scene):
        await ask(scene, PARTY, OneOf((BEGIN,)), rule="cb.turn.delay", default=BEGIN)


# ---------------------------------------------------------------- giving up


def may_give_up(scene: Scene, actor: Being) -> Refusal | None:
    if "Downed" not in actor.states:
        return Refusal("only who is downed can choose to be knocked out", "cb.cond.knocked_out")
    if "Yielding" in actor.states:
        return Refusal(f"{actor.name} has chosen so already", "cb.cond.knocked_out")
    return None


@action(
    "give_up", rule="cb.cond.knocked_out", may=may_give_up, modes=("situation",), label="Be knocked out",
    tags=("anytime", "gives_up"),
)  # fmt: skip
async def give_up(scene: Scene, actor: Being) -> None:
    """Unconscious and out of everybody's reach, once what is under way is resolved."""
    afflict(scene, actor, "Yielding")


def yields(scene: Scene) -> Iterable[Command]:
    for being in scene.beings.values():
        if "Downed" in being.states and "Yielding" not in being.states:
            yield Command(being.id, "give_up")


def knock_out_who_yields(scene: Scene) -> None:
    for being in scene.beings.values():
        if "Yielding" in being.states:
            being.relieve("Yielding")
            if "Downed" in being.states:
                being.relieve("Downed")
                afflict(scene, being, "Knocked Out")


# ---------------------------------------------------------------- turns


@step("cb.turn.order")
async def next_turn(scene: Scene) -> None:
    """Whose turn is next; after the last one the round ends, and then a new one begins."""
    name = scene.turns.upcoming()
    if not name:
        scene.next(end_round() if scene.ended < scene.turns.round else begin_round())
        return
    scene.turns = scene.turns.begin(name)
    if takes_turns(scene.beings[name]):
        start_turn(scene, scene.beings[name])
    else:
        scene.turns = scene.turns.pass_on()
        turn_passes(scene, name)


def turn_passes(scene: Scene, name: str) -> None:
    """Somebody is gone: what should last until their turn ends all the same when it would have come."""
    expire(scene, "start of turn", name)
    expire(scene, "end of turn", name)


@step("cb.round.length")
async def begin_round(scene: Scene) -> None:
    for being in scene.beings.values():
        being.missing = max(0, being.missing - 1)
        being.refresh("round")
    scene.turns = Turns(order=order(scene), round=scene.turns.round + 1)
    scene.record("round", "cb.round.length", round=scene.turns.round)


def start_turn(scene: Scene, being: Being) -> None:
    """cb.turn.start: what ends now, then the actions, then the token, then the hazards of the zone."""
    for other in scene.beings.values():
        other.refresh("turn")
    scene.record("turn", "cb.turn.start", who=being.id)
    expire(scene, "start of turn", being.id)
    being.moved = being.stride = 0
    being.major, being.minor = being.sheet.major, being.sheet.minor
    if being.pc:
        if "Surprised" in being.states:
            scene.cite("cb.cond.surprised", "cb.turn.surprise")
        else:
            gain(scene, being, 1, "cb.spirit.gain.turn")
            if scene.kind == "escape":
                scene.cite("cb.escape.spirit")
    happens(scene, Event("turn_starts", being.id))
    if scene.hazards and in_zones(scene, scene.zones(being), "turn_starts"):
        scene.next(acts(being, "turn_starts"))


@step("cb.turn.end")
async def finish_turn(scene: Scene, being: Being) -> None:
    """cb.turn.end: hazards that act on who stays, then what ends now, then the overflow of tokens."""
    if scene.hazards and being.here and in_zones(scene, scene.zones(being), "stay"):
        scene.next(acts(being, "stay"))
    scene.next(turn_over(being))


@step("cb.turn.end")
async def turn_over(scene: Scene, being: Being) -> None:
    being.moved = being.stride = 0
    if "Surprised" in being.states and not scene.options["opt_surprise_whole_round"]:
        end(scene, being, "Surprised")
    expire(scene, "end of turn", being.id)
    scene.turns = scene.turns.pass_on()
    if being.spirit > MOST:
        scene.next(overflow(being))


# ---------------------------------------------------------------- rounds


@step("cb.round.length")
async def end_round(scene: Scene) -> None:
    """After all turns: hazards, the epic trap, then what generates morale."""
    scene.clock += ROUND
    end_of_round(scene)
    if trap_is_due(scene):
        scene.next(goes_off())
    happens(scene, Event("round_ends", ""))
    scene.next(round_over())


@step("cb.morale.generator")
async def round_over(scene: Scene) -> None:
    if not scene.routed:
        generate(scene)
    if scene.options["opt_surprise_whole_round"]:
        for being in scene.beings.values():
            end(scene, being, "Surprised")
    scene.ended = scene.turns.round


def take_turns(scene: Scene) -> Entry | None:
    """What comes by itself when all that was under way is done: the end of a turn, or the next one."""
    turns = scene.turns
    if not turns.round:
        return None
    if not turns.current:
        return next_turn()
    being = scene.beings[turns.current]
    return finish_turn(being) if turns.over or being.helpless else None
