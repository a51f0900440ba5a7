"""`ludex doctor` says what is there, what is missing and where the tables are, and nothing else of anybody."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import TCPServer
from threading import Thread

import pytest
from click.testing import CliRunner

from ludex.cli import doctor
from ludex.cli.app import app
from ludex.server.http import page


@contextmanager
def answering(words: bytes) -> Iterator[int]:
    """Somebody who listens, and says this."""

    class Somebody(doctor.Greeting):
        said = words

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.said)

    with doctor.Door((doctor.LOCAL, 0), Somebody) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def a_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever port is looked at, one is taken that nobody else has."""
    monkeypatch.setattr(doctor, "Door", lambda where, who: TCPServer((where[0], 0), who))


@pytest.fixture(autouse=True)
def a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "is_built", lambda: True)
    monkeypatch.setattr(doctor, "SECONDS", 180.0)  # however busy the machine is
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("a_free_port")
def test_where_all_is_there_it_says_so_in_words(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["doctor", "--data", str(tmp_path)])
    assert found.exit_code == 0, found.output
    assert ": free, and this machine can reach it" in found.output
    assert "All is well" in found.output
    assert f"Tables: kept in {doctor.at_home(tmp_path)} (none yet), with " in found.output
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("a_free_port")
def test_it_is_told_to_programs_too(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["doctor", "--data", str(tmp_path), "--json"])
    found = json.loads(told.output)
    assert found["fine"]
    assert [one["about"] for one in found["found"]][:2] == ["Ludex", "The page"]


def test_extras_that_are_missing_keep_nobody_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "mcp" else True)
    there, missing = doctor.extras()
    assert (there.words, there.amiss) == ("postgres, envs, cluster", False)
    assert (missing.words, missing.amiss) == ("mcp (assistants). Ludex runs without them", False)


def test_a_port_that_is_taken_is_told_by_whom() -> None:
    with answering(b'{"address": "", "open": false}') as port:
        assert "Ludex is running here" in doctor.at_port(port).words
    with answering(b"<html>") as port:
        assert "by another program" in doctor.at_port(port).words


def test_a_port_that_one_may_not_take_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(where: object, who: object) -> None:
        raise PermissionError

    monkeypatch.setattr(doctor, "Door", refused)
    found = doctor.at_port(80)
    assert found.amiss
    assert found.words == "you may not use this one: choose one above 1023 with --port"


def test_a_proxy_before_this_machine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as nobody:
        nobody.bind((doctor.LOCAL, 0))  # and does not listen
        monkeypatch.setenv("http_proxy", f"http://{doctor.LOCAL}:{nobody.getsockname()[1]}")
        monkeypatch.setenv("no_proxy", "")
        found = doctor.at_port(0)
    assert found.amiss
    assert "a proxy is in the way" in found.words


@pytest.mark.usefixtures("a_free_port")
def test_what_keeps_somebody_from_playing_is_to_be_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "is_built", lambda: False)
    (tmp_path / "file").write_text("no folder")
    found = CliRunner().invoke(app, ["doctor", "--data", str(tmp_path / "file" / "tables")])
    assert found.exit_code == 1
    assert "Please fix: The page, Tables." in found.output


def test_no_name_of_a_home_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "ann"))
    (tmp_path / "ann").mkdir()
    found = doctor.tables(tmp_path / "ann" / "games")
    assert "~/games" in found.words
    assert "ann" not in found.words
