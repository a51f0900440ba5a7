"""`ludex play` opens the page; where there is none it says why, and the text game is there all the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.cli import play
from ludex.cli.serve import public_address
from ludex.core.kernel.ruling import BadInput
from ludex.server.run.serve import TOKEN_FILE


def ludex(*args: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludex.cli.main", *args],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env={**os.environ, "LUDEX_HOME": str(home)},
        timeout=60,
    )


def test_the_links_are_printed_and_the_page_is_served(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludex.cli.main", "play", "--port", "0", "--no-browser", "--lan"]
    env = {**os.environ, "LUDEX_HOME": str(tmp_path)}
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
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


def test_what_belongs_to_the_text_game_is_not_passed_over(tmp_path: Path) -> None:
    done = ludex("play", "the coast road", home=tmp_path)
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


def test_without_a_page_somebody_at_a_terminal_is_offered_the_text_game(tmp_path: Path) -> None:
    away = "from pathlib import Path; from ludex.server.http import page; page.FOLDER = Path('/nowhere')"
    child = pexpect.spawn(
        sys.executable,
        ["-c", f"{away}; import sys; sys.argv = ['ludex', 'play']; from ludex.cli.main import main; main()"],
        env={**os.environ, "LUDEX_HOME": str(tmp_path), "NO_COLOR": "1"},
        encoding="utf-8",
        timeout=30,
        echo=False,
    )
    child.expect("Play in the terminal now")
    child.sendline("y")
    child.expect("game> ")
    child.close(force=True)


def test_a_public_address_is_an_address_without_a_path() -> None:
    assert public_address("https://table.example.org/") == "https://table.example.org"
    assert public_address("") == ""
    for wrong in ("table.example.org", "https://table.example.org/ludex", "ftp://x", "https://"):
        with pytest.raises(BadInput, match="--public-url"):
            public_address(wrong)
