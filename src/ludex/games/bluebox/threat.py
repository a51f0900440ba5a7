"""The one Reaction of a being, and how far it can strike with it at whoever moves."""

from __future__ import annotations

from ludex.games.bluebox.armory import attack_with
from ludex.games.bluebox.being import Being, Scene

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
    """How far the weapons in its hands strike at whoever moves, whether or not it can react just now."""
    return max((attack_with(scene, being, name).most for name in opportunity_weapons(scene, being)), default=0)
