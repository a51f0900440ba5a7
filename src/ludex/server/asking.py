"""What every part of the HTTP interface uses: who asks, how often, and the table that is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hmac import compare_digest
from typing import Any, NamedTuple, TypeVar

import msgspec
from litestar import Request
from litestar.exceptions import NotAuthorizedException, TooManyRequestsException

from ludex.server.keys import fresh_token, hashed
from ludex.server.limits import Buckets
from ludex.server.simulating import Labs
from ludex.table.campaign import Outside
from ludex.table.desk import Desk

T = TypeVar("T")
Asker = Request[Any, Any, Any]


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


class House:
    """What a running server has: the desk with its tables, the lab, and the doors with their limits."""

    def __init__(self, settings: Settings, desk: Desk) -> None:
        self.settings = settings
        self.desk = desk
        self.labs = Labs()
        clock = asyncio.get_running_loop().time
        self.requests = Buckets(120, 20, clock)  # of one address
        self.founding = Buckets(20, 0.1, clock)
        self.knocks = Buckets(10, 0.1, clock)
        self.all_knocks = Buckets(100, 5, clock)


def house(request: Asker) -> House:
    found: House = request.app.state.house
    return found


def address(request: Asker) -> str:
    return request.client.host if request.client is not None else ""


def not_too_often(buckets: Buckets, who: str) -> None:
    if not buckets.take(who):
        raise TooManyRequestsException("too often: wait a little", headers={"Retry-After": "10"})


def key_of(request: Asker) -> str:
    """The hash of the token with which somebody comes: in a header, never in an address."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotAuthorizedException(
            "expected the token of a seat, as Authorization: Bearer TOKEN", headers={"WWW-Authenticate": "Bearer"}
        )
    return hashed(token.strip())


def check_host(request: Asker) -> None:
    """Is it the host, or is this house open to anybody?"""
    wanted = house(request).settings.host
    if wanted and not compare_digest(key_of(request), wanted):
        raise NotAuthorizedException("expected the token of the host", headers={"WWW-Authenticate": "Bearer"})


SEAT: list[dict[str, list[str]]] = [{"seat": []}]
HOST: list[dict[str, list[str]]] = [{"host": []}]
