"""Zones: what lies beside what, how far apart, and the way between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.core.board.zone import STEPS, Zone, ZoneBoard


def grid(width: int, height: int, **more: object) -> ZoneBoard:
    zones = [Zone(f"z{x}_{y}", f"Zone {x},{y}", (x, y)) for y in range(height) for x in range(width)]
    return ZoneBoard(zones, **more)  # type: ignore[arg-type]  # what each test needs


spots = st.tuples(st.integers(0, 3), st.integers(0, 2))


def name(spot: tuple[int, int]) -> str:
    return f"z{spot[0]}_{spot[1]}"


@given(spots, spots)
def test_distance_counts_orthogonal_steps(one: tuple[int, int], other: tuple[int, int]) -> None:
    board = grid(4, 3)
    dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
    assert board.distance(name(one), name(other)) == dx + dy
    assert board.distance(name(one), name(other), diagonal=True) == max(dx, dy)
    path = board.path(name(one), name(other), lambda a, b: 1)
    assert path is not None
    assert len(path) == dx + dy
    assert path == () or path[-1] == name(other)


def test_steps_go_to_neighbours_that_exist_and_are_open() -> None:
    board = grid(2, 2, closed=[("z0_0", "z1_0")])
    assert board.neighbours("z0_0") == ("z0_1",)
    assert set(board.beside("z0_0")) == {"z1_0", "z0_1"}
    assert board.toward("z0_0", "east") is None
    assert board.toward("z0_0", "south") == "z0_1"
    assert board.toward("z1_0", "east") is None
    assert board.path("z0_0", "z1_0", lambda a, b: 1) == ("z0_1", "z1_1", "z1_0")


def test_the_cheapest_way_is_taken_and_a_budget_kept() -> None:
    board = grid(3, 2)

    def dear(a: str, b: str) -> int | None:
        return 5 if "z1_0" in (a, b) else 1

    assert board.path("z0_0", "z2_0", dear) == ("z0_1", "z1_1", "z2_1", "z2_0")
    assert board.reach("z0_0", 2, dear) == {"z0_0": 0, "z0_1": 1, "z1_1": 2}
    assert board.path("z0_0", "z2_0", dear, budget=3) is None
    assert board.path("z0_0", "z2_0", lambda a, b: None) is None


def test_a_block_is_cut_off_at_the_rim() -> None:
    board = grid(3, 3)
    assert board.block("z1_1", 1) == ("z1_1",)
    assert board.block("z0_0", 2) == ("z0_0", "z1_0", "z0_1", "z1_1")
    assert len(board.block("z2_2", 2)) == 1
    assert board.gap(board.block("z0_0", 2), ("z2_2",)) == 2


@given(spots, spots)
def test_directions_have_opposites(one: tuple[int, int], other: tuple[int, int]) -> None:
    board = grid(4, 3)
    there, back = board.direction(name(one), name(other)), board.direction(name(other), name(one))
    swap = {"east": "west", "west": "east", "north": "south", "south": "north", "here": "here"}
    assert "-".join(swap[word] for word in there.split("-")) == back
    if there in STEPS:
        assert board.distance(name(one), name(other)) == abs(one[0] - other[0]) + abs(one[1] - other[1])


def test_boards_are_equal_by_value_and_the_same_after_saving() -> None:
    board = grid(2, 1, closed=[("z1_0", "z0_0")], cover=["z1_0"])
    assert ZoneBoard.from_plain(board.to_plain()) == board
    assert hash(ZoneBoard.from_plain(board.to_plain())) == hash(board)
    assert board.with_cover("z0_0").without_cover("z0_0") == board
    assert board.with_cover("z0_0") != board
    assert "z0_0" in board
    assert list(board) == ["z0_0", "z1_0"]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"cover": ["attic"]}, "there is no zone 'attic'"),
        ({"closed": [("z0_0", "z1_1")]}, "not two zones side by side"),
    ],
)
def test_a_board_that_cannot_be_is_refused(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        grid(2, 2, **wrong)


def test_two_zones_cannot_lie_at_one_spot() -> None:
    with pytest.raises(ValueError, match="same spot"):
        ZoneBoard([Zone("a", "A", (0, 0)), Zone("b", "B", (0, 0))])
    with pytest.raises(ValueError, match="board:"):
        ZoneBoard.from_plain({"zones": [["a", "A", "west", 0]]})
