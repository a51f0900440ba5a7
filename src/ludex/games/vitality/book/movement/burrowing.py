"""Burrowing: through the ground, by a way that closes or a tunnel that stays.

vt.arch.move.mole: soft ground at full speed, hard material at half; nobody stays underground but in a tunnel.
vt.moveability.list: Burrowing goes through earth at half speed, and a tunnel takes a Primary Action.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, any_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.master.calls import whether
from ludex.games.vitality.book.action_types import PRIMARY, action
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.space import aloft, ground, read_spaces
from ludex.games.vitality.book.movement.footing import BURROW, FAR, TUNNEL, Footing, Spot, way_in
from ludex.games.vitality.book.movement.steps import budget, cannot_move, leave_tunnel, travel
from ludex.games.vitality.records.boon_effects import Burrows
from ludex.games.vitality.state import Being, Scene

RULE = "vt.arch.move.mole"


def rule_for(being: Being) -> str:
    return RULE if being.sheet.movement == "mole" else "vt.moveability.list"


def way_below(
    scene: Scene, actor: Being, to: tuple[Cell, ...], tunnel: bool, stay: bool
) -> tuple[Footing, tuple[Spot, ...] | None]:
    """The way under the ground, and up again at its end."""
    footing = Footing(scene, actor, TUNNEL if tunnel else BURROW)
    path: tuple[Cell, ...] | None = to
    if to == (actor.at,):
        path = ()
    elif len(to) == 1 and scene.board.distance(actor.at, to[0]) != 1:
        path = footing.path(to[0])
    if path is None:
        return footing, None
    end = path[-1] if path else actor.at
    out = () if stay else ((end, ground(scene, end)),)
    return footing, (*footing.spots(path), *out)


def may_burrow(scene: Scene, actor: Being) -> Refusal | None:
    digs = knack(scene, actor, Burrows) is not None
    if not digs and actor.at not in scene.tunnels and "Underground" not in actor.states:
        return Refusal(f"{actor.name} does not burrow, and there is no tunnel", RULE)
    if (refusal := cannot_move(scene, actor)) is not None:
        return refusal
    if aloft(scene, actor):
        return Refusal(f"{actor.name} is in the air", RULE)
    if budget(scene, actor) == 0 and "Underground" not in actor.states:
        return Refusal("the movement is used up", "vt.move.speed")
    return None


def fits_burrow(scene: Scene, actor: Being, to: tuple[Cell, ...], tunnel: bool, stay: bool) -> Refusal | None:
    if tunnel and knack(scene, actor, Burrows) is None:
        return Refusal(f"{actor.name} does not burrow", RULE)
    footing, way = way_below(scene, actor, to, tunnel, stay)
    if not way:
        return Refusal("there is no way there", RULE)
    if to == (actor.at,) and "Underground" not in actor.states:
        return Refusal(f"{actor.name} is there already", RULE)
    end = way[-1][0]
    if stay and not tunnel and end not in scene.tunnels:
        return Refusal("nobody stays underground without a tunnel", rule_for(actor))
    price = footing.price(way, budget(scene, actor))
    return price if isinstance(price, Refusal) else None


class TunnelCost:
    """vt.moveability.list: whoever is no Mole pays for a tunnel with the Primary Action."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return PRIMARY.refusal(scene, actor, args) if args and args[1] and self.dear(scene, actor) else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if args[1] and self.dear(scene, actor):
            PRIMARY.pay(scene, actor, args)

    def dear(self, scene: Scene, actor: Being) -> bool:
        digs = knack(scene, actor, Burrows)
        return digs is not None and digs.tunnel_is_primary


def ends_below(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every space to which somebody could go under the ground, as the cheapest path to it."""
    footing = Footing(scene, actor, BURROW)
    left = budget(scene, actor)
    found = footing.search(FAR if left is None else left)
    cells = [cell for cell in found if cell != actor.at or "Underground" in actor.states]
    return [way_in(found, cell) or (cell,) for cell in cells if footing.room((cell, ground(scene, cell)))]


@action(
    "burrow", rule=RULE, cost=TunnelCost(), may=may_burrow, fits=fits_burrow, label="Burrow", tags=("move",), args=(
        Arg("to", ends_below, sample=any_of(ends_below), read=read_spaces),
        whether("tunnel", False),
        whether("stay", False),
    ),
)  # fmt: skip
async def burrow(scene: Scene, actor: Being, to: tuple[Cell, ...], tunnel: bool, stay: bool) -> None:
    """Go under the ground as part of the movement, and come out at the end; `tunnel`: the way stays open for everybody;
    `stay`: remain underground, in a tunnel. One's own space, for whoever is underground: come out."""
    _, way = way_below(scene, actor, to, tunnel, stay)
    assert way is not None
    if tunnel:
        leave_tunnel(scene, actor.at)
        scene.record("tunnels", rule_for(actor), who=actor.id, start=actor.at, end=way[-1][0])
    scene.next(travel(actor, way, TUNNEL if tunnel else BURROW))
