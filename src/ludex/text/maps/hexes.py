"""Hexes in words."""

from __future__ import annotations

from rich.text import Text

from ludex.core.board.hex import DIRECTION_NAMES, direction_name
from ludex.core.show.face import HexPlan
from ludex.text.maps import hexmap
from ludex.text.maps.cells import Cells
from ludex.text.maps.marks import Marks


class Hexes(Cells):
    """A map of hexes, as the text game draws it and speaks of it."""

    cell, cells = "hex", "hexes"
    facings = DIRECTION_NAMES
    direction = staticmethod(direction_name)
    hint = "a hex as q,r"
    hint_path = "a hex as q,r or a path of them"

    plan: HexPlan

    def draw(self, marks: Marks, width: int) -> list[Text]:
        return hexmap.draw(self.plan, marks, width)

    def legend(self, marks: Marks, width: int) -> list[str]:
        return hexmap.legend(self.plan, marks, width)
