"""Checks that the game master calls for: of a core aspect, of the body's force, of endurance, of a skill; alone or of
two against each other."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import being, free, whether, whole
from ludex.games.crawl.book.characters.aspects import aspect, lacks
from ludex.games.crawl.book.characters.skills import PERCEPTION, critical_from, skill_of
from ludex.games.crawl.book.dice import FAILURE, SUCCESS, against, check_modifiers, endurance_modifiers, opposed
from ludex.games.crawl.book.energy import gm
from ludex.games.crawl.book.skills.modifiers import practised, skill_modifiers
from ludex.games.crawl.book.skills.perception import perception_modifiers
from ludex.games.crawl.state import CORE, Being, Scene

FORCE, ENDURANCE, TRAPS = "physical strength", "endurance", "traps"
RULES = {
    FORCE: "tc.physical_strength", ENDURANCE: "tc.endurance", TRAPS: "tc.perception",
    **dict.fromkeys(CORE, "tc.core.check"),
}  # fmt: skip


def tested(scene: Scene, *chosen: object) -> list[str]:
    """What a check can be of: a core aspect, the body's force, endurance, or a skill."""
    return [*RULES, *[entry.id for entry in scene.library.offered("aspect") if entry.skill != "none"]]


def refuse_check(scene: Scene, who: Being, what: str) -> Refusal | None:
    """tc.skill.unlearned: a skill whose requirements somebody does not meet cannot even be tried."""
    if what in RULES:
        return None
    name = str(what).partition(":")[0]
    if name not in scene.library.shelves["aspect"]:
        known = ", ".join(RULES)
        raise BadInput(f"what: expected {known}, or an aspect with a skill, not {spelled(what)}")
    skill_of(scene, who, what)
    lacking = lacks(scene, who, name)
    if lacking and not any(one.aspect == name for one in who.sheet.aspects):
        needed = ", ".join(aspect(scene.library, need).name for need in lacking)
        return Refusal(f"{who.name} lacks {needed}", "tc.skill.unlearned")
    return None


def modifiers_of(scene: Scene, who: Being, what: str) -> list[Modifier]:
    if what in CORE:
        scene.cite("tc.core.check")
        return check_modifiers(scene, who, what)
    if what == FORCE:
        return check_modifiers(scene, who, "strength", force=True)
    if what == ENDURANCE:
        return endurance_modifiers(scene, who)
    if what == TRAPS:
        return perception_modifiers(scene, who, skill_of(scene, who, PERCEPTION), "perception_for_traps")
    skill = skill_of(scene, who, what)
    return perception_modifiers(scene, who, skill) if skill.aspect == PERCEPTION else skill_modifiers(scene, who, skill)


def own_difficulty(scene: Scene, who: Being, what: str) -> int:
    return 0 if what in RULES else skill_of(scene, who, what).difficulty


def critical_of(scene: Scene, who: Being, what: str) -> int:
    """tc.crit.range: of a skill what widens it; 20 of anything else."""
    if what == TRAPS:
        return critical_from(scene, who, skill_of(scene, who, PERCEPTION))
    return 20 if what in RULES else critical_from(scene, who, skill_of(scene, who, what))


# ---------------------------------------------------------------- alone


def fits_check(scene: Scene, who: Being, what: str, difficulty: int, *more: Any) -> Refusal | None:
    refusal = refuse_check(scene, who, what)
    if refusal is None and not difficulty and not own_difficulty(scene, who, what):
        raise BadInput(f"difficulty: expected, since {what} has none of its own")
    return refusal


@gm(
    "check", "tc.core.check", being(), free("what", values=tested), whole("difficulty", 0, least=0),
    whether("exceed", False), fits=fits_check,
)  # fmt: skip
async def call_check(scene: Scene, who: Being, what: str, difficulty: int, exceed: bool) -> None:
    """A check against a difficulty; the skill's own where none is said. `exceed`: to reach it is not enough."""
    result = await against(
        scene, who, modifiers_of(scene, who, what), difficulty or own_difficulty(scene, who, what),
        rule=RULES.get(what, "tc.skill.check"), what=what, exceed=exceed, critical=critical_of(scene, who, what),
    )  # fmt: skip
    if result != FAILURE and what not in RULES:
        practised(scene, who, skill_of(scene, who, what))


# ---------------------------------------------------------------- against each other


def fits_opposed(scene: Scene, who: Being, what: str, other: Being, other_what: str) -> Refusal | None:
    if who is other:
        raise BadInput("other: expected somebody else")
    return refuse_check(scene, who, what) or refuse_check(scene, other, other_what or what)


@gm(
    "opposed",
    "tc.opposed",
    being(),
    free("what", values=tested),
    being("other"),
    free("other_what", "", values=tested),
    fits=fits_opposed,
    label="Opposed check",
)
async def call_opposed(scene: Scene, who: Being, what: str, other: Being, other_what: str) -> None:
    """Two roll against each other; a tie goes to the one who resists, unless an attack skill is opposed."""
    attacking = what not in RULES and skill_of(scene, who, what).entry.skill == "attack"
    mine, theirs = modifiers_of(scene, who, what), modifiers_of(scene, other, other_what or what)
    difficulty = own_difficulty(scene, who, what)
    critical = critical_of(scene, who, what)
    result = await opposed(
        scene, who, other, mine, theirs, rule="tc.opposed", ties=attacking, difficulty=difficulty, critical=critical
    )
    winner, used = (who, what) if result == SUCCESS else (other, other_what or what)
    if result != FAILURE and used not in RULES:
        practised(scene, winner, skill_of(scene, winner, used))
