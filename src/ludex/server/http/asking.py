"""What every part of the HTTP interface uses: who asks, how often, and the table that is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import RequestEncodingType
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.handlers import BaseRouteHandler
from litestar.params import BodyKwarg

from ludex.client.http import FOR_WHOM
from ludex.core.kernel.reading import know
from ludex.server import limits
from ludex.server.apart.pool import Pool
from ludex.server.http.exporting import Exports
from ludex.server.http.gauges_kept import Gauges
from ludex.server.http.simulating import Labs
from ludex.server.keys import fresh_token, hashed
from ludex.server.limits import Buckets, seat_at
from ludex.server.sharing import Share
from ludex.server.silent import network_of
from ludex.server.watch.logs import Logging
from ludex.server.webhooks import Webhooks
from ludex.table.campaign.campaign import Outside
from ludex.table.desk.desk import Desk
from ludex.table.desk.quota import Quota
from ludex.table.desk.usage import check_store
from ludex.table.records.seat import master_only, refuse
from ludex.workshop.workshop import Maker, Workshop

T = TypeVar("T")
OWN_KEY = fresh_token()  # with which this server asks itself something; that of all processes that are forked from it
Asker = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


class Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes in."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What goes out."""


class Settings(NamedTuple):
    """How a server is run."""

    database: str  # a URL
    host: str = ""  # the hash of the host's token, who may found tables; empty: anybody may
    outside: Outside = Outside()
    token: Callable[[], str] = fresh_token
    session: Callable[[], str] = fresh_token
    address: str = ""  # under which others reach it, where that is known
    metrics: str = ""  # the hash of the token with which figures are told; empty: to this machine alone
    log: Logging = Logging("warning")  # of its helpers; its own is begun by whoever runs it
    addresses: bool = False  # the log says who asks
    quota: Quota = Quota()
    hosts: frozenset[str] = frozenset()  # names by which it is asked, besides those of this machine for itself
    helpers: int = 0  # processes in which that is worked out which may take long; 0: none, it is done in threads
    proxy: bool = False  # a proxy on this machine is believed when it says for whom it asks
    share: Share | None = None  # with other processes behind the same address
    shelf: Path | None = None  # the file in which what is told of the games is kept; none: it is read at each start
    webhooks: frozenset[str] = frozenset()  # hosts to which records may be sent; none: nothing is sent
    assistants: str = ""  # the address at which this server reaches itself for assistants at /mcp; empty: none come
    mark: str = ""  # by which whoever has its folder knows it


class House:
    """What a running server has: the desk with its tables, helpers, the lab, and the doors with their limits."""

    def __init__(self, settings: Settings, desk: Desk, apart: Pool | None, webhooks: Webhooks) -> None:
        self.settings = settings
        self.desk = desk
        self.apart = apart
        self.webhooks = webhooks
        self.workshop = Workshop(desk.store.engine)
        self.labs = Labs()
        self.gauges = Gauges()
        self.exports = Exports()
        self.pictures = asyncio.Semaphore(limits.PICTURES)  # that are read from the store
        self.closing = False
        self.looking: asyncio.Task[float] | None = None  # whether the store can be reached, and how much room it has
        clock = asyncio.get_running_loop().time
        self.requests = Buckets(*limits.REQUESTS, clock)  # of one address
        self.seats = Buckets(*limits.MESSAGES, clock)
        self.pings = Buckets(*limits.PINGS, clock)  # of a seat
        self.founding = Buckets(*limits.FOUNDED, clock)
        self.branching = Buckets(*limits.BRANCHED, clock)  # of a table
        self.imported = Buckets(*limits.IMPORTED, clock)  # bytes
        self.wrong_knocks = Buckets(*limits.WRONG_CODES, clock)
        self.all_wrong_knocks = Buckets(*limits.ALL_WRONG_CODES, clock)


def house(request: Connection) -> House:
    found: House = request.app.state.house
    return found


def address(request: Connection) -> str:
    """Who asks, as far as the net tells; where we ask ourselves for an assistant, who asked it."""
    key, _, whose = request.headers.get(FOR_WHOM, "").partition(" ")
    if compare_digest(key.encode(), OWN_KEY.encode()):
        return whose
    return network_of(request.client.host if request.client is not None else "")


def not_too_often(buckets: Buckets, who: str, wait: int = 10, weight: float = 1.0) -> None:
    if not buckets.take(who, weight):
        raise too_often(wait)


