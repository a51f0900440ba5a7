"""Who is next: each in turn."""

from __future__ import annotations

from ludex.server.apart.turns import Turns


def waiting(*asked: str) -> Turns[str]:
    """`a.x1` is what x of the house a asks for."""
    turns: Turns[str] = Turns()
    for each in asked:
        turns.add(each[0], each[2], each)
    return turns


def taken(turns: Turns[str], busy: str = "", resting: str = "") -> list[str]:
    """`a` is busy, `a.x` rests."""
    found = []
    while (one := turns.take(lambda house, who: house not in busy and f"{house}.{who}" != resting)) is not None:
        found.append(one)
    return found


def test_houses_are_asked_in_turn_and_so_are_the_people_of_a_house() -> None:
    asked = ("a.x1", "a.x2", "a.x3", "a.y1", "b.z1", "c.z1", "b.z2")
    wanted = ["a.x1", "b.z1", "c.z1", "a.y1", "b.z2", "a.x2", "a.x3"]
    assert taken(waiting(*asked)) == wanted


def test_the_places_are_those_in_which_all_would_be_taken() -> None:
    for asked in (("a.x1", "a.x2", "b.z1"), ("a.x1", "a.y1", "a.x2", "b.z1", "b.z2", "c.z1"), ()):
        turns = waiting(*asked)
        places = list(turns)
        assert len(turns) == len(asked)
        assert taken(turns) == places


def test_a_house_that_is_busy_waits_and_keeps_its_place() -> None:
    turns = waiting("a.x1", "b.z1", "a.x2")
    assert taken(turns, busy="a") == ["b.z1"]
    assert taken(turns) == ["a.x1", "a.x2"]


def test_who_rests_waits_alone_and_keeps_the_place() -> None:
    turns = waiting("a.x1", "b.z1", "a.y1", "a.x2", "a.y2")
    assert taken(turns, resting="a.x") == ["a.y1", "b.z1", "a.y2"]
    assert taken(turns) == ["a.x1", "a.x2"]


def test_who_goes_away_gives_the_place_up() -> None:
    turns = waiting("a.x1", "b.z1", "a.x2")
    turns.drop("a.x1")
    turns.drop("b.z1")
    turns.drop("nobody")
    assert turns.waiting("a", "x") == 1
    assert turns.waiting("b", "z") == 0
    assert taken(turns) == ["a.x2"]


def test_who_has_had_less_comes_first() -> None:
    turns, had = waiting("a.x1", "b.y1", "c.z1", "b.y2"), {"a": 5, "b": 0, "c": 0}
    found = [turns.take(lambda house, who: True, had.__getitem__) for _ in range(4)]
    assert found == ["b.y1", "c.z1", "b.y2", "a.x1"]
