"""Squares in words."""

from __future__ import annotations

from rich.text import Text

from ludex.core.board.square import DIRECTION_NAMES, direction_name
from ludex.core.show.face import SquarePlan
from ludex.text.maps import squaremap
from ludex.text.maps.cells import Cells
from ludex.text.maps.marks import Marks


class Squares(Cells):
    """A map of squares, as the text game draws it and speaks of it."""

    cell, cells = "square", "squares"
    facings = DIRECTION_NAMES
    direction = staticmethod(direction_name)
    hint = "a square as x,y"
    hint_path = "a square as x,y or a path of them"

    plan: SquarePlan

    def draw(self, marks: Marks, width: int) -> list[Text]:
        return squaremap.draw(self.plan, marks, width)

    def legend(self, marks: Marks, width: int) -> list[str]:
        return squaremap.legend(self.plan, marks, width)
