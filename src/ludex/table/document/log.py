"""The log as documents: lines with the rule behind them, and rolls as open cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show.face import Face, Result
from ludex.core.show.marks import marked, parts, unmarked
from ludex.core.show.sentences import tie
from ludex.table.campaign.seat import Seat
from ludex.table.know.oddsline import title
from ludex.table.know.seen import Seen

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign

Document = dict[str, Any]


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
        return {
            "words": self.words, "parts": [part._asdict() for part in parts(self.marked)], "rule": self.rule,
            "rank": self.rank, "rolls": list(self.rolls),
        }  # fmt: skip


def told(table: Campaign, seat: Seat, number: int) -> Document:
    """What one doing has brought. `number` is its place in the log as this seat reads it, by which a line is flagged;
    the number of its entry stays here: it would tell how much else has happened."""
    watched, settings = table.watched(seat), table.settings
    assert watched is not None
    what = watched.log[number]
    places = {each.entry: place for place, each in enumerate(watched.log)} if what.undoes or what.redoes else {}
    exact = settings.pools == "exact" and all(how == "exact" for how in settings.pools_of.values())
    return {
        "told": number,
        "at": what.at,
        "by": what.by,
        "lines": [line.shown() for line in (what.lines if exact else what.rough)],
        "rolls": what.rolls,
        "undoes": [places[entry] for entry in what.undoes if entry in places],
        "redoes": [places[entry] for entry in what.redoes if entry in places],
    }


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
