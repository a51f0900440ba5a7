"""Rolls: two dice, edge and setback, task, contested, attack and effect rolls, and Retry."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.dice import Faces, Pool, Total, dice
from ludex.core.kernel.plain import Plain, fixed
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.cloudbreaker.book.spirit import RETRY, wants_burst
from ludex.games.cloudbreaker.records.conditions import rules_of
from ludex.games.cloudbreaker.state import Being, Scene

EDGE = "edge"  # a modifier that is edge (above 0) or setback (below 0)
BONUS = "bonus"  # a modifier in plain numbers

FAILURE, SUCCESS, CRITICAL = "failure", "success", "critical"


@fixed
class TwoDice:
    """cb.roll.edge_setback: two dice; with edge three of which the two highest count, with setback the two lowest."""

    bonus: int
    edge: int  # 1, 0 or -1

    def counting(self, faces: Faces) -> Faces:
        if not self.edge:
            return faces
        low, middle, high = sorted(faces)
        return (middle, high) if self.edge > 0 else (low, middle)

    def total(self, faces: Faces) -> int:
        return sum(self.counting(faces)) + self.bonus


@fixed
class Sum(TwoDice):
    """The total."""

    def __call__(self, faces: Faces) -> int:
        return self.total(faces)


@fixed
class Against(TwoDice):
    """Equal or above succeeds. cb.roll.critical: two sixes always do, two ones never."""

    number: int

    def __call__(self, faces: Faces) -> str:
        counting = self.counting(faces)
        if counting == (6, 6):
            return CRITICAL
        if counting == (1, 1):
            return FAILURE
        return SUCCESS if sum(counting) + self.bonus >= self.number else FAILURE


@fixed
class Secretly(TwoDice):
    """Against a number that nobody is told, not even by the odds."""

    behind: int

    def __call__(self, faces: Faces) -> str:
        return Against(self.bonus, self.edge, self.behind)(faces)


def net_edge(modifiers: Iterable[Modifier]) -> int:
    """Several edges count as one, several setbacks as one, and one of each cancels."""
    edge = setback = 0
    for m in modifiers:
        if m.kind == EDGE:
            edge, setback = edge or int(m.amount > 0), setback or int(m.amount < 0)
    return edge - setback


def gather(scene: Scene, being: Being, modifiers: list[Modifier], rule: str) -> tuple[Pool, int, int]:
    """The dice of a roll, its bonus and its edge, with what the game master has put on it."""
    if scene.adjustments:
        for given in scene.take_adjustments(being.id, rule):
            kind = EDGE if given.kind == EDGE else BONUS
            modifiers.append(Modifier(given.amount, given.name, rule, kind))
    edge = net_edge(modifiers)
    bonus = sum([m.amount for m in modifiers if m.kind == BONUS])
    scene.cite("cb.roll.types", *(("cb.roll.edge_setback",) if any(m.kind == EDGE for m in modifiers) else ()))
    return dice(3 if edge else 2, 6), bonus, edge


async def roll_against(
    scene: Scene,
    being: Being,
    modifiers: list[Modifier],
    rule: str,
    number: int,
    *,
    hidden: Plain = False,
    **about: Plain,
) -> str:
    """One roll with everything that modifies it, read as failure, success or critical; then Retry while tokens last.

    Edge and setback do not touch a roll that is made again, and its result stands. A hidden number is told to nobody.
    """
    pool, bonus, edge = gather(scene, being, modifiers, rule)
    reads = Secretly if hidden else Against
    if not hidden:
        about["number"] = number
    result = await roll(
        pool, reads(bonus, edge, number), by=being.id, rule=rule, modifiers=modifiers, about=dict(about)
    )
    scene.cite("cb.roll.critical")
    while result == FAILURE and await wants_burst(scene, being, RETRY, "cb.burst.retry", roll=rule, **about):
        plain = [m for m in modifiers if m.kind == BONUS]
        result = await roll(
            dice(2, 6), reads(bonus, 0, number), by=being.id, rule=rule, modifiers=plain, about=dict(about)
        )
    return result


async def effect_roll(
    scene: Scene, being: Being, count: int, bonus: int, minimum: int, rule: str = "cb.roll.effect", **about: Plain
) -> int:
    """cb.roll.effect: dice plus bonus, at least the minimum; then Retry while tokens last."""
    reading = Total(bonus, least=minimum)
    modifiers = [Modifier(bonus, "effect bonus", rule, BONUS)] if bonus else []
    given = scene.take_adjustments(being.id, rule) if scene.adjustments else ()
    if given:
        modifiers += [Modifier(a.amount, a.name, rule, BONUS) for a in given if a.kind != EDGE]
        reading = Total(sum(m.amount for m in modifiers), least=minimum)
    scene.cite("cb.roll.types", "cb.roll.effect")
    amount = await roll(dice(count, 6), reading, by=being.id, rule=rule, modifiers=modifiers, about=dict(about))
    best = reading.of_sum(6 * count)
    while amount < best and await wants_burst(
        scene, being, RETRY, "cb.burst.retry", roll=rule, rolled=amount, best=best, **about
    ):
        amount = await roll(dice(count, 6), reading, by=being.id, rule=rule, modifiers=modifiers, about=dict(about))
    return amount


# ---------------------------------------------------------------- task rolls

SETBACKS_ON_TASKS = rules_of("task-setback")


def mastery(scene: Scene, being: Being, *names: str) -> list[Modifier]:
    """cb.roll.mastery_bonus: added once to a roll with something mastered."""
    if being.has_mastery(*names):
        return [Modifier(being.sheet.mastery_bonus, "mastery", "cb.roll.mastery_bonus", BONUS)]
    return []


def task_modifiers(scene: Scene, being: Being, method: str, extra: Iterable[Modifier] = ()) -> list[Modifier]:
    found = mastery(scene, being, method)
    if being.states:
        found += [Modifier(-1, n, r, EDGE) for n, r in SETBACKS_ON_TASKS.items() if n in being.states]
    return [*found, *extra]


async def task(
    scene: Scene,
    being: Being,
    method: str,
    number: int,
    *,
    rule: str = "cb.roll.task",
    extra: Iterable[Modifier] = (),
    **about: Plain,
) -> str:
    """cb.roll.task: two dice, with mastery in the skill or toolkit its bonus, against a difficulty."""
    scene.cite("cb.roll.task")
    return await roll_against(
        scene, being, task_modifiers(scene, being, method, extra), rule, number, method=method, **about
    )


async def total_of(scene: Scene, being: Being, method: str, rule: str, extra: Iterable[Modifier] = ()) -> int:
    """A task roll of which only the total counts, as in a contest; criticals do not count there."""
    modifiers = task_modifiers(scene, being, method, extra)
    pool, bonus, edge = gather(scene, being, modifiers, rule)
    total = await roll(pool, Sum(bonus, edge), by=being.id, rule=rule, modifiers=modifiers, about={"method": method})
    while total < 12 + bonus and await wants_burst(
        scene, being, RETRY, "cb.burst.retry", roll=rule, rolled=total, best=12 + bonus, method=method
    ):
        plain = [m for m in modifiers if m.kind == BONUS]
        total = await roll(dice(2, 6), Sum(bonus, 0), by=being.id, rule=rule, modifiers=plain, about={"method": method})
    return total
