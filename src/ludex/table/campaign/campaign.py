"""A table is a campaign: seats, scenes, characters, notes and all that is played, as the fold over its entries."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import partial
from string import ascii_letters, digits
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.files.codec import Boundary
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.procedure import GM, Roll
from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.live import TypedDice
from ludex.core.referee.passing import Passing
from ludex.opponents import SECONDS, policy
from ludex.table.campaign.clock_changes import Clocks
from ludex.table.campaign.doing import DOINGS, FOLDS, Doing, Done
from ludex.table.campaign.night import Night
from ludex.table.campaign.past import NoPast, Past
from ludex.table.campaign.playing import Playing
from ludex.table.campaign.state import Crash, Kept, Knocking, Led, Left, Raised, Shown, Sketch, Talk, Wish
from ludex.table.campaign.taking_back import TakingBack
from ludex.table.campaign.watched import Watched
from ludex.table.know.seen import Seen, is_secret
from ludex.table.records.entry import (
    NAMES,
    PLAY,
    Body,
    Branch,
    Character,
    Entry,
    Likeness,
    MapLaid,
    PackLabel,
    Pinned,
    Prepared,
    body_of,
    plain_body,
)
from ludex.table.records.fog import Fog
from ludex.table.records.seat import Role, Seat, refuse
from ludex.table.records.settings import Settings

Tables = dict[str, Any]  # of a content file: entries by kind
Retired = dict[str, dict[str, Any]]  # entries that stay for those who have them, by kind and id


class Shelves(NamedTuple):
    """What a table adds to the content of the game."""

    content: dict[str, Tables] = {}  # by the names of files
    characters: dict[str, Character] = {}
    retired: Retired = {}


LETTERS = ascii_letters + digits


def fresh_id() -> str:
    """Of letters and digits alone: it can be given to a command as it is."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


class Outside(NamedTuple):
    """What a table takes from the world: the time, ids that nobody guesses, and seeds of dice."""

    clock: Callable[[], float] = time.time
    fresh: Callable[[], str] = fresh_id
    seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    secret_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)


