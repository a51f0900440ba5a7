"""What is told of the games is kept beside the tables, as long as it is true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludex.server.http import shelf
from ludex.server.http.shelf import SHELF_FILE, Kept, kept_or_made

AGAIN = """
import sys
from pathlib import Path

import ludex.games.known
from ludex.server.http.games import all_told

told = all_told(Path(sys.argv[1]))
read = {name.split(".")[2] for name in sys.modules if name.startswith("ludex.games.") and name.count(".") > 2}
print(len(told), len(read))
"""


class Maker:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> list[str]:
        self.made += 1
        return ["told", "of", "games"]


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    make, path = Maker(), tmp_path / SHELF_FILE
    assert (
        kept_or_made(path, Kept[list[str]], make)
        == kept_or_made(path, Kept[list[str]], make)
        == ["told", "of", "games"]
    )
    assert make.made == 1
    assert [file.name for file in tmp_path.iterdir()] == [SHELF_FILE]


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"made_of": "x", "told": 3}', b"\xff\xfe"])
def test_a_file_that_is_broken_is_made_anew(tmp_path: Path, broken: bytes) -> None:
    make, path = Maker(), tmp_path / SHELF_FILE
    path.write_bytes(broken)
    assert (
        kept_or_made(path, Kept[list[str]], make)
        == kept_or_made(path, Kept[list[str]], make)
        == ["told", "of", "games"]
    )
    assert make.made == 1


def test_it_is_made_anew_when_a_file_of_a_game_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "package" / "games"
    game.mkdir(parents=True)
    (game / "rules.toml").write_text("a = 1\n")
    monkeypatch.setattr(shelf, "PACKAGE", tmp_path / "package")
    make, path = Maker(), tmp_path / SHELF_FILE
    kept_or_made(path, Kept[list[str]], make)
    (game / "picture.png").write_text("nothing is told of it")
    kept_or_made(path, Kept[list[str]], make)
    assert make.made == 1
    (game / "rules.toml").write_text("a = 22\n")
    kept_or_made(path, Kept[list[str]], make)
    assert make.made == 2
    (game / "scene.toml").write_text("")
    kept_or_made(path, Kept[list[str]], make)
    assert make.made == 3


def test_where_nothing_can_be_kept_it_is_made_each_time(tmp_path: Path) -> None:
    make = Maker()
    kept_or_made(tmp_path / "nowhere" / SHELF_FILE, Kept[list[str]], make)
    kept_or_made(None, Kept[list[str]], make)
    assert make.made == 2


def test_a_server_that_starts_again_tells_of_games_without_reading_them(tmp_path: Path) -> None:
    def run() -> str:
        command = [sys.executable, "-c", AGAIN, str(tmp_path / SHELF_FILE)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert run() == "5 5"
    assert run() == "5 0"
