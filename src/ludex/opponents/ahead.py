"""Playing on from an idea: what comes of it for a side, soon and in the end."""

from __future__ import annotations

from typing import Any

from ludex.core.foe.chances import Value, health
from ludex.core.foe.standing import DEAD, DOWN, LEFT, OUT, fate
from ludex.core.game import Game
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents.comparing import Outlook
from ludex.opponents.ideas import Turn, allowed

MOST_AHEAD = 400  # decisions of a look-ahead
DEAR = 0.1  # how much of the worth is what a fight costs both sides, and not who wins it
SOONER = 0.25  # what an end at once is worth to the winner over one after all rounds, of what everybody has
FALLEN_IS = {DOWN: 0.25, LEFT: 0.5, OUT: 0.0, DEAD: 0.0}  # what somebody is worth who stands no more; unhurt: 1


def look_ahead(
    game: Game[Any], scene: Scene[Any], turn: Turn, side: str, referee: Simulated, rounds: int, value: Value
) -> Outlook:
    """Play on from an idea: how good it looks for a side at the next turn of who had it, and how good after some
    rounds or at the end; half of each."""
    ahead = scene.fork()
    first, *others = turn
    now = scene.turns.round
    referee.perform(ahead, first, checked=True)
    for step in others:
        if game.to_act(ahead) != first.actor or ahead.turns.round != now or not allowed(game, ahead, step):
            break
        referee.perform(ahead, step, checked=True)
    soon: Outlook | None = None
    gone_by = 0
    while (actor := game.to_act(ahead)) and referee.decisions < MOST_AHEAD:
        gone_by = ahead.turns.round - now - (actor != first.actor)
        if soon is None and gone_by >= 1:
            soon = outlook(game, ahead, side, value)
        if gone_by >= rounds:
            break
        referee.act(ahead, ahead.beings[actor])
    end = outlook(game, ahead, side, value, max(0.0, 1 - (ahead.turns.round - now) / (rounds + 1)))
    if soon is None:
        return end
    return Outlook((soon.chance + end.chance) / 2, (soon.worth + end.worth) / 2)


def outlook(game: Game[Any], scene: Scene[Any], side: str, value: Value, early: float = 0.0) -> Outlook:
    """How it looks for a side. Where the fight is over, `early` says how soon: the winner has more of it, and who has
    lost has made it dear where it took long and took somebody along."""
    ahead = kept(game, scene, side)
    if game.to_act(scene):
        chance = value.chance(game, scene, side)
    else:
        winner = game.winner(scene)
        chance = 0.5 if not winner else 1.0 if winner == side else 0.0
        ahead += SOONER * early * (2 * chance - 1)
    return Outlook(chance, (1 - DEAR) * chance + DEAR * (0.5 + ahead / 2))


def kept(game: Game[Any], scene: Scene[Any], side: str) -> float:
    """What a side has kept of its people more than the others, from −1 to 1: who stands, and in what health."""
    own: list[float] = []
    others: list[float] = []
    for being in scene.beings.values():
        if game.fights(scene, being):
            fallen = FALLEN_IS.get(fate(being.states, game.fates))
            left = health(game, scene, being) if fallen is None else fallen
            (own if being.side == side else others).append(left)
    return sum(own) / max(1, len(own)) - sum(others) / max(1, len(others))
