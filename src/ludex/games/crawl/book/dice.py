"""Rolling the d20: checks against a difficulty, opposed rolls, attack and defence, and what modifies every roll."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ludex.core.kernel.dice import Faces, dice
from ludex.core.kernel.plain import Plain, fixed
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.characters.aspects import Held, shifts
from ludex.games.crawl.book.characters.core_aspects import core_modifiers
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.records.parts import On, Shifts
from ludex.games.crawl.records.price_list import CritSuccessModifier
from ludex.games.crawl.state import BROAD, Being, Scene

D20 = dice(1, 20)
FATE = dice(1, 6)
PERCENT = dice(1, 100)

FAILURE, SUCCESS, CRITICAL = "failure", "success", "critical"
REACHES = "reaches"  # of a grab, before it is answered
HELD = "held"  # of an opposed check: the other has withstood it
FUMBLE, MISS, HIT = "fumble", "miss", "hit"  # of an attack roll, with CRITICAL
MINUS, BLANK, PLUS = "minus", "blank", "plus"  # tc.fate_die
FAILED = -99  # a total that beats nothing
WIDEST = 5  # tc.crit.range
NEVER_CRITICAL = 21  # tc.push.check: where the total alone counts
NO_CHECK = 0  # no failure chance
SURE, HOPELESS = 1, 20  # failure chances that are no numbers: only a natural 1 fails, only a critical success succeeds
CHOSEN = (
    "attack_with_chosen_weapon", "attack_with_chosen_type", "check_with_chosen_type", "check_vs_chosen_type",
)  # fmt: skip

# ---------------------------------------------------------------- readings


def meets_chance(face: int, total: int, chance: int) -> bool:
    """tc.skill.failure_chance: is the failure chance of a skill met, short of a critical success? Without one there is
    nothing to meet (tc.attack.undefended)."""
    if chance == NO_CHECK:
        return True
    if chance in (SURE, HOPELESS):
        return chance == SURE and face > 1
    return total >= chance


@fixed
class Against:
    """tc.skill.check: at or above the difficulty, or strictly above it; from `critical` on a critical success, which
    counts at least as a success (tc.crit.skill). What is unstable fails up to `fumble`, whatever the total
    (tc.unstable)."""

    bonus: int
    difficulty: int
    strict: bool = False
    critical: int = 20
    fumble: int = 0
    own: bool = False  # the difficulty is the failure chance of the skill

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    @property
    def number(self) -> int:
        return self.difficulty

    def __call__(self, faces: Faces) -> str:
        if faces[0] >= self.critical:
            return CRITICAL
        if faces[0] <= self.fumble:
            return FAILURE
        total = self.total(faces)
        if self.own:
            return SUCCESS if meets_chance(faces[0], total, self.difficulty) else FAILURE
        return SUCCESS if total > self.difficulty or (total == self.difficulty and not self.strict) else FAILURE


def plainly(result: str) -> str:
    """A result where a critical success is no more than a success."""
    return SUCCESS if result == CRITICAL else result


@fixed
class Thrown:
    """The total, where another roll is compared with it; FAILED where the own difficulty is not met, which a critical
    success always does (tc.crit.skill)."""

    bonus: int
    difficulty: int = 0
    critical: int = 20
    own: bool = False  # the difficulty is the failure chance of the skill

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> int:
        total = self.total(faces)
        if not self.difficulty or faces[0] >= self.critical:
            return total
        done = meets_chance(faces[0], total, self.difficulty) if self.own else total >= self.difficulty
        return total if done else FAILED


class Sighted(NamedTuple):
    """What a look comes to: its total, and whether it is sure to find."""

    total: int
    sure: bool

    def __str__(self) -> str:
        return CRITICAL if self.sure else str(self.total)


@fixed
class Looked:
    """tc.perception: the total, and whether it is a critical success, which reaches whatever is to be reached."""

    bonus: int
    critical: int = 20

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> Sighted:
        return Sighted(self.total(faces), faces[0] >= self.critical)


class Struck(NamedTuple):
    """What an attack roll is, the total where somebody can still defend, and how often a critical table is rolled."""

    result: str
    total: int = 0
    tables: int = 0

    def __str__(self) -> str:
        return self.result


@fixed
class Answered:
    """tc.opposed: does the answer hold against this total? A tie goes to the one who answers, unless an attack skill is
    opposed (`ties`: tc.opposed.ties)."""

    bonus: int
    against: int
    ties: bool = False

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> bool:
        total = self.total(faces)
        return total > self.against or (total == self.against and not self.ties)


@fixed
class Attacked:
    """tc.attack.roll: one die is hit roll and skill check. The total is told where somebody can defend (`open`)."""

    bonus: int
    difficulty: int
    critical: int = 20
    fumble: int = 1
    open: bool = True
    unstable: bool = False  # tc.unstable: a natural 20 rolls the table twice

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    @property
    def number(self) -> int:
        return self.difficulty

    def __call__(self, faces: Faces) -> Struck:
        face = faces[0]
        if face <= self.fumble:
            return Struck(FUMBLE, 0, 1)
        total = self.total(faces) if self.open else 0
        if face >= self.critical:
            return Struck(CRITICAL, total, 2 if self.unstable and face == 20 else 1)
        return Struck(HIT, total) if meets_chance(face, self.total(faces), self.difficulty) else Struck(MISS)


@fixed
class Defended:
    """tc.defense.roll, tc.defense.own_difficulty: above the attack, and at or above the own difficulty. A stunned
    defence counts no more than its cap (tc.stunned)."""

    bonus: int
    attack: int
    difficulty: int = 0
    cap: int = 60
    critical: int = 20

    def total(self, faces: Faces) -> int:
        return min(faces[0] + self.bonus, self.cap)

    def __call__(self, faces: Faces) -> bool:
        total = self.total(faces)
        return total > self.attack and (faces[0] >= self.critical or meets_chance(faces[0], total, self.difficulty))


class Grip(NamedTuple):
    """What reaching out for somebody comes to, before they answer: the total, whether it has failed by itself, whether
    it is critical."""

    total: int
    failed: bool
    critical: bool

    def __str__(self) -> str:
        return FAILURE if self.failed else CRITICAL if self.critical else REACHES


@fixed
class Grabbing:
    """An attack skill that is answered with a check. By itself it fails on a natural 1, or short of its difficulty."""

    bonus: int
    difficulty: int = 0
    critical: int = 20

    def total(self, faces: Faces) -> int:
        return faces[0] + self.bonus

    def __call__(self, faces: Faces) -> Grip:
        face, total = faces[0], self.total(faces)
        critical = face >= self.critical
        return Grip(total, face == 1 or not (critical or meets_chance(face, total, self.difficulty)), critical)


@fixed
class Fate:
    """tc.fate_die: minus, blank, plus; on a d6 two faces each."""

    def __call__(self, faces: Faces) -> str:
        return (MINUS, BLANK, PLUS)[(faces[0] - 1) // 2]


@fixed
class Past:
    """tc.cover: is the percentage exceeded?"""

    percent: int

    def __call__(self, faces: Faces) -> bool:
        return faces[0] > self.percent


# ---------------------------------------------------------------- what modifies every roll


def everywhere(scene: Scene, being: Being) -> list[Modifier]:
    """tc.all_rolls: what lies on every d20 that somebody rolls."""
    modifiers = []
    if being.states:
        for condition in being.conditions:
            if condition.name == "Sickened" and counts(being, "Sickened"):
                modifiers.append(Modifier(-2 * condition.value, "sickened", "tc.sickened"))
            elif condition.name == "Addicted" and condition.value:
                modifiers.append(Modifier(-condition.value, "craving", "tc.addiction.craving"))
            elif condition.name == "Malnourished":
                modifiers.append(Modifier(-condition.value, "malnourished", "tc.hunger"))
    tight = squeezing(scene, being)
    if tight:
        modifiers.append(Modifier(tight, "squeezing", "tc.squeezing"))
    if modifiers:
        scene.cite("tc.all_rolls", "tc.modifiers.stack")
    return modifiers


def on_damage(scene: Scene, being: Being) -> list[Modifier]:
    """tc.all_rolls, opt_all_rolls_literal: craving and malnourishment lower the damage that somebody rolls as well."""
    if not being.states or not scene.options["opt_all_rolls_literal"]:
        return []
    scene.cite("tc.all_rolls")
    return [m for m in everywhere(scene, being) if m.rule in ("tc.addiction.craving", "tc.hunger")]


def squeezing(scene: Scene, being: Being) -> int:
    """tc.squeezing: -2 for two in a cell, -4 for three, -6 for more. Who holds a grappled one is not squeezed by them,
    nor the one who is held, unless the table plays that (tc.grapple.start, tc.grappled)."""
    if "Grappled" in being.states:
        return -2 if scene.options["opt_grappled_squeezed"] else 0
    own = scene.cells(being)
    near = [
        other
        for other in scene.beings.values()
        if (other.at in own or other.sheet.size >= BROAD) and other is not being
    ]
    if not near:
        return 0
    others = [
        other
        for other in near
        if other.here and "Grappled" not in other.states and not set(own).isdisjoint(scene.cells(other))
    ]
    return max(-6, -2 * len(others))


def shifted(scene: Scene, being: Being, *on: On, of: str = "", chosen: Collection[str] = ()) -> list[Modifier]:
    """The modifiers of aspects, items and lasting skills on such a roll; of the skill of the aspect `of`; with or
    against what was chosen for them (a weapon, a type of damage)."""
    return [
        Modifier(held.part.value, held.source, "tc.ap.inherit")
        for held in shifts(scene, being)
        if isinstance(held.part, Shifts)
        and not isinstance(held.part, CritSuccessModifier)
        and bears_on(held, on, of, chosen)
    ]


def widened(scene: Scene, being: Being, *on: On, of: str = "", chosen: Collection[str] = ()) -> int:
    """tc.crit.range: by how much aspects, items and lasting skills widen the critical range of such a roll."""
    return sum([
        held.part.value
        for held in shifts(scene, being)
        if isinstance(held.part, CritSuccessModifier) and bears_on(held, on, of, chosen)
    ])  # fmt: skip


def bears_on(held: Held, on: Collection[On], of: str, chosen: Collection[str]) -> bool:
    """Is this modifier one on such rolls?"""
    part = held.part
    return (
        isinstance(part, Shifts)
        and part.on in on
        and part.of in ("", of)
        and (part.on not in CHOSEN or held.choice in chosen)
    )


def by_the_gm(scene: Scene, being: Being, rule: str, modifiers: list[Modifier]) -> None:
    """The game master's named modifiers on this roll."""
    if scene.adjustments:
        for given in scene.take_adjustments(being.id, rule):
            modifiers.append(Modifier(given.amount, given.name, "tc.skill.check"))


