"""What is left of a side as a fight goes on, and what that says about who will win: found from many fights.

    python -m bench.worths SCENE.toml…

plays scenes of one game with the simple policy on all sides, looks at each round what both sides have left, and finds
by logistic regression how much each of it counts. The result stands in the game's `worths`.
"""

from __future__ import annotations

import sys
from math import exp
from pathlib import Path
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import policies
from ludex.core.files.scenefile import load_scene
from ludex.core.foe.standing import DOWN, GONE, fate
from ludex.core.game import game_of
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated

FIGHTS = 150  # of each scene
PASSES = 300
RATE = 4.0
DECAY = 0.002  # what is hardly ever seen should count for nothing

Row = tuple[list[float], float]  # what the first side has more than the other, and whether it has won


def left(scene: Scene[Any]) -> list[float]:
    """What the players' side has more than the others: of who stands, of who is down, and of each pool."""
    game = game_of(scene)
    fighting = [being for being in scene.beings.values() if game.fights(scene, being)]
    sides = [being.side for being in fighting]
    found = [0.0] * 6
    for being in fighting:
        share = (1 if being.side == game.sides[0] else -1) / sides.count(being.side)
        how = fate(being.states, game.fates)
        if how == DOWN:
            found[1] += share
        elif how not in GONE:
            found[0] += share
            for number, pool in enumerate(game.pools(scene, being)):
                if pool.most > 0:
                    found[2 + number] += share * min(1.0, pool.left / pool.most)
    return found


def seen(start: Scene[Any], number: int, scenes: int) -> list[Row]:
    """What was left in each round of the fights of a scene. Which side a scene favours is left to the scene."""
    game = game_of(start)
    opening = game.opening(start)
    assert opening is not None
    favour = [float(number == each) for each in range(scenes)]
    found: list[Row] = []
    for seed in range(FIGHTS):
        scene = start.fork()
        referee = Simulated(policies(scene, "simple", seed), seed)
        referee.perform(scene, opening)
        rounds: dict[int, list[float]] = {}
        while actor := game.to_act(scene):
            rounds.setdefault(scene.turns.round, left(scene))
            referee.act(scene, scene.beings[actor])
        winner = game.winner(scene)
        found += [([*row, *favour], float(winner == game.sides[0])) for row in rounds.values() if winner]
    return found


def fit(rows: list[Row]) -> list[float]:
    weights = [0.0] * len(rows[0][0])
    for _ in range(PASSES):
        slope = [0.0] * len(weights)
        for row, won in rows:
            sum_ = sum(weight * value for weight, value in zip(weights, row, strict=True))
            off = won - 1 / (1 + exp(-sum_))
            for number, value in enumerate(row):
                slope[number] += off * value
        weights = [w + RATE * (s / len(rows) - DECAY * w) for w, s in zip(weights, slope, strict=True)]
    return weights


def main() -> None:
    starts = [load_scene(Path(name)).scene for name in sys.argv[1:]]
    rows = [row for number, start in enumerate(starts) for row in seen(start, number, len(starts))]
    standing, down, *pools = fit(rows)[:6]
    print(f"standing {standing:.1f}, down {down:.1f}, pools {', '.join(f'{pool:.1f}' for pool in pools)}")


if __name__ == "__main__":
    main()
