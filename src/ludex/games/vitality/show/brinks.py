"""The Survival Checks that somebody would make for a loss of HP, and what each comes to."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from ludex.core.show.brink import Brink, End
from ludex.games.vitality.book.dice import NATURAL, needed
from ludex.games.vitality.book.health.survival import check_at, kills, makes_checks
from ludex.games.vitality.state import Being, Scene

LOSSES = (5, 10, 20)  # such as blows bring


def brinks(scene: Scene, being: Being) -> list[Brink]:
    """One for each loss by which they are at 0 HP or below."""
    if not makes_checks(scene, being) or not being.here:
        return []
    return [
        Brink(f"If {being.name} loses {loss} HP", ends(scene, being, being.hp - loss))
        for loss in LOSSES
        if being.hp <= loss
    ]


def ends(scene: Scene, being: Being, hp: int) -> tuple[End, ...]:
    """vt.survival.check at so many HP; vt.survival.again: whoever is Unconscious wakes only by a natural 20."""
    asleep = "Unconscious" in being.states
    throw = check_at(scene.fork(), being, hp)  # the game master's modifiers are not used up by a look
    faces: Counter[str] = Counter()
    for natural in range(1, NATURAL + 1):
        fails = natural < needed(scene, throw)
        if fails and kills(natural, throw):
            faces["dead"] += 1
        elif fails or (asleep and natural < NATURAL):
            faces["down"] += 1
        else:
            faces["up"] += 1
    up, down, dead = (Fraction(faces[fate], NATURAL) for fate in ("up", "down", "dead"))
    found = (
        End("wakes up" if asleep else "stays up", "up", up),
        End("stays unconscious" if asleep else "falls unconscious", "down", down),
        End("dies", "dead", dead),
    )
    return tuple(end for end in found if end.chance)
