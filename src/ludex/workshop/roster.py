"""Who can be put into a scene: everybody of the content, from easy to hard, each with what a game master wants to see
of them at a glance."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from ludex.core.content.content import Library
from ludex.core.game import Game
from ludex.core.scene.shape import PEOPLE
from ludex.core.show.looks import being_look
from ludex.workshop.card import alone
from ludex.workshop.ground import Ground

ORDER = ("enemy", "npc", "object", "character")  # of kinds, in the list


class RosterLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who can be put into a scene. `hp`: the most of their first pool. `price` in `unit`: what they cost,
    where the game counts that. `of`: the title of the pack that has them; empty for the game's own."""

    id: str = msgspec.field(name="from")
    kind: str
    name: str
    side: str
    level: int | None
    price: int | None
    unit: str
    hp: int
    summary: list[tuple[str, str]]
    text: str
    look: str
    picture: str
    of: str


def roster(ground: Ground) -> list[RosterLine]:
    """Those whom nobody can make have a fault, which is told where they are made."""
    found, shelves = [], ground.library.shelves
    for kind in (kind for kind in ORDER if kind in shelves and kind in (*PEOPLE, "object")):
        for line in ground.lines(kind):
            with suppress(Exception):  # whatever is wrong with one, the others are listed
                found.append(_line(ground.game, ground.library, kind, line.id, line.of))

    def hardness(line: RosterLine) -> tuple[int, int, int]:
        return getattr(shelves[line.kind].entries[line.id], "difficulty", 0), line.level or 0, line.hp

    return sorted(found, key=lambda line: (ORDER.index(line.kind), *hardness(line), line.name))


def _line(game: Game[Any], library: Library, kind: str, id: str, of: str) -> RosterLine:
    entry = library.shelves[kind].entries[id]
    scene = alone(game, library, id)
    being = scene.beings["them"]
    pools = game.pools(scene, being)
    level = getattr(being.sheet, "level", None)
    bill = game.bills[kind](library, entry) if kind in game.bills else None
    return RosterLine(
        id=id,
        kind=kind,
        name=entry.name,
        side=being.side,
        level=level if isinstance(level, int) else None,
        price=bill.total if bill is not None else None,
        unit=bill.unit if bill is not None else "",
        hp=pools[0].most if pools else 0,
        summary=game.summary(scene, being),
        text=entry.text,
        look=being_look(scene, being, being.side == game.sides[0]),
        picture=entry.picture,
        of=of,
    )
