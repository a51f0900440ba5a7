"""What is left of a side as a fight goes on, and what that says about who will win: found from fights, and tried on
others.

    python -m bench.worths [GAME…]

The scenes that come with a game are fought by the simple policy on all sides, each time with everybody on a drawn side
and with less left than at first: so fights are even and say something. Logistic regression finds how much each
sign counts; which side a scene favours is left to the scene, and what would count against a side is left out. That
stands in the game's `worths`.

Then it is tried on fights of the scenes of `bench/tournament`, which it has not seen, as they are: by log-loss (the
base rate of the first half of them, what the game's `worths` say, and the same calibrated by the first fights of the
scene as `search` does it), and by what came of moments of which it said up to 20 %, up to 40 %, and so on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import HERE
from ludex.core.foe.chances import SIGNS, Seen, Value, fitted, log_loss, signs
from ludex.core.game import GAMES, Game
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.lab.variants import Variant, variant
from ludex.opponents import policies, sides_of
from ludex.opponents.calibrating import FIGHTS, calibrated_by, of_game, row_of

FOUGHT = 36  # fights of each scene from which a game learns
TRIED = 48  # and of each on which it is tried, half of them to calibrate by at the most
MOST_DECISIONS = 1_000
LESS = 0.5  # how often somebody has less left than at first, down to
LEAST = 0.25
HELD = 1.0  # as firmly as by one fight it is held that a sign says nothing
BANDS = 5


class Moments(NamedTuple):
    """A fight, as it stood at each round, and whether the players' side has won it."""

    scenes: list[Scene[Any]]
    won: bool


def main() -> None:
    for name in sys.argv[1:] or list(GAMES):
        game = GAMES[name]
        own = sorted((game.home / "content" / "scenes").glob("*.toml"))
        weights = learned(game, [*own, HERE / "tournament" / f"{name}.toml"])
        told = [f"{max(0.0, weight):.1f}" for weight in weights]
        pools = (SIGNS - 4) // 2
        print(f"{name}: {', '.join(told[:4])}, full {', '.join(told[4 : 4 + pools])}, ", end="")
        print(f"amount {', '.join(told[4 + pools :])}")
        tell(game, sorted((HERE / "tournament" / name).glob("*.toml")))


# ---------------------------------------------------------------- learning


def learned(game: Game[Any], scenes: list[Path]) -> list[float]:
    """How much each sign counts, without those that would count against a side."""
    seen: list[Seen] = []
    for number, path in enumerate(scenes):
        favour = [float(number == each) for each in range(len(scenes))]
        for fight in fights(mixed(path)):
            seen += of_fight([[*signs(game, scene, game.sides[0]), *favour] for scene in fight.scenes], fight.won)
    weights = [0.0] * (SIGNS + len(scenes))
    hold = [HELD] * len(weights)
    while True:
        weights = fitted(seen, [0.0] * len(weights), hold)
        worst = min(range(SIGNS), key=lambda sign: weights[sign])
        if weights[worst] > -0.005:
            return weights[:SIGNS]
        hold[worst] = 1e9


def mixed(path: Path) -> Iterator[tuple[Variant, int]]:
    """The scene with its people on sides that are drawn."""
    usual = variant(path)
    names = [being.id for being in usual.scene.beings.values() if usual.game.fights(usual.scene, being)]
    players, others = usual.game.sides[:2]
    for seed in range(FOUGHT):
        luck = Random(f"{path.stem}{seed}")
        many = max(1, min(len(names) - 1, len(names) // 2 + luck.choice((-1, 0, 0, 1))))
        theirs = luck.sample(names, many)
        sides = {f"beings.{name}.side": players if name in theirs else others for name in names}
        try:
            given = variant(path, settings=sides)
        except BadInput:  # somebody is bound to a side
            continue
        yield given, seed


def fights(variants: Iterator[tuple[Variant, int]], less: bool = True) -> Iterator[Moments]:
    for given, seed in variants:
        game, scene = given.game, given.scene.fork()
        referee = Simulated(policies(game, sides_of(game, scene), {}, seed), seed)
        opening = game.opening(scene)
        if opening is not None:
            referee.perform(scene, opening)
        if less:
            weaken(game, scene, Random(seed))
        rounds: dict[int, Scene[Any]] = {}
        while (actor := game.to_act(scene)) and referee.decisions < MOST_DECISIONS:
            if scene.turns.round not in rounds:
                rounds[scene.turns.round] = scene.fork()
            referee.act(scene, scene.beings[actor])
        if not game.to_act(scene) and (winner := game.winner(scene)) and rounds:
            yield Moments(list(rounds.values()), winner == game.sides[0])


def weaken(game: Game[Any], scene: Scene[Any], luck: Random) -> None:
    for being in list(scene.beings.values()):
        if game.fights(scene, being) and luck.random() < LESS:
            game.guess(scene, being, partial(lessened, luck.uniform(LEAST, 1)))


def lessened(share: float, left: int, most: int) -> int:
    return max(1, round(left * share)) if left > 0 else left


def of_fight(rows: list[list[float]], won: bool) -> list[Seen]:
    return [Seen(row, float(won), 1 / len(rows)) for row in rows]


# ---------------------------------------------------------------- trying


def tell(game: Game[Any], scenes: list[Path]) -> None:
    """How well it tells what comes of fights that it has not seen."""
    bands: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
    means: list[list[float]] = []
    for path in scenes:
        given = variant(path)
        fought = list(fights(((given, 10_000 + seed) for seed in range(TRIED)), less=False))
        half = min(FIGHTS, len(fought) // 2)
        known, new = fought[:half], fought[half:]
        if not known:
            continue
        by_scene = value_of(game, known)
        base = (sum(fight.won for fight in known) + 0.5) / (half + 1)
        losses = [log_loss([(base, float(fight.won), 1.0) for fight in new])]
        for value in (of_game(game), by_scene):
            told = [
                (value.chance(game, scene, game.sides[0]), float(fight.won), 1 / len(fight.scenes))
                for fight in new
                for scene in fight.scenes
            ]
            losses.append(log_loss(told))
            for each, won, _ in told if value is by_scene else ():
                bands[min(BANDS - 1, int(BANDS * each))].append((each, won))
        means.append(losses)
        print(f"  {path.stem:36} {in_words(losses)}")
    mean = [sum(column) / len(means) for column in zip(*means, strict=True)]
    print(f"  {'mean':36} {in_words(mean)}")
    for band in bands:
        if band:
            said_, came = (sum(each[n] for each in band) / len(band) for n in (0, 1))
            print(f"  said {100 * said_:3.0f} %: came in {100 * came:3.0f} % of {len(band)} moments")


def in_words(losses: list[float]) -> str:
    base, of_the_game, by_scene = losses
    return f"base rate {base:.3f}, of the game {of_the_game:.3f}, calibrated {by_scene:.3f}"


def value_of(game: Game[Any], known: list[Moments]) -> Value:
    """As `search` learns it from its quick fights."""
    players, value = game.sides[0], of_game(game)
    names = [being.id for being in known[0].scenes[0].beings.values() if game.fights(known[0].scenes[0], being)]
    seen: list[Seen] = []
    for fight in known:
        seen += of_fight([row_of(game, scene, value, players, names) for scene in fight.scenes], fight.won)
    return calibrated_by(seen, value, players, names)


if __name__ == "__main__":
    main()
