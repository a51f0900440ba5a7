"""Scenes that differ only in what a seat may not know: who is in stealth where, and who else it could be.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.drawing import Pick, elsewhere, one_of, others, without
from ludex.core.kernel.procedure import GM
from ludex.games.crawl.book.map.ground import fills
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.build.from_content import make_being
from ludex.games.crawl.state import Being, Scene


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    if seat == GM:
        return
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = tuple([being.id for being in scene.beings.values() if unknown_to(scene, being, side)])
    if not unseen:
        return
    yield elsewhere(scene, unseen, room_for, pick)
    yield others(scene, unseen, stranger, pick)
    if scene.turns.current not in unseen:
        yield without(scene, unseen)


def room_for(scene: Scene, being: Being) -> list[Cell]:
    taken = [cell for o in scene.beings.values() if o.here and o is not being for cell in scene.cells(o)]
    return [
        cell
        for cell in sorted(scene.board.cells)
        if not any([fills(scene, part) or part in taken for part in scene.body(being, cell)])
    ]


def stranger(scene: Scene, lurker: Being, pick: Pick) -> None:
    """Another sheet, other wounds, other things."""
    drawn = make_being(scene, one_of(scene.library.all("enemy"), pick), lurker.id)
    lurker.sheet = replace(drawn.sheet, size=lurker.sheet.size, pc=lurker.sheet.pc)
    lurker.name, lurker.hands, lurker.worn = drawn.name, drawn.hands, drawn.worn
    lurker.pack, lurker.unloaded, lurker.ability = drawn.pack, (), ()
    lurker.hp = 1 + pick(drawn.hp)
    lurker.ep = pick(drawn.ep + 1)
    lurker.facing = pick(len(scene.board.directions))
    lurker.keep(lambda condition: condition.name == "Hidden")
    lurker.readied = None
