"""The search of the printed docs, read from a disk: what is about a word comes before what only names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from press.__main__ import write


@pytest.fixture(scope="module")
def docs(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("docs")
    write(folder)
    page = browser.new_page()
    page.goto((folder / "lab.html").as_uri())
    yield page
    page.close()


def found(docs: Page, words: str) -> list[str]:
    """Where what is found leads to, the best first."""
    docs.get_by_label("Search").fill(words)
    docs.wait_for_function("document.querySelector('form[role=search] [role=status]').textContent")
    links = docs.locator("#site-found a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    return [link.removeprefix("../").partition("#")[0] for link in links]


@pytest.mark.parametrize("words", ["webhook", "webhooks", "Webhook", "webho"])
def test_the_page_about_it_comes_first(docs: Page, words: str) -> None:
    """It is called by another name, and no other page names it as often."""
    assert found(docs, words)[:4] == ["webhooks.html"] * 4


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("hosting", "hosting.html"),
        ("lab", "lab.html"),
        ("opponent", "opponents.html"),
        ("pack", "packs.html"),
        ("scene file", "scenes.html"),
        ("backups", "hosting.html"),
        ("critical hits", "rules/crawl/critical-hits.html"),
        ("sacrifice plat", "rules/bluebox/armor--plating.html"),
        ("bb.action.shove", "rules/bluebox/attacks.html"),
    ],
)
def test_titles_and_names_weigh_more_than_words(docs: Page, words: str, page: str) -> None:
    assert found(docs, words)[0] == page


def test_the_singular_finds_what_the_plural_finds(docs: Page) -> None:
    for one, many in (("opponent", "opponents"), ("class", "classes"), ("condition", "conditions")):
        assert found(docs, one) == found(docs, many), one
    assert found(docs, "bonus") != found(docs, "bon")


def test_all_words_must_be_there(docs: Page) -> None:
    assert found(docs, "webhook plating") == []
