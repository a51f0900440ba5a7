"""The scene that is on the table: its referee, rebuilt from its entries when it is needed, and the log of everybody.

While rules, content and the shape of the state are what they were, the entries are played again from the beginning of
the scene, and every boundary must stand as it did. When they are not, the scene goes on from the last boundary that was
kept: what came before it is read as it was told then, what came after it is done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import maxsize
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.codec import Boundary, boundary_of, changes, digest, digest_of, encode, restore, seal_of
from ludex.core.files.journal import Redone, redo_line, went_well
from ludex.core.files.referee import kept_referee, restored_referee
from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import DiceSource, Live, TypedDice
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.table.campaign.counting import Counting
from ludex.table.campaign.deeds import STANDS, doing_of
from ludex.table.campaign.log import Fetch, KeptTold, Log, Order, Page, Told, Whose
from ludex.table.campaign.playing_kept import LogUntil, PlayingKept
from ludex.table.campaign.watched import AsRead, Watched, Words
from ludex.table.know.seen import AllKnown, Seen
from ludex.table.records.entry import Entry, Opened
from ludex.table.records.fog import Fog, Fogs

BACK = 8  # boundaries that are kept with a snapshot: so far one goes back without what came before
MOST_BACK = 200  # entries since the first of them; where they would be more, fewer boundaries are kept
MOST_AGAIN = 10_000  # entries of a scene that are played again from its beginning while somebody waits
MOST_BEINGS_AGAIN = 100_000  # beings in all boundaries that come of it
TOLD = "told"  # of the same line: what everybody has read of the doing


class Earlier(NamedTuple):
    """From where that is had which a snapshot has left out."""

    until: int  # the last entry that is in it
    whole: Callable[[int], Playing]  # the scene from its beginning, with its entries up to this number
    page: Fetch  # of a log


Pages = dict[Whose, dict[int, Page]]  # of logs, by number


class Playing:
    def __init__(
        self,
        game: Game[Any],
        library: Library | Callable[[], Library],
        opened: Opened,
        entry: Entry,
        note: Callable[[dict[str, Any]], None],
        before: Playing | None = None,
        readers: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.game = game
        self._library = library  # or how it is put together, when somebody wants it
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
        self._as_bytes: tuple[Any, bytes] = (None, b"")  # a boundary, and its bytes
        self._seal: str | None = None  # of the content
        self._doing = False  # there are entries of a doing that has not ended
        self.fogs: Fogs = Fogs() if before is None else before.fogs
        self._watched: dict[str, Watched] = {}
        self._all_known = AllKnown()
        self._counting = Counting()
        self.began: int = before.began if before is not None else entry.number  # by which entry it came on the table
        self._base = entry.number  # the last entry before those that are here
        self._since = entry.at
        self._held: tuple[str, ...] = ()  # who held the table then
        self._resumed: PlayingKept | None = None  # from where it is played, if not from its beginning
        self._earlier: Earlier | None = None  # where the rest is then
        self.goes_on_from: Callable[[], Playing] | None = None  # this scene, when it was on the table before
        self._records: dict[str, Log] = {}  # what was read of it, when it was taken off the table

    @property
    def id(self) -> str:
        return self.opened.id

    @property
    def library(self) -> Library:
        if not isinstance(self._library, Library):
            self._library = self._library()
        return self._library

    @property
    def beginning(self) -> tuple[Opened, Fog]:
        """As it came on the table, before anything was done and before it was ever opened afresh or gone on with; and
        what was covered of it when play began."""
        here = self
        while True:
            if here._earlier is not None:  # a snapshot has left it out
                here = here._earlier.whole(here._earlier.until)
            elif here.before is not None:
                here = here.before
            elif here.goes_on_from is not None:
                here = here.goes_on_from()
            else:
                break
        with here.fogs.as_of(here.entries[0].number if here.entries else maxsize):
            fog = here.fogs.now
        return msgspec.structs.replace(here.opened, state=msgspec.json.decode(here._state)), fog

    @property
    def since(self) -> float:
        """When something was played last."""
        return self.entries[-1].at if self.entries else self._since

    @property
    def last(self) -> int:
        """The number of the entry by which something was played last."""
        return self.entries[-1].number if self.entries else self._base

    @property
    def live(self) -> Live[Any]:
        """The referee, after all that has been played."""
        if self._redone is None or self._redone.done < len(self.entries):
            self._play_again()
        assert self._redone is not None
        return self._redone.live

    def use_kept(self, kept: Boundary) -> None:
        """The last boundary that the store has, if it is one of this scene."""
        if kept.number >= self._base:
            self.kept, self._handed = kept, kept.number

    def use(self, dice: DiceSource) -> None:
        """From now on these dice are thrown."""
        self.dice = dice
        if self._redone is not None:
            self._redone.live.dice = dice

    def stand(self, live: Live[Any], fogs: Fogs, knowledge: str, order: Order) -> None:
        """As it stood once: with this referee, in this fog, for those who know this. Nothing is played from there."""
        self._redone, self.fogs = Redone(live), fogs
        self._watched = {knowledge: self._unwatched(live, knowledge)}
        self._watched[knowledge].log.order = order

    def watched(self, knowledge: str) -> Watched:
        """What those who know this see; kept up to date from now on."""
        live = self.live
        if knowledge not in self._watched and self._earlier is not None:
            try:
                self._bring()
            except BadInput:  # by some mistake of ours: then it is read as it was told
                seen = self._seen(live, knowledge)
                self._watched[knowledge] = Watched(seen, self._read(seen))
        if knowledge not in self._watched:
            found, _ = self._watch_again(knowledge)
            self._watched[knowledge] = self._after_what_came_before(found)
        return self._watched[knowledge]

    def _watch_again(self, knowledge: str) -> tuple[Watched, bool]:
        """The log of this scene for those who know this, by playing it again; and whether that could be done to its
        end."""
        live = self.live
        if not self.entries and not self.words:
            return self._unwatched(live, knowledge), True
        again = Playing(self.game, self._library, self.opened, self._entry, self.note)
        again._state, again.entries, again.words, again.began = self._state, [*self.entries], self.words, self.began
        again.fogs = self.fogs
        again._watched[knowledge] = self._unwatched(live, knowledge)
        again._play_again()
        found = again._watched[knowledge]
        found.seen = self._seen(live, knowledge)
        return found, not again.cut

    def watch(self, knowledges: Iterable[str]) -> None:
        """Play it from its beginning for all of these at once."""
        self._watched = dict.fromkeys(knowledges, self._unwatched(self._begun(), GM))
        _ = self.live
        self._watched = {knowledge: self._after_what_came_before(each) for knowledge, each in self._watched.items()}

    def _seen(self, live: Live[Any], knowledge: str) -> Seen:
        return Seen(
            live, knowledge, content=self.game.starter, fogs=self.fogs, places=BY_WHAT_IS_THERE,
            all_known=self._all_known,
        )  # fmt: skip

    def _unwatched(self, live: Live[Any], knowledge: str) -> Watched:
        """Nothing has been read yet."""
        seen = self._seen(live, knowledge)
        return Watched(seen, Log(Whose(self.began, knowledge), seen.face.order_rule))

    def _after_what_came_before(self, found: Watched) -> Watched:
        log = self._read_before(found.seen)
        for told in found.log:
            log.append(told)
        found.log = log
        return found

    def _read_before(self, seen: Seen) -> Log:
        """The log of the scene before it was opened afresh, and afresh again, without what was done again then."""
        parts: list[Log] = []
        here = self
        while here.before is not None:
            until, here = here.opened.until or maxsize, here.before
            again = {entry.number for entry in (*here.entries, *here._lost) if entry.number > until}
            known = here._watched.get(seen.seat) if here._is_done else None
            log = known.log if known is not None else here._read(seen)
            parts.append(log.without(again))
            if known is not None or here._earlier is not None:
                break  # all that came before is in it
        else:
            parts.append(here._read_when_left(seen))
        found = parts.pop()
        for log in reversed(parts):
            for told in log:
                found.append(told)
        return found

    def _read_when_left(self, seen: Seen) -> Log:
        """The log of the scene from when it was on the table before, with pages of its own; empty where it was not."""
        lines = self.goes_on_from().record(seen) if self.goes_on_from is not None else ()
        return Log(Whose(self.began, seen.seat), seen.face.order_rule, lines)

    def record(self, seen: Seen) -> Sequence[Told]:
        """All that those who know this have read of the scene, or would have."""
        known = self._records.get(seen.seat)
        return known if known is not None else [*self._read_before(seen), *self._read(seen)]

    def put_away(self) -> Playing:
        """It was taken off the table. Of all that is at hand its record is kept."""
        self._records = {who: watched.log for who, watched in self._watched.items()} if self._is_done else {}
        self._redone, self._watched = None, {}
        return self

    @property
    def _is_done(self) -> bool:
        """Has all been done that the entries say?"""
        return self._redone is not None and self._redone.done == len(self.entries)

    def _read(self, seen: Seen) -> Log:
        """The log of a scene that was opened afresh since: as it was told then; what is not kept of it, as it would be
        told now, where all can be played again."""
        whose, rule = Whose(self.began, seen.seat), seen.face.order_rule
        if self._earlier is not None:
            return self._read_on(self._earlier, whose, seen)
        kept, whole = self._kept_log(seen)
        if not whole:
            try:
                played, to_its_end = self._watch_again(seen.seat)
            except BadInput:
                return Log(whose, rule, kept)
            if to_its_end or not kept:
                return played.log
        return Log(whose, rule, kept)

    def _read_on(self, earlier: Earlier, whose: Whose, seen: Seen) -> Log:
        """The same where it was resumed: from the log of the snapshot on, where it has one."""
        assert self._resumed is not None
        known = self._resumed.logs.get(seen.seat)
        if known is None:
            whole = self._whole(earlier, self.entries)
            log = whole._read_before(seen)
            for told in whole._read(seen):
                log.append(told)
            return log
        log = Log.from_kept(known.log, whose, seen.face.order_rule, self._page)
        for told in self._kept_log(seen, earlier.until)[0]:
            log.append(told)
        return log

    def _kept_log(self, seen: Seen, after: int = 0) -> tuple[list[Told], bool]:
        """What is kept of what was told by the entries after this number, and whether that is all."""
        found: list[tuple[float, Told]] = []
        for words in self.words:
            with self.fogs.as_of(words.entry.number):
                found += [(words.place, told) for told in words.told(seen)]
        whole = True
        for number, entry in enumerate((*self.entries, *self._lost)):
            if STANDS not in entry.body or entry.number <= after:
                continue
            try:
                kept = read(entry.body.get(TOLD), dict[str, KeptTold | str | None])
                told = kept[seen.seat]
                told = kept[told] if isinstance(told, str) else told
            except (msgspec.ValidationError, KeyError):
                told = ""
            if isinstance(told, KeptTold):
                found.append(
                    (number + 0.5, told.told(entry.number, entry.at, entry.by))
                )  # words that came before it have a lower place
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
        entry.body[STANDS] = digest_of(self._encoded(live.scene)) if live.open is None else ""
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

    def say(self, entry: Entry, line: Callable[[Seen], str], back: int = 0, rank: str = "") -> None:
        """Words stand in the log after what has been played so far, but for the last entries, so many."""
        self.words.append(Words(len(self.entries) - back, entry, line, rank))
        if not self._doing and self._redone is not None and self._redone.done == len(self.entries):
            self._hear(len(self.entries))

    def _hear(self, place: int) -> None:
        """All may read what was said by then."""
        while self._heard < len(self.words) and self.words[self._heard].place <= place:
            words = self.words[self._heard]
            with self.fogs.as_of(words.entry.number):
                for watched in self._watched.values():
                    watched.hear(words)
            self._heard += 1

    def forget(self) -> None:
        """What was recorded of something that did not happen."""
        if self._redone is not None:
            self._redone.live.recorder.take()

    def _tell(self, entry: Entry) -> None:
        assert self._redone is not None
        rulings = self._redone.live.recorder.take()
        turned = self._counting.follow(self._redone.live, entry.number, rulings)
        doing = doing_of(self.game, self.entries, self._redone.done - 1)
        with self.fogs.as_of(entry.number):
            as_read = AsRead(doing.actor)
            for watched in self._watched.values():
                watched.read(doing, rulings, turned, self._counting.void, as_read)

    # -- boundaries -------------------------------------------------------------------------------------------

    @property
    def _stood(self) -> int:
        """So many entries have led to the last boundary."""
        return self._redone.stood if self._redone is not None else 0

    @property
    def stood(self) -> int:
        """The number of the last entry that has led to the last boundary."""
        return self.entries[self._stood - 1].number if self._stood else self._base

    @property
    def under_way(self) -> list[Entry]:
        """What has been done since the last boundary."""
        return self.entries[self._stood :]

    @property
    def held(self) -> tuple[str, ...]:
        """Who held the table at the last boundary."""
        return _held_by(self.entries[: self._stood], self._held)

    def take_boundary(self) -> Boundary | None:
        """The last boundary, to be kept, where it was not handed over before."""
        if self._redone is None or self.stood == self._handed:
            return None
        self._handed = self.stood
        if self._seal is None:
            self._seal = seal_of(self.library)
        return boundary_of(self.game, self._encoded(self._redone.live.scene), self.stood, self._seal)

    def _encoded(self, boundary: Any) -> bytes:
        """The bytes of a boundary: the last one is wanted more than once."""
        if self._as_bytes[0] is not boundary:
            self._as_bytes = boundary, encode(boundary)
        return self._as_bytes[1]

    @property
    def burden(self) -> int:
        """Beings in all boundaries that are at hand, which is what most of the memory of a scene goes to."""
        if self._redone is None:
            return 0
        live = self._redone.live
        return sum([len(scene.beings) for scene in (*live.boundaries, *live.undone)])

    def steps_since(self, entry: int) -> int:
        """How many commands are to be undone so that the doing of an entry, which counts, has not been; else 0."""
        live = self.live
        boundary = self._counting.boundary_of(entry)
        if boundary is None and self._earlier is not None and entry not in self._counting.void:
            self._bring()
            boundary = self._counting.boundary_of(entry)
        return live.back + 2 - boundary + (live.open is not None) if boundary is not None else 0

    # -- snapshots --------------------------------------------------------------------------------------------

    def to_kept(self) -> tuple[PlayingKept, Pages]:
        """As it is kept with a snapshot, between two doings; and the pages of logs that have been filled since the last
        time."""
        live = self.live
        assert self._redone is not None
        assert not self._doing
        least = len(self.entries) - MOST_BACK
        reached = [number for number in self._redone.reached[-BACK:-1] if number >= least]
        reached.append(self._redone.stood)
        first = reached[0]
        before = self.entries[first - 1] if first else None
        referee = kept_referee(live, len(reached))
        logs = {knowledge: (watched.log.kept(), watched) for knowledge, watched in self._watched.items()}
        untold = [number for watched in self._watched.values() for number in watched.untold]
        fogs, fog_changes = self.fogs.since(before.number if before is not None else self._base)
        kept = PlayingKept(
            opened=self.opened, number=self._entry.number, at=self._entry.at, by=self._entry.by, began=self.began,
            base=before.number if before is not None else self._base,
            since=before.at if before is not None else self._since,
            held=_held_by(self.entries[:first], self._held),
            entries=self.entries[first:], reached=[number - first for number in reached],
            fogs=fogs, fog_changes=fog_changes,
            referee=referee, counting=self._counting.kept(referee.earlier, untold),
            logs={who: LogUntil(log, sorted(watched.untold)) for who, ((log, _), watched) in logs.items()},
        )  # fmt: skip
        return kept, {Whose(self.began, knowledge): pages for knowledge, ((_, pages), _) in logs.items() if pages}

    def resume(self, kept: PlayingKept, boundary: Boundary, earlier: Earlier) -> None:
        """Go on from there, in place of the beginning; the boundary is its last one."""
        self._resumed, self._earlier = kept, earlier
        self.began, self._base, self._since, self._held = kept.began, kept.base, kept.since, kept.held
        self.entries = [*kept.entries]
        self.fogs = Fogs(kept.fogs, kept.fog_changes)
        self.use_kept(boundary)
        if not self._what_changed():
            _ = self.live

    def _start_resumed(self, kept: PlayingKept) -> None:
        live = restored_referee(kept.referee, self.game, self.library)
        live.bring = self._bring
        self._start(live, len(kept.entries))
        assert self._redone is not None
        self._redone.reached = [*kept.reached]
        self._counting = Counting(kept.counting)
        for knowledge, until in kept.logs.items():
            seen = self._seen(live, knowledge)
            log = Log.from_kept(until.log, Whose(self.began, knowledge), seen.face.order_rule, self._page)
            self._watched[knowledge] = Watched(seen, log)
            self._watched[knowledge].untold = {*until.untold}

    def _whole(self, earlier: Earlier, entries: Sequence[Entry]) -> Playing:
        """The scene from its beginning, with these entries, or with all that are in the snapshot."""
        return earlier.whole(max(earlier.until, entries[-1].number if entries else 0))

    def _page(self, whose: Whose, number: int) -> Page:
        """A page of a log as it is kept; one that is not, from what was played."""
        assert self._earlier is not None
        try:
            return self._earlier.page(whose, number)
        except LookupError:
            return self._whole(self._earlier, self.entries).watched(whose.knowledge).log.page(number)

    def _bring(self) -> None:
        """All that a snapshot has left out: the scene is played once from its beginning. What of the entries here is
        not yet among those that are kept has led to no boundary."""
        earlier, redone = self._earlier, self._redone
        if earlier is None:
            return
        assert redone is not None
        done = self.entries[: redone.done]
        long = max(earlier.until, done[-1].number if done else 0) - self.began
        if long > MOST_AGAIN:
            raise BadInput(f"this scene is too long to go back so far: it has more than {MOST_AGAIN:,} entries")
        if long * len(redone.live.scene.beings) > MOST_BEINGS_AGAIN:
            raise BadInput("this scene is too long to go back so far, with so many who are in it")
        whole, live = self._whole(earlier, done), redone.live
        whole.watch(self._watched)
        there = whole.live
        if whole.changed or digest(there.scene) != digest(live.scene) or there.back != live.back:
            raise BadInput(f"what was played before cannot be played again: {whole.changed or 'it leads elsewhere'}")
        last = max([said.entry.number for said in whole.words] + [entry.number for entry in whole.entries], default=0)
        fresh = [entry for entry in self.entries if entry.number > last]
        grown = len(whole.entries) + len(fresh) - len(self.entries)
        said_since = [said for said in self.words if said.entry.number > last]
        unheard = len(self.words) - self._heard
        live.boundaries = [*there.boundaries[: live.earlier], *live.boundaries]
        live.undone = [*there.undone[: live.later], *live.undone]
        live.commands = [*there.commands]
        live.earlier = live.later = 0
        # To mypy: a scene that was played has them
        redone.reached, redone.done = [*whole._redone.reached], redone.done + grown  # type: ignore[union-attr]
        self.entries = [*whole.entries, *fresh]
        self.words = [*whole.words, *(said._replace(place=said.place + grown) for said in said_since)]
        self._heard = len(self.words) - unheard
        self._sure += grown
        for knowledge, watched in self._watched.items():
            watched.log.complete(whole._watched[knowledge].log)
        self._counting = whole._counting
        self._state, self.before = whole._state, whole.before
        self._base, self._since, self._held = self._entry.number, self._entry.at, ()
        self._resumed = self._earlier = None

    # -- from its entries -------------------------------------------------------------------------------------

    def _play_again(self) -> None:
        """Do what the entries say that have not been done here: strictly, unless something has changed since. What does
        not agree though nothing is said to have changed is left out, where no boundary after it is kept."""
        if self._redone is None:
            self.changed = self._what_changed()
            if not self.changed and self._resumed is not None:
                self._start_resumed(self._resumed)
            elif not self.changed:
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
        self._watched = {knowledge: self._unwatched(live, knowledge) for knowledge in self._watched}

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
            redone.did(redone.done + 1)  # which is more than it was where something was brought for it
            if STANDS in entry.body:
                self._tell(entry)
                self._sure = redone.done if stands else self._sure
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
            live.holds = _held_by(before, self._held)
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


def _held_by(entries: Iterable[Entry], before: Iterable[str] = ()) -> tuple[str, ...]:
    """Who holds the table after these entries."""
    held: dict[str, None] = dict.fromkeys(before)
    for entry in entries:
        if "hold" in entry.body:
            held[entry.body["hold"]] = None
        held.pop(entry.body.get("release", ""), None)
    return tuple(held)


def _nowhere(line: dict[str, Any]) -> None:
    """What is done again stands in the entries already."""
