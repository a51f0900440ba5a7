"""What a command costs, in words: Major, minor and free actions, zones and MP."""

from __future__ import annotations

from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.games.cloudbreaker.book.actions import Major, Minor
from ludex.games.cloudbreaker.book.attacks.actions import UseCost
from ludex.games.cloudbreaker.book.attacks.weapons import use_of
from ludex.games.cloudbreaker.book.movement.actions import MoveCost, actions_for, whole_path, zones_left
from ludex.games.cloudbreaker.state import Being, Scene, in_situation


def price(scene: Scene, being: Being, command: Command) -> str:
    game = game_of(scene)
    try:
        action, _, chosen = game.read(scene, command)
    except BadInput:  # arguments are still to be chosen
        action, chosen = game.actions[game.expand(scene, command).name], ()
    if not in_situation(scene):
        return _mp(scene, action, chosen)
    return ", ".join(filter(None, (_actions(scene, being, action, chosen), _mp(scene, action, chosen))))


def _actions(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> str:
    cost = action.cost
    if "anytime" in action.tags:
        return "any time"
    if isinstance(cost, Major):
        return "Major"
    if isinstance(cost, Minor):
        return _minor(being, cost.needed(scene, being, chosen))
    if isinstance(cost, MoveCost):
        return _moving(scene, being, chosen)
    if isinstance(cost, UseCost):
        kind = use_of(scene, str(chosen[0])).action if chosen else ""
        return {"major": "Major", "minor": _minor(being, 1), "free": "free"}.get(kind, "")
    if action.name == "improvise":
        return "as the game master rates it"
    return "" if "passes" in action.tags else "free"


def _minor(being: Being, needed: int) -> str:
    """How many minor actions, and whether a Major one has to be turned into one."""
    turned = max(0, needed - being.minor)
    words = "minor" if needed == 1 else f"{needed} minor"
    return f"{words} (the Major turned into minor)" if turned else words


def _moving(scene: Scene, being: Being, chosen: tuple[Plain, ...]) -> str:
    if not chosen:
        return f"up to {count(zones_left(scene, being), 'zone')}"
    path = whole_path(scene, being, chosen[0]) or ()
    needed = actions_for(scene, being, len(path))
    return f"{count(len(path), 'zone')}, {_minor(being, needed) if needed else 'no further action'}"


def _mp(scene: Scene, action: Action, chosen: tuple[Plain, ...]) -> str:
    if not isinstance(action.cost, UseCost) or not chosen:
        return ""
    cost = use_of(scene, str(chosen[0])).mp_cost
    return f"{cost} MP" if cost and not scene.rush else ""
