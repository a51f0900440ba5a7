"""Containers: what is in them from the top down, how much they hold, one inside another, carried or on the ground.

A container that somebody carries is a `Pack`, wherever on them it is; one that is put down is a `Chest`. What lies in a
container goes with it: the chest of a container inside another stands at `zone/name of the outer one`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ludex.core.kernel.ruling import Refusal
from ludex.games.navyblue.book.features import item
from ludex.games.navyblue.records.kinds import Container
from ludex.games.navyblue.state import PARTY, Being, Chest, Pack, Scene

PACK = "pack:"
CHEST = "chest:"


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """A list with one of these things taken away."""
    place = things.index(thing)
    return things[:place] + things[place + 1 :]


def container(scene: Scene, name: str) -> Container | None:
    """The container of that name; nothing for other things, and for chests that are no item."""
    found: Container | None = scene.library.shelves["container"].entries.get(name)
    return found


def numbered(prefix: str, names: Iterable[str]) -> list[str]:
    """What they are called: by name, and the second of the same name with #2."""
    called: list[str] = []
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        called.append(f"{prefix}{name}" if seen[name] == 1 else f"{prefix}{name}#{seen[name]}")
    return called


# ---------------------------------------------------------------- one inside another

Holder = TypeVar("Holder", Pack, Chest)


def holder_name(holder: Pack | Chest) -> str:
    return holder.container if isinstance(holder, Pack) else holder.name


@dataclass(slots=True, eq=False)
class Nest(Generic[Holder]):
    """A container, and those that lie in it, from its top down."""

    holder: Holder
    inner: list[Nest[Holder]]

    def take(self, thing: str) -> Nest[Holder] | None:
        """A thing comes out, of several alike the topmost. Gives a container with what is in it."""
        self.holder = replace(self.holder, contents=without(self.holder.contents, thing))
        found = next((nest for nest in self.inner if holder_name(nest.holder) == thing), None)
        if found is not None:
            self.inner.remove(found)
        return found

    def put(self, thing: str, depth: int, nest: Nest[Holder] | None) -> None:
        """A thing goes in, below so many others; a container as the nest that it is."""
        contents: tuple[str, ...] = self.holder.contents
        if nest is not None:
            names = [holder_name(inner.holder) for inner in self.inner]
            self.inner.insert(sum([above in names for above in contents[:depth]]), nest)
        self.holder = replace(self.holder, contents=(*contents[:depth], thing, *contents[depth:]))


def every(found: Iterable[Nest[Holder]]) -> Iterator[Nest[Holder]]:
    """These containers and all that lie in them, each before what it holds."""
    for nest in found:
        yield nest
        yield from every(nest.inner)


def nest_of(found: Iterable[Nest[Holder]], holder: Holder) -> Nest[Holder]:
    return next(nest for nest in every(found) if nest.holder is holder)


# ---------------------------------------------------------------- packs


def all_packs(being: Being) -> dict[str, Pack]:
    """Every container that somebody carries, by what it is called."""
    return dict(zip(numbered(PACK, (pack.container for pack in being.packs)), being.packs, strict=True))


def nests(packs: tuple[Pack, ...]) -> list[Nest[Pack]]:
    """The packs that lie in no other, each with those in it. The others are listed in the order in which one comes upon
    them; of several of one name the last ones lie in another."""
    inside = [thing for pack in packs for thing in pack.contents]
    outside: list[Pack] = []
    lying: dict[str, list[Pack]] = {}
    for pack in reversed(packs):
        if pack.worn or pack.container not in inside:
            outside.append(pack)
        else:
            inside.remove(pack.container)
            lying.setdefault(pack.container, []).append(pack)

    def nest(pack: Pack) -> Nest[Pack]:
        return Nest(pack, [nest(lying[thing].pop()) for thing in pack.contents if lying.get(thing)])

    nested = [nest(pack) for pack in reversed(outside)]
    return [*nested, *(Nest(pack, []) for left in lying.values() for pack in left)]  # and what is listed otherwise


