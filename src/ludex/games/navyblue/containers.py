"""Containers: what is in them from the top down, how much they hold, one inside another, carried or on the ground.

A container that somebody carries is a `Pack`, wherever on them it is; one that stands in a zone is a `Chest`. What lies
in a container goes with it: the chest of a container inside another stands at `zone/name of the outer one`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ludex.core.ruling import Refusal
from ludex.games.navyblue.being import PARTY, Being, Chest, Pack, Scene
from ludex.games.navyblue.content_kinds import Container
from ludex.games.navyblue.features import item

PACK = "pack:"
CHEST = "chest:"


def without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """One of them less."""
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


# ---------------------------------------------------------------- packs


def all_packs(being: Being) -> dict[str, Pack]:
    """Every container that somebody carries, by what it is called."""
    return dict(zip(numbered(PACK, (pack.container for pack in being.packs)), being.packs, strict=True))


@dataclass(slots=True, eq=False)
class Nest:
    """A pack, and the packs that lie in it, from its top down."""

    pack: Pack
    inner: list[Nest]

    def all(self) -> list[Pack]:
        """It, and all that lie in it, in the order in which one comes upon them."""
        return [self.pack, *(pack for nest in self.inner for pack in nest.all())]


def nests(packs: tuple[Pack, ...]) -> list[Nest]:
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

    def nest(pack: Pack) -> Nest:
        return Nest(pack, [nest(lying[thing].pop()) for thing in pack.contents if lying.get(thing)])

    found = [nest(pack) for pack in reversed(outside)]
    return [*found, *(Nest(pack, []) for left in lying.values() for pack in left)]  # and what is listed otherwise


def listed(found: Iterable[Nest]) -> tuple[Pack, ...]:
    """All of them, so that `nests` finds them as they lie."""
    outside = list(found)
    return (*(nest.pack for nest in outside), *(pack for nest in outside for pack in nest.all()[1:]))


def nest_of(found: Iterable[Nest], pack: Pack) -> Nest | None:
    for nest in found:
        meant = nest if nest.pack is pack else nest_of(nest.inner, pack)
        if meant is not None:
            return meant
    return None


def packs_within(being: Being, pack: Pack) -> list[Pack]:
    """A pack, and all that lie in it."""
    nest = nest_of(nests(being.packs), pack)
    return nest.all() if nest is not None else []


def inner_pack(being: Being, pack: Pack, name: str) -> Pack | None:
    """The topmost container of that name that lies in a pack itself."""
    nest = nest_of(nests(being.packs), pack)
    inner = [deeper.pack for deeper in nest.inner] if nest is not None else []
    return next((found for found in inner if found.container == name), None)


def packs_at_hand(being: Being) -> dict[str, Pack]:
    """The packs that can be got at: not in another, or on the top of an open one that can be got at."""
    found = nests(being.packs)
    for nest in found:  # which grows meanwhile
        if nest.pack.open and nest.inner and nest.inner[0].pack.container == nest.pack.contents[0]:
            found.append(nest.inner[0])
    at_hand = [nest.pack for nest in found]
    return {name: pack for name, pack in all_packs(being).items() if any(pack is near for near in at_hand)}


def change_pack(being: Being, old: Pack, new: Pack) -> None:
    place = next(number for number, pack in enumerate(being.packs) if pack is old)
    being.packs = (*being.packs[:place], new, *being.packs[place + 1 :])


def outer(being: Being, name: str) -> Pack:
    """Which pack of that name is meant: the first that lies in no other, and rather one that is not worn."""
    return min([n.pack for n in nests(being.packs) if n.pack.container == name], key=lambda pack: pack.worn)


def to_front(being: Being, pack: Pack) -> None:
    """Of the packs that lie in no other it is the first."""
    being.packs = listed(sorted(nests(being.packs), key=lambda nest: nest.pack is not pack))


def take_out_of(being: Being, pack: Pack, thing: str) -> Pack:
    """A thing comes out of a pack, of several alike the topmost; a container with what is in it. Gives what is left."""
    found = nests(being.packs)
    holder = nest_of(found, pack)
    assert holder is not None
    holder.pack = replace(pack, contents=without(pack.contents, thing))
    inner = next((nest for nest in holder.inner if nest.pack.container == thing), None)
    if inner is not None:
        holder.inner.remove(inner)
        found.insert(0, inner)
    being.packs = listed(found)
    return holder.pack


def put_inside(being: Being, pack: Pack, thing: str, depth: int, moved: Pack | None) -> None:
    """A thing goes into a pack, below so many others; a container, `moved`, with what is in it."""
    found = nests(being.packs)
    holder = nest_of(found, pack)
    assert holder is not None
    if moved is not None:
        nest = next(nest for nest in found if nest.pack is moved)
        found.remove(nest)
        nest.pack = replace(moved, worn=False)
        names = [inner.pack.container for inner in holder.inner]
        holder.inner.insert(sum([above in names for above in pack.contents[:depth]]), nest)
    holder.pack = replace(pack, contents=(*pack.contents[:depth], thing, *pack.contents[depth:]))
    being.packs = listed(found)


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
    """Those of which somebody can speak: the party has heard of none that it has not seen."""
    return {n: c for n, c in all_chests(scene).items() if being.side != PARTY or c.at not in scene.unseen}


def change_chest(scene: Scene, old: Chest, *new: Chest) -> None:
    place = next(number for number, chest in enumerate(scene.chests) if chest is old)
    scene.chests = (*scene.chests[:place], *new, *scene.chests[place + 1 :])


def set_down(scene: Scene, being: Being, pack: Pack, at: str) -> None:
    """A pack leaves its carrier, with all that lies in it."""
    found = nests(being.packs)
    being.packs = listed(nest for nest in found if nest.pack is not pack)
    stand([nest for nest in found if nest.pack is pack], scene, at)


def stand(found: Iterable[Nest], scene: Scene, at: str) -> None:
    for nest in found:
        pack = nest.pack
        chest = Chest(pack.container, at, pack.contents, "open" if pack.open else "shut", known=True)
        scene.chests = (*scene.chests, chest)
        stand(nest.inner, scene, f"{at}/{pack.container}")


def lift(scene: Scene, being: Being, chest: Chest) -> None:
    """A container is somebody's from now on, with all that lies in it."""
    being.packs = listed([lifted(scene, chest), *nests(being.packs)])


def lifted(scene: Scene, chest: Chest) -> Nest:
    change_chest(scene, chest)
    inner: list[Nest] = []
    for thing in chest.contents:
        inside = chest_at(scene, thing, f"{chest.at}/{chest.name}")
        if inside is not None:
            inner.append(lifted(scene, inside))
        elif container(scene, thing) is not None:
            inner.append(Nest(Pack(thing), []))
    return Nest(Pack(chest.name, chest.contents, chest.state == "open"), inner)


def chest_at(scene: Scene, name: str, at: str) -> Chest | None:
    for chest in scene.chests:
        if chest.name == name and chest.at == at:
            return chest
    return None


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
