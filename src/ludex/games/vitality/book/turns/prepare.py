"""Prepare: an action paid for now and carried out when its trigger comes.

vt.act.prepare: the Primary Action is spent now, the Reaction when the trigger comes; it lapses when the own next turn
starts. Triggers are of a closed vocabulary; whatever else somebody waits for, the game master says when it has come.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.game import game_of
from ludex.core.kernel.action import Action, Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction
from ludex.core.kernel.waiting import Pairs, Waiting, aim, read_pairs, unsaid
from ludex.games.vitality.book.action_types import (
    COMBAT_MODE,
    PRIMARY,
    REGISTRY,
    Primary,
    action,
    has_reaction,
    spend_reaction,
)
from ludex.games.vitality.book.attacks.actions import area_blow, blow_at
from ludex.games.vitality.book.attacks.built import attack_of, attacks_of
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.targets import CONCENTRATED
from ludex.games.vitality.state import UNKNOWN, Being, Prepared, Scene

RULE = "vt.act.prepare"
TRIGGERS = {
    "attacked": "an attack is made on somebody",
    "hit": "somebody is hit",
    "damaged": "somebody takes damage from an attack",
    "fallen": "somebody goes down",
    "moves": "somebody moves a space",
    "gm": "the game master says so",
}
NOT_LATER = frozenset({"prepare", "hasten", "charge", "carry"})  # what is of use in the own turn only
ACT = "act"

# ---------------------------------------------------------------- preparing


def command_of(scene: Scene, actor: Being, name: str, given: Pairs) -> Command:
    """What is prepared, as a command; the name of an attack stands for making it."""
    if name in attacks_of(actor):
        kind = "area_attack" if attack_of(scene, actor, name).kind.area else "attack"
        return Command(actor.id, kind, (("attack", name), *given))
    return Command(actor.id, name, given)


def can_wait(action: Action) -> bool:
    fights = not action.modes or COMBAT_MODE in action.modes
    return isinstance(action.cost, Primary) and action.name not in NOT_LATER and fights


PREPARING = Waiting(REGISTRY.actions, can_wait, TRIGGERS, RULE, "prepare", "prepared")


def to_prepare(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The own attacks on a target, and actions that need nothing else to be said."""
    attacks = [name for name in attacks_of(actor) if not attack_of(scene, actor, name).kind.area]
    plain_ones = [a for a in REGISTRY.actions.values() if can_wait(a) and not unsaid(a, ())]
    return [*attacks, *[a.name for a in plain_ones if a.may is None or a.may(scene, actor) is None]]


def anybody(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *[other.id for other in scene.beings.values() if other.here and not other.is_wall])


def fits_prepare(scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str) -> Refusal | None:
    command = command_of(scene, actor, name, args)
    refusal = PREPARING.refusal(scene, command, event, who)
    if refusal is None and "attack" in PREPARING.action(command).tags and actor.has_done(CONCENTRATED):
        return Refusal("a turn of Concentration leaves no other attack", "vt.up.concentration")
    return refusal


@action(
    "prepare", rule=RULE, cost=PRIMARY, modes=(COMBAT_MODE,), fits=fits_prepare, label="Prepare an action",
    tags=("readies",), args=(
        Arg("action", to_prepare, default="basic_melee"),
        Arg("with", ((),), default=(), read=read_pairs),
        Arg("event", TRIGGERS, default="moves", mild=True),
        Arg("who", anybody, default="", mild=True),
    ),
)  # fmt: skip
async def prepare(scene: Scene, actor: Being, name: str, args: Pairs, event: str, who: str) -> None:
    """Keep an action, with its arguments, for a trigger: a kind of event, and somebody to whom it happens or who does
    it; nobody named means any enemy who does it. An attack that names no target is made on whoever triggers it. Enemies
    see that something is prepared, not what."""
    actor.prepared = Prepared(command_of(scene, actor, name, args), event, who)
    scene.record("prepares", RULE, who=actor.id)
    scene.record("waits", RULE, seen_by=actor.side, who=actor.id, action=name, event=event, whom=who)


def lapse(scene: Scene, being: Being) -> None:
    """The own turn starts, or the fight ends: what was prepared is lost."""
    if being.prepared is not None:
        being.prepared = None
        scene.record("lapses", RULE, who=being.id)


# ---------------------------------------------------------------- the trigger


def triggers(scene: Scene, being: Being, prepared: Prepared, event: Event) -> bool:
    """Is this what somebody waits for? The game master's word stands for any trigger."""
    if prepared.event == UNKNOWN:
        return False
    if event.kind == "gm":
        return event.who == being.id
    if prepared.event != event.kind or event.by == being.id:
        return False
    if prepared.who:
        return prepared.who in (event.who, event.by)
    return event.by in scene.beings and scene.beings[event.by].side != being.side


def aimed(scene: Scene, being: Being, command: Command, event: Event) -> Command:
    """What names no target is aimed at the enemy who triggers it."""
    if PREPARING.wants_target(command):
        for name in (event.by, event.who):
            if name in scene.beings and scene.beings[name].side != being.side:
                return aim(command, name)
    return command


def who_is_prepared(scene: Scene, event: Event) -> list[str]:
    return [being.id for being in scene.beings.values() if being.prepared is not None]


def ways_to_act(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    prepared = being.prepared
    if prepared is None or not has_reaction(being) or not triggers(scene, being, prepared, event):
        return ()
    hindrance = PREPARING.hindrance(scene, aimed(scene, being, prepared.command, event))
    return (ACT,) if hindrance is None else ()


def acts(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    assert being.prepared is not None
    command = aimed(scene, being, being.prepared.command, event)
    being.prepared = None
    return carry_out(being, command)


@step(RULE)
async def carry_out(scene: Scene, being: Being, command: Command) -> None:
    """What was prepared is done now, if it still can be; it has been paid for."""
    if being.senseless or PREPARING.hindrance(scene, command) is not None:
        scene.record("lapses", RULE, who=being.id)
        return
    scene.record("acts_prepared", RULE, who=being.id, action=command.name)
    found, _, chosen = game_of(scene).read(scene, command)
    args = game_of(scene).resolve(scene, found, chosen)
    if command.name == "attack":
        attack, target = args
        declare(scene, blow_at(scene, being, attack, target, "prepared"))
    elif command.name == "area_attack":
        attack, direction, origin, spare = args
        declare(scene, area_blow(scene, being, attack, direction, origin, spare, "prepared"))
    else:
        scene.next(Entry(found.step, (being.id, *chosen)))


PREPARED = tuple([Reaction("reaction", event, RULE, ways_to_act, acts, who_is_prepared) for event in TRIGGERS])
