"""The shapes of documents: all that a seat sees of its table. `show.py` makes them as plain data; these records say
what is in them, for the description of the protocol and for whoever reads it. A test holds every document against them.

Where something may be left out it is `Unset`; what a table or a game fills in as it likes is `Any`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludex.core.book.coach import Note
from ludex.table.document.document_board import Cell, Hexes, Squares, Zones
from ludex.table.document.ended import EndedShown
from ludex.table.records.entry import UNSET, Branch, Unset
from ludex.table.records.settings import Settings
from ludex.table.records.shape import Shape

Pair = tuple[str, str]  # a label and a value
Spot = tuple[float, float]


class PaidShown(Shape, frozen=True):
    """A part of a price, or of what is left to spend: so many of a unit, of so many, in words; `rest` is what the
    amount and the unit do not say. What is not counted, such as `free`, has no unit."""

    amount: int
    unit: str
    words: str
    of: int | None
    rest: str


class Against(Shape, frozen=True):
    """Why something may not be done, and the rule."""

    reason: str
    rule: str


class Deed(Shape, frozen=True):
    """A command: who does what, with which arguments."""

    actor: str
    name: str
    args: dict[str, Any]


# ---------------------------------------------------------------- the table


class TableShown(Shape, frozen=True):
    title: str
    game: str
    game_title: str
    archived: bool
    deleting: float  # when it is deleted for good, in seconds since 1970; 0: it is not
    branch: Branch | None
    settings: Settings


Role = Literal["gm", "player", "spectator"]


class You(Shape, frozen=True):
    """One's own seat; `standing` are answers once and for all, by rule, and `heroes` the characters of the scene that
    comes next, for a player who has nobody to play yet."""

    seat: str
    role: Role
    name: str
    beings: list[str]
    muted: bool
    standing: dict[str, str]
    heroes: list[str]


class SeatShown(Shape, frozen=True):
    name: str
    role: Role
    beings: list[str]
    here: bool
    muted: bool


class SceneShown(Shape, frozen=True):
    id: str
    title: str
    text: str
    mode: str
    situation: list[Pair]
    over: bool
    free: list[str]  # beings that go where one likes: `walk`


class DiceShown(Shape, frozen=True):
    """The evening and the seal of its dice; how many have fallen is for the game master. The seats that add to them by
    links of their chains, or none where the evening was begun by an earlier version; the end of one's own chain, and
    the number of the link for which one is asked, 0 where one is not."""

    evening: int
    seal: str
    typed: bool
    links: list[str] | None
    chain: str
    asked: int
    fallen: int | Unset = UNSET


# ---------------------------------------------------------------- beings


class GaugeShown(Shape, frozen=True):
    """What `set` takes to change a pool: the field, what it holds, whether that can be less than 0, and whether it can
    be more than the most; else the most rises with it."""

    field: str
    value: int
    below: bool
    above: bool


class PoolShown(Shape, frozen=True):
    """What is used up, as far as it may be known: exactly (`now` of `most`), in tenths, or in words. For the game
    master, how it is changed by hand, where it is."""

    name: str
    now: int | Unset = UNSET
    most: int | Unset = UNSET
    tenths: int | Unset = UNSET
    words: str | Unset = UNSET
    gauge: GaugeShown | Unset = UNSET


class ConditionShown(Shape, frozen=True):
    """Without a name where it follows from something else."""

    name: str
    words: str
    look: str  # its seal; empty where there is none for it
    source: str
    until: str


class EndShown(Shape, frozen=True):
    words: str
    fate: Literal["up", "down", "dead"]
    percent: int


class BrinkShown(Shape, frozen=True):
    """A check by which one of the own side goes down or not, what brings it about, and its ends, the best of them
    first."""

    words: str
    ends: list[EndShown]


class BeingShown(Shape, frozen=True):
    name: str
    number: str  # with which the name ends, of one of several
    mark: str
    side: str
    ally: bool  # of one's own side; for the game master the players'
    look: str  # a figure by its name, or a number that chooses one
    colour: str  # of the plate on which it is drawn; empty: that of its side
    picture: str  # by which they are drawn in place of a figure; empty: none
    fate: Literal["up", "left", "down", "out", "dead"]
    at: Cell | str | None
    cells: list[Cell | str]
    height: int
    facing: int | None
    pools: list[PoolShown]
    summary: list[Pair]
    badge: int | None  # the number that stands on its piece, in games that have one
    conditions: list[ConditionShown]
    brinks: list[BrinkShown]
    left: list[PaidShown]
    reacts: bool | None  # do they have a Reaction left; nothing where the game knows none, or it does not matter now
    acting: bool
    hidden: str  # for the game master: the condition by which the players know nothing of them; empty where they do


class TurnShown(Shape, frozen=True):
    of: str
    round: int  # that is under way; 0 where nobody has a place in the order, as after a fight
    order: list[str]
    acted: list[str]
    counts: dict[str, int]  # by which the order goes, where the seat knows it: what was rolled for it, or a speed
    before: str  # what whoever acts may do, where it is no turn yet


class WaitedFor(Shape, frozen=True):
    """What the table waits for, and whose that is: a being or a side, and seats; no seats: a machine's."""

    for_: Literal["command", "answer", "faces", "link", "game master", "nobody"] = msgspec.field(name="for")
    who: str
    seats: list[str]
    words: str
    about: str  # the title of a question, for whoever may know of it


