"""Clocks of the table, and notes that are pinned to the board: who is told of them, what stands in the record, and how
they are undone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.files.codec import digest
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import clock_changes
from ludex.table.campaign import snapshot as snapshots
from ludex.table.campaign.clock_changes import ClockChange, Clocks, in_order
from ludex.table.campaign.clocks import MOST_CLOCKS, DropClock, SetClock, Tick
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.notes import TearNote, WriteNote
from ludex.table.campaign.past import NoPast
from ludex.table.campaign.pins import PinNote
from ludex.table.campaign.playing import BACK
from ludex.table.campaign.scenes import CloseScene, OpenScene, Prepare
from ludex.table.document.log import told as line_told
from ludex.table.document.show import Documents
from ludex.table.play.mastering import Call, Redo, Undo
from tests.table.duel import Duel
from tests.table.snapshots import shelved, unlike
from tests.table.tables import Kept, differing

BOARD: dict[str, Any] = {"game": "bluebox", "board": {"q": [0, 9], "r": [0, 4]}, "beings": {"onuri": {"at": [1, 1]}}}


def opened() -> tuple[Kept, str]:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "onuri")
    kept.do(OpenScene(scene=kept.do(Prepare(title="On a board", tables=BOARD))["scene"], begin=False))
    return kept, ann


def told(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


def record(kept: Kept, seat: str) -> list[str]:
    """All lines that a seat has read."""
    sitting = kept.table.seats[seat]
    watched = kept.table.watched(sitting)
    assert watched is not None
    found = [line_told(kept.table, sitting, number) for number in range(len(watched.log))]
    return [line["words"] for one in found for line in one["lines"]]


def everything(kept: Kept, seat: str) -> bytes:
    return msgspec.json.encode([told(kept, seat), record(kept, seat)])


def clock(kept: Kept, name: str = "The guards come", **more: Any) -> str:
    found: str = kept.do(SetClock(name=name, **more))["clock"]
    return found


# ---------------------------------------------------------------- clocks


def test_a_clock_is_named_and_ticked_and_all_read_of_it() -> None:
    kept, ann = opened()
    id = clock(kept, " The guards come ", of=4)
    kept.do(Tick(id=id))
    assert told(kept, ann)["clocks"] == {
        id: {"name": "The guards come", "of": 4, "now": 1, "down": False, "seen": "all"}
    }
    kept.do(Tick(id=id, by=9))
    assert record(kept, ann)[-3:] == [
        "A clock begins: The guards come, 0 of 4.", "The guards come: 1 of 4.", "The guards come is full."
    ]  # fmt: skip
    with pytest.raises(Refused, match="The guards come is full already"):
        kept.do(Tick(id=id))
    kept.do(DropClock(id=id))
    assert told(kept, ann)["clocks"] == {}
    assert record(kept, ann)[-1] == "The guards come is put away."
    assert differing(kept.table, kept.folded()) == {}


def test_a_countdown_counts_what_is_left() -> None:
    kept, ann = opened()
    id = clock(kept, "Dawn", of=3, down=True)
    kept.do(Tick(id=id))
    kept.do(Tick(id=id, by=2))
    assert record(kept, ann)[-3:] == ["A countdown begins: Dawn, 3 left.", "Dawn: 2 left.", "Dawn has run out."]


def test_a_clock_of_the_game_master_is_told_to_nobody_else_until_it_is_shown() -> None:
    kept, ann = opened()
    spectator = kept.seat("TV", role="spectator")
    before = [everything(kept, seat) for seat in (ann, spectator)]
    id = clock(kept, "The traitor", of=3, seen="gm")
    kept.do(Tick(id=id))
    assert [everything(kept, seat) for seat in (ann, spectator)] == before
    assert record(kept, kept.gm)[-1] == "The traitor: 1 of 3."
    kept.do(SetClock(id=id, seen="all"))
    assert record(kept, ann)[-1] == "A clock begins: The traitor, 1 of 3."
    assert record(kept, kept.gm)[-1] == "The traitor is shown to the players."
    kept.do(SetClock(id=id, seen="gm"))
    assert record(kept, ann)[-1] == "The traitor is put away."
    shown = everything(kept, ann)
    kept.do(DropClock(id=id))
    kept.do(Undo())
    kept.do(Redo())
    assert everything(kept, ann) == shown


def test_a_clock_is_undone_and_had_again_before_anything_that_was_played() -> None:
    kept, ann = opened()
    kept.do(Call(name="tell", args={"words": "It is dark."}))
    played = told(kept, kept.gm)["undo"]["steps"]
    id = clock(kept, of=4)
    kept.do(Tick(id=id, by=2))
    assert told(kept, kept.gm)["undo"] == {"may": True, "steps": played + 2, "redo": 0}
    kept.do(Undo())
    assert told(kept, ann)["clocks"][id]["now"] == 0
    assert record(kept, ann)[-1] == "The guards come: 0 of 4."
    assert told(kept, kept.gm)["undo"] == {"may": True, "steps": played + 1, "redo": 1}
    kept.do(Redo())
    assert told(kept, ann)["clocks"][id]["now"] == 2
    kept.do(Undo())
    kept.do(Undo())
    assert told(kept, ann)["clocks"] == {}
    kept.do(Undo())
    assert told(kept, kept.gm)["undo"]["steps"] == played - 1, "what was played"
    assert differing(kept.table, kept.folded()) == {}


def test_what_was_played_since_is_undone_first() -> None:
    kept, _ = opened()
    id = clock(kept)
    kept.do(Call(name="tell", args={"words": "It is dark."}))
    kept.do(Undo())
    assert id in kept.table.clocks.now


def say(kept: Kept, words: str) -> None:
    kept.do(Call(name="tell", args={"words": words}))


def moment(kept: Kept) -> Any:
    """How the clocks and the scene stand, and what can be undone."""
    return kept.table.clocks.now, digest(kept.live.scene), told(kept, kept.gm)["undo"]


def test_clocks_and_commands_are_undone_in_one_order_by_any_number_of_steps() -> None:
    kept, _ = opened()
    moments = [moment(kept)]
    id = clock(kept)
    moments.append(moment(kept))
    for number in (1, 2):
        kept.do(Call(name="set", args={"what": "onuri", "field": "hp", "value": number}))
        moments.append(moment(kept))
    for by in (1, 2):
        kept.do(Tick(id=id, by=by))
        moments.append(moment(kept))
    kept.do(Call(name="set", args={"what": "onuri", "field": "hp", "value": 3}))
    moments.append(moment(kept))
    all_steps = len(moments) - 1
    assert moments[-1][2] == {"may": True, "steps": all_steps, "redo": 0}
    for steps in range(1, all_steps + 1):
        kept.do(Undo(steps=steps))
        there = moments[all_steps - steps]
        assert moment(kept) == (*there[:2], {**there[2], "redo": steps})
        kept.do(Redo(steps=steps))
        assert moment(kept) == moments[-1]
    for steps in range(1, all_steps + 1):
        kept.do(Undo())
        assert moment(kept)[:2] == moments[all_steps - steps][:2]
    with pytest.raises(BadInput, match="there is nothing to undo"):
        kept.do(Undo())
    with pytest.raises(BadInput, match=f"there are {all_steps} steps to redo, not {all_steps + 1}"):
        kept.do(Redo(steps=all_steps + 1))
    for steps in range(1, all_steps + 1):
        kept.do(Redo())
        assert moment(kept)[:2] == moments[steps][:2]
    assert differing(kept.table, kept.folded()) == {}


def test_what_was_undone_is_gone_when_something_else_is_played() -> None:
    kept, _ = opened()
    clock(kept)
    kept.do(Undo())
    say(kept, "It is dark.")
    with pytest.raises(BadInput, match="there is nothing to redo"):
        kept.do(Redo())
    with pytest.raises(BadInput, match="there is 1 step to undo, not 2"):
        kept.do(Undo(steps=2))


def test_whoever_goes_back_to_a_line_of_the_record_has_the_clocks_as_they_were() -> None:
    kept, _ = opened()
    early = clock(kept, "Early")
    say(kept, "It is dark.")
    clock(kept, "Late")
    say(kept, "It is light.")
    watched = kept.table.watched(kept.table.seats[kept.gm])
    assert watched is not None
    line = next(at for at, each in enumerate(watched.log) if "It is dark." in each.lines[0].words)
    kept.do(Undo(told=line))
    assert list(kept.table.clocks.now) == [early]
    assert told(kept, kept.gm)["undo"] == {"may": True, "steps": 1, "redo": 3}


def test_a_clock_is_undone_while_a_question_is_open_and_the_question_stays() -> None:
    duel = Duel()
    question = duel.until_asked()
    id = clock(duel)
    duel.do(Undo())
    assert (duel.table.clocks.now, duel.live.open) == ({}, question)
    duel.do(Redo())
    assert id in duel.table.clocks.now
    duel.do(Undo(steps=2))
    assert (duel.table.clocks.now, duel.live.open) == ({}, None)
    assert differing(duel.table, duel.folded()) == {}


def test_a_command_counts_from_what_was_given_for_it_last() -> None:
    clocks = Clocks().changed(ClockChange("a", None, None)).follow({"command": {}})
    clocks = clocks.changed(ClockChange("b", None, None))
    assert list(in_order(clocks.done, 1, 3)) == [0, 1, 0]
    clocks = clocks.follow({"answer": "yes"})
    assert list(in_order(clocks.done, 1, 3)) == [1, 0, 0]
    assert list(in_order(clocks.follow({"withdraw": True}).done, 0, 2)) == [0, 0]


def test_clocks_are_undone_without_a_scene_and_from_one_to_the_next() -> None:
    kept = Kept("bluebox")
    id = clock(kept)
    kept.do(Tick(id=id))
    assert told(kept, kept.gm)["undo"] == {"may": True, "steps": 2, "redo": 0}
    kept.do(Undo())
    assert kept.table.clocks.now[id].now == 0
    kept.do(Redo())
    assert kept.table.clocks.now[id].now == 1
    kept.do(OpenScene(scene=kept.do(Prepare(title="On a board", tables=BOARD))["scene"], begin=False))
    kept.do(Undo())
    assert kept.table.clocks.now[id].now == 0
    say(kept, "It is dark.")
    kept.do(Tick(id=id, by=3))
    kept.do(CloseScene())
    assert told(kept, kept.gm)["undo"] == {"may": True, "steps": 1, "redo": 0}, "what was played stays played"
    kept.do(Undo())
    assert kept.table.clocks.now[id].now == 0
    assert differing(kept.table, kept.folded()) == {}
    with pytest.raises(Refused, match="no scene is on the table"):
        kept.do(Undo())


def test_a_clock_that_is_no_longer_put_away_comes_last() -> None:
    kept, _ = opened()
    first, second = clock(kept, "First"), clock(kept, "Second")
    kept.do(Tick(id=first))
    assert list(kept.table.clocks.now) == [first, second]
    kept.do(DropClock(id=first))
    kept.do(Undo())
    assert list(kept.table.clocks.now) == [second, first]


def test_a_table_is_folded_by_whoever_lets_fewer_changes_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, _ = opened()
    id = clock(kept)
    for _ in range(3):
        kept.do(Tick(id=id))
    kept.do(Undo(steps=3))
    kept.do(Redo(steps=2))
    monkeypatch.setattr(clock_changes, "MOST_CHANGES", 1)
    assert kept.folded().clocks.now == kept.table.clocks.now


def test_clocks_far_back_in_a_scene_are_undone_after_a_snapshot() -> None:
    kept, _ = opened()
    clock(kept)
    for number in range(2 * BACK):
        say(kept, str(number))
    kept.do(Undo())
    shelf = shelved(kept)
    table = shelf.resumed(kept.fake)
    steps = 2 * BACK
    for one in (table, kept.table):
        one.do(kept.gm, Undo(steps=steps))
        assert one.clocks.now == {}
        one.do(kept.gm, Redo(steps=steps + 1))
        assert one.clocks.now
    assert not unlike(table, kept.table)


def test_a_clock_that_does_not_tick_says_why() -> None:
    kept, _ = opened()
    id = clock(kept, "Dawn")
    with pytest.raises(Refused, match="Dawn has not begun yet"):
        kept.do(Tick(id=id, by=-1))
    kept.do(Tick(id=id))
    with pytest.raises(Refused, match="Dawn stays as it is"):
        kept.do(Tick(id=id, by=0))


def test_a_table_goes_on_from_a_snapshot_with_its_clocks_and_pins() -> None:
    kept, _ = opened()
    clock(kept)
    note = kept.do(WriteNote(title="Here", text="", whose="shared"))["note"]
    kept.do(PinNote(note=note, at=(2, 2)))
    again = snapshots.resumed(snapshots.take(kept.table).snapshot, None, NoPast())
    assert (again.clocks, again.pins) == (kept.table.clocks, kept.table.pins)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (SetClock(), "name: expected 1 to 60 characters"),
        (SetClock(name="x" * 61), "name: expected"),
        (SetClock(name="x", of=1), "of: expected 2 to 60 parts"),
        (SetClock(name="x", of=4, now=5), "now: expected 0 to 4"),
        (Tick(id="nothing"), "there is no clock"),
    ],
)
def test_what_is_no_clock_is_refused(wrong: Doing, why: str) -> None:
    kept, _ = opened()
    with pytest.raises(BadInput, match=why):
        kept.do(wrong)


def test_only_the_game_master_has_clocks_and_not_too_many() -> None:
    kept, ann = opened()
    with pytest.raises(Refused, match="only the game master"):
        kept.do(SetClock(name="x"), ann)
    for number in range(MOST_CLOCKS):
        clock(kept, str(number))
    with pytest.raises(Refused, match=f"{MOST_CLOCKS} clocks already"):
        clock(kept)


# ---------------------------------------------------------------- notes on the board


def note(kept: Kept, seat: str = "", whose: Any = "shared", at: Any = (2, 2)) -> str:
    id: str = kept.do(WriteNote(title="A trap", text="Mind the step.", whose=whose), seat)["note"]
    kept.do(PinNote(note=id, at=at), seat)
    return id


def test_a_pinned_note_is_a_sign_for_those_who_may_read_it() -> None:
    kept, ann = opened()
    ben = kept.seat("Ben")
    before = everything(kept, ben)
    mine, masters = note(kept, ann, "own"), note(kept, whose="gm")
    assert everything(kept, ben) == before
    assert told(kept, ann)["pins"] == {mine: [2, 2]}
    assert told(kept, kept.gm)["pins"] == {masters: [2, 2]}
    shared = note(kept, ann, at=(3, 3))
    assert told(kept, ben)["pins"] == {shared: [3, 3]}
    with pytest.raises(Refused, match="not yours to change"):
        kept.do(PinNote(note=shared), ben)
    kept.do(PinNote(note=shared), ann)
    assert told(kept, ben)["pins"] == {}
    with pytest.raises(Refused, match="not on the board"):
        kept.do(PinNote(note=shared), ann)
    assert differing(kept.table, kept.folded()) == {}


def test_signs_are_shown_on_the_plan_that_was_made_for_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, ann = opened()
    note(kept)
    made: list[object] = []
    face = type(kept.table.game.face())
    plan_of = face.plan

    def plan(self: Any, scene: Any) -> Any:
        made.append(scene)
        return plan_of(self, scene)

    monkeypatch.setattr(face, "plan", plan)
    assert told(kept, ann)["pins"]
    assert len(made) == 1


def test_a_torn_note_leaves_no_sign_and_another_scene_has_none() -> None:
    kept, ann = opened()
    torn, other = note(kept), note(kept)
    kept.do(TearNote(id=torn))
    assert told(kept, ann)["pins"] == {other: [2, 2]}
    (first,) = kept.table.scenes
    kept.do(OpenScene(scene=kept.do(Prepare(title="Elsewhere", tables=BOARD))["scene"]))
    assert told(kept, ann)["pins"] == {}
    kept.do(OpenScene(scene=first))
    assert told(kept, ann)["pins"] == {other: [2, 2]}


def test_a_sign_in_the_fog_is_not_told_and_nobody_pins_there() -> None:
    kept, ann = opened()
    kept.do(Cover(cover=((5, 2), (6, 2))))
    mine = kept.do(WriteNote(title="Mine", text=""), ann)["note"]
    id = kept.do(WriteNote(title="A trap", text="Mind the step.", whose="shared"))["note"]
    before = everything(kept, ann)
    kept.do(PinNote(note=id, at=(5, 2)))
    assert everything(kept, ann) == before
    refused = []
    for place in ((5, 2), (99, 99)):
        with pytest.raises(BadInput, match="expected a place of the board") as fault:
            kept.do(PinNote(note=mine, at=place), ann)
        refused.append(str(fault.value))
    assert refused[0] == refused[1], "that something is there is not told by how it is refused"
    kept.do(Cover(clear=((5, 2),)))
    assert told(kept, ann)["pins"] == {id: [5, 2]}
