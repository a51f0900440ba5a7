"""The page among the examples that shows a table on another site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, expect

from tests.page.house import House

EXAMPLES = Path(__file__).parents[2] / "examples"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def another_site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=EXAMPLES)) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_table_is_shown_on_another_site_by_the_link_of_a_spectator(house: House, browser: Browser) -> None:
    master = house.found("crawl", title="The club's table")
    club = house.seat(master, "The club", role="spectator")
    scene = next(iter(house.do(master)["master"]["scenes"]))
    with another_site() as site:
        page = browser.new_page()
        page.goto(f"{site}/table.html#{house.address}/join/{club['table']}#{club['token']}")
        expect(page).to_have_title("The club's table")
        seen = house.do(master, {"do": "open_scene", "scene": scene})
        expect(page.get_by_role("heading")).to_have_text(seen["scene"]["title"])
        names = [being["name"] for being in seen["beings"].values()]
        expect(page.locator("#beings li").first).to_contain_text(f"{names[0]}: HP ")
        expect(page.locator("#beings li")).to_have_count(len(names))
        expect(page.locator("#log li").first).not_to_be_empty()
        page.close()
