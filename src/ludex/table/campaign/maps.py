"""Maps: a picture that lies under the board of a scene, as the entry of its board says or as the game master has
changed it since. Whoever may not see it is told nothing of it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludex.core.content.content import Library
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import MapUnder
from ludex.table.campaign import pictures
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.running import on_table
from ludex.table.records.entry import Entry, MapLaid
from ludex.table.records.seat import Role, Seat, refuse

MOST_STRENGTH = 100


class LayMap(Doing, frozen=True, tag="map"):
    """How the map under the board is seen from now on: how strongly, in percent, and by whom; or that it is taken
    away."""

    strength: int | None = None
    seen: Literal["gm", "everybody"] | None = None
    gone: bool = False


@does(LayMap, Role.GM)
def lay_map(table: Campaign, seat: Seat, what: LayMap) -> None:
    scene = on_table(table).id
    laid = table.maps.get(scene)
    if laid is None:
        raise refuse("no map lies under the board")
    if what.gone:
        table.add(MapLaid(scene=scene))
        return
    strength = laid.strength if what.strength is None else what.strength
    if not 0 <= strength <= MOST_STRENGTH:
        raise BadInput(f"strength: expected 0 to {MOST_STRENGTH}, not {strength}")
    changed = msgspec.structs.replace(laid, strength=strength, seen=what.seen or laid.seen)
    if changed != laid:
        table.add(changed)


@folds(MapLaid)
def map_laid(table: Campaign, entry: Entry, body: MapLaid) -> None:
    others = {id: one for id, one in table.maps.items() if id != body.scene}
    table.maps = {**others, body.scene: body} if body.picture else others


def put_map(table: Campaign, scene: str, tables: dict[str, Any]) -> None:
    """The map of a scene that comes onto the table, as its board has it."""
    under = map_of(table.library, tables)
    if under is not None and under.picture not in table.dropped:
        table.add(
            MapLaid(
                scene=scene, picture=under.picture, spots=under.spots, onto=under.onto, strength=under.strength,
                seen=under.seen,
            )
        )  # fmt: skip
    elif scene in table.maps:
        table.add(MapLaid(scene=scene))


def map_of(library: Library, tables: dict[str, Any]) -> MapUnder | None:
    """What lies under the board of a scene file, where the table has that picture."""
    board = tables.get("board", {})
    if isinstance(board, dict):
        raw = board.get("map")
        try:
            under = read(raw, MapUnder) if raw is not None else None
        except msgspec.ValidationError:
            return None
    else:
        shelf = library.shelves["board"]
        under = getattr(shelf.get(board), "map", None) if board in shelf else None
    return under if under is not None and pictures.NAME.fullmatch(under.picture) else None
