"""What a command costs: energy, cells of movement, health, time, aspect points and money."""

from __future__ import annotations

from typing import cast

from ludex.core.board.cells import Cell
from ludex.core.game import game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import count
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.lasting import minutes_words
from ludex.core.show.price import NOTHING, Price, linked, some, words
from ludex.games.crawl.book.attacks.actions import ThrowCost
from ludex.games.crawl.book.attacks.final_attack import Health
from ludex.games.crawl.book.attacks.final_attack import price as health_price
from ludex.games.crawl.book.characters.aspects import ap_of, item_of, money_of
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.energy import DOWNTIME, FIGHT, MOVEMENT, Ep
from ludex.games.crawl.book.health.medicine import MINUTES
from ludex.games.crawl.book.map.ground import cells_left, speed
from ludex.games.crawl.book.movement.actions import CellsOfMovement
from ludex.games.crawl.book.movement.charging import COST as CHARGE
from ludex.games.crawl.book.skills.persuasion import MINUTES as TALK
from ludex.games.crawl.book.skills.tasks import tries_of
from ludex.games.crawl.build.advancement import own_of, upgrade_cost
from ludex.games.crawl.state import Being, Learned, Scene

# What is tried out of a fight: by which name its tries are counted, and the minutes of the first.
TRIES = {
    "treat": ("treat:{0}:{1}", MINUTES),
    "make_agent": ("agent:{0}", MINUTES),
    "persuade": ("persuade:{0}", TALK),
}


def price(scene: Scene, being: Being, command: Command) -> Price:
    game = game_of(scene)
    action = game.actions[game.as_known(scene, command).name]
    if not command.args and "varies" in action.tags:
        return what_there_is(being, action)
    try:
        _, _, chosen = game.as_chosen(scene, command)
    except BadInput:  # arguments are still to be chosen
        return before_all_is_said(scene, being, action)
    if scene.mode == DOWNTIME:
        return points(scene, being, action, chosen)
    if scene.mode != FIGHT:
        return time(scene, being, action, chosen)
    return in_fight(scene, being, action, chosen)


def what_there_is(being: Being, action: Action) -> Price:
    """For an action whose price depends on all that is chosen for it: what it is paid with."""
    if action.name in ("buy", "sell"):
        return some(being.money, "money")
    return some(being.ap, "AP") if "advances" in action.tags else words("as the action")


def energy(number: int) -> Price:
    return some(number, "EP") if number else words("free")


# ---------------------------------------------------------------- in a fight


def before_all_is_said(scene: Scene, being: Being, action: Action) -> Price:
    """What can be told of an action whose price depends on more."""
    if scene.mode != FIGHT:
        return NOTHING
    if action.name == "charge":
        return some(CHARGE, "EP", rest="and the attack")
    if isinstance(action.cost, CellsOfMovement):
        return movement_left(scene, being)
    return energy(action.cost.points) if isinstance(action.cost, Ep) else NOTHING


def movement_left(scene: Scene, being: Being) -> Price:
    """`up to 5 cells, free`"""
    left = cells_left(scene, being)
    if left:
        return words(f"up to {count(left, 'cell')}")
    return words(f"up to {count(speed(scene, being), 'cell')}") + energy(MOVEMENT.points(scene, being))


def movement_words(scene: Scene, being: Being) -> str:
    """`5 cells of movement free`, `2 cells of movement left`, `5 more cells of movement for 1 EP`"""
    left = cells_left(scene, being)
    if left:
        return f"{count(left, 'cell')} of movement left"
    cells, ep = speed(scene, being), MOVEMENT.points(scene, being)
    if MOVEMENT.refusal(scene, being, ()) is not None:
        return "no movement left"
    return f"{cells} more cells of movement for {ep} EP" if ep else f"{count(cells, 'cell')} of movement free"


def in_fight(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    if "passes" in action.tags or action.name == "hold_turn":
        return NOTHING
    untrained = words("not learned" if unlearned(scene, being, action, chosen) else "")
    if isinstance(action.cost, Health):
        return some(health_price(scene, being, str(chosen[0])), "HP") + words("ends the turn") + untrained
    if isinstance(action.cost, ThrowCost):
        return energy(skill_of(scene, being, str(chosen[0])).ep)
    after = having_paid(scene, being, action, chosen)
    ep = energy(being.ep - after.ep)
    if isinstance(action.cost, CellsOfMovement):
        cells = action.cost.cells(scene, being, *cast(tuple[Cell, ...], chosen))
        left = cells_left(scene, being)
        most = left if cells <= left else speed(scene, being)
        return some(cells, "cell", f"{cells} of {count(most, 'cell')}", of=most) + ep
    if after.moved and not being.moved:
        return words("the movement action")
    if after.small > being.small:
        small = some(1, "small action", "a small action")
        return small if after.ep == being.ep else linked((small, ep))
    return ep + untrained


def unlearned(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> bool:
    """Is it done with a skill that somebody has not learned?"""
    named = bool(chosen) and action.args[0].name == "skill"
    return named and not skill_of(scene, being, str(chosen[0])).learned


def having_paid(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Being:
    """Somebody as they are when this has been paid for, on a copy: who acts pays, and nobody else."""
    work = scene.fork_some((being.id,))
    actor = work.beings[being.id]
    if action.cost is not None:
        action.cost.pay(work, actor, game_of(scene).resolve(work, action, chosen))
    return actor


# ---------------------------------------------------------------- out of a fight


def time(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    """The time that a try takes: after a failure longer."""
    if action.name in TRIES:
        task, first = TRIES[action.name]
        minutes = dict(scene.tries).get(tries_of(being, task.format(*chosen)), first)
        return some(minutes, "minute", minutes_words(minutes))
    return words("not learned" if unlearned(scene, being, action, chosen) else "")


def points(scene: Scene, being: Being, action: Action, chosen: tuple[Plain, ...]) -> Price:
    """`5 of 12 AP`, `300 of 400 money`"""
    match action.name:
        case "learn" | "attempt":
            choice = str(chosen[1]) if len(chosen) > 1 else ""
            return _of(ap_of(scene.library, Learned(str(chosen[0]), choice)), being.ap, "AP")
        case "upgrade":
            own = own_of(being, str(chosen[0]), str(chosen[1]))
            cost = upgrade_cost(scene, own, cast(int, chosen[2]), cast(int | str, chosen[3])) if own is not None else 0
            return _of(cost, being.ap, "AP")
        case "buy":
            return _of(money_of(scene.library, item_of(scene.library, str(chosen[0]))), being.money, "money")
        case "sell":
            return words(f"brings {money_of(scene.library, item_of(scene.library, str(chosen[0])))} money")
    return time(scene, being, action, chosen)


def _of(amount: int, most: int, unit: str) -> Price:
    return some(amount, unit, f"{amount} of {most} {unit}", of=most)
