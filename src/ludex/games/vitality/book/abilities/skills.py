"""Skill checks and feature checks: 3d6 that explode, with an attribute or three times the Tier, against a number.

vt.skill.check, vt.skill.feature_check: reaching the number is enough. Effort cannot be put on them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.kernel.scene import Condition, Entry
from ludex.core.kernel.timing import DECLINE
from ludex.core.master.calls import being as somebody
from ludex.core.master.calls import free, word
from ludex.core.master.calls import number as whole_number
from ludex.games.vitality.book.action_types import gm
from ludex.games.vitality.book.characters.features import knacks
from ludex.games.vitality.book.characters.scores import skill_parts, tier, tired
from ludex.games.vitality.book.dice import SKILL, Throw, by_the_gm
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.records.boon_effects import HelpsChecks
from ludex.games.vitality.state import ATTRIBUTES, Being, Scene

FEATURE_TIERS = 3
LOW = 6  # sums below this are told apart for those who may throw low ones again

# ---------------------------------------------------------------- a check


def skill_check(
    scene: Scene,
    being: Being,
    attribute: str,
    number: int | None,
    then: Entry,
    *,
    rule: str = "vt.skill.check",
    extra: Iterable[Modifier] = (),
    topic: str = "",
) -> None:
    """vt.skill.check: 3d6 + the attribute, with twice the Tier for the two that were chosen. What somebody has studied
    is added by itself, what others have given only if it is declared for this check."""
    studied = [c.value for c in inspirations(being) if topic and (c.source, c.note) == ("", topic)]
    modifiers = (
        *skill_parts(scene, being, attribute),
        *extra,
        *[Modifier(value, "Inspired", "vt.feature.support") for value in studied],
        *by_the_gm(scene, being, rule),
    )
    scene.cite("vt.skill.check")
    throw = Throw(SKILL, being.id, rule, modifiers, d20s=0, number=number, about=(("attribute", attribute),))
    if offered(being):
        scene.next(declare_help(being, throw, then))
    else:
        throw_check(scene, throw, then)


def feature_check(
    scene: Scene, being: Being, number: int | None, then: Entry, *, rule: str = "vt.skill.feature_check"
) -> None:
    """vt.skill.feature_check: 3d6 + 3T."""
    modifiers = (
        Modifier(FEATURE_TIERS * tier(scene, being), "Tier", "vt.skill.feature_check"),
        *tired(scene, being),
        *by_the_gm(scene, being, rule),
    )
    throw_check(scene, Throw(SKILL, being.id, rule, modifiers, d20s=0, number=number), then)


def throw_check(scene: Scene, throw: Throw, then: Entry) -> None:
    if throw.number is not None:
        needed = throw.number - throw.bonus
        throw = throw._replace(marks=(needed - 1, max(needed, LOW)))
    cast(scene, throw, then)


def passed(scene: Scene, natural: int, throw: Throw) -> bool:
    """Does a check reach its number? Whoever is no longer awake by then fails it (vt.survival.unconscious)."""
    reached = throw.number is not None and natural + throw.bonus >= throw.number
    return reached and not scene.beings[throw.maker].beaten


# ---------------------------------------------------------------- help that was given before


def inspirations(being: Being) -> list[Condition]:
    return [c for c in being.conditions if c.name == "Inspired"] if "Inspired" in being.states else []


def for_one_check(being: Being) -> list[Condition]:
    """What friends have given, a song or advice or both; what somebody has studied comes from nobody."""
    return [c for c in inspirations(being) if c.source or not c.note]


def offered(being: Being) -> tuple[str, ...]:
    """From whom somebody has help for one check."""
    return tuple(dict.fromkeys([c.source for c in for_one_check(being)]))


@step("vt.feature.support")
async def declare_help(scene: Scene, being: Being, throw: Throw, then: Entry) -> None:
    """Help for one check is declared before the dice fall, and used up by it; the greatest of one friend first."""
    chosen = await ask(
        scene, being.id, lambda: OneOf((DECLINE, *offered(being))), rule="vt.feature.support",
        about={**dict(throw.about), "number": throw.number, "bonus": throw.bonus}, default=DECLINE,
    )  # fmt: skip
    if chosen == DECLINE:
        throw_check(scene, throw, then)
        return
    helps = max([c for c in for_one_check(being) if c.source == chosen], key=lambda c: c.value)
    being.keep(lambda c: c != helps)
    throw = throw.plus(Modifier(helps.value, "Inspired", "vt.feature.support"))
    if offered(being):
        scene.next(declare_help(being, throw, then))
    else:
        throw_check(scene, throw, then)


# ---------------------------------------------------------------- what the game master calls for


def read_number(value: Plain) -> Plain:
    return None if value is None else whole_number(value, "number")


def cannot_check(being: Being) -> Refusal | None:
    """Whoever is out, asleep or a wall makes no check."""
    if being.beaten:
        return Refusal(f"{being.name} is not awake", "vt.survival.unconscious")
    return Refusal("a wall makes no checks", "vt.ability.wall") if being.is_wall else None


def lock_of(scene: Scene, owner: Being) -> int:
    """What somebody's lock adds to the number of a check to break in; 0 without one."""
    locks = [effect.tiers for effect in knacks(scene, owner) if isinstance(effect, HelpsChecks) and effect.to == "lock"]
    return max(locks, default=0) * tier(scene, owner)


