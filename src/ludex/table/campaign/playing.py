"""The scene that is on the table: its referee, rebuilt from its entries when it is needed, and the log of everybody.

While rules, content and the shape of the state are what they were, the entries are played again from the beginning of
the scene, and every boundary must stand as it did. When they are not, the scene goes on from the last boundary that was
kept: what came before it is read as it was told then, what came after it is done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from sys import maxsize
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.codec import Boundary, boundary_of, changes, digest, restore, seal_of
from ludex.core.files.journal import Redone, redo_line, went_well
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput, Ruling
from ludex.core.referee.live import REPLACED, DiceSource, Live, TypedDice
from ludex.table.know.rolls import LineTold, RollShown, lines_of, roll
from ludex.table.know.seen import Seen
from ludex.table.records.entry import Entry, Opened

TAKES_BACK = frozenset({"undone", "redone", "withdrawn"})  # rulings of doings that only lead elsewhere
ALL = maxsize  # a boundary was reached: all that was to be given
STANDS = "stands"  # of the last line of a doing: how the scene stands then; empty while a question is open
TOLD = "told"  # of the same line: what everybody has read of the doing


class Told(NamedTuple):
    """What one doing has brought, as somebody may read it."""

    entry: int  # the last of play of the doing, or that of words which no rule has made; not to be told to a seat
    at: float
    by: str
    lines: list[LineTold]
    rough: list[LineTold]  # the same for whoever does not know exactly what others have left
    rolls: list[dict[str, Any]]  # as they are shown
    undoes: tuple[int, ...] = ()  # entries of what has been told and does not count any more
    redoes: tuple[int, ...] = ()  # and of what does again

    def to_kept(self) -> KeptTold:
        rough = self.rough if self.rough != self.lines else None
        return KeptTold(self.lines, rough, self.rolls, self.undoes, self.redoes)


class KeptTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one doing has brought, as it is kept with its entry."""

    lines: list[LineTold]
    rough: list[LineTold] | None = None  # none: the same
    rolls: list[dict[str, Any]] = []
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()

    def told(self, entry: Entry) -> Told:
        rough = self.rough if self.rough is not None else self.lines
        rolls = self.rolls if _are_rolls(self.rolls) else []
        return Told(entry.number, entry.at, entry.by, self.lines, rough, rolls, self.undoes, self.redoes)


def _are_rolls(rolls: list[dict[str, Any]]) -> bool:
    """Can they still be shown as they were kept?"""
    try:
        read(rolls, list[RollShown])
    except msgspec.ValidationError:
        return False
    return True


class Words(NamedTuple):
    """What somebody said that stands in the log, though no rule has made it."""

    place: int  # after so many entries of play
    entry: Entry
    line: Callable[[Seen], str]  # as those who know this may read it; empty where they may not

    def told(self, seen: Seen) -> list[Told]:
        """As those who know this read it, if they may."""
        lines = [LineTold(words, GM)] if (words := self.line(seen)) else []
        return [Told(self.entry.number, self.entry.at, self.entry.by, lines, lines, [])] if lines else []


