"""Handling things: what is in hand, worn, in the pack and on the ground, and how it gets from one to the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.crawl.book.characters.aspects import item_of, items, two_handed
from ludex.games.crawl.book.characters.skills import hands_of
from ludex.games.crawl.book.conditions import keep_within
from ludex.games.crawl.records.kinds import Armor, Item, Weapon
from ludex.games.crawl.records.price_list import NumberOfUses
from ludex.games.crawl.state import ARMS, Being, Carried, Lying, Scene

ARM_REACH = 1  # cells: a thing, a door, somebody to be handed something

# ---------------------------------------------------------------- hands


def usable_hands(being: Being) -> list[int]:
    """The hands whose arm can be used (tc.limb.incapacitated): 0 the right, 1 the left."""
    return [number for number, arm in enumerate(ARMS) if not being.useless((arm,))]


def free_hands(scene: Scene, being: Being) -> int:
    """How many hands are empty and can be used."""
    return sum([not being.hands[number] for number in usable_hands(being)])


def things_in_hand(being: Being) -> tuple[str, ...]:
    """What is in hand, each thing once."""
    return tuple(dict.fromkeys(filter(None, being.hands)))


def hold(scene: Scene, being: Being, thing: str) -> None:
    """Put it into the first free hand, or into both."""
    if hands_of(item_of(scene.library, thing)) == len(ARMS):
        being.hands = (thing, thing)
        return
    free = next(number for number in usable_hands(being) if not being.hands[number])
    being.hands = (thing, being.hands[1]) if free == 0 else (being.hands[0], thing)


def let_loose(scene: Scene, being: Being, thing: str) -> None:
    """A thing leaves the hand, or both hands where both hold it; of two of a kind the second stays."""
    right, left = being.hands
    if two_handed(scene.library, being):
        being.hands = ("", "")
    elif right == thing:
        being.hands = ("", left)
    elif left == thing:
        being.hands = (right, "")
    keep_within(scene, being)


def hands_full(scene: Scene, being: Being, thing: str) -> Refusal | None:
    """tc.equip.slots: two hands, for weapons and shields; a two-handed thing needs both arms to be of use."""
    needed = hands_of(item_of(scene.library, thing))
    if free_hands(scene, being) >= needed:
        return None
    if len(usable_hands(being)) < needed:
        return Refusal(f"{being.name} cannot use both arms", "tc.limb.incapacitated")
    word = "a free hand" if needed == 1 else "two free hands"
    return Refusal(f"{item_of(scene.library, thing).name} needs {word}", "tc.equip.slots")


# ---------------------------------------------------------------- pack and ground


def carry(scene: Scene, being: Being, thing: str, count: int = 1, used: int = 0) -> None:
    """Into the pack; `used`: so many uses of one of them are gone."""
    carried = in_pack(being, thing)
    if carried is None:
        being.pack = (*being.pack, Carried(thing, count, used))
    else:
        gone, left = divmod(carried.used + used, uses_of(item_of(scene.library, thing)))
        swap(being, carried, Carried(thing, carried.count + count - gone, left))


def lose(scene: Scene, being: Being, thing: str) -> int:
    """Out of the pack; one that has lost none of its uses first. Gives how many it has lost."""
    carried = in_pack(being, thing)
    assert carried is not None
    last = carried.count == 1
    swap(being, carried, replace(carried, count=carried.count - 1))
    return carried.used if last else 0


def swap(being: Being, old: Carried, new: Carried) -> None:
    kept = [new if carried == old else carried for carried in being.pack]
    being.pack = tuple([carried for carried in kept if carried.count > 0])


def in_pack(being: Being, thing: str) -> Carried | None:
    return next((carried for carried in being.pack if carried.id == thing), None)


def whole(carried: Carried) -> int:
    """How many of them have lost none of their uses."""
    return carried.count - (1 if carried.used else 0)


def uses_of(item: Item) -> int:
    """How often it can be used before it is gone."""
    return next((part.value for part in item.parts if isinstance(part, NumberOfUses)), 1)


def spend_use(scene: Scene, being: Being, thing: str) -> None:
    """One use of a thing in hand or in the pack is gone, with the last the thing itself. What is left of one that was
    in hand goes into the pack."""
    most = uses_of(item_of(scene.library, thing))
    if thing in being.hands:
        let_loose(scene, being, thing)
        if most > 1:
            carry(scene, being, thing)
        else:
            return
    carry(scene, being, thing, 0, 1)


def put_down(scene: Scene, thing: str, at: Cell, unloaded: bool = False) -> None:
    lying = (*scene.lying, Lying(thing, at, unloaded))
    scene.lying = tuple(sorted(lying, key=lambda each: (each.at, each.item, each.unloaded)))


def take_up(scene: Scene, thing: str, at: Cell) -> bool:
    """A thing is taken from the ground, one that is ready first. Tells whether it must be reloaded."""
    found = min([lying for lying in scene.lying if (lying.item, lying.at) == (thing, at)], key=lambda it: it.unloaded)
    things = list(scene.lying)
    things.remove(found)
    scene.lying = tuple(things)
    return found.unloaded


def gone_unloaded(being: Being, thing: str) -> bool:
    """tc.reload: must what has just left somebody be reloaded? That goes with the thing, unless the like of it is still
    in hand."""
    if thing not in being.unloaded or thing in being.hands:
        return False
    being.unloaded = tuple([name for name in being.unloaded if name != thing])
    return True


def drop(scene: Scene, being: Being, thing: str) -> None:
    """Out of the hand, or else the pack, onto the ground of the own cell."""
    if thing in being.hands:
        let_loose(scene, being, thing)
    else:
        lose(scene, being, thing)
    put_down(scene, thing, being.at, gone_unloaded(being, thing))
    scene.record("drops", "tc.turn.duration", who=being.id, thing=thing)


def lies_at(scene: Scene, being: Being, thing: str) -> Cell | None:
    """Where such a thing lies in arm's reach, the nearest first."""
    near = [lying.at for lying in scene.lying if lying.item == thing and reaches(scene, being, lying.at)]
    return min(near, key=lambda cell: (apart(scene, being, cell), cell), default=None)