def listed(found: Iterable[Nest[Pack]]) -> tuple[Pack, ...]:
    """All of them, so that `nests` finds them as they lie."""
    outside = list(found)
    inside = [nest for outer in outside for nest in every(outer.inner)]
    return tuple([nest.holder for nest in (*outside, *inside)])


def packs_within(being: Being, pack: Pack) -> list[Pack]:
    """A pack, and all that lie in it."""
    return [nest.holder for nest in every([nest_of(nests(being.packs), pack)])]


def inner_pack(being: Being, pack: Pack, name: str) -> Pack | None:
    """The topmost container of that name that lies in a pack itself."""
    inner = [nest.holder for nest in nest_of(nests(being.packs), pack).inner]
    return next((found for found in inner if found.container == name), None)


def packs_at_hand(being: Being) -> dict[str, Pack]:
    """The packs that can be got at: not in another, or on the top of an open one that can be got at."""
    at_hand = [pack for nest in nests(being.packs) for pack in from_the_top(nest)]
    return {name: pack for name, pack in all_packs(being).items() if any(pack is near for near in at_hand)}


def from_the_top(nest: Nest[Pack]) -> list[Pack]:
    """A pack, what lies on its top if it is open, and so on."""
    pack, inner = nest.holder, nest.inner
    if pack.open and inner and inner[0].holder.container == pack.contents[0]:
        return [pack, *from_the_top(inner[0])]
    return [pack]


def change_pack(being: Being, old: Pack, new: Pack) -> None:
    place = next(number for number, pack in enumerate(being.packs) if pack is old)
    being.packs = (*being.packs[:place], new, *being.packs[place + 1 :])


def outer(being: Being, name: str) -> Pack:
    """Which pack of that name is meant: the first that lies in no other, and rather one that is not worn."""
    return min([n.holder for n in nests(being.packs) if n.holder.container == name], key=lambda pack: pack.worn)


def to_front(being: Being, pack: Pack) -> None:
    """Of the packs that lie in no other it is the first."""
    being.packs = listed(sorted(nests(being.packs), key=lambda nest: nest.holder is not pack))


def receive(being: Being, nest: Nest[Pack]) -> None:
    """A container is somebody's from now on, with all that lies in it."""
    being.packs = listed([nest, *nests(being.packs)])


def give_up(being: Being, pack: Pack) -> Nest[Pack]:
    """A pack that lies in no other leaves its carrier, with all that lies in it."""
    nested = nests(being.packs)
    nest = nest_of(nested, pack)
    nested.remove(nest)
    being.packs = listed(nested)
    nest.holder = replace(pack, worn=False)
    return nest


def take_out_of(being: Being, pack: Pack, thing: str) -> Pack:
    """A thing comes out of a pack; a container with what is in it. Gives what is left."""
    nested = nests(being.packs)
    holder = nest_of(nested, pack)
    inner = holder.take(thing)
    being.packs = listed(nested if inner is None else [inner, *nested])
    return holder.holder


def put_inside(being: Being, pack: Pack, thing: str, depth: int, moved: Pack | None) -> None:
    """A thing goes into a pack, below so many others; a container, `moved`, with what is in it."""
    nest = give_up(being, moved) if moved is not None else None
    nested = nests(being.packs)
    nest_of(nested, pack).put(thing, depth, nest)
    being.packs = listed(nested)


def close_packs(scene: Scene) -> None:
    """nb.container.order: what is carried is closed when a fight starts."""
    for being in scene.beings.values():
        if any(pack.open for pack in being.packs):
            being.packs = tuple([replace(pack, open=False) for pack in being.packs])
            scene.record("packs_closed", "nb.container.order", who=being.id)


# ---------------------------------------------------------------- chests


def all_chests(scene: Scene) -> dict[str, Chest]:
    """The chests that stand in a zone, by what they are called: first those that the party has seen."""
    standing = [chest for chest in scene.chests if "/" not in chest.at]
    if scene.unseen:
        standing.sort(key=lambda chest: chest.at in scene.unseen)
    return dict(zip(numbered(CHEST, (chest.name for chest in standing)), standing, strict=True))


