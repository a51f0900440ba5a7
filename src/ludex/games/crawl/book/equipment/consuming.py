"""What is used up: potions, antidotes, food and drugs; and weapons that are made ready again."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.action import Arg, oneself
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.crawl.book.characters.aspects import aspect, item_of, items, learned
from ludex.games.crawl.book.characters.core_aspects import LOAD
from ludex.games.crawl.book.characters.skills import reload_of, value_of
from ludex.games.crawl.book.energy import FIGHT, SMALL, action, pay_ep, refuse_ep
from ludex.games.crawl.book.equipment.handling import at_hand, bound, in_pack, known_thing, spend_use, things_in_hand
from ludex.games.crawl.book.health.addiction import dose
from ludex.games.crawl.book.health.damage import amount
from ludex.games.crawl.book.health.disease import refuse_cure
from ludex.games.crawl.book.health.healing import heal
from ludex.games.crawl.book.health.poison import cure
from ludex.games.crawl.book.skills.effects import happen
from ludex.games.crawl.records.effects import CounterAgent
from ludex.games.crawl.records.kinds import Addictive, Consumable
from ludex.games.crawl.records.price_list import DamageHealed, HealsAffliction, ReloadEpCost
from ludex.games.crawl.state import Being, Learned, Scene

TAKEN = "tc.turn.duration"
RELOAD = "tc.reload"

# ---------------------------------------------------------------- using something up


class ConsumeCost:
    """tc.turn.duration: taking it out of the pack is a small action; using it costs what it says."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            return None
        made = consumable(scene, args[0])
        if made is None:
            return None
        refusal = None if args[0] in actor.hands else SMALL.refusal(scene, actor, args)
        return refusal or refuse_ep(scene, actor, made.use_ep)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        made = consumable(scene, args[0])
        if made is not None:
            if args[0] not in actor.hands:
                SMALL.pay(scene, actor, args)
            pay_ep(scene, actor, made.use_ep)


def consumable(scene: Scene, name: Any) -> Consumable | None:
    item = known_thing(scene, name)
    return item if isinstance(item, Consumable) else None


def to_consume(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [*consumables(scene, actor)]


@derived(LOAD, also="scene.mode")
def consumables(scene: Scene, actor: Being) -> list[str]:
    """What somebody has that can be used up in such a scene."""
    names = dict.fromkeys((*things_in_hand(actor), *[carried.id for carried in actor.pack]))
    return [name for name in names if refuse_item(scene, actor, name) is None]


def refuse_item(scene: Scene, actor: Being, name: str) -> Refusal | None:
    made = consumable(scene, name)
    if made is None:
        return Refusal(f"{known_thing(scene, name).name} is not used up", "tc.aspect.definition")
    if name not in actor.hands and in_pack(actor, name) is None:
        return Refusal(f"{actor.name} does not have {made.name}", TAKEN)
    if scene.mode == FIGHT and not made.in_combat:
        return Refusal(f"{made.name} is nothing for a fight", "tc.food")
    return None


def for_whom(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [actor.id, *[o.id for o in scene.allies(actor) if at_hand(scene, actor, o)]]


def may_consume(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (
        None if to_consume(scene, actor) else Refusal(f"{actor.name} has nothing to use up", TAKEN)
    )


def fits_consume(scene: Scene, actor: Being, name: str, target: Being) -> Refusal | None:
    refusal = refuse_item(scene, actor, name)
    if refusal is not None:
        return refusal
    if target is not actor and (not target.here or not at_hand(scene, actor, target)):
        return Refusal(f"{target.name} is out of reach", "tc.range.classes")
    if target.side != actor.side and not target.senseless and scene.mode == FIGHT:
        return Refusal(f"{target.name} does not take it", "tc.aspect.definition")
    made = consumable(scene, name)
    if made is not None and any([isinstance(effect, CounterAgent) for effect in made.effects]):
        return refuse_cure(scene, target)
    return None


@action(
    "consume", rule=TAKEN, cost=ConsumeCost(),
    args=(Arg("item", to_consume), Arg("target", for_whom, default=oneself)),
    may=may_consume, fits=fits_consume, label="Use something up", tags=("item",),
)  # fmt: skip
async def consume(scene: Scene, actor: Being, name: str, target: Being) -> None:
    """Drink it, eat it, apply it; or give it to somebody in reach, who may be unconscious."""
    item = item_of(scene.library, name)
    assert isinstance(item, Consumable)
    spend_use(scene, actor, name)
    scene.record("consumes", TAKEN, who=actor.id, item=name, target=target.id)
    scene.next(take_effect(actor, name, target))


@step("tc.heal")
async def take_effect(scene: Scene, actor: Being, name: str, target: Being) -> None:
    """What it does: its healing, what it cures without a check, its effects; and whoever takes a drug may come to need
    it."""
    item = item_of(scene.library, name)
    if not isinstance(item, Consumable) or "Dead" in target.states:
        return
    for part in item.parts:
        if isinstance(part, DamageHealed):
            healed = await amount(scene, actor, part.dice, part.sides, rule="tc.heal", target=target.id)
            heal(scene, target, healed, rule="tc.heal")
        elif isinstance(part, HealsAffliction):
            cure(scene, target, part.option)
    scene.next(*[happen(actor, "", effect, target, "success") for effect in item.effects])
    if isinstance(item, Addictive):
        dose(scene, target, name)


# ---------------------------------------------------------------- reloading


def reload_cost(scene: Scene, actor: Being, name: str) -> int:
    """What it costs to make a weapon ready, or the skill of an aspect that needs none."""
    if name in items(scene.library):
        return reload_of(scene.library, name)
    own = learned(scene, actor, name) or Learned(name)
    return value_of(aspect(scene.library, own.aspect).parts, ReloadEpCost)


class ReloadCost:
    """tc.reload: its own number of energy points."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, self.points(scene, actor, args[0]), RELOAD) if args else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, self.points(scene, actor, args[0]), RELOAD)

    def points(self, scene: Scene, actor: Being, name: str) -> int:
        return reload_cost(scene, actor, name) if name in actor.unloaded else 0


def to_reload(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in actor.unloaded if fits_reload(scene, actor, name) is None]


def may_reload(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (None if actor.unloaded else Refusal("nothing needs to be reloaded", RELOAD))


def fits_reload(scene: Scene, actor: Being, name: str) -> Refusal | None:
    if name not in items(scene.library) and name not in scene.library.shelves["aspect"]:
        raise BadInput(no_such("weapon", name, actor.unloaded))
    if name not in actor.unloaded:
        return Refusal("it is ready", RELOAD)
    if name in items(scene.library) and name not in actor.hands:
        return Refusal(f"{item_of(scene.library, name).name} is not in hand", RELOAD)
    return None


@action(
    "reload", rule=RELOAD, cost=ReloadCost(), args=(Arg("thing", to_reload),), may=may_reload, fits=fits_reload,
    tags=("idle",),
)  # fmt: skip
async def reload(scene: Scene, actor: Being, name: str) -> None:
    """Make a weapon ready for its next use."""
    actor.unloaded = tuple([other for other in actor.unloaded if other != name])
    scene.record("reloads", RELOAD, who=actor.id, thing=name)
