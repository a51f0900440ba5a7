"""What a new character owns, and how it is packed: worn, in hand, in the backpack from the top down, in core slots.

The book has no list of what one starts with: how many of each kind there are is ours (nb.gap.money_and_start_kit).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal
from ludex.games.navyblue.book.attacks.sequence import FISTS
from ludex.games.navyblue.book.features import slot_count, usable_by
from ludex.games.navyblue.build.from_content import HANDS, item_of
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import Armour, Character, Container, Item
from ludex.games.navyblue.state import Being, Scene

KIT = "nb.gap.money_and_start_kit"
BACKPACK = "backpack"
HOLDS = 8  # of the backpack that one starts with
BODY_ARMOUR = (2, 4)  # slots
FOUND = "Found"  # the trait of what is found in play
RULES = (KIT, "nb.carry.slots", "nb.carry.hands", "nb.carry.sizes", "nb.carry.limit", "nb.container.slots")


class Part(NamedTuple):
    """A part of the kit: how many there are of it."""

    title: str
    kind: str
    least: int
    most: int
    helmet: bool = False


PARTS = {
    "armour": Part("Body armour", "armour", 1, 1),
    "helmet": Part("Helmet", "armour", 0, 1, helmet=True),
    "weapons": Part("Weapons", "weapon", 1, 2),
    "shield": Part("Shield", "shield", 0, 1),
    "consumables": Part("Consumables", "consumable", 2, 4),
    "gear": Part("Gear", "gear", 1, 3),
}

# ---------------------------------------------------------------- what one owns


def things(library: Library, part: Part) -> list[Item]:
    """All that a part of the kit can be chosen from."""
    return [entry for entry in library.all(part.kind) if not isinstance(entry, Armour) or entry.helmet == part.helmet]


def owned_things(entry: Character) -> tuple[str, ...]:
    """All that a character has, containers included."""
    packed = [thing for pack in entry.packs for thing in (pack.container, *pack.contents)]
    return (*entry.held, *entry.worn, *entry.carried, *packed)


def about_thing(scene: Scene, being: Being, part: Part, name: str) -> Iterator[Refusal]:
    """Whether somebody can begin with it. nb.arch.tag_gate: what names archetypes is chosen by those alone."""
    entry = next((thing for thing in things(scene.library, part) if thing.id == name), None)
    if entry is None:
        yield Refusal(f"{name!r} is not among: {part.title}", KIT)
    elif FOUND in entry.traits:
        yield Refusal(f"{entry.name} is found in play; nobody begins with it", KIT)
    elif name == FISTS:
        yield Refusal("everybody has fists", "nb.gap.weapons")
    elif isinstance(entry, Armour) and not entry.helmet and entry.slots not in BODY_ARMOUR:
        yield Refusal(f"{entry.name} takes {entry.slots} slots; body armour to start with takes 2 or 4", KIT)
    elif not usable_by(scene, being, entry):
        whose = " and ".join(entry.archetypes) or "those who use magic"
        yield Refusal(f"{entry.name} is for {whose}", "nb.arch.tag_gate")


def about_part(scene: Scene, being: Being, name: str, chosen: Sequence[str]) -> Iterator[Refusal]:
    part = PARTS[name]
    for thing in dict.fromkeys(chosen):
        yield from about_thing(scene, being, part, thing)
    if not part.least <= len(chosen) <= part.most:
        span = str(part.most) if part.least == part.most else f"{part.least} to {part.most}"
        yield Refusal(f"{part.title}: {len(chosen)}; a new character has {span}", KIT)


# ---------------------------------------------------------------- how it is packed


def size_of(library: Library, names: Iterable[str]) -> int:
    """nb.carry.sizes: the slots that they take."""
    return sum(item_of(library, name, "kit").slots for name in names)


def hands_for(library: Library, names: Iterable[str]) -> int:
    return sum(item_of(library, name, "kit").hands for name in names)


def left_of(owned: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    """What is left in its order, each thing as often as it was not taken."""
    gone, left = Counter(taken), []
    for thing in owned:
        if gone[thing]:
            gone[thing] -= 1
        else:
            left.append(thing)
    return tuple(left)


def about_owned(library: Library, owned: Sequence[str], chosen: Sequence[str]) -> Iterator[Refusal]:
    """Nobody packs what they do not have, or oftener than they have it."""
    for name, count in Counter(chosen).items():
        there = owned.count(name)
        if count > there:
            yield Refusal(f"{name} is not there" if not there else f"{name} is there {there} times only", KIT)


def about_hands(library: Library, owned: Sequence[str], held: Sequence[str]) -> Iterator[Refusal]:
    """nb.carry.hands: two hands, and what they hold takes no slot."""
    yield from about_owned(library, owned, held)
    hands = hands_for(library, held)
    if hands > HANDS:
        yield Refusal(f"they take {hands} hands; a character has {HANDS}", "nb.carry.hands")


def about_backpack(library: Library, owned: Sequence[str], contents: Sequence[str]) -> Iterator[Refusal]:
    """nb.container.slots: what is in it fits."""
    yield from about_owned(library, owned, contents)
    holds, size = cast(Container, item_of(library, BACKPACK, "kit")).holds, size_of(library, contents)
    if size > holds:
        yield Refusal(f"they take {size} slots; the backpack holds {holds}", "nb.container.slots")


def about_slots(scene: Scene, being: Being, stowed: Iterable[str]) -> Iterator[Refusal]:
    """nb.carry.limit: what is neither in hand nor in the backpack lies in core slots, armour that is worn included."""
    size, room = size_of(scene.library, stowed), slot_count(scene, being)
    if size > room:
        yield Refusal(
            f"{size} slots are worn and carried; there are {room}, so more has to be packed", "nb.carry.limit"
        )


def first_in_hand(library: Library, owned: Iterable[str]) -> tuple[str, ...]:
    """What somebody holds who has not said: the first weapons and the shield, as the hands allow."""
    held: tuple[str, ...] = ()
    ready = [name for name in owned if name in library.shelves["shield"] or name in library.shelves["weapon"]]
    for name in sorted(ready, key=lambda thing: (thing != ready[0], thing not in library.shelves["shield"])):
        if hands_for(library, (*held, name)) <= HANDS:
            held = (*held, name)
    return held


def first_packed(scene: Scene, being: Being, worn: Iterable[str], owned: Sequence[str]) -> tuple[str, ...]:
    """What is packed by somebody who has not said: gear while it fits, then what core slots have no room for."""
    library = scene.library
    holds = cast(Container, item_of(library, BACKPACK, "kit")).holds
    room = slot_count(scene, being) - size_of(library, worn)
    packed: tuple[str, ...] = ()
    order = ("gear", "consumable", "shield", "weapon")
    kinds = [(kind, name) for kind in order for name in owned if name in library.shelves[kind]]
    for kind, name in kinds:
        crowded = size_of(library, left_of(owned, packed)) > room
        if (kind == "gear" or crowded) and size_of(library, (*packed, name)) <= holds:
            packed = (*packed, name)
    return packed


# ---------------------------------------------------------------- a whole character


def about_entry(scene: Scene, being: Being, entry: Character) -> Iterator[Fault]:
    """Hands and slots always; what is owned while it is what one starts with."""
    library = scene.library
    owned = owned_things(entry)
    unknown = [name for name in owned if not any(name in library.shelves[kind] for kind in ITEMS)]
    if unknown:
        yield Fault(field_of(entry, unknown[0]), f"there is no item {unknown[0]!r}", KIT)
        return
    yield from about("held", about_hands(library, owned, entry.held))
    if entry.level > 1 or entry.experience:
        return
    for name, part in PARTS.items():
        there = [thing.id for thing in things(library, part)]
        chosen = [thing for thing in owned if thing in there]
        yield from about(field_of(entry, *chosen), about_part(scene, being, name, chosen))
    containers = [library.shelves["container"].entries[name] for name in owned if name in library.shelves["container"]]
    if [(one.backpack, one.holds) for one in containers] != [(True, HOLDS)]:
        yield Fault("packs", f"a new character has one container, a backpack of {HOLDS} slots", KIT)
        return
    contents = [thing for pack in entry.packs for thing in pack.contents]
    yield from about("packs", about_backpack(library, owned, contents))
    yield from about("carried", about_slots(scene, being, (*entry.worn, *entry.carried)))


def field_of(entry: Character, *names: str) -> str:
    """Where the last of these things stands in the entry; empty where there is none."""
    last = names[-1] if names else ""
    return next((field for field in ("carried", "worn", "held") if last in getattr(entry, field)), "packs" * bool(last))
