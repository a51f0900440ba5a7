"""Four words for how hard a fight is for the party, by how often it wins and how often somebody goes down."""

from __future__ import annotations

from ludex.lab.gauge_line import Grade

GRADES: tuple[Grade, ...] = ("easy", "fair", "hard", "deadly")
EASY, FAIR, HARD = 0.90, 0.65, 0.40  # how often the party wins at least
UNHURT = 0.25  # in an easy fight, somebody goes down less often than that
MOST_DOWN = 0.60  # in a fair one as it is meant, no more often than that
MIDDLES: dict[Grade, float] = {"easy": 0.95, "fair": 0.78, "hard": 0.52, "deadly": 0.25}  # wins, in the middle of each


def grade(wins: float, anybody_down: float) -> Grade:
    """Shares of all fights: those that the party wins, and those in which somebody of it goes down."""
    if wins >= EASY and anybody_down < UNHURT:
        return "easy"
    return "fair" if wins >= FAIR else "hard" if wins >= HARD else "deadly"


def as_meant(wins: float, anybody_down: float) -> bool:
    """A fair fight as it is meant: it can be lost, and somebody may go down or not."""
    return FAIR <= wins < EASY and UNHURT <= anybody_down <= MOST_DOWN


def harder(wish: Grade, than: Grade) -> int:
    """How many grades a wish is above another; below nothing where it is easier."""
    return GRADES.index(wish) - GRADES.index(than)
