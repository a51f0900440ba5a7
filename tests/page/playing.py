"""People who play at a table by clicking, on as many pages as there are people."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, TimeoutError, WebSocketRoute, expect

from ludex.client.client import Client
from tests.page.drawer import place, tool
from tests.page.house import House, People, about

SOON = 5_000  # milliseconds after which one looks again whether there is still anything to click
LONGEST = 300.0  # seconds in which a small scene must be over, on a busy machine
MOST_STEPS = 60  # of a fight until it is as a test wants it

Plan = dict[str, Any]  # what the machine would do
BEGUN = re.compile("initiative|Order of turns")  # in the record of a fight of Blue Box, tied or not


def lead(page: Page) -> None:
    """Of the ways to play a book, lead the game."""
    page.get_by_role("radio", name="I lead the game").check()
    expect(page.get_by_role("button", name="Start the table")).to_be_visible()


def seats_by_link(gm: Page) -> None:
    """In the waiting room, where seats are made and have links."""
    gm.get_by_text("Seats by a link").click()


def reachable(house: House, gm: Page, master: dict[str, str]) -> str:
    """A game master goes to the waiting room of a table that others in the network can reach; gives the code there."""
    told = json.dumps({"address": "http://192.168.1.20:8765", "open": True})
    gm.route("**/api/house", lambda asked: asked.fulfill(body=told, content_type="application/json"))
    gm.goto(house.nowhere)  # what a link brings is read when the page comes
    gm.goto(house.link(master))
    return code_on(gm)


def code_on(gm: Page) -> str:
    """The six signs that stand there to be read aloud."""
    code = gm.get_by_role("img", name=re.compile("^The code is "))
    expect(code).to_be_visible()
    return (code.get_attribute("aria-label") or "").removeprefix("The code is ").replace(" ", "")


def joined(house: House, people: People, master: dict[str, str], name: str, whom: str) -> Page:
    """Somebody follows a link, says who they are and takes up a character."""
    page = people.come(house.link(house.seat(master, "A seat")))
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=re.compile(whom)).check()
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(f"**/t/{master['table']}")
    return page


def cell(page: Page, q: int, r: int) -> Locator:
    return page.locator(f'[role="gridcell"][data-place="{q},{r}"]')


def zone(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def token(page: Page, name: str) -> Locator:
    return page.get_by_role("main", name="The board").get_by_role("button", name=re.compile(rf"^{name}\b"))


def record(page: Page) -> Locator:
    return page.get_by_role("log", name="The record")


def action(page: Page, name: str) -> Locator:
    """An action of the bar, whether it can be done or not."""
    return page.get_by_role("toolbar", name="What you can do").get_by_role("button", name=re.compile(name))


def deed(page: Page) -> Locator:
    """The button that does what somebody is about to do."""
    return page.get_by_role("group", name="What you are about to do").get_by_role("button")


def answers(page: Page) -> Locator:
    """What may be answered to the question that is one's own, and the button of an answer that is put together."""
    listed = page.get_by_role("list", name="Answers").get_by_role("button")
    return listed.or_(page.get_by_role("button", name=re.compile(r"^Answer\b")))


def suggest(page: Page) -> Locator:
    return page.get_by_role("button", name="Suggest", exact=True)


def over(page: Page) -> Locator:
    return page.get_by_text("The scene is over.").first  # it is announced, too


# Where something is when it has come to rest: a board is laid anew when its room is known
RESTS = """async one => {
  for (let was = ""; ; ) {
    const { x, y, width, height } = one.getBoundingClientRect();
    if (was === (was = [x, y, width, height].join())) return { x, y, width, height };
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
}"""
FREE = f"""async place => {{
  const {{ x, y, width, height }} = await ({RESTS})(place);
  for (const down of [0.5, 0.3, 0.7])
    for (const right of [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9])
      if (document.elementFromPoint(x + right * width, y + down * height) === place)
        return {{ x: right * width, y: down * height }};
  throw new Error("all of the place is covered");
}}"""


def at_rest(found: Locator) -> FloatRect:
    """Where it is seen once it stands still."""
    expect(found).to_be_visible()
    rect: FloatRect = found.evaluate(RESTS)
    return rect


def middle(found: Locator) -> tuple[float, float]:
    rect = at_rest(found)
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def goes(page: Page, place: Locator) -> None:
    """Whoever acts on this page goes there: the first click shows the way, the second goes it."""
    beside = place.evaluate(FREE)  # where no token stands
    place.click(position=beside)
    expect(deed(page)).to_be_visible()
    place.click(position=beside)
    expect(deed(page)).to_have_count(0)


def aimed(page: Page, attack: Locator, foe: Locator) -> bool:
    """An action of the bar is aimed at a token of the board, and whatever else it asks is chosen; is it possible?"""
    attack.click()
    foe.click()
    refusal = page.get_by_role("group", name="What you are about to do").get_by_role("alert")
    more = page.get_by_role("region", name="Choose").locator("button[aria-pressed=false]:not([aria-disabled])")
    while True:
        expect(deed(page).or_(refusal).or_(more).first).to_be_visible()
        if deed(page).count() or refusal.count():
            return bool(deed(page).count())
        more.first.click()