def too_often(wait: int = 10) -> TooManyRequestsException:
    return TooManyRequestsException(limits.TOO_OFTEN, headers={"Retry-After": str(wait)})


def key_of(request: Connection) -> str:
    """The hash of the token with which somebody comes: in a header, never in an address."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthorizedException(
            "expected the token of a seat, as Authorization: Bearer TOKEN", headers={"WWW-Authenticate": "Bearer"}
        )
    return hashed(token.strip())


# ---------------------------------------------------------------- guards: before what comes along is read
# Each is `async`, even where it waits for nothing: Litestar runs any other in a thread, and where all threads are busy
# nobody would be answered.


async def not_asked_too_often(request: Connection, handler: BaseRouteHandler) -> None:
    """Weighed by what it takes to answer. What is asked for a seat counts as what is said on its sockets."""
    at, weight = house(request), float(handler.opt.get("weight", 1.0))
    not_too_often(at.requests, address(request), wait=1, weight=weight)
    table = request.path_params.get("table")
    if table is not None and "authorization" in request.headers:
        not_too_often(at.seats, seat_at(table, key_of(request)), wait=1, weight=weight)


async def not_from_another_site(request: Connection, _: BaseRouteHandler) -> None:
    """A browser says for whose page it asks; programs say nothing."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise PermissionDeniedException("asked by a page of another site: only the page of this server may")


async def of_the_right_kind(request: Connection, handler: BaseRouteHandler) -> None:
    """What comes along is of the type that is read here. JSON no page of another site can send but by a browser that
    asks us first whether it may, and is not told so."""
    field = handler.parsed_data_field
    if field is None or not isinstance(field.kwarg_definition, BodyKwarg):
        return
    know(field.annotation)  # Litestar reads it by itself
    wanted = RequestEncodingType(field.kwarg_definition.media_type).value
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != wanted:
        raise HTTPException(f"Content-Type: expected {wanted}, not {given or 'none'}", status_code=415)


async def not_founded_too_often(request: Connection, _: BaseRouteHandler) -> None:
    not_too_often(house(request).founding, address(request))


async def not_too_much_imported(request: Connection, _: BaseRouteHandler) -> None:
    """The host brings as much as they like; where anybody may, nobody fills the disk."""
    at = house(request)
    if not at.settings.host and at.imported.left(address(request)) <= 0:
        raise too_often(wait=600)


async def has_room(request: Connection, _: BaseRouteHandler) -> None:
    """Is there room for one more table? What is left on the disk is for those that are there."""
    at = house(request)
    await asyncio.to_thread(check_store, at.desk.store, at.settings.quota)
    free = await asyncio.to_thread(at.desk.store.free)
    if free is not None and free < limits.DISK:
        raise refuse("the disk of this server is almost full: no table can be founded now")


async def by_host(request: Connection, _: BaseRouteHandler) -> None:
    check_host(request)


def check_host(request: Connection) -> None:
    """Is it the host, or is this house open to anybody?"""
    wanted = house(request).settings.host
    if wanted and not compare_digest(key_of(request), wanted):
        raise NotAuthorizedException("expected the token of the host", headers={"WWW-Authenticate": "Bearer"})


async def by_seat(request: Connection, _: BaseRouteHandler) -> None:
    """Is it somebody at the table?"""
    await house(request).desk.read(request.path_params["table"], key_of(request), lambda campaign, seat: None)


async def by_master(request: Connection, _: BaseRouteHandler) -> None:
    """Is it a game master of the table?"""
    key = key_of(request)
    await house(request).desk.read(request.path_params["table"], key, lambda campaign, seat: master_only(seat))


async def maker_of(request: Connection) -> Maker:
    """Who makes packs here, by the token with which they come; the store is asked once for each request."""
    found: Maker | None = request.state.get("maker")
    if found is None:
        found = await asyncio.to_thread(house(request).workshop.maker_of, key_of(request))
    if found is None:
        raise NotAuthorizedException("expected the token of a maker", headers={"WWW-Authenticate": "Bearer"})
    request.state.maker = found
    return found


async def by_maker(request: Connection, _: BaseRouteHandler) -> None:
    await maker_of(request)


SEAT: list[dict[str, list[str]]] = [{"seat": []}]
MAKER: list[dict[str, list[str]]] = [{"maker": []}]
HOST: list[dict[str, list[str]]] = [{"host": []}]
