"""Maximum effort: health points in place of energy, for a defence or a final attack."""

from __future__ import annotations

from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, always
from ludex.games.crawl.book.health.damage import lose_hp
from ludex.games.crawl.records.effects import MaxEffort
from ludex.games.crawl.state import Being, Scene

HEALTH = 2  # tc.maxeffort.attack, tc.maxeffort.defense


@derived(EQUIPMENT)
def effort_hp(scene: Scene, being: Being) -> int:
    """2 HP, unless an aspect changes it (tc.maxeffort.is_damage)."""
    return min([effect.hp for effect in always(scene, being, MaxEffort)], default=HEALTH)


def refuse_effort(scene: Scene, being: Being, hp: int) -> Refusal | None:
    """tc.maxeffort.limit: not with less than that; so never at or below 0."""
    if being.hp < max(hp, 1):
        return Refusal(f"maximum effort costs {hp} HP, with {being.hp} HP left", "tc.maxeffort.limit")
    return None


def exert(scene: Scene, being: Being, hp: int, rule: str) -> None:
    """tc.maxeffort.is_damage: it is damage like any other that no resistance lowers; what follows from it comes before
    what it buys, so the next step must look whether there is still somebody to act."""
    scene.record("effort", rule, who=being.id, hp=hp)
    scene.cite("tc.maxeffort.limit")
    lose_hp(scene, being, hp, rule="tc.maxeffort.is_damage")
