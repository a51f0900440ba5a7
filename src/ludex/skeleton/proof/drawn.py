"""Scenes by luck: anybody of the content anywhere on a board of it, hurt in any way. They need only be possible."""

from __future__ import annotations

from typing import Any

from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_options, one_of, shuffled
from ludex.skeleton.build.from_content import find_fighter
from ludex.skeleton.state import FIGHT, PEACE


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> dict[str, Any]:
    """The tables of a scene file."""
    board = one_of(library.all("board"), pick)
    party = shuffled(library.shelves["character"].entries, pick)[: 1 + pick(2)]
    foes = [one_of(library.shelves["enemy"].entries, pick) for _ in range(1 + pick(3))]
    who = {name: name for name in party} | {f"foe_{number}": kind for number, kind in enumerate(foes, 1)}
    beings = {
        name: {
            "from": kind,
            "at": one_of(board.zones, pick).id,
            "health": pick(find_fighter(library, kind, "drawn").health + 1),
        }
        for name, kind in who.items()
    }
    standing = [name for name, being in beings.items() if being["health"]]
    fighting = {"mode": FIGHT, "turn": one_of(standing, pick)} if standing and pick(4) else {"mode": PEACE}
    options = draw_options(rulebook, pick)
    return {"game": "skeleton", "board": board.id, "beings": beings, "options": options, **fighting}
