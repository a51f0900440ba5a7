"""Containers: what is in them from the top down, how much they hold, one inside another, carried or on the ground.

A container that somebody carries is a `Pack`, wherever on them it is; one that stands in a zone is a `Chest`. What lies
in a container goes with it: the chest of a container inside another stands at `zone/name of the outer one`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

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


def nested(being: Being) -> list[int]:
    """Which packs lie in another; of several of one name the last ones do."""
    inside = [thing for pack in being.packs for thing in pack.contents]
    found: list[int] = []
    for number in range(len(being.packs) - 1, -1, -1):
        pack = being.packs[number]
        if not pack.worn and pack.container in inside:
            inside.remove(pack.container)
            found.append(number)
    return found


def packs_at_hand(being: Being) -> dict[str, Pack]:
    """The packs that can be got at: not in another, or on the top of an open one that can be got at."""
    called = all_packs(being)
    inner = [list(called)[number] for number in nested(being)]
    found = {name: pack for name, pack in called.items() if name not in inner}
    tops = [pack.contents[0] for pack in found.values() if pack.open and pack.contents]
    while tops:
        top = tops.pop()
        for name in inner:
            pack = called[name]
            if pack.container == top and name not in found:
                found[name] = pack
                if pack.open and pack.contents:
                    tops.append(pack.contents[0])
                break
    return found


def change_pack(being: Being, old: Pack, new: Pack) -> None:
    place = next(number for number, pack in enumerate(being.packs) if pack is old)
    being.packs = (*being.packs[:place], new, *being.packs[place + 1 :])


def outer(being: Being, name: str) -> int:
    """Which pack of that name is meant: the first that lies in no other, and rather one that is not worn."""
    inner = nested(being)
    found = [n for n, pack in enumerate(being.packs) if pack.container == name and n not in inner]
    return min(found, key=lambda number: being.packs[number].worn)


def to_front(being: Being, number: int) -> None:
    """It lies in no other pack from now on."""
    pack = being.packs[number]
    being.packs = (pack, *being.packs[:number], *being.packs[number + 1 :])


def to_back(being: Being, number: int) -> None:
    """It lies in another pack from now on, and is not worn."""
    pack = replace(being.packs[number], worn=False)
    being.packs = (*being.packs[:number], *being.packs[number + 1 :], pack)


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


def set_down(scene: Scene, being: Being, number: int, at: str) -> None:
    """A pack leaves its carrier, with all that lies in it."""
    pack = being.packs[number]
    inner = [being.packs[n] for n in nested(being)]
    being.packs = (*being.packs[:number], *being.packs[number + 1 :])
    scene.chests = (
        *scene.chests,
        Chest(pack.container, at, pack.contents, "open" if pack.open else "shut", known=True),
    )
    for thing in pack.contents:
        for found in inner:
            if found.container == thing:
                inner.remove(found)
                place = next(n for n, own in enumerate(being.packs) if own is found)
                set_down(scene, being, place, f"{at}/{pack.container}")
                break


def lift(scene: Scene, being: Being, chest: Chest) -> None:
    """A container is somebody's from now on, with all that lies in it."""
    change_chest(scene, chest)
    being.packs = (Pack(chest.name, chest.contents, chest.state == "open"), *being.packs)
    for thing in chest.contents:
        inside = chest_at(scene, thing, f"{chest.at}/{chest.name}")
        if inside is not None:
            lift(scene, being, inside)
            to_back(being, 0)
        elif container(scene, thing) is not None:
            being.packs = (*being.packs, Pack(thing))


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
