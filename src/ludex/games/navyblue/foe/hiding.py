"""Out of sight and out of the way: what it is worth to hide or to lie down, and who looks for those who hide.

nb.gap.sight: who is Hidden cannot be targeted until they take an Action. If all hid from each other the fight would
never end; so whoever of a side has most life left stays out, goes to where others have hidden, and is in sight there.
Under somebody's eyes nobody hides.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.derived import derived
from ludex.games.navyblue.book.attacks.actions import at_hand, weapon_of
from ludex.games.navyblue.book.dice import tiers_of
from ludex.games.navyblue.book.features import ANYWHERE
from ludex.games.navyblue.foe.worth import check_chance, life, value
from ludex.games.navyblue.state import FAR, Being, Scene

AFAR = 2  # zones: the reach of who shoots
LESS = 0.3  # of what is taken from somebody, for -2 on the rolls
DOWN, DOWN_AFAR = 1.2, 0.2  # not to be on one's feet; for who need not go anywhere
PATIENCE, LONGEST = 8, 14  # rounds: so long people hide, then less and less
STRUCK = 3.5  # what an enemy takes in a round from somebody who can be seen


def afraid(being: Being) -> bool:
    """nb.morale.when: has it any wish to survive? A golem does not hide."""
    return being.pc or being.sheet.morale is not None


def seeks(scene: Scene, being: Being) -> bool:
    """Has nobody on their side more life left?"""
    own = life(being)
    return not afraid(being) or all([life(friend) <= own for friend in scene.allies(being) if friend.threat])


def out_of_sight(scene: Scene, being: Being, enemies: Iterable[Being]) -> float:
    """What it is worth that none of these can strike at somebody, who shares them with friends."""
    hops = scene.hops(being.at)
    near = [enemy for enemy in enemies if enemy.threat and hops.get(enemy.at, FAR) <= within(scene, enemy)]
    friends = 1 + sum([friend.threat for friend in scene.allies(being)])
    patience = min(1.0, max(0.0, (LONGEST - scene.turns.round) / (LONGEST - PATIENCE)))
    return patience * value(being) * min(1.0, STRUCK * len(near) / friends / max(1, life(being)))


def lying_low(scene: Scene, being: Being, enemies: list[Being], reach: int) -> float:
    """nb.maneuver.dive: who shoots at somebody Prone hits less often, who stands beside them more often. So it is for
    who fights from afar, and costs them a point to get up from."""
    afar = [enemy for enemy in enemies if shoots(scene, enemy)]
    beside = [enemy for enemy in enemies if not shoots(scene, enemy)]
    less = out_of_sight(scene, being, afar) - out_of_sight(scene, being, beside)
    return LESS * less - (DOWN_AFAR if reach > 0 else DOWN)


def within(scene: Scene, enemy: Being) -> int:
    """How far off somebody may be whom they can strike in their next turn."""
    return enemy.sheet.speed + (AFAR if shoots(scene, enemy) else 0)


def shoots(scene: Scene, enemy: Being) -> bool:
    strikes = [weapon_of(scene, enemy, name).attack for name in at_hand(scene, enemy)]
    return any(isinstance(strike.reach, int) and strike.reach >= 2 for strike in strikes)


@derived(ANYWHERE)
def hiding_chance(scene: Scene, being: Being) -> float:
    return check_chance(scene, being, "Finesse", "Normal", tiers_of(scene), skill="stealth", maneuver="Hide")