# ---------------------------------------------------------------- what may be done, and what is asked


class Entry(Shape, frozen=True):
    """An action as it is offered. `fixed` are its first arguments, `args` the names of all; with a command where
    nothing is left to choose; `among` where its first argument is one of these."""

    action: str
    label: str
    group: Literal["meeting", "attack", "skill", "move", "activity", "rest", "other", "idle", "passes", "gives_up"]
    rule: str
    fixed: list[Any]
    args: list[str]
    anytime: bool
    price: list[PaidShown]
    refused: Against | None
    command: Deed | None
    does: str  # the command as a sentence; empty where there is none
    among: list[Any] | Unset = UNSET


class Offered(Shape, frozen=True):
    """What a being may do and may not."""

    name: str
    acts: bool
    entries: list[Entry]


class Part(Shape, frozen=True):
    """A value, in words."""

    value: Any
    words: str


class Range(Shape, frozen=True):
    """What may be answered: `one` of the choices, an `amount`, `several` of some things, a number of things `split`
    among some, or `some` other answer."""

    kind: Literal["one", "amount", "several", "split", "some"]
    least: int | Unset = UNSET
    most: int | Unset = UNSET
    among: list[Part] | Unset = UNSET


class Choice(Part, frozen=True):
    """An answer, in words, and what else is said of it."""

    about: str


class Asked(Shape, frozen=True):
    """The question that is open. `standing`: how it can be answered once and for all."""

    key: str
    rule: str
    title: str
    short: str
    who: str
    name: str
    words: list[str]
    domain: Range
    choices: list[Choice]
    default: Any
    standing: list[Literal["always", "never"]]
    tray: str  # the kind of the tray on the sheet of `who` whose places, from 1 on, are what is chosen from; or empty


class Meanwhile(Shape, frozen=True):
    """What may be done before the question is answered."""

    command: Deed
    words: str


class DieShown(Shape, frozen=True):
    """A die to throw: on which faces it is thrown again, a single time or until another shows, and which faces bring
    one more such die, thrown when all of them lie."""

    sides: int
    again: list[int]
    once: bool
    more: list[int]


class FacesAsked(Shape, frozen=True):
    """Real dice to be thrown, whose faces are typed in."""

    key: str
    pool: list[DieShown]
    dice: str
    rule: str
    title: str
    name: str


class UndoShown(Shape, frozen=True):
    """May something be taken back; for the game master, how many steps back and forward."""

    may: bool
    steps: int
    redo: int


class Improvised(Shape, frozen=True):
    """What somebody wants to do that the game master settles: in words, or a command that was refused; that the game
    master calls for something; or that a rule is waived for a new character, and then no being is named."""

    id: str
    by: str
    being: str
    words: str
    kind: Literal["words", "command", "call", "waiver"]
    refused: Against | None
    said: str
    open: bool
    allowed: bool


# ---------------------------------------------------------------- papers, and the game master's own


class NoteShown(Shape, frozen=True):
    title: str
    text: str
    whose: Literal["own", "shared", "gm"]
    owner: str


class HandoutShown(Shape, frozen=True):
    """`seats`, for the game master: who may see it."""

    title: str
    text: str
    picture: str
    description: str
    seats: list[str]


class CharacterShown(Shape, frozen=True):
    name: str
    owner: str
    overrides: list[str]
    look: str  # a figure by its name; empty where none was chosen
    colour: str
    picture: str


class MapShown(Shape, frozen=True):
    """A picture that lies under the board: two of its spots, counted in its width, lie on two of the board's. Those are
    counted in cells: the middle of the hex q, r is at q + r/2, r·√3/2, of the square or the zone x, y at x, y."""

    picture: str
    spots: tuple[Spot, Spot]
    onto: tuple[Spot, Spot]
    strength: int  # in percent
    seen: Literal["gm", "everybody"]


class DrawingShown(Shape, frozen=True):
    """What somebody has drawn on the board, through points that are counted in hundredths of a cell."""

    kind: Literal["pen", "arrow", "text"]
    points: list[tuple[int, int]]
    text: str
    seen: Literal["all", "gm"]
    owner: str  # a seat


