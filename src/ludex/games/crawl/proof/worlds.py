"""Scenes that differ only in what a seat may not know: who is in stealth where, and who else it could be.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.drawing import Pick, one_of
from ludex.core.kernel.procedure import GM
from ludex.games.crawl.book.map.ground import fills
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.build.from_content import make_being
from ludex.games.crawl.scene.views import leave_out
from ludex.games.crawl.state import Being, Scene


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    if seat == GM:
        return
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = tuple([being.id for being in scene.beings.values() if unknown_to(scene, being, side)])
    if not unseen:
        return
    yield elsewhere(scene, unseen, pick)
    yield others(scene, unseen, pick)
    if scene.turns.current not in unseen:
        yield without(scene, unseen)


def without(scene: Scene, unseen: tuple[str, ...]) -> Scene:
    """Nobody lurks at all."""
    other = scene.fork()
    leave_out(other, frozenset(unseen))
    return other


def elsewhere(scene: Scene, unseen: tuple[str, ...], pick: Pick) -> Scene:
    """Who lurks does so somewhere else."""
    other = scene.fork()
    for name in unseen:
        move(other, other.beings[name], pick)
    return other


def others(scene: Scene, unseen: tuple[str, ...], pick: Pick) -> Scene:
    """Somebody else lurks: another sheet, other wounds, other things."""
    other = scene.fork()
    for name in unseen:
        lurker = other.beings[name]
        entry = one_of(scene.library.all("enemy"), pick)
        drawn = make_being(scene, entry, name)
        lurker.sheet = replace(drawn.sheet, size=lurker.sheet.size, pc=lurker.sheet.pc)
        lurker.name, lurker.hands, lurker.worn = drawn.name, drawn.hands, drawn.worn
        lurker.pack, lurker.unloaded, lurker.ability = drawn.pack, (), ()
        lurker.hp = 1 + pick(drawn.hp)
        lurker.ep = pick(drawn.ep + 1)
        lurker.facing = pick(len(scene.board.directions))
        lurker.keep(lambda condition: condition.name == "Hidden")
        lurker.readied = None
    return other


def move(scene: Scene, being: Being, pick: Pick) -> None:
    """To any cell with room for them."""
    taken = [cell for o in scene.beings.values() if o.here and o is not being for cell in scene.cells(o)]
    free = [
        cell
        for cell in sorted(scene.board.cells)
        if not any([fills(scene, part) or part in taken for part in scene.body(being, cell)])
    ]
    being.at = one_of(free, pick) if free else being.at
