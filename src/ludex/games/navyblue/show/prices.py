"""What a command costs, in words: Actions, Motion Points and intervals."""

from __future__ import annotations

from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.games.navyblue.book.adventure.intervals import DAYS
from ludex.games.navyblue.book.attacks.using_features import Activation
from ludex.games.navyblue.book.features import feature
from ludex.games.navyblue.book.motion import AnAction, Motion
from ludex.games.navyblue.book.movement.actions import OFF, LeaveCost, MoveCost
from ludex.games.navyblue.book.movement.steps import Footing, running_limit
from ludex.games.navyblue.book.movement.steps import price as price_of
from ludex.games.navyblue.show.names import points
from ludex.games.navyblue.state import Being, Scene


def price(scene: Scene, being: Being, command: Command) -> str:
    game = game_of(scene)
    try:
        action, _, chosen = game.read(scene, command)
    except BadInput:  # arguments are still to be chosen
        action, chosen = game.actions[game.expand(scene, command).name], ()
    if scene.mode != "fight":
        return "the interval" if scene.mode in DAYS and "activity" in action.tags else ""
    return _in_fight(scene, being, action, chosen)


def _in_fight(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> str:
    cost = action.cost
    if isinstance(cost, AnAction):
        return "Action"
    if isinstance(cost, Motion):
        needed = cost.needed(scene, being, chosen)
        return points(needed) if needed else "free"
    if isinstance(cost, LeaveCost):
        return _moving(scene, being, (OFF,), "never")
    if isinstance(cost, MoveCost):
        if len(chosen) < 2:
            return f"up to {points(being.motion)}"
        path, up = cost.path(scene, being, chosen)
        return _moving(scene, being, path, up)
    if isinstance(cost, Activation):
        return str(feature(scene, str(chosen[0])).cost) or "free" if chosen else ""
    return "" if "passes" in action.tags else "free"


def _moving(scene: Scene, being: Being, path: tuple[str, ...], up: int | str) -> str:
    """`2 MP and 1 lost, running`"""
    due = price_of(Footing(scene, being), path, up)
    lost = f" and {due.lost} lost" if due.lost else ""
    runs = ", running" if being.on_move + due.spent > running_limit(scene, being) else ""
    return f"{points(due.spent)}{lost}{runs}"
