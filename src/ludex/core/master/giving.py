"""The game master gives somebody a thing of the content: found, bought, or left to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ludex.core.kernel.action import Registry
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Being, Scene
from ludex.core.master.calls import being, free, whole
from ludex.core.scene.staged import staged_of

MOST = 20  # at once

Receive = Callable[[Any, Any, str], None]
Fits = Callable[[Any, Any, str], Refusal | None]


def is_grown_on(entry: Any) -> bool:
    """Is it a part of somebody's body, in games whose weapons may be?"""
    return bool(getattr(entry, "natural", False))


def add_giving(registry: Registry, kinds: Iterable[str], receive: Receive, fits: Fits | None = None) -> None:
    """Put the command into the register of a game: things of these kinds, how somebody gets hold of one of them, and
    what is against it."""
    shelves = tuple(kinds)

    def things(scene: Scene[Any], *chosen: object) -> Iterator[Plain]:
        entries = [entry for kind in shelves for entry in scene.library.offered(kind)]
        yield from dict.fromkeys(entry.id for entry in entries if not is_grown_on(entry))  # one may be of two kinds

    def may_have(scene: Scene[Any], to: Being, thing: str, count: int) -> Refusal | None:
        entries = {name: entry for kind in shelves for name, entry in scene.library.shelves[kind].entries.items()}
        if thing not in entries or is_grown_on(entries[thing]):
            raise BadInput(no_such("thing", thing, entries))
        return fits(scene, to, thing) if fits is not None else None

    async def give(scene: Scene[Any], to: Being, thing: str, count: int) -> None:
        """Somebody gets a thing, or several alike: found, bought, or left to them."""
        for _ in range(count):
            receive(scene, to, thing)
        told = "" if to.side == staged_of(scene).sides[0] else to.side  # what others carry is theirs to know
        scene.record("given", GM, seen_by=told, who=to.id, thing=thing, count=count)

    args = being("to"), free("thing", values=things), whole("count", 1, least=1, most=MOST)
    registry.gm("give", GM, *args, fits=may_have, label="Give a thing")(give)
