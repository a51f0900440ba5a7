"""When a fight is lost: those who still stand get away, and all of them together."""

from __future__ import annotations

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command
from ludex.games.cloudbreaker.foe.worth import FALL, frail
from ludex.games.cloudbreaker.state import Being, Scene

EACH = 3  # tokens, or rounds, that are too many for each who still stands
HURT = 0.7  # of a pool: who has more left fights on


def retreat(scene: Scene, being: Being) -> Idea | None:
    """Away, where nothing is to be won any more, or others have gone already."""
    if not being.pc or not being.major or not scene.retreat_allowed or scene.trap is not None or scene.rush:
        return None
    party = [other for other in scene.beings.values() if other.pc]
    standing = [other for other in party if other.here and other.active]
    if len(standing) == len(party) or still_to_do(scene) < EACH * len(standing):
        return None
    gone = any("Retreated" in other.states for other in party)
    if not gone and frail(being) > HURT:
        return None
    return Idea(FALL, Command(being.id, "retreat"), "This cannot be won any more.")


def still_to_do(scene: Scene) -> int:
    """The tokens that have to be taken from the enemies, or the rounds to be lasted, whichever is less."""
    tokens = [scene.morale for goal in scene.goals if goal.kind == "rout"]
    rounds = [goal.rounds - scene.ended for goal in scene.goals if goal.kind == "survive"]
    return min([*tokens, *rounds], default=0)
