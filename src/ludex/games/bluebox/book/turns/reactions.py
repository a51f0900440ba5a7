"""Reactions: Opportunity Attacks, and masks that answer."""

from __future__ import annotations

from typing import cast

from ludex.core.board.hex import Cell
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, opponents, whom
from ludex.games.bluebox.book.action_economy import has_reaction, opportunity_attacks, spend_reaction
from ludex.games.bluebox.book.attacks.hits import Blow
from ludex.games.bluebox.book.attacks.sequence import strike
from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.book.conditions import all_but_over
from ludex.games.bluebox.book.movement.sight import hidden_from, sees, unblocked
from ludex.games.bluebox.book.movement.steps import nearest
from ludex.games.bluebox.book.powers.effects import limit_used
from ludex.games.bluebox.book.powers.powers import pay_ep, use_mask_mode
from ludex.games.bluebox.records.kinds import Mode
from ludex.games.bluebox.state import Being, Scene

# ---------------------------------------------------------------- Opportunity Attack


def opportunity_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    mover = scene.beings[event.who]
    if being.side == mover.side or not being.reaction or dict(mover.walked).get(being.id, 0) < 2:
        return ()
    if all_but_over(scene):
        return ()
    if not has_reaction(scene, being) or "Disengaged" in mover.states or hidden_from(mover, being) or not mover.here:
        return ()
    away = nearest(scene, mover, cast(Cell, event.get("from")), being)
    fitting = [attack.id for attack in opportunity_attacks(scene, being) if attack.least <= away <= attack.most]
    return tuple(fitting) if fitting and unblocked(scene, being, mover) else ()


def opportunity_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    spend_reaction(scene, being)
    cite("bb.reaction.opportunity")
    attack = attack_with(scene, being, str(way))
    return strike(being, scene.beings[event.who], Blow(attack, reaction=True, stops=True))


OPPORTUNITY = Reaction("reaction", "moves", "bb.reaction.opportunity", opportunity_ways, opportunity_entry, opponents)


# ---------------------------------------------------------------- masks


def mask_modes(scene: Scene, being: Being, trigger: str) -> list[Mode]:
    """The ways of the worn mask that answer to this trigger and can be paid."""
    if not being.mask or not has_reaction(scene, being):
        return []
    mask = scene.library.shelves["mask"].entries.get(being.mask)
    if mask is None:
        return []
    return [
        mode for mode in mask.modes if mode.trigger == trigger and not limit_used(being, mode.id, mode.limits, being)
    ]


def shield_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """Ways to shield oneself: a damaging attack has hit this being, who can see the attacker."""
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
    name, _, pay = str(way).partition(":")
    mode = next(m for m in scene.library.shelves["mask"].get(being.mask).modes if m.id == name)
    spend_reaction(scene, being)
    pay_ep(scene, being, mode.ep, pay)
    return use_mask_mode(being, mode)


SHIELD = Reaction("interrupt", "hit", "bb.gap.kanohi", shield_ways, mask_entry, whom)
CATCH = Reaction("replacement", "falls", "bb.gap.kanohi", fall_ways, mask_entry, whom)
