"""Maps of cells without a number for any cell, for who listens: by who and what is near, and by the way there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.english import listed
from ludex.core.show.face import CellPlan
from ludex.text.maps.cells import Cells, Shape
from ludex.text.naming import NoSuchPlace

COMPASS = r"[ns]?[ew]|[ns]|(?:north|south)(?:-?(?:east|west))?|east|west"
STEPS = re.compile(rf"(?:(\d{{1,3}})\s*(?:steps?|m|cells?|hex(?:es)?|squares?)?\s*)?({COMPASS})")
MOST_STEPS = 100
LETTERS = {"n": "north", "s": "south", "e": "east", "w": "west"}


class Spoken(Cells):
    """A map of cells as it is told to who listens, from where one stands."""

    def __init__(self, plan: CellPlan, shape: Shape, scene: Any, who: str) -> None:
        super().__init__(plan, shape)
        self.scene = scene
        self.who = who if who in plan.places else next(iter(plan.places), "")
        ways = f"the steps there, such as 2 {shape.facings[0]}, 1 {shape.facings[1]}"
        self.hint = self.hint_path = ways

    # -- places -----------------------------------------------------------------------------------------------

    def name(self, place: Any) -> str:
        return str(self.scene.cell_name(place))

    def read(self, words: str, whole: bool = False) -> tuple[Cell, ...]:
        """The way that is walked by these steps, cell by cell. Nothing when these are no steps; where they must be
        wholly said, each has its number."""
        parts = [part for part in re.split(r"[,;\s]*(?:[,;]|\bthen\b|\band\b)\s*", words.lower().strip()) if part]
        found = [STEPS.fullmatch(part) for part in parts]
        steps = [(int(step[1] or 1), step[2]) for step in found if step is not None and (step[1] or not whole)]
        if not self.who or not steps or len(steps) < len(parts):
            return ()
        here, way = self.plan.places[self.who][0], []
        for number, direction in steps:
            if number > MOST_STEPS:
                raise NoSuchPlace(f"{number} steps lead off the map")
            for _ in range(number):
                here = self._beyond(here, _direction(direction))
                way.append(here)
        return tuple(way)

    def meant(self, words: str, whole: bool = False) -> tuple[Cell, ...]:
        return self.read(words, whole)[-1:]

    def _beyond(self, here: Cell, direction: str) -> Cell:
        if direction not in self.shape.facings:
            raise NoSuchPlace(f"there is no step {direction!r} here; there are {', '.join(self.shape.facings)}")
        q, r = self.plan.board.directions[self.shape.facings.index(direction)]
        return here[0] + q, here[1] + r

    # -- in words ---------------------------------------------------------------------------------------------

    def _stands(self, who: str) -> str:
        return str(self.scene.places.beside(self.scene, self.plan.places[who][0], who))

    def _beside(self, who: str, but: str) -> str:
        """Whom somebody stands next to, beside the one from whom they are seen."""
        near = [other for other in self.plan.places if other not in (who, but) and self.apart(who, other) == 1]
        return f"next to {listed([self.scene.beings[other].name for other in near])}" if near else ""

    def _spot(self, cell: Cell) -> str:
        return f"The {self.shape.cell} {self.scene.places.beside(self.scene, cell, '')}"

    def words(self) -> list[str]:
        if not self.who:
            return []
        lies = super().words()
        return [f"Seen from {self.scene.beings[self.who].name}:", *lies] if lies else ["Open ground everywhere."]

    def _lie(self, spots: Sequence[tuple[Cell, ...]]) -> str:
        """`here; 2 m east; 4 to 6 m north`: how far from where one stands, the nearest first."""
        here = self.plan.places[self.who]
        found: dict[str, set[int]] = {}
        for spot in spots:
            _, nearest = self.plan.board.nearest(here, spot)
            far = self.plan.board.distance(*self.plan.board.nearest(here, (nearest,)))
            found.setdefault(self.plan.direction(here, (nearest,)), set()).add(far)
        listed = sorted((min(some), way, sorted(some)) for way, some in found.items())
        return "; ".join(f"{self._lengths(some)} {way}" if least else "here" for least, way, some in listed)

    def _lengths(self, found: Sequence[int]) -> str:
        """`2, 4 to 6 m`"""
        runs: list[tuple[int, int]] = []
        for far in found:
            if runs and far == runs[-1][1] + 1:
                runs[-1] = runs[-1][0], far
            else:
                runs.append((far, far))
        metres = self.plan.metres
        return ", ".join(f"{a * metres}" + (f" to {b * metres}" if b > a else "") for a, b in runs) + " m"


def _direction(word: str) -> str:
    """`ne`, `northeast`, `north-east`"""
    if len(word) <= 2:
        return "-".join(LETTERS[letter] for letter in word)
    return re.sub(r"^(north|south)-?(?=[ew])", r"\1-", word)