class ClockShown(Shape, frozen=True):
    """A clock of the table: so many of its parts are filled; `down`: what is left is counted."""

    name: str
    of: int
    now: int
    down: bool
    seen: Literal["all", "gm"]


class AdventureShown(Shape, frozen=True):
    """The adventure that is led: the title of its chapter now, the how many-th that is, what of it was read aloud to
    all and stands there to be read again, which of its handouts one has been shown, and its notes of the coach."""

    title: str
    chapter: str
    number: int
    told: str
    papers: list[str]
    coach: list[Note]


class FlagShown(Shape, frozen=True):
    by: str
    rule: str
    line: str
    note: str


class CrashShown(Shape, frozen=True):
    by: str
    why: str


class PackShown(Shape, frozen=True):
    """The pack that a file of content was taken from."""

    id: str
    title: str
    version: str


class MissingShown(Shape, frozen=True):
    """What the table names and has not; with kind and id where something can be put in its place."""

    kind: str
    id: str
    words: str


class HeroShown(Shape, frozen=True):
    """Somebody of the party of a scene that is prepared, and the character of which they are made."""

    id: str
    name: str
    character: str


class ChapterLine(Shape, frozen=True):
    """A chapter of the adventure; `begun`: it was led already, or is now."""

    id: str
    title: str
    begun: bool


class BreakShown(Shape, frozen=True):
    """A rest of the game, or one of its kinds of travel; the other is empty."""

    rest: str
    travel: str
    words: str


class WayShown(Shape, frozen=True):
    """Where it may go on, by the id of the chapter, and in words; `when`: only after the scene was won, or lost."""

    to: str
    title: str
    text: str
    when: Literal["", "won", "lost"]


class ChapterLed(Shape, frozen=True):
    """The chapter now: its scene, as it is prepared; what to read aloud, and whether that was put before the players;
    what to know; its handouts; rests and travel on the way to it and afterwards."""

    id: str
    title: str
    scene: str
    difficulty: Literal["", "easy", "fair", "hard", "deadly"]
    say: str
    know: str
    told: bool
    papers: list[str]
    before: list[BreakShown]
    after: list[BreakShown]
    next: list[WayShown]


class AdventureLed(Shape, frozen=True):
    """The adventure for who leads it. `alone`: nobody does, since a machine answers for the game master; `before`: the
    chapter from which the one now was reached."""

    title: str
    text: str
    alone: bool
    chapters: list[ChapterLine]
    before: str
    now: ChapterLed | None


class Master(Shape, frozen=True):
    """What is for the game master alone."""

    scenes: dict[str, str]
    heroes: dict[str, list[HeroShown]]  # of each scene, while none is on the table
    left: list[str]
    options: dict[str, bool | int | str]
    content: list[str]
    edition: str  # of the content: another word for other content, though its files are called the same
    policies: dict[str, str]
    waiting_room: dict[str, str]
    door: float  # until when it is open
    flags: dict[str, FlagShown]
    crashes: list[CrashShown]
    stuck: int  # how often in a row the machine could not do what is next
    reopened: str
    secrets: list[int]  # evenings that are closed, and whose rolls in secret are not
    packs: dict[str, PackShown]  # of the content, by the names of files
    missing: list[MissingShown]
    adventure: AdventureLed | None
    unshown: bool  # a scene is on the table, and cannot be shown


class RulingAwaited(Shape, frozen=True):
    """A modifier of the game master that waits for somebody's next roll."""

    who: str
    words: str


class Document(Shape, frozen=True):
    """All that a seat sees of its table."""

    table: TableShown
    you: You
    seats: dict[str, SeatShown]
    scene: SceneShown | None
    ended: EndedShown | None  # where the scene is a fight that is over
    board: Hexes | Squares | Zones | None
    beings: dict[str, BeingShown]
    turn: TurnShown | None
    waiting: WaitedFor | None
    rulings: list[RulingAwaited]
    map: MapShown | None
    fog: dict[str, list[tuple[int, int]]]  # places that are covered, as runs of each row: cells, or spots of zones
    drawings: dict[str, DrawingShown]
    pins: dict[str, Cell | str]  # notes that are pinned to a place of the board, by note
    clocks: dict[str, ClockShown]
    adventure: AdventureShown | None
    holds: list[str]
    dice: DiceShown
    offers: dict[str, Offered] | None
    question: Asked | None
    meanwhile: list[Meanwhile]
    faces: FacesAsked | None
    undo: UndoShown
    improvised: list[Improvised]
    notes: dict[str, NoteShown]
    handouts: dict[str, HandoutShown]
    characters: dict[str, CharacterShown]
    master: Master | None
