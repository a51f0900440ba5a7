"""Buying and selling, in downtime."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.crawl.book.characters.aspects import item_of, money_of, offered_items
from ludex.games.crawl.book.energy import DOWNTIME, action
from ludex.games.crawl.book.equipment.handling import carry, gone_unloaded, in_pack, known_thing, lose, whole
from ludex.games.crawl.state import Being, Scene

RULE = "tc.money"


def for_sale(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in offered_items(scene.library) if fits_buy(scene, actor, name) is None]


def fits_buy(scene: Scene, actor: Being, name: str) -> Refusal | None:
    item = known_thing(scene, name)
    if name not in offered_items(scene.library):
        raise BadInput(f"there is no item {name!r}")
    if item.free:
        return Refusal(f"{item.name} is given, found or stolen, not bought", RULE)
    price = money_of(scene.library, item)
    if actor.money < price:
        return Refusal(f"{item.name} costs {price}, with {actor.money} left", RULE)
    return None


@action("buy", rule=RULE, args=(Arg("item", for_sale),), fits=fits_buy, modes=(DOWNTIME,), tags=("advances", "varies"))
async def buy(scene: Scene, actor: Being, name: str) -> None:
    """100 money for each aspect point of an item; it goes into the pack."""
    price = money_of(scene.library, item_of(scene.library, name))
    actor.money -= price
    carry(scene, actor, name)
    scene.record("buys", RULE, who=actor.id, item=name, price=price, left=actor.money)


def to_sell(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [carried.id for carried in actor.pack if fits_sell(scene, actor, carried.id) is None]


def fits_sell(scene: Scene, actor: Being, name: str) -> Refusal | None:
    item = known_thing(scene, name)
    carried = in_pack(actor, name)
    if carried is None:
        return Refusal(f"{item.name} is not in the pack", RULE)
    if item.free or not whole(carried):
        return Refusal(f"nobody buys {item.name}" + ("" if item.free else ", which has been used"), RULE)
    return None


@action("sell", rule=RULE, args=(Arg("item", to_sell),), fits=fits_sell, modes=(DOWNTIME,), tags=("advances", "varies"))
async def sell(scene: Scene, actor: Being, name: str) -> None:
    """What an item costs is what it brings."""
    price = money_of(scene.library, item_of(scene.library, name))
    actor.money += price
    lose(scene, actor, name)
    gone_unloaded(actor, name)
    scene.record("sells", RULE, who=actor.id, item=name, price=price, left=actor.money)
