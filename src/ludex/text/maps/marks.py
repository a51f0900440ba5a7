"""What a map shows beside the board: a mark for each being, labels and a path; and the canvas that it is drawn on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from ludex.core.show.face import Place


@dataclass(slots=True)
class Marks:
    """Who is who, who acts, and words in places such as the cost of a move."""

    names: Mapping[str, str]  # a short mark for each being
    sides: Mapping[str, str]
    acting: str = ""
    labels: Mapping[Place, str] = field(default_factory=dict)
    path: tuple[Place, ...] = ()


class Canvas:
    """Characters with styles, addressed by column and line."""

    def __init__(self) -> None:
        self.spots: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, words: str, style: str = "") -> None:
        for number, char in enumerate(words):
            self.spots[x + number, y] = (char, style)

    def lines(self) -> list[Text]:
        if not self.spots:
            return []
        rows = range(min(y for _, y in self.spots), max(y for _, y in self.spots) + 1)
        drawn = []
        for y in rows:
            columns = [x for x, row in self.spots if row == y]
            line = Text(no_wrap=True)
            row = [self.spots.get((x, y), (" ", "")) for x in range(max(columns, default=-1) + 1)]
            for style, run in groupby(row, key=lambda spot: spot[1]):
                line.append("".join(char for char, _ in run), style)
            drawn.append(line)
        return drawn
