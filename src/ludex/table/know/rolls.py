"""Lines of the log and rolls as open cards: what is told of them to whoever may read of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show.face import Came, Face, Result
from ludex.core.show.marks import in_full, in_short, marked, parts, unmarked
from ludex.core.show.sentences import tie
from ludex.table.know.oddsline import title
from ludex.table.know.seen import Seen
from ludex.table.records.shape import Shape

Document = dict[str, Any]


# ---------------------------------------------------------------- lines


class LineTold(NamedTuple):
    """A line as it is told at a table, and kept."""

    marked: str  # its words, with marks around names and sums
    rule: str
    rank: str = ""
    rolls: tuple[int, ...] = ()  # of those of the same doing
    came: tuple[Came, ...] = ()  # what it has come to, in short
    aside: bool = False  # it only goes with a deed, as what that costs
    round: int = 0  # that begins with it, or in which a fight ends
    won: str | None = None  # where a fight ends with it: by which side, or by nobody
    taken: tuple[tuple[str, str], ...] = ()  # who has taken up what lay there

    @property
    def words(self) -> str:
        return unmarked(self.marked)

    @property
    def in_short(self) -> str:
        """Its words without dice and sums."""
        return unmarked(in_short(self.marked))

    def shown(self) -> Document:
        full, short = in_full(self.marked), in_short(self.marked)
        words = unmarked(full)
        return {
            "words": words,
            "parts": [part._asdict() for part in parts(full)] if words != full else [],
            "head": [part._asdict() for part in parts(short)] if short != full else [],
            "rule": self.rule,
            "rank": self.rank,
            "rolls": list(self.rolls),
            "came": [{"who": one.who, "what": one.what, "by": one.by, "good": one.good} for one in self.came],
            "aside": self.aside,
        }


def lines_of(face: Face, scene: Any, rulings: Sequence[Ruling], actor: str = "") -> list[LineTold]:
    """Rulings as lines of the log, each with its rolls and with what has come of it: those it tells of. A roll of which
    no line tells belongs to the next line, or else to the last; what has come of something to the line before. The
    actor is whose deed it is."""
    lines = face.lines(marked(scene), rulings)
    places = {id(ruling): place for place, ruling in enumerate(rulings)}
    told = {places[id(ruling)]: number for number, line in enumerate(lines) for ruling in line.of}
    rolls: list[list[int]] = [[] for _ in lines]
    came: list[list[Came]] = [[] for _ in lines]
    taken: list[list[tuple[str, str]]] = [[] for _ in lines]

    def line_of(place: int) -> int:
        return next((told[later] for later in range(place, len(rulings)) if later in told), len(lines) - 1)

    def line_before(place: int) -> int:
        return next((told[earlier] for earlier in range(place, -1, -1) if earlier in told), 0)

    if lines:
        for number, place in enumerate(place for place, ruling in enumerate(rulings) if ruling.kind == "roll"):
            rolls[line_of(place)].append(number)
        for place, ruling in enumerate(rulings):
            found = face.came(scene, ruling)
            if found is not None and (not found.who or found.who in scene.beings):
                came[line_before(place)].append(_with_cause(face, scene, ruling, found, actor))
            if thing := face.took(scene, ruling):
                taken[line_before(place)].append((str(ruling.values["who"]), thing))
    return [
        LineTold(
            line.words, line.rule, line.rank, tuple(rolls[at]), tuple(came[at]), _goes_along(face, line.of, actor),
            _round(line.of), _won(face, line.of), tuple(taken[at]),
        )
        for at, line in enumerate(lines)
    ]  # fmt: skip


def _with_cause(face: Face, scene: Any, ruling: Ruling, came: Came, actor: str) -> Came:
    """Through whom it has come, as far as the ruling names them: what does somebody good where it names nobody, through
    whoever of their side acts. And what is left then, where that is told."""
    beings = scene.beings
    causes = [str(ruling.values[key]) for key in ("by", "source") if key in ruling.values]
    known = [cause for cause in causes if cause in beings]
    if not known and came.by > 0 and came.who in beings:
        friend = actor in beings and beings[actor].side == beings[came.who].side
        known = [actor if friend else came.who]
    cause = known[0] if known else ""
    left = ruling.values.get(face.tells_left.get(ruling.kind, ""))
    one, other = (beings[who].side if who in beings else "" for who in (came.who, cause))
    return came._replace(cause=cause, left=left if isinstance(left, int) else None, sides=(one, other))


def _round(of: Iterable[Ruling]) -> int:
    """The round that begins with these, or in which a fight ends."""
    named = [ruling.values.get("round") for ruling in of]
    return next((number for number in named if isinstance(number, int)), 0)


def _won(face: Face, of: Iterable[Ruling]) -> str | None:
    return next((won for ruling in of if (won := face.won(ruling)) is not None), None)


def _goes_along(face: Face, of: Iterable[Ruling], actor: str) -> bool:
    """Are these only what goes with a deed?"""
    along = [face.goes_along(ruling, actor) or (ruling.kind, ruling.rule) == ("roll", face.order_rule) for ruling in of]
    return bool(along) and all(along)


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
    dice = [{**die._asdict(), "sign": next(signs) if die.kept else 0} for die in fell]
    return {
        "by": by,
        "name": _roller(seen, by),
        "rule": ruling.rule,
        "title": thrown_for(seen, ruling.rule, values),
        "dice": dice,
        "modifiers": [_modifier(each) for each in (*modifiers, *_rest(values, dice, modifiers, ruling.rule))],
        "against": {"what": against.what, "numbers": list(against.numbers)} if against is not None else None,
        "outcome": result.outcome._asdict() if result.outcome is not None else None,
        "total": total if isinstance(total := values["total"], int) else None,
        "secret": bool(ruling.seen_by),
        "typed": "typed" in values,  # real dice, whose faces somebody typed in
    }


def _roller(seen: Seen, by: str) -> str:
    if by == GM or by in seen.scene.beings:
        return seen.called(by)
    return seen.face.value(seen.scene, "source", by)


BY_HAND = "Roll"  # for which no rule asks
PLAIN = ("", "bonus")  # kinds of modifiers that are added to the dice


def _rest(
    values: Mapping[str, object], dice: Sequence[Document], modifiers: Iterable[Modifier], rule: str
) -> list[Modifier]:
    """What else was added, so that a row of dice always comes to its total: a number that the game master has typed
    with the dice, or one that follows from what they show."""
    total = values["total"]
    if not isinstance(total, int):
        return []
    known = sum(die["sign"] * die["face"] for die in dice) + sum(m.amount for m in modifiers if m.kind in PLAIN)
    return [Modifier(total - known, "", rule)] if total != known else []


def thrown_for(seen: Seen, rule: str, about: Mapping[str, object]) -> str:
    """For what dice are thrown: by which rule, and where they are thrown once more, because of which tie."""
    if rule == GM:
        return BY_HAND
    tied = about.get("tied")
    return title(seen.game, rule) + (tie(seen.scene, tied, ": ") if isinstance(tied, tuple) else "")


def _modifier(modifier: Modifier) -> Document:
    return {
        "amount": modifier.amount, "source": modifier.source, "rule": modifier.rule, "kind": modifier.kind,
    }  # fmt: skip
