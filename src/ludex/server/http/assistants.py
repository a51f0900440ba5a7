"""Assistants, at `/mcp`: the Model Context Protocol, one request and one answer at a time. What an assistant does at a
table goes over the socket of its seat, and what it has worked out is asked of this interface, by the same rights and
limits as from anybody. Only where the server was started so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import asgi
from litestar.connection import ASGIConnection
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.types import Receive, Scope, Send

from ludex.client.http import FOR_WHOM
from ludex.server import limits
from ludex.server.http.asking import (
    OWN_KEY,
    Connection,
    address,
    house,
    not_asked_too_often,
    not_from_another_site,
)
from ludex.server.http.hosts import check_origin


async def where_they_may_come(request: Connection, _: BaseRouteHandler) -> None:
    if not house(request).settings.assistants:
        raise NotFoundException("there is nothing at this address: this server was started without --assistants")
    if request.scope.get("method") != "POST":
        raise MethodNotAllowedException("expected POST: nothing is streamed or kept between two requests")


async def not_for_another_page(request: Connection, _: BaseRouteHandler) -> None:
    check_origin(request)


@asgi(
    "/mcp", guards=[not_asked_too_often, not_from_another_site, not_for_another_page, where_they_may_come],
    weight=limits.DEAR, copy_scope=True,
)  # fmt: skip
async def assistants(scope: Scope, receive: Receive, send: Send) -> None:
    """What an assistant asks; more than a message of a seat may have is not read. What is asked of us for it counts for
    who has asked, so that nobody uses up what others may ask."""
    whose = f"{OWN_KEY} {address(ASGIConnection(scope))}"
    others = [(name, value) for name, value in scope["headers"] if name != FOR_WHOM.encode()]
    scope["headers"] = [*others, (FOR_WHOM.encode(), whose.encode())]
    await scope["litestar_app"].state.assistants.handle_request(scope, receive, send)


@asynccontextmanager
async def letting_assistants_in(own: str) -> AsyncIterator[Any]:
    """What answers them, by the package of the protocol, which is imported only here: few servers have it."""
    from mcp.server.transport_security import TransportSecuritySettings

    from ludex.assistants.seats import Seats
    from ludex.assistants.server import in_a_house

    seats = Seats(own=own)
    found = in_a_house(seats, own)
    by_our_guards = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # who may ask is known by then
    found.streamable_http_app(
        json_response=True, stateless_http=True, max_request_body_size=limits.MESSAGE, transport_security=by_our_guards
    )
    manager = found.session_manager
    async with manager.run():
        try:
            yield manager
        finally:
            await seats.close()
