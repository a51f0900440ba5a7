"""`ludex show`: the content of a game as it is written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from ludex.cli.app import app
from ludex.cli.main import main
from ludex.core.content.content import ContentError, convert
from ludex.core.files.as_written import SCENE, as_written, kinds_in, names_in
from ludex.core.files.lines import entry_text, line_of
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES, Game
from ludex.core.kernel.letters import harmless
from ludex.core.kernel.ruling import BadInput


def shown(*words: str) -> str:
    done = CliRunner().invoke(app, ["show", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("game", GAMES.values(), ids=[game.name for game in GAMES.values()])
def test_every_entry_is_shown_as_it_can_be_written(game: Game[Any]) -> None:
    library = game.library()
    assert {"board", SCENE} <= set(kinds_in(library))
    for kind, shelf in library.shelves.items():
        for name, entry in shelf.entries.items():
            (raw,) = tomllib.loads(as_written(library, kind, name))[kind]
            assert msgspec.to_builtins(convert(raw, shelf.record, "")) == msgspec.to_builtins(entry), (kind, name)
    for name in names_in(library, SCENE):
        scene_from(tomllib.loads(as_written(library, SCENE, name)), name)


def test_without_a_name_all_there_are_are_listed() -> None:
    everything = shown("bluebox")
    assert "character\n" in everything
    assert "  broken_causeway_patrol" in everything
    assert shown("bluebox", "character") in everything
    assert "  onuri\n" in shown("bluebox", "character")


def test_a_name_may_go_without_its_kind() -> None:
    text = shown("bluebox", "character", "onuri")
    assert text.startswith("# In a content file; in a scene file [[content.character]]\n[[character]]\n")
    assert shown("bluebox", "onuri") == text
    assert shown("bluebox", "scene", "broken_causeway_patrol").startswith("# A scene file\n")


def test_content_of_your_own_is_shown_in_place_of_what_it_replaces(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[[board]]\nid = "a"\nname = "A"\nq = [0, 1]\nr = [0, 1]\n\n# The other\n'
        '[[board]]\nid = "b"\nname = "B"\nq = [0, 1]\nr = [0, 1]\nwalls = [\n  [0, 1],\n  [1, 1]\n]\n'
    )
    own = shown("bluebox", "board", "a", "--content", str(tmp_path))
    assert own.endswith('[[board]]\nid = "a"\nname = "A"\nq = [0, 1]\nr = [0, 1]\n')
    assert shown("bluebox", "b", "--content", str(tmp_path)).endswith("  [1, 1]\n]\n")


def own_board(folder: Path, text: str, name: str = "a") -> str:
    """A board of your own as it is shown, without the comment above it."""
    folder.mkdir(exist_ok=True)
    (folder / "own.toml").write_text(text, encoding="utf-8")
    return shown("bluebox", "board", name, "--content", str(folder)).partition("\n")[2]


def test_a_scene_among_the_content_is_told_where_it_belongs(tmp_path: Path) -> None:
    (tmp_path / "ambush.toml").write_text('game = "bluebox"\ntitle = "Ambush"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"ambush\.toml: a scene file belongs into .*scenes$"):
        CliRunner().invoke(app, ["show", "bluebox", "--content", str(tmp_path)], catch_exceptions=False)


BOARD = '[[board]]\nid = "a"\nname = "A"\nq = [0, 1]\nr = [0, 1]\n'
OTHER = '[[board]]\nid = "b"\nname = "B"\nq = [0, 1]\nr = [0, 1]\n'


def test_quotes_in_comments_and_short_texts_begin_no_long_text(tmp_path: Path) -> None:
    assert own_board(tmp_path, f'# said """ of this\n{BOARD}# and """ so\n') == BOARD
    board = BOARD + 'text = \'a """ b\'\n'
    assert own_board(tmp_path, f'{board}{OTHER}text = \'c """ d\'\n') == board


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85"])
def test_a_text_may_have_other_ends_of_lines(tmp_path: Path, end: str) -> None:
    board = f'{BOARD}text = """one{end}two{end}three"""\n'
    shown = own_board(tmp_path, f"{board}\n{OTHER}")
    assert shown == harmless(board)  # a terminal shows them as they can be written, too
    assert tomllib.loads(shown) == tomllib.loads(board)
    assert own_board(tmp_path, f"{board}\n{OTHER}", "b") == OTHER
    assert line_of(f"{board}\n{OTHER}", "board 'b'", "name") == 10


@pytest.mark.parametrize(
    "text",
    [
        '"""\n[[board]]\n\n# the last line"""',
        "'''\n[[board]]\n# \\'''",
        '"""\n\\"""\n[[board]]\n"""""',
    ],
)
def test_anything_may_stand_in_a_long_text(tmp_path: Path, text: str) -> None:
    board = f"{BOARD}text = {text}\n"
    assert own_board(tmp_path, f"{board}\n# The other\n{OTHER}") == board


def test_the_folder_may_be_called_anything(tmp_path: Path) -> None:
    assert own_board(tmp_path / "my: board box", BOARD) == BOARD


@pytest.mark.parametrize("array", ["[\n[5]\n]", '[\n["x"]\n]', '[ # [\n{ x = "]" },\n[5]\n]'])
def test_a_line_of_an_array_is_no_head_of_a_table(array: str) -> None:
    thing = f'[[thing]]\nid = "a"\nparts = {array}\nlast = 1\n'
    text = f'{thing}[[thing]]\nid = "b"\n'
    assert entry_text(text, "thing", "a") == thing
    assert entry_text(text, "thing", "b") == '[[thing]]\nid = "b"\n'
    assert line_of(text, "thing 'a'", "last") == thing.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        'board = [{ id = "a", name = "A", q = [0, 1], r = [0, 1] }]\n',
        BOARD.replace("[[board]]", '[["board"]]'),
        BOARD.replace("[[board]]", '[["b\\u006fard"]]') + OTHER,
    ],
)
def test_an_entry_that_cannot_be_shown_by_itself_is_told_with_its_file(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["ludex", "show", "bluebox", "board", "a", "--content", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    said = f"board 'a' stands in {tmp_path / 'own.toml'} in a way that cannot be shown by itself"
    assert said in " ".join(err.split())


def test_a_part_that_stands_away_from_its_entry_is_not_left_out() -> None:
    assert entry_text('[[thing]]\nid = "a"\n[[other]]\nid = "b"\n[thing.part]\nx = 1\n', "thing", "a") == ""


def test_lines_that_are_no_toml_by_themselves_are_no_entry() -> None:
    text = '[[other]]\n[[thing]]\nid = "a"\n[other."/"]\n[["\\u006fther"]]\n'
    assert tomllib.loads(text) == {"other": [{"/": {}}, {}], "thing": [{"id": "a"}]}
    assert entry_text(text, "thing", "a") == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("blubox",), "there is no game 'blubox'; did you mean bluebox"),
        (("bluebox", "wepon", "x"), "there is no kind 'wepon'; did you mean weapon"),
        (
            ("bluebox", "condition"),
            "there is no entry or kind 'condition'; there are the kinds [a-z, ]+ and scene; `ludex",
        ),
        (("bluebox", "bambo_disk"), r"did you mean bamboo_disk\?$"),
        (("bluebox", "wepon"), "there is no entry or kind 'wepon'; did you mean weapon"),
        (("bluebox", "character", "onury"), "there is no character 'onury'; did you mean onuri"),
    ],
)
def test_what_there_is_not_is_told_with_what_may_be_meant(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        shown(*words)
