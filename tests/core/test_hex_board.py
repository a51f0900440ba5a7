"""The hex board: its geometry is exact, and agrees with slow geometry in fractions."""

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.core.board.hex import (
    DIRECTION_NAMES,
    DIRECTIONS,
    Cell,
    Edge,
    HexBoard,
    away,
    cells_of,
    connected,
    connected_group,
    direction_name,
    distance,
    edge,
    gap,
    nearest_pair,
    neighbours,
    toward,
    within,
)

DISC = within((0, 0), 3)
ON_DISC = frozenset(DISC)
DISC_EDGES = sorted({edge(a, b) for a in DISC for b in neighbours(a) if b in ON_DISC})

anywhere = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
on_disc = st.sampled_from(DISC)
some_cells = st.frozensets(on_disc, max_size=12)
some_edges = st.frozensets(st.sampled_from(DISC_EDGES), max_size=30)
bodies = st.lists(anywhere, min_size=1, max_size=4).map(tuple)
boards = st.builds(
    HexBoard,
    cells=st.just(ON_DISC),
    heights=st.dictionaries(on_disc, st.integers(-3, 3), max_size=5),
    walls=some_cells,
    wall_edges=some_edges,
    cover=some_edges,
    terrain=st.dictionaries(st.sampled_from(["difficult", "water", "dark"]), some_cells),
)


def square(size: int) -> frozenset[Cell]:
    return frozenset((q, r) for q in range(size) for r in range(size))


def one_each(a: Cell, b: Cell) -> int:
    return 1


# Slow geometry: where, from 0 at a to 1 at b, is the segment inside a cell? A point belongs to a cell when no
# neighbour's centre is nearer, which in axial coordinates is three pairs of half-planes.


