"""The dice system: d20 and exploding 3d6, readings that tell apart only what matters, and a throw as data.

vt.dice.d20, vt.dice.3d6, vt.dice.explode. A throw is described once, in a `Throw`; `effort/on_rolls.py` makes it and
lets people look at it twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

from ludex.core.kernel.dice import Faces, Pool, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.timing import Results
from ludex.games.vitality.book.characters.scores import avoidance, durability, resistance, total_of
from ludex.games.vitality.state import Being, Scene

NATURAL = 20  # vt.dice.nat20.auto
WORSE = 5  # vt.survival.nat1
ACCURACY, DAMAGE, CONDITION = "accuracy", "damage", "condition"  # what Effort can be put on
SURVIVAL, SKILL, INITIATIVE, CHANCE = "survival", "skill", "initiative", "chance"

SUMMED = {face: dice(3, 6, more=tuple(range(face, 7))) for face in range(2, 8)}  # by the face from which they explode

SUCCESS, FAILURE = "success", "failure"  # what a check is called for those who look at the odds

# ---------------------------------------------------------------- readings


Reading = Callable[[Faces], int]
Watched = Results | None  # the natural results that somebody may want to change


def is_watched(natural: int, watched: Watched) -> bool:
    return watched is not None and watched[0] <= natural <= watched[1]


def beyond(watched: Watched) -> int:
    return watched[1] + 1 if watched is not None else 0


class Highest(NamedTuple):
    """The highest d20. Faces between two marks come to the same and are read as the lower mark; no marks: each face."""

    bonus: int
    number: int | None = None  # what the total must reach, for those who look at the odds
    marks: tuple[int, ...] = ()  # from low to high
    critical: int = 0  # the face from which on `more` is added
    more: int = 0
    watched: Watched = None  # faces that are told apart all the same
    least: int = 0  # the least face that succeeds, where there is a number

    def called(self, face: int) -> str:
        """What a face comes to, where there is a number to reach."""
        if self.number is None:
            return str(face)
        return SUCCESS if face >= self.least else FAILURE

    def total(self, faces: Faces) -> int:
        shown = max(faces)
        return shown + self.bonus + (self.more if shown >= self.critical else 0)

    def __call__(self, faces: Faces) -> int:
        return self.of_highest(max(faces))

    def of_highest(self, shown: int) -> int:
        if not self.marks or is_watched(shown, self.watched):
            return shown
        mark = max([mark for mark in self.marks if mark <= shown], default=1)
        return beyond(self.watched) if is_watched(mark, self.watched) else mark


class Sum(NamedTuple):
    """The sum of all d6, those that sixes bring among them. What lies beyond two bounds comes to the same."""

    bonus: int
    number: int | None = None
    marks: tuple[int, ...] = ()  # the least and the most sum that matter, or the least alone
    watched: Watched = None

    @property
    def same_from(self) -> int | None:
        return self.marks[1] if len(self.marks) > 1 else None

    def total(self, faces: Faces) -> int:
        return sum(faces) + self.bonus

    def __call__(self, faces: Faces) -> int:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> int:
        if len(self.marks) > 1:
            total = min(total, self.marks[1])
        if not self.marks or total >= self.marks[0] or is_watched(total, self.watched):
            return total
        least = self.marks[0]
        return least if self.watched is None or total > self.watched[1] else min(least, self.watched[0] - 1)


# ---------------------------------------------------------------- a throw


class Looked(NamedTuple):
    """How a throw was changed after it had fallen, and what a new one is compared with."""

    efforts: tuple[str, ...] = ()  # who has spent an Effort on it
    retried: bool = False  # vt.trait.perfectionist
    keeps: str = ""  # of two results the higher or the lower counts: of the one before, and of the one to come
    before: int = 0


class Throw(NamedTuple):
    """A roll of somebody, as data: with what, with which modifiers, against what.

    `marks` are the faces of a d20, or the bounds of a 3d6 sum, where something else happens: what is read is the least
    face that comes to the same, so no rule may use it, or a total made of it, for anything that `marks` does not tell
    apart. What somebody may look at twice is read as it is, but for sums beyond the most that matters. Where no most is
    given, odds leave out the longest throws and say how much that is.
    """

    kind: str
    by: str
    rule: str
    modifiers: tuple[Modifier, ...]
    d20s: int = 1  # the highest of so many d20; 0: 3d6
    explodes: int = 6  # the face from which a d6 brings another
    number: int | None = None  # what the total must reach
    against: str = ""  # whose score that is
    score: str = ""  # and which: avoidance, durability, resolve, stability, vitality
    marks: tuple[int, ...] = ()
    sure: int = NATURAL  # the face of a d20 from which on a check succeeds whatever the total
    critical: int = 0  # the face of a d20 from which on `more` is added to the total
    more: int = 0
    about: tuple[tuple[str, Plain], ...] = ()
    looked: Looked = Looked()
    fallen: bool = False  # it has fallen for several: only the score of this one can still be changed
    diceless: bool = False  # a flat number: nothing can be thrown again
    percent: bool = False  # a d100, where a feature wants it
    times: int = 1  # how often the score counts: vt.fall.heroic
    unseen: bool = False  # the attacker is Hidden from them: vt.act.hide
    pierced: bool = False  # Endurance does not count: vt.up.armor_piercing
    left: int = 0  # beside the score: what the number of a Damage Roll has in it for the HP that are left

    @property
    def bonus(self) -> int:
        return total_of(self.modifiers)

    @property
    def maker(self) -> str:
        """Whose roll it is to change; nobody's where it has fallen for several."""
        return "" if self.fallen else self.by

    def total(self, natural: int) -> int:
        return natural + self.bonus + (self.more if natural >= self.critical else 0)

    def least_for(self, total: int) -> int:
        """The least natural result with which the total is as high as this."""
        least = total - self.bonus
        return least if least < self.critical else max(self.critical, least - self.more)

    @property
    def pool(self) -> Pool:
        if self.d20s:
            return dice(self.d20s, 100 if self.percent else NATURAL)
        return SUMMED[self.explodes]

    def marked(self, *marks: int) -> Throw:
        """With other marks; at a third of the price of `_replace`."""
        return Throw._make((*self[:MARKS], marks, *self[MARKS + 1 :]))

    def plus(self, modifier: Modifier) -> Throw:
        return self._replace(modifiers=(*self.modifiers, modifier))

    def reading(self, watched: Watched = None, least: int = 0) -> Reading:
        """What somebody may change is read as it is; a sum beyond the most that matters is never told apart. From
        `least` on a d20 succeeds."""
        found: Highest | Sum
        if self.d20s:
            found = Highest(self.bonus, self.number, self.marks, self.critical, self.more, watched, least)
        else:
            found = Sum(self.bonus, self.number, self.marks, watched)
        return cast(Reading, found)  # mypy does not see that a tuple can be called


