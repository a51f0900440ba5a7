"""`ludex new-game` makes a game that keeps to every rule of the house, or says why not and leaves nothing behind.

The skeleton itself is linted and type-checked where it stands, in src/ludex/skeleton; here is what becomes of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludex.cli.new_game import LONGEST, new_game
from ludex.core.kernel.ruling import BadInput

ROOT = Path(__file__).parent.parent
TESTS = ("__init__.py", "conftest.py", "coverage_plugin.py", "scene_files.py", "conformance", "games/__init__.py",
         "games/test_scene_files.py", "table/__init__.py", "table/postgres.py")  # fmt: skip
IN_ALL_GAMES = "tests/conformance/test_journal.py::test_others_act_while_questions_are_open"  # and not in every one


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout without games: all else is this one's, but for the tests, which find theirs by where they stand."""
    (tmp_path / "src/ludex/games").mkdir(parents=True)
    (tmp_path / "tests/games").mkdir(parents=True)
    for path in (ROOT / "src/ludex").iterdir():
        if path.name != "games":
            (tmp_path / "src/ludex" / path.name).symlink_to(path)
    for name in ("__init__.py", "known.py"):
        shutil.copy(ROOT / "src/ludex/games" / name, tmp_path / "src/ludex/games")
    for name in TESTS:
        (tmp_path / "tests" / name).parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / "tests" / name).is_dir() else shutil.copy
        copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    shutil.rmtree(tmp_path / "tests/conformance/golden")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def house(checkout: Path) -> Path:
    return checkout / "src/ludex"


def run(checkout: Path, *module: str) -> str:
    """What `python -m` says there, if it is content."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "LUDEX_HOME": str(checkout / "home")}
    done = subprocess.run(
        [sys.executable, "-m", *module], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_new_game_passes_all_that_every_game_must(checkout: Path) -> None:
    new_game("iron_keep", house(checkout))
    run(checkout, "ruff", "check", "--no-cache", "src/ludex/games")
    run(checkout, "ruff", "format", "--no-cache", "--check", "src/ludex/games")
    run(checkout, "tests.conformance.golden", "iron_keep")
    told = run(checkout, "pytest", "-p", "no:cacheprovider", "tests", "--game", "iron_keep", "--deselect", IN_ALL_GAMES)
    assert " passed" in told
    assert "skipped" not in told


@pytest.mark.slow
def test_a_new_game_can_be_played_at_once(checkout: Path) -> None:
    new_game("iron_keep", house(checkout))
    assert "Iron Keep" in run(checkout, "ludex.cli.main", "games")
    fight = run(checkout, "ludex.cli.main", "play", "--text", "--game", "iron_keep", "--demo", "--plain", "--seed", "1")
    assert "Ann attacks Wolf" in fight
    assert "The fight is over" in fight
    rules = run(checkout, "ludex.cli.main", "rules", "iron_keep", "giving ground")
    assert "iron_keep.give_ground" in rules


@pytest.mark.long
@pytest.mark.parametrize("name", ["q", "a" * LONGEST])
def test_whatever_its_name_it_is_styled_typed_and_layered(checkout: Path, name: str) -> None:
    new_game(name, house(checkout))
    run(checkout, "ruff", "check", "--no-cache", "src/ludex/games")
    run(checkout, "ruff", "format", "--no-cache", "--check", "src/ludex/games")
    run(checkout, "mypy", "--cache-dir", str(checkout / "mypy"), f"src/ludex/games/{name}")
    run(checkout, "importlinter.cli", "lint-imports", "--no-cache")


def test_nothing_of_the_skeleton_s_own_name_is_left(checkout: Path) -> None:
    new_game("iron_keep", house(checkout))
    game, tests = house(checkout) / "games/iron_keep", checkout / "tests/games/iron_keep"
    files = [path for folder in (game, tests) for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 20
    assert [path for path in files if "skeleton" in path.read_text(encoding="utf-8").lower()] == []
    assert [path.suffix for path in tests.rglob("*") if path.is_file()] == [".toml"]


def test_it_says_what_to_do_next(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_game("iron_keep", house(checkout))
    told = capsys.readouterr().out
    assert "Iron Keep is made" in told
    assert "make quick GAME=iron_keep" in told
    assert "docs/adding-a-game.md" in told


# ---------------------------------------------------------------- what is refused


def everything(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "cannot be its name"),
        ("Iron Keep", "cannot be its name"),
        ("2keeps", "cannot be its name"),
        ("../keep", "cannot be its name"),
        ("keep_", "cannot be its name"),
        ("class", "cannot be its name"),
        ("a" * (LONGEST + 1), "too long"),
        ("known", "is taken by"),
        ("there", "there is a game 'there' already"),
        ("th", "the ids of the rules of there begin with it"),
        ("tested", "is there already"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(checkout: Path, name: str, why: str) -> None:
    (house(checkout) / "games/there").mkdir()
    (house(checkout) / "games/there/rules.toml").write_text('[meta]\ngame = "There"\nprefix = "th"\n', encoding="utf-8")
    (checkout / "tests/games/tested").mkdir()
    before = everything(checkout)
    with pytest.raises(BadInput, match=why):
        new_game(name, house(checkout))
    assert everything(checkout) == before


def test_without_a_checkout_there_is_no_place_for_it(checkout: Path) -> None:
    shutil.rmtree(checkout / "tests")
    with pytest.raises(BadInput, match="is made in a checkout of Ludex"):
        new_game("iron_keep", house(checkout))
    assert not (house(checkout) / "games/iron_keep").exists()


@pytest.mark.parametrize("at", ["mkdir", "write_text", "rename"])
def test_what_cannot_be_written_leaves_nothing_half_made(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The disk fills up, or a folder is not ours, at the last thing of each sort."""
    as_it_is = getattr(Path, at)

    def full(self: Path, *args: object, **more: object) -> object:
        if self.is_relative_to(checkout / "tests"):
            raise PermissionError(13, "Permission denied", str(self))
        return as_it_is(self, *args, **more)

    before = everything(checkout)
    monkeypatch.setattr(Path, at, full)
    with pytest.raises(BadInput, match=r"cannot be written: Permission denied; nothing was made"):
        new_game("iron_keep", house(checkout))
    monkeypatch.undo()
    assert everything(checkout) == before


def test_the_command_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    from ludex.cli.app import app

    for asked, told in ((["--help"], "new-game"), (["new-game", "--help"], "docs/adding-a-game.md")):
        with pytest.raises(SystemExit):
            app(asked)
        assert told in capsys.readouterr().out
