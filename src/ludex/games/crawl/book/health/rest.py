"""Rest, meals and water, out of a fight."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.core.master.calls import number
from ludex.games.crawl.book.characters.aspects import item_of, max_hp
from ludex.games.crawl.book.conditions import expire
from ludex.games.crawl.book.energy import ADVENTURE, DOWNTIME, action
from ludex.games.crawl.book.equipment.handling import known_thing, spend_use, things_of
from ludex.games.crawl.book.health.healing import LIMBS_AT_FULL, heal
from ludex.games.crawl.book.health.time import begin_meal, eat_or_drink, nourish, pass_time
from ludex.games.crawl.book.health.wounds import restore_limbs
from ludex.games.crawl.records.effects import HealOverTime, Sustenance
from ludex.games.crawl.records.kinds import Addictive, Consumable
from ludex.games.crawl.state import Being, Scene

NIGHT = 8  # hours: a rest
LONGEST = 48
SPANS = (1, 2, 4, NIGHT, 12, 24)
AWAY_FROM_FIGHTS = (ADVENTURE, DOWNTIME)

# ---------------------------------------------------------------- rest


def fits_rest(scene: Scene, actor: Being, hours: int) -> Refusal | None:
    if number(hours, "hours", 1) > LONGEST:
        return Refusal(f"no rest is longer than {LONGEST} hours", "tc.heal")
    return None


@action(
    "rest", rule="tc.heal", args=(Arg("hours", SPANS, default=NIGHT),), fits=fits_rest,
    modes=AWAY_FROM_FIGHTS, tags=("idle",),
)  # fmt: skip
async def rest(scene: Scene, actor: Being, hours: int) -> None:
    """Everybody on the same side rests for so many hours."""
    scene.record("rests", "tc.heal", who=actor.id, hours=hours)
    pass_time(scene, 60 * hours)
    scene.next(rested(actor.side, hours))


@step("tc.heal")
async def rested(scene: Scene, side: str, hours: int) -> None:
    """Eight hours are a rest: what could be tried once between two rests can be tried again. What a rest has brought is
    said, and why one has brought nothing."""
    if hours < NIGHT:
        scene.record("rest_too_short", "tc.heal", hours=hours, needed=NIGHT)
        return
    again = [being.id for being in scene.side_of(side) if "Dead" not in being.states and _tried(being)]
    scene.record("rested", "tc.heal", again=tuple(again))
    how = scene.options["opt_limb_recovery"]
    for being in scene.side_of(side):
        if "Dead" in being.states:
            continue
        being.refresh("rest")
        if scene.options["opt_natural_healing"]:
            heal(scene, being, hours // NIGHT, rule="tc.heal")
        if how == "rest" or (how in LIMBS_AT_FULL and being.hp >= max_hp(scene, being)):
            restore_limbs(scene, being)
    expire(scene, "rest")


def _tried(being: Being) -> bool:
    """Has somebody tried what can be tried once between two rests?"""
    return any([use[1] == "rest" for use in being.used])


# ---------------------------------------------------------------- meals


def is_food(scene: Scene, thing: str) -> bool:
    item = item_of(scene.library, thing)
    if not isinstance(item, Consumable) or isinstance(item, Addictive):
        return False
    return any([isinstance(effect, HealOverTime | Sustenance) for effect in item.effects])


def food_of(scene: Scene, actor: Being) -> tuple[str, ...]:
    return tuple([thing for thing in things_of(actor) if is_food(scene, thing)])


def fits_eat(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    item = known_thing(scene, thing)
    if thing not in things_of(actor):
        return Refusal(f"{actor.name} has no {item.name}", "tc.food")
    return None if is_food(scene, thing) else Refusal(f"{item.name} is no food", "tc.food")


@action("eat", rule="tc.food", args=(Arg("item", food_of),), fits=fits_eat, modes=AWAY_FROM_FIGHTS)
async def eat(scene: Scene, actor: Being, thing: str) -> None:
    """A meal: health comes back over hours, and hunger ends."""
    spend_use(scene, actor, thing)
    item = item_of(scene.library, thing)
    assert isinstance(item, Consumable)
    scene.record("eats", "tc.food", who=actor.id, thing=thing)
    for effect in item.effects:
        if isinstance(effect, HealOverTime):
            begin_meal(scene, actor, effect.hp, effect.hours)
        elif isinstance(effect, Sustenance):
            nourish(scene, actor)


@action("drink", rule="tc.hunger", modes=AWAY_FROM_FIGHTS, tags=("idle",))
async def drink(scene: Scene, actor: Being) -> None:
    """Water ends thirst, and malnourishment."""
    scene.record("drinks", "tc.hunger", who=actor.id)
    eat_or_drink(scene, actor, drink=True)
