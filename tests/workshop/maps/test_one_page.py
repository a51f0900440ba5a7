"""One Page Dungeon: rooms, doors and notes for games of zones. The sample is written from what the One Page Parser of
Foundry and One Page Dungeon Navigator read."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Plan
from tests.workshop.maps.playing import fought, read, ways
from tests.workshop.maps.samples import door, one_page, rect

HALL, ROUND, CELL, PASSAGE, CRYPT = "room_1", "round_room_a", "room_a", "passage_a", "room_2"
WAYS = {frozenset(pair) for pair in ((HALL, ROUND), (HALL, CELL), (HALL, PASSAGE), (PASSAGE, CRYPT))}


def joined(plan: Plan) -> set[frozenset[str]]:
    """Between which rooms one can go: side by side and not closed, or linked."""
    at = {room.at: room.id for room in plan.rooms}
    beside = {
        frozenset((room, at[x + dx, y + dy]))
        for (x, y), room in at.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in at
    }
    return (beside - ways(plan, "closed")) | ways(plan, "link")


def test_rooms_are_joined_as_their_doors_say() -> None:
    found = read("navyblue", one_page(), "dungeon.json")
    assert (found.title, found.about) == ("Vault of the Drowned Bell", "One Page Dungeon, 5 rooms and 4 ways")
    assert {room.id for room in found.plan.rooms} == {HALL, ROUND, CELL, PASSAGE, CRYPT}
    assert joined(found.plan) == WAYS
    spots = {room.id: room.at for room in found.plan.rooms}
    assert spots[ROUND][1] < spots[HALL][1] < spots[CELL][1], "north and south stay where they are"


def test_doors_have_their_kinds_and_rooms_what_is_in_them() -> None:
    found = read("navyblue", one_page())
    doors = {frozenset(each.ways[0]): each.values for each in found.plan.drawn if each.paint == "door"}
    told = {pair: (said["name"], said["state"]) for pair, said in doors.items()}
    assert told == {
        frozenset((HALL, ROUND)): ("door", "shut"),
        frozenset((HALL, CELL)): ("secret door", "shut"),
        frozenset((PASSAGE, CRYPT)): ("portcullis", "locked"),
    }
    rooms = {each.paint: each.rooms for each in found.plan.drawn if each.rooms}
    assert rooms == {"water": [CRYPT], "exit": [HALL, CRYPT]}
    assert found.plan.whole["text"] == (
        "The bell rings under water. Room 1: A bell rope, still wet. Room 2: Bones under the silt."
    )
    assert any("secret" in one.what for one in found.left_out)
    text = fought("navyblue", found.plan, HALL, CRYPT)
    assert 'name = "Vault of the Drowned Bell"' in text


def test_a_game_without_doors_asks_what_they_are() -> None:
    found = read("cloudbreaker", one_page())
    assert [one.title for one in found.questions] == ["Portcullis", "Secret door"]
    assert joined(found.plan) == WAYS
    shut = read("cloudbreaker", one_page(), answers={"portcullis": 1})
    assert joined(shut.plan) == WAYS - {frozenset((PASSAGE, CRYPT))}
    fought("cloudbreaker", found.plan, HALL, CRYPT)


def crowded() -> dict[str, Any]:
    """Eight small rooms around one long hall: it has four sides."""
    small = [rect(2 * at, -2, 1, 1) for at in range(8)]
    doors = [door(2 * at, -1, 0, 1, 1) for at in range(8)]
    return one_page(
        rects=[rect(0, 0, 16, 3), *small, *(rect(one["x"], one["y"], 1, 1) for one in doors)],
        doors=doors, notes=[], columns=[], water=[],
    )  # fmt: skip


def test_rooms_that_cannot_all_lie_side_by_side_are_joined_by_far_ways() -> None:
    found = read("navyblue", crowded())
    hall = next(room.id for room in found.plan.rooms if room.name == "Room A")
    assert joined(found.plan) == {frozenset((hall, room.id)) for room in found.plan.rooms if room.id != hall}
    assert len(ways(found.plan, "link")) == 4


def test_where_there_are_no_far_ways_ways_part_at_crossings() -> None:
    found = read("cloudbreaker", crowded())
    assert any("part at a crossing" in one.why for one in found.left_out)
    hall = next(room.id for room in found.plan.rooms if room.name == "Room A")
    reached, waiting = {hall}, [hall]
    for here in waiting:
        for other in {room for pair in joined(found.plan) if here in pair for room in pair} - reached:
            reached.add(other)
            waiting.append(other)
    assert reached == {room.id for room in found.plan.rooms}, "everybody can reach everybody"


def test_every_room_has_a_spot_of_its_own() -> None:
    rects = [rect(6 * (at % 9), 6 * (at // 9), 3, 3) for at in range(80)]
    found = read("navyblue", one_page(rects=rects, doors=[], notes=[], columns=[], water=[]))
    assert len({room.at for room in found.plan.rooms}) == 80
    assert joined(found.plan) == set()


def test_a_game_of_cells_has_no_use_for_it() -> None:
    with pytest.raises(BadInput, match="games that are played in zones"):
        read("crawl", one_page())
    with pytest.raises(BadInput, match="this dungeon has no rooms"):
        read("navyblue", one_page(rects=[]))