def stretch_inside(a: Cell, b: Cell, cell: Cell) -> tuple[Fraction, Fraction] | None:
    enter, leave = Fraction(0), Fraction(1)
    x, y = a[0] - cell[0], a[1] - cell[1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    for u, v in [(2, 1), (1, 2), (1, -1), (-2, -1), (-1, -2), (-1, 1)]:
        here, slope = u * x + v * y, u * dx + v * dy
        if slope == 0:
            if here > 1:
                return None
        elif slope > 0:
            leave = min(leave, Fraction(1 - here, slope))
        else:
            enter = max(enter, Fraction(1 - here, slope))
    return (enter, leave) if enter <= leave else None


def borders_touched(a: Cell, b: Cell) -> set[Edge]:
    stretches = {cell: stretch for cell in within(a, 8) if (stretch := stretch_inside(a, b, cell))}
    return {
        edge(one, two)
        for one, (enter, leave) in stretches.items()
        for two in neighbours(one)
        if two in stretches and max(enter, stretches[two][0]) <= min(leave, stretches[two][1])
    }


def slow_sight(board: HexBoard, a: Cell, b: Cell, opaque: frozenset[Cell]) -> bool:
    shut = (board.walls - {a, b}) | opaque
    ways = {each for each in borders_touched(a, b) - board.wall_edges if shut.isdisjoint(each)}
    joined = {a}
    for _ in ways:
        joined |= {cell for each in ways if not joined.isdisjoint(each) for cell in each}
    return a == b or b in joined


@pytest.mark.slow
@given(boards, on_disc, on_disc, some_cells)
def test_sight_agrees_with_slow_geometry(board: HexBoard, a: Cell, b: Cell, opaque: frozenset[Cell]) -> None:
    assert board.sight(a, b) == slow_sight(board, a, b, frozenset())
    assert board.sight(a, b, opaque) == slow_sight(board, a, b, opaque)


@pytest.mark.slow
@given(boards, on_disc, on_disc)
def test_the_cover_crossed_agrees_with_slow_geometry(board: HexBoard, a: Cell, b: Cell) -> None:
    assert board.cover_crossed(a, b) == board.cover & borders_touched(a, b) == board.cover_crossed(b, a)


@pytest.mark.slow
def test_every_border_on_every_line_of_a_small_board_is_found() -> None:
    board = HexBoard(ON_DISC, cover=DISC_EDGES)
    for b in DISC:
        for a in within((0, 0), 1):
            assert board.cover_crossed(a, b) == borders_touched(a, b) & board.cover


@given(boards, on_disc, on_disc, some_cells)
def test_who_sees_is_seen(board: HexBoard, a: Cell, b: Cell, opaque: frozenset[Cell]) -> None:
    fresh = HexBoard.from_plain(board.to_plain())
    assert board.sight(a, b, opaque) == fresh.sight(b, a, opaque)


@given(anywhere, anywhere)
def test_nothing_hides_anything_where_there_are_no_walls(a: Cell, b: Cell) -> None:
    assert HexBoard({a, b}).sight(a, b)


def test_a_wall_hex_between_blocks_and_a_wall_hex_at_the_end_is_seen() -> None:
    board = HexBoard(square(4), walls=[(1, 0)])
    assert not board.sight((0, 0), (2, 0))
    assert board.sight((0, 0), (1, 0))
    assert board.sight((1, 0), (3, 0))


def test_a_wall_edge_between_neighbours_blocks_sight_and_step() -> None:
    board = HexBoard(square(2), wall_edges=[((1, 0), (0, 0))])
    assert not board.sight((0, 0), (1, 0))
    assert not board.passable((0, 0), (1, 0))
    assert board.passable((0, 0), (0, 1))


def test_a_line_along_an_edge_is_blocked_only_when_both_cells_beside_it_block() -> None:
    assert HexBoard(square(3), walls=[(1, 0)]).sight((0, 0), (1, 1))
    assert HexBoard(square(3), wall_edges=[((0, 1), (1, 0))]).sight((0, 0), (1, 1))
    assert not HexBoard(square(3), walls=[(1, 0), (0, 1)]).sight((0, 0), (1, 1))
    assert not HexBoard(square(3), walls=[(1, 0)]).sight((0, 0), (1, 1), frozenset({(0, 1)}))


def test_a_line_through_a_corner_is_blocked_only_when_there_is_no_way_round() -> None:
    # From (0, 0) to (4, 1) the line meets the corner of (1, 0), (2, 0) and (1, 1).
    cells = frozenset((q, r) for q in range(5) for r in range(2))
    ahead, aside = ((1, 0), (2, 0)), ((1, 0), (1, 1))
    assert HexBoard(cells, wall_edges=[ahead]).sight((0, 0), (4, 1))
    assert HexBoard(cells, wall_edges=[aside]).sight((0, 0), (4, 1))
    assert not HexBoard(cells, wall_edges=[ahead], walls=[(1, 1)]).sight((0, 0), (4, 1))
    assert not HexBoard(cells, wall_edges=[ahead, aside]).sight((0, 0), (4, 1))


def test_smoke_hides_whoever_stands_in_it_but_not_from_himself() -> None:
    board, smoke = HexBoard(square(4)), frozenset({(1, 1)})
    assert not board.sight((1, 1), (3, 1), smoke)
    assert not board.sight((3, 1), (1, 1), smoke)
    assert not board.sight((0, 1), (2, 1), smoke)
    assert board.sight((1, 1), (1, 1), smoke)


def test_cover_does_not_block_sight_and_counts_when_its_end_is_touched() -> None:
    board = HexBoard(square(3), cover=[((0, 0), (1, 0))])
    assert board.sight((0, 0), (2, 0))
    assert board.cover_crossed((0, 0), (2, 0)) == board.cover
    assert board.cover_crossed((0, 0), (1, 1)) == board.cover
    assert board.cover_crossed((0, 0), (0, 2)) == frozenset()
    assert board.cover_crossed((0, 0), (0, 0)) == frozenset()


@given(anywhere, anywhere, anywhere)
def test_distance_is_a_metric(a: Cell, b: Cell, c: Cell) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(anywhere, st.integers(0, 5))
def test_within_lists_each_cell_once_ring_after_ring(centre: Cell, radius: int) -> None:
    area = within(centre, radius)
    assert area[0] == centre
    assert len(set(area)) == len(area) == 3 * radius * (radius + 1) + 1
    steps = [distance(centre, cell) for cell in area]
    assert steps == sorted(steps)
    assert max(steps) == radius


def test_the_first_ring_is_the_neighbours_clockwise_from_east() -> None:
    assert within((0, 0), 1)[1:] == neighbours((0, 0)) == DIRECTIONS
    assert within((0, 0), -1) == ()


def test_an_edge_lies_between_neighbours_only() -> None:
    assert edge((1, 0), (0, 0)) == ((0, 0), (1, 0))
    with pytest.raises(ValueError, match="not neighbours"):
        edge((0, 0), (1, 1))
    with pytest.raises(ValueError, match="not neighbours"):
        edge((0, 0), (0, 0))


@given(bodies, bodies)
def test_the_gap_of_two_bodies_is_that_of_their_nearest_cells(a: tuple[Cell, ...], b: tuple[Cell, ...]) -> None:
    one, two = nearest_pair(a, b)
    assert one in a
    assert two in b
    assert gap(a, b) == distance(one, two) == min(distance(x, y) for x in a for y in b)
    assert nearest_pair(a[::-1], b[::-1]) == (one, two)


def test_of_equally_near_cells_the_straighter_pair_counts() -> None:
    # Both are two steps off, but (1, 1) is only √3 away.
    assert nearest_pair(((0, 0),), ((2, 0), (1, 1))) == ((0, 0), (1, 1))


def test_a_footprint_moves_with_its_anchor() -> None:
    assert cells_of((2, -1), ((0, 0), (1, 0), (0, 1))) == ((2, -1), (3, -1), (2, 0))


def test_away_leads_straight_on_and_toward_straight_back() -> None:
    assert away((0, 0), (1, 0))[0] == (2, 0)
    assert toward((0, 0), (2, 0))[0] == (1, 0)
    # Straight south of the source, two ways lead equally far: clockwise order decides.
    assert away((0, 0), (-1, 2))[:2] == ((-1, 3), (-2, 3))
    assert away((0, 0), (0, 0)) == toward((0, 0), (0, 0)) == DIRECTIONS


@given(anywhere, anywhere)
def test_away_and_toward_order_the_same_six_cells(source: Cell, cell: Cell) -> None:
    def squared(other: Cell) -> int:
        dq, dr = other[0] - source[0], other[1] - source[1]
        return dq * dq + dq * dr + dr * dr

    assert set(away(source, cell)) == set(toward(source, cell)) == set(neighbours(cell))
    assert all(squared(one) >= squared(two) for one, two in pairwise(away(source, cell)))
    assert all(squared(one) <= squared(two) for one, two in pairwise(toward(source, cell)))


def test_directions_have_compass_words() -> None:
    assert tuple(direction_name((3, 3), cell) for cell in neighbours((3, 3))) == DIRECTION_NAMES
    between = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]
    assert [direction_name((0, 0), cell) for cell in between] == [
        "east-south-east", "south", "west-south-west", "west-north-west", "north", "east-north-east",
    ]  # fmt: skip
    assert direction_name((0, 0), (5, 1)) == "east"  # 9° off
    assert direction_name((0, 0), (2, 1)) == "east-south-east"  # 19° off
    assert direction_name((0, 0), (0, 0)) == "here"


