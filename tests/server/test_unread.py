"""Answers that nobody reads, and what comes in tiny pieces: they keep nobody else waiting, and fill no memory."""

from __future__ import annotations

import asyncio
import ctypes
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import h11
import pytest
from websockets.exceptions import ConnectionClosed

from ludex.server import limits
from ludex.server.run import serve
from ludex.server.unread import AllUnread
from ludex.table.desk.store import Store
from tests.server.serving import PNG, Reached, run, served, upload
from tests.server.test_silent import closed
from tests.table.desks import until

KNOCK = b"POST /api/knock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CODE = b'{"code": "ABCDEF", "name": "Eve"}'


def test_who_has_not_read_longest_makes_room_of_an_address_and_then_of_all() -> None:
    unread, left = AllUnread(of_one=20, in_all=35), []

    def add(who: str, address: str, size: int) -> None:
        unread.add(who, address, size, lambda: left.append(who))

    add("first", "a", 10)
    add("second", "b", 10)
    add("third", "b", 5)
    assert left == []
    add("fourth", "b", 10)
    assert left == ["second"]
    add("fifth", "c", 15)
    assert left == ["second", "first"]
    unread.remove("third")
    unread.remove("third")
    add("sixth", "", 10)
    assert left == ["second", "first"]
    add("larger than all", "d", 50)
    assert left == ["second", "first", "fourth", "fifth", "sixth"]
    assert len(unread) == 1


GROWN = """
from ludex.server.run.serve import give_back_large
from tests.server.test_unread import size

give_back_large()
kept = [b"x" * 3_000_000]
kept.clear()  # from now on such places would be kept
first = size()
for _ in range(5):
    for number in range(100):
        kept += [bytes(3_000_000), bytearray(100_000)]
    kept = kept[1::2]
print(size() - first)
"""


def size() -> int:
    """Bytes of memory that this process takes, without what lies on disk."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallopt"), reason="nobody can say so")
def test_what_was_large_is_given_back() -> None:
    told = subprocess.run([sys.executable, "-c", GROWN], capture_output=True, text=True, check=True)
    assert int(told.stdout) < 150_000_000


async def asked_and_not_read(serving: Reached, path: str, token: str) -> socket.socket:
    """A line on which something is asked, with little room for the answer."""
    host, _, port = serving.address.removeprefix("http://").rpartition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, (host, int(port)))
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    await loop.sock_sendall(line, head.encode())
    return line


async def all_read(line: socket.socket) -> int:
    """How many bytes are to be had on a line until it is closed."""
    read, loop = 0, asyncio.get_running_loop()
    with suppress(ConnectionResetError):
        while data := await loop.sock_recv(line, 1 << 16):
            read += len(data)
    line.close()
    return read


async def picture(serving: Reached, master: dict[str, str]) -> str:
    """The path of a picture that is as large as one may be."""
    path = f"/api/tables/{master['table']}/pictures"
    kept = await upload(serving, path, master["token"], PNG + b"x" * 4_900_000)
    return f"{path}/{kept['picture']}"


class Counted(AllUnread):
    """With how many have come."""

    added = 0

    def add(self, *more: Any) -> None:
        super().add(*more)
        self.added += 1


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """What waits to be read of a server that is started now; there is room for two pictures."""
    found = Counted(10_000_000, 10_000_000)
    monkeypatch.setattr(serve, "AllUnread", lambda *most: found if most == limits.UNREAD else AllUnread(*most))
    return found


def test_who_does_not_read_an_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, unread: Counted) -> None:
    monkeypatch.setattr(limits, "READING", (0.05, 64 * 1024))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = await picture(serving, master)
            line = await asked_and_not_read(serving, path, master["token"])
            await until(lambda: unread.added > 0)
            await until(lambda: len(unread) == 0)
            assert await all_read(line) < 4_900_000
            monkeypatch.setattr(limits, "READING", (3600.0, 64 * 1024))
            read: bytes = await asyncio.to_thread(got, serving.address + path, master["token"])
            assert len(read) > 4_900_000

    run(test())


def got(address: str, token: str) -> Any:
    request = Request(address, headers={"Authorization": f"Bearer {token}"})
    with build_opener(ProxyHandler({})).open(request) as answer:
        return answer.read()


def test_answers_that_nobody_reads_make_room_for_others(unread: Counted) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = await picture(serving, master)
            there = []
            for number in range(1, 7):
                there.append(await asked_and_not_read(serving, path, master["token"]))
                await until(lambda: unread.added == number)  # noqa: B023  # it is waited for at once
            kept = len(unread)
            assert 2 <= kept < 6
            assert [await all_read(line) > 4_900_000 for line in there] == [False] * (6 - kept) + [True] * kept

    run(test())


def test_few_pictures_are_read_from_the_store_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now: list[str] = []
    most: list[int] = []
    read = Store.blob

    def counted(store: Store, table: str, name: str) -> Any:
        now.append(name)
        most.append(len(now))
        try:
            time.sleep(0.02)  # so that others would begin
            return read(store, table, name)
        finally:
            now.pop()

    monkeypatch.setattr(Store, "blob", counted)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/pictures"
            kept = await upload(serving, path, master["token"], PNG)
            asked = (serving.ask("GET", f"{path}/{kept['picture']}", master["token"]) for _ in range(4))
            assert await asyncio.gather(*asked) == [PNG] * 4

    run(test())
    assert len(most) == 4
    assert max(most) <= limits.PICTURES < 4


def in_pieces(body: bytes, size: int) -> bytes:
    parts = (body[at : at + size] for at in range(0, len(body), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_body_in_ever_so_many_crumbs_is_not_read() -> None:
    async def test() -> None:
        async with served() as serving:
            head = KNOCK + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            for body, size in ((CODE, 1), (CODE + b" " * 30_000, 100), (CODE + b" " * 30_000, 30_000)):
                assert b"this code opens no table" in await closed(serving, head + in_pieces(body, size))
            assert await closed(serving, head + in_pieces(CODE + b" " * 30_000, 1)) == b""

    run(test())


@pytest.mark.parametrize("before", [b"", b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"])
@pytest.mark.parametrize("cut", [0, 1, 2])
def test_crumbs_are_counted_before_they_are_put_together(
    before: bytes, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the end of the head comes in two parts, and where something was asked before on the same line."""
    found: list[Any] = []
    next_event = h11.Connection.next_event

    def counted(line: h11.Connection) -> Any:
        found.append(next_event(line))
        return found[-1]

    monkeypatch.setattr(h11.Connection, "next_event", counted)

    async def test() -> None:
        async with served() as serving:
            host, _, port = serving.address.removeprefix("http://").rpartition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            said = before + KNOCK + b"Transfer-Encoding: chunked\r\n\r\n"
            writer.write(said[: len(said) - cut])
            await until(lambda: h11.NEED_DATA in found)
            writer.write(said[len(said) - cut :] + b"1\r\nx\r\n" * 600)
            with suppress(ConnectionResetError):
                assert (await reader.read()).count(b"HTTP/1.1") == (1 if before else 0)
            writer.close()

    run(test())
    assert len([event for event in found if isinstance(event, h11.Data)]) <= limits.CRUMBS[0]


