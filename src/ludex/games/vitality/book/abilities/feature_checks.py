"""Features in the game master's hands, and what things cost.

vt.feature.procedures: the dice of a feature are rolled and its numbers told; what comes of it the game master says.
vt.wealth: what kind of purchase a price is for somebody, and what that takes.
"""

from __future__ import annotations

from typing import TypeVar

from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import no_such
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.master.calls import being as somebody
from ludex.core.master.calls import free, whether, whole, word
from ludex.games.vitality.book.abilities.skills import cannot_check, feature_check, passed, read_number, skill_check
from ludex.games.vitality.book.action_types import STORY_MODE, gm
from ludex.games.vitality.book.characters.features import feature
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.dice import CHANCE, Throw
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.records.attack_effects import Base
from ludex.games.vitality.records.boon_effects import FeatureCheck, OncePerEvening, Percent, Sense
from ludex.games.vitality.state import ATTRIBUTES, Being, Scene

E = TypeVar("E", bound=Base)

RULE = "vt.feature.procedures"
EVENING = "evening"  # of play: what gives back what can be done once in it
DEAREST = 1_000_000_000  # dollars

# ---------------------------------------------------------------- features


def part_of(scene: Scene, name: str, kind: type[E]) -> E | None:
    for effect in feature(scene, name).effects:
        if isinstance(effect, kind):
            return effect
    return None


def range_of_sense(scene: Scene, who: Being, name: str) -> int:
    """vt.sense.list: how far a sense reaches at the Tier of now; 0 for what is none, or has no range."""
    sense = part_of(scene, name, Sense)
    if sense is None:
        return 0
    scene.cite("vt.sense.list")
    now = tier(scene, who)
    return sense.per_tier * now if sense.per_tier else sense.doubling * 2 ** max(0, now - 1)


def fits_feature(scene: Scene, who: Being, name: str, number: int | None, buys: bool) -> Refusal | None:
    if name not in scene.library.shelves["feature"]:
        raise BadInput(f"feature: {no_such('feature', name, who.sheet.utility)}")
    if name not in who.sheet.utility:
        return Refusal(f"{who.name} does not have this feature", RULE)
    if part_of(scene, name, OncePerEvening) is not None and who.has_used(name):
        return Refusal("once per game evening", RULE)
    if buys and (part_of(scene, name, Percent) is None or part_of(scene, name, FeatureCheck) is None):
        return Refusal("nothing is bought for this feature", RULE)
    return cannot_check(who)


@gm(
    "feature", RULE, somebody(), free("feature"), free("number", None, read_number), whether("buys", False),
    fits=fits_feature, label="Use a feature",
)  # fmt: skip
async def use_feature(scene: Scene, who: Being, name: str, number: int | None, buys: bool) -> None:
    """Somebody uses a feature or a sense: a feature check where it calls for one or `number` says what it must reach,
    a d100 where it wants one; `buys`: what it takes is bought and not found."""
    if part_of(scene, name, OncePerEvening) is not None:
        who.use(name, EVENING)
    checks = number is not None or part_of(scene, name, FeatureCheck) is not None
    reach = range_of_sense(scene, who, name)
    scene.record("feature", RULE, who=who.id, feature=name, tier=tier(scene, who), spaces=reach)
    if part_of(scene, name, Percent) is not None and (buys or not checks):
        cast(scene, Throw(CHANCE, who.id, RULE, (), percent=True, marks=(1,)), chanced(who, name, number, checks))
    elif checks:
        scene.next(check_feature(who, name, number))


@outcome(RULE)
async def chanced(
    scene: Scene, who: Being, name: str, number: int | None, checks: bool, natural: int, throw: Throw
) -> None:
    """The game master reads the d100: higher is better."""
    if checks:
        scene.next(check_feature(who, name, number))


@step(RULE)
async def check_feature(scene: Scene, who: Being, name: str, number: int | None) -> None:
    feature_check(scene, who, number, feature_checked(who, name))


@outcome("vt.skill.feature_check")
async def feature_checked(scene: Scene, who: Being, name: str, natural: int, throw: Throw) -> None:
    """Against a number it is told whether it succeeds, and how many hours of work follow."""
    if throw.number is None:
        return
    passes = passed(scene, natural, throw)
    work = part_of(scene, name, FeatureCheck)
    hours = max(0, throw.number - work.hours_above) if passes and work is not None and work.hours_above else 0
    scene.record("feature_check", RULE, who=who.id, feature=name, number=throw.number, passed=passes, hours=hours)


@gm("evening", RULE, label="A new evening")
async def evening(scene: Scene) -> None:
    """A new evening of play begins: what can be done once in it can be done again."""
    for being in scene.beings.values():
        being.refresh(EVENING)
    scene.record("evening", RULE)


# ---------------------------------------------------------------- wealth

INCIDENTAL, STANDARD, UNUSUAL, EXTREME = KINDS = ("incidental", "standard", "unusual", "extreme")
LIMITS = {  # in dollars, by kind; the wealthy have no last one
    "poor": (50, 200, 1_000, 5_000),
    "comfortable": (200, 1_000, 5_000, 25_000),
    "well_off": (1_000, 5_000, 25_000, 100_000),
    "wealthy": (25_000, 100_000, 1_000_000),
}


def kind_of_purchase(wealth: str, price: int) -> str:
    """vt.wealth: what somebody with this wealth thinks of a price; empty where it is beyond all means."""
    for kind, limit in zip(KINDS, LIMITS[wealth], strict=False):
        if price <= limit:
            return kind
    return EXTREME if len(LIMITS[wealth]) < len(KINDS) else ""


def fits_buy(scene: Scene, who: Being, price: int, what: str, attribute: str, number: int | None) -> Refusal | None:
    if not who.sheet.wealth:
        return Refusal(f"nobody has said how wealthy {who.name} is", "vt.wealth")
    kind = kind_of_purchase(who.sheet.wealth, price)
    if not kind:
        return Refusal(f"{price} dollars are beyond all means", "vt.wealth")
    if kind == STANDARD and who.has_used("purchase"):
        return Refusal("one standard purchase per game evening", "vt.wealth")
    if kind in (UNUSUAL, EXTREME) and number is None:
        return Refusal(f"an {kind} purchase takes a check; its number is missing", "vt.wealth")
    return cannot_check(who)


@gm(
    "buy", "vt.wealth", somebody(), whole("price", 0, least=0, most=DEAREST), free("what", ""),
    word("attribute", ATTRIBUTES, "communication"), free("number", None, read_number), fits=fits_buy,
    modes=(STORY_MODE,),
)  # fmt: skip
async def buy(scene: Scene, who: Being, price: int, what: str, attribute: str, number: int | None) -> None:
    """Somebody buys something: at will, once per evening, or with a check against the number that is stated."""
    kind = kind_of_purchase(who.sheet.wealth, price)
    if kind in (UNUSUAL, EXTREME):
        skill_check(scene, who, attribute, number, bought(who, price, what, kind), rule="vt.wealth")
        return
    if kind == STANDARD:
        who.use("purchase", EVENING)
    scene.record("buys", "vt.wealth", who=who.id, price=price, what=what, purchase=kind)


@outcome("vt.wealth")
async def bought(scene: Scene, who: Being, price: int, what: str, kind: str, natural: int, throw: Throw) -> None:
    """A failed check brings complications of the game master's choosing."""
    told = "buys" if passed(scene, natural, throw) else "complications"
    scene.record(told, "vt.wealth", who=who.id, price=price, what=what, purchase=kind)
