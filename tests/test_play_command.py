"""`ludex play` opens the page; where there is none it says why, and the text game is there all the same."""

from __future__ import annotations

import re
import sys
from io import StringIO
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from ludex.cli import play
from ludex.cli.serve import ONLY_HERE, public_address
from ludex.core.kernel.ruling import BadInput
from ludex.server.run.serve import TOKEN_FILE
from tests.typed import at_terminal, leave, started, typed


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_HOME", str(tmp_path))


def test_the_links_are_printed_and_the_page_is_served(tmp_path: Path) -> None:
    child = started(["play", "--port", "0", "--no-browser", "--lan"])
    assert child.stdout is not None
    try:
        at, own, others = [child.stdout.readline().split()[-1] for _ in range(3)]
        token = (tmp_path / "tables" / TOKEN_FILE).read_text().strip()
        found = re.fullmatch(rf"(http://127\.0\.0\.1:\d+)/host#{token}", own)
        assert found is not None, own
        with build_opener(ProxyHandler({})).open(found[1], timeout=20) as answer:
            assert answer.status == 200
    finally:
        child.kill()
        child.communicate()
    assert re.fullmatch(r"http://[\d.]+:\d+", at)
    assert others == at
    assert (tmp_path / "tables" / "tables.sqlite").exists()


def test_what_belongs_to_the_text_game_is_not_passed_over() -> None:
    done = typed(["play", "the coast road"])
    assert done.returncode == 2
    assert "add --text" in done.stderr


def test_without_a_page_it_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from ludex.cli.serve import Served
    from ludex.server.http import page

    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO())
    assert play.play_on_page(Served(tmp_path)) == 2
    told = capsys.readouterr().err
    assert "make page" in told
    assert "ludex play --text" in told


def test_without_a_page_somebody_at_a_terminal_is_offered_the_text_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludex.server.http import page

    monkeypatch.setattr(page, "FOLDER", Path("/nowhere"))
    child = at_terminal(["play"])
    child.expect("Play in the terminal now")
    child.sendline("y")
    child.expect("game> ")
    leave(child)


def test_a_public_address_is_an_address_without_a_path() -> None:
    assert public_address("https://table.example.org/") == "https://table.example.org"
    assert public_address("") == ""
    for wrong in ("table.example.org", "https://table.example.org/ludex", "ftp://x", "https://"):
        with pytest.raises(BadInput, match="--public-url"):
            public_address(wrong)


def test_a_server_tells_whoever_installed_it_how_others_reach_it() -> None:
    assert "--lan" in ONLY_HERE
    assert "make play" not in ONLY_HERE, "there is no checkout"
