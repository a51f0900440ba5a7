"""People who make characters with the page: they look at the step that lies open and decide it, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

MOST_STEPS = 90  # of any character
MOST_CARDS = 12  # that are taken in one step
MOST_KEYS = 200  # that are pressed to reach something
NUMBERS = {  # by the title of the step, where what stands there at first does not fit
    "Stats": (2, 2, 1, 0, -1),
    "Attributes": (2, 1, 1, 0, 0, 0),
    "HP, MP and Resolve": (30, 25, 20),
    "Combat attributes": (2, 2, 1, 1),
    "Utility attributes": (1, 1, 1),
}
LIKED = re.compile("^(Slash|Fire|Warrior)$")  # where they come into question

Act = Callable[[Locator], None]


def clicked(what: Locator) -> None:
    what.click()


def tapped(what: Locator) -> None:
    what.tap()


def by_key(what: Locator) -> None:
    """Without a mouse: Tab goes from part to part, arrows from card to card, Enter does it."""
    keys, among_cards = what.page.keyboard, what.get_attribute("data-card") is not None
    for _ in range(MOST_KEYS):
        if what.evaluate("one => one === document.activeElement"):
            keys.press("Enter")
            return
        on_card = what.page.evaluate("document.activeElement.hasAttribute('data-card')")
        keys.press("ArrowRight" if among_cards and on_card else "Tab")
    raise AssertionError("it cannot be reached by keys")


def card(page: Page, name: str) -> Locator:
    """An option by its name, which may be refused."""
    return page.locator("[data-card]", has=page.locator(".name", has_text=re.compile(rf"^{re.escape(name)}$")))


def title(page: Page) -> str:
    """The step that lies open."""
    return page.get_by_role("heading", level=1).inner_text()


def open_step(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Steps").get_by_role("button", name=re.compile(name)).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    settled(page)


def settled(page: Page) -> None:
    """What was chosen has been answered."""
    expect(page.locator("main[aria-busy=false]")).to_be_visible()


def kind_of(page: Page) -> str:
    """How the open step is decided."""
    if page.locator("#named").count():
        return "name"
    if page.get_by_role("spinbutton").count():
        return "numbers"
    return "dice" if page.get_by_role("button", name="Roll the dice").count() else "cards"


def is_whole(page: Page) -> bool:
    return page.get_by_role("button", name="Save it as a file").count() > 0


def done(page: Page) -> Locator:
    """The button that takes what the step has; on a phone the last of two."""
    return page.locator("footer .button.solid, .tray .foot .button").last


def make(page: Page, name: str, act: Act = clicked, *, phone: bool = False) -> None:
    """From the step that lies open to the end."""
    for _ in range(MOST_STEPS):
        settled(page)
        if is_whole(page):
            return
        decide(page, name, act, phone=phone)
    raise AssertionError(f"the character is not whole after {MOST_STEPS} steps, but at {title(page)}")


def decide(page: Page, name: str, act: Act = clicked, *, phone: bool = False) -> None:
    """The open step, as it comes: what is usual, else the first that may be taken."""
    before = page.locator("main").get_attribute("data-chosen") or ""
    kind = kind_of(page)
    if kind == "name":
        if not page.locator("#named").input_value().strip():
            page.locator("#named").fill(name)
        page.locator("#named").press("Enter")
    elif kind == "numbers":
        for field, number in zip(page.get_by_role("spinbutton").all(), NUMBERS.get(title(page), ()), strict=False):
            field.fill(str(number))
        expect(done(page)).to_be_enabled()
        act(done(page))
    elif kind == "dice":
        act(page.get_by_role("button", name="Roll the dice"))
        expect(page.get_by_text("As the dice lie")).to_be_visible()
        act(done(page))
        return
    else:
        choose(page, act, before, phone=phone)
    expect(page.locator("main")).not_to_have_attribute("data-chosen", before)


def choose(page: Page, act: Act, before: str, *, phone: bool) -> None:
    """Cards are taken until the step is decided, or can be."""
    for _ in range(MOST_CARDS):
        settled(page)
        if page.locator("main").get_attribute("data-chosen") != before:
            return
        if done(page).count() and done(page).is_enabled():
            act(done(page))
            return
        free = page.locator("[data-card][aria-pressed=false]")
        liked = free.filter(has=page.locator(".name", has_text=LIKED))
        act(liked.first if liked.count() else free.first)
        if phone:
            act(page.get_by_role("button", name=re.compile("^Take ")))
    raise AssertionError(f"{title(page)} is not decided with {MOST_CARDS} cards")
