"""Several of one name: they are numbered in the order in which the players come to know them, so that no number is
missing where somebody is hidden. Until then one of them is called `Pit Crab (unseen)`, which only the game master and
their own side read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from ludex.core.kernel.scene import Scene

NUMBERED = re.compile(r"(.+) (\d{1,4})")  # whoever has a longer number was not counted
UNSEEN = re.compile(r"(.+) \(unseen(?: \d+)?\)")


def number_namesakes(scene: Scene[Any], tables: Mapping[str, Any], known: Scene[Any]) -> None:
    """Pit Crab 1, Pit Crab 2: several of one entry that the file does not name, and, whoever has named them, several of
    whom the players do not know all. Those who are known, by their name and in their view, are called as if there were
    nobody else."""
    given = tables.get("beings", {})
    for name, namesakes in alike(scene, given).items():
        hidden = [being for being in namesakes if not called_so(known, being)]
        for being in hidden:
            being.name = unseen_name(scene, name)
        others = [being for being in namesakes if being not in hidden and (hidden or "name" not in given[being.id])]
        for number, being in enumerate(others, 1):
            being.name = f"{name} {number}" if len(others) > 1 else name


def alike(scene: Scene[Any], given: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Those who share a name, but for a number that the file has put behind it, where they are several."""
    found: dict[str, list[Any]] = {}
    for id_, raw in given.items():
        being = scene.beings[id_]
        numbered = NUMBERED.fullmatch(being.name) if "name" in raw else None
        if "from" in raw or "name" not in raw or numbered is not None:
            found.setdefault(numbered[1] if numbered is not None else being.name, []).append(being)
    return {name: beings for name, beings in found.items() if len(beings) > 1}


def called_so(known: Scene[Any], being: Any) -> bool:
    """Is somebody known to be there, and by their own name?"""
    return being.id in known.beings and known.beings[being.id].name == being.name


def come_to_light(scene: Scene[Any], being: Any) -> None:
    """The players see somebody for the first time, who gets the next number of their name, and keeps it."""
    unseen = UNSEEN.fullmatch(being.name)
    if unseen is not None:
        being.name = next_name(unseen[1], names_in(scene))


def next_name(wanted: str, taken: Iterable[str]) -> str:
    """The name itself where nobody has it, else with the number after the last of those who have."""
    names = frozenset(taken)
    counted = [found for name in names if (found := NUMBERED.fullmatch(name)) and found[1] == wanted]
    if wanted not in names and not counted:
        return wanted
    last = max((int(found[2]) for found in counted), default=1)
    return next(name for number in count(last + 1) if (name := f"{wanted} {number}") not in names)


def unseen_name(scene: Scene[Any], wanted: str) -> str:
    """What somebody is called of whom the players know nothing."""
    taken = names_in(scene)
    numbered = (f"{wanted} (unseen {number})" for number in range(2, len(taken) + 3))
    return next(name for name in (f"{wanted} (unseen)", *numbered) if name not in taken)


def make_way(scene: Scene[Any], known: Scene[Any], name: str) -> None:
    """Somebody of this name comes in: who has it without being known to be there is unseen by name, too."""
    for being in scene.beings.values():
        if being.name == name and not called_so(known, being):
            being.name = unseen_name(scene, name)


def names_in(scene: Scene[Any]) -> list[str]:
    return [being.name for being in scene.beings.values()]