def take(scene: Scene, being: Being, thing: str) -> None:
    """From the ground in reach: into the hand what is held, where there is room for it; all else into the pack."""
    at = lies_at(scene, being, thing)
    assert at is not None
    receive(scene, being, thing, unloaded=take_up(scene, thing, at))
    scene.record("takes", "tc.turn.duration", who=being.id, thing=thing, into=where_is(being, thing))


def receive(scene: Scene, being: Being, thing: str, used: int = 0, unloaded: bool = False) -> None:
    """Somebody gets hold of a thing, of which so many uses are gone, and which may have to be reloaded."""
    if unloaded:
        must_reload(being, thing)
    if is_held(item_of(scene.library, thing)) and hands_full(scene, being, thing) is None:
        hold(scene, being, thing)
    else:
        carry(scene, being, thing, 1, used)


def must_reload(being: Being, thing: str) -> None:
    """tc.reload: a weapon, or the aspect where there is none, is to be made ready before its next use."""
    if thing not in being.unloaded:
        being.unloaded = (*being.unloaded, thing)


def where_is(being: Being, thing: str) -> str:
    return "hand" if thing in being.hands else "pack"


def is_held(item: Item) -> bool:
    """Weapons and shields work in hand."""
    return isinstance(item, Weapon) or (isinstance(item, Armor) and item.slot == "hand")


# ---------------------------------------------------------------- reach, names, pools


def apart(scene: Scene, being: Being, cell: Cell) -> int:
    return min([scene.board.distance(own, cell) for own in scene.cells(being)])


def reaches(scene: Scene, being: Being, cell: Cell) -> bool:
    """Is a cell beside somebody, with no wall between?"""
    board = scene.board
    return any([board.distance(own, cell) <= ARM_REACH and not board.parted(own, cell) for own in scene.cells(being)])


def at_hand(scene: Scene, being: Being, other: Being) -> bool:
    """The same of somebody."""
    if scene.distance(being, other) > ARM_REACH:
        return False
    return not scene.board.wall_edges or any([reaches(scene, being, cell) for cell in scene.cells(other)])


def known_thing(scene: Scene, thing: object) -> Item:
    if thing not in items(scene.library):
        raise BadInput(f"there is no item {thing!r}")
    return item_of(scene.library, str(thing))


def things_of(being: Being) -> Iterable[str]:
    """All that somebody has about them, each once."""
    return dict.fromkeys((*things_in_hand(being), *being.worn, *[carried.id for carried in being.pack]))


def bound(scene: Scene, actor: Being) -> Refusal | None:
    """tc.grappled, tc.limb.incapacitated: who is grappled, or has no arm to use, handles nothing."""
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    return None if usable_hands(actor) else Refusal(f"{actor.name} can use neither arm", "tc.limb.incapacitated")
