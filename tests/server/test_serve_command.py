"""`ludex serve` listens on this machine alone unless it is told otherwise, and keeps the host's token to itself."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludex.client.http import Answer, ask
from ludex.core.kernel.ruling import BadInput
from ludex.server.run.serve import STORE_FILE, TOKEN_FILE, address_of, database_in, host_token, listening
from ludex.table.desk.store import Store
from tests.typed import started, typed


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The command, running without helpers, which take long to start; gives the process, its address and its second
    line."""
    child = started(["serve", "--data", str(folder), "--port", "0", "--helpers", "0", *args])
    assert child.stdout is not None
    try:
        found = re.fullmatch(r"Ludex is at (http://\S+)\n", child.stdout.readline())
        assert found is not None, child.communicate()
        yield child, found[1], child.stdout.readline().strip()
    finally:
        child.kill()
        child.communicate()


def test_the_host_founds_tables_with_a_token_that_nobody_else_can_read(tmp_path: Path) -> None:
    data = {"game": "navyblue", "title": "A table", "name": "Mara"}
    with serving(tmp_path / "tables") as (child, address, second):
        token = (tmp_path / "tables" / TOKEN_FILE).read_text().strip()
        assert second.startswith(f"The host's token is in {tmp_path / 'tables' / TOKEN_FILE}; its link is told by: ")
        assert token not in second
        assert address.startswith("http://127.0.0.1:")
        kept = tmp_path / "tables" / TOKEN_FILE
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        with pytest.raises(Answer, match="401"):
            ask("POST", f"{address}/api/tables", "", data)
        link = ask("POST", f"{address}/api/tables", token, data)
        child.send_signal(signal.SIGTERM)
        assert child.wait(120) in (0, -signal.SIGTERM)
        assert all(token not in told for told in child.communicate())
    with serving(tmp_path / "tables") as (_, address, _):
        assert (tmp_path / "tables" / TOKEN_FILE).read_text().strip() == token
        assert [line["table"] for line in ask("GET", f"{address}/api/tables", token)] == [link["table"]]


def test_an_open_house_lets_anybody_found_tables(tmp_path: Path) -> None:
    with serving(tmp_path, "--open") as (_, address, second):
        assert second == "Anybody who reaches it may found tables."
        assert ask("GET", f"{address}/api/tables") == []


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    taken = listening("127.0.0.1", 0)
    port = taken.getsockname()[1]
    for args in (["--port", str(port)], ["--database", "mysql://nowhere"], ["--host", "no such host.invalid"]):
        said = typed(["serve", "--data", str(tmp_path), *args])
        assert said.returncode == 2, args
        assert said.stderr.count("\n") == 1, said.stderr
    taken.close()
    said = typed(["serve", "--data", str(tmp_path), "--port", "99999"])
    assert (said.returncode, "65535" in said.stderr) == (2, True)


def test_it_says_which_ludex_it_is() -> None:
    assert re.fullmatch(r"Ludex \S+, stores up to version \d+\n", typed(["--version"]).stdout)


def test_it_is_heard_where_it_is_told_to_listen() -> None:
    for host, shown in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", None)):
        found = listening(host, 0)
        assert found.getsockname()[0] == host
        assert shown is None or shown in address_of(found)
        assert "0.0.0.0" not in address_of(found)
        found.close()


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BadInput, match="file"):
        database_in(tmp_path / "file")
    assert host_token(tmp_path) == host_token(tmp_path)


def test_a_token_that_was_not_written_to_its_end_opens_no_house(tmp_path: Path) -> None:
    (tmp_path / TOKEN_FILE).write_text("\n")
    said = typed(["serve", "--data", str(tmp_path), "--port", "0"])
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"{tmp_path / TOKEN_FILE}: it is empty; remove it to have a new token\n"


def test_a_token_that_cannot_be_written_leaves_no_file_behind_that_is_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int, *_: object, **__: object) -> None:
        os.close(file)
        raise OSError("the disk is full")

    with monkeypatch.context() as without:
        without.setattr(os, "fdopen", full)
        with pytest.raises(OSError, match="full"):
            host_token(tmp_path)
    token = host_token(tmp_path)
    assert token
    assert [path.name for path in tmp_path.iterdir()] == [TOKEN_FILE]
    assert host_token(tmp_path) == token


@pytest.mark.parametrize("name", ["what?is", "a%20b", "a#b", "plain", "ä ö"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    store = Store(database_in(tmp_path / name))
    store.migrate()
    assert store.tables() == []
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / STORE_FILE).exists()


def test_lines_on_which_nothing_is_read_do_not_last_for_ever() -> None:
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("this system has no TCP_USER_TIMEOUT")
    found = listening("127.0.0.1", 0)
    assert found.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000
    found.close()