def fits_check(scene: Scene, who: Being, attribute: str, number: int | None, topic: str, lock: str) -> Refusal | None:
    if lock and not lock_of(scene, scene.being(lock)):
        return Refusal(f"{scene.being(lock).name} locks nothing", "vt.feature.support")
    return cannot_check(who)


@gm(
    "check", "vt.skill.check", somebody(), word("attribute", ATTRIBUTES, "awareness"),
    free("number", None, read_number), free("topic", ""), free("lock", ""), fits=fits_check,
)  # fmt: skip
async def check(scene: Scene, who: Being, attribute: str, number: int | None, topic: str, lock: str) -> None:
    """A skill check with an attribute, against a number if one is stated; `topic` is what it is about, in the words in
    which it was studied; `lock` is whose lock is to be broken."""
    if lock and number is not None:
        number += lock_of(scene, scene.beings[lock])
        scene.cite("vt.feature.support")
    skill_check(scene, who, attribute, number, checked(who, attribute), topic=topic)


@outcome("vt.skill.check")
async def checked(scene: Scene, who: Being, attribute: str, natural: int, throw: Throw) -> None:
    if throw.number is not None:
        passes = passed(scene, natural, throw)
        scene.record("check", "vt.skill.check", who=who.id, attribute=attribute, number=throw.number, passed=passes)


def fits_contest(scene: Scene, who: Being, other: Being, attribute: str, versus: str) -> Refusal | None:
    if who is other:
        return Refusal("an opposed check needs somebody else", "vt.skill.check")
    return cannot_check(who) or cannot_check(other)


@gm(
    "contest", "vt.skill.check", somebody(), somebody("other"), word("attribute", ATTRIBUTES, "power"),
    word("versus", ATTRIBUTES, "power"), fits=fits_contest,
)  # fmt: skip
async def contest(scene: Scene, who: Being, other: Being, attribute: str, versus: str) -> None:
    """An opposed check: what the other gets is the number."""
    skill_check(scene, other, versus, None, opposed(who, other, attribute))


@outcome("vt.skill.check")
async def opposed(scene: Scene, who: Being, other: Being, attribute: str, natural: int, throw: Throw) -> None:
    skill_check(scene, who, attribute, natural + throw.bonus, contested(who, other))


@outcome("vt.skill.check")
async def contested(scene: Scene, who: Being, other: Being, natural: int, throw: Throw) -> None:
    scene.record("contest", "vt.skill.check", who=who.id, other=other.id, passed=passed(scene, natural, throw))
