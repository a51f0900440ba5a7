"""What a map is proposed to become: what fits, and questions about the rest, each with answers that say what they would
draw. Nothing is set that nobody has seen: an answer that nobody has given is the one that is proposed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple

import msgspec

from ludex.core.plan.plan import BoardKind, Cell, Drawn, Edge, MapUnder, Paint, PaintChoice, Palette, Plan
from ludex.workshop.maps.found import LeftOut, Point

MOST_QUESTIONS = 40  # that somebody reads; what is alike is asked together then


class MapAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody can say to a question: what is drawn then, and where walls are taken away."""

    title: str
    text: str
    drawn: list[Drawn] = []
    opens: list[Cell] = []
    opens_edges: list[Edge] = []


class MapQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not fit by itself. `lines`: where it lies, in spots of the board; `letter` by which it is
    known on the board and on the keyboard."""

    id: str
    letter: str
    title: str
    text: str
    lines: list[list[Point]]
    answers: list[MapAnswer]
    proposed: int
    chosen: int | None = None


class TileMapped(msgspec.Struct, frozen=True, kw_only=True):
    """A tile of the map and what it means: `floor`, `hole`, nothing, or a paint. `kept`: as it was said of the tileset
    before, in this pack."""

    tile: str
    name: str
    places: int
    means: str
    kept: bool


class MapPicture(msgspec.Struct, frozen=True, kw_only=True):
    """The picture of the map: the name it is to have in the pack, and its pixels."""

    name: str
    width: int
    height: int


class MapRead(msgspec.Struct, frozen=True, kw_only=True):
    """A map as a board of a game. `about`: what the file is, in a sentence. `kinds`: what it may be drawn on, of which
    it is `kind` now; `across`: how many cells lie across one of the file's. `plan`: with all answers; `fitting`: what
    of it fits by itself. `means`: what tiles can mean. `above`: comments to stand above the entry, by which tiles are
    known again."""

    format: str
    title: str
    about: str
    kinds: list[BoardKind]
    kind: BoardKind
    across: float
    plan: Plan
    fitting: list[Drawn]
    questions: list[MapQuestion]
    left_out: list[LeftOut]
    picture: MapPicture | None
    map: MapUnder | None
    mapping: list[TileMapped]
    means: list[PaintChoice]
    above: str


class Proposed(NamedTuple):
    """What one way of reading makes of a map."""

    cells: Sequence[Cell] = ()
    rooms: Sequence[Any] = ()
    drawn: Sequence[Drawn] = ()  # what fits
    opens: Sequence[Cell] = ()
    opens_edges: Sequence[Edge] = ()
    questions: Sequence[MapQuestion] = ()
    left_out: Sequence[LeftOut] = ()
    mapping: Sequence[TileMapped] = ()


# ---------------------------------------------------------------- paints of a game


class Paints:
    """What the palette of a game has for what maps have."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._by_id = {paint.id: paint for paint in palette.paints}

    def get(self, on: str, *ids: str) -> Paint | None:
        """The first of these that is painted so."""
        found = (self._by_id.get(id) for id in ids)
        return next((paint for paint in found if paint is not None and paint.on == on), None)

    def layer(self, id: str) -> str:
        return self._by_id[id].layer if id in self._by_id else id

    def is_apart(self, id: str) -> bool:
        return id in self._by_id and self._by_id[id].apart

    def usual(self, paint: Paint, **values: Any) -> dict[str, Any]:
        """What a paint usually says, with what is known here; nothing that it does not ask for."""
        blanks = {blank.id: blank.usual for blank in paint.blanks if blank.usual is not None}
        asked = {blank.id for blank in paint.blanks}
        return {**blanks, **{key: value for key, value in values.items() if key in asked}}


# ---------------------------------------------------------------- questions


def lettered(questions: Iterable[MapQuestion], given: Mapping[str, int]) -> list[MapQuestion]:
    """With their letters, and what was answered."""
    return [
        msgspec.structs.replace(
            one, letter=letters(at), chosen=given[one.id] if 0 <= given.get(one.id, -1) < len(one.answers) else None
        )
        for at, one in enumerate(questions)
    ]


def letters(nth: int) -> str:
    more, last = divmod(nth, len(ascii_lowercase))
    return (letters(more - 1) if more else "") + ascii_lowercase[last]


def answered(question: MapQuestion) -> MapAnswer:
    return question.answers[question.proposed if question.chosen is None else question.chosen]


# ---------------------------------------------------------------- all of it together


def drawn_together(paints: Paints, proposed: Proposed, questions: Sequence[MapQuestion]) -> list[Drawn]:
    """What fits and what was answered, as one drawing: of one layer each place has the paint that came last, and walls
    are away where a door or an opening is."""
    answers = [answered(one) for one in questions]
    every = [*proposed.drawn, *(drawn for answer in answers for drawn in answer.drawn)]
    opens = {*proposed.opens, *(cell for answer in answers for cell in answer.opens)}
    edges = {*proposed.opens_edges, *(edge for answer in answers for edge in answer.opens_edges)}
    last: dict[tuple[str, Any], int] = {}
    for at, drawn in enumerate(every):
        for place in _places(drawn):
            last[paints.layer(drawn.paint), place] = at
    found: dict[str, Drawn] = {}
    for at, drawn in enumerate(every):
        wall = drawn.paint in ("wall", "wall_edge")
        cells = [
            cell for cell in drawn.cells
            if last[paints.layer(drawn.paint), cell] == at and not (wall and cell in opens)
        ]  # fmt: skip
        kept = [
            edge for edge in drawn.edges
            if last[paints.layer(drawn.paint), edge] == at and not (wall and edge in edges)
        ]  # fmt: skip
        if not (cells or kept or drawn.rooms or drawn.ways):
            continue
        drawn = msgspec.structs.replace(drawn, cells=cells, edges=kept)
        key = f"{at}" if paints.is_apart(drawn.paint) else f"{drawn.paint} {sorted(drawn.values.items(), key=str)}"
        found[key] = _joined(found[key], drawn) if key in found else drawn
    return list(found.values())


def _places(drawn: Drawn) -> Iterator[Any]:
    yield from drawn.cells
    yield from drawn.edges


def _joined(one: Drawn, other: Drawn) -> Drawn:
    def both(a: list[Any], b: list[Any]) -> list[Any]:
        return list(dict.fromkeys([*a, *b]))

    return Drawn(
        paint=one.paint, cells=both(one.cells, other.cells), edges=both(one.edges, other.edges),
        rooms=both(one.rooms, other.rooms), ways=both(one.ways, other.ways), values=one.values,
    )  # fmt: skip
