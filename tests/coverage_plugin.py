"""Records which rules the tests show, for `build/coverage/<game>.json`.

A test names its rules, `@pytest.mark.rule("bb.roll.attack")`. A rule is tested by a test that names it, cites
it while it runs, and passes. The record is written when the whole suite ran, with its long repetitions or without; a
part of it (a path, -k, -m, a stop at the first failure) leaves the old record alone.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path

import pytest

from ludex.core.book.rulebook import CoverageData, Rulebook, coverage_path, write_coverage
from ludex.core.kernel.ruling import listening

KEY = "rule_coverage"


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Record(config, sorted(config.rootpath.glob("src/ludex/games/*/rules.toml"))), KEY)


@cache  # read when a test names or cites a rule of this game
def book(path: Path) -> Rulebook:
    return Rulebook.load(path)


def prefix(path: Path) -> str:
    """With what the ids of a rulebook begin, without reading all of it."""
    found = re.search(r'^prefix = "(\w+)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise pytest.UsageError(f"{path}: no prefix")
    return found[1]


class Record:
    """What was cited and tested so far: in one process, or as the controller in those of its workers."""

    def __init__(self, config: pytest.Config, books: list[Path]) -> None:
        self.config = config
        self.books = {prefix(path): path for path in books}
        self.cited: set[str] = set()
        self.tested: dict[str, set[str]] = {}
        """Tests that passed without citing a rule they name."""
        self.whole = True
        self.failed_phases: set[str] = set()

    # -------------------------------------------------------- one test

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        with listening() as heard:
            item.stash[HEARD] = heard
            result = yield
        self.cited |= heard
        if item.nodeid not in self.failed_phases:
            for id in named_by(item):
                self.tested.setdefault(id, set()).add(item.nodeid)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if not report.passed or hasattr(report, "wasxfail"):
            self.failed_phases.add(item.nodeid)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        for marker in item.iter_markers("rule"):
            if not marker.args or marker.kwargs:
                pytest.fail('the marker takes ids of rules: rule("bb.roll.attack")', pytrace=False)
        unknown = [id for id in named_by(item) if not self.knows(id)]
        if unknown:
            pytest.fail(f"no rulebook has the rule {', '.join(unknown)}", pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        yield
        heard = {*item.stash[HEARD]}  # a server that plays in a thread may still cite
        ours = (id for id in heard if id.partition(".")[0] in self.books)
        unknown = sorted(id for id in ours if not self.knows(id) and not self.knows_gap(id))
        if unknown:
            pytest.fail(f"cited, but in no rulebook: {', '.join(unknown)}", pytrace=False)
        uncited = [id for id in named_by(item) if id not in heard]
        if uncited:
            pytest.fail(f"named as shown here, but not cited: {', '.join(uncited)}", pytrace=False)

    def knows(self, id: str) -> bool:
        path = self.books.get(id.partition(".")[0])
        return path is not None and id in book(path).rules

    def knows_gap(self, id: str) -> bool:
        path = self.books.get(id.partition(".")[0])
        return path is not None and id in book(path).gaps

    # -------------------------------------------------------- the whole run

    def pytest_deselected(self) -> None:
        self.whole = False

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker of pytest-xdist is done; one that crashed has nothing to hand over."""
        handed = getattr(node, "workeroutput", {}).get(KEY)
        if handed is None:
            self.whole = False
            return
        self.cited.update(handed["cited"])
        for id, tests in handed["tested"].items():
            self.tested.setdefault(id, set()).update(tests)
        self.whole = self.whole and handed["whole"]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        workeroutput: dict[str, object] | None = getattr(self.config, "workeroutput", None)
        if workeroutput is not None:
            tested = {id: sorted(tests) for id, tests in self.tested.items()}
            handed = {
                "cited": sorted(self.cited),
                "tested": tested,
                "whole": self.whole,
            }
            workeroutput[KEY] = handed
            return
        finished = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        stopped = session.shouldstop or session.shouldfail
        if finished and not stopped and self.whole and asked_for_all(self.config):
            for prefix, path in self.books.items():
                write_coverage(coverage_path(self.config.rootpath, path.parent.name), self.data(prefix))

    def data(self, prefix: str) -> CoverageData:
        def own(ids: Iterable[str]) -> list[str]:
            return sorted(id for id in ids if id.startswith(f"{prefix}."))

        return {"cited": own(self.cited), "tested": {id: sorted(self.tested[id]) for id in own(self.tested)}}


HEARD = pytest.StashKey[set[str]]()


def named_by(item: pytest.Item) -> list[str]:
    return sorted({str(id) for marker in item.iter_markers("rule") for id in marker.args})


def asked_for_all(config: pytest.Config) -> bool:
    """Whether the command line asks for every test there is."""
    option = config.option
    if option.collectonly or option.keyword or option.markexpr or option.ignore or option.ignore_glob:
        return False
    tests = config.rootpath / "tests"
    asked = [(config.invocation_params.dir / argument).resolve() for argument in config.args]
    return any(tests.is_relative_to(path) for path in asked)
