"""The tables of a scene file that only Vitality has, [[things]], [[traps]], [[wards]], [[portals]] and [[hazards]]:
what they name is there, and lies on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.content.content import ContentError
from ludex.core.kernel.english import there_are
from ludex.core.scene import shape as setup
from ludex.core.scene.shape import Shape
from ludex.games.vitality.book.attacks.built import attacks_of
from ludex.games.vitality.state import Hazard, Portal, Scene, Thing, Trap, Ward

LISTS: dict[str, type[Any]] = {"things": Thing, "traps": Trap, "wards": Ward, "portals": Portal, "hazards": Hazard}


def read_lists(shape: Shape, scene: Scene, tables: Mapping[str, Any], where: str) -> None:
    for key in LISTS:
        setattr(scene, key, setup.read_list(shape, tables, key, where))


def check_lists(scene: Scene, where: str) -> None:
    """Owners, attacks and spaces that entries name must be there; no two things have one name."""
    for problem in _problems(scene):
        raise ContentError(f"{where}, field {problem}")


def _problems(scene: Scene) -> Iterator[str]:
    names = [thing.name for thing in scene.things]
    for number, thing in enumerate(scene.things):
        yield from _off_board(scene, [thing.at], f"things[{number}].at")
        if thing.lbs < 0:
            yield f"things[{number}].lbs: expected 0 or more, not {thing.lbs} [vt.capacity.free]"
        if names.count(thing.name) > 1 or thing.name in scene.beings:
            yield f"things[{number}].name: there is something else with the name {thing.name!r}"
    for number, trap in enumerate(scene.traps):
        yield from _off_board(scene, [trap.at], f"traps[{number}].at")
        yield from _not_owned(scene, trap.owner, trap.attack, f"traps[{number}]")
    for number, ward in enumerate(scene.wards):
        yield from _off_board(scene, ward.cells, f"wards[{number}].cells")
        for name in (ward.owner, *ward.against):
            yield from _nobody(scene, name, f"wards[{number}]")
    for number, portal in enumerate(scene.portals):
        yield from _off_board(scene, (portal.one, portal.other), f"portals[{number}]")
        yield from _nobody(scene, portal.owner, f"portals[{number}].owner")
    for number, hazard in enumerate(scene.hazards):
        yield from _off_board(scene, hazard.cells, f"hazards[{number}].cells")
        yield from _not_owned(scene, hazard.owner, hazard.attack, f"hazards[{number}]")
    yield from _off_board(scene, scene.civilians, "scene.civilians")
    yield from _off_board(scene, scene.tunnels, "scene.tunnels")
    if scene.leads:
        yield from _nobody(scene, scene.leads, "scene.leads")


def _off_board(scene: Scene, cells: Iterable[Cell], spot: str) -> Iterator[str]:
    for cell in cells:
        if cell not in scene.board.cells:
            yield f"{spot}: {scene.board.off(cell)} [vt.move.board]"


def _nobody(scene: Scene, name: str, spot: str) -> Iterator[str]:
    if name not in scene.beings:
        yield f"{spot}: there is no being {name!r}; {there_are(name, scene.beings)}"


def _not_owned(scene: Scene, owner: str, attack: str, spot: str) -> Iterator[str]:
    if owner not in scene.beings:
        yield from _nobody(scene, owner, f"{spot}.owner")
    elif attack not in attacks_of(scene.beings[owner]):
        known = attacks_of(scene.beings[owner])
        yield f"{spot}.attack: {owner} has no attack {attack!r}; {there_are(attack, known)}"
