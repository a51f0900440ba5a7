"""Wounds of the critical table: bleeding, limbs that cannot be used, damaged senses."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Condition, until_end_of_next
from ludex.games.crawl.book.conditions import afflict, counts, end
from ludex.games.crawl.book.health.damage import amount, drop_from, lose_hp
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import ARMS, LEGS, Being, Scene

BLEEDS = 1  # HP for each wound and turn
BLEED_DIE = 4  # opt_bleed_die_per_turn
SENSES = -2  # tc.senses.damaged

# ---------------------------------------------------------------- bleeding


def bleed(scene: Scene, being: Being, turns: int) -> None:
    """tc.bleed: a wound that bleeds for so many turns of the bearer; separate wounds add up."""
    if turns > 0 and "Dead" not in being.states:
        afflict(scene, being, "Bleeding", value=turns)


@step("tc.bleed")
async def bleeds(scene: Scene, being: Being) -> None:
    """At the start of their turn: 1 HP for each wound, whatever they wear."""
    wounds = [condition for condition in being.conditions if condition.name == "Bleeding"]
    if not wounds or "Dead" in being.states:
        return
    lost = BLEEDS * len(wounds)
    if scene.options["opt_bleed_die_per_turn"]:
        lost = await amount(scene, being, len(wounds), BLEED_DIE, rule="tc.bleed")
    others = [condition for condition in being.conditions if condition.name != "Bleeding"]
    open_still = [replace(wound, value=wound.value - 1) for wound in wounds if wound.value > 1]
    being.set_conditions(*others, *open_still)
    if not open_still:
        scene.record("condition_ends", "tc.bleed", who=being.id, condition="Bleeding")
    lose_hp(scene, being, lost, rule="tc.bleed")


# ---------------------------------------------------------------- limbs


def incapacitate(scene: Scene, being: Being, limb: str) -> None:
    if "Dead" not in being.states:
        afflict(scene, being, "Incapacitated", note=limb)


@CONDITIONS.brings("Incapacitated", again=True)
def go_lame(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.limb.incapacitated: an arm drops what it holds; without both legs one lies on the ground."""
    if condition.note in ARMS:
        drop_from(scene, being, ARMS.index(condition.note), "tc.limb.incapacitated")
    elif being.useless(LEGS) == len(LEGS) and "Prone" not in being.states:
        afflict(scene, being, "Prone", rule="tc.limb.incapacitated")


def restore_limbs(scene: Scene, being: Being, rule: str = "tc.limb.incapacitated") -> bool:
    """Every limb can be used again."""
    return end(scene, being, "Incapacitated", rule=rule)


# ---------------------------------------------------------------- senses


def damage_senses(scene: Scene, being: Being, turns: int) -> None:
    """tc.senses.damaged: for so many turns of the bearer; of two such wounds the longer counts."""
    if turns <= 0 or "Dead" in being.states:
        return
    now, until = being.condition("Damaged Senses"), until_end_of_next(scene, being, turns)
    if now is not None and (now.until is None or now.until.turns >= until.turns):
        return
    being.relieve("Damaged Senses")
    afflict(scene, being, "Damaged Senses", until=until)


def senses_modifiers(being: Being) -> list[Modifier]:
    """tc.senses.damaged: on attack rolls, defence rolls and perception checks."""
    if not counts(being, "Damaged Senses"):
        return []
    return [Modifier(SENSES, "damaged senses", "tc.senses.damaged")]
