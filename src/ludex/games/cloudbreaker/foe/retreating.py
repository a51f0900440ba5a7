"""When a fight is lost: those who still stand get away, and all of them together."""

from __future__ import annotations

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command
from ludex.games.cloudbreaker.foe.worth import FALL, frail
from ludex.games.cloudbreaker.state import Being, Scene

EACH = 3  # tokens that are too many for each who still stands
STAND = 0.5  # of the party: while more of them stand, nothing is lost
HURT = 0.7  # of a pool: while somebody has more left of each, they fight on


def retreat(scene: Scene, being: Being) -> Idea | None:
    """Away, where nothing is to be won any more."""
    if not being.pc or not being.major or not scene.retreat_allowed or scene.trap is not None or scene.rush:
        return None
    return Idea(FALL, Command(being.id, "retreat"), "This cannot be won any more.") if is_lost(scene) else None


def is_lost(scene: Scene) -> bool:
    """Are too few of the party left, and all of them hurt or about to leave, for the tokens that are still to be taken
    from the enemies? Where there is another goal than to rout them, one may reach it to the last."""
    party = [other for other in scene.beings.values() if other.pc]
    standing = [other for other in party if other.here and other.active]
    if any(goal.kind != "rout" for goal in scene.goals) or scene.morale < EACH * len(standing):
        return False
    if any("Retreated" in other.states for other in party):
        return True
    return len(standing) <= STAND * len(party) and all(frail(other) <= HURT for other in standing)