def test_edges_are_connected_when_they_meet_in_corners() -> None:
    east, south_east, west = edge((0, 0), (1, 0)), edge((0, 0), (0, 1)), edge((0, 0), (-1, 0))
    assert connected([east, south_east])
    assert not connected([east, west])
    assert connected([edge((0, 0), cell) for cell in neighbours((0, 0))])
    assert connected([])
    assert connected_group(east, [east, south_east, west]) == {east, south_east}
    assert connected_group(west, [east, south_east]) == {west}


@given(some_edges)
def test_the_groups_of_edges_are_connected_and_share_nothing(edges: frozenset[Edge]) -> None:
    groups = {connected_group(each, edges) for each in edges}
    assert all(connected(group) for group in groups)
    assert sum(len(group) for group in groups) == len(edges)
    assert connected(edges) == (len(groups) <= 1)


def hilly(board: HexBoard) -> Callable[[Cell, Cell], int | None]:
    def cost(a: Cell, b: Cell) -> int | None:
        rise = board.height(b) - board.height(a)
        return None if rise > 2 else 1 + max(0, rise) + board.is_terrain("difficult", b)

    return cost


@given(boards, on_disc, on_disc, st.integers(0, 8))
def test_a_path_costs_what_reach_says(board: HexBoard, start: Cell, goal: Cell, budget: int) -> None:
    cost = hilly(board)
    reached = board.reach(start, budget, cost)
    way = board.path(start, goal, cost, budget)
    assert list(reached.values()) == sorted(reached.values())
    assert (way is not None) == (goal in reached)
    if way is not None:
        steps = list(pairwise((start, *way)))
        assert all(board.passable(a, b) for a, b in steps)
        assert sum(cost(a, b) or 0 for a, b in steps) == reached[goal]
        assert (way or (start,))[-1] == goal


