"""Fighting, support and personal actions: Dodge, Brace, Fortify, Aim, Empower, Refine, Assist, Protect, Use.

What they give is added where the number is worked out: scores.py for stances, attacks/rolls.py for what the next roll
gets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import until_end_of_next, until_start_of
from ludex.core.kernel.timing import Event, happens
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, Primary, action
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import adjacent
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.records.boon_effects import HeadStart
from ludex.games.vitality.state import Being, Scene

FIGHT = (COMBAT_MODE,)

# ---------------------------------------------------------------- stances, until the own next turn starts


@action("dodge", rule="vt.act.dodge", cost=PRIMARY, modes=FIGHT, label="Dodge", tags=("stance",))
async def dodge(scene: Scene, actor: Being) -> None:
    """+ T Avoidance. Twice adds nothing."""
    afflict(scene, actor, "Dodging", until=until_start_of(actor))


@action("brace", rule="vt.act.brace", cost=PRIMARY, modes=FIGHT, label="Brace", tags=("stance",))
async def brace(scene: Scene, actor: Being) -> None:
    """+ T Durability."""
    afflict(scene, actor, "Bracing", until=until_start_of(actor))


@action("fortify", rule="vt.act.fortify", cost=PRIMARY, modes=FIGHT, label="Fortify", tags=("stance",))
async def fortify(scene: Scene, actor: Being) -> None:
    """+ T to the three Resistances."""
    afflict(scene, actor, "Fortified", until=until_start_of(actor))


# ---------------------------------------------------------------- for the next roll, until the own next turn ends


@action("aim", rule="vt.act.aim", cost=PRIMARY, modes=FIGHT, label="Aim", tags=("readies",))
async def aim(scene: Scene, actor: Being) -> None:
    """+ T to the next Accuracy Check, hit or miss."""
    afflict(scene, actor, "Aiming", until=until_end_of_next(scene, actor))


@action("empower", rule="vt.act.empower", cost=PRIMARY, modes=FIGHT, label="Empower", tags=("readies",))
async def empower(scene: Scene, actor: Being) -> None:
    """+ T to the next Damage Roll."""
    afflict(scene, actor, "Empowered", until=until_end_of_next(scene, actor))


@action("refine", rule="vt.act.refine", cost=PRIMARY, modes=FIGHT, label="Refine", tags=("readies",))
async def refine(scene: Scene, actor: Being) -> None:
    """+ T to the next Condition Check."""
    afflict(scene, actor, "Refined", until=until_end_of_next(scene, actor))


# ---------------------------------------------------------------- for friends


def awake_friends(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [ally.id for ally in scene.friends(actor) if not ally.beaten]


def against_whom(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ["", *[foe.id for foe in scene.opponents(actor) if adjacent(scene, actor, foe)]]


def fits_assist(scene: Scene, actor: Being, ally: Being, against: str) -> Refusal | None:
    rule = "vt.act.assist"
    if ally is actor or ally.side != actor.side or ally.beaten or ally.is_wall:
        return Refusal(f"{ally.name} is no ally who is awake", rule)
    if not against:
        return None if adjacent(scene, actor, ally) else Refusal(f"{ally.name} is not adjacent", rule)
    foe = scene.being(against)
    if foe.side == actor.side or not foe.here:
        return Refusal(f"{foe.name} is no enemy", rule)
    return None if adjacent(scene, actor, foe) else Refusal(f"{foe.name} is not adjacent", rule)


@action(
    "assist", rule="vt.act.assist", cost=PRIMARY, modes=FIGHT, label="Assist", tags=("support",), fits=fits_assist,
    args=(Arg("ally", awake_friends), Arg("against", against_whom, default="")),
)  # fmt: skip
async def assist(scene: Scene, actor: Being, ally: Being, against: str) -> None:
    """An adjacent ally adds the own T to one roll before their next turn is over; or any ally, against an enemy to whom
    one is adjacent oneself."""
    until = until_end_of_next(scene, ally)
    afflict(scene, ally, "Assisted", source=actor.id, until=until, value=tier(scene, actor), note=against)


class ProtectCost(Primary):
    """vt.arch.move.vanguard: Protect is a Free Action of a Vanguard, once per turn like any other."""

    free = Free("protect")

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return None if self.for_nothing(scene, actor) else super().refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if self.for_nothing(scene, actor):
            scene.cite("vt.arch.move.vanguard")
            self.free.pay(scene, actor, args)
        else:
            super().pay(scene, actor, args)

    def for_nothing(self, scene: Scene, actor: Being) -> bool:
        return knack(scene, actor, HeadStart) is not None and self.free.refusal(scene, actor, ()) is None


def adjacent_friends(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [ally.id for ally in scene.friends(actor) if adjacent(scene, actor, ally)]


def fits_protect(scene: Scene, actor: Being, ally: Being) -> Refusal | None:
    if ally is actor or ally.side != actor.side or not ally.here or ally.is_wall:
        return Refusal(f"{ally.name} is no ally", "vt.act.protect")
    return None if adjacent(scene, actor, ally) else Refusal(f"{ally.name} is not adjacent", "vt.act.protect")


@action(
    "protect", rule="vt.act.protect", cost=ProtectCost(), modes=FIGHT, label="Protect", tags=("support", "free"),
    args=(Arg("ally", adjacent_friends),), fits=fits_protect,
)  # fmt: skip
async def protect(scene: Scene, actor: Being, ally: Being) -> None:
    """Melee and ranged attacks on an adjacent ally are aimed at the protector, while the two are adjacent and the
    protector is awake; until their next turn starts."""
    afflict(scene, ally, "Protected", source=actor.id, until=until_start_of(actor))


# ---------------------------------------------------------------- machines


def devices(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [t.name for t in scene.things if t.device and scene.board.distance(actor.at, t.at) <= 1]


def fits_use(scene: Scene, actor: Being, device: str) -> Refusal | None:
    thing = scene.thing(device)
    if thing is None:
        there = [t.name for t in scene.things if t.device]
        raise BadInput(f"use, device: there is no {device!r}; {there_are(device, there)}")
    if not thing.device:
        return Refusal(f"{device} is nothing complex", "vt.act.use")
    if scene.board.distance(actor.at, thing.at) > 1:
        return Refusal(f"{device} is not adjacent", "vt.act.use")
    return None


def some_device(scene: Scene, actor: Being) -> Refusal | None:
    return None if devices(scene, actor) else Refusal("there is no machine here", "vt.act.use")


@action(
    "use", rule="vt.act.use", cost=PRIMARY, label="Use a machine", args=(Arg("device", devices),), may=some_device,
    fits=fits_use, tags=("task",),
)  # fmt: skip
async def use(scene: Scene, actor: Being, device: str) -> None:
    """Operate something complex. Enemies in whose reach that happens may Punish it first."""
    if scene.mode == COMBAT_MODE:
        happens(scene, Event("vulnerable", actor.id, actor.id, (("device", device),)))
    scene.next(operate(actor, device))


@step("vt.act.use")
async def operate(scene: Scene, actor: Being, device: str) -> None:
    """What it does is the game master's to say. Whoever was struck down or moved away first does not come to it."""
    if not actor.senseless and device in devices(scene, actor):
        scene.record("uses", "vt.act.use", who=actor.id, device=device)
