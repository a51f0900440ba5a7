"""Taking out and putting away, picking up and handing over, putting on and taking off."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import told
from ludex.games.crawl.book.characters.aspects import item_of
from ludex.games.crawl.book.characters.core_aspects import core, encumbrance, too_many_lightweight, wears
from ludex.games.crawl.book.conditions import keep_within
from ludex.games.crawl.book.energy import FIGHT, SMALL, action, pay_ep, refuse_ep
from ludex.games.crawl.book.equipment.handling import (
    at_hand,
    bound,
    carry,
    drop,
    gone_unloaded,
    hands_full,
    hold,
    in_pack,
    known_thing,
    let_loose,
    lies_at,
    lose,
    reaches,
    receive,
    take,
    things_in_hand,
    where_is,
)
from ludex.games.crawl.records.kinds import Armor, Consumable
from ludex.games.crawl.state import Being, Scene

PACK = "tc.turn.duration"  # something out of a pack: few such things fit into a turn

# ---------------------------------------------------------------- taking out and putting away


def in_packs(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [carried.id for carried in actor.pack]


def to_draw(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [name for name in in_packs(scene, actor) if fits_draw(scene, actor, str(name)) is None]


def may_draw(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (None if actor.pack else Refusal(f"{actor.name} has nothing in the pack", PACK))


def fits_draw(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    item = known_thing(scene, thing)
    if in_pack(actor, thing) is None:
        return Refusal(f"{item.name} is not in the pack", PACK)
    if isinstance(item, Consumable):
        return Refusal(f"{item.name} is used straight from the pack", PACK)
    if isinstance(item, Armor) and item.slot != "hand":
        return Refusal(f"{item.name} is put on, not held", "tc.equip.slots")
    return hands_full(scene, actor, thing)


@action(
    "draw", rule=PACK, cost=SMALL, args=(Arg("thing", to_draw),), may=may_draw, fits=fits_draw,
    label="Take out of the pack", tags=("idle",),
)  # fmt: skip
async def draw(scene: Scene, actor: Being, thing: str) -> None:
    """Take something out of the pack."""
    lose(scene, actor, thing)
    hold(scene, actor, thing)
    scene.record("draws", PACK, who=actor.id, thing=thing)


def in_hands(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return list(things_in_hand(actor))


def may_let_go(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (None if things_in_hand(actor) else Refusal(f"{actor.name} holds nothing", PACK))


def fits_in_hand(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    item = known_thing(scene, thing)
    return None if thing in actor.hands else Refusal(f"{item.name} is not in hand", PACK)


@action(
    "stow", rule=PACK, cost=SMALL, args=(Arg("thing", in_hands),), may=may_let_go, fits=fits_in_hand,
    label="Put into the pack", tags=("idle",),
)  # fmt: skip
async def stow(scene: Scene, actor: Being, thing: str) -> None:
    """Put something in hand into the pack."""
    let_loose(scene, actor, thing)
    carry(scene, actor, thing)
    keep_within(scene, actor)
    scene.record("stows", PACK, who=actor.id, thing=thing)


@action(
    "drop", rule=PACK, args=(Arg("thing", in_hands),), may=may_let_go, fits=fits_in_hand, label="Drop something",
    tags=("idle",),
)  # fmt: skip
async def let_fall(scene: Scene, actor: Being, thing: str) -> None:
    """Open the hand: it takes no time, and what was in it lies in the own cell."""
    drop(scene, actor, thing)
    keep_within(scene, actor)


# ---------------------------------------------------------------- picking up and handing over


def on_ground(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    near = [lying.item for lying in scene.lying if reaches(scene, actor, lying.at)]
    return list(dict.fromkeys(near))


def may_pick_up(scene: Scene, actor: Being) -> Refusal | None:
    if not on_ground(scene, actor):
        return Refusal("nothing lies in reach", PACK)
    return bound(scene, actor)


def fits_pick_up(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    item = known_thing(scene, thing)
    return None if lies_at(scene, actor, thing) is not None else Refusal(f"{item.name} does not lie in reach", PACK)


@action(
    "pick_up", rule=PACK, cost=SMALL, args=(Arg("thing", on_ground),), may=may_pick_up, fits=fits_pick_up,
    tags=("idle",),
)  # fmt: skip
async def pick_up(scene: Scene, actor: Being, thing: str) -> None:
    """From the own cell or the next: into the hand if it is free for it, or else into the pack."""
    if lies_at(scene, actor, thing) is not None:
        take(scene, actor, thing)


def to_give(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return list(dict.fromkeys((*things_in_hand(actor), *[carried.id for carried in actor.pack])))


def to_whom(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [other.id for other in scene.allies(actor) if at_hand(scene, actor, other)]


def may_give(scene: Scene, actor: Being) -> Refusal | None:
    if not to_give(scene, actor):
        return Refusal(f"{actor.name} has nothing to give", PACK)
    if not to_whom(scene, actor):
        return Refusal("nobody is in reach to take it", PACK)
    return bound(scene, actor)


def fits_give(scene: Scene, actor: Being, thing: str, to: Being) -> Refusal | None:
    item = known_thing(scene, thing)
    if thing not in actor.hands and in_pack(actor, thing) is None:
        return Refusal(f"{actor.name} does not have {item.name} at hand", PACK)
    if to is actor or (to.side != actor.side and scene.mode == FIGHT):
        return Refusal(f"{to.name} does not take it", PACK)
    if not to.here or not at_hand(scene, actor, to):
        return Refusal(f"{to.name} is out of reach", "tc.range.classes")
    if to.senseless or "Grappled" in to.states:
        return Refusal(f"{to.name} cannot take it", PACK)
    return None


@action(
    "give", rule=PACK, cost=SMALL, args=(Arg("thing", to_give), Arg("to", to_whom)), may=may_give, fits=fits_give,
    label="Hand over", tags=("idle",),
)  # fmt: skip
async def give(scene: Scene, actor: Being, thing: str, to: Being) -> None:
    """Hand something over to a friend in reach, who takes it into a free hand or puts it away."""
    used = 0
    if thing in actor.hands:
        let_loose(scene, actor, thing)
    else:
        used = lose(scene, actor, thing)
    receive(scene, to, thing, used, gone_unloaded(actor, thing))
    keep_within(scene, actor)
    scene.record("gives", PACK, who=actor.id, thing=thing, to=to.id, into=where_is(to, thing))


# ---------------------------------------------------------------- putting on and taking off


def armor_named(scene: Scene, thing: Any) -> Armor | None:
    item = known_thing(scene, thing)
    return item if isinstance(item, Armor) and item.slot != "hand" else None


class DonCost:
    """tc.armor.encumbrance: what it costs to put on, or to take off; the same unless the item says otherwise. In any
    case it is a small action (tc.turn.duration)."""

    def __init__(self, off: bool) -> None:
        self.off = off

    def points(self, scene: Scene, thing: Any) -> int:
        armor = armor_named(scene, thing)
        if armor is None:
            return 0
        return armor.doff_ep if self.off and armor.doff_ep is not None else armor.don_ep

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            return SMALL.refusal(scene, actor, args)
        return refuse_ep(scene, actor, self.points(scene, args[0]), "tc.armor.encumbrance") or SMALL.refusal(
            scene, actor, args
        )

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        SMALL.pay(scene, actor, args)
        pay_ep(scene, actor, self.points(scene, args[0]), "tc.armor.encumbrance")


def to_don(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [carried.id for carried in actor.pack if armor_named(scene, carried.id) is not None]


def may_don(scene: Scene, actor: Being) -> Refusal | None:
    if not to_don(scene, actor):
        return Refusal(f"{actor.name} has nothing in the pack to put on", "tc.equip.slots")
    return bound(scene, actor)


def fits_don(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    armor = armor_named(scene, thing)
    if armor is None:
        return Refusal(f"{known_thing(scene, thing).name} is not put on", "tc.equip.slots")
    if in_pack(actor, thing) is None:
        return Refusal(f"{armor.name} is not in the pack", PACK)
    return slot_taken(scene, actor, armor) or too_weak(scene, actor, armor)


def slot_taken(scene: Scene, actor: Being, armor: Armor) -> Refusal | None:
    """tc.equip.slots: one item for each slot; tc.equip.lightweight: what is lightweight needs none."""
    if armor.lightweight:
        scene.cite("tc.equip.lightweight")
        return None
    worn = [thing for thing in wears(scene, actor, armor.slot) if not thing.lightweight]
    return Refusal(f"{worn[0].name} is worn on the {armor.slot}", "tc.equip.slots") if worn else None


def too_weak(scene: Scene, actor: Being, armor: Armor) -> Refusal | None:
    if armor.requires_strength is None or core(scene, actor, "strength") >= armor.requires_strength:
        return None
    return Refusal(f"{armor.name} requires strength {armor.requires_strength:+}", "tc.armor.encumbrance")


@action(
    "don", rule="tc.equip.slots", cost=DonCost(off=False), args=(Arg("thing", to_don),), may=may_don, fits=fits_don,
    label="Put on", tags=("idle",),
)  # fmt: skip
async def don(scene: Scene, actor: Being, thing: str) -> None:
    """Put on something out of the pack: it works from now on, and it hinders from now on."""
    lose(scene, actor, thing)
    actor.worn = (*actor.worn, thing)
    keep_within(scene, actor)
    item = item_of(scene.library, thing)
    scene.record("dons", "tc.equip.slots", who=actor.id, thing=thing, slot=item.slot if isinstance(item, Armor) else "")
    tell_load(scene, actor)


def to_doff(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return list(dict.fromkeys(actor.worn))


def may_doff(scene: Scene, actor: Being) -> Refusal | None:
    return bound(scene, actor) or (
        None if actor.worn else Refusal(f"{actor.name} wears nothing that could be taken off", "tc.equip.slots")
    )


def fits_doff(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    item = known_thing(scene, thing)
    return None if thing in actor.worn else Refusal(f"{item.name} is not worn", "tc.equip.slots")


@action(
    "doff", rule="tc.equip.slots", cost=DonCost(off=True), args=(Arg("thing", to_doff),), may=may_doff, fits=fits_doff,
    label="Take off", tags=("idle",),
)  # fmt: skip
async def doff(scene: Scene, actor: Being, thing: str) -> None:
    """Take something off and put it into the pack."""
    worn = list(actor.worn)
    worn.remove(thing)
    actor.worn = tuple(worn)
    carry(scene, actor, thing)
    keep_within(scene, actor)
    scene.record("doffs", "tc.equip.slots", who=actor.id, thing=thing)


@told
def tell_load(scene: Scene, actor: Being) -> None:
    """tc.equip.encumbrance, tc.equip.lightweight_overload: what hinders from now on."""
    if too_many_lightweight(scene, actor):
        scene.record(
            "hindered", "tc.equip.lightweight_overload", who=actor.id, mobility=-too_many_lightweight(scene, actor)
        )
    if encumbrance(scene, actor):
        scene.record("hindered", "tc.equip.encumbrance", who=actor.id, mobility=encumbrance(scene, actor))
