"""A server with the built page, and people who sit at its tables with a browser."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any
from unittest.mock import patch

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize

from ludex.client.client import Client
from ludex.client.http import ask
from ludex.server import limits
from ludex.server.http.page import is_built
from ludex.table.campaign.campaign import Outside
from tests.server.serving import LONG, served
from tests.table.tables import SCENES

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--js-flags=--no-opt --no-maglev",  # what a test runs is not run often enough to be worth it
]  # fmt: skip
CHROMIUM = which("chromium-headless-shell") or which("chromium") or "chromium"  # without windows it costs a third less
WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
PATIENCE = 120_000  # milliseconds in which something must be seen
KEPT = Path(__file__).parent.parent.parent / "build" / "page"  # screenshots of what failed
HELD = """([table, token, held]) => {
  localStorage.setItem("ludex.seats", JSON.stringify([held]));
  sessionStorage.setItem(`ludex.here.${table}`, token);
}"""


def about(what: str, whom: str) -> re.Pattern[str]:
    """The name of a button that says, for who listens, what it is about."""
    return re.compile(rf"^{re.escape(what)}\s*: {re.escape(whom)}")


@contextmanager
def house(luck: str = "one", database: str = "") -> Iterator[House]:
    """A server in a thread of its own, with its own folder. By its luck, dice fall alike at every table."""
    assert is_built(), "the page has not been built: make page"
    address: Future[str] = Future()
    loop = asyncio.new_event_loop()
    over = asyncio.Event()

    async def serving() -> None:
        outside = Outside(seed=lambda: sha256(luck.encode()).digest())
        fast = patch.object(limits, "MESSAGES", (1e9, 1e9))  # who clicks here is no human
        async with AsyncExitStack() as stack:
            with fast:
                found = await stack.enter_async_context(served(database, outside, line_stays=int(LONG)))
            found.house.founding = found.house.requests  # all come from one address
            address.set_result(found.address)
            await over.wait()

    def run() -> None:
        try:
            loop.run_until_complete(serving())
        except BaseException as fault:
            if not address.done():
                address.set_exception(fault)
            raise

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield House(address.result(30))
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(30)
        loop.close()


class House:
    """A running server, and what a test wants of it."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, method: str, path: str, token: str = "", data: Any = None) -> Any:
        return ask(method, self.address + path, token, data)

    def found(self, game: str = "bluebox", scene: str = "", **more: Any) -> dict[str, str]:
        """A table with a prepared scene; gives the game master's link."""
        data = {"game": game, "title": "A table", "name": "Mara", "scenes": [{"ready": scene or SCENES[game]}], **more}
        found: dict[str, str] = self.ask("POST", "/api/tables", data=data)
        return found

    def seat(self, master: dict[str, str], name: str, *beings: str, role: str = "player") -> dict[str, str]:
        data = {"role": role, "name": name, "beings": list(beings)}
        found: dict[str, str] = self.ask("POST", f"/api/tables/{master['table']}/seats", master["token"], data)
        return found

    def do(self, seat: dict[str, str], *doings: dict[str, Any]) -> dict[str, Any]:
        """A seat does this over a line of its own; gives what it sees then."""

        async def doing() -> dict[str, Any]:
            async with Client.at(self.address, seat["table"], seat["token"]) as client:
                for what in doings:
                    await client.do(what["do"], **{name: value for name, value in what.items() if name != "do"})
                return client.document

        with ThreadPoolExecutor() as beside:  # the browser has a loop of its own here
            return beside.submit(asyncio.run, doing()).result(PATIENCE / 1000)

    def wait(self, seat: dict[str, str], so: Callable[[dict[str, Any]], bool], seconds: float) -> None:
        """Until this is so, by what the seat is told."""

        async def waiting() -> None:
            async with Client.at(self.address, seat["table"], seat["token"]) as client, asyncio.timeout(seconds):
                while not so(client.document):
                    await client.news(1)

        with ThreadPoolExecutor() as beside:  # the browser has a loop of its own here
            beside.submit(asyncio.run, waiting()).result()

    @property
    def nowhere(self) -> str:
        """An address at which nothing runs. At about:blank a browser ends the process of a page, and reads all anew."""
        return f"{self.address}/ludex.svg"

    def link(self, seat: dict[str, str]) -> str:
        return f"{self.address}/join/{seat['table']}#{seat['token']}"


