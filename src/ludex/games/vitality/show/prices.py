"""What a command costs: the Primary Action, spaces of movement, Efforts, HP and time."""

from __future__ import annotations

from typing import Any, cast

from ludex.core.board.cells import Cell
from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.show.lasting import minutes_words
from ludex.core.show.price import NOTHING, Price, linked, some, words
from ludex.games.vitality.book.abilities.companions import FOR_NOTHING, SummonCost
from ludex.games.vitality.book.abilities.helping import help_of
from ludex.games.vitality.book.abilities.walls import length_of as wall_length
from ludex.games.vitality.book.abilities.walls import power_of
from ludex.games.vitality.book.action_types import COMBAT_MODE, Free, Primary
from ludex.games.vitality.book.attacks.built import Built, attack_of, attacks_of
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.conditions import HOUR
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.movement.actions import jump_cost, landing, length_of, to_stand, way_to
from ludex.games.vitality.book.movement.burrowing import TunnelCost, way_below
from ludex.games.vitality.book.movement.footing import Footing
from ludex.games.vitality.book.movement.portals import costs_distance
from ludex.games.vitality.book.movement.steps import budget, cannot_move, hastened
from ludex.games.vitality.book.turns.actions import ProtectCost
from ludex.games.vitality.show.names import spaces
from ludex.games.vitality.state import Being, Scene

PRIMARY, FREE = some(1, "Primary", "Primary"), words("free")
GIVES = {  # what is bought with the Primary Action, where the name of the action does not say it
    "dodge": "Avoidance +{tier}", "brace": "Durability +{tier}", "fortify": "Resistances +{tier}",
    "aim": "next to hit +{tier}", "empower": "next damage +{tier}", "refine": "next condition +{tier}",
    "hasten": "{far} spaces more",
}  # fmt: skip
LONG = {"set_trap": HOUR, "forbid": HOUR}
PAID = {
    "pay_hp": ("HP", "{n} HP"), "pay_effort": ("Effort", "an Effort"), "pay_heal_use": ("Heal", "{n} uses of Heal"),
    "pay_own_aura": ("aura", "an aura"), "pay_summon": ("companion", "a companion"),
}  # fmt: skip


def price(scene: Scene, being: Being, command: Command) -> Price:
    game = game_of(scene)
    action = game.actions[game.as_known(scene, command).name]
    chosen: tuple[Plain, ...] | None
    try:
        _, _, chosen = game.as_chosen(scene, command)
    except BadInput:  # arguments are still to be chosen
        chosen = None
    if action.name == "effort":
        return effort_price(scene, being)
    if scene.mode != COMBAT_MODE:
        return time(scene, action, chosen)
    return in_combat(scene, being, action, chosen)


def effort_price(scene: Scene, being: Being) -> Price:
    """`Effort 2 of 3`; the last one has its own price."""
    most = allowed(scene, being)
    if being.efforts >= most:
        return words("the last Effort: knocked out next turn")
    return some(1, "Effort", "Effort", f"{being.efforts + 1} of {most}")


def time(scene: Scene, action: Action, chosen: tuple[Plain, ...] | None) -> Price:
    if action.name == "help" and chosen:
        aid = help_of(scene, str(chosen[0]))
        return _minutes(aid.minutes) if aid is not None and aid.minutes else NOTHING
    return _minutes(LONG[action.name]) if action.name in LONG else NOTHING


def _minutes(minutes: int) -> Price:
    return some(minutes, "minute", minutes_words(minutes))


# ---------------------------------------------------------------- in combat


def in_combat(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...] | None) -> Price:
    if "passes" in action.tags or action.name == "offer":
        return NOTHING
    cost: Any = action.cost
    if isinstance(cost, ProtectCost):
        return FREE if cost.for_nothing(scene, being) else PRIMARY
    if isinstance(cost, SummonCost):
        return FREE if chosen and chosen[0] == FOR_NOTHING else PRIMARY
    if isinstance(cost, TunnelCost):
        dug = PRIMARY if chosen and chosen[1] and cost.dear(scene, being) else NOTHING
        return linked((dug, of_movement(scene, being, action, chosen)))
    if action.name in GIVES:
        gives = GIVES[action.name].format(tier=tier(scene, being), far=hastened(scene, being))
        rooted = action.name == "hasten" and cannot_move(scene, being) is not None
        return some(1, "Primary", "Primary:", gives) + words("but they cannot move" if rooted else "")
    if action.name == "raise_wall" and not chosen and (power := power_of(scene, being)) is not None:
        return some(1, "Primary", "Primary:", f"up to {spaces(wall_length(scene, being, power))} long")
    paid = PRIMARY if isinstance(cost, Primary) else FREE if isinstance(cost, Free) else NOTHING
    if "attack" in action.tags and chosen and chosen[0] in attacks_of(being):
        return linked([paid, *of_limits(attack_of(scene, being, str(chosen[0])))])
    return paid or (of_movement(scene, being, action, chosen) if "move" in action.tags else FREE)


def of_limits(attack: Built) -> list[Price]:
    """What the limits of an attack cost beside."""
    needs = [need for limit in attack.limits for need in limit.needs if need.test in PAID]
    return [some(need.n or 1, PAID[need.test][0], PAID[need.test][1].format(n=need.n)) for need in needs]


# ---------------------------------------------------------------- movement


def of_movement(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...] | None) -> Price:
    """`3 of 8 spaces`; before the way is chosen, what there is."""
    left = budget(scene, being)
    if left is None:
        return NOTHING
    needed = spaces_of(scene, being, action, chosen) if chosen is not None else None
    if needed is not None:
        return some(needed, "space", f"{needed} of {spaces(left)}", of=left)
    short = jump_cost(scene, being) or 0 if action.name == "teleport" else 0
    return words(f"up to {spaces(max(0, left - short))}")


def spaces_of(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> int | None:
    found: int | Refusal | None = None
    match action.name:
        case "stand":
            found = to_stand(scene, being)
        case "move":
            footing = Footing(scene, being)
            way = way_to(footing, cast(tuple[Cell, ...], chosen[0]), cast(int | None, chosen[1]))
            found = footing.price(way, None) if way else None
        case "teleport":
            spot = landing(scene, being, cast(Cell, chosen[0]), cast(int | None, chosen[1]))
            found = length_of(scene, being, spot) + (jump_cost(scene, being) or 0)
        case "burrow":
            to, tunnel, stay = cast(tuple[tuple[Cell, ...], bool, bool], chosen)
            footing, below = way_below(scene, being, to, tunnel, stay)
            found = footing.price(below, budget(scene, being)) if below else None
        case "open_portals":
            one, other = cast(tuple[Cell, Cell], chosen)
            found = scene.board.distance(one, other) if costs_distance(scene, being) else 0
    return found if isinstance(found, int) else None
