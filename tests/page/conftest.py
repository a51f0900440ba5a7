"""Fixtures of the tests of the page. Where a test fails, it is told what its pages said, and what they showed is kept
under build/page/."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from ludex.table.play import linking
from tests.page.house import CHROMIUM, FLAGS, KEPT, PATIENCE, Free, House, People
from tests.page.house import house as serving

FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs a browser is slow."""
    for item in items:
        if item.nodeid.startswith("tests/page/"):
            item.add_marker("slow")


@pytest.fixture(scope="package")  # while it runs, tests that run a loop of their own cannot
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def own_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser adds to the dice, so that they fall alike every time."""
    monkeypatch.setattr(linking, "MOST_CHAINS", 0)


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    with serving() as found:
        yield found


@pytest.fixture(scope="package")
def free_pages(browser: Browser) -> Free:
    """Pages of one test that another may take over."""
    return {}


@pytest.fixture
def people(browser: Browser, house: House, free_pages: Free | None, request: pytest.FixtureRequest) -> Iterator[People]:
    """People with browsers; none of their pages may complain, or ask anything of anybody else."""
    found = People(browser, house, free_pages)
    yield found
    keep_what_failed(found, request)
    found.leave()
    assert found.faults == []


@pytest.fixture(scope="module")
def stayers(browser: Browser, house: House, free_pages: Free | None) -> Iterator[People]:
    """People who stay from test to test, where tests look, or leave all as they found it."""
    found = People(browser, house, free_pages)
    yield found
    found.leave()


@pytest.fixture
def staying(stayers: People, request: pytest.FixtureRequest) -> Iterator[People]:
    """The same for one test, which answers for what they complain about."""
    yield stayers
    keep_what_failed(stayers, request)
    faults = stayers.faults.copy()
    stayers.faults.clear()
    assert faults == []


def keep_what_failed(people: People, request: pytest.FixtureRequest) -> None:
    if people.faults or request.node.stash.get(FAILED, False):
        KEPT.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(people.pages):
            said = page.locator("[role=alert], [role=status], .why").all_inner_texts()
            print(f"{page.url} said: {[text for text in said if text.strip()]}")
            page.screenshot(path=KEPT / f"{re.sub(r'[^a-z0-9_]+', '-', request.node.name)}-{number}.png")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
