"""Moving somebody about by an upgrade: Bully, and what Martial Artist does to whoever is hit well.

Neither needs a Condition Check; immunities hold as they do against Brawl.
"""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.timing import DECLINE
from ludex.games.vitality.book.characters.features import immune
from ludex.games.vitality.book.characters.scores import attribute
from ludex.games.vitality.book.characters.space import directions_around
from ludex.games.vitality.book.movement.grabbing import grab
from ludex.games.vitality.book.movement.pushing import knock_prone, shove, slide_of
from ludex.games.vitality.state import Being, Scene

GRAB, MOVE, PRONE = "grab", "move", "prone"
HOLDS = {GRAB: "Grabbed", MOVE: "moved", PRONE: "Prone"}  # what somebody may be immune to

# ---------------------------------------------------------------- Bully


def may_bully(scene: Scene, attacker: Being, target: Being) -> None:
    """vt.up.bully: whoever is weaker and was damaged can be moved by the difference of Power."""
    spaces = attribute(attacker, "power") - attribute(target, "power")
    if spaces > 0 and target is not attacker:
        may_move(scene, attacker, target, spaces, "vt.up.bully")


# ---------------------------------------------------------------- Martial Artist


def may_manhandle(scene: Scene, attacker: Being, target: Being, spaces: int, melee: bool) -> None:
    if ways_to_manhandle(scene, attacker, target, spaces):
        scene.next(manhandles(attacker, target, spaces, melee))


def ways_to_manhandle(scene: Scene, attacker: Being, target: Being, spaces: int) -> tuple[str, ...]:
    if attacker.senseless or not target.here:
        return ()
    ways = [way for way, name in HOLDS.items() if not immune(scene, target, name)]
    return tuple([way for way in ways if way != MOVE or ways_to_move(scene, attacker, target, spaces)])


@step("vt.up.martial_artist")
async def manhandles(scene: Scene, attacker: Being, target: Being, spaces: int, melee: bool) -> None:
    """The attacker holds the target, moves them, knocks them down, or lets them be."""

    def ways() -> tuple[str, ...]:
        return (DECLINE, *ways_to_manhandle(scene, attacker, target, spaces))

    if ways() == (DECLINE,):
        return
    about: dict[str, Plain] = {"by": attacker.id, "target": target.id, "spaces": spaces}
    rule = "vt.up.martial_artist"
    way = await ask(scene, attacker.id, lambda: OneOf(ways()), rule=rule, about=about, default=lambda: ways()[-1])
    if way == GRAB:
        grab(scene, attacker, target, melee)
    elif way == PRONE:
        knock_prone(scene, target, attacker)
    elif way == MOVE:
        may_move(scene, attacker, target, spaces, rule)


# ---------------------------------------------------------------- where to


def may_move(scene: Scene, attacker: Being, target: Being, spaces: int, rule: str) -> None:
    if ways_to_move(scene, attacker, target, spaces):
        scene.next(moves(attacker, target, spaces, rule))


def ways_to_move(scene: Scene, attacker: Being, target: Being, spaces: int) -> dict[Cell, tuple[int, int]]:
    """The spaces in the straight directions up to so far, each with its direction and distance."""
    if attacker.senseless or not target.here or immune(scene, target, "moved"):
        return {}
    slides = [(way, slide_of(scene, target, way, spaces).way) for way in directions_around(scene)]
    return {cell: (way, far) for way, spots in slides for far, (cell, _) in enumerate(spots, 1)}


@step()
async def moves(scene: Scene, attacker: Being, target: Being, spaces: int, rule: str) -> None:
    """The attacker says where the target is to go, or leaves them where they are."""
    scene.cite(rule)

    def ways() -> dict[Cell, tuple[int, int]]:
        return ways_to_move(scene, attacker, target, spaces)

    def farthest() -> Plain:
        return max(ways(), key=lambda cell: scene.board.distance(cell, attacker.at), default=DECLINE)

    if not ways():
        return
    about: dict[str, Plain] = {"by": attacker.id, "target": target.id, "spaces": spaces}
    where = await ask(scene, attacker.id, lambda: OneOf((DECLINE, *ways())), rule=rule, about=about, default=farthest)
    if where != DECLINE:
        way, far = ways()[where]
        shove(scene, target, way, far, rule, attacker, collides=False)
