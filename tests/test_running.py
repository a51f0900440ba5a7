"""One server has the tables of a folder. Who starts a second is shown the first, and one that is gone blocks nobody."""

from __future__ import annotations

import signal
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from ludex.cli import doctor, running
from ludex.cli.main import main
from ludex.client.http import ask
from ludex.server.run.serve import TOKEN_FILE
from tests.server.test_serve_command import serving
from tests.typed import apart, beside, started, typed

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of `ludex play`."""
    monkeypatch.setenv("LUDEX_HOME", str(tmp_path))
    (tmp_path / "tables").mkdir()
    return tmp_path / "tables"


def opened(url: str, new: int = 0, autoraise: bool = True) -> bool:
    print("opened", url)
    return True


def play_with_a_browser() -> None:
    webbrowser.open = opened
    sys.argv = ["ludex", "play", "--port", "0"]
    main()


@contextmanager
def begun(run: Callable[[], None]) -> Iterator[Popen[str]]:
    child = beside(run, PIPE)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def holding(tables: Path) -> Callable[[], None]:
    """Somebody who has the lock and does not answer, as a server that begins or ends."""

    def hold() -> None:
        held = running.lock(tables)
        print("held by", held, flush=True)
        signal.pause()

    return hold


def test_a_second_play_opens_the_page_of_the_first(tables: Path) -> None:
    with serving(tables) as (_, address, _):
        done = apart(play_with_a_browser)
        page = f"{address}/host#{(tables / TOKEN_FILE).read_text().strip()}"
        assert (done.returncode, done.stderr) == (0, "")
        assert f"Ludex is running with these tables already, at {address}\n" in done.stdout
        assert done.stdout.endswith(f"opened {page}\n")
        told = typed(["play", "--no-browser"])
        assert (told.returncode, page in told.stdout) == (0, True)


def test_where_anybody_may_found_tables_no_token_is_in_the_link(tables: Path) -> None:
    with serving(tables, "--open") as (_, address, _):
        assert apart(play_with_a_browser).stdout.endswith(f"opened {address}/\n")
        assert not (tables / TOKEN_FILE).exists()


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_a_second_server_is_told_where_the_first_is(tables: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    with serving(tables, *more) as (_, address, _):
        done = typed(["serve", "--data", str(tables), "--port", "0"])
        assert (done.returncode, done.stdout) == (2, "")
        assert f"Ludex is running with these tables already, at {address}: end it first" in done.stderr
        with serving(tmp_path / "others") as (_, other, _):
            assert ask("GET", f"{other}/api/house")["mark"] != ask("GET", f"{address}/api/house")["mark"] != ""


def test_servers_of_one_database_are_let_be(tables: Path, tmp_path: Path) -> None:
    database = ("--database", f"sqlite:///{tmp_path / 'database'}")
    with serving(tables, *database), serving(tables, *database), serving(tables) as (_, address, _):
        assert ask("GET", f"{address}/api/house")["mark"] == running.told_in(tables)[1] != ""


def test_one_that_was_killed_blocks_nobody(tables: Path) -> None:
    with serving(tables) as (child, _, _):
        assert sorted(path.name for path in tables.glob("server*")) == [running.ADDRESS_FILE, running.LOCK_FILE]
        child.kill()
        child.wait()
        assert list(doctor.server(tables)) == []
        with serving(tables) as (_, address, _):
            assert running.address_in(tables) == address


def test_another_one_that_has_the_port_by_now_is_not_taken_for_it(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.0)
    with serving(tmp_path / "others") as (_, address, _), begun(holding(tables)) as first:
        assert first.stdout is not None
        assert first.stdout.readline().startswith("held by")
        (tables / running.ADDRESS_FILE).write_text(f"{address}\nanother mark\n")
        done = typed(["play", "--no-browser"])
        assert (done.returncode, address in done.stdout) == (2, False)
        assert "another Ludex has these tables open, and does not answer: end it first" in done.stderr
        (found,) = doctor.server(tables)
        assert found.amiss


def test_one_that_does_not_answer_yet_is_waited_for(tables: Path) -> None:
    with begun(holding(tables)) as first:
        assert first.stdout is not None
        assert first.stdout.readline().startswith("held by")
        second = started(["play", "--port", "0", "--no-browser"])
        assert second.stdout is not None
        try:
            assert second.stdout.readline() == "Another Ludex has these tables open: waiting for it …\n"
            first.kill()
            assert second.stdout.readline().startswith("Ludex is at http://")
        finally:
            second.kill()
            second.communicate()


def test_one_that_never_answers_is_not_waited_for_for_ever(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.0)
    with begun(holding(tables)) as first:
        assert first.stdout is not None
        assert first.stdout.readline().startswith("held by")
        done = typed(["play", "--no-browser"])
        assert done.returncode == 2
        assert "another Ludex has these tables open, and does not answer: end it first" in done.stderr
        (found,) = doctor.server(tables)
        assert (found.amiss, found.words) == (
            True, "another Ludex has them open, but does not answer: end it, and start anew",
        )  # fmt: skip


def test_the_doctor_tells_of_a_server_that_runs(tables: Path) -> None:
    with serving(tables) as (_, address, _):
        (found,) = doctor.server(tables)
        assert (found.amiss, found.words) == (False, f"Ludex is running with them at {address}, and answers")


def test_links_lead_to_the_server_that_runs(tables: Path) -> None:
    with serving(tables) as (child, address, _):
        assert typed(["link", "--host"]).stdout.startswith(f"{address}/host#")
        child.kill()
        child.wait()
    assert typed(["link", "--host"]).stdout.startswith("http://127.0.0.1:8765/host#")


def test_two_that_are_started_at_once_are_one(tables: Path) -> None:
    with begun(play_with_a_browser) as one, begun(play_with_a_browser) as other:
        said = {child: lines_of(child) for child in (one, other)}
        stays, ended = (one, other) if said[one][0].startswith("Ludex is at") else (other, one)
        assert (ended.wait(), stays.poll()) == (0, None)
        assert said[stays][1] == said[ended][1]


def lines_of(child: Popen[str]) -> tuple[str, str]:
    """What it has become, and the page."""
    assert child.stdout is not None
    first = next(line for line in child.stdout if line.startswith("Ludex is"))
    return first, child.stdout.readline()
