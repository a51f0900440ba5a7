"""The journal: what was done can be done again, at every depth, and what does not fit stops loudly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludex.core.files.codec import encode
from ludex.core.files.journal import Journal, JournalError, header_of, read_lines, replay
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import Interject
from ludex.core.referee.live import Live, SealedDice
from tests.core.toy import TOY, Scene, duel

SHARE = command("ben", "share", to="ann")
SEED = b"a seed"


def recorded() -> tuple[list[dict[str, Any]], Live[Scene]]:
    """A table that has shared inside a ward inside a strike, struck back, undone, withdrawn, overruled, and taken
    answers and words of the game master back."""
    lines = [header_of(TOY, duel(), SEED)]
    live = Live(TOY, duel(), SealedDice(SEED), lines.append)
    live.perform(command("cid", "strike", target="ann"))
    live.answer(Interject(SHARE))
    live.answer(1)
    live.answer("strike back")
    live.answer(0)
    live.answer("no")
    live.undo()
    live.redo()
    live.undo()
    live.perform(command("cid", "strike", target="ann"))
    live.answer(Interject(command("gm", "bless", who="ann", tokens=2), force=True))
    live.answer(2)
    live.recall(2)
    live.recall(1)
    live.answer(0)
    live.withdraw()
    live.perform(command("ann", "strike", target="cid"), force=True)
    live.replace(0, (1, 2))
    live.answer(0)
    return lines, live


def state(live: Live[Scene]) -> tuple[bytes, bytes, str]:
    return encode(live.scene), encode(live.shown), live.open.key if live.open is not None else ""


def test_replay_gives_the_same_bytes_and_the_same_open_question() -> None:
    lines, live = recorded()
    assert state(replay(lines, None)) == state(live)


def go_on(live: Live[Scene], lines: list[dict[str, Any]]) -> None:
    """Do again what people did; the dice roll by themselves."""
    for line in lines:
        if "interject" in line:
            live.answer(Interject(Command.from_plain(line["command"]), "force" in line.get("overruling", ())))
        elif "recall" in line:
            live.recall(line["recall"])
        elif "command" in line:
            live.perform(Command.from_plain(line["command"]), force="force" in line.get("overruling", ()))
        elif "answer" in line:
            live.answer(line["value"])
        elif "undo" in line:
            live.undo(line["undo"])
        elif "redo" in line:
            live.redo(line["redo"])
        elif "withdraw" in line:
            live.withdraw()
        elif "replace" in line:
            live.replace(line["replace"], tuple(line["faces"]))


def test_a_game_killed_after_any_line_is_restored_and_goes_on_the_same() -> None:
    lines, live = recorded()
    for cut in range(1, len(lines) + 1):
        restored = replay(json.loads(json.dumps(lines[:cut])), None)
        go_on(restored, lines[cut:])
        assert state(restored) == state(live), f"killed after line {cut}"


def test_the_dice_counter_does_not_go_back_when_a_command_is_undone() -> None:
    lines, live = recorded()
    assert isinstance(live.dice, SealedDice)
    assert live.dice.fallen == sum(len(line["faces"]) for line in lines if "roll" in line)


def test_replay_stops_loudly_where_something_else_is_asked_for() -> None:
    lines, _ = recorded()
    place = next(number for number, line in enumerate(lines) if "answer" in line)
    lines[place] = {"answer": "ask toy.ward of ben", "value": 1}
    with pytest.raises(JournalError, match=f"line {place + 1}: .*asked for is 'ask toy.ward of ann'"):
        replay(lines, None)


def test_replay_notices_a_face_that_the_sealed_dice_do_not_show() -> None:
    lines, _ = recorded()
    roll = next(line for line in lines if "roll" in line)
    roll["faces"] = [face % 6 + 1 for face in roll["faces"]]
    with pytest.raises(JournalError, match="not the faces that the sealed dice show"):
        replay(lines, None)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "line 1: expected the header"),
        ([{"ludex": 1, "game": "chess"}], "there is no game 'chess'"),
        ([{"ludex": 1, "game": "toy", "version": 99}], "the header cannot be read"),
        ([{"ludex": 1, "game": "toy", "version": 99, "dice": "sealed", "seed": "00", "scene": {}}], "no longer 99"),
        ([{"ludex": 1, "game": "toy", "version": 1, "dice": "sealed", "seed": "00", "scene": {}}], "cannot be read"),
    ],
)
def test_a_journal_that_is_none_says_why(lines: list[dict[str, Any]], fault: str) -> None:
    with pytest.raises(JournalError, match=fault):
        replay(lines, None)


def test_a_line_cut_off_at_the_end_is_noticed_and_left_out(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.journal", header_of(TOY, duel(), SEED))
    journal.note({"command": command("cid", "strike", target="ann").to_plain()})
    journal.close()
    with journal.path.open("a") as file:
        file.write('{"roll": "ro')
    lines, torn = read_lines(journal.path)
    assert (len(lines), torn) == (2, True)


def test_a_broken_line_in_the_middle_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_text('{"ludex": 1}\n{"roll"\n{}\n')
    with pytest.raises(JournalError, match="line 2"):
        read_lines(path)


def test_replay_notices_that_a_command_failed_then_and_does_not_now() -> None:
    lines = [header_of(TOY, duel(), SEED), {"command": command("ben", "share", to="ann").to_plain()}]
    lines.append({"failed": "ZeroDivisionError: a mistake since mended"})
    with pytest.raises(JournalError, match=r"line 3: then ZeroDivisionError.*now it goes well"):
        replay(lines, None)


def test_replay_notices_that_a_command_went_well_then_and_fails_now() -> None:
    lines = [header_of(TOY, duel(), SEED), {"command": command("cid", "break_down").to_plain()}]
    lines.append({"command": command("ben", "share", to="ann").to_plain()})
    with pytest.raises(JournalError, match="line 3: then it went well, now ZeroDivisionError"):
        replay(lines, None)