def total_of(modifiers: Iterable[Modifier]) -> int:
    return sum([modifier.amount for modifier in modifiers])


# ---------------------------------------------------------------- checks


def check_modifiers(scene: Scene, being: Being, core: str, *, force: bool = False) -> list[Modifier]:
    """tc.core.check: the core modifier and what lies on the roll. `force`: a contest of the body's force, which special
    modifiers raise (tc.physical_strength)."""
    found = [*core_modifiers(scene, being, core), *everywhere(scene, being)]
    if core == "mobility" and on_rough(scene, being):
        found.append(Modifier(-2, "rough terrain", "tc.terrain.rough_mobility"))
    if force:
        found += shifted(scene, being, "physical_strength")
        scene.cite("tc.physical_strength")
    return found


def endurance_modifiers(scene: Scene, being: Being) -> list[Modifier]:
    """tc.endurance: strength and nothing that helps beside it; what hinders every roll counts."""
    scene.cite("tc.endurance", "tc.str.meaning")
    return [*core_modifiers(scene, being, "strength"), *everywhere(scene, being)]


def on_rough(scene: Scene, being: Being) -> bool:
    rough = scene.board.terrain.get("rough")
    return rough is not None and any(cell in rough for cell in scene.cells(being))


def strict(scene: Scene) -> bool:
    """tc.skill.check: must a number be exceeded where the rule says greater?"""
    return not scene.options["opt_meets_beats"]


