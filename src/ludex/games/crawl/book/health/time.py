"""Time passes out of a fight: wounds and poison run their course, what lasts for minutes ends, meals restore, cravings
and hunger grow, and who was beaten wakes up."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.scene import Until
from ludex.games.crawl.book.attacks.exotic import burn, put_out
from ludex.games.crawl.book.conditions import afflict, end, expire
from ludex.games.crawl.book.health.addiction import crave
from ludex.games.crawl.book.health.damage import wake
from ludex.games.crawl.book.health.healing import heal
from ludex.games.crawl.book.health.poison import poisons
from ludex.games.crawl.book.health.wounds import bleeds
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import Being, Meal, Scene

HOUR = 60  # minutes
DAY = 24  # hours
FASTING, THIRSTING = 3 * DAY, DAY  # tc.hunger: hours without, before one is malnourished
WORST = 20  # days of malnourishment; more makes no difference to any d20
MOST_AN_HOUR = 12  # tc.food
BY_TURNS = ("start of turn", "end of turn", "round")  # over long before a minute has passed
COMES_ROUND = HOUR  # tc.hp.unconscious: after so many minutes at 0 HP or less, unless they bleed


def pass_time(scene: Scene, minutes: int) -> None:
    """So many minutes pass for everybody. What goes by turns is settled first: it is over long before."""
    if minutes <= 0:
        return
    before = scene.clock
    scene.clock += 60 * minutes
    scene.record("time", "tc.heal", minutes=minutes)
    hours = scene.clock // 3600 - before // 3600
    wounded = [being for being in scene.beings.values() if turns_left(being)]
    for being in wounded:
        for _ in range(turns_left(being)):
            scene.next(bleeds(being), burn(being), poisons(being), put_out(being), moment_over(being))
    if wounded:
        scene.next(later(minutes, hours))
    else:
        elapse(scene, minutes, hours)


def turns_left(being: Being) -> int:
    """How many turns the wounds, the fire and the poison that somebody has will still last."""
    if being.states.isdisjoint(("Bleeding", "Burning", "Poisoned")) or "Dead" in being.states:
        return 0
    return max([c.value for c in being.conditions if c.name in ("Bleeding", "Burning", "Poisoned")])


@step("tc.turn.start_order")
async def moment_over(scene: Scene, being: Being) -> None:
    """What counts the ends of somebody's turns has one less to count."""
    expire(scene, "end of turn", being.id)


@step()
async def later(scene: Scene, minutes: int, hours: int) -> None:
    elapse(scene, minutes, hours)


def elapse(scene: Scene, minutes: int, hours: int) -> None:
    for being in scene.beings.values():
        if "Dead" not in being.states:
            wear_off(scene, being, minutes)
            if "Addicted" in being.states:
                crave(scene, being, minutes)
            if hours:
                starve(scene, being, hours)
            if being.meal is not None:
                digest(scene, being, being.meal, minutes)
            if "Unconscious" in being.states:
                come_round(scene, being, minutes)
    if scene.areas:
        aged = [(area, shortened(area.until, minutes)) for area in scene.areas]
        scene.areas = tuple([replace(a, until=until) for a, until in aged if until is not None or a.until is None])


def shortened(until: Until | None, minutes: int) -> Until | None:
    """What is left of a time; nothing where it is over."""
    if until is None or until.when in BY_TURNS:
        return None
    if until.when != "minutes":
        return until
    return replace(until, turns=until.turns - minutes) if until.turns > minutes else None


def wear_off(scene: Scene, being: Being, minutes: int) -> None:
    """What lasts for minutes has fewer left, and so has the time before the same hands can help again."""
    if being.tended:
        left = [(name, time - minutes) for name, time in being.tended]
        being.tended = tuple([(name, time) for name, time in left if time > 0])
    CONDITIONS.end_these(scene, being, [c for c in being.conditions if c.until and not shortened(c.until, minutes)])
    if any([c.until for c in being.conditions]):
        aged = [replace(c, until=shortened(c.until, minutes)) if c.until else c for c in being.conditions]
        being.set_conditions(*aged)


def come_round(scene: Scene, being: Being, minutes: int) -> None:
    """tc.hp.unconscious: who was beaten wakes after an hour, unless they bleed; `value` counts the minutes."""
    if "Bleeding" in being.states:
        return
    lain = [
        replace(c, value=min(COMES_ROUND, c.value + minutes)) if c.name == "Unconscious" and not c.until else c
        for c in being.conditions
    ]
    being.set_conditions(*lain)
    if any([c.name == "Unconscious" and not c.until and c.value >= COMES_ROUND for c in lain]):
        wake(scene, being, "tc.hp.unconscious")


# ---------------------------------------------------------------- food and drink


def begin_meal(scene: Scene, being: Being, hp: int, hours: int) -> None:
    """tc.food: health over some hours, no more than 12 in any of them. Meals do not overlap: while one is at work
    another only fills."""
    eat_or_drink(scene, being, food=True)
    if being.meal is None and hp > 0 and hours > 0:
        being.meal = Meal(min(hp, MOST_AN_HOUR * hours), HOUR * hours)
        scene.record("meal", "tc.food", who=being.id, hp=being.meal.hp, hours=hours)
    elif being.meal is not None:
        scene.record("fills", "tc.food", who=being.id)


def nourish(scene: Scene, being: Being) -> None:
    """Food and drink for a day, and nothing more."""
    eat_or_drink(scene, being, food=True, drink=True)


def eat_or_drink(scene: Scene, being: Being, *, food: bool = False, drink: bool = False) -> None:
    """tc.hunger: either ends malnourishment, and the days without begin anew."""
    ended = end(scene, being, "Malnourished", rule="tc.hunger")
    if food or (ended and being.fasted >= FASTING):
        being.fasted = 0
    if drink or (ended and being.parched >= THIRSTING):
        being.parched = 0


def digest(scene: Scene, being: Being, meal: Meal, minutes: int) -> None:
    """tc.food: whole points, as the hours go by."""
    passed = min(meal.minutes, meal.passed + minutes)
    restored = meal.hp * passed // meal.minutes - meal.hp * meal.passed // meal.minutes
    being.meal = replace(meal, passed=passed) if passed < meal.minutes else None
    heal(scene, being, restored, rule="tc.food")


def starve(scene: Scene, being: Being, hours: int) -> None:
    """tc.hunger: malnourished after a day without water or three without food, and worse with each day. Where the game
    master has said that it has begun, it goes on from there."""
    now = being.condition("Malnourished")
    if now is not None and not hungry_for(being):
        being.fasted = FASTING + DAY * (max(1, now.value) - 1)
    most = FASTING + DAY * WORST
    being.fasted = min(most, being.fasted + hours)
    being.parched = min(most, being.parched + hours)
    days = min(WORST, hungry_for(being))
    if days and (now is None or now.value < days):
        being.relieve("Malnourished")
        afflict(scene, being, "Malnourished", value=days)


def hungry_for(being: Being) -> int:
    """The day of malnourishment by what was last eaten and drunk; 0: none."""
    since = max(being.fasted - FASTING, being.parched - THIRSTING)
    return since // DAY + 1 if since >= 0 else 0
