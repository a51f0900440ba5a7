"""`ludex serve --workers`: several processes behind one address share the tables out among themselves, and whoever dies
is replaced."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludex.client.client import Client
from ludex.client.http import ask
from ludex.server.sharing import Share, new_way
from tests.server.serving import LONG, Reached, is_there, run
from tests.server.test_serve_command import serving
from tests.table.postgres import Server

pytestmark = pytest.mark.slow


@contextmanager
def shared(folder: Path, *args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with serving(folder, "--open", "--workers", "2", "--log-level", "warning", *args) as (child, address, _):
        until(lambda: len(figures(address, "process_start_time_seconds")) == 2)
        yield child, address


def until(so: Callable[[], bool]) -> None:
    late = time.monotonic() + LONG
    while not so():
        assert time.monotonic() < late
        time.sleep(0.05)


def figures(address: str, name: str) -> dict[str, float]:
    """A figure of each of the processes."""
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=LONG)
    line.request("GET", "/metrics")
    told = line.getresponse().read().decode()
    line.close()
    found = re.findall(rf'^{name}{{worker="(\d)"}} (\S+)$', told, re.MULTILINE)
    return {worker: float(value) for worker, value in found}


def children(of: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{of}/task/{of}/children").read_text().split()]


async def founded(at: Reached) -> list[dict[str, str]]:
    """A table of each of two processes."""
    share = Share(0, [new_way(), new_way()])
    found: dict[int, dict[str, str]] = {}
    while len(found) < 2:
        table = await at.found()
        found[share.whose(table["table"].encode())] = table
    return [found[0], found[1]]


def test_who_sits_at_a_table_is_at_its_process(tmp_path: Path) -> None:
    async def sit(address: str) -> None:
        at = Reached(address)
        first, second = await founded(at)
        async with at.at(first), at.at(first), at.at(second) as client:
            await asyncio.to_thread(until, lambda: figures(address, "ludex_sockets") == {"1": 2.0, "2": 1.0})
            assert (await client.send({"do": "chat", "words": "Who is there?"}))["ok"]

    with shared(tmp_path) as (_, address):
        run(sit(address))


def test_what_is_done_by_http_is_heard_at_the_table(tmp_path: Path) -> None:
    """A line that is kept may ask for tables of both processes, and be said in crumbs."""
    with shared(tmp_path) as (_, address):
        tables = run(founded(Reached(address)))
        host = address.removeprefix("http://")
        line = http.client.HTTPConnection(host, timeout=LONG)
        for table in [*tables, *tables]:
            data = json.dumps({"role": "player", "name": "Ann", "beings": []})
            path, headers = f"/api/tables/{table['table']}/seats", {"Authorization": f"Bearer {table['token']}"}
            line.request("POST", path, data, {**headers, "Content-Type": "application/json"})
            answer = line.getresponse()
            assert answer.status == 201, answer.read()
            answer.read()
        line.close()
        for table in tables:
            assert [seat["name"] for seat in run(seen(address, table))["seats"].values()] == ["Mara", "Ann", "Ann (2)"]
            slow = socket.create_connection(tuple_of(host), timeout=LONG)
            for letter in f"GET /api/tables/{table['table']} HTTP/1.1\r\n":
                slow.send(letter.encode())
                time.sleep(0.001)
            slow.send(f"Host: {host}\r\nAuthorization: Bearer {table['token']}\r\nConnection: close\r\n\r\n".encode())
            assert b"200 OK" in slow.makefile("rb").readline()
            slow.close()


def tuple_of(host: str) -> tuple[str, int]:
    name, _, port = host.partition(":")
    return name, int(port)


async def seen(address: str, table: dict[str, str]) -> dict[str, Any]:
    async with Client.at(address, table["table"], table["token"]) as client:
        return client.document


def test_whoever_dies_is_replaced_and_their_tables_go_on(tmp_path: Path) -> None:
    async def go_on(address: str, kill: Callable[[], None]) -> None:
        at = Reached(address)
        first, second = await founded(at)
        async with at.at(second) as other:
            async with at.at(first) as client:
                assert (await client.send({"do": "chat", "words": "Here I am"}))["ok"]
            await asyncio.to_thread(kill)
            async with at.at(first) as client:  # it waits until somebody is there again
                assert (await client.send({"do": "chat", "words": "Here I am again"}))["ok"]
            assert (await other.send({"do": "chat", "words": "Nothing has happened here"}))["ok"]

    with shared(tmp_path) as (child, address):
        first, second = children(child.pid)

        def kill() -> None:
            os.kill(first, signal.SIGKILL)
            until(lambda: not is_there(first))

        run(go_on(address, kill))
        until(lambda: len(children(child.pid)) == 2)
        assert second in children(child.pid)


@pytest.mark.parametrize(
    ("asked", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_all_end_with_the_one_that_looks_after_them(tmp_path: Path, asked: signal.Signals, code: int) -> None:
    with shared(tmp_path) as (child, _):
        all_of_them = children(child.pid)
        child.send_signal(asked)
        assert child.wait(LONG) == code
        until(lambda: not any(map(is_there, all_of_them)))


def test_the_same_on_postgresql(tmp_path: Path, postgres: Server) -> None:
    with shared(tmp_path, "--database", postgres.fresh()) as (_, address):
        table = ask("POST", f"{address}/api/tables", "", {"game": "bluebox", "title": "A table", "name": "Mara"})
        assert [seat["name"] for seat in run(seen(address, table))["seats"].values()] == ["Mara"]


def test_a_line_is_answered_where_it_is_if_nobody_can_take_it() -> None:
    ways = [new_way(), new_way()]
    share = Share(0, ways)
    table = next(name for name in map(str, range(100)) if share.whose(name.encode()) == 1)
    said = f"GET /api/tables/{table}/seats HTTP/1.1\r\n".encode()
    with socket.socket() as line:
        assert not share.hand_over(b"GET /api/games HTTP/1.1\r\n", line.fileno())
        assert not share.hand_over(said.replace(table.encode(), b"x" * 200_000), line.fileno())
        handed = 0
        while share.hand_over(said, line.fileno()):
            handed += 1
        assert handed > 2
    for end in (end for way in ways for end in way):
        end.close()