MARKS = Throw._fields.index("marks")


async def roll_throw(scene: Scene, throw: Throw, watched: Watched = None) -> int:
    """Roll the dice of a throw: the natural result, which is the highest d20 or the sum of the d6."""
    if throw.d20s:
        scene.cite("vt.dice.d20")
    else:
        scene.cite("vt.dice.3d6", "vt.dice.explode")
    about = dict(throw.about)
    if throw.number is not None:
        about["number"] = throw.number
    return await roll(
        throw.pool,
        throw.reading(watched, needed(scene, throw)),
        by=throw.by,
        rule=throw.rule,
        modifiers=throw.modifiers,
        about=about,
    )


def by_the_gm(scene: Scene, being: Being, rule: str) -> tuple[Modifier, ...]:
    """vt.stack.gm: the game master's named modifiers on this roll; they are used up by it."""
    if not scene.adjustments:
        return ()
    return tuple([Modifier(a.amount, a.name, "vt.stack.gm") for a in scene.take_adjustments(being.id, rule)])


# ---------------------------------------------------------------- against what it counts


def as_it_stands(scene: Scene, throw: Throw) -> Throw:
    """vt.effort.any_time: a throw against what its number is by now. What has changed since it fell counts: a condition
    that has ended or come, a score that was raised, HP that came back."""
    if throw.kind == SURVIVAL:
        number = -scene.beings[throw.by].hp
    elif throw.score and throw.against in scene.beings:
        number = score_of(scene, throw) + throw.left
    else:
        return throw
    more = number - (throw.number or 0)
    if not more:
        return throw
    bounds = (throw.marks[0] + min(more, 0), *[most + max(more, 0) for most in throw.marks[1:]]) if throw.marks else ()
    return throw._replace(number=number, marks=() if throw.d20s else bounds)


def score_of(scene: Scene, throw: Throw) -> int:
    """The score that a throw is made against, as it is now."""
    target = scene.beings[throw.against]
    if throw.score == "avoidance":
        return total_of(avoidance(scene, target, hidden=throw.unseen))
    if throw.score == "durability":
        return throw.times * total_of(durability(scene, target, pierced=throw.pierced))
    return total_of(resistance(scene, target, throw.score, str(dict(throw.about).get("effect", ""))))


# ---------------------------------------------------------------- what a throw comes to


def needed(scene: Scene, throw: Throw) -> int:
    """The least natural result with which a throw succeeds; without a number nothing fails. The number of a Damage Roll
    brings the target to 0 HP: to fall short of it is to leave somebody standing."""
    if throw.number is None:
        return 0
    if throw.kind == SURVIVAL:
        return needed_to_stay_up(scene, throw.number - throw.bonus)
    least = throw.least_for(throw.number + above(scene, throw))
    if throw.kind not in (ACCURACY, CONDITION):
        return least
    return min(max(least, 2) if scene.options["opt_nat1_misses"] else least, throw.sure)


def needed_to_stay_up(scene: Scene, gap: int) -> int:
    """vt.survival.check: the number has to be beaten, unless a tie is enough; a natural 20 always does."""
    least = gap if scene.options["opt_survival_tie_succeeds"] else gap + 1
    return least if least + WORSE <= 1 else min(max(least, 2), NATURAL)


def above(scene: Scene, throw: Throw) -> int:
    """By how much a check must be above its number: with opt_tie_to_defender to meet a score is not enough."""
    return 1 if throw.kind in (ACCURACY, CONDITION) and scene.options["opt_tie_to_defender"] else 0


def reaches(scene: Scene, natural: int, throw: Throw) -> bool:
    """vt.formula.accuracy, vt.formula.condition: does an Accuracy or Condition Check succeed?"""
    if natural >= throw.sure:
        scene.cite("vt.dice.nat20.auto")
        return True
    return natural >= needed(scene, throw)


def survival_margin(natural: int, throw: Throw) -> int:
    """vt.survival.check: by how much a Survival Check is above the number; a natural 1 takes 5 off (survival.nat1)."""
    assert throw.number is not None
    return natural + throw.bonus - (WORSE if natural == 1 else 0) - throw.number


def marks_of(scene: Scene, throw: Throw, critical: int = NATURAL + 1) -> tuple[int, ...]:
    """The faces at which an Accuracy or Condition Check comes to something else: success, and a critical success where
    that matters."""
    success = max(1, needed(scene, throw))
    faces = {1, success, max(success, critical)} if critical <= NATURAL else {1, success}
    return tuple(sorted(faces))
