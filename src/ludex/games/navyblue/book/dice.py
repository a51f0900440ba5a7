"""Rolling Dice: two dice, half level and an attribute; tiers that may be out of order; checks of three difficulties."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.dice import Faces, dice
from ludex.core.kernel.plain import Plain, fixed
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.navyblue.book.features import attribute, skills
from ludex.games.navyblue.state import Being, Scene, half_level

BONUS = "bonus"

MISS, GLANCING, STANDARD, POWERFUL, CRITICAL = range(5)  # nb.attack.table
RESULTS = ("Fumbled Attack", "Glancing Blow", "Standard Impact", "Powerful Strike", "Critical Hit")
BASE = (3, 7, 10)  # the thresholds of a Defence DV before the defender adds to them

SILVER_LINED = "Silver-Lined Failure"
# nb.check.easy, nb.check.normal, nb.check.hard: the thresholds, and the result of each tier with the critical last
CHECKS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "Easy": (
        (3, 7, 10),
        (SILVER_LINED, "Imperfect Success", "Success", "Critical Success", "Critical Success"),
    ),
    "Normal": (
        (3, 7, 10),
        ("Fumbled Attempt", SILVER_LINED, "Imperfect Success", "Success", "Critical Success"),
    ),
    "Hard": (
        (3, 7, 10, 12),
        (
            "Tragic Fumble", "Fumbled Attempt", SILVER_LINED, "Imperfect Success", "Success", "Critical Success",
        ),
    ),
}  # fmt: skip
READINGS = (*RESULTS, *dict.fromkeys(word for _, words in CHECKS.values() for word in words))
CHECK_RULES = {"Easy": "nb.check.easy", "Normal": "nb.check.normal", "Hard": "nb.check.hard"}
SUCCESSES = frozenset({"Imperfect Success", "Success", "Critical Success"})


@fixed
class Tiers:
    """How a total is compared with thresholds: at this table."""

    strict: bool = False  # opt_pass_strict: a threshold must be exceeded
    fail_first: bool = True  # opt_crossing: below Tier 1 fails whatever else is met

    def tier(self, total: int, thresholds: tuple[int, ...]) -> int:
        """nb.roll.tiers, nb.roll.crossing: the highest tier that is passed; 0 for the failure line."""
        passed = [number for number, at in enumerate(thresholds, 1) if (total > at if self.strict else total >= at)]
        if self.fail_first and 1 not in passed:
            return 0
        return max(passed, default=0)


@fixed
class Against:
    """nb.roll.doubles: two 1s give the failure line and two 6s the critical, whatever the total."""

    bonus: int
    thresholds: tuple[int, ...]
    tiers: Tiers = Tiers()
    results: tuple[str, ...] = RESULTS  # the name of each tier, with the critical last

    def total(self, faces: Faces) -> int:
        return sum(faces) + self.bonus

    def called(self, tier: int) -> str:
        return self.results[tier]

    def __call__(self, faces: Faces) -> int:
        if faces == (1, 1):
            return 0
        if faces == (6, 6):
            return len(self.thresholds) + 1
        return self.tiers.tier(self.total(faces), self.thresholds)


@fixed
class AgainstAll:
    """nb.attack.roll_once: one roll, compared with the thresholds of each target."""

    bonus: int
    targets: tuple[tuple[int, ...], ...]
    tiers: Tiers = Tiers()

    def total(self, faces: Faces) -> int:
        return sum(faces) + self.bonus

    def called(self, results: tuple[int, ...]) -> str:
        """Of one target the result, of several that of each, in order."""
        return ", ".join([RESULTS[result] for result in results])

    def __call__(self, faces: Faces) -> tuple[int, ...]:
        return tuple([Against(self.bonus, thresholds, self.tiers)(faces) for thresholds in self.targets])


@fixed
class Thrown:
    """The total, and the face of a double 1 or 6 (else 0): where the defence is picked after the roll."""

    bonus: int

    def total(self, faces: Faces) -> int:
        return sum(faces) + self.bonus

    def called(self, reading: tuple[int, int]) -> str:
        total, double = reading
        return f"{total} with two {double}s" if double else str(total)

    def __call__(self, faces: Faces) -> tuple[int, int]:
        return self.total(faces), faces[0] if faces in ((1, 1), (6, 6)) else 0


def tiers_of(scene: Scene) -> Tiers:
    return Tiers(bool(scene.options["opt_pass_strict"]), scene.options["opt_crossing"] == "fail_first")


def by_the_gm(scene: Scene, being: Being, rule: str, modifiers: list[Modifier]) -> None:
    """The Director's named modifiers on this roll."""
    if scene.adjustments:
        for given in scene.take_adjustments(being.id, rule):
            modifiers.append(Modifier(given.amount, given.name, "nb.tenet.adapt", BONUS))


def total_of(modifiers: Iterable[Modifier]) -> int:
    return sum([m.amount for m in modifiers])


# ---------------------------------------------------------------- checks


def check_modifiers(scene: Scene, being: Being, attr: str, skill: str, extra: Iterable[Modifier]) -> list[Modifier]:
    """nb.roll.format: half level and the attribute; with a skill the whole level, at least 1 (nb.skill.level)."""
    if skill and skill in skills(scene, being):
        level = Modifier(max(1, being.sheet.level), skill, "nb.skill.level", BONUS)
    else:
        level = Modifier(half_level(scene, being), "half level", "nb.hl", BONUS)
    modifiers = [level, Modifier(attribute(scene, being, attr), attr, "nb.roll.format", BONUS), *extra]
    for condition in being.conditions:
        if condition.name == "Hindered" and condition.note in ("check", "any"):
            modifiers.append(Modifier(condition.value, "hindered", "nb.attack.penalties", BONUS))
    return modifiers


async def check(
    scene: Scene,
    being: Being,
    attr: str,
    difficulty: str = "Normal",
    *,
    skill: str = "",
    rule: str = "",
    extra: Iterable[Modifier] = (),
    **about: Plain,
) -> str:
    """nb.check.scope: a Check of a difficulty; gives the result by its name."""
    thresholds, results = CHECKS[difficulty]
    modifiers = check_modifiers(scene, being, attr, skill, extra)
    rule = rule or CHECK_RULES[difficulty]
    by_the_gm(scene, being, rule, modifiers)
    scene.cite("nb.check.scope", "nb.roll.tiers", "nb.roll.doubles", "nb.roll.format", CHECK_RULES[difficulty])
    tier = await roll(
        dice(2, 6), Against(total_of(modifiers), thresholds, tiers_of(scene), results), by=being.id, rule=rule,
        modifiers=modifiers, about={"attribute": attr, "difficulty": difficulty, "skill": skill, **about},
    )  # fmt: skip
    result = results[tier]
    scene.record("check", rule, who=being.id, attribute=attr, difficulty=difficulty, result=result)
    return result
