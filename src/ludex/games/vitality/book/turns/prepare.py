"""Prepare: an action paid for now and carried out when its trigger comes.

vt.act.prepare: the Primary Action is spent now, the Reaction when the trigger comes; it lapses when the own next turn
starts. Triggers are of a closed vocabulary; whatever else somebody waits for, the game master says when it has come.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ludex.core.game import game_of
from ludex.core.kernel.action import Action, Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction
from ludex.core.master.calls import are_pairs
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


def command_of(scene: Scene, actor: Being, name: str, args: Plain) -> Command:
    """What is prepared, as a command; the name of an attack stands for making it."""
    given = cast(tuple[tuple[str, Plain], ...], args or ())
    if name in attacks_of(actor):
        kind = "area_attack" if attack_of(scene, actor, name).kind.area else "attack"
        return Command(actor.id, kind, (("attack", name), *given))
    return Command(actor.id, name, given)


def can_wait(action: Action) -> bool:
    fights = not action.modes or COMBAT_MODE in action.modes
    return isinstance(action.cost, Primary) and action.name not in NOT_LATER and fights


def to_prepare(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The own attacks on a target, and actions that need nothing else to be said."""
    attacks = [name for name in attacks_of(actor) if not attack_of(scene, actor, name).kind.area]
    plain_ones = [a for a in REGISTRY.actions.values() if can_wait(a) and not unsaid(a, ())]
    return [*attacks, *[a.name for a in plain_ones if a.may is None or a.may(scene, actor) is None]]


def unsaid(action: Action, given: Iterable[str]) -> str:
    """The argument that has to be said; the target may be whoever triggers it."""
    missing = [arg.name for arg in action.args if arg.default is None and arg.name not in ("target", *given)]
    return next(iter(missing), "")


def anybody(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *[other.id for other in scene.beings.values() if other.here and not other.is_wall])


def read_args(value: Plain) -> Plain:
    pairs = plain(value)
    if pairs is not None and not (isinstance(pairs, tuple) and are_pairs(pairs)):
        raise BadInput(f"with: expected a table, not {value!r}")
    return pairs


def fits_prepare(scene: Scene, actor: Being, name: str, args: Plain, event: str, who: str) -> Refusal | None:
    command = command_of(scene, actor, name, args)
    found = REGISTRY.actions.get(command.name)
    if found is None:
        raise BadInput(f"there is no action {name!r} to prepare")
    if not can_wait(found):
        return Refusal(f"{name} cannot be prepared", RULE)
    if missing := unsaid(found, [given for given, _ in command.args]):
        return Refusal(f"to prepare {name}, say its {missing!r}", RULE)
    if "attack" in found.tags and actor.has_done(CONCENTRATED):
        return Refusal("a turn of Concentration leaves no other attack", "vt.up.concentration")
    if event not in TRIGGERS:
        raise BadInput(f"there is no trigger {event!r}; there are: {', '.join(TRIGGERS)}")
    if who:
        scene.being(who)
    return None


@action(
    "prepare", rule=RULE, cost=PRIMARY, modes=(COMBAT_MODE,), fits=fits_prepare, label="Prepare an action",
    tags=("readies",), args=(
        Arg("action", to_prepare, default="basic_melee"),
        Arg("with", ((),), default=(), read=read_args),
        Arg("event", TRIGGERS, default="moves"),
        Arg("who", anybody, default=""),
    ),
)  # fmt: skip
async def prepare(scene: Scene, actor: Being, name: str, args: Plain, event: str, who: str) -> None:
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
    wanted = any([arg.name == "target" for arg in REGISTRY.actions[command.name].args])
    if not wanted or command.arg("target") is not None:
        return command
    for name in (event.by, event.who):
        if name in scene.beings and scene.beings[name].side != being.side:
            return Command(command.actor, command.name, (*command.args, ("target", name)))
    return command


def cannot_be_done(scene: Scene, being: Being, command: Command) -> bool:
    game = game_of(scene)
    try:
        found, _, chosen = game.read(scene, command)
        if found.may is not None and found.may(scene, being) is not None:
            return True
        return found.fits is not None and found.fits(scene, being, *game.resolve(scene, found, chosen)) is not None
    except BadInput:  # it names no target, or somebody who is not there
        return True


def ways_to_act(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    prepared = being.prepared
    if prepared is None or not has_reaction(being) or not triggers(scene, being, prepared, event):
        return ()
    return () if cannot_be_done(scene, being, aimed(scene, being, prepared.command, event)) else (ACT,)


def acts(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    assert being.prepared is not None
    command = aimed(scene, being, being.prepared.command, event)
    being.prepared = None
    return carry_out(being, command)


@step(RULE)
async def carry_out(scene: Scene, being: Being, command: Command) -> None:
    """What was prepared is done now; it has been paid for."""
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


PREPARED = tuple([Reaction("reaction", event, RULE, ways_to_act, acts) for event in TRIGGERS])
