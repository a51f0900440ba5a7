"""The game master's drawer as tests find things in it: by the names of its places and tools."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page


def place(page: Page, name: str) -> Locator:
    """A place of the drawer by its name."""
    page.get_by_role("tab", name=re.compile(f"^{name}")).click()
    return page.get_by_role("tabpanel")


def whom(page: Page) -> Locator:
    """Where somebody of the scene is chosen."""
    return page.get_by_role("combobox", name=re.compile("^Somebody"))


def drawn(page: Page, name: str) -> Locator:
    """A tool by its name, open or not."""
    return page.locator("details.tool", has=page.locator(f":scope > summary:has-text('{name}')")).first


def tool(page: Page, name: str) -> Locator:
    """A tool by its name, opened: by key, since what is told above it may still grow."""
    found = drawn(page, name)
    if found.get_attribute("open") is None:
        found.locator("summary").first.press("Enter")
    return found


def see_as(page: Page, name: str) -> Locator:
    """Through somebody's eyes, by one click on their name; gives what says so."""
    page.get_by_role("list", name="People at the table").get_by_role(
        "button", name=re.compile(f"^See as {name}")
    ).click()
    return page.get_by_role("region", name=f"You see what {name} sees.")


def not_over(page: Page, title: str) -> Locator:
    """What asks before a scene is left in which something goes on."""
    return page.get_by_role("alertdialog", name=f"“{title}” is not over")


def record(page: Page) -> Locator:
    return page.get_by_role("region", name="The record")


def pick(field: Locator, cell: str) -> None:
    """Choose a place for a field of the drawer on the board, by keyboard."""
    field.get_by_role("button", name="Pick on the board").click()
    field.page.locator(f'[data-place="{cell}"]').press("Enter")