@given(on_disc, on_disc)
def test_on_open_ground_the_way_is_as_long_as_the_distance(start: Cell, goal: Cell) -> None:
    way = HexBoard(ON_DISC).path(start, goal, one_each)
    assert way is not None
    assert len(way) == distance(start, goal)


def test_of_equal_ways_the_first_clockwise_from_east_is_taken() -> None:
    assert HexBoard(square(3)).path((0, 0), (2, 1), one_each) == ((1, 0), (2, 0), (2, 1))


def test_of_equally_cheap_ways_the_shortest_is_taken() -> None:
    assert HexBoard(square(5)).path((0, 0), (2, 0), lambda a, b: 0) == ((1, 0), (2, 0))


def test_there_is_no_way_through_walls_or_beyond_the_budget() -> None:
    walled = HexBoard(square(3), walls=[(1, 0), (1, 1), (1, 2)])
    assert walled.path((0, 0), (2, 0), one_each) is None
    assert set(walled.reach((0, 0), 9, one_each)) == {(0, 0), (0, 1), (0, 2)}
    assert HexBoard(square(3)).path((0, 0), (2, 0), one_each, budget=1) is None


def test_a_step_cannot_cost_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        HexBoard(square(2)).reach((0, 0), 3, lambda a, b: -1)


@given(boards, some_edges)
def test_cover_put_up_can_be_taken_down(board: HexBoard, edges: frozenset[Edge]) -> None:
    new = edges - board.cover
    covered = board.with_cover(new)
    assert covered.cover == board.cover | new
    assert covered.without_cover(new) == board
    assert hash(covered.without_cover(new)) == hash(board)
    assert (covered == board) == (not new)


def test_cover_put_up_is_crossed_at_once() -> None:
    board = HexBoard(square(3))
    between = edge((0, 0), (1, 0))
    assert not board.cover_crossed((0, 0), (2, 0))
    assert board.with_cover([between]).cover_crossed((0, 0), (2, 0)) == {between}
    with pytest.raises(ValueError, match=r"cover: \[3, 0\] is not on the board"):
        board.with_cover([((2, 0), (3, 0))])


def test_terrain_is_exactly_where_it_was_last_laid() -> None:
    board = HexBoard(square(3)).with_terrain("water", [(0, 0), (1, 1)])
    assert board.is_terrain("water", (1, 1))
    moved = board.with_terrain("water", [(2, 2)])
    assert not moved.is_terrain("water", (1, 1))
    assert moved.with_terrain("water", []) == HexBoard(square(3))


def test_a_board_does_not_change() -> None:
    board = HexBoard(square(2), heights={(0, 0): 2, (1, 1): 0})
    with pytest.raises(AttributeError, match="does not change"):
        board.cells = frozenset()
    with pytest.raises(TypeError):
        board.heights[0, 0] = 3  # type: ignore[index]  # as nobody may
    assert board.height((0, 0)) == 2
    assert board == HexBoard(square(2), heights={(0, 0): 2})


def test_a_cell_is_open_when_on_the_board_and_no_wall() -> None:
    board = HexBoard(square(2), walls=[(1, 1)])
    assert board.open((0, 0))
    assert not board.open((1, 1))
    assert not board.open((2, 0))
    assert not board.passable((1, 0), (2, 0))
    assert not board.passable((0, 0), (0, 0))


