"""The names by which this server is asked. A page from elsewhere can give its own name the address of this machine (DNS
rebinding), and would then be a page of ours to the browser: so whoever asks for a name that is not ours is sent away.
Addresses with characters that no name has are not read at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from ludex.core.kernel.ruling import BadInput
from ludex.server.http.asking import Connection, house

HERE = frozenset(("localhost", "127.0.0.1", "::1"))
NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?")
# Control characters as they stand in an address; blanks, tabs and ends of lines come from what people paste
UNREADABLE = re.compile(rb"%(?:0[0-8bcef]|1[0-9a-f]|7f)", re.IGNORECASE)
MISDIRECTED = 421


def host_in(given: str) -> str:
    """The name or number in a Host header or an address, without its port; empty where there is none."""
    try:
        found = (urlsplit(given if "//" in given else f"//{given}").hostname or "").rstrip(".")
    except ValueError:
        return ""
    if "@" in given:
        return ""
    return found if NAME.fullmatch(found) else numbered(found)


def numbered(given: str) -> str:
    try:
        return str(ip_address(given))
    except ValueError:
        return ""


def names_of(given: Sequence[str], public_url: str, in_network: bool) -> frozenset[str]:
    """All names of a server besides those of every machine for itself: those that were given, that of its public
    address, and in a local network what the machine is called there."""
    wrong = [each for each in given if not host_in(each)]
    if wrong:
        raise BadInput(f"--allowed-host {wrong[0]}: expected a name such as table.example.org")
    found = [*given, *([public_url] if public_url else [])]
    if in_network:
        found += [gethostname(), f"{gethostname()}.local"]
    return frozenset(filter(None, map(host_in, found)))


def is_ours(host: str, names: frozenset[str], reached: str) -> bool:
    """Is that a name of this server? The address at which somebody reached it is one: no name can be given to it."""
    return host in HERE or host in names or (bool(host) and host == numbered(reached))


def check_origin(request: Connection) -> None:
    """Is it for a page of ours that a browser asks? Programs do not say for whom they ask."""
    origin, server = request.headers.get("origin"), request.scope.get("server") or ("", None)
    if origin and not is_ours(host_in(origin), house(request).settings.hosts, server[0]):
        raise PermissionDeniedException("asked by a page of another site: only the page of this server may")


async def asked_of_us(request: Connection, _: BaseRouteHandler) -> None:
    """A guard: before anything else is looked at."""
    names = house(request).settings.hosts
    server = request.scope.get("server") or ("", None)
    host = host_in(request.headers.get("host", ""))
    if not is_ours(host, names, server[0]):
        called = f"not called {host!r}" if host else "asked by a name that is none"
        raise HTTPException(
            f"this server is {called}; whoever runs it can allow a name with --allowed-host", status_code=MISDIRECTED
        )
    if request.scope["type"] == ScopeType.WEBSOCKET:
        check_origin(request)
    if UNREADABLE.search(request.scope["raw_path"]) or UNREADABLE.search(request.scope["query_string"]):
        raise HTTPException("the address has characters that nobody can see", status_code=400)
