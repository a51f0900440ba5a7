"""Running the server: a socket that listens, the host's token, and uvicorn."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from litestar import Litestar
from sqlalchemy import URL

from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.http.asking import Settings
from ludex.server.http.games import read_games
from ludex.server.keys import fresh_token
from ludex.server.run.app import create_app, follow
from ludex.server.run.beginning import Beginning
from ludex.server.run.door import Door
from ludex.server.run.ending import AT_ONCE, WAITING, LetIn, Server
from ludex.server.run.line import Line
from ludex.server.silent import Silent
from ludex.server.unread import AllUnread
from ludex.server.watch.access import Watched

LOCAL, ANYWHERE = "127.0.0.1", "0.0.0.0"
UNREAD = 30_000  # milliseconds after which a line is cut on which nothing arrives any more
TOKEN_FILE, STORE_FILE = "host-token", "tables.sqlite"
M_MMAP_THRESHOLD, LARGE = -3, 1 << 20  # the system's number for it, and from how many bytes on something is large
SWITCH = 0.0005  # seconds that a busy table keeps the processor while others have something to send


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would let two listen at one port
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
    try:
        found.bind((host, port))
    except OSError as fault:
        found.close()
        raise BadInput(f"{host} port {port}: cannot listen there: {fault.strerror or fault}") from None
    found.listen(WAITING)
    return found


def server(settings: Settings, log_level: str = "warning") -> Server:
    return server_of(create_app(settings), settings, log_level)


def server_of(app: Litestar, settings: Settings, log_level: str = "warning") -> Server:
    watched = Watched(app, app.state.metrics, settings.addresses)
    silent, unread, coming = Silent(*limits.SILENT), AllUnread(*limits.UNREAD), AllUnread(*limits.COMING)
    door: Any = partial(  # it is called like a class
        Door, silent=silent, unread=unread, coming=coming, beginning=Beginning(), proxy=settings.proxy,
        share=settings.share,
    )  # fmt: skip
    config = uvicorn.Config(
        watched, http=door, ws=Line, lifespan="on", log_config=None, log_level=log_level, access_log=False,
        server_header=False, h11_max_incomplete_event_size=limits.HEAD, ws_max_size=limits.MESSAGE,
        ws_per_message_deflate=False, ws_ping_interval=20.0, ws_ping_timeout=20.0, timeout_graceful_shutdown=5,
        limit_concurrency=limits.LINES, backlog=AT_ONCE, proxy_headers=settings.proxy,
    )  # fmt: skip
    share = settings.share

    def shared(let_in: LetIn) -> Callable[[], object]:
        assert share is not None
        return share.listen(let_in, partial(follow, app.state.house.desk), app.state.metrics.written)

    return Server(config, lambda: app.state.farewell(), shared if share is not None else None)


def host_token(folder: Path) -> str:
    """The token of the host, kept in the folder of the tables for nobody else to read."""
    path = folder / TOKEN_FILE
    if path.exists():
        kept = path.read_text(encoding="utf-8").strip()
        if not kept:
            raise BadInput(f"{path}: it is empty; remove it to have a new token")
        return kept
    token, new = fresh_token(), path.with_name(f"{TOKEN_FILE}.new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(token + "\n")
    new.replace(path)  # all of it or nothing is there
    return token


def database_in(folder: Path) -> str:
    """The SQLite file of a folder, which is made where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise BadInput(f"{folder}: cannot be used: {fault.strerror}") from None
    return URL.create("sqlite", database=str((folder / STORE_FILE).resolve())).render_as_string()


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = own_address() if host in (ANYWHERE, "::") else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def own_address() -> str:
    """The address of this machine in its own network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
            return found
        except OSError:
            return LOCAL


def let_many_in() -> None:
    """As many lines and files as this process may ever have open, where the system lets us say so; what it has by
    itself is often few."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # not everywhere

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def give_back_large() -> None:
    """Have whatever is large given back to the system when it is needed no more, where the system lets us say so. By
    itself it keeps such places for the next of that size, and what lies between them: who asks for a large picture
    again and again would have this process grow without end."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


def after_the_page(shelf: Path | None) -> None:
    """What need not be there before people are let in."""
    read_games(shelf)
    gc.freeze()  # nearly all that was made until now stays, and nobody need look through it again
    gc.set_threshold(*limits.GARBAGE)


def run(settings: Settings, listener: socket.socket, alive: int | None = None) -> None:
    """Until it is asked to end, or nobody is left who could write to the pipe `alive`."""
    let_many_in()
    give_back_large()
    sys.setswitchinterval(SWITCH)
    found = server(settings)
    found.listening = Thread(target=after_the_page, args=(settings.shelf,), daemon=True).start
    asyncio.run(serving(found, listener, alive))


async def serving(found: uvicorn.Server, listener: socket.socket, alive: int | None) -> None:
    if alive is not None:

        def gone() -> None:
            asyncio.get_running_loop().remove_reader(alive)
            found.should_exit = True

        asyncio.get_running_loop().add_reader(alive, gone)
    await found.serve(sockets=[listener])
