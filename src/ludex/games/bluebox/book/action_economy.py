"""Actions and action economy: the registry of actions, what they cost, and the one Reaction."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.kernel.action import Registry
from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import Refusal
from ludex.games.bluebox.book.attacks.weapons import ARMS, attack_with
from ludex.games.bluebox.state import Attack, Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm


class Ap(NamedTuple):
    """bb.ap.points: Action Points. Outside combat nothing is counted; an escalated action is free."""

    points: int

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "combat":
            return None
        if "Escalated" in actor.states:
            return (
                None if self.points == 1 else Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
            )
        if actor.ap < self.points:
            return Refusal(f"it costs {self.points} AP, with {actor.ap} AP left", "bb.ap.points")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode != "combat":
            return
        if "Escalated" in actor.states:
            alone = scene.options["opt_escalation_single_action"]  # one action of the party in all
            for member in scene.side_of(actor.side) if alone else (actor,):
                member.relieve("Escalated")
            scene.record("escalated", "bb.escalation.activate", who=actor.id)
        else:
            actor.ap -= self.points


class Free:
    """bb.ap.free_actions: no AP; each once per turn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(self.name):
            return Refusal("each Free Action is used once per turn", "bb.ap.free_actions")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == "combat":
            actor.use(self.name, "turn")
        scene.record("free_action", "bb.ap.free_actions", who=actor.id)


# ---------------------------------------------------------------- the one Reaction


NO_REACTIONS = frozenset({"Grappled", "Grappler", "Out", "Dead", "Fled", "Surrendered", "Unconscious", "Stasis"})


def has_reaction(scene: Scene, being: Being) -> bool:
    """bb.reaction.economy: one Reaction, first gained at the start of the first turn, back at the end of the own.
    bb.action.out_of_combat: outside combat nothing is counted."""
    if scene.mode != "combat":
        return being.states.isdisjoint(NO_REACTIONS)
    if not being.reaction or not being.states.isdisjoint(NO_REACTIONS):
        return False
    return not (scene.options["opt_reaction_strict_round"] and being.reacted_in == scene.turns.round)


def spend_reaction(scene: Scene, being: Being) -> None:
    if scene.mode == "combat":
        being.reaction = False
        being.reacted_in = scene.turns.round
    else:
        scene.cite("bb.action.out_of_combat")
    scene.record("reacts", "bb.reaction.economy", who=being.id)


def opportunity_attacks(scene: Scene, being: Being) -> list[Attack]:
    """The attacks with weapons in hand that can be used for a Reaction: melee, or with the option ranged too."""
    ranged = scene.options["opt_oa_ranged"]
    attacks = [attack_with(scene, being, name) for name in dict.fromkeys(being.ready)]
    return [attack for attack in attacks if attack.reactions and (attack.type_of == "melee" or ranged)]


@derived(ARMS, "being.ready")
def opportunity_reach(scene: Scene, being: Being) -> int:
    """How far the weapons in their hands strike at whoever moves, whether or not they can react just now."""
    return max([attack.most for attack in opportunity_attacks(scene, being)], default=0)
