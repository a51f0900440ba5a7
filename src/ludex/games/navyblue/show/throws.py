"""The thirty-six throws of two dice, each with the total it comes to and the result that this is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ludex.core.show.face import Throws
from ludex.core.show.odds import Odds
from ludex.games.navyblue.book.attacks.sequence import Swing
from ludex.games.navyblue.book.dice import RESULTS, Against

DICE = tuple(product(range(1, 7), repeat=2))
TIERS = ("I", "II", "III", "IV")


def throws(odds: Odds) -> Throws | None:
    """nb.roll.tiers, nb.roll.doubles: of a Check or of an attack on one; on several each has thresholds of its own."""
    against = odds.reading
    if isinstance(against, Swing):
        swing = against.against
        if len(swing.targets) != 1:
            return None
        against = Against(swing.bonus, swing.targets[0], swing.tiers, RESULTS)
    if not isinstance(against, Against):
        return None
    counted: dict[tuple[int, int], int] = {}
    for faces in DICE:
        came = against.total(faces), against(faces)
        counted[came] = counted.get(came, 0) + 1
    totals = tuple([(total, many, tier) for (total, tier), many in sorted(counted.items())])
    chances = [sum([many for _, many, came in totals if came == tier]) for tier in range(len(against.results))]
    how = ["two 1s", *TIERS[: len(against.thresholds)], "two 6s"]
    results = zip(against.results, how, [Fraction(many, len(DICE)) for many in chances], strict=True)
    return Throws(totals, tuple(zip(TIERS, against.thresholds, strict=False)), tuple(results), against.bonus)
