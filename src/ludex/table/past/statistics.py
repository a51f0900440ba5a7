"""Who did what in all that was played, how the dice fell, and which rules came up: counted from what somebody has read,
by the same code as the end of one fight, and so never from what they may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.show.marks import parts as parts_of
from ludex.table.document.ended import DidShown, LuckShown, did
from ludex.table.document.show import Documents
from ludex.table.know.luck import Luck, Roll, luck_of
from ludex.table.know.oddsline import title
from ludex.table.know.tally import AllFights, Read, Row
from ludex.table.past.chosen import Part, Wanted, parts
from ludex.table.past.moments import is_exact
from ludex.table.past.then import known_of_both
from ludex.table.records.seat import Seat
from ludex.table.records.settings import Settings
from ludex.table.records.shape import Shape

MOST_RULES = 60  # that are listed, those that came up most


class DidBy(Shape, frozen=True):
    """What somebody of one's own side did, and how their dice fell."""

    name: str
    did: DidShown
    luck: LuckShown | None


class RuleTimes(Shape, frozen=True):
    """A rule, and in how many doings it came up."""

    rule: str
    title: str
    times: int


class StatisticsTold(Shape, frozen=True):
    """What came of all scenes that were counted. `pool` is what was dealt, taken and healed; the party by name, `foes`
    all together; the rules that came up most, and how many there were in all."""

    scenes: int
    evenings: int
    doings: int
    fights: int
    won: int
    lost: int
    pool: str
    party: list[DidBy]
    foes: DidShown
    luck: LuckShown | None
    luck_of_foes: LuckShown | None
    rules: list[RuleTimes]
    rules_in_all: int


class Counting:
    """What is counted as chapters are read, one after another."""

    def __init__(self, game: Game[Any], now: Settings) -> None:
        self._game = game
        self._now = now
        self._rows: dict[str, Row] = {}  # by name
        self._foes = Row()
        self._rolls: dict[str, list[Roll]] = {}  # by name
        self._both: tuple[list[Roll], list[Roll]] = [], []  # of one's own side, and of all others
        self._rules = Counter[str]()
        self._evenings = set[int]()
        self._scenes = self._doings = self._fights = self._won = self._lost = 0

    def read(self, part: Part) -> None:
        record, moments = list(self._record(part)), part.moments
        side = moments.knowledge if moments.knowledge != GM else self._game.sides[0]
        tally = AllFights(record, moments.fighters(part.all, part.wanted[-1]), side)
        self._count_people(tally, self._names(part, record))
        ends = [*tally.ends, *([tally.end] if tally.end is not None else [])]
        self._fights += len(ends)
        self._won += sum(end.won == side for end in ends)
        self._lost += sum(end.won not in ("", side) for end in ends)
        self._scenes += 1
        self._evenings |= {moments.played.evening(one.entry or part.chapter.first) for one in part.wanted}
        self._doings += len({one.deed for one in record if one.deed > 0})
        for one in record:
            self._rules.update({line.rule for line in one.lines} | {roll["rule"] for roll in one.rolls})

    def _record(self, part: Part) -> Iterator[Read]:
        """What was read and still counts, as exactly as it was known and may be known now."""
        for one in part.wanted:
            if one.told is not None and one.counts:
                told, settings = one.told, known_of_both(part.moments.settings(one), self._now)
                lines = told.lines if is_exact(settings) else told.rough
                yield Read(one.number, told.deed or -1 - one.number, lines, told.rolls)

    def _names(self, part: Part, record: Iterable[Read]) -> dict[str, str]:
        """How all were called last; those of whom nothing but words is known as these call them."""
        lines = [line for one in record for line in one.lines]
        said = {each.id: each.words for line in lines for each in parts_of(line.marked) if each.kind == "being"}
        return said | {who: being["name"] for who, being in part.moments.beings(part.all).items()}

    def _count_people(self, tally: AllFights, names: dict[str, str]) -> None:
        for who in dict.fromkeys([*tally.own, *tally.rolls]):
            rolls = tally.rolls.get(who, [])
            if who not in tally.own:
                self._both[1].extend(rolls)
                continue
            name = names.get(who, "")
            if name:
                self._rows[name] = _together(self._rows.get(name, Row()), tally.of(who))
                self._rolls.setdefault(name, []).extend(rolls)
            self._both[0].extend(rolls)
        self._foes = _together(self._foes, tally.others)

    def told(self) -> StatisticsTold:
        game = self._game
        lucks, own = luck_of(self._rolls), luck_of(dict(enumerate(self._both)))
        known = {rule: times for rule, times in self._rules.items() if rule in game.rulebook.rules}
        often = sorted(known, key=lambda rule: (-known[rule], title(game, rule), rule))
        return StatisticsTold(
            scenes=self._scenes, evenings=len(self._evenings), doings=self._doings, fights=self._fights,
            won=self._won, lost=self._lost, pool=" + ".join(game.vital),
            party=[DidBy(name=name, did=_did(row), luck=_luck(lucks.get(name))) for name, row in self._rows.items()],
            foes=_did(self._foes), luck=_luck(own.get(0)), luck_of_foes=_luck(own.get(1)),
            rules=[RuleTimes(rule=rule, title=title(game, rule), times=known[rule]) for rule in often[:MOST_RULES]],
            rules_in_all=len(known),
        )  # fmt: skip


def statistics(documents: Documents, seat: Seat, wanted: Wanted) -> StatisticsTold:
    """What a seat can tell of what was played."""
    counting = Counting(documents.table.game, documents.table.settings)
    for part in parts(documents, seat, wanted):
        counting.read(part)
    return counting.told()


def _together(one: Row, other: Row) -> Row:
    dealt, taken, healed = one.dealt + other.dealt, one.taken + other.taken, one.healed + other.healed
    return Row(dealt, taken, healed, one.felled + other.felled)


def _did(row: Row) -> DidShown:
    return DidShown(**did(row))


def _luck(found: Luck | None) -> LuckShown | None:
    return LuckShown(**found._asdict()) if found is not None else None
