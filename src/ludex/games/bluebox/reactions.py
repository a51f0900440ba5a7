"""Reactions: the one Reaction of a being, Opportunity Attacks, Held Actions, and masks that answer."""

from __future__ import annotations

from typing import cast

from ludex.core.agenda import Command, step
from ludex.core.board.hex import Cell
from ludex.core.plain import Plain
from ludex.core.rulebook import cite
from ludex.core.scene import Entry
from ludex.core.timing import Event, Reaction
from ludex.games.bluebox.armory import attack_with
from ludex.games.bluebox.attacks import Blow, strike
from ludex.games.bluebox.being import Being, Scene
from ludex.games.bluebox.content_kinds import Mode
from ludex.games.bluebox.sight import hidden_from, sees, unblocked

NO_REACTIONS = frozenset({"Grappled", "Grappler", "Out", "Dead", "Fled", "Surrendered", "Unconscious", "Stasis"})


def has_reaction(scene: Scene, being: Being) -> bool:
    """bb.reaction.economy: one Reaction, first gained at the start of the first turn, back at the end of the own."""
    if not being.reaction or not being.states.isdisjoint(NO_REACTIONS):
        return False
    return not (scene.options["opt_reaction_strict_round"] and being.reacted_in == scene.turns.round)


def spend_reaction(scene: Scene, being: Being) -> None:
    being.reaction = False
    being.reacted_in = scene.turns.round
    scene.record("reacts", "bb.reaction.economy", who=being.id)


# ---------------------------------------------------------------- Opportunity Attack


def opportunity_weapons(scene: Scene, being: Being) -> list[str]:
    """Weapons in hand that can be used for a Reaction: melee, or with the option ranged too."""
    ranged = scene.options["opt_oa_ranged"]
    found = []
    for name in being.ready:
        attack = attack_with(scene, being, name)
        if attack.reactions and (attack.type_of == "melee" or ranged):
            found.append(name)
    return found


def opportunity_reach(scene: Scene, being: Being) -> int:
    """How far this being can strike at whoever moves; 0 when it cannot."""
    if not has_reaction(scene, being):
        return 0
    return max((attack_with(scene, being, name).most for name in opportunity_weapons(scene, being)), default=0)


def opportunity_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    mover = scene.beings[event.who]
    if being.side == mover.side or dict(mover.walked).get(being.id, 0) < 2 or not has_reaction(scene, being):
        return ()
    if "Disengaged" in mover.states or hidden_from(mover, being) or not mover.here:
        return ()
    from ludex.games.bluebox.movement import nearest

    ways = []
    away = nearest(scene, mover, cast(Cell, event.get("from")), being)
    for name in opportunity_weapons(scene, being):
        attack = attack_with(scene, being, name)
        if attack.least <= away <= attack.most and unblocked(scene, being, mover):
            ways.append(name)
    return tuple(ways)


def opportunity_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    cite("bb.reaction.opportunity")
    attack = attack_with(scene, being, str(way))
    return strike(being, scene.beings[event.who], Blow(attack, reaction=True, stops=True))


OPPORTUNITY = Reaction("reaction", "moves", "bb.reaction.opportunity", opportunity_ways, opportunity_entry)


# ---------------------------------------------------------------- Held Actions

# The closed vocabulary of triggers: the event that a Held Action waits for.
TRIGGERS = {
    "enters_reach": "somebody moves into the reach or range of what is held",
    "moves": "somebody moves a metre",
    "attacks": "somebody has made an attack roll",
    "is_hit": "somebody has been hit",
    "goes_down": "somebody goes Down",
    "uses_power": "somebody has used a power or mask",
    "gm": "the game master says so",
}


def held_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """bb.action.held: the trigger has come, the Reaction is there, and the action can still be done."""
    held = being.held
    if held is None or not has_reaction(scene, being) or event.who == being.id:
        return ()
    wanted = held.trigger.event
    if event.kind == "gm" and event.by != being.id:
        return ()
    if wanted != event.kind and not (wanted == "enters_reach" and event.kind == "moves"):
        return ()
    who = held.trigger.who
    if who and who != event.who:
        return ()
    if not who and event.kind != "gm" and scene.beings[event.who].side == being.side:
        return ()
    from ludex.games.bluebox.actions import refuse_release

    if refuse_release(scene, being, held.command, event.who) is not None:
        return ()
    if wanted == "enters_reach":  # it was there before this metre: it does not enter
        before = scene.fork()
        before.beings[event.who].at = cast(Cell, event.get("from"))
        if refuse_release(before, before.beings[being.id], held.command, event.who) is None:
            return ()
    return ("release",)


def held_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    held = being.held
    assert held is not None
    being.held = None
    return release(being, held.command, event.who)


@step("bb.action.held")
async def release(scene: Scene, being: Being, command: Command, who: str) -> None:
    from ludex.games.bluebox.actions import released

    scene.record("releases", "bb.action.held", who=being.id, action=command.name)
    scene.next(released(scene, being, command, who))


HELD = [
    Reaction("reaction", event, "bb.action.held", held_ways, held_entry)
    for event in ("moves", "attacks", "is_hit", "goes_down", "uses_power", "gm")
]


# ---------------------------------------------------------------- masks


def mask_modes(scene: Scene, being: Being, trigger: str) -> list[Mode]:
    """The ways of the worn mask that answer to this trigger and can be paid."""
    if not being.mask or not has_reaction(scene, being):
        return []
    mask = scene.library.shelves["mask"].entries.get(being.mask)
    if mask is None:
        return []
    from ludex.games.bluebox.powers import limit_used

    return [
        mode for mode in mask.modes if mode.trigger == trigger and not limit_used(being, mode.id, mode.limits, being)
    ]


def shield_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """A damaging attack that it can see has hit this being."""
    if event.who != being.id or event.by not in scene.beings:
        return ()
    if not sees(scene, being, scene.beings[event.by]):
        return ()
    return mask_ways(scene, being, "hit_before_damage")


def fall_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    return mask_ways(scene, being, "own_fall") if event.who == being.id else ()


def mask_ways(scene: Scene, being: Being, trigger: str) -> tuple[Plain, ...]:
    """Each way of the mask, with how it is paid: EP, or at 0 EP a level of Exhaustion."""
    return tuple(
        f"{mode.id}:{'exhaustion' if mode.ep and not being.ep else 'ep'}" for mode in mask_modes(scene, being, trigger)
    )


def mask_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    from ludex.games.bluebox.powers import pay_ep, use_mask_mode

    name, _, pay = str(way).partition(":")
    mode = next(m for m in scene.library.shelves["mask"].get(being.mask).modes if m.id == name)
    spend_reaction(scene, being)
    pay_ep(scene, being, mode.ep, pay)
    return use_mask_mode(being, mode)


SHIELD = Reaction("interrupt", "hit", "bb.gap.kanohi", shield_ways, mask_entry)
CATCH = Reaction("replacement", "falls", "bb.gap.kanohi", fall_ways, mask_entry)
