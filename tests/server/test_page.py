"""The server brings the page: its files from the package, strict headers, and a plain word where it was not built."""

from __future__ import annotations

import gzip
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from ludex.server.http import page
from tests.server.serving import run, served

INDEX = "<!doctype html><title>Ludex</title>"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "theme.js").write_text("let theme")
    (folder / "assets" / "index-a1b2.js").write_text("let page")
    (folder / "notes.txt").write_text("not of the page")
    (tmp_path / "secret.js").write_text("let secret")
    monkeypatch.setattr(page, "FOLDER", folder)
    return folder


def asked(address: str, **headers: str) -> HTTPResponse | HTTPError:
    try:
        found: HTTPResponse = build_opener(ProxyHandler({})).open(Request(address, headers=headers), timeout=10)
        return found
    except HTTPError as fault:
        return fault


def answers(*paths: str, **headers: str) -> list[tuple[int, str, str, str]]:
    """Status, kind, how long it may be kept, and what is in it."""

    async def test() -> list[tuple[int, str, str, str]]:
        import asyncio

        async with served() as serving:
            found = [await asyncio.to_thread(asked, serving.address + path, **headers) for path in paths]
            for answer in found:
                assert "default-src 'none'" in answer.headers["content-security-policy"]
            return [
                (a.status or 0, a.headers["content-type"], a.headers["cache-control"], a.read().decode()) for a in found
            ]

    return run(test())


def test_every_page_of_ours_is_the_index(built: Path) -> None:
    paths = ("/", "/new/bluebox", "/join/abc", "/t/abc", "/t/abc/display", "/rules/bluebox/bb.roll.attack", "/verify/a")
    html = "text/html; charset=utf-8"
    assert answers(*paths) == [(200, html, "no-cache", INDEX)] * len(paths)


def test_an_address_of_nothing_is_a_page_that_says_so(built: Path) -> None:
    assert answers("/nowhere")[0][:2] == (404, "text/html; charset=utf-8")


def test_files_with_a_name_of_their_own_are_kept_for_ever(built: Path) -> None:
    found = answers("/assets/index-a1b2.js", "/theme.js")
    assert found[0] == (200, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "let page")
    assert found[1][2:] == ("no-cache", "let theme")


def test_nothing_but_the_page_is_given_away(built: Path) -> None:
    outside = ("/../secret.js", "/assets/../../secret.js", "/%2e%2e/secret.js", "/notes.txt", "/assets/", "/.hidden.js")
    for status, _, _, text in answers(*outside):
        assert status == 404
        assert "secret" not in text
        assert "not of the page" not in text


def test_what_is_asked_of_the_interface_is_never_a_page(built: Path) -> None:
    record = '{"reason":"there is nothing at this address","rule":""}'
    for answer in answers("/api/nothing", "/api", "/api/", "/api/no/such/thing", "/api/nothing.js"):
        assert answer == (404, "application/json", "no-store", record)


def test_files_are_squeezed_for_who_can_read_that(built: Path) -> None:
    found = page.answer("/", squeeze=True)
    assert gzip.decompress(found.content) == INDEX.encode()
    assert found.headers["content-encoding"] == "gzip"


def test_a_page_that_was_built_anew_is_read_anew(built: Path) -> None:
    assert page.answer("/", squeeze=False).content == INDEX.encode()
    (built / "index.html").write_text("another")
    assert page.answer("/", squeeze=False).content == b"another"


def test_a_page_that_was_not_built_says_how(built: Path) -> None:
    (built / "index.html").unlink()
    status, kind, _, text = answers("/t/abc")[0]
    assert (status, kind) == (503, "text/html; charset=utf-8")
    assert "make page" in text
    assert "ludex play --text" in text


def test_how_the_house_is_reached_is_told() -> None:
    async def test() -> None:
        async with served(address="https://table.example.org", host="hash") as serving:
            told = await serving.ask("GET", "/api/house")
            assert told == {"address": "https://table.example.org", "open": False, "mark": ""}

    run(test())
