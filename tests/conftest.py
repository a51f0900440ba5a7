"""What all tests share."""

import gc
import os
import re
import signal
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

pytest_plugins = ["tests.coverage_plugin", "tests.table.postgres"]

GAMES = sorted(path.parent.name for path in Path(__file__).parents[1].glob("src/ludex/games/*/rules.toml"))

# What is started in the background has Ctrl-C switched off, and so would all that tests start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)

# Looking through all that thousands of tests keep, again and again, took a tenth of the time: it is done seldom
gc.set_threshold(20_000, 50, 50)

# A machine that is busy elsewhere is no fault of a test; and a failure is found again by the same examples.
settings.register_profile("ludex", deadline=None, derandomize=True)
settings.load_profile("ludex")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long repetitions too, as `make fuzz` runs them")
    parser.addoption("--game", choices=GAMES, help="nothing of any other game")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --long there are no long repetitions: a run without them is still a whole one, whose record is kept."""
    if not config.option.long:
        # Numbers and words of our sources, to draw from: seconds in each process, other examples with each change
        assert hasattr(providers, "_get_local_constants")
        vars(providers)["_get_local_constants"] = lambda: providers._local_constants
        items[:] = [item for item in items if item.get_closest_marker("long") is None]
    if config.option.game:
        others = [item for item in items if game_of(item) not in ("", config.option.game)]
        items[:] = [item for item in items if game_of(item) in ("", config.option.game)]
        config.hook.pytest_deselected(items=others)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = shared_out(items, workers)


def shared_out(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """In an order in which half of the workers begin with tests of the page: these take longest, so none of them is
    begun last, and each of their files stays with one browser. Each worker is given as many tests as the others at
    first, in a row."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if item.nodeid.startswith("tests/page/"):
            files.setdefault(item.path, []).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for file in sorted(files.values(), key=len, reverse=True):
        min(parts[: workers // 2], key=len).extend(file)
    others = iter([item for item in items if item.path not in files])
    for number, part in enumerate(parts):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        part.extend(islice(others, max(0, size - len(part))))
    return [*chain.from_iterable(parts), *others]


def pytest_collection_finish() -> None:
    gc.freeze()  # tests stay to the end


def game_of(item: pytest.Item) -> str:
    """Of which game a test is, by its folder or by its first parameter; none: of all, or of none of them."""
    found = re.search(rf"(?:^tests/games/|\[)({'|'.join(GAMES)})(?=[]/-])", item.nodeid)
    return found[1] if found else ""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: who waits for a browser, a server or another process leaves it to the others."""
    return 2 * (os.cpu_count() or 1)
