"""The one Reaction of a being, and how far it can strike with it at whoever moves."""

from __future__ import annotations

from ludex.games.bluebox.book.attacks.weapons import attack_with
from ludex.games.bluebox.state import Attack, Being, Scene

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


def opportunity_reach(scene: Scene, being: Being) -> int:
    """How far the weapons in its hands strike at whoever moves, whether or not it can react just now."""
    key = (opportunity_reach, being.sheet, being.ready, being.fitted, being.damaged, scene.options["opt_oa_ranged"])
    reach: int | None = scene.library.worked_out.get(key)
    if reach is None:
        reach = max([attack.most for attack in opportunity_attacks(scene, being)], default=0)
        scene.library.worked_out[key] = reach
    return reach
