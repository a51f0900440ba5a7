"""`ludex pack` and `ludex unpack`, and packs where folders of content can be given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludex.cli.app import app
from ludex.core.pack.reading import parts_at
from tests.packs import ITEM, SCENE, file_of, folder_of, manifest, parts

SCRIPT = SCENE + '\n[[script]]\nactor = "onuri"\ndo = "end_turn"\n'


def ludex(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    said = done.output if done.exception is None or isinstance(done.exception, SystemExit) else str(done.exception)
    return done.exit_code, said


def test_a_folder_becomes_a_file_and_a_folder_again(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, parts())
    (folder / "README.md").write_text("mine", encoding="utf-8")
    done, said = ludex("pack", folder)
    assert done == 0
    assert "coast.ludex: The Drowned Coast 1.0, 1 scene, 1 item and 1 picture" in said
    assert "README.md has no place in a pack" in said
    file = tmp_path / "coast.ludex"
    assert ludex("unpack", file, "--out", tmp_path / "again")[0] == 0
    assert parts_at(tmp_path / "again") == parts_at(folder)
    assert "it is there already" in ludex("unpack", file)[1]
    assert ludex("pack", tmp_path / "again", "--out", tmp_path / "twin.ludex")[0] == 0
    assert (tmp_path / "twin.ludex").read_bytes() == file.read_bytes()


def test_a_pack_with_faults_is_not_written(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, parts(more={"things.toml": ITEM.replace('"Tin Whistle"', "3")}))
    done, said = ludex("pack", folder)
    assert done == 2
    assert "things.toml:3, item 'tin_whistle', field name: expected text" in said
    assert "Nothing was written: 1 fault to mend." in said
    assert not (tmp_path / "coast.ludex").exists()
    (folder / "pack.toml").unlink()
    assert 'id = "drowned_coast"' in ludex("pack", folder)[1]


@pytest.mark.parametrize("made", [file_of, folder_of])
def test_packs_are_checked_with_what_they_need(tmp_path: Path, made: object) -> None:
    assert callable(made)
    base = made(tmp_path, parts("base"), "base")
    needs = manifest("top", needs='{ id = "base" }')
    top = made(tmp_path, parts("top", {"pack.toml": needs, "things.toml": b""}), "top")
    done, said = ludex("check", base, top)
    assert (done, said.strip()) == (0, "7 files checked: all good.")
    done, said = ludex("check", top)
    assert done == 2
    assert f"{top / 'pack.toml'}:5, field needs[0]: the pack 'base' is not there" in said
    told = json.loads(ludex("check", top, "--json")[1])
    assert [(one["line"], one["field"]) for one in told["findings"]] == [(5, "needs[0]")]


@pytest.mark.parametrize("made", [file_of, folder_of])
def test_a_pack_goes_wherever_a_folder_of_content_does(tmp_path: Path, made: object) -> None:
    assert callable(made)
    pack = made(tmp_path, parts(more={"scenes/ledge.toml": SCRIPT}))
    assert "Tin Whistle" in ludex("show", "bluebox", "item", "tin_whistle", "--content", pack)[1]
    done, said = ludex("run", "ledge", "--content", pack, "--json")
    assert done in (0, 1), said
    assert '"scene"' in said
    done, said = ludex("run", pack)
    assert done in (0, 1), said
    done, said = ludex("simulate", "ledge", "--content", pack, "--fights", "2", "--workers", "1", "--json")
    assert "there is no scene" not in said
    done, said = ludex("odds", "ledge", "--actor", "onuri", "--action", "end_turn", "--content", pack)
    assert "there is no scene" not in said
