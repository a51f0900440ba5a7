"""Ids that tell nothing of who is hidden, for a scene that people play who may not know all of it.

A scene file has ids that its author can read: `crab_2` beside `crab_1` and `crab_3`. Whoever is shown only the first
and the third knows that there is another. So those whom the players do not know have ids that nobody guesses, and the
others are numbered as if there were nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import blake2b
from itertools import count
from typing import Any

from ludex.core.kernel.renaming import rename
from ludex.core.kernel.scene import Scene
from ludex.core.scene.namesakes import called_so

NUMBERED = re.compile(r"(.*\D)(\d{1,4})")  # whoever has a longer number was not counted


def hide_ids(scene: Scene[Any], known: Scene[Any], kept: Collection[str], secret: str) -> dict[str, str]:
    """New ids, drawn from a secret, for those who are not known by their name, and no gaps among the others. The ids
    in `kept` stay. Gives the new ids by the old."""
    hidden = [being.id for being in scene.beings.values() if not called_so(known, being) and being.id not in kept]
    if not hidden:
        return {}
    drawn = {id_: f"somebody_{_drawn(secret, number)}" for number, id_ in enumerate(hidden)}
    ids = {**_without_gaps(scene, frozenset(hidden), kept), **drawn}
    rename(scene, ids)
    return ids


def _drawn(secret: str, number: int) -> str:
    return blake2b(f"{secret} {number}".encode(), digest_size=6).hexdigest()


def _without_gaps(scene: Scene[Any], hidden: frozenset[str], kept: Collection[str]) -> dict[str, str]:
    """`crab_3` becomes `crab_2` where that one is hidden."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for id_ in scene.beings:
        if id_ not in kept and (numbered := NUMBERED.fullmatch(id_)):
            groups.setdefault(numbered[1], []).append((int(numbered[2]), id_))
    found: dict[str, str] = {}
    for stem, ids in groups.items():
        if any(id_ in hidden for _, id_ in ids):
            free = (name for number in count(min(ids)[0]) if (name := f"{stem}{number}") not in kept)
            found |= {id_: next(free) for _, id_ in ids if id_ not in hidden}
    return found