def known_chests(scene: Scene, being: Being) -> dict[str, Chest]:
    """The chests somebody can name; the party only those that it has seen."""
    return {n: c for n, c in all_chests(scene).items() if being.side != PARTY or c.at not in scene.unseen}


def change_chest(scene: Scene, old: Chest, new: Chest) -> None:
    place = next(number for number, chest in enumerate(scene.chests) if chest is old)
    scene.chests = (*scene.chests[:place], new, *scene.chests[place + 1 :])


def nested_chests(scene: Scene) -> list[Nest[Chest]]:
    """The chests that stand in a zone, each with those in it. The others are listed in the order in which one comes
    upon them; where none is listed, it is shut and empty."""
    lying: dict[tuple[str, str], list[Chest]] = {}
    for chest in reversed(scene.chests):
        lying.setdefault((chest.at, chest.name), []).append(chest)

    def nest(chest: Chest) -> Nest[Chest]:
        inner = []
        for thing in chest.contents:
            if container(scene, thing) is not None:
                there = lying.get((inside_of(chest), thing))
                inner.append(nest(there.pop() if there else Chest(thing, inside_of(chest))))
        return Nest(chest, inner)

    return [nest(chest) for chest in scene.chests if "/" not in chest.at]


def inside_of(chest: Chest) -> str:
    """Where those stand that lie in it."""
    return f"{chest.at}/{chest.name}"


def list_chests(scene: Scene, found: Iterable[Nest[Chest]]) -> None:
    """All of them, so that `nested_chests` finds them as they lie."""
    scene.chests = tuple([nest.holder for nest in every(found)])


def set_down(scene: Scene, being: Being, pack: Pack, at: str) -> None:
    """A pack leaves its carrier, with all that lies in it, and stands in a zone."""
    list_chests(scene, [*nested_chests(scene), put_down(give_up(being, pack), at)])


def put_down(nest: Nest[Pack], at: str) -> Nest[Chest]:
    pack = nest.holder
    chest = Chest(pack.container, at, pack.contents, "open" if pack.open else "shut", known=True)
    return Nest(chest, [put_down(inner, inside_of(chest)) for inner in nest.inner])


def lift(scene: Scene, being: Being, chest: Chest) -> None:
    """A container is taken up from the ground."""
    nested = nested_chests(scene)
    nest = nest_of(nested, chest)
    nested.remove(nest)
    list_chests(scene, nested)
    receive(being, lifted(nest))


def lifted(nest: Nest[Chest]) -> Nest[Pack]:
    chest = nest.holder
    return Nest(Pack(chest.name, chest.contents, chest.state == "open"), [lifted(inner) for inner in nest.inner])


def take_out_of_chest(scene: Scene, being: Being, chest: Chest, thing: str) -> None:
    """A thing comes out of a chest; a container is somebody's from now on."""
    nested = nested_chests(scene)
    nest = nest_of(nested, chest).take(thing)
    list_chests(scene, nested)
    if nest is not None:
        receive(being, lifted(nest))


def put_inside_chest(scene: Scene, being: Being, chest: Chest, thing: str, depth: int, moved: Pack | None) -> None:
    """A thing goes into a chest, below so many others; a container, `moved`, with what is in it."""
    nest = put_down(give_up(being, moved), inside_of(chest)) if moved is not None else None
    nested = nested_chests(scene)
    nest_of(nested, chest).put(thing, depth, nest)
    list_chests(scene, nested)


# ---------------------------------------------------------------- room


def cannot_hold(scene: Scene, name: str, contents: tuple[str, ...], thing: str) -> Refusal | None:
    """nb.container.slots: why a container does not take a thing in. What is in a container does not count again."""
    if container(scene, thing) is not None and scene.options["opt_no_nesting"]:
        return Refusal("no container goes into another", "nb.container.slots")
    holder = container(scene, name)
    if holder is None:
        return None
    left = holder.holds - sum([item(scene, inside).slots for inside in contents])
    needed = item(scene, thing).slots
    if needed > left:
        rule = "nb.shield.slots" if thing in scene.library.shelves["shield"] else "nb.container.slots"
        return Refusal(f"{item(scene, thing).name} takes {needed} slots, and {holder.name} has {left} free", rule)
    return None
