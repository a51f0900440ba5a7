"""What a scene will cost the party: it is fought by simple policies on all sides, a few times first and then more
often, and what is known so far is told again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ludex.core.game import game_of
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.lab.apart import EVERY, LabLine, Tell
from ludex.lab.gather import Gathered
from ludex.lab.gauge.grades import grade
from ludex.lab.gauge.noticed import Offered, noticed, unused
from ludex.lab.gauge_line import (
    GaugeHealth,
    GaugeMean,
    GaugeResource,
    GaugeShare,
    GaugeTold,
    GaugeWho,
    GaugeWorst,
)
from ludex.lab.run import Plan
from ludex.lab.statistics import Share, difference_of_means, place, share
from ludex.lab.trial import LabError, Start, fight
from ludex.lab.variants import Variant
from ludex.opponents import named

FIRST = 20  # fights before anything is told, or as many as there are after a while where each takes long
LONG = 1.4  # seconds
LEAST = 8  # fights, however long they take
NOTICED = 8  # fights after the first, in which it is noted what nobody uses
MOST_DECISIONS = 1_500  # after so many a fight is called endless
IDLE = 10  # decisions of a scene in which nothing happens
TWENTY = 20  # the worst of so many
MOST_PARTS = 9  # of the spread of what is left
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000, 10_000, 100_000)

NO_FOES = "Nobody stands against the party: put somebody in, and the gauge begins."
NO_PARTY = "Nobody of the party is in this scene."


@dataclass(frozen=True, slots=True)
class GaugeJob:
    """A scene to be gauged. `notes`: what was done to be able to fight it."""

    scene: Scene[Any]
    title: str
    fights: int
    seed: int = 1
    notes: tuple[str, ...] = ()


def run(job: GaugeJob, tell: Tell) -> None:
    """Tell what is known after the first fights, now and then while it goes on, and at the end."""
    gathered = begun(job.scene, job.title, job.seed)
    offered: Offered = {}
    plan, last, told_any = Plan(job.fights, 0.0, job.seed, workers=1), monotonic(), False
    variant = gathered.variant

    def line(done: bool) -> LabLine:
        return LabLine(done, of=job.fights, gauge=told(gathered, offered, job.notes))

    for number in range(job.fights):
        seed = plan.fight_seed(number)
        if FIRST <= number < FIRST + NOTICED:
            gathered.add(noticed(variant.start, variant.game, seed, offered))
        else:
            gathered.add(fight(variant.start, seed))
        if number + 1 == job.fights:
            tell(line(True))
        elif is_time(number + 1, told_any, monotonic() - last):
            tell(line(False))
            last, told_any = monotonic(), True


def is_time(fights: int, told_any: bool, since: float) -> bool:
    """Is it time to tell what is known?"""
    if told_any:
        return since >= EVERY
    return fights >= FIRST or (fights >= LEAST and since >= LONG)


def begun(scene: Scene[Any], title: str, seed: int) -> Gathered:
    """The counts of a scene that has not been fought yet; `BadInput` where there is no fight in it."""
    game = game_of(scene)
    names = named(game, scene, "")
    found = Gathered(Variant(title, title, title, game, scene, names, {}, limit=MOST_DECISIONS), seed)
    if game.sides[0] not in found.sides:
        raise BadInput(NO_PARTY)
    if len(found.sides) < 2 and not anything_happens(found.variant.start, seed):
        raise BadInput(NO_FOES)
    return found


def anything_happens(start: Start, seed: int) -> bool:
    """Is there something to come through without anybody who stands against the party: an escape, a journey?"""
    try:
        found = fight(start, Plan(1, 0.0, seed, workers=1).fight_seed(0))
    except LabError:
        return False
    return found.ended and found.decisions > IDLE


# ---------------------------------------------------------------- what is known so far


def told(gathered: Gathered, offered: Offered, notes: Sequence[str] = ()) -> GaugeTold:
    rows, party = gathered.rows, gathered.first
    down = [row.down[party] for row in rows]
    hurt = share(sum(number > 0 for number in down), len(rows))
    endless = sum(not row.ended for row in rows)
    peaceful = sum(row.ended and not row.rounds and not row.winner for row in rows)
    wins = share(gathered.wins[party] + peaceful, len(rows))
    return GaugeTold(
        fights=len(rows),
        endless=endless,
        peaceful=peaceful,
        hp=health(gathered),
        resources=resources(gathered),
        worst=worst(gathered),
        down=mean(down),
        of_party=len(gathered.sides[party]),
        rounds=middle([row.rounds for row in rows]),
        who=[who(gathered, name) for name in gathered.sides[party]],
        wins=as_share(wins),
        anybody_down=as_share(hurt),
        grade=grade(wins.rate, hurt.rate) if peaceful < len(rows) and 2 * endless < len(rows) else None,
        unused=unused(gathered.variant.scene, offered, gathered.uses) if len(rows) >= FIRST + NOTICED else None,
        policies={side: gathered.variant.policies[side] for side in gathered.sides},
        notes=list(notes),
    )


def health(gathered: Gathered) -> GaugeHealth:
    game, scene, party = gathered.variant.game, gathered.variant.scene, gathered.first
    left = [row.health[party] for row in gathered.rows]
    pools = [game.pools(scene, scene.beings[name])[0] for name in gathered.sides[party]]
    found, whole = mean(left), sum(pool.left for pool in pools)
    return GaugeHealth(pools[0].name, found.mean, whole, found.low, found.high, spread(left, whole))


def spread(numbers: Sequence[int], whole: int) -> list[tuple[int, int, float]]:
    """How often so many, in parts of one width; the last ends above the highest."""
    highest, lowest = max(*numbers, whole, 0) if numbers else whole, min(*numbers, 0) if numbers else 0
    width = next((each for each in WIDTHS if (highest - lowest) / each <= MOST_PARTS), WIDTHS[-1])
    first = lowest // width
    parts = range(first, highest // width + 1)
    counts = [sum(number // width == part for number in numbers) for part in parts]
    return [
        (part * width, (part + 1) * width, count / max(1, len(numbers)))
        for part, count in zip(parts, counts, strict=True)
    ]


def resources(gathered: Gathered) -> list[GaugeResource]:
    """All other pools of the party, each of one name together."""
    found: dict[str, tuple[float, int]] = {}
    pools = [row for row in gathered.pools() if row.side == gathered.first]
    health = {gathered.variant.game.pools(gathered.variant.scene, each)[0].name for each in _party(gathered)}
    for row in pools:
        if row.pool not in health:
            left, of = found.get(row.pool, (0.0, 0))
            found[row.pool] = left + row.left, of + row.start
    return [GaugeResource(name, left, of) for name, (left, of) in found.items() if of]


def _party(gathered: Gathered) -> list[Any]:
    return [gathered.variant.scene.beings[name] for name in gathered.sides[gathered.first]]


def worst(gathered: Gathered) -> GaugeWorst:
    """What the worst of twenty fights comes to: of sixty, the third from below."""
    party = gathered.first
    ordered = sorted(gathered.rows, key=lambda row: (row.health[party], -row.down[party]))
    row = ordered[max(0, (len(ordered) + TWENTY - 1) // TWENTY - 1)]
    return GaugeWorst(row.health[party], row.down[party])


def who(gathered: Gathered, name: str) -> GaugeWho:
    fights = len(gathered.rows)
    ever = share(gathered.down[name], fights)
    first = share(gathered.first_down[name], fights)
    called = gathered.variant.scene.beings[name].name
    return GaugeWho(name, called, ever.rate, first.rate, ever.low, ever.high)


def mean(numbers: Sequence[int]) -> GaugeMean:
    """With its interval of 95 %."""
    found = difference_of_means([0] * len(numbers), numbers)
    return GaugeMean(found.mean, found.low, found.high)


def middle(numbers: Sequence[int]) -> GaugeMean:
    """With the two numbers between which nine of ten lie."""
    ordered = sorted(numbers)
    low, high = ordered[place(0.05, len(ordered))], ordered[place(0.95, len(ordered))]
    return GaugeMean(sum(ordered) / len(ordered), low, high)


def as_share(found: Share) -> GaugeShare:
    return GaugeShare(found.rate, found.low, found.high)
