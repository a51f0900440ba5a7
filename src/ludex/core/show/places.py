"""Cells in words, for people who see the board: by who stands beside them, what is there, and how far from somebody
they are. Only what the scene has is named, so whoever is told of a view is told nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.board.hex import HexBoard
from ludex.core.kernel.english import cell_name, listed
from ludex.core.kernel.games import game_of
from ludex.core.show.face import CellPlan
from ludex.core.show.marks import Marked, mark

# What is beside one or under one's feet, and how one is there
GROUND = {
    "water": ("in", "the water"),
    "swim": ("in", "the deep water"),
    "difficult": ("on", "the difficult ground"),
    "rough": ("on", "the rough ground"),
    "climb": ("on", "the climb"),
    "dig": ("in", "the earth"),
    "soft_ground": ("on", "the soft ground"),
    "crowd": ("in", "the crowd"),
}
SLOW = frozenset({"difficult", "rough"})  # what ground costs: beside these, what it is says more
UNNAMED = frozenset({"dark", "supernatural_dark"})  # what covers half a board says nothing of where one is
WIDE = 3  # a part of the board: north, middle, south


class ByWhatIsThere:
    """The names of cells at a table. Many are asked for at once, so the last map is kept until something has moved."""

    def __init__(self) -> None:
        self._last: tuple[Any, object, Any] = (None, None, None)

    def __reduce__(self) -> str:
        return "BY_WHAT_IS_THERE"  # what it remembers is nobody else's business

    def name(self, scene: Any, cell: Any) -> str:
        plan = self._plan(scene)
        return f"the {_noun(plan)} {_Spot(plan, _names(scene), tuple(cell)).exactly()}"

    def near(self, scene: Any, cell: Any, who: str) -> str:
        words = _Spot(self._plan(scene), _names(scene), tuple(cell), but=who).roughly()
        return mark("place", cell_name(cell), words) if isinstance(scene.beings, Marked) else words

    def beside(self, scene: Any, cell: Any, who: str) -> str:
        return _Spot(self._plan(scene), _names(scene), tuple(cell), but=who).among_others()

    def heading(self, scene: Any, origin: Any, cell: Any) -> str:
        return str(self._plan(scene).direction((tuple(origin),), (tuple(cell),)))

    def _plan(self, scene: Any) -> Any:
        stand = [scene.board, *((being.id, being.at) for being in scene.beings.values())]
        last, stood, plan = self._last
        if last is not scene or stood != stand:
            plan = game_of(scene).face().plan(scene)
            self._last = scene, stand, plan
        return plan


BY_WHAT_IS_THERE = ByWhatIsThere()


def _names(scene: Any) -> dict[str, str]:
    return {being.id: being.name for being in scene.beings.values()}


def _noun(plan: CellPlan) -> str:
    if plan.heights != "m":
        return plan.heights
    return "hex" if plan.board.shape == HexBoard.shape else "square"


class _Spot:
    def __init__(self, plan: CellPlan, names: Mapping[str, str], cell: Cell, but: str = "") -> None:
        self.plan, self.names, self.cell = plan, names, cell
        self.flies = but in plan.up
        self.others = {who: cells for who, cells in plan.places.items() if who != but}

    def exactly(self) -> str:
        """So that no other cell beside the same being is called the same."""
        beside = self._beside()
        if self._there() or not beside or self._between(beside):
            return self.roughly()
        first, *more = beside
        just = f"just {self._direction(first)} of {self.names[first]}"
        return self._on(listed([just, self._next_to(more)] if more else [just]))

    def roughly(self) -> str:
        if self.cell not in self.plan.board.cells:
            return "off the board"
        return self.among_others() if self._there() else self._on(self.among_others())

    def among_others(self) -> str:
        """By who is there or near, whatever the ground is like."""
        if there := self._there():
            return f"where {listed(there)} {'is' if len(there) == 1 else 'are'}"
        beside = self._beside()
        return self._between(beside) or self._next_to(beside) or self._away()

    # -- who and what is there --------------------------------------------------------------------------------

    def _there(self) -> list[str]:
        return [self.names[who] for who, cells in self.others.items() if self.cell in cells]

    def _beside(self) -> list[str]:
        near = [who for who, cells in self.others.items() if self.plan.board.distance(*self._line(cells)) == 1]
        return sorted(near, key=self.names.__getitem__)

    def _line(self, cells: tuple[Cell, ...]) -> tuple[Cell, Cell]:
        return self.plan.board.nearest(cells, (self.cell,))

    def _direction(self, who: str) -> str:
        return self.plan.direction(self.others[who], (self.cell,))

    def _landmark(self, cell: Cell) -> tuple[str, str]:
        """What is in a cell, with the word for being there; nothing where it is like any other."""
        plan = self.plan
        for feature in plan.features:
            if feature.at == cell:
                return "at", f"the {feature.name}"
        if cell in plan.board.walls:
            return "in", "the wall"
        if height := plan.board.heights.get(cell):
            return ("on", "the rise") if height > 0 else ("in", "the pit")
        found = [word for word, cells in plan.board.terrain.items() if cell in cells and word not in UNNAMED]
        if found:
            word = min(found, key=SLOW.__contains__)
            return GROUND.get(word, ("on", f"the {word.replace('_', ' ')}"))
        for _, struck in plan.dangers:
            if cell in struck:
                return "on", "the dangerous ground"
        return "", ""

    # -- in words ---------------------------------------------------------------------------------------------

    def _on(self, words: str) -> str:
        how, ground = self._landmark(self.cell)
        return f"{'over' if self.flies else how} {ground}, {words}" if ground else words

    def _next_to(self, beside: list[str]) -> str:
        return f"next to {listed([self.names[who] for who in beside])}" if beside else ""

    def _between(self, beside: list[str]) -> str:
        """Between two who stand beside it on opposite sides, or somebody and what is across from them."""
        if not beside:
            return ""
        across = {who: self._across(who) for who in beside}
        for who, other in across.items():
            if found := [name for name in beside if name != who and other in self.others[name]]:
                rest = self._next_to([name for name in beside if name not in (who, found[0])])
                return f"between {listed([self.names[who], self.names[found[0]]])}{f', {rest}' if rest else ''}"
        (who, other), *more = across.items()
        landmark = self._landmark(other)[1] if not more else ""
        if landmark and landmark != self._landmark(self.cell)[1]:
            return f"between {self.names[who]} and {landmark}"
        return ""

    def _across(self, who: str) -> Cell:
        (q, r), _ = self._line(self.others[who])
        return 2 * self.cell[0] - q, 2 * self.cell[1] - r

    def _away(self) -> str:
        """How far from whoever is nearest; or in which part of the board, where nobody is."""
        plan = self.plan
        if not self.others:
            return f"in the {self._part()} of the board"
        far, name, who = min(
            (plan.board.distance(*self._line(cells)), self.names[who], who) for who, cells in self.others.items()
        )
        length = f"{far * plan.metres} m" if plan.heights == "m" else plan.high(far)
        return f"{length} {self._direction(who)} of {name}"

    def _part(self) -> str:
        across = {cell: (2 * cell[0] + cell[1] * (self.plan.board.shape == HexBoard.shape), cell[1])
                  for cell in self.plan.board.cells}  # fmt: skip
        parts = []
        for way, (low, high) in ((1, ("north", "south")), (0, ("west", "east"))):
            spots = [spot[way] for spot in across.values()]
            least, wide = min(spots), max(spots) - min(spots) + 1
            third = (across[self.cell][way] - least) * WIDE // wide
            parts.append(("", high)[third == WIDE - 1] if third else low)
        return "-".join(filter(None, parts)) or "middle"
