"""Founding tables: with all that they have from the beginning, or not at all."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from litestar import post
from litestar.params import JSONBody

from ludex.server import limits
from ludex.server.http.asking import HOST, Asker, Given, address, by_host, has_room, house, not_founded_too_often
from ludex.server.http.faults import may_fail
from ludex.server.http.tables import (
    CharacterGiven,
    ContentFile,
    Link,
    SceneFile,
    Words,
    character_doing,
    content_tables,
    scene_doing,
)
from ludex.server.keys import hashed
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.settings import AddContent, Choose, Set
from ludex.table.desk import desk
from ludex.table.desk.apart import quickly


class Founding(Given, frozen=True, kw_only=True):
    """A new table, with all that it has from the beginning."""

    game: Words
    title: Words
    name: Words
    settings: dict[str, Any] = {}
    options: dict[str, bool | int | str] = {}
    content: list[ContentFile] = []
    characters: list[CharacterGiven] = []
    scenes: list[SceneFile] = []


def founded(what: Founding, first: list[Doing], token_hash: str, outside: Outside | None = None) -> Campaign:
    """A new table on which all this was done first."""
    campaign = doings.found(what.game, what.title, what.name, token_hash, outside)
    master = next(iter(campaign.seats))
    for doing in first:
        campaign.do(master, doing)
    return campaign


def tried(what: Founding, seconds: float) -> list[Doing]:
    """What is to be done first, made of what was brought, and done once to see that it can be, and so quickly."""
    first = first_doings(what)
    with quickly(seconds):
        founded(what, first, "")
    return first


def first_doings(what: Founding) -> list[Doing]:
    found: list[Doing] = []
    if what.settings:
        found.append(Set(settings=what.settings))
    if what.options:
        found.append(Choose(options=what.options))
    if what.content:
        found.append(AddContent(files=content_tables(what.content)))
    found += [character_doing(what.game, file) for file in what.characters]
    found += [scene_doing(file) for file in what.scenes]
    return found


@post(
    "/tables",
    tags=["tables"],
    security=HOST,
    guards=[by_host, not_founded_too_often, has_room],
    responses=may_fail(401, 413, 415),
    weight=limits.DEAR,
)
async def found(request: Asker, data: JSONBody[Founding]) -> Link:
    """A new table, all of it or none; gives the link of its game master."""
    at = house(request)
    token = at.settings.token()
    if at.apart is not None:
        first = await at.apart.without_table(address(request), partial(tried, data, desk.TRIED_SECONDS))
    else:
        first = await asyncio.to_thread(first_doings, data)

    def kept() -> Link:
        outside = at.settings.outside
        campaign = founded(data, first, hashed(token), outside)
        table = outside.fresh()
        at.desk.store.create(table, campaign.take())
        return Link(table=table, seat=next(iter(campaign.seats)), token=token)

    return await asyncio.to_thread(kept)
