"""How likely a side is to win, by what is left of it and of the others: a few signs, each of which counts so much.

How much each counts is found by logistic regression from fights that machines have fought: for a game by
`python -m bench.worths`, which finds its `worths`; for a scene from a few quick fights of it, which begin at what the
game has and go as far from it as they have grounds for (`fitted`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import Any, NamedTuple

from ludex.core.foe.standing import DOWN, GONE, Measured, fate
from ludex.core.kernel.scene import Scene

POOLS = 4  # the most that a game has of which a sign is made
SIGNS = 4 + 2 * POOLS
ANY = 3.0  # that a side is taken to have more of any pool, so that the last few points are not all
HALF = 0.5  # of a full pool, likewise
MOST = 12.0  # of the logarithm of odds: nothing is surer


class Left(NamedTuple):
    """What is left of a side."""

    standing: int
    down: float  # a share of all
    full: Sequence[float]  # pools of who stands, each as a share of it, added up
    amount: Sequence[int]  # and as they are counted


def left_of(game: Measured[Any], scene: Scene[Any], beings: Sequence[Any]) -> Left:
    standing, down = 0, 0
    full, amount = [0.0] * POOLS, [0] * POOLS
    for being in beings:
        how = fate(being.states, game.fates)
        if how == DOWN:
            down += 1
        elif how not in GONE:
            standing += 1
            for number, pool in enumerate(game.pools(scene, being)[:POOLS]):
                if pool.most > 0:
                    has = min(pool.left, pool.most)
                    full[number] += has / pool.most
                    amount[number] += has
    return Left(standing, down / max(1, len(beings)), full, amount)


def signs(game: Measured[Any], scene: Scene[Any], side: str) -> list[float]:
    """What speaks for a side, and with a minus for the others: who stands, who is down, whose turn it is, what is left
    of all pools together, and of each by shares and as counted. For the other side it is the same with another sign."""
    fighting = [being for being in scene.beings.values() if game.fights(scene, being)]
    own = left_of(game, scene, [being for being in fighting if being.side == side])
    others = left_of(game, scene, [being for being in fighting if being.side != side])
    acting = scene.beings.get(game.to_act(scene))
    turn = 0.0 if acting is None else 1.0 if acting.side == side else -1.0
    found = [log((own.standing + 1) / (others.standing + 1)), own.down - others.down, turn]
    found.append(log((sum(own.amount) + ANY) / (sum(others.amount) + ANY)))
    found += [log((mine + HALF) / (its + HALF)) for mine, its in zip(own.full, others.full, strict=True)]
    return found + [log((mine + ANY) / (its + ANY)) for mine, its in zip(own.amount, others.amount, strict=True)]


def health(game: Measured[Any], scene: Scene[Any], being: Any) -> float:
    """How well somebody stands: 1 unhurt, 0.5 with nothing left, 0 once they have fallen or are gone."""
    how = fate(being.states, game.fates)
    if how == DOWN or how in GONE:
        return 0.0
    first = next(iter(game.pools(scene, being)), None)
    return 0.5 + 0.5 * min(1.0, first.left / first.most) if first is not None and first.most > 0 else 1.0


def odds_of(weights: Sequence[float], row: Sequence[float]) -> float:
    """The logarithm of the odds that these signs speak of."""
    return sum([weight * sign for weight, sign in zip(weights, row, strict=True)])


def likely(odds: float) -> float:
    return 1 / (1 + exp(-max(-MOST, min(MOST, odds))))


class Value(NamedTuple):
    """What speaks for a side: how much each sign counts in the game, and what is known of this scene besides."""

    weights: Sequence[float]
    firm: float = 1.0  # how much surer, or less sure, than elsewhere
    players: str = ""  # the side that the scene favours
    favour: float = 0.0  # and how much
    each: Mapping[str, float] = {}  # who is worth more to their side than the signs tell, while they stand

    def chance(self, game: Measured[Any], scene: Scene[Any], side: str) -> float:
        odds = self.firm * odds_of(self.weights, signs(game, scene, side))
        odds += self.favour if side == self.players else -self.favour
        for name, more in self.each.items():
            being = scene.beings.get(name)
            if being is not None:
                odds += (more if being.side == side else -more) * health(game, scene, being)
        return likely(odds)


# ---------------------------------------------------------------- finding what counts how much


class Seen(NamedTuple):
    """The signs of a moment of a fight, how it ended, and how much it says: moments of one fight say the same thing."""

    row: Sequence[float]
    won: float
    weight: float


def fitted(seen: Sequence[Seen], before: Sequence[float], hold: Sequence[float], passes: int = 12) -> list[float]:
    """Logistic regression by Newton's method. What was taken to count `before` is left as far as there are grounds for
    it: `hold` is how firmly it is held, as so many fights would."""
    weights = list(before)
    for _ in range(passes):
        slope = [firm * (was - now) for firm, was, now in zip(hold, before, weights, strict=True)]
        bend = [[firm if row == column else 0.0 for column in range(len(hold))] for row, firm in enumerate(hold)]
        for moment in seen:
            chance = likely(odds_of(weights, moment.row))
            off, curve = moment.weight * (moment.won - chance), moment.weight * chance * (1 - chance)
            for number, sign in enumerate(moment.row):
                if sign:
                    slope[number] += off * sign
                    bent, by = bend[number], curve * sign
                    for other in range(number + 1):
                        bent[other] += by * moment.row[other]
        step = solved(bend, slope)
        weights = [weight + max(-1.0, min(1.0, by)) for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-4:
            break
    return weights


def solved(lower: list[list[float]], right: list[float]) -> list[float]:
    """The solution of equations whose matrix is symmetric and positive, given by its lower half (Cholesky)."""
    many = len(right)
    for row in range(many):
        for column in range(row + 1):
            rest = lower[row][column] - sum(lower[row][k] * lower[column][k] for k in range(column))
            lower[row][column] = rest**0.5 if row == column else rest / lower[column][column]
    found = list(right)
    for row in range(many):
        found[row] = (found[row] - sum(lower[row][k] * found[k] for k in range(row))) / lower[row][row]
    for row in reversed(range(many)):
        found[row] = (found[row] - sum(lower[k][row] * found[k] for k in range(row + 1, many))) / lower[row][row]
    return found


def log_loss(chances: Iterable[tuple[float, float, float]]) -> float:
    """How badly chances told what came: of each the chance, what came (1 or 0), and how much it says."""
    lost, said = 0.0, 0.0
    for chance, came, weight in chances:
        sure = min(1 - 1e-6, max(1e-6, chance))
        lost -= weight * (came * log(sure) + (1 - came) * log(1 - sure))
        said += weight
    return lost / said if said else 0.0
