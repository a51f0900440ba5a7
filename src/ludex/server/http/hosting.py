"""How this server is reached: what the page needs to know to make links that work for others."""

from __future__ import annotations

from litestar import get

from ludex.server.http.asking import Asker, Made, house
from ludex.server.http.faults import may_fail


class HouseTold(Made, frozen=True, kw_only=True):
    """The address under which others reach this server, empty where only this machine does; and whether anybody may
    found tables. `mark` tells one server on a machine from another, for whoever has its folder."""

    address: str
    open: bool
    mark: str


@get("/house", tags=["tables"], responses=may_fail())
async def told_of_house(request: Asker) -> HouseTold:
    """How this server is reached, and whether anybody may found tables."""
    settings = house(request).settings
    return HouseTold(address=settings.address, open=not settings.host, mark=settings.mark)