async def against(
    scene: Scene,
    being: Being,
    modifiers: list[Modifier],
    difficulty: int,
    *,
    rule: str,
    what: str,
    exceed: bool = False,
    critical: int = 20,
    fumble: int = 0,
    plain: bool = False,
    own: bool = False,
    about: Mapping[str, Plain] | None = None,
) -> str:
    """A check with these modifiers: failure, success or critical. `what` it is a check of; `exceed`: the number must be
    exceeded; `plain`: a critical success makes no difference, but in a log; `own`: the difficulty is the failure chance
    of the skill."""
    by_the_gm(scene, being, rule, modifiers)
    scene.cite("tc.skill.check", "tc.skill.failure_chance", "tc.crit.skill")
    reading = Against(total_of(modifiers), difficulty, exceed and strict(scene), critical, fumble, own)
    told = {"what": what, "difficulty": difficulty, "exceed": reading.strict, **(about or {})}
    alike = plainly if plain else None
    result = await roll(D20, reading, by=being.id, rule=rule, modifiers=modifiers, about=told, alike=alike)
    scene.record("check", rule, who=being.id, what=what, difficulty=difficulty, result=result)
    return result


async def check(
    scene: Scene,
    being: Being,
    core: str,
    difficulty: int,
    *,
    rule: str,
    exceed: bool = False,
    force: bool = False,
    critical: int = 20,
    extra: Iterable[Modifier] = (),
    about: Mapping[str, Plain] | None = None,
) -> bool:
    """tc.core.check: a strength, mobility or intelligence check; tells whether it succeeds."""
    modifiers = [*check_modifiers(scene, being, core, force=force), *extra]
    scene.cite("tc.core.check")
    result = await against(
        scene, being, modifiers, difficulty, rule=rule, what=core, exceed=exceed, critical=critical, plain=True,
        about=about,
    )  # fmt: skip
    return result != FAILURE


