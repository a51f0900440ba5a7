"""The scene that is on the table: its referee, rebuilt from its entries when it is needed, and the log of everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from sys import maxsize
from typing import Any, NamedTuple

import msgspec

from ludex.core.codec import digest, restore
from ludex.core.content import Library
from ludex.core.face import Line
from ludex.core.game import Game
from ludex.core.journal import replay_line
from ludex.core.procedure import GM
from ludex.core.referee.live import REPLACED, DiceSource, Failed, Live, TypedDice
from ludex.core.ruling import BadInput, Ruling
from ludex.table.entry import Entry, Opened
from ludex.table.seen import Seen

TAKES_BACK = frozenset({"undone", "redone", "withdrawn"})  # rulings of doings that only lead elsewhere
ALL = maxsize  # a boundary was reached: all that was to be given
STANDS = "stands"  # of the last line of a doing: how the scene stands then; empty while a question is open


class Told(NamedTuple):
    """What one doing has brought, as somebody may read it."""

    entry: int  # the last of play of the doing, or that of words which no rule has made; not to be told to a seat
    at: float
    by: str
    lines: list[Line]
    rough: list[Line]  # the same for whoever does not know exactly what others have left
    rolls: list[Ruling]
    undoes: tuple[int, ...] = ()  # entries of what has been told and does not count any more
    redoes: tuple[int, ...] = ()  # and of what does again


class Words(NamedTuple):
    """What somebody said that stands in the log, though no rule has made it."""

    place: int  # after so many entries of play
    entry: Entry
    line: Callable[[Seen], str]  # as those who know this may read it; empty where they may not


class Watched:
    """What those with one knowledge see of the scene, and the log as they have read it."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.log: list[Told] = []
        self._void: set[int] = set()  # entries of what has been told and, as has been told too, does not count

    def read(self, entry: Entry, rulings: Iterable[Ruling], void: AbstractSet[int]) -> None:
        """What a doing has brought; the entries in `void` do not count any more."""
        readable = self.seen.readable(rulings)
        lines = self.seen.face.lines(self.seen.scene, readable)
        if lines:  # nothing to read is no line, not an empty one: that something happened may be a secret
            rolls = [ruling for ruling in readable if ruling.kind == "roll"]
            blurred = self.seen.blurred(readable)
            rough = lines if blurred is readable else self.seen.face.lines(self.seen.scene, blurred)
            own = void & {told.entry for told in self.log} if void else void
            undoes, redoes = tuple(sorted(own - self._void)), tuple(sorted(self._void - own))
            self._void = {*own}
            self.log.append(Told(entry.number, entry.at, entry.by, lines, rough, rolls, undoes, redoes))

    def hear(self, words: Words) -> None:
        found, entry = words.line(self.seen), words.entry
        if found:
            lines = [Line(found, GM)]
            self.log.append(Told(entry.number, entry.at, entry.by, lines, lines, []))


Place = tuple[int, int]  # a boundary, and how much has been given since on the way to it


class Counting:
    """Which doings of a scene count, and which were taken back since."""

    def __init__(self) -> None:
        self.void: frozenset[int] = frozenset()  # the entries of those that do not count any more
        self._counts: list[tuple[Place, int]] = []  # where those have led to that count, and their entries
        self._undone: list[tuple[Place, int]] = []  # of those that were undone and can be had again

    def follow(self, live: Live[Any], entry: int, rulings: Iterable[Ruling]) -> None:
        """What a doing has brought about: it may have taken others back, or have made them count again."""
        told = {ruling.kind: ruling.values for ruling in rulings}
        stands = (len(live.boundaries) + 1, len(live.given)) if live.open is not None else (len(live.boundaries), ALL)
        back = stands
        if "recalled" in told:
            back = stands[0], int(str(told["recalled"]["number"]))
        elif "overruled" in told and told["overruled"]["how"] == REPLACED:  # and the whole command is told anew
            back = stands[0], -1
        gone = [doing for doing in self._counts if doing[0] > back]
        again = [doing for doing in self._undone if doing[0] <= stands] if "redone" in told else []
        self._counts = [doing for doing in self._counts if doing not in gone] + again
        self._undone = [doing for doing in self._undone if live.undone and doing not in again]
        if "undone" in told:
            self._undone += gone
        if not TAKES_BACK & told.keys():
            self._counts.append((stands, entry))
        self.void = self.void.union([number for _, number in gone]).difference([number for _, number in again])


