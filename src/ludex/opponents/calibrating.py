"""What speaks for a side in this scene: what holds of the game, and what some quick fights of the scene add to it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from ludex.core.foe.chances import POOLS, Seen, Value, fitted, health, odds_of, signs
from ludex.core.foe.deciding import Policy
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated

FIGHTS = 24  # that are fought to know a scene
MOST_DECISIONS = 400  # of each
MOST_KNOWN = 64  # scenes that are remembered
FIRM, FAVOUR, EACH = 2.0, 1.0, 1.0  # how firmly it is held that the scene is as others, as so many fights would


def never() -> bool:
    return False


def of_game(game: Game[Any]) -> Value:
    """What is taken to hold of a scene of which nothing else is known."""
    return Value(game.worths.weights(POOLS))


def calibrated(game: Game[Any], scene: Scene[Any], by: Policy, enough: Callable[[], bool] = never) -> Value:
    """From fights that begin here, with one policy on all sides and the same dice every time, until there are `enough`.
    The scene is what a side may know."""
    players = game.sides[0]
    value = of_game(game)
    names = [being.id for being in scene.beings.values() if game.fights(scene, being)]
    policies = dict.fromkeys((*game.sides, *(being.side for being in scene.beings.values()), GM), by)
    seen: list[Seen] = []
    opening = game.opening(scene)
    for seed in range(FIGHTS):
        fight, referee = scene.fork(), Simulated(policies, seed)
        if opening is not None:
            referee.perform(fight, opening)
        rows, winner = fought(game, fight, referee, value, players, names)
        if winner:
            seen += [Seen(row, float(winner == players), 1 / len(rows)) for row in rows]
        if enough():
            break
    return calibrated_by(seen, value, players, names)


_known: OrderedDict[bytes, Value] = OrderedDict()  # scenes from which fights have begun, by what they are made of


def known(game: Game[Any], scene: Scene[Any], by: Policy, make: bytes) -> Value:
    """The same of a scene from which many fights begin: found out once. `make` tells it from all others."""
    if make not in _known:
        _known[make] = calibrated(game, scene, by)
        if len(_known) > MOST_KNOWN:
            _known.popitem(last=False)
    return _known[make]


def calibrated_by(seen: Sequence[Seen], value: Value, players: str, names: Sequence[str]) -> Value:
    """From what was seen of fights."""
    if not seen:
        return value
    hold = [FIRM, FAVOUR, *[EACH] * len(names)]
    firm, favour, *each = fitted(seen, [1.0, 0.0, *[0.0] * len(names)], hold)
    return Value(value.weights, firm, players, favour, dict(zip(names, each, strict=True)))


def fought(
    game: Game[Any], scene: Scene[Any], referee: Simulated, value: Value, players: str, names: Sequence[str]
) -> tuple[list[list[float]], str]:
    """What spoke for the players' side whenever a round had gone by, and who has won."""
    rows: dict[int, list[float]] = {}
    while (actor := game.to_act(scene)) and referee.decisions < MOST_DECISIONS:
        if scene.turns.round not in rows:
            rows[scene.turns.round] = row_of(game, scene, value, players, names)
        referee.act(scene, scene.beings[actor])
    return list(rows.values()), "" if game.to_act(scene) else game.winner(scene)


def row_of(game: Game[Any], scene: Scene[Any], value: Value, players: str, names: Sequence[str]) -> list[float]:
    beings = [scene.beings.get(name) for name in names]
    each = [
        0.0 if being is None else health(game, scene, being) * (1 if being.side == players else -1) for being in beings
    ]
    return [odds_of(value.weights, signs(game, scene, players)), 1.0, *each]
