"""Who did what in a fight: counted from the record as somebody has read it, so that nobody learns more of others here
than they were told when it happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ludex.core.foe.standing import DEAD, FALLEN, fate
from ludex.core.game import Game
from ludex.core.show.face import Came
from ludex.table.know.luck import Luck, Roll, chance_of, luck_of
from ludex.table.know.rolls import LineTold

CLOSE = 2  # a call is close where at most one part of so many is left


class Read(NamedTuple):
    """What one doing has brought, its place in the record, and a number that all of the same deed have."""

    place: int
    deed: int
    lines: Sequence[LineTold]
    rolls: Sequence[Mapping[str, Any]]


class Fighters(NamedTuple):
    """Those of whom one knows: their sides, what each has of a pool at most, who has fallen and who is dead."""

    sides: Mapping[str, str]
    most: Mapping[tuple[str, str], int]  # by being and pool
    fallen: frozenset[str]
    vital: tuple[str, ...]  # the pools by whose loss somebody comes to harm
    dead: frozenset[str] = frozenset()


def fighters_in(game: Game[Any], scene: Any) -> Fighters:
    """Those of a scene as somebody knows it."""
    beings = scene.beings.items()
    fates = {who: fate(being.states, game.fates) for who, being in beings}
    return Fighters(
        {who: being.side for who, being in beings},
        {(who, pool.name): pool.most for who, being in beings for pool in game.pools(scene, being)},
        frozenset([who for who, fares in fates.items() if fares in FALLEN]),
        game.vital,
        frozenset([who for who, fares in fates.items() if fares == DEAD]),
    )


class Row(NamedTuple):
    """What somebody has dealt to others, taken and healed, and whom they have brought down."""

    dealt: int = 0
    taken: int = 0
    healed: int = 0
    felled: tuple[str, ...] = ()


class Call(NamedTuple):
    """Somebody who had so much left of a pool, when that was told."""

    place: int
    who: str
    pool: str
    left: int
    round: int


class Best(NamedTuple):
    """A roll that went well, as likely as so many throws of so many, and what its deed took from others."""

    place: int
    deed: int
    roll: Mapping[str, Any]
    chance: tuple[int, int]
    dealt: int


class Blow(NamedTuple):
    """Somebody has harmed somebody of another side."""

    place: int
    by: str
    who: str


class End(NamedTuple):
    """How a fight ended: in whose favour, and the words of it."""

    place: int
    round: int
    won: str
    words: str


class Tally:
    """Of one fight: the last that the record tells of."""

    def __init__(self, record: Iterable[Read], fighters: Fighters, side: str) -> None:
        """`side` is whose closest call and best roll it is."""
        self.fighters = fighters
        self.side = side
        self._begin()
        for read in record:
            self._read(read)

    def _begin(self) -> None:
        self.round = 0
        self.rows: dict[str, Row] = {}
        self.closest: Call | None = None
        self.last: Blow | None = None
        self.end: End | None = None
        self.taken: list[tuple[str, str]] = []  # who has taken up what, when it was over
        self._sides = dict(self.fighters.sides)  # of those too whom one has lost sight of
        self._rolls: dict[str, list[Roll]] = {}  # by who rolled, those that succeed or fail
        self._good: list[Best] = []
        self._dealt: dict[tuple[int, str], int] = {}  # by deed, and by whom
        self._struck: dict[str, str] = {}  # who was harmed, and by whom last

    @property
    def luck(self) -> dict[str, Luck]:
        """Of each side that has rolled."""
        return luck_of(self.rolls_of_sides)

    @property
    def rolls_of_sides(self) -> dict[str, list[Roll]]:
        found: dict[str, list[Roll]] = {}
        for who, rolls in self._rolls.items():
            found.setdefault(self._sides[who], []).extend(rolls)
        return found

    @property
    def best(self) -> Best | None:
        """The least likely roll that went well; of several the one that took most."""
        found = [one._replace(dealt=self._dealt.get((one.deed, one.roll["by"]), 0)) for one in self._good]
        return max(found, key=lambda one: (-one.chance[0] / one.chance[1], one.dealt), default=None)

    @property
    def others(self) -> Row:
        """What all did together who are not of the side."""
        rows = [self.of(who) for who in self._sides if self._sides[who] != self.side]
        dealt, taken = sum(row.dealt for row in rows), sum(row.taken for row in rows)
        felled = [one for row in rows for one in row.felled]
        return Row(dealt, taken, sum(row.healed for row in rows), tuple(felled))

    def of(self, who: str) -> Row:
        """What somebody did."""
        felled = [one for one, by in self._struck.items() if by == who and one in self.fighters.fallen]
        return self.rows.get(who, Row())._replace(felled=tuple(felled))

    def _read(self, read: Read) -> None:
        for line in read.lines:
            if line.rank == "round":
                self._begin_round(line)
            if self.end is not None:
                self.taken += line.taken
                continue
            for came in line.came:
                if came.by and came.what in self.fighters.vital:
                    self._came(read, came)
            if line.won is not None:
                self.round = line.round or self.round
                self.end = End(read.place, self.round, line.won, line.words)
        if self.end is None or self.end.place == read.place:
            for roll in read.rolls:
                self._rolled(read, roll)

    def _begin_round(self, line: LineTold) -> None:
        """A first round after others is that of another fight, and so is any after the end of one."""
        if self.end is not None or (line.round == 1 and self.round):
            self._begin_fight()
        self.round = line.round or self.round

    def _begin_fight(self) -> None:
        self._begin()

    def _came(self, read: Read, came: Came) -> None:
        """Somebody has lost or won back something by which one lives: it counts for them as they stood then."""
        for who, side in zip((came.who, came.cause), came.sides, strict=True):
            if side:
                self._sides.setdefault(who, side)
        one = came.sides[0] or self._sides.get(came.who, "")
        other = came.sides[1] or self._sides.get(came.cause, "")
        if came.by > 0:
            self._add(came.cause or came.who, healed=came.by)
            return
        self._add(came.who, taken=-came.by)
        if other not in ("", one):
            self._add(came.cause, dealt=-came.by)
            self._struck[came.who] = came.cause
            self.last = Blow(read.place, came.cause, came.who)
            self._dealt[read.deed, came.cause] = self._dealt.get((read.deed, came.cause), 0) - came.by
        if came.left is not None and one == self.side:
            self._call(Call(read.place, came.who, came.what, came.left, self.round))

    def _add(self, who: str, dealt: int = 0, taken: int = 0, healed: int = 0) -> None:
        row = self.rows.get(who, Row())
        self.rows[who] = Row(row.dealt + dealt, row.taken + taken, row.healed + healed)

    def _call(self, call: Call) -> None:
        """A share of a pool that is smaller than any before is the closest call, also of whoever fell and lives."""
        share = self._share(call)
        close = share <= 1 / CLOSE and call.who not in self.fighters.dead
        if close and (self.closest is None or share < self._share(self.closest)):
            self.closest = call

    def _share(self, call: Call) -> float:
        return call.left / max(1, self.fighters.most.get((call.who, call.pool), 0) or call.left)

    def _rolled(self, read: Read, roll: Mapping[str, Any]) -> None:
        side, outcome = self._sides.get(roll["by"]), roll["outcome"]
        if side is None or outcome is None:
            return
        self._rolls.setdefault(roll["by"], []).append(roll)
        chance = chance_of(roll)
        if side == self.side and chance is not None and outcome["good"]:
            self._good.append(Best(read.place, read.deed, roll, chance, 0))


class AllFights(Tally):
    """Of all fights that the record tells of, one after another, and of what came between the first and the last."""

    def _begin(self) -> None:
        super()._begin()
        self.ends: list[End] = []

    def _begin_fight(self) -> None:
        if self.end is not None:
            self.ends.append(self.end)
        self.round, self.end = 0, None

    @property
    def own(self) -> list[str]:
        """Those of the side."""
        return [who for who, side in self._sides.items() if side == self.side]

    @property
    def rolls(self) -> dict[str, list[Roll]]:
        """Of each who has rolled, those that succeed or fail."""
        return self._rolls