class Playing:
    def __init__(
        self,
        game: Game[Any],
        library: Library,
        opened: Opened,
        at: float,
        note: Callable[[dict[str, Any]], None],
        before: Playing | None = None,
    ) -> None:
        self.game = game
        self.library = library
        self.opened = msgspec.structs.replace(opened, state={})
        self._state = msgspec.json.encode(opened.state)  # takes less room so
        self.at = at  # when it was opened
        self.before = before  # the same scene, where this goes on with it
        self.entries: list[Entry] = []  # of play, since then
        self.words: list[Words] = []  # since then
        self._heard = 0  # so many of them stand in the logs
        self.cut = ""  # why it could not be played again to its end
        self.dice: DiceSource = TypedDice()
        self.note = note
        self._live: Live[Any] | None = None
        self._ran = 0  # so many of the entries
        self._doing = False  # there are entries of a doing that has not ended
        self._watched: dict[str, Watched] = {}
        self._counting = Counting()

    @property
    def id(self) -> str:
        return self.opened.id

    @property
    def since(self) -> float:
        """When something was played last."""
        return self.entries[-1].at if self.entries else self.at

    @property
    def live(self) -> Live[Any]:
        """The referee, after all that has been played."""
        if self._live is None or self._ran < len(self.entries):
            self._play_again()
        assert self._live is not None
        return self._live

    def use(self, dice: DiceSource) -> None:
        """From now on these dice are thrown."""
        self.dice = dice
        if self._live is not None:
            self._live.dice = dice

    def watched(self, knowledge: str) -> Watched:
        """What those who know this see; kept up to date from now on."""
        live = self.live
        if knowledge not in self._watched:
            found = Watched(Seen(live, knowledge))
            if self.entries or self.words:
                again = Playing(self.game, self.library, self.opened, self.at, self.note)
                again._state, again.entries, again.words = self._state, self.entries, self.words
                again._watched[knowledge] = Watched(Seen(again._begin(), knowledge))
                again._play_again()
                found = again._watched[knowledge]
                found.seen = Seen(live, knowledge)
            found.log = [*self._read_before(knowledge), *found.log]
            self._watched[knowledge] = found
        return self._watched[knowledge]

    def _read_before(self, knowledge: str) -> list[Told]:
        """The log of the scene before it was opened afresh, as far as it can be played again."""
        try:
            return self.before.watched(knowledge).log if self.before is not None else []
        except BadInput:
            return []

    # -- new entries ------------------------------------------------------------------------------------------

    def did(self, entry: Entry) -> None:
        """An entry of what the referee has just done."""
        self.entries.append(entry)
        self._ran = len(self.entries)
        self._doing = True

    def finish(self) -> None:
        """A doing has ended: if anything was played, its last line says how the scene stands, and all may read."""
        if not self._doing:
            return
        self._doing = False
        live = self.live
        entry = self.entries[-1]
        entry.body[STANDS] = digest(live.scene) if live.open is None else ""
        self._hear(len(self.entries) - 1)
        self._tell(entry)
        self._hear(len(self.entries))

    def say(self, entry: Entry, line: Callable[[Seen], str], back: int = 0) -> None:
        """Words stand in the log after what has been played so far, but for the last entries, so many."""
        self.words.append(Words(len(self.entries) - back, entry, line))
        if not self._doing and self._ran == len(self.entries):
            self._hear(len(self.entries))

    def _hear(self, place: int) -> None:
        """All may read what was said by then."""
        while self._heard < len(self.words) and self.words[self._heard].place <= place:
            for watched in self._watched.values():
                watched.hear(self.words[self._heard])
            self._heard += 1

    def forget(self) -> None:
        """What was recorded of something that did not happen."""
        if self._live is not None:
            self._live.recorder.take()

    def _tell(self, entry: Entry) -> None:
        assert self._live is not None
        rulings = self._live.recorder.take()
        self._counting.follow(self._live, entry.number, rulings)
        for watched in self._watched.values():
            watched.read(entry, rulings, self._counting.void)

    # -- from its entries -------------------------------------------------------------------------------------

    def _begin(self) -> Live[Any]:
        scene = restore(msgspec.json.decode(self._state), self.opened.shape, self.game, self.library)
        self._live = Live(self.game, scene, TypedDice())
        return self._live

    def _play_again(self) -> None:
        """Do what the entries say that have not been done here. Where that cannot be, it goes on from the last
        boundary that stood as it does now."""
        live = self._live if self._live is not None else self._begin()
        live.dice, live.note = TypedDice(), _nowhere  # the faces and lines are in the entries
        failed = ""
        sure = self._ran  # so many entries lead to a boundary that is known to stand as it did
        for number in range(self._ran, len(self.entries)):
            entry = self.entries[number]
            self._hear(number)
            fault, failed = self._redo(live, entry, failed)
            self._ran = number + 1
            if fault:
                self._cut(sure, f"entry {entry.number}: {fault}")
                return
            if STANDS in entry.body:
                self._tell(entry)
                sure = number + 1 if entry.body[STANDS] else sure
        self._hear(len(self.entries))
        live.dice, live.note = self.dice, self.note

    def _redo(self, live: Live[Any], entry: Entry, failed: str) -> tuple[str, str]:
        """Why this entry cannot be done again, and whether what it says broke down, as it then must have."""
        line = entry.body
        if bool(failed) != ("failed" in line):
            return f"then {line.get('failed', 'it went well')}, now {failed or 'it goes well'}", ""
        if "failed" in line:
            return "", ""
        try:
            replay_line(live, line)
        except Failed as fault:
            return "", str(fault)
        except Exception as fault:  # whatever other rules make of it
            return str(fault) or type(fault).__name__, ""
        stands = line.get(STANDS)
        if stands and (live.open is not None or digest(live.scene) != stands):
            return "the scene does not stand as it did", ""
        return "", ""

    def _cut(self, sure: int, why: str) -> None:
        self.cut = why
        del self.entries[sure:]
        self.words = [said._replace(place=min(said.place, sure)) for said in self.words]
        self._ran = self._heard = 0
        self._counting = Counting()
        live = self._begin()
        self._watched = {knowledge: Watched(Seen(live, knowledge)) for knowledge in self._watched}
        self._play_again()


def _nowhere(line: dict[str, Any]) -> None:
    """What is done again stands in the entries already."""
