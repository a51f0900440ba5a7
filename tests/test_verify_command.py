"""`ludex verify`: the dice of evenings and of games in the terminal, worked out again from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ludex.cli.app import app
from ludex.cli.main import main
from ludex.core.files.journal import header_of
from ludex.core.game import GAMES
from ludex.core.referee.live import SealedDice
from ludex.table.campaign.evenings import OpenSecrets
from ludex.table.play.mastering import Undo
from tests.table.test_links import Linked, an_evening

EARLIER = Path(__file__).parent / "table" / "golden_journals"


def said(path: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["verify", str(path), *more], catch_exceptions=False)
    return done.exit_code, done.output


def written(folder: Path, told: Any) -> Path:
    path = folder / "dice.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def test_an_evening_is_right_and_it_is_told_on_whose_word_it_rests(tmp_path: Path) -> None:
    assert said(written(tmp_path, [an_evening()])) == (
        0,
        "Evening 1: right, 3 throws with 6 faces. Added to by Ann (2). On the host's word alone: 1. "
        "Asked and away: Ben (1), Ann (1).\n",
    )


def test_second_tries_and_secrets_that_are_open_are_told(tmp_path: Path) -> None:
    duel = Linked()
    duel.roll()
    duel.do(Undo())
    duel.roll()
    duel.roll(secret=True)
    duel.close()
    duel.do(OpenSecrets(evening=1))
    code, words = said(written(tmp_path, [night.told() for night in duel.table.nights]))
    assert code == 0
    assert "Taken back: 1; thrown after that: 1. In secret, and open now: 1." in words
    assert "Evening 2: still open; its seal is" in words


def test_another_face_link_or_seal_is_found(tmp_path: Path) -> None:
    evening = an_evening()
    first, sides, faces = evening["rolls"][0]
    other = [first, sides, [faces[0] % 6 + 1, *faces[1:]]]
    code, words = said(written(tmp_path, {**evening, "rolls": [other, *evening["rolls"][1:]]}))
    assert (code, "from face 1 on" in words) == (1, True)
    code, words = said(written(tmp_path, {**evening, "links": evening["links"][1:]}))
    assert (code, "not right" in words) == (1, True)
    code, words = said(written(tmp_path, evening), "--seal", "00" * 32)
    assert (code, "not that of the seal" in words) == (1, True)


@pytest.mark.parametrize("told", [{"evening": 1, "seal": "x", "seed": "zz", "rolls": []}, {"seal": 1, "seed": "00"}])
def test_what_is_no_evening_is_not_right(tmp_path: Path, told: Any) -> None:
    assert said(written(tmp_path, told))[0] == 1


@pytest.mark.parametrize("sides", [0, -6, 1 << 65, "6", None, 1.5])
def test_a_die_that_there_is_not_is_not_right(tmp_path: Path, sides: Any) -> None:
    evening = an_evening()
    first, _, faces = evening["rolls"][0]
    assert said(written(tmp_path, {**evening, "rolls": [[first, [sides] * len(faces), faces]]}))[0] == 1


@pytest.mark.parametrize("text", ["", "nonsense", "[1, 2]", "{}", "[" * 100_000])
def test_what_is_neither_is_not_understood(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dice.json"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["ludex", "verify", str(path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert str(path) in capsys.readouterr().err


def test_a_journal_of_the_terminal_is_checked_and_says_that_one_alone_vouches_for_it(tmp_path: Path) -> None:
    game = GAMES["bluebox"]
    dice = SealedDice(b"a seed")
    scene = Linked().live.scene
    roll = {"roll": "some", "faces": [dice.face(1, 6)], "sides": [6], "first": 1}
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (header_of(game, scene, b"a seed"), roll)))
    code, words = said(path)
    assert code == 0
    assert "right, 1 throw with 1 face." in words
    assert "they rest on the word of whoever played" in words


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_evenings_that_an_earlier_version_kept_are_right_as_before(tmp_path: Path, path: Path) -> None:
    """They have one seed for everything, and nobody added to it."""
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    evening = next(entry["body"] for entry in entries if entry["kind"] == "evening")
    thrown = [entry["body"] for entry in entries if "first" in entry["body"]]
    rolls = [[line["first"], line["sides"], line["faces"]] for line in thrown]
    told = {"evening": 1, "seal": evening["seal"], "seed": evening["seed"], "closed": True, "rolls": rolls}
    assert rolls
    code, words = said(written(tmp_path, [told]))
    assert code == 0
    assert f"On the host's word alone: {len(rolls)}." in words
