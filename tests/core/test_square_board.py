"""The square board: eight neighbours, and lines that cross, touch or miss, exactly."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.square import DIRECTIONS, SquareBoard, direction_name, distance, neighbours, within

near = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
FIELD = within((0, 0), 8)


def crosses(a: Cell, b: Cell, cell: Cell, open_sides: bool) -> bool:
    """Slowly, in fractions: does the segment meet the square, or its inside?"""
    least, most = Fraction(0), Fraction(1)
    for start, end, centre in ((a[0], b[0], cell[0]), (a[1], b[1], cell[1])):
        low, high, way = Fraction(2 * centre - 1, 2), Fraction(2 * centre + 1, 2), end - start
        if way == 0:
            if not (low < start < high if open_sides else low <= start <= high):
                return False
            continue
        one, two = sorted(((low - start) / way, (high - start) / way))
        least, most = max(least, one), min(most, two)
    return least < most if open_sides else least <= most


@given(near, near)
def test_a_line_crosses_the_cells_whose_inside_it_meets(a: Cell, b: Cell) -> None:
    slow = {cell for cell in FIELD if a != b and crosses(a, b, cell, True)} | {a, b}
    assert set(SquareBoard.crossed(a, b)) == slow


@given(near, near)
def test_a_line_touches_the_cells_of_which_it_meets_a_side_or_a_corner(a: Cell, b: Cell) -> None:
    if a != b:
        slow = {cell for cell in FIELD if crosses(a, b, cell, False)}
        assert set(SquareBoard.crossed(a, b, touching=True)) == slow


@given(near)
def test_eight_cells_are_one_step_away(cell: Cell) -> None:
    assert len(set(neighbours(cell))) == 8
    assert all(distance(cell, other) == 1 for other in neighbours(cell))


def test_rings_hold_all_cells_of_a_distance() -> None:
    assert [len(within((3, 4), n)) for n in range(4)] == [1, 9, 25, 49]
    assert all(distance((3, 4), cell) <= 3 for cell in within((3, 4), 3))


@given(near, near)
def test_the_way_back_is_the_opposite_direction(a: Cell, b: Cell) -> None:
    if a != b:
        ((one,), (other,)) = SquareBoard.toward(a, b), SquareBoard.toward(b, a)
        assert (one + 4) % len(DIRECTIONS) == other


def test_walls_on_both_sides_of_a_corner_bar_sight_and_step() -> None:
    board = SquareBoard(within((0, 0), 3), walls=[(1, 0), (0, 1)])
    assert not board.passable((0, 0), (1, 1))
    assert not board.sight((0, 0), (1, 1))
    half = SquareBoard(within((0, 0), 3), walls=[(1, 0)])
    assert half.passable((0, 0), (1, 1))
    assert half.sight((0, 0), (1, 1))


def test_the_cheapest_way_takes_diagonals() -> None:
    board = SquareBoard(within((0, 0), 3))
    assert board.path((0, 0), (2, 2), lambda a, b: 1) == ((1, 1), (2, 2))


def test_a_board_of_squares_is_the_same_after_being_written_down() -> None:
    board = SquareBoard(within((0, 0), 2), {(1, 1): 2}, walls=[(0, 1)], terrain={"rough": [(1, 0)]})
    again = CellBoard.from_plain(board.to_plain())
    assert again == board
    assert isinstance(again, SquareBoard)


def test_directions_have_names() -> None:
    assert direction_name((0, 0), (5, 1)) == "east"
    assert direction_name((0, 0), (-2, -2)) == "north-west"
    assert direction_name((1, 1), (1, 1)) == "here"


def test_walls_between_squares_shut_a_diagonal_step_where_they_shut_both_ways_round() -> None:
    cells = [(x, y) for x in range(3) for y in range(3)]
    straight = SquareBoard(cells, wall_edges=[((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1))])
    assert not straight.passable((0, 0), (1, 1))
    assert not straight.sight((0, 0), (1, 1))
    assert straight.parted((1, 0), (1, 1))
    end = SquareBoard(cells, wall_edges=[((0, 0), (0, 1))])
    assert end.passable((0, 0), (1, 1)), "round the end of the wall"
    assert not end.passable((0, 0), (0, 1))
    assert not end.parted((1, 0), (1, 1))
