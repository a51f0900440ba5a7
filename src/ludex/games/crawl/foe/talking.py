"""Words in a fight: how many attempts it takes to win somebody over, and what each of them is worth by that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ludex.core.kernel.agenda import command
from ludex.games.crawl.book.dice import squeezing
from ludex.games.crawl.book.map.ranges import HEARING
from ludex.games.crawl.book.map.sight import knows
from ludex.games.crawl.book.skills.persuasion import Words, disposition
from ludex.games.crawl.foe.aids import Aid
from ludex.games.crawl.foe.worth import harm, numbers
from ludex.games.crawl.state import Being, Scene

UNSURE = 0.9  # of what words are worth: nothing is gained before the last of them, and somebody may fall first
FACES = 20
FEW, TOO_MANY = 4.0, 12.0  # attempts: so many at the most are begun with, and more where a fight drags on
DRAGS_ON = 12  # rounds


def talks(scene: Scene, being: Being, enemies: list[Being]) -> Iterator[Aid]:
    """tc.persuade: whoever agrees gives up the fight, unhurt as they are."""
    most = FEW if scene.turns.round < DRAGS_ON else TOO_MANY
    for name, tries in words_for(scene, being, enemies).items():
        if tries < most:
            enemy = scene.beings[name]
            won = harm(numbers(scene, enemy), enemy.hp, ((max(1, enemy.hp), 1.0),))
            given = command(being.id, "persuade", target=enemy.id)
            why = f"Words for {enemy.name}: about {tries:.0f} will do"
            yield Aid(UNSURE * won / tries, Words().points(scene, being), given, why)


def words_for(scene: Scene, being: Being, enemies: list[Being]) -> dict[str, float]:
    """How many attempts it takes to win each of them over who can hear it. What a player's character does is for the
    player to say, so they are not talked to."""
    found: dict[str, float] = {}
    presence: int | None = None
    for enemy in enemies:
        if enemy.pc or enemy.senseless or scene.distance(being, enemy) > HEARING or not knows(scene, being, enemy):
            continue
        if presence is None:
            presence = numbers(scene, being).presence + squeezing(scene, being)
        intuition = numbers(scene, enemy).intuition + squeezing(scene, enemy)
        found[enemy.id] = attempts(presence - intuition, enemy.agrees_at - disposition(scene, enemy, being))
    return found


@lru_cache(maxsize=1 << 12)
def attempts(better: int, missing: int) -> float:
    """How many attempts it takes on the whole, with so much more presence than the other has intuition."""
    if missing <= 0:
        return 1.0
    wins = {by: max(0, FACES - abs(by - better)) / FACES**2 for by in range(1, FACES + max(0, better))}
    any_win = sum(wins.values())
    if not any_win:
        return TOO_MANY
    later = sum([chance * attempts(better, missing - by) for by, chance in wins.items() if by < missing and chance])
    return min(TOO_MANY, (1 + later) / any_win)
