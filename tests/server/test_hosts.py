"""The names by which a server is asked: its own alone, so that no page from elsewhere becomes one of ours."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from ludex.core.kernel.ruling import BadInput
from ludex.server.http.hosts import host_in, is_ours, names_of
from tests.server.serving import Serving, run, said, served


async def asked(serving: Serving, path: str, host: str | None = None, method: str = "GET", body: bytes = b"") -> Any:
    """The status and the words of an answer; everything is sent as it is given."""

    def ask() -> tuple[int, str]:
        line = HTTPConnection(serving.address.removeprefix("http://"))
        line.putrequest(method, path, skip_host=host is not None)
        if host:
            line.putheader("Host", host)
        if body:
            line.putheader("Content-Type", "application/json")
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body or None)
        answer = line.getresponse()
        found = answer.status, answer.read().decode()
        line.close()
        return found

    return await asyncio.to_thread(ask)


def test_only_names_of_the_server_are_answered() -> None:
    async def test() -> None:
        async with served(hosts=frozenset(["table.example.org"])) as serving:
            port = serving.address.rpartition(":")[2]
            ours = ("localhost", "LOCALHOST.", f"127.0.0.1:{port}", f"[::1]:{port}", "table.example.org:443")
            for host in (None, *ours):
                assert (await asked(serving, "/api/games", host))[0] == 200, host
            for host in ("evil.example", "table.example.org.evil.example", "10.0.0.1", "a b", "%00", "a@localhost"):
                for path in ("/", "/api/games", "/assets/x.js", "/api/openapi.json"):
                    status, words = await asked(serving, path, host)
                    assert status in (400, 421), (host, path)
            status, words = await asked(serving, "/api/games", "evil.example")
            assert status == 421
            assert "this server is not called 'evil.example'" in words
            assert (await asked(serving, "/api/games", ""))[0] in (400, 421)

    run(test())


def test_a_socket_is_opened_by_no_page_of_another_site() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            address = f"{serving.socket}/api/tables/{master['table']}/socket"
            for origin in (None, Origin("http://localhost:5173"), Origin(serving.address)):
                async with connect(address, proxy=None, origin=origin) as socket:
                    await socket.send("{}")
                    assert (await said(socket))["is"] == "bye"
            for origin in (Origin("https://evil.example"), Origin("null")):
                with pytest.raises(InvalidStatus):
                    await connect(address, proxy=None, origin=origin)

    run(test())


def test_unseen_characters_and_deep_lists_are_not_read() -> None:
    async def test() -> None:
        async with served() as serving:
            for path in ("/api/tables/a%00b", "/api/games/%00/rules", "/api/games/bluebox/rules?words=%00", "/t/%1F",
                         "/api/tables/x/pictures/%7f"):  # fmt: skip
                status, words = await asked(serving, path)
                assert status == 400, path
                assert "characters that nobody can see" in words
            for body in (b"[" * 100_000, b'{"game":' * 5_000, b'{"code": NaN}', b'"\\ud800"', b"\xff\xfe", b""):
                status, words = await asked(serving, "/api/knock", method="POST", body=body or b" ")
                assert status == 400, body[:20]
                assert "fault of ours" not in words

    run(test())


def test_names_are_read_as_browsers_send_them() -> None:
    sent = {"A.B:80": "a.b", "[::1]:80": "::1", "[0:0::1]": "::1", "x.": "x", "https://t.example:8": "t.example"}
    assert {each: host_in(each) for each in (*sent, "", "a b", "[x")} == {**sent, "": "", "a b": "", "[x": ""}
    assert is_ours("192.168.1.7", frozenset(), "192.168.1.7")
    assert not is_ours("192.168.1.8", frozenset(), "192.168.1.7")
    assert not is_ours("", frozenset(), "")
    assert names_of(["a.example"], "https://b.example:444", in_network=False) == {"a.example", "b.example"}
    assert len(names_of([], "", in_network=True)) == 2
    with pytest.raises(BadInput, match="--allowed-host a b: expected a name"):
        names_of(["a b"], "", in_network=False)
