"""Lines of the log and rolls as open cards: what is told of them to whoever may read of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show.face import Face, Result
from ludex.core.show.marks import marked, parts, unmarked
from ludex.core.show.sentences import tie
from ludex.table.know.oddsline import title
from ludex.table.know.seen import Seen
from ludex.table.records.shape import Shape

Document = dict[str, Any]


# ---------------------------------------------------------------- lines


class LineTold(NamedTuple):
    """A line as it is told at a table, and kept."""

    marked: str  # its words, with marks around names
    rule: str
    rank: str = ""
    rolls: tuple[int, ...] = ()  # of those of the same doing

    @property
    def words(self) -> str:
        return unmarked(self.marked)

    def shown(self) -> Document:
        words = self.words
        told = [part._asdict() for part in parts(self.marked)] if words != self.marked else []
        return {"words": words, "parts": told, "rule": self.rule, "rank": self.rank, "rolls": list(self.rolls)}


def lines_of(face: Face, scene: Any, rulings: Sequence[Ruling]) -> list[LineTold]:
    """Rulings as lines of the log, each with its rolls: those it tells of. One of which no line tells belongs to the
    next line, or else to the last."""
    lines = face.lines(marked(scene), rulings)
    places = {id(ruling): place for place, ruling in enumerate(rulings)}
    told = {places[id(ruling)]: number for number, line in enumerate(lines) for ruling in line.of}
    rolls: list[list[int]] = [[] for _ in lines]
    for number, place in enumerate(place for place, ruling in enumerate(rulings) if ruling.kind == "roll"):
        after = next((told[later] for later in range(place, len(rulings)) if later in told), len(lines) - 1)
        rolls[after].append(number)
    return [LineTold(line.words, line.rule, line.rank, tuple(of)) for line, of in zip(lines, rolls, strict=True)]


# ---------------------------------------------------------------- rolls


class ModifierShown(Shape, frozen=True):
    amount: int
    source: str
    rule: str
    kind: str


class DieFallen(Shape, frozen=True):
    """A die that fell. One that is not kept was thrown again; `after` is the die in the list that was thrown again for
    it, or has brought it. Its sign says how it goes into the total: 1 added, −1 taken away, 0 not at all."""

    sides: int
    face: int
    kept: bool
    after: int | None
    sign: int


class AgainstShown(Shape, frozen=True):
    """What a roll was compared with: `AC`, and the number or numbers to reach."""

    what: str
    numbers: list[int]


class OutcomeShown(Shape, frozen=True):
    """What came of a roll, and whether that is good for who rolled; nothing where it is neither."""

    word: str
    good: bool | None


class RollShown(Shape, frozen=True):
    """A roll: every die that fell, every number that reached it, what it was against, and what came of it."""

    by: str
    name: str
    rule: str
    title: str
    dice: list[DieFallen]
    modifiers: list[ModifierShown]
    against: AgainstShown | None
    outcome: OutcomeShown | None
    total: int | None
    secret: bool
    typed: bool


def roll(seen: Seen, rulings: Sequence[Ruling], number: int) -> Document:
    """A roll as an open card: every die that fell, every number that reached it, what it was against, and what came of
    it."""
    ruling = rulings[number]
    values = ruling.values
    result = seen.face.result(seen.scene, rulings, number) if ruling.rule != GM else Result()
    against = result.against
    signs = iter(result.signs or repeat(1))
    fell: Any = values["fell"]
    modifiers: Any = values["modifiers"]
    by = str(values["by"])
    return {
        "by": by,
        "name": seen.scene.beings[by].name if by in seen.scene.beings else seen.face.value(seen.scene, "source", by),
        "rule": ruling.rule,
        "title": thrown_for(seen, ruling.rule, values),
        "dice": [{**die._asdict(), "sign": next(signs) if die.kept else 0} for die in fell],
        "modifiers": [_modifier(each) for each in modifiers],
        "against": {"what": against.what, "numbers": list(against.numbers)} if against is not None else None,
        "outcome": result.outcome._asdict() if result.outcome is not None else None,
        "total": total if isinstance(total := values["total"], int) else None,
        "secret": bool(ruling.seen_by),
        "typed": "typed" in values,  # real dice, whose faces somebody typed in
    }


def thrown_for(seen: Seen, rule: str, about: Mapping[str, object]) -> str:
    """For what dice are thrown: by which rule, and where they are thrown once more, because of which tie."""
    tied = about.get("tied")
    return title(seen.game, rule) + (tie(seen.scene, tied, ": ") if isinstance(tied, tuple) else "")


def _modifier(modifier: Modifier) -> Document:
    return {
        "amount": modifier.amount, "source": modifier.source, "rule": modifier.rule, "kind": modifier.kind,
    }  # fmt: skip
