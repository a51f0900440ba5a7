"""The record of a scene: deeds as one, in the order in which they were done, and there again when the scene is."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.document import log
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call, Undo
from tests.table.played import Played, by_machines
from tests.table.snapshots import Shelf
from tests.table.tables import Kept


def told(table: Campaign, seat: str) -> list[dict[str, Any]]:
    """The record of the scene on the table, as a seat reads it."""
    sitting = table.seats[seat]
    watched = table.watched(sitting)
    assert watched is not None
    return [log.told(table, sitting, number) for number in range(len(watched.log))]


def words(table: Campaign, seat: str) -> list[str]:
    return [line["words"] for each in told(table, seat) for line in each["lines"]]


def patrol() -> Kept:
    """A scene on the table in which something has happened, and another that is prepared."""
    kept = Kept("bluebox")
    kept.seat("Ann", "tahra")
    kept.open()
    kept.do(HandOver(who="gm", policy="simple"))
    kept.do(Call(name="tell", args={"words": "A horn sounds"}))
    return kept


def test_a_scene_that_is_gone_back_to_has_its_record() -> None:
    kept = patrol()
    first = next(iter(kept.table.scenes))
    ann = next(id for id, seat in kept.table.seats.items() if seat.name == "Ann")
    while kept.live.open is not None:
        assert kept.step() or deputise(kept.table)
        kept.entries += kept.table.take()
    before = {seat: words(kept.table, seat) for seat in (kept.gm, ann)}
    assert "A horn sounds" in before[ann]
    other = kept.do(Prepare(ready="ash_bears_den_tahtor"))["scene"]
    kept.do(OpenScene(scene=other, begin=False))
    assert words(kept.table, ann) == []
    shelf = Shelf(kept.entries)
    shelf.take(kept.table)
    resumed = shelf.resumed(kept.fake)  # another process, which has not played the first scene
    resumed.do(kept.gm, OpenScene(scene=first, again=True))
    assert words(resumed, ann)[:-1] == before[ann]
    kept.do(OpenScene(scene=first, again=True))
    for table in (kept.table, kept.folded()):
        for seat, lines in before.items():
            assert words(table, seat)[: len(lines)] == lines
            assert [line["rank"] for line in told(table, seat)[-1]["lines"]] == ["scene"]
    kept.do(OpenScene(scene=first, again=True))  # and once more
    kept.do(Call(name="tell", args={"words": "The horn again"}))
    for table in (kept.table, kept.folded()):
        assert words(table, ann)[: len(before[ann])] == before[ann]
        assert words(table, ann)[-1] == "The horn again"


def fought(game: str, steps: int = 40) -> Played:
    played = by_machines(game)
    for _ in range(steps):
        if not (played.step() or deputise(played.table)):
            break
        played.entries += played.table.take()
    return played


def test_a_command_with_its_answers_is_one_deed_and_says_in_short_what_came_of_it() -> None:
    played = fought("bluebox")
    record = told(played.table, played.ann)
    assert [each["told"] for each in record] == list(range(len(record)))
    hits = [
        each
        for each in record
        if any(part["words"].endswith(": a hit") for line in each["lines"] for part in line["head"])
    ]
    assert hits
    heads = ["".join(part["words"] for part in line["head"]) for each in hits for line in each["lines"] if line["head"]]
    assert not [head for head in heads if " against AC" in head]
    deeds = [
        [line for each in record if each["deed"] == hit["told"] for line in each["lines"]]
        for hit in hits
        if hit["deed"] == hit["told"]
    ]
    came = [{(one["what"], one["by"] < 0) for line in deed for one in line["came"]} for deed in deeds]
    assert any({("HP", True)} <= each or {("Plating", True)} <= each for each in came)
    answered = [each for each in record if each["deed"] != each["told"]]
    assert answered
    assert told(played.folded(), played.ann) == record


def test_what_the_game_master_does_by_hand_says_so_and_words_are_no_deed() -> None:
    kept = patrol()
    kept.do(Call(name="set", args={"what": "tahra", "field": "hp", "value": 5}))
    said, by_hand = told(kept.table, kept.gm)[-2:]
    assert (said["by_hand"], by_hand["by_hand"]) == (False, True)


def test_the_game_master_undoes_to_a_line_of_the_record() -> None:
    kept = patrol()
    while kept.live.open is not None:
        assert kept.step() or deputise(kept.table)
        kept.entries += kept.table.take()
    for number in range(3):
        kept.do(Call(name="set", args={"what": "tahra", "field": "hp", "value": 5 + number}))
    record = told(kept.table, kept.gm)
    kept.do(Undo(told=record[-2]["told"]))
    assert kept.live.scene.beings["tahra"].hp == 5
    assert told(kept.table, kept.gm)[-1]["undoes"] == [record[-2]["told"], record[-1]["told"]]
    with pytest.raises(Refused, match="cannot be undone"):
        kept.do(Undo(told=record[-1]["told"]))
    with pytest.raises(BadInput, match="no such line"):
        kept.do(Undo(told=99))
    kept.do(Undo(told=record[-3]["told"]))
    assert kept.live.scene.beings["tahra"].hp != 5
    kept.folded()


def test_a_row_of_dice_has_every_number_that_reaches_it() -> None:
    kept = patrol()
    kept.do(Call(name="roll", args={"dice": "2d6+3", "secret": False}))
    roll = told(kept.table, kept.gm)[-1]["rolls"][0]
    assert [(one["amount"], one["kind"]) for one in roll["modifiers"]] == [(3, "")]
    assert sum(die["face"] for die in roll["dice"]) + 3 == roll["total"]


def test_a_damage_roll_does_not_tell_what_somebody_has_left() -> None:
    played = fought("vitality", 30)
    rolls = [roll for each in told(played.table, played.ann) for roll in each["rolls"]]
    assert {roll["against"] is None for roll in rolls if roll["rule"] == "vt.formula.damage"} == {True}
