"""For whoever runs the server: is it alive and ready, and its figures."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from math import inf

from litestar import Response, get
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from ludex.server import limits
from ludex.server.http.asking import Asker, Connection, House, Made, house, key_of
from ludex.server.http.faults import may_fail
from ludex.server.silent import is_here
from ludex.server.watch.metrics import TYPE, Metrics, side_by_side
from ludex.table.desk.store import Store

PATIENCE = 3.0  # seconds in which the store must answer
FORWARDED = "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"  # what proxies say


class Health(Made, frozen=True, kw_only=True):
    """`alive`: it answers. `ready`: it takes what people do; else `store` says why, or that it is `closing`."""

    alive: bool
    ready: bool
    store: str


async def health_of(at: House) -> Health:
    """One look at the store at a time, however many ask: a store that hangs must not take all threads."""
    if at.closing:
        return Health(alive=True, ready=False, store="closing")
    if at.looking is None or at.looking.done():
        at.looking = asyncio.create_task(asyncio.to_thread(room_in, at.desk.store))
    done, _ = await asyncio.wait((at.looking,), timeout=PATIENCE)
    if not done:
        return Health(alive=True, ready=False, store="out of reach")
    fault = at.looking.exception()
    if fault is not None and not isinstance(fault, SQLAlchemyError):
        raise fault
    if fault is not None:
        return Health(alive=True, ready=False, store="out of reach")
    full = at.looking.result() < limits.FULL_DISK
    return Health(alive=True, ready=not full, store="full" if full else "reachable")


def room_in(store: Store) -> float:
    """Reaches the store; gives the bytes that are free on its disk, without end where another program sees to that."""
    store.reach()
    free = store.free()
    return inf if free is None else free


@get(
    "/health", tags=["server"],
    responses={**may_fail(), 503: ResponseSpec(Health, generate_examples=False, description="It is not ready.")},
)  # fmt: skip
async def health(request: Asker) -> Response[Health]:
    """Is the server alive, and is it ready: can it reach its store, and is there room on its disk?"""
    found = await health_of(house(request))
    return Response(found, status_code=200 if found.ready else 503)


async def from_here_or_with_token(request: Connection, _: BaseRouteHandler) -> None:
    """With the token for figures; where there is none, asked on this machine, and by no proxy for somebody else."""
    wanted = house(request).settings.metrics
    if wanted:
        if "authorization" not in request.headers or not compare_digest(key_of(request), wanted):
            raise PermissionDeniedException("the figures are for who has the token of --metrics-token-file")
        return
    host = request.client.host if request.client is not None else ""
    if not is_here(host) or any(name in request.headers for name in FORWARDED):
        raise PermissionDeniedException("the figures are for this machine, or with the token of --metrics-token-file")


@get("/metrics", guards=[from_here_or_with_token], include_in_schema=False)
async def metrics(request: Asker) -> Response[bytes]:
    """The figures of this process, for Prometheus; where several share an address, of all of them."""
    found: Metrics = request.app.state.metrics
    share = house(request).settings.share
    if share is None:
        return Response(found.written(), media_type=TYPE)
    told = {share.mine: found.written(), **await share.figures()}
    return Response(side_by_side(told), media_type=TYPE)
