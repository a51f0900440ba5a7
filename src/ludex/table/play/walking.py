"""Walking: outside fights, where nobody is to act before others, a being goes where their player likes, as a piece on a
board does: by a move of the rules where there is one, so that doors stay shut and traps go off; else they are put
there, as the game master puts anybody anywhere."""

from __future__ import annotations

from typing import Any

from ludex.core.foe.standing import UP, fate
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.face import CellPlan, Plan, ZonePlan
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does
from ludex.table.campaign.running import on_table, run
from ludex.table.know.seen import Seen
from ludex.table.know.ways import ends, is_place, moves
from ludex.table.play.commands import check_hold, command_of, held_as, may_decide
from ludex.table.play.pinging import Place
from ludex.table.records.seat import Role, Seat, refuse


class Walk(Doing, frozen=True, tag="walk"):
    """Outside fights a being of one's own goes to a place to which a way leads; the game master puts anybody there."""

    being: str
    at: Place


@does(Walk, *PLAYERS)
def walk(table: Campaign, seat: Seat, what: Walk) -> dict[str, Any]:
    live, seen = on_table(table).live, table.seen(seat)
    assert seen is not None
    if what.being not in seen.scene.beings or not may_decide(table, seat, what.being):
        raise refuse(f"{what.being!r} is not yours to move")
    if not table.game.unhurried(seen.scene):
        raise refuse("not now: somebody is to act, and moving is part of that")
    if live.open is not None:
        raise refuse("a question is open")
    check_hold(table, live, seat)
    given = _put(what) if seat.role is Role.GM else _way_of(seen, what)
    return run(table, given, lambda: live.perform(given, seat=held_as(seat)))


def _put(what: Walk) -> Command:
    return command_of(GM, "place", {"being": what.being, "at": what.at})


def _way_of(seen: Seen, what: Walk) -> Command:
    """The command that brings a being there, as far as the seat may know."""
    scene = seen.scene
    being, plan = scene.beings[what.being], seen.face.plan(scene)
    if fate(being.states, seen.game.fates) != UP:
        raise refuse(f"{being.name} cannot walk")
    if plan is None:
        raise refuse("there is no board to walk on")
    if not is_place(plan, what.at):
        raise BadInput(f"at: expected a place of the board, not {what.at!r}")
    open_ways = moves(seen, scene, being)
    for action in open_ways:
        command, refusal = ends(seen, scene, plan, being, action).get(what.at, (None, None))
        if command is not None and refusal is None:
            return command
    if open_ways:
        raise refuse(f"no way leads there for {being.name}")
    _check_way(plan, what.being, what.at, being.name)
    return _put(what)


def _check_way(plan: Plan, who: str, at: Place, name: str) -> None:
    """Does a way lead there, as far as the seat may know?"""
    here = plan.places.get(who, ())
    if not here:
        raise refuse(f"{name} is not on the board")
    if isinstance(plan, ZonePlan):
        if at not in plan.hops(str(here[0])):
            raise refuse(f"no way leads there for {name}")
        return
    assert isinstance(at, tuple)
    _check_cell(plan, who, at, name)


def _check_cell(plan: CellPlan, who: str, at: tuple[int, int], name: str) -> None:
    start, *rest = plan.places[who]
    body = [at, *[(at[0] + q - start[0], at[1] + r - start[1]) for q, r in rest]]
    taken = {cell for other, cells in plan.places.items() if other != who for cell in cells}
    if not taken.isdisjoint(body):
        raise refuse("somebody stands there")
    fits = all(cell in plan.board.cells and plan.board.open(cell) for cell in body)
    if not fits or plan.board.path(start, at, lambda one, other: 1) is None:
        raise refuse(f"no way leads there for {name}")
