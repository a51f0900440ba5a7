"""Portals: two linked spaces through which anybody may move and act.

vt.arch.move.portal: two spaces, each beside one end, are 1 apart through the pair; `space.py` and `footing.py` know
that. A pair stays until its maker's next turn starts, or until a new one is made.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, any_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.action_types import COMBAT_MODE, action
from ludex.games.vitality.book.characters.features import knacks, with_knack
from ludex.games.vitality.book.characters.scores import speed
from ludex.games.vitality.book.characters.space import read_space, spaces_beside
from ludex.games.vitality.book.movement.steps import budget, pay
from ludex.games.vitality.records.boon_effects import Portals
from ludex.games.vitality.state import Being, Portal, Scene

RULE = "vt.arch.move.portal"
OPENED = "open_portals"


def costs_distance(scene: Scene, being: Being) -> bool | None:
    """vt.moveability.list: does a pair cost the movement between its ends? Nothing when somebody makes no portals."""
    found = [effect.costs_distance for effect in knacks(scene, being) if isinstance(effect, Portals)]
    return all(found) if found else None


def may_open(scene: Scene, actor: Being) -> Refusal | None:
    dear = costs_distance(scene, actor)
    if dear is None:
        return Refusal(f"{actor.name} makes no portals", RULE)
    if not dear and scene.mode == COMBAT_MODE and actor.has_used(OPENED):
        return Refusal("one pair of portals a turn", RULE)
    if "Underground" in actor.states:
        return Refusal(f"{actor.name} is underground", RULE)
    return None


def spaces_in_range(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    near = scene.board.within(actor.at, speed(scene, actor))
    return [cell for cell in near if scene.board.open(cell) and cell not in chosen]


def fits_open(scene: Scene, actor: Being, one: Cell, other: Cell) -> Refusal | None:
    spaces = speed(scene, actor)
    for end in (one, other):
        if not scene.board.open(end):
            return Refusal("that is no open space", "vt.move.board")
        if scene.board.distance(actor.at, end) > spaces:
            return Refusal(f"both ends lie within {spaces} spaces", RULE)
    if one == other:
        return Refusal("the two ends are two spaces", RULE)
    left = budget(scene, actor)
    if left is not None and costs_distance(scene, actor) and scene.board.distance(one, other) > left:
        return Refusal(f"the two ends are at most {left} spaces apart now", "vt.moveability.list")
    return None


@action(
    "open_portals", rule=RULE, able=with_knack(Portals), may=may_open, fits=fits_open, label="Open portals",
    tags=("move",),
    args=(
        Arg("one", spaces_beside, sample=any_of(spaces_in_range), read=read_space),
        Arg("other", spaces_in_range, sample=any_of(spaces_in_range), read=read_space),
    ),
)  # fmt: skip
async def open_portals(scene: Scene, actor: Being, one: Cell, other: Cell) -> None:
    """Link two spaces within the range of the own movement; the pair before this one closes."""
    if costs_distance(scene, actor):
        scene.cite("vt.moveability.list")
        pay(scene, actor, scene.board.distance(one, other))
    elif scene.mode == COMBAT_MODE:
        actor.use(OPENED, "turn")
    close_portals(scene, actor)
    scene.portals = (*scene.portals, Portal(actor.id, one, other))
    scene.record("portals", RULE, who=actor.id, one=one, other=other)


def close_portals(scene: Scene, owner: Being) -> None:
    """The own turn starts, or a new pair is made."""
    if any([portal.owner == owner.id for portal in scene.portals]):
        scene.portals = tuple([portal for portal in scene.portals if portal.owner != owner.id])
        scene.record("portals_close", RULE, who=owner.id)