async def throw(
    scene: Scene,
    being: Being,
    modifiers: list[Modifier],
    *,
    rule: str,
    difficulty: int = 0,
    critical: int = 20,
    own: bool = False,
    about: Mapping[str, Plain] | None = None,
    seen_by: str = "",
) -> int:
    """A total that something else is compared with, or FAILED; `own`: the difficulty is the failure chance of a skill;
    `seen_by`: a side, where only that one sees the roll."""
    by_the_gm(scene, being, rule, modifiers)
    reading = Thrown(total_of(modifiers), difficulty, critical, own)
    told = {"difficulty": difficulty, **(about or {})}
    return await roll(D20, reading, by=being.id, rule=rule, modifiers=modifiers, about=told, seen_by=seen_by)


async def opposed(
    scene: Scene,
    actor: Being,
    target: Being,
    mine: list[Modifier],
    theirs: list[Modifier],
    *,
    rule: str,
    ties: bool = False,
    difficulty: int = 0,
    critical: int = 20,
) -> str:
    """tc.opposed, tc.opposed.ties: the actor must first meet the own difficulty, or it is a FAILURE and nobody else
    rolls; then beat the other, or that one has HELD; with `ties` (an attack skill) an equal total is enough."""
    about: dict[str, Plain] = {"target": target.id}
    first = await throw(scene, actor, mine, rule=rule, difficulty=difficulty, critical=critical, own=True, about=about)
    if first == FAILED:
        scene.record("opposed", rule, who=actor.id, target=target.id, total=first, won=False)
        return FAILURE
    by_the_gm(scene, target, rule, theirs)
    reading = Answered(total_of(theirs), first, ties)
    held = await roll(D20, reading, by=target.id, rule=rule, modifiers=theirs, about={"target": actor.id})
    scene.cite("tc.opposed", "tc.opposed.ties")
    scene.record("opposed", rule, who=actor.id, target=target.id, total=first, won=not held)
    return HELD if held else SUCCESS
