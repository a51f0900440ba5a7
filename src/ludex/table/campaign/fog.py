"""Fog by hand: places of the board that the game master covers, for what the rules do not hide. `know/fogged.py` tells
what it means; it changes no rule and nothing of the scene."""

from __future__ import annotations

from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.running import on_table
from ludex.table.know.fogged import places_of
from ludex.table.records.entry import UNSET, Entry, Fogged
from ludex.table.records.fog import Fog, Place
from ludex.table.records.seat import Role, Seat, refuse


class Cover(Doing, frozen=True, tag="fog"):
    """Cover places of the board for all but the game master, and uncover others. With `all` everything is covered
    first, or nothing."""

    all: bool | None = None
    cover: tuple[Place, ...] = ()
    clear: tuple[Place, ...] = ()


@does(Cover, Role.GM)
def cover(table: Campaign, seat: Seat, what: Cover) -> None:
    playing = on_table(table)
    if len(what.cover) + len(what.clear) > CELLS:
        raise BadInput(f"expected at most {CELLS:,} places at once")
    scene = playing.live.shown
    plan = table.game.face().whole_plan(scene)
    if plan is None:
        raise refuse("this scene has no board")
    unknown = {*what.cover, *what.clear} - places_of(plan)
    if unknown:
        raise BadInput(f"expected places of the board, not {min(unknown, key=str)!r}")
    put_fog(table, playing.id, what.all, what.cover, what.clear)


def put_fog(
    table: Campaign, scene: str, all: bool | None, cover: tuple[Place, ...] = (), clear: tuple[Place, ...] = ()
) -> None:
    """Where it changes anything."""
    before = table.fogs.get(scene, Fog())
    if before.after(all, cover, clear) != before:
        table.add(Fogged(scene=scene, all=UNSET if all is None else all, cover=cover, clear=clear))


@folds(Fogged)
def fogged(table: Campaign, entry: Entry, body: Fogged) -> None:
    all = None if body.all is UNSET else body.all
    fog = table.fogs.get(body.scene, Fog()).after(all, body.cover, body.clear)
    others = {id: one for id, one in table.fogs.items() if id != body.scene}
    table.fogs = {**others, body.scene: fog} if fog else others
    if table.playing is not None and table.playing.id == body.scene:
        table.playing.fogs.append(entry.number, fog)
