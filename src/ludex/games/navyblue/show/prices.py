"""What a command costs: Actions, Motion Points and intervals."""

from __future__ import annotations

from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.price import NOTHING, Price, linked, some, words
from ludex.games.navyblue.book.adventure.intervals import DAYS
from ludex.games.navyblue.book.attacks.using_features import Activation
from ludex.games.navyblue.book.features import feature
from ludex.games.navyblue.book.motion import AnAction, Motion
from ludex.games.navyblue.book.movement.actions import OFF, LeaveCost, MoveCost
from ludex.games.navyblue.book.movement.steps import Footing, running_limit
from ludex.games.navyblue.book.movement.steps import price as price_of
from ludex.games.navyblue.records.kinds import Feature
from ludex.games.navyblue.show.names import lost_to, points
from ludex.games.navyblue.state import Being, Scene


def price(scene: Scene, being: Being, command: Command) -> Price:
    game = game_of(scene)
    try:
        action, _, chosen = game.as_chosen(scene, command)
    except BadInput:  # arguments are still to be chosen
        action, chosen = game.actions[game.as_known(scene, command).name], ()
    if scene.mode != "fight":
        return words("the interval" if scene.mode in DAYS and "activity" in action.tags else "")
    return _in_fight(scene, being, action, chosen)


def _in_fight(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    cost = action.cost
    if isinstance(cost, AnAction):
        return some(1, "Action", "Action")
    if isinstance(cost, Motion):
        needed = cost.needed(scene, being, chosen)
        return some(needed, "MP") if needed else words("free")
    if isinstance(cost, LeaveCost):
        return _moving(scene, being, (OFF,), "never")
    if isinstance(cost, MoveCost):
        if len(chosen) < 2:
            return words(f"up to {points(being.motion)}")
        path, up = cost.path(scene, being, chosen)
        return _moving(scene, being, path, up)
    if isinstance(cost, Activation):
        return _activation(feature(scene, str(chosen[0]))) if chosen else NOTHING
    return words("" if "passes" in action.tags else "free")


def _moving(scene: Scene, being: Being, path: tuple[str, ...], up: int | str) -> Price:
    """`2 MP and 1 MP lost to enemies in the way, running`"""
    due = price_of(Footing(scene, being), path, up)
    runs = being.on_move + due.spent > running_limit(scene, being)
    paid = [
        some(due.spent, "MP"),
        some(due.lost, "MP", rest=f"lost to {lost_to(due.materials)}") if due.lost else NOTHING,
    ]
    return linked(paid) + words("running" if runs else "")


def _activation(entry: Feature) -> Price:
    actions, motion = entry.cost.actions, entry.cost.motion
    paid = [
        some(actions, "Action", count(actions, "Action")) if actions else NOTHING,
        some(motion, "MP") if motion else NOTHING,
    ]
    return linked(paid) or words("free")
