"""What a command costs: Major, minor and free actions, zones and MP."""

from __future__ import annotations

from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.price import NOTHING, Price, some, words
from ludex.games.cloudbreaker.book.actions import Major, Minor
from ludex.games.cloudbreaker.book.attacks.actions import UseCost
from ludex.games.cloudbreaker.book.attacks.weapons import use_of
from ludex.games.cloudbreaker.book.movement.actions import MoveCost, actions_for, whole_path, zones_left
from ludex.games.cloudbreaker.state import Being, Scene, in_situation

MAJOR = some(1, "Major", "Major")


def price(scene: Scene, being: Being, command: Command) -> Price:
    game = game_of(scene)
    try:
        action, _, chosen = game.as_chosen(scene, command)
    except BadInput:  # arguments are still to be chosen
        action, chosen = game.actions[game.as_known(scene, command).name], ()
    if not in_situation(scene):
        return _mp(scene, action, chosen)
    return _actions(scene, being, action, chosen) + _mp(scene, action, chosen)


def _actions(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    cost = action.cost
    if "anytime" in action.tags:
        return words("any time")
    if isinstance(cost, Major):
        return MAJOR
    if isinstance(cost, Minor):
        return _minor(being, cost.needed(scene, being, chosen))
    if isinstance(cost, MoveCost):
        return _moving(scene, being, chosen)
    if isinstance(cost, UseCost):
        kind = use_of(scene, str(chosen[0])).action if chosen else ""
        return {"major": MAJOR, "minor": _minor(being, 1), "free": words("free")}.get(kind, NOTHING)
    if action.name == "improvise":
        return words("as the game master rates it")
    return words("" if "passes" in action.tags else "free")


def _minor(being: Being, needed: int) -> Price:
    """How many minor actions, and whether a Major one has to be turned into one."""
    turned = max(0, needed - being.minor)
    said = "minor" if needed == 1 else f"{needed} minor"
    return some(needed, "minor", said, "(the Major turned into minor)" if turned else "")


def _moving(scene: Scene, being: Being, chosen: tuple[Plain, ...]) -> Price:
    if not chosen:
        return words(f"up to {count(zones_left(scene, being), 'zone')}")
    path = whole_path(scene, being, chosen[0]) or ()
    needed = actions_for(scene, being, len(path))
    zones = some(len(path), "zone", count(len(path), "zone"))
    return zones + (_minor(being, needed) if needed else words("no further action"))


def _mp(scene: Scene, action: Action, chosen: tuple[Plain, ...]) -> Price:
    if not isinstance(action.cost, UseCost) or not chosen:
        return NOTHING
    cost = use_of(scene, str(chosen[0])).mp_cost
    return some(cost, "MP") if cost and not scene.rush else NOTHING
