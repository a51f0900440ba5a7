"""A fight once more: the scene on the table from its beginning, with the party as it stood then, and other dice."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.files.codec import as_plain, restore
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does
from ludex.table.campaign.fog import put_fog
from ludex.table.campaign.reopening import library_for
from ludex.table.campaign.scenes import at_boundary, begin, close
from ludex.table.records.seat import Role, Seat, refuse


class Rematch(Doing, frozen=True, tag="rematch"):
    """The scene on the table begins once more as it began, with the party as it stood then."""


@does(Rematch, Role.GM)
def rematch(table: Campaign, seat: Seat, what: Rematch) -> dict[str, Any]:
    playing = at_boundary(table)
    if playing is None:
        raise refuse("no scene is on the table")
    first, fog = playing.beginning
    scene = restore(first.state, first.shape, table.game, library_for(table.library, first.content))
    anew = msgspec.structs.replace(
        first, again=False, version=table.game.version, shape=len(table.game.migrations), state=as_plain(scene)
    )
    close(table)
    table.add(anew)
    put_fog(table, anew.id, fog.all, () if fog.all else tuple(fog.places), tuple(fog.places) if fog.all else ())
    return begin(table)
