"""Line of sight and cover: who sees whom, what stands between two cells, and who is known to be where."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.derived import Basis, derived
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.state import BROAD, Being, Cover, Scene

WHOLE = 100  # percent: such cover blocks the view


def line(scene: Scene, one: Being, other: Being) -> tuple[Cell, Cell]:
    """The cells between whose centres a line is drawn: the nearest of the two bodies."""
    if one.sheet.size < BROAD and other.sheet.size < BROAD:
        return one.at, other.at
    return scene.board.nearest(scene.cells(one), scene.cells(other))


# ---------------------------------------------------------------- what blocks the view


def clear(scene: Scene, a: Cell, b: Cell) -> bool:
    """tc.los: the straight line between two centres enters no cell that is filled: a wall, a shut door, whole cover.
    Partial cover and characters block nothing; what stands at the ends does not hide them."""
    scene.cite("tc.los")
    return scene.board.sight(a, b, filled(scene, a, b))


def filled(scene: Scene, a: Cell, b: Cell) -> frozenset[Cell]:
    """The cells that doors and cover fill, but for both ends of a line."""
    whole = opaque(scene)
    return whole - {a, b} if a in whole or b in whole else whole


@derived(Basis(scene="doors cover"))
def opaque(scene: Scene) -> frozenset[Cell]:
    """The cells that doors and cover fill."""
    shut = [door.at for door in scene.doors if not door.open]
    return frozenset([*shut, *[each.at for each in scene.cover if each.percent >= WHOLE]])


def cover_between(scene: Scene, attacker: Being, target: Being) -> Cover | None:
    """tc.cover: the object on the line that hides most of the target."""
    if not scene.cover:
        return None
    return cover_on_line(scene, *line(scene, attacker, target))


@derived(Basis(scene="board cover", shared=False))
def cover_on_line(scene: Scene, a: Cell, b: Cell) -> Cover | None:
    """Of all objects whose cell the line crosses inside, the one of the highest percentage; of equals the nearest."""
    between = [cell for cell in scene.board.crossed(a, b) if cell not in (a, b)]
    met = [each for cell in between for each in scene.cover if each.at == cell]
    return max(met, key=lambda each: each.percent, default=None)


# ---------------------------------------------------------------- who knows of whom


def knows(scene: Scene, one: Being, other: Being) -> bool:
    """Does somebody know where another is? Who is Hidden is known to their friends and to those who have found them."""
    return "Hidden" not in other.states or one.side == other.side or one.id in other.found_by


def unknown_to(scene: Scene, being: Being, side: str) -> bool:
    """Hidden, and found by nobody of that side."""
    if "Hidden" not in being.states or being.side == side:
        return False
    return not any([scene.beings[name].side == side for name in being.found_by if name in scene.beings])


def sees(scene: Scene, one: Being, other: Being) -> bool:
    """tc.los: an unblocked line, eyes that see, and nobody that hides from them."""
    if one is other:
        return True
    if one.senseless or counts(one, "Blind") or not knows(scene, one, other):
        return False
    return clear(scene, *line(scene, one, other))
