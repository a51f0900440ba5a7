"""An adventure in a terminal: words, a scene, a choice, and its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.text.play import kept
from ludex.text.play.play import play
from ludex.text.play.starting import Options
from ludex.text.screen import Quit
from ludex.text.table.table import Table

PACK = 'id = "tide"\ntitle = "Tide"\ngame = "vitality"\nversion = "1.0"\n'
TIDE = """
title = "Tide"
players = [2, 3]

[[chapter]]
id = "quay"
title = "On the quay"
scene = "night_market"
say = "Fog lies\\non the harbour."
know = "They lie."
after = [{ rest = "full" }]
next = [{ to = "ferry", text = "Across." }, { to = "vault", text = "Below." }]

[[chapter.handouts]]
title = "A ticket"
text = "Not before the ebb."

[[chapter]]
id = "ferry"
title = "The ferry"
next = [{ to = "vault", text = "Down." }]

[[chapter]]
id = "vault"
title = "The vault"
say = "The door is open."
"""

KENNELS = """
title = "A doorway"
players = [2, 3]

[[chapter]]
id = "gallery"
title = "In the gallery"
scene = "scavengers_doorway"
say = "Voices."
after = [{ rest = "night" }]
next = [{ to = "out", text = "Out.", when = "won" }, { to = "under", text = "Below.", when = "lost" }]

[[chapter]]
id = "out"
title = "In the open"
say = "Air."

[[chapter]]
id = "under"
title = "Under the floor"
say = "Bones."
"""

LEAVES = "leaves"

Typed = Callable[[dict[str, str]], None]


@pytest.fixture
def tide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDEX_HOME", str(tmp_path / "home"))
    folder = tmp_path / "tide"
    folder.mkdir()
    (folder / "pack.toml").write_text(PACK)
    (folder / "adventure.toml").write_text(TIDE)
    return folder


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What somebody types who is asked so; the machines are let run."""

    def types(said: dict[str, str]) -> None:
        def asked(prompt: str) -> str:
            words = next((words for part, words in said.items() if part in prompt), "hold")
            if words == LEAVES:
                raise EOFError
            return words

        monkeypatch.setattr("builtins.input", asked)

    return types


def test_it_goes_from_chapter_to_chapter_to_its_end(
    tide: Path, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed({"Take it?": "y", "on>": "2"})
    assert play(Options(adventure=str(tide), side="none", seed=3, plain=True)) == 0
    told = capsys.readouterr().out
    parts = [
        "On the quay",
        "Fog lies on the harbour.",
        "A ticket",
        "Not before the ebb.",
        "Night Market",
        "won the fight",
    ]
    parts += ["Where does it go on?", "The vault", "The door is open.", "Here the adventure ends."]
    places = [told.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)
    assert "They lie." not in told
    assert "The ferry" not in told
    assert "rest" in told[told.index("won the fight") : told.index("Where does it go on?")]


def test_who_has_won_has_won_also_where_the_others_come_round_in_the_rest_after_it(
    tide: Path, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    (tide / "pack.toml").write_text(PACK.replace("vitality", "crawl"))
    (tide / "adventure.toml").write_text(KENNELS)
    typed({"Take it?": "y", "on>": "1"})
    assert play(Options(adventure=str(tide), side="none", seed=3, plain=True)) == 0
    told = capsys.readouterr().out
    assert "In the open" in told
    assert "Under the floor" not in told


def test_one_that_is_not_there_is_told(tide: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(Options(adventure="nowhere", side="none")) == 2
    assert "there is no adventure 'nowhere'" in capsys.readouterr().err


Left = Callable[[str], None]


@pytest.fixture
def left(tide: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> Left:
    """An adventure of which somebody gets up when they are asked this."""

    def leaves(asked: str) -> None:
        typed({"Take it?": "y", "on>": "2", asked: LEAVES})
        assert play(Options(adventure=str(tide), side="none", seed=3, plain=True)) == 0
        assert "The adventure is kept" in capsys.readouterr().out

    return leaves


def gone_on(typed: Typed, capsys: pytest.CaptureFixture[str]) -> str:
    typed({"Take it?": "y", "on>": "2"})
    assert play(Options(resume=True, plain=True)) == 0
    told = capsys.readouterr().out
    assert told.rstrip().endswith("Here the adventure ends.")
    assert list(kept.home().glob("*.journal")) == []
    return told


def test_it_goes_on_where_it_was_left_in_the_middle_of_a_scene(
    tide: Path, typed: Typed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as for_now:
        decided, decide = iter(range(6)), Table.decide

        def tires(table: Table) -> None:
            if next(decided, None) is None:
                raise Quit
            decide(table)

        for_now.setattr(Table, "decide", tires)
        typed({})
        assert play(Options(adventure=str(tide), side="none", seed=3, plain=True)) == 0
    assert "The adventure is kept" in capsys.readouterr().out
    told = gone_on(typed, capsys)
    assert "Fog lies on the harbour." not in told
    assert told.index("won the fight") < told.index("Where does it go on?") < told.index("The door is open.")


def test_it_goes_on_where_it_was_left_before_a_rest(
    left: Left, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    left("Take it?")
    told = gone_on(typed, capsys)
    assert "Going on where you left" in told
    assert told.index("rests") < told.index("Where does it go on?")


def test_a_rest_that_was_not_taken_is_said(left: Left, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    left("Take it?")
    typed({"Take it?": "n", "on>": "2"})
    assert play(Options(resume=True, plain=True)) == 0
    assert "Not taken: nothing comes of it." in capsys.readouterr().out


def test_a_rest_that_was_taken_is_not_taken_again(
    left: Left, typed: Typed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    left("on>")
    monkeypatch.setattr("ludex.text.play.adventure.pass_one", lambda table, what: pytest.fail("a rest"))
    assert "Where does it go on?" in gone_on(typed, capsys)


def test_it_is_listed_by_its_name(left: Left) -> None:
    left("on>")
    (place,) = kept.unfinished()
    assert kept._kept(place).told.startswith("Tide: Night Market (Vitality)")


def test_a_chapter_that_is_gone_is_told(tide: Path, left: Left, capsys: pytest.CaptureFixture[str]) -> None:
    left("on>")
    (tide / "adventure.toml").write_text(KENNELS.replace("scavengers_doorway", "night_market"))
    assert play(Options(resume=True, plain=True)) == 2
    assert "a chapter that it has no more ('quay')" in capsys.readouterr().err
