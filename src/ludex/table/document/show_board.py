"""The board as a document: everything that is needed to draw it and to speak of it, as far as a seat may know."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from ludex.core.board.cells import CellBoard
from ludex.core.board.zone import ZoneBoard, side
from ludex.core.show.face import CellPlan, Plan, ZonePlan
from ludex.core.show.looks import feature_look, look_of, mark_kind, thing_look
from ludex.table.document.changes import Steady

BOARDS_KEPT = 512
OF_BEINGS = frozenset({"places", "up", "facing"})  # what of a plan says where beings are, and no more
ON_CELLS, ON_ZONES = (
    tuple([each.name for each in fields(kind) if each.name not in OF_BEINGS]) for kind in (CellPlan, ZonePlan)
)

Document = dict[str, Any]


def board(plan: Plan) -> Document:
    """The ground, and what is on it but for beings."""
    return _zones(plan) if isinstance(plan, ZonePlan) else _cells(plan)


class Boards:
    """The board as it was told last, by knowledge: one and the same where nothing but beings is different on it."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[Plan, Document]] = {}

    def of(self, plan: Plan, knowledge: str, steady: Steady) -> Document:
        before = self._told.get(knowledge)
        if before is not None and (before[0] is plan or _without_beings(before[0]) == _without_beings(plan)):
            return before[1]
        found = steady.each(board(plan), "board", knowledge)
        self._told[knowledge] = plan, found
        return found


def _without_beings(plan: Plan) -> tuple[object, ...]:
    if isinstance(plan, ZonePlan):
        return tuple([getattr(plan, name) for name in ON_ZONES])
    return tuple([getattr(plan, name) for name in ON_CELLS])


# ---------------------------------------------------------------- cells


def _cells(plan: CellPlan) -> Document:
    return {
        **_ground(plan.board),
        "metres": plan.metres,
        "heights_in": plan.heights,
        "features": [
            {
                "at": list(each.at),
                "kind": each.kind,
                "words": each.name,
                "notes": list(each.notes),
                "look": feature_look(each.kind, each.words),
            }
            for each in plan.features
        ],
        "things": [{"name": name, "at": list(at), "look": thing_look(name)} for name, at in plan.things],
        "dangers": [{"words": words, "cells": _listed(cells)} for words, cells in plan.dangers],
    }


@lru_cache(maxsize=BOARDS_KEPT)
def _ground(board: CellBoard) -> Document:
    """What does not change: one and the same as long as the board is."""
    return {
        "kind": "hexes" if board.shape == "hex" else "squares",
        "cells": _listed(sorted(board.cells)),
        "heights": [[*cell, height] for cell, height in board.heights.items()],
        "walls": _listed(sorted(board.walls)),
        "wall_edges": [_listed(edge) for edge in sorted(board.wall_edges)],
        "cover_edges": [_listed(edge) for edge in sorted(board.cover)],
        "terrain": [
            {"name": name, "words": words, "look": look_of("terrain", words), "cells": _listed(sorted(cells))}
            for name, cells in board.terrain.items()
            for words in [name.replace("_", " ")]
        ],
    }


def _listed(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in cells]


# ---------------------------------------------------------------- zones


def _zones(plan: ZonePlan) -> Document:
    shown = _map(plan.board, plan.unseen)
    marks = plan.marks
    return {
        "kind": "zones",
        "metres": plan.metres,
        "diagonal": plan.diagonal,
        "by_steps": plan.by_steps,
        **shown,
        "lights": [[zone, far] for zone, far in plan.lights],
        "bearers": list(plan.bearers),
        "marks": {zone: [{"words": each, "kind": mark_kind(each)} for each in told] for zone, told in marks.items()},
        "shut": [list(zones) for zones in plan.shut],
        "hazards": [
            {"words": words, "look": look_of("hazard", words), "zones": list(zones)} for words, zones in plan.hazards
        ],
        "things": [{"name": name, "at": at, "look": thing_look(name)} for name, at in plan.things],
    }


@lru_cache(maxsize=BOARDS_KEPT)
def _map(board: ZoneBoard, unseen: tuple[str, ...]) -> Document:
    """The zones and what joins them; of two zones of which nothing is known not even that."""
    beside = {side(zone, other) for zone in board for other in board.beside(zone)}
    known = sorted(pair for pair in beside if not {*pair} <= {*unseen})
    return {
        "zones": {
            zone.id: {
                "name": zone.name,
                "look": look_of("landmark", zone.name),
                "furniture": look_of("furniture", zone.name),
                "floor": look_of("floor", zone.name),
                "shape": look_of("shape", zone.name),
                "at": list(zone.at),
                "cover": zone.id in board.cover and zone.id not in unseen,
                "seen": zone.id not in unseen,
            }
            for zone in board.zones.values()
        },
        "joins": [list(pair) for pair in known if pair not in board.closed],
        "closed": [list(pair) for pair in known if pair in board.closed],
        "links": [list(pair) for pair in sorted(board.links) if not {*pair} <= {*unseen}],
    }