def test_what_cannot_be_read_after_it_was_answered_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with served() as serving:
            host, _, port = serving.address.removeprefix("http://").rpartition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            much = b"%x\r\n%s\r\n" % (limits.SMALL + 1, b"x" * (limits.SMALL + 1))  # it is begun before its end
            writer.write(KNOCK.replace(b"/json", b"/xml") + b"Transfer-Encoding: chunked\r\n\r\n" + much)
            assert b"415" in await reader.readline()
            await reader.readuntil(b"}")
            writer.write(b"this is no number\r\n")
            with suppress(ConnectionResetError):
                await reader.read()
            writer.close()
        assert not [record for record in caplog.records if record.exc_info]

    run(test())


def test_a_head_without_an_end_is_not_read() -> None:
    async def test() -> None:
        async with served() as serving:
            head = b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            assert b"HTTP/1.1 200" in await closed(serving, head + b"a: b\r\n" * 500 + b"\r\n")
            assert b"HTTP/1.1 200" not in await closed(serving, head + b"a: b\r\n" * 20_000 + b"\r\n")

    run(test())


def test_a_socket_has_so_many_frames_that_bring_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FRAMES", (20.0, 0.0))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with serving.raw(master["table"]) as line:
                for _ in range(10):
                    await (await line.ping())
                with suppress(ConnectionClosed):
                    for _ in range(20):
                        await (await line.ping())
                with pytest.raises(ConnectionClosed):
                    await line.recv()
            async with serving.raw(master["table"]) as line:
                await line.send(["{", *[" "] * 10, "x" * 2000, *["x" * 1500] * 40, "}"])
                assert "expected hello" in str(await line.recv())
            async with serving.raw(master["table"]) as line:
                with suppress(ConnectionClosed):
                    await line.send(["{", *[" "] * 50, "}"])
                with pytest.raises(ConnectionClosed):
                    await line.recv()

    run(test())


def test_of_bodies_that_are_being_sent_only_so_much_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has been sending longest makes room; what has been answered takes none."""
    monkeypatch.setattr(limits, "COMING", (400_000, 10_000_000))
    head = "POST /api/tables/import HTTP/1.1", "Host: localhost", "Content-Type: multipart/form-data; boundary=x"
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' + b"y" * 300_000

    async def test() -> None:
        async with served() as serving:
            host, _, port = serving.address.removeprefix("http://").rpartition(":")
            lines = []
            for length in (len(body), 1_000_000, 1_000_000):
                line = await asyncio.open_connection(host, int(port))
                line[1].write("\r\n".join((*head, f"Content-Length: {length}", "", "")).encode() + body)
                lines.append(line)
                if length == len(body):
                    assert b" 400 " in await line[0].readline(), "all of it was there"
            with suppress(ConnectionResetError):
                assert await lines[1][0].read() == b"", "it was cut off"
            lines[2][1].write(b"y" * (1_000_000 - len(body)))
            assert b" 400 " in await lines[2][0].readline()
            for _, writer in lines:
                writer.close()

    run(test())
