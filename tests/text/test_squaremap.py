"""The map of squares in characters, and in words."""

from __future__ import annotations

from types import SimpleNamespace

from ludex.core.board.square import SquareBoard
from ludex.core.show.face import Feature, SquarePlan
from ludex.table.document.show_beings import short_marks
from ludex.text.maps import places
from ludex.text.maps.marks import Marks
from ludex.text.maps.squaremap import draw, legend

BOARD = SquareBoard(
    [(x, y) for x in range(5) for y in range(3)],
    heights={(4, 0): 2, (0, 2): -6},
    walls=[(2, 0), (2, 1)],
    terrain={"rough": [(3, 2)]},
)
PLAN = SquarePlan(
    BOARD,
    places={"ann": ((0, 0),), "hulk": ((3, 0), (4, 0), (3, 1), (4, 1)), "rat": ((1, 2),)},
    things=(("Knife", (0, 1)),),
    metres=2,
    features=(
        Feature((1, 0), "cover", "crate, hides 50 %, 10 HP", "50%"),
        Feature((2, 2), "door", "gate (shut)", "[+]"),
        Feature((4, 2), "exit", "exit", "∩"),
    ),
    facing={"ann": 2, "hulk": 4},
)
NAMES = [("ann", "Ann", "party"), ("hulk", "Hulk", "foes"), ("rat", "Rat", "foes")]
MARKS = Marks(short_marks(NAMES), {who: side for who, _, side in NAMES}, acting="ann", labels={(1, 1): "1"})

GOLDEN = """\
     0   1   2   3   4
   ┌───┬───┬▄▄▄┬───┬───┐
 0 │↓AN│50%█████←hu│+hu│
   ├───┼───█████───┼───┤
 1 │ * │ 1 █████ hu│ hu│
   ├───┼───┼▀▀▀┼───┼───┤
 2 │−6 │ ra│[+]│ : │ ∩ │
   └───┴───┴───┴───┴───┘
"""


def drawn(width: int = 80) -> str:
    return "".join(line.plain.rstrip() + "\n" for line in draw(PLAN, MARKS, width))


def test_every_sign_stands_on_its_square_and_walls_are_whole() -> None:
    assert drawn() == GOLDEN


def test_the_legend_names_what_is_on_the_map() -> None:
    told = legend(PLAN, MARKS)
    assert "50% crate, hides 50 %, 10 HP at 1,0" in told
    assert "[+] gate (shut) at 2,2" in told
    assert "→ faces there" in told
    assert "a cell is 2 m" in told


def test_a_narrow_terminal_shows_the_part_around_who_acts_and_says_who_is_beyond() -> None:
    assert max(len(line.plain) for line in draw(PLAN, MARKS, 16)) <= 16
    assert "the map goes on; beyond it: hu" in legend(PLAN, MARKS, 16)


def test_a_board_without_squares_is_no_drawing() -> None:
    assert draw(SquarePlan(SquareBoard([]), places={}), MARKS) == []


def test_squares_are_told_in_words_with_metres_and_facing() -> None:
    ground = places.ground(PLAN)
    scene = SimpleNamespace(beings={who: SimpleNamespace(name=name) for who, name, _ in NAMES})
    assert ground.at("ann") == "at 0,0, facing south"
    assert ground.between(scene, "ann", "hulk") == "Hulk is 3 squares east of Ann, 6 m"
    assert ground.between(scene, "ann", "rat") == "Rat is 2 squares south-east of Ann, 4 m"
    assert ground.steps((0, 0), ((1, 1), (2, 2), (3, 2))) == "2 steps south-east, 1 step east"
    assert ground.about(scene, "1,0") == ["1,0, crate, hides 50 %, 10 HP: nobody is there."]
    assert "Crate, hides 50 %, 10 HP: 1,0." in ground.words()
    assert ground.hint == "a square as x,y"
