"""`ludex replay`: a replay or a table that was exported, as a page, as text, as a journal, in numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from ludex.cli.app import app
from ludex.core.kernel.ruling import BadInput
from ludex.server.http import replay_page
from ludex.table.desk.portable import facts_of, pack
from ludex.table.desk.store import Store
from ludex.table.past.replay_file import LedThen, Replay, read_replay, written
from ludex.table.play.mastering import Call
from tests.table.test_past import quiet
from tests.table.test_replays import fought, replay


def said(*asked: str | Path) -> str:
    done = CliRunner().invoke(app, ["replay", *map(str, asked)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


@pytest.fixture(autouse=True)
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "shell.html"
    found.write_text("<head><title>Ludex</title></head><body><!--replay--></body>", encoding="utf-8")
    monkeypatch.setattr(replay_page, "SHELL", found)
    return found


@pytest.fixture(scope="module")
def a_fight() -> Replay:
    played = fought("navyblue", 12)
    return replay(played, played.ann)


@pytest.fixture
def file(tmp_path: Path, a_fight: Replay) -> Path:
    found = tmp_path / "fight.json"
    found.write_bytes(written(a_fight))
    return found


def test_it_writes_a_page_beside_the_file(file: Path) -> None:
    assert said(file).startswith(f"{file.with_suffix('.html')}: ")
    page = file.with_suffix(".html").read_text(encoding="utf-8")
    assert "<title>Small Eyes in the Hold · A table</title>" in page
    assert 'id="replay"' in page


def test_it_plays_in_the_terminal(file: Path) -> None:
    told = said(file, "--text")
    assert told.startswith("A table, Navy Blue, as Ann saw it\n\nSmall Eyes in the Hold, evening 1\n")
    assert "\nRound 1\n" in told
    assert "\n  Oriel Sunder takes 1 damage, 10 Vigor left\n" in told
    assert "\n  Left: " in told


def test_in_the_terminal_nobody_is_listed_who_has_nothing_left_and_no_title_twice(tmp_path: Path) -> None:
    played = fought("vitality")
    found, file = replay(played, played.ann), tmp_path / "fight.json"
    chapter = msgspec.structs.replace(found.chapters[0], title=found.title, led=[LedThen(title="The hounds", before=0)])
    file.write_bytes(written(msgspec.structs.replace(found, chapters=[chapter])))
    told = said(file, "--text")
    assert told.startswith("A table, Vitality, as Ann saw it\n\nChapter: The hounds\n\nEvening 1\n")
    *_, last = re.findall(r"^  Left: .*$", told, re.MULTILINE)
    assert "defeated" in told
    assert " 0 %" not in told
    assert "Rooftop Marksman" not in last, "they are defeated"


def test_it_writes_a_journal_and_counts(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "last time.md"
    said(file, "--journal", "--out", out)
    assert "Oriel Sunder is hurt." in out.read_text(encoding="utf-8")
    said(file, "--journal", "--numbers", "--out", out)
    assert "Oriel Sunder takes 1 damage" in out.read_text(encoding="utf-8")
    said(file, "--statistics", "--out", out)
    assert "| Oriel Sunder |" in out.read_text(encoding="utf-8")


def test_it_counts_in_columns_where_they_are_read(file: Path) -> None:
    told = said(file, "--statistics")
    assert "|" not in told
    head, *rows = told[told.index("Vigor") :].split("\n\n")[0].splitlines()
    assert {len(row) for row in (head, *rows)} == {len(head)}
    assert rows[-1].startswith("The others ")


def test_a_page_can_be_read_as_what_it_was_made_of(file: Path, tmp_path: Path) -> None:
    said(file)
    page = file.with_suffix(".html")
    for way in ("--text", "--statistics"):
        assert said(page, way) == said(file, way)
    with pytest.raises(BadInput, match="this is the page already: open it in a browser"):
        CliRunner().invoke(app, ["replay", str(page)], catch_exceptions=False)
    for other in ("<!doctype html>\n<p>A page", '<script type="application/x-ludex-replay" id="replay">eJw</script>'):
        page.write_text(other, encoding="utf-8")
        with pytest.raises(BadInput, match="there is no replay in this page"):
            CliRunner().invoke(app, ["replay", str(page), "--text"], catch_exceptions=False)


def test_a_table_is_seen_as_the_players_saw_it_or_as_a_seat_did(tmp_path: Path) -> None:
    played, _, _ = quiet()
    played.do(Call(name="tell", args={"words": "Here we are."}))
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    store.create("one", played.entries)
    path = tmp_path / "table.zip"
    with path.open("wb") as out:
        pack(store, "one", facts_of(store, "one", played.table), out)
    store.close()

    def made(*more: str) -> Replay:
        said(path, "--file", *more)
        return read_replay(path.with_suffix(".replay.json").read_bytes())

    assert made().seen_by == ""
    assert made("--seat", "Ann", "--scene", "1").chapters[0].moments[-1].listed.words == "Here we are."
    for more, why in [(("--seat", "Eve"), "no seat 'Eve'"), (("--scene", "2"), "--scene 2: there is only 1")]:
        with pytest.raises(BadInput, match=why):
            CliRunner().invoke(app, ["replay", str(path), *more], catch_exceptions=False)


def test_what_is_no_replay_is_told_in_words(file: Path, tmp_path: Path, shell: Path) -> None:
    def refused(*asked: str | Path) -> str:
        with pytest.raises(BadInput) as fault:
            CliRunner().invoke(app, ["replay", *map(str, asked)], catch_exceptions=False)
        return str(fault.value)

    other = tmp_path / "other.json"
    other.write_text(json.dumps({"a": 1}), encoding="utf-8")
    assert "replays of form 1" in refused(other)
    other.write_bytes(b"PK no zip")
    assert "expected a table that was exported" in refused(other)
    assert "cannot be read" in refused(tmp_path / "nowhere.json")
    assert "cannot be written" in refused(file, "--out", tmp_path)
    assert "go with a table" in refused(file, "--seat", "Ann")
    assert "one of --text" in refused(file, "--text", "--journal")
    assert "--numbers goes with --journal" in refused(file, "--numbers")
    assert "--text is told here" in refused(file, "--text", "--out", other)
    shell.unlink()
    assert "was not built" in refused(file)


def test_names_in_a_file_do_not_steer_the_terminal(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"Oriel Sunder", b"Oriel \\u001b[31mSunder"))
    assert "\x1b" not in said(file, "--text")
    assert "\x1b" not in said(file, "--statistics")
