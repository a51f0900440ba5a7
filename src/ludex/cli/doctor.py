"""`ludex doctor`: what is installed and what is missing, whether a browser can reach it, where the tables are; in
words that can be sent to a friend. They hold neither tokens nor the name of whoever asks, and nothing is changed."""

from __future__ import annotations

import json
import os
import platform
import shutil
import webbrowser
from collections.abc import Callable, Iterator
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from typing import Any, NamedTuple
from urllib.request import ProxyHandler, build_opener

from ludex.cli.running import answering, is_held, server_of
from ludex.text.echo import echo

FINE, AMISS = 0, 1
EXTRAS = {
    "postgres": ("psycopg", "tables in PostgreSQL"),
    "envs": ("pettingzoo", "training agents"),
    "cluster": ("distributed", "the lab on many machines"),
    "mcp": ("mcp", "assistants"),
}
LOCAL = "127.0.0.1"
SECONDS = 5.0  # in which an answer must come
GIGABYTE = 1_000_000_000
GREETING = b"Here I am"


class Found(NamedTuple):
    """What was looked at. `amiss`: it keeps somebody from playing."""

    about: str
    words: str
    amiss: bool = False


def doctor(data: Path, port: int, as_json: bool) -> int:
    found = list(looked_at(data, port))
    amiss = [one.about for one in found if one.amiss]
    if as_json:
        echo(json.dumps({"fine": not amiss, "found": [one._asdict() for one in found]}, ensure_ascii=False, indent=2))
    else:
        for one in found:
            echo(f"{'✗' if one.amiss else '·'} {one.about}: {one.words}")
        echo(f"Please fix: {', '.join(amiss)}." if amiss else "All is well: start with ludex play.")
    return AMISS if amiss else FINE


def looked_at(data: Path, port: int) -> Iterator[Found]:
    yield version()
    yield page()
    yield from extras()
    yield tables(data)
    yield from server(data)
    yield at_port(port)
    yield browser()


# ---------------------------------------------------------------- what is installed


def version() -> Found:
    from ludex.core.files.version import version_here

    machine = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return Found("Ludex", f"{version_here()}, with Python {platform.python_version()} on {machine}")


def page() -> Found:
    from ludex.server.http.page import is_built

    if is_built():
        return Found("The page", "ready")
    words = "not built yet. Run make page in your checkout of Ludex, or play without it: ludex play --text"
    return Found("The page", words, amiss=True)


def extras() -> Iterator[Found]:
    there = [name for name, (package, _) in EXTRAS.items() if find_spec(package) is not None]
    missing = [f"{name} ({what})" for name, (_, what) in EXTRAS.items() if name not in there]
    if there:
        yield Found("Extras that are installed", ", ".join(there))
    if missing:
        yield Found("Extras that are not installed", f"{', '.join(missing)}. Ludex runs without them")


# ---------------------------------------------------------------- the tables


def tables(data: Path) -> Found:
    """Where they are, how large they have become, and whether there is room for more."""
    from ludex.server.limits import DISK
    from ludex.server.run.serve import STORE_FILE

    where, store = at_home(data), data / STORE_FILE
    try:
        there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            return Found("Tables", f"you may not write to {where}, where they are kept", amiss=True)
        free = shutil.disk_usage(there).free
        kept = f"{store.stat().st_size / 1_000_000:.1f} MB" if store.is_file() else "none yet"
    except OSError as fault:
        return Found("Tables", f"{where}, where they are kept, cannot be read: {fault.strerror}", amiss=True)
    room = f"{free / GIGABYTE:.1f} GB free on that disk"
    if free < DISK:
        return Found("Tables", f"kept in {where}, but there is only {room}: no new table can be started", amiss=True)
    return Found("Tables", f"kept in {where} ({kept}), with {room}")


def server(data: Path) -> Iterator[Found]:
    """Who has these tables open, if anybody has."""
    if not is_held(data):
        return
    found = server_of(data, SECONDS)
    if found is not None:
        yield Found("These tables", f"Ludex is running with them at {found.address}, and answers")
    else:
        words = "another Ludex has them open, but does not answer: end it, and start anew"
        yield Found("These tables", words, amiss=True)


def at_home(path: Path) -> str:
    """A path without the name of whoever's home it is in."""
    try:
        return str(Path("~") / path.absolute().relative_to(Path.home()))
    except ValueError:
        return str(path)


# ---------------------------------------------------------------- the way to it


def at_port(port: int) -> Found:
    """Whether it can be served there and is reached; where something is there already, whether that is Ludex."""
    about = f"Port {port}"
    try:
        server = Door((LOCAL, port), Greeting)
    except PermissionError:
        return Found(about, "you may not use this one: choose one above 1023 with --port", amiss=True)
    except OSError:
        if answering(f"http://{LOCAL}:{port}", SECONDS) is not None:
            return Found(about, "Ludex is running here, and answers")
        words = "used by another program. ludex play finds another port by itself; ludex serve needs --port"
        return Found(about, words)
    with server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            return reached(about, server.server_address[1])
        finally:
            server.shutdown()


def reached(about: str, port: int) -> Found:
    """As a browser would, by the proxies that are set up; and without them."""
    url = f"http://{LOCAL}:{port}/"
    if fetched(url, build_opener().open) == GREETING:
        return Found(about, "free, and this machine can reach it")
    if fetched(url, build_opener(ProxyHandler({})).open) == GREETING:
        words = "free, but a proxy is in the way: set no_proxy=127.0.0.1, and the same in the settings of your browser"
        return Found(about, words, amiss=True)
    return Found(about, "free, but nothing can reach it: a firewall on this machine may be in the way", amiss=True)


class Door(TCPServer):
    """Where somebody listens; on Windows the same setting would let two listen at once."""

    allow_reuse_address = os.name != "nt"


class Greeting(BaseHTTPRequestHandler):
    """Somebody who says where they are."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(GREETING)))
        self.end_headers()
        self.wfile.write(GREETING)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def fetched(url: str, opened: Callable[..., Any]) -> bytes:
    try:
        with opened(url, timeout=SECONDS) as response:
            return bytes(response.read(1_000))
    except (OSError, HTTPException, ValueError):
        return b""


def browser() -> Found:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return Found("A browser", "none found here. ludex play prints a link: open it in your browser")
    return Found("A browser", f"found. {network()}")


def network() -> str:
    from ludex.server.run.serve import own_address

    found = own_address()
    if found == LOCAL:
        return "This machine is in no network, so nobody else can join from theirs"
    return f"With ludex play --lan, others in your network join at {found}"