class Watched:
    """What those with one knowledge see of the scene, and the log as they have read it."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.log: list[Told] = []
        self._void: set[int] = set()  # entries of what has been told and, as has been told too, does not count

    def read(self, entry: Entry, rulings: Iterable[Ruling], void: AbstractSet[int]) -> None:
        """What a doing has brought; the entries in `void` do not count any more."""
        readable = self.seen.readable(rulings)
        lines = lines_of(self.seen.face, self.seen.scene, readable)
        if lines:  # nothing to read is no line, not an empty one: that something happened may be a secret
            rolls = [roll(self.seen, readable, at) for at, ruling in enumerate(readable) if ruling.kind == "roll"]
            blurred = self.seen.blurred(readable)
            rough = lines if blurred is readable else lines_of(self.seen.face, self.seen.scene, blurred)
            own = void & {told.entry for told in self.log} if void else void
            undoes, redoes = tuple(sorted(own - self._void)), tuple(sorted(self._void - own))
            self._void = {*own}
            self.log.append(Told(entry.number, entry.at, entry.by, lines, rough, rolls, undoes, redoes))

    def hear(self, words: Words) -> None:
        self.log += words.told(self.seen)


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
        entry: Entry,
        note: Callable[[dict[str, Any]], None],
        before: Playing | None = None,
        readers: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.game = game
        self.library = library
        self.opened = msgspec.structs.replace(opened, state={})
        self._state = msgspec.json.encode(opened.state)  # takes less room so
        self._entry = entry  # by which it was opened
        self.before = before  # the same scene, where this goes on with it
        self.readers = readers  # who reads of it: what they are told is kept
        self.entries: list[Entry] = []  # of play, since then
        self._lost: list[Entry] = []  # those that could not be taken along
        self.words: list[Words] = []  # since then
        self._heard = 0  # so many of them stand in the logs
        self.kept: Boundary | None = None  # the last one that the store has
        self.changed = ""  # why it is not played again from its beginning
        self.cut = ""  # why something of it could not be taken along
        self.dice: DiceSource = TypedDice()
        self.note = note
        self._redone: Redone | None = None  # the referee, with so many of the entries
        self._sure = 0  # so many of them led to a boundary that stood as it did
        self._handed = 0  # the number of the boundary that was handed over to be kept
        self._seal: str | None = None  # of the content
        self._doing = False  # there are entries of a doing that has not ended
        self._watched: dict[str, Watched] = {}
        self._counting = Counting()

    @property
    def id(self) -> str:
        return self.opened.id

    @property
    def since(self) -> float:
        """When something was played last."""
        return self.entries[-1].at if self.entries else self._entry.at

    @property
    def live(self) -> Live[Any]:
        """The referee, after all that has been played."""
        if self._redone is None or self._redone.done < len(self.entries):
            self._play_again()
        assert self._redone is not None
        return self._redone.live

    def use_kept(self, kept: Boundary) -> None:
        """The last boundary that the store has, if it is one of this scene."""
        if kept.number >= self._entry.number:
            self.kept, self._handed = kept, kept.number

    def use(self, dice: DiceSource) -> None:
        """From now on these dice are thrown."""
        self.dice = dice
        if self._redone is not None:
            self._redone.live.dice = dice

    def watched(self, knowledge: str) -> Watched:
        """What those who know this see; kept up to date from now on."""
        if knowledge not in self._watched:
            found, _ = self._watch_again(knowledge)
            found.log = [*self._read_before(found.seen), *found.log]
            self._watched[knowledge] = found
        return self._watched[knowledge]

    def _watch_again(self, knowledge: str) -> tuple[Watched, bool]:
        """The log of this scene for those who know this, by playing it again; and whether that could be done to its
        end."""
        live = self.live
        found = Watched(Seen(live, knowledge))
        if not self.entries and not self.words:
            return found, True
        again = Playing(self.game, self.library, self.opened, self._entry, self.note)
        again._state, again.entries, again.words = self._state, [*self.entries], self.words
        again._watched[knowledge] = found
        again._play_again()
        found = again._watched[knowledge]
        found.seen = Seen(live, knowledge)
        return found, not again.cut

    def _read_before(self, seen: Seen) -> list[Told]:
        """The log of the scene before it was opened afresh, and afresh again, without what was done again then."""
        found: list[list[Told]] = []
        here = self
        while here.before is not None:
            until, here = here.opened.until or maxsize, here.before
            again = {entry.number for entry in (*here.entries, *here._lost) if entry.number > until}
            known = here._watched.get(seen.seat)
            log = known.log if known is not None else here._read(seen)
            found.append([told for told in log if told.entry not in again])
            if known is not None:
                break  # all that came before is in it
        return [told for log in reversed(found) for told in log]

    def _read(self, seen: Seen) -> list[Told]:
        """The log of a scene that was opened afresh since: as it was told then; what is not kept of it, as it would be
        told now, where all can be played again."""
        kept, whole = self._kept_log(seen)
        if not whole:
            try:
                played, to_its_end = self._watch_again(seen.seat)
            except BadInput:
                return kept
            if to_its_end or not kept:
                return played.log
        return kept

    def _kept_log(self, seen: Seen) -> tuple[list[Told], bool]:
        """What is kept of what was told, and whether that is all."""
        found: list[tuple[float, Told]] = [(words.place, told) for words in self.words for told in words.told(seen)]
        whole = True
        for number, entry in enumerate((*self.entries, *self._lost)):
            if STANDS not in entry.body:
                continue
            try:
                kept = read(entry.body.get(TOLD), dict[str, KeptTold | str | None])
                told = kept[seen.seat]
                told = kept[told] if isinstance(told, str) else told
            except (msgspec.ValidationError, KeyError):
                told = ""
            if isinstance(told, KeptTold):
                found.append((number + 0.5, told.told(entry)))  # words that came before it have a lower place
            whole = whole and not isinstance(told, str)
        return [told for _, told in sorted(found, key=lambda each: each[0])], whole

    # -- new entries ------------------------------------------------------------------------------------------

    def did(self, entry: Entry) -> None:
        """An entry of what the referee has just done."""
        self._begin_doing()
        self.entries.append(entry)
        assert self._redone is not None
        self._redone.done = len(self.entries)

    def do_again(self) -> None:
        """The last entries are of what was under way when the scene was opened afresh: now it is again."""
        self._begin_doing()
        _ = self.live

    def _begin_doing(self) -> None:
        if not self._doing:
            for knowledge in self.readers():
                self.watched(knowledge)
            self._doing = True

    def finish(self) -> None:
        """A doing has ended: if anything was played, its last line says how the scene stands and what was told of it,
        and all may read."""
        if not self._doing:
            return
        self._doing = False
        live = self.live
        entry = self.entries[-1]
        assert self._redone is not None
        self._redone.did(len(self.entries))
        entry.body[STANDS] = digest(live.scene) if live.open is None else ""
        self._hear(len(self.entries) - 1)
        self._tell(entry)
        entry.body[TOLD] = self._told_of(entry)
        self.entries[-1] = _bare(entry)
        self._hear(len(self.entries))

    def _told_of(self, entry: Entry) -> dict[str, Any]:
        """What each who reads was told of an entry; what another was told too stands there under that one's name."""
        found: dict[str, KeptTold | str | None] = {}
        for knowledge, watched in self._watched.items():
            told = watched.log[-1].to_kept() if watched.log and watched.log[-1].entry == entry.number else None
            found[knowledge] = next((other for other, same in found.items() if told and same == told), told)
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
        return plain

    def say(self, entry: Entry, line: Callable[[Seen], str], back: int = 0) -> None:
        """Words stand in the log after what has been played so far, but for the last entries, so many."""
        self.words.append(Words(len(self.entries) - back, entry, line))
        if not self._doing and self._redone is not None and self._redone.done == len(self.entries):
            self._hear(len(self.entries))

    def _hear(self, place: int) -> None:
        """All may read what was said by then."""
        while self._heard < len(self.words) and self.words[self._heard].place <= place:
            for watched in self._watched.values():
                watched.hear(self.words[self._heard])
            self._heard += 1

    def forget(self) -> None:
        """What was recorded of something that did not happen."""
        if self._redone is not None:
            self._redone.live.recorder.take()

    def _tell(self, entry: Entry) -> None:
        assert self._redone is not None
        rulings = self._redone.live.recorder.take()
        self._counting.follow(self._redone.live, entry.number, rulings)
        for watched in self._watched.values():
            watched.read(entry, rulings, self._counting.void)

    # -- boundaries -------------------------------------------------------------------------------------------

    @property
    def _stood(self) -> int:
        """So many entries have led to the last boundary."""
        return self._redone.stood if self._redone is not None else 0

    @property
    def stood(self) -> int:
        """The number of the last entry that has led to the last boundary."""
        return self.entries[self._stood - 1].number if self._stood else self._entry.number

    @property
    def under_way(self) -> list[Entry]:
        """What has been done since the last boundary."""
        return self.entries[self._stood :]

    @property
    def held(self) -> tuple[str, ...]:
        """Who held the table at the last boundary."""
        return _held_by(self.entries[: self._stood])

    def take_boundary(self) -> Boundary | None:
        """The last boundary, to be kept, where it was not handed over before."""
        if self._redone is None or self.stood == self._handed:
            return None
        self._handed = self.stood
        if self._seal is None:
            self._seal = seal_of(self.library)
        return boundary_of(self.game, self._redone.live.scene, self.stood, self._seal)

    # -- from its entries -------------------------------------------------------------------------------------

    def _play_again(self) -> None:
        """Do what the entries say that have not been done here: strictly, unless something has changed since. What does
        not agree though nothing is said to have changed is left out, where no boundary after it is kept."""
        if self._redone is None:
            self.changed = self._what_changed()
            if not self.changed:
                self._start(self._begun())
        if not self.changed:
            self.changed = self._redo_all(strictly=True)
            if self.changed and self.kept is None:
                self._cut_after(self._sure, self.changed)
        if self.changed:
            self._go_on_from_kept()

    def _what_changed(self) -> str:
        if self.kept is not None:
            return self.kept.changed(self.game, self.library)
        return "; ".join(changes(self.opened.version, self.opened.shape, self.game))

    def _begun(self) -> Live[Any]:
        scene = restore(msgspec.json.decode(self._state), self.opened.shape, self.game, self.library)
        return Live(self.game, scene, TypedDice())

    def _start(self, live: Live[Any], ran: int = 0) -> None:
        """From here on with this referee, who has done so many of the entries."""
        self._redone = Redone(live, ran)
        self._sure = ran
        self._heard = 0
        self._counting = Counting()
        self._watched = {knowledge: Watched(Seen(live, knowledge)) for knowledge in self._watched}

    def _redo_all(self, strictly: bool) -> str:
        """Do all entries that have not been done; gives why one of them cannot be. Where they need not agree, commands
        that broke down are passed over: they have changed nothing, and might go well now."""
        redone = self._redone
        assert redone is not None
        live = redone.live
        live.dice, live.note = TypedDice(), _nowhere  # the faces and lines are in the entries
        passed_over = [] if strictly else [not well for well in went_well([entry.body for entry in self.entries])]
        failed, first = "", redone.done
        while (number := redone.done) < len(self.entries):
            entry = self.entries[number]
            self._hear(number)
            fault = None
            if strictly or not passed_over[number]:
                fault, failed = redo_line(live, entry.body, failed)
            stands = entry.body.get(STANDS, "")
            if failed and not strictly:
                fault = BadInput(failed)
            elif strictly and stands and fault is None and (live.open is not None or digest(live.scene) != stands):
                fault = BadInput("the scene does not stand as it did")
            if fault is not None:
                return f"entry {entry.number}: {str(fault) or type(fault).__name__}"
            redone.did(number + 1)
            if STANDS in entry.body:
                self._tell(entry)
                self._sure = number + 1 if stands else self._sure
        if failed:
            return f"entry {self.entries[-1].number}: {failed}"
        self._hear(len(self.entries))
        live.dice, live.note = self.dice, self.note
        if strictly:
            self.entries[first:] = map(_bare, self.entries[first:])
        return ""

    def _go_on_from_kept(self) -> None:
        """From the last boundary that is kept, or where none is, from the beginning: what has been done since is done
        again as far as that can be."""
        if self.kept is None:
            self._start(self._begun())
        else:
            live = Live(self.game, self.kept.scene(self.game, self.library), TypedDice())
            before = [entry for entry in self.entries if entry.number <= self.kept.number]
            live.holds = _held_by(before)
            self._start(live, len(before))
        fault = self._redo_all(strictly=False)
        if fault:
            self._cut_after(self._stood, fault)
            self._go_on_from_kept()

    def _cut_after(self, number: int, why: str) -> None:
        self.cut = why
        self._lost = [*self.entries[number:], *self._lost]
        del self.entries[number:]
        self.words = [said._replace(place=min(said.place, number)) for said in self.words]


def _bare(entry: Entry) -> Entry:
    """Without what was told of it, which is needed only where it cannot be played again, and takes room."""
    if TOLD not in entry.body:
        return entry
    return msgspec.structs.replace(entry, body={key: value for key, value in entry.body.items() if key != TOLD})


def _held_by(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Who holds the table after these entries."""
    held: dict[str, None] = {}
    for entry in entries:
        if "hold" in entry.body:
            held[entry.body["hold"]] = None
        held.pop(entry.body.get("release", ""), None)
    return tuple(held)


def _nowhere(line: dict[str, Any]) -> None:
    """What is done again stands in the entries already."""