# Who has ever pointed at something here, however short that was to be seen
PINGED = """() => {
  const all = [], known = new WeakSet();
  const note = () => {
    for (const ping of document.querySelectorAll(".ping")) {
      if (!known.has(ping)) all.push(ping.textContent.trim());
      known.add(ping);
    }
    document.documentElement.dataset.pinged = all.join(", ");
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  note();
}"""


def watch_pings(*pages: Page) -> None:
    for page in pages:
        page.evaluate(PINGED)


def pings_are(page: Page, *names: str) -> None:
    """Since they are watched, these have pointed at something on the page, or been pointed at."""
    expect(page.locator("html")).to_have_attribute("data-pinged", ", ".join(names))


SAID = "all => all.map((one) => one.innerText ?? one.textContent)"  # what is drawn has only the latter


def say_the_same(one: Locator, other: Locator) -> None:
    """They come to say the same, on two pages or in two places of one, and it is something."""
    until = monotonic() + LONGEST
    while (said := one.evaluate_all(SAID)) != (also := other.evaluate_all(SAID)) or not said:
        assert monotonic() < until, f"{said} is not {also}"
        one.page.wait_for_timeout(50)


def pass_turn(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^End (the )?turn")).click()
    deed(page).click()
    expect(deed(page)).to_have_count(0)


def answer(page: Page, chosen: Locator) -> None:
    """Give an answer; it is the table's when this is done."""
    expect(page.get_by_text("Working out what follows")).to_have_count(0)  # when that is told, answers move
    chosen.click()
    expect(answers(page).and_(page.locator(":disabled"))).to_have_count(0)


def hand_over_the_enemies(gm: Page) -> None:
    """The machine plays the enemies from now on, and answers what the game master would be asked."""
    gm.get_by_role("button", name="Game master", exact=True).click()
    place(gm, "People")
    sides = tool(gm, "Sides and machines")
    for whose in ("The game master's questions", "foes"):
        player = sides.get_by_role("combobox", name=whose, exact=True)
        player.select_option("simple")
        expect(player).to_have_value("simple")
    gm.get_by_role("button", name=about("Close", "Game master's drawer")).click()


def follow_advice(page: Page) -> None:
    """Ask what the machine would do, and do that, unless the fight ends meanwhile."""
    plan = page.get_by_role("region", name="The machine would")
    try:
        suggest(page).click(timeout=SOON)
    except TimeoutError:
        return
    expect(plan.or_(over(page)).first).to_be_visible()
    if plan.count():
        deed(page).click()
        expect(plan).to_have_count(0)


def play_on(pages: Sequence[Page]) -> None:
    """All of them play until the scene is over: who is asked answers, whose turn it is does what the machine would."""
    until = monotonic() + LONGEST
    while not over(pages[0]).count():
        assert monotonic() < until, "the scene does not come to an end"
        for page in pages:
            if answers(page).count():
                answer(page, answers(page).last)
                break
            if suggest(page).count():
                follow_advice(page)
                break
        else:
            pages[0].wait_for_timeout(50)


def until(house: House, seat: dict[str, str], what: str, so: Callable[[Client, Plan | None], bool]) -> None:
    """The seat plays as the machine would until it is so, by what it sees and what is advised to who acts."""

    async def playing() -> None:
        for _ in range(MOST_STEPS):  # each with a line of its own: one that asks much is told to wait
            async with Client.at(house.address, seat["table"], seat["token"]) as client:
                question = client.document["question"]
                acting = [who for who, offer in (client.document["offers"] or {}).items() if offer["acts"]]
                plan = await client.do("suggest", being=acting[0]) if acting and question is None else None
                if so(client, plan):
                    return
                if question is not None:
                    await client.do("answer", key=question["key"], value=question["default"])
                elif plan is not None:
                    await client.do("command", **plan["command"])
                else:
                    await client.news(2)
        raise AssertionError(f"no {what} in {MOST_STEPS} steps")

    with ThreadPoolExecutor() as beside:  # the browser has a loop of its own here
        beside.submit(asyncio.run, playing()).result(LONGEST)


class Line:
    """The line between a page and the server, which can be cut for a while; laid before the page comes to a table."""

    def __init__(self, page: Page) -> None:
        self.broken = False
        self._open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/socket$"), self._through)

    def _through(self, line: WebSocketRoute) -> None:
        if self.broken:
            line.close(code=3000)
        else:
            self._open.append(line)
            line.connect_to_server()

    def cut(self) -> None:
        self.broken = True
        for line in self._open:
            line.close(code=3000)
        self._open.clear()

    def mend(self) -> None:
        self.broken = False


def fought(house: House) -> tuple[dict[str, str], dict[str, Any]]:
    """A table of Blue Box at which somebody has ended a turn; gives its game master and how it stands."""
    master = house.found()
    scene = next(iter(house.do(master)["master"]["scenes"]))
    document = house.do(master, {"do": "open_scene", "scene": scene})
    while document["question"]:
        question = document["question"]
        document = house.do(master, {"do": "answer", "key": question["key"], "value": question["default"]})
    return master, house.do(master, {"do": "command", "actor": document["turn"]["of"], "name": "end_turn", "args": {}})


def looking_back(page: Page) -> None:
    """At the moment before the last."""
    page.get_by_role("button", name="Look back", exact=True).first.click()
    expect(page.get_by_role("heading", name=re.compile("^Looking back: "))).to_be_attached()  # and at what
    page.keyboard.press("ArrowLeft")