class Campaign:
    def __init__(self, outside: Outside | None = None) -> None:
        self.outside = outside if outside is not None else Outside()
        self.number = 0  # of the last entry
        self.changed = 0.0  # when it was made
        self.settled = 0  # the number of the last entry that was not of play: whatever lies beside it is as it was then
        self.title = ""
        self.branch: Branch | None = None  # where it goes on from, if it is a branch
        self.archived = False
        self.gone_at = 0.0  # when it is deleted for good; 0: it is not
        self.game: Game[Any]
        self.webhook = ""  # the address to which the record goes
        self.settings = Settings()
        self.options: dict[str, bool | int | str] = {}
        self.content: dict[str, Tables] = {}  # of the table's own, by name
        self.packs: dict[str, PackLabel] = {}  # the packs that they were taken from, by the same names
        self.retired: Retired = {}
        self.lost: frozenset[tuple[str, str]] = frozenset()  # of these, kind and id of what went and nobody was asked
        self.set_aside: dict[str, str] = {}  # scenes that could not stay on the table, and why
        self._library: Library | None = None  # none: it is put together when it is wanted
        self.seats: dict[str, Seat] = {}
        self.policies: dict[str, str] = {}  # by being, side or `gm`
        self.door: tuple[str, float] = ("", 0.0)  # the hash of the code, and until when it opens the waiting room
        self.knocked: dict[str, Knocking] = {}  # those who may still wait, and who waited in vain
        self.characters: dict[str, Character] = {}
        self.likenesses: dict[str, Likeness] = {}  # how those are drawn who were made from an entry, by its id
        self.scenes: dict[str, Prepared] = {}
        self.left: dict[str, Left] = {}  # scenes that were on the table, as they stood
        self.put_by: dict[str, Playing] = {}  # and those that this process has played: their records
        self.playing: Playing | None = None
        self.opened_with = Shelves()
        self.nights: list[Night] = []
        self.taking_back = TakingBack()
        self.asked: dict[str, Wish] = {}  # open ones, and what was said to others last
        self.notes: dict[str, Kept] = {}
        self.handouts: dict[str, Shown] = {}
        self.fogs: dict[str, Fog] = {}  # what is covered by hand, by scene
        self.maps: dict[str, MapLaid] = {}  # what lies under the board, by scene
        self.dropped: frozenset[str] = frozenset()  # pictures that were deleted and are named all the same
        self.drawings: dict[str, Sketch] = {}  # on the board, the last one last
        self.pins: dict[str, Pinned] = {}  # where notes are pinned to a board, by note
        self.clocks = Clocks()
        self.adventure: Led | None = None
        self.passing: Passing[Any] | None = None  # the rest or journey that is under way
        self.chat = Talk()
        self.flags: dict[str, Raised] = {}
        self.written: dict[tuple[str, str], int] = {}  # the entry with the last words of something, by kind and id
        self.crashes: list[Crash] = []
        self.stuck = 0  # how often in a row the machine could not do what is next
        self.machines: dict[str, Any] = {}  # policies that have been made, by whom they play for
        self.past: Past = NoPast()
        self.snapped = 0  # the number of the last entry that is in a snapshot
        self.snapped_bytes = 0  # of that snapshot
        self._fresh: list[Entry] = []
        self._now = 0.0
        self._by = ""

    # -- entries ----------------------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> None:
        """Take an entry that was made before, or by another process."""
        if entry.number != self.number + 1:
            raise BadInput(f"expected entry {self.number + 1}, not {entry.number}")
        if entry.kind == PLAY:
            if self.playing is None:
                raise BadInput(f"entry {entry.number}: play without a scene on the table")
            self._follow(entry)
            self.playing.entries.append(entry)
        else:
            body = body_of(entry)
            FOLDS[type(body)](self, entry, body)
            self.settled = entry.number
        self.number, self.changed = entry.number, entry.at

    def _follow(self, entry: Entry) -> None:
        self.taking_back.follow(self.night, entry.body)
        self.clocks = self.clocks.follow(entry.body)
        self.night.follow(entry.by, entry.body)

    def found_game(self, name: str) -> None:
        if name not in GAMES:
            raise BadInput(f"there is no game {name!r} here; {there_are(name, GAMES)}")
        self.game = GAMES[name]
        self.shelve()

    # -- doing ------------------------------------------------------------------------------------------------

    def do(self, seat: str, what: Doing) -> Any:
        """Do what a seat wants; gives what it is told of it. `Refused` and `BadInput`: nothing has changed."""
        sitting = self.sitting(seat)
        done = self.check_right(sitting, type(what))
        self.begin(seat)
        before = self.number
        try:
            result = done.function(self, sitting, what)
        except (Refused, BadInput) as fault:
            if self.number != before:
                raise RuntimeError(f"{what!r} was refused after it had changed the table") from fault
            self._forget()
            raise self._veiled(sitting, fault, repr(what)) from None
        self.finish()
        return self._veiled_result(sitting, result, repr(what))

    def check_right(self, seat: Seat, kind: type[Doing]) -> Done:
        """How something of this kind is done, if the seat has the right to it."""
        done = DOINGS[kind]
        if seat.role not in done.roles:
            named = " or ".join("the game master" if role is Role.GM else f"a {role}" for role in done.roles)
            raise refuse(f"only {named} may do that")
        return done

    def _forget(self) -> None:
        if self.playing is not None:
            self.playing.forget()

    def _veiled(self, seat: Seat, fault: Refused | BadInput, typed: str) -> Refused | BadInput:
        """What was wrong, without a word of anybody whom the seat does not know to be there."""
        seen = self.seen(seat)
        if seen is None or seat.role is Role.GM:
            return fault
        if isinstance(fault, Refused):
            return Refused(Refusal(seen.veiled(fault.refusal.reason, typed), fault.refusal.rule))
        return BadInput(seen.veiled(str(fault), typed))

    def _veiled_result(self, seat: Seat, result: Any, typed: str) -> Any:
        seen = self.seen(seat)
        if seen is None or seat.role is Role.GM or not isinstance(result, dict):
            return result
        known = [said for said in result.values() if not isinstance(said, str) or said in typed]
        return {key: said if said in known else seen.veiled(said, typed) for key, said in result.items()}

    def take(self) -> list[Entry]:
        """The entries since the last time: to be appended to the store before anybody is told."""
        taken, self._fresh = self._fresh, []
        return taken

    def begin(self, by: str) -> None:
        self._now, self._by = self.outside.clock(), by

    def speak_for(self, seat: str) -> None:
        """What follows in this doing is what this seat has brought about before."""
        self._by = seat

    def finish(self) -> None:
        if self.playing is not None:
            self.playing.finish()

    def wrote(self, entry: Entry) -> None:
        """An entry has the words of something from now on."""
        self.written[entry.kind, entry.body["id"]] = entry.number

    def words_at(self, kind: str, id: str) -> int:
        """The entry with the last words of something, which another is to replace; 0: there is none."""
        return self.written.get((kind, id), 0)

    def unwrote(self, kind: str, id: str) -> None:
        """There are no words of it any more."""
        self.written.pop((kind, id), None)

    def add(self, body: Body) -> None:
        """Make an entry and take it in."""
        self._make(NAMES[type(body)], plain_body(body), self._by)

    def play_again(self, line: dict[str, Any], by: str) -> None:
        """A line of play that a seat has brought about before stands once more among the entries."""
        self._make(PLAY, line, by)

    def _make(self, kind: str, body: dict[str, Any], by: str) -> None:
        entry = Entry(self.number + 1, self._now, by, kind, body)
        self.fold(entry)
        self._fresh.append(entry)

    def note(self, line: dict[str, Any]) -> None:
        """What the referee has just done."""
        assert self.playing is not None
        entry = Entry(self.number + 1, self._now, self._by, PLAY, line)
        self._follow(entry)
        self.playing.did(entry)
        self.number, self.changed = entry.number, entry.at
        self._fresh.append(entry)

    # -- what is there ----------------------------------------------------------------------------------------

    def sitting(self, seat: str) -> Seat:
        """The seat of this id, if somebody may sit there."""
        found = self.seats.get(seat)
        if found is None or found.removed:
            raise refuse("this seat is no longer at the table" if found is not None else "there is no such seat")
        return found

    def seat_of(self, token_hash: str) -> Seat | None:
        """Whose token this is."""
        sitting = (seat for seat in self.seats.values() if not seat.removed)
        return next((seat for seat in sitting if seat.token_hash == token_hash), None)

    @property
    def waiting_room(self) -> dict[str, Knocking]:
        """Those who wait to be admitted."""
        now = self.outside.clock()
        return {id: one for id, one in self.knocked.items() if now <= one.until}

    @property
    def scene(self) -> Scene[Any] | None:
        """What lies on the table in truth."""
        return self.playing.live.shown if self.playing is not None else None

    @property
    def night(self) -> Night:
        return self.nights[-1]

    def plays(self, seat: Seat, who: str) -> bool:
        """Is this somebody whom the seat plays? Who brings a character plays nobody of another side that has its id."""
        if who not in seat.beings:
            return False
        brought = self.characters.get(who)
        if brought is None or brought.owner != seat.id:
            return True
        scene = self.scene
        return scene is None or who not in scene.beings or bool(scene.beings[who].side == self.game.sides[0])

    def knowledge(self, seat: Seat) -> str:
        """`gm`, or the side that knows what a seat may know: that of its beings; for whoever has none the players'."""
        if seat.role is Role.GM:
            return GM
        scene = self.scene
        beings = scene.beings if scene is not None else {}
        for who in seat.beings:
            if who in beings and self.plays(seat, who):
                return str(beings[who].side)
        return self.game.sides[0]

    def readers(self) -> list[str]:
        """What those know who read of the scene: the game master, the players, and all who sit at the table."""
        sitting = (self.knowledge(seat) for seat in self.seats.values() if not seat.removed)
        return list(dict.fromkeys([GM, self.game.sides[0], *sitting]))

    def watched(self, seat: Seat) -> Watched | None:
        """What a seat sees of the scene on the table and has read of it."""
        return self.playing.watched(self.knowledge(seat)) if self.playing is not None else None

    def seen(self, seat: Seat) -> Seen | None:
        watched = self.watched(seat)
        return watched.seen if watched is not None else None

    def machine(self, who: str, name: str) -> Any:
        """The policy of that name which plays for this being, side or the game master."""
        key = f"{who} {name}"
        if key not in self.machines:
            self.machines[key] = policy(self.game, name, len(self.machines), SECONDS)
        return self.machines[key]

    # -- what follows from what is there ----------------------------------------------------------------------

    def hand_out_dice(self) -> None:
        if self.playing is not None and self.nights:
            sealed = self.night.dice if self.settings.dice == "sealed" else None
            if sealed is not None:
                sealed.is_secret = self._is_secret
            self.playing.use(sealed if sealed is not None else TypedDice())

    def _is_secret(self, request: Roll[Any]) -> bool:
        """Is this a roll of which somebody who reads of the scene may not know?"""
        assert self.playing is not None
        live, fog = self.playing.live, self.playing.fogs.now
        return any(is_secret(live, knowledge, request, fog) for knowledge in self.readers() if knowledge != GM)

    def shelve(self) -> None:
        """The content for scenes to come is another. One that is on the table keeps what it was opened with."""
        self._library = None

    @property
    def library(self) -> Library:
        if self._library is None:
            self._library = self.library_with(self.shelves)
        return self._library

    @property
    def shelves(self) -> Shelves:
        """What it adds to the content of the game now."""
        return Shelves(self.content, self.characters, self.retired)

    def library_of(self, shelves: Shelves) -> Library:
        """The content as it was once; the same as now, where nothing has changed since."""
        same = all([one is other for one, other in zip(shelves, self.shelves, strict=True)])
        return self.library if same else self.library_with(shelves)

    def library_with(self, shelves: Shelves) -> Library:
        """The content of the game, of the table, its characters and what they have brought along."""
        if not any(shelves):
            return self.game.starter  # shared by all tables that add nothing to it
        library = self.game.library()
        for name, tables in shelves.content.items():
            library.add_readable(tables, name)
        for character in shelves.characters.values():
            library.add_retired(character.content, f"character {character.id}")
            library.add_readable({"character": [character.entry]}, f"character {character.id}")
        library.add_retired({kind: list(entries.values()) for kind, entries in shelves.retired.items()}, "put by")
        return library

    def take_boundary(self) -> Boundary | None:
        """The last boundary of the scene on the table, to be kept with the entries that were taken, if it is new."""
        return self.playing.take_boundary() if self.playing is not None else None

    def from_beginning(self, until: int) -> Playing:
        """The scene on the table out of all entries up to this number, of which a snapshot has left some out."""
        twin = self._twin(until)
        if twin.playing is None:
            raise BadInput("what was played before is not among the entries")
        return twin.playing

    def when_left(self, scene: str) -> Callable[[], Playing] | None:
        """How a scene is had as it was when it was taken off the table last, for its record."""
        found = self.put_by.get(scene)
        if found is not None:
            return lambda: found
        until = self.left[scene].until if scene in self.left else 0
        return partial(self.from_beginning, until) if until and not isinstance(self.past, NoPast) else None

    def nights_whole(self) -> list[Night]:
        """The evenings with all that is in their books, also where a snapshot has left some of it out."""
        if isinstance(self.past, NoPast):
            return self.nights
        twin = self._twin(self.number - len(self._fresh))
        for entry in self._fresh:  # not kept yet
            twin.fold(entry)
        return twin.nights

    def _twin(self, until: int) -> Campaign:
        twin = Campaign(self.outside)
        for entry in self.past.entries(0, until):
            twin.fold(entry)
        return twin