@given(boards)
def test_a_board_survives_being_written_down(board: HexBoard) -> None:
    plain = board.to_plain()
    again = HexBoard.from_plain(plain)
    assert again == board == pickle.loads(pickle.dumps(board))
    assert hash(again) == hash(board)
    assert again.to_plain() == plain
    assert str(again.to_plain()) == str(plain)


def test_a_full_rectangle_is_written_by_its_bounds() -> None:
    assert HexBoard(square(3)).to_plain() == {"cells": {"q": [0, 2], "r": [0, 2]}}
    assert HexBoard([(1, 0), (0, 0), (0, 1)]).to_plain() == {"cells": [[0, 0], [0, 1], [1, 0]]}
    assert HexBoard.from_plain(HexBoard([]).to_plain()) == HexBoard([])


FOUR = {"q": [0, 1], "r": [0, 1]}


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ([], "Expected `object`, got `array`"),
        ({}, "missing required field `cells`"),
        ({"cells": FOUR, "lava": []}, "unknown field `lava`"),
        ({"cells": 4}, r"Expected `object \| array`, got `int` - at `\$\.cells`"),
        ({"cells": {"q": [0, 1]}}, r"missing required field `r` - at `\$\.cells`"),
        ({"cells": {"q": [1, 0], "r": [0, 0]}}, "cells: expected .* lo at most hi"),
        ({"cells": {"q": [0], "r": [0, 0]}}, r"Expected `array` of length 2.* - at `\$\.cells\.q`"),
        ({"cells": [[0, 0], [0]]}, r"Expected `array` of length 2.* - at `\$\.cells\[1\]`"),
        ({"cells": [[0, 1.5]]}, r"Expected `int`, got `float` - at `\$\.cells\[0\]\[1\]`"),
        ({"cells": [[0, True]]}, r"Expected `int`, got `bool` - at `\$\.cells\[0\]\[1\]`"),
        ({"cells": FOUR, "heights": [[0, 0]]}, r"Expected `array` of length 3.* - at `\$\.heights\[0\]`"),
        ({"cells": FOUR, "heights": [[0, 0, 1], [0, 0, 2]]}, "heights: expected each cell once"),
        ({"cells": FOUR, "heights": [[5, 0, 1]]}, r"heights: \[5, 0\] is not on the board"),
        ({"cells": FOUR, "walls": [[7, 7]]}, r"walls: \[7, 7\] is not on the board"),
        ({"cells": FOUR, "walls": [[7, 1]]}, r"\[7, 1\] is not on the board; row 1 goes from 0 to 1$"),
        ({"cells": FOUR, "walls": [[0, 7]]}, r"\[0, 7\] is not on the board; rows go from 0 to 1$"),
        ({"cells": [[0, 0], [1, 0], [4, 0]], "walls": [[2, 0]]}, "row 0 goes from 0 to 1 and from 4 to 4$"),
        ({"cells": [[q, 0] for q in range(0, 10, 2)], "walls": [[1, 0]]}, "goes from 0 to 0 and .* and from 4 to 4…$"),
        ({"cells": FOUR, "walls": "none"}, r"Expected `array`, got `str` - at `\$\.walls`"),
        ({"cells": FOUR, "wall_edges": [[[0, 0], [1, 1]]]}, r"wall_edges: \[0, 0\] and \[1, 1\] are not"),
        ({"cells": FOUR, "cover": [[[1, 0], [2, 0]]]}, r"cover: \[2, 0\] is not on the board"),
        ({"cells": FOUR, "cover": [[[1, 0]]]}, r"Expected `array` of length 2.* - at `\$\.cover\[0\]`"),
        ({"cells": FOUR, "terrain": [[0, 0]]}, r"Expected `object`, got `array` - at `\$\.terrain`"),
        ({"cells": FOUR, "terrain": {"water": [[0, 9]]}}, r"terrain\.water: \[0, 9\] is not on the board"),
    ],
)
def test_a_wrong_board_is_refused_by_name(plain: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HexBoard.from_plain(plain)