Kind = tuple[bool, bool, str]  # on a phone, by day, and what else a page was asked for
Free = dict[Kind, list[Page]]


class People:
    """Browsers of people, each with storage of its own. What any of their pages complains about is kept, and so is
    everything that they ask of anybody but our server.

    A new page is slow to come. Where there are `free` ones, whose people have left, they are taken, and given back with
    nothing kept in them; whoever does more to a page than a person could wants none of these."""

    def __init__(self, browser: Browser, house: House, free: Free | None = None) -> None:
        self.browser = browser
        self.house = house
        self.pages: list[Page] = []
        self.faults: list[str] = []
        self._free = free
        self._kinds: list[Kind] = []

    def come(self, address: str = "/", *, phone: bool = False, day: bool = False, **more: Any) -> Page:
        """Somebody with a browser of their own opens an address."""
        page = self._taken(phone, day, **more)
        page.goto(address if address.startswith("http") else self.house.address + address)
        return page

    def _taken(self, phone: bool = False, day: bool = False, **more: Any) -> Page:
        """A page that was free, or else a new one."""
        kind = (phone, day, repr(sorted(more.items())))
        free = (self._free or {}).get(kind)
        page = free.pop() if free else self._new(phone, day, **more)
        page.on("console", self._said)
        page.on("pageerror", self._broke)
        page.on("request", self._asked)
        self.pages.append(page)
        self._kinds.append(kind)
        return page

    def _new(self, phone: bool, day: bool, **more: Any) -> Page:
        context = self.browser.new_context(
            viewport=PHONE if phone else WIDE, color_scheme="light" if day else "dark", reduced_motion="reduce",
            has_touch=phone, is_mobile=phone, **more,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def sit(self, seat: dict[str, str], **more: Any) -> Page:
        """Somebody sits at their seat: by its link, or on a page that was free as if they had come with it before."""
        page = self._taken(**more)
        if page.url == self.house.nowhere:
            page.evaluate(HELD, [seat["table"], seat["token"], self._held(seat)])
            page.goto(f"{self.house.address}/t/{seat['table']}")
            return page
        page.goto(self.house.link(seat))
        page.wait_for_url(f"**/t/{seat['table']}")
        return page

    def _held(self, seat: dict[str, str]) -> dict[str, Any]:
        """What a browser keeps of a seat."""
        told = self.house.ask("GET", f"/api/tables/{seat['table']}", seat["token"])
        return {**{name: told[name] for name in ("seat", "title", "game", "name", "role")}, **seat, "at": 1}

    def leave(self) -> None:
        for page, kind in zip(self.pages, self._kinds, strict=True):
            page.remove_listener("console", self._said)
            page.remove_listener("pageerror", self._broke)
            page.remove_listener("request", self._asked)
            if self._free is not None and self._emptied(page, kind):
                self._free.setdefault(kind, []).append(page)
            else:
                page.context.close()

    def _emptied(self, page: Page, kind: Kind) -> bool:
        """Is there nothing left in it of who sat before it?"""
        if self.faults or page.is_closed() or page.context.pages != [page]:
            return False
        if not page.url.startswith(self.house.address):
            return False
        page.unroute_all()
        page.evaluate("sessionStorage.clear()")
        page.goto(self.house.nowhere)
        line = page.context.new_cdp_session(page)
        line.send("Storage.clearDataForOrigin", {"origin": self.house.address, "storageTypes": "all"})
        line.detach()
        page.set_viewport_size(PHONE if kind[0] else WIDE)
        page.mouse.move(0, 0)
        return True

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"{message.text} at {message.location['url']}")

    def _broke(self, fault: Error) -> None:
        self.faults.append(f"{fault}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.house.address, "blob:")):
            self.faults.append(f"asked of somebody else: {request.url}")
