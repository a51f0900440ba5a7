"""The shapes of what is told besides documents: the log, the chat, and the answer to each look. As with documents, a
test holds what is really told against them."""

from __future__ import annotations

from typing import Any, Literal

from ludex.table.document.document import Against, ConditionShown, Deed, Document, Offered, PaidShown, Part
from ludex.table.document.document_board import Cell, Edge
from ludex.table.know.rolls import ModifierShown, RollShown
from ludex.table.records.entry import UNSET, Unset
from ludex.table.records.shape import Shape

# ---------------------------------------------------------------- the log


class LinePart(Shape, frozen=True):
    """Words of a line, or what it names: a `being`, `thing` or `place`, with its id."""

    words: str
    kind: str
    id: str


class CameShown(Shape, frozen=True):
    """What has come of something, in short: `HP` by −6, or `Bleeding`; for whom, and whether that is good for them."""

    who: str
    what: str
    by: int
    good: bool | None


class LogLine(Shape, frozen=True):
    """A line of the log, its parts where it names anything, the rule behind it, how it stands out (round, turn, end, or
    not at all), and which of the rolls beside it belong to it. `head` are its parts without dice and sums, where it has
    any; `aside` what only goes with a deed, as its price."""

    words: str
    parts: list[LinePart]
    head: list[LinePart]
    rule: str
    rank: str
    rolls: list[int]
    came: list[CameShown]
    aside: bool


class ToldLines(Shape, frozen=True):
    """What one doing has brought. `told` is its number in the log as this seat reads it; 0 begins the log anew.
    What has the numbers in `undoes` does not count any more, and what has those in `redoes` does again. `deed` is
    the number of that in which its deed began; nothing for words, which are none."""

    told: int
    at: float
    by: str
    lines: list[LogLine]
    rolls: list[RollShown]
    undoes: list[int]
    redoes: list[int]
    deed: int | None
    by_hand: bool


class Said(Shape, frozen=True):
    """What somebody said to all."""

    at: float
    by: str
    words: str


# ---------------------------------------------------------------- choices, reasons and suggestions


class Chosen(Shape, frozen=True):
    arg: str
    value: Any
    words: str
    about: str


class Choosable(Shape, frozen=True):
    """A value of an argument; with the command where that settles it, `more` where something is left to choose. A
    direction `covers` places: who points at one of them means it."""

    value: Any
    words: str
    about: str
    price: list[PaidShown]
    refused: Against | None
    command: Deed | None
    does: str  # the command as a sentence; empty where there is none
    more: bool
    covers: list[Cell | str] | Unset = UNSET


class WorthALook(Shape, frozen=True):
    value: Any
    command: Deed
    why: str


class ChoicesTold(Shape, frozen=True):
    """What may be chosen for the next argument, `arg`; where all are chosen there is none, and the command instead."""

    being: str
    action: str
    label: str
    chosen: list[Chosen]
    arg: str | None
    asks: str | Unset = UNSET
    free: bool | Unset = UNSET  # to be given in one's own words
    typed: str | Unset = UNSET  # how a value can be typed besides, for `read`; empty: it cannot
    optional: bool | Unset = UNSET  # left out, it is something else than these values
    values: list[Choosable] | Unset = UNSET
    suggestions: list[WorthALook] | Unset = UNSET
    command: Deed | Unset = UNSET
    words: str | Unset = UNSET
    price: list[PaidShown] | Unset = UNSET
    refused: Against | Unset | None = UNSET


class LayTold(Shape, frozen=True):
    """Where a thing could be laid: the places of a tray that it would fill, or none where it is the whole tray."""

    tray: int
    slots: list[int]
    command: Deed
    label: str
    price: list[PaidShown]
    refused: Against | None


class RuleShown(Shape, frozen=True):
    id: str
    title: str
    where: str
    says: str
    ruling: str


class WhyNot(Shape, frozen=True):
    action: str
    label: str
    refused: Against | None
    rules: list[RuleShown]


class Suggested(Shape, frozen=True):
    """What the machine would do, and why."""

    command: Deed
    words: str
    why: str


# ---------------------------------------------------------------- odds


class Chance(Shape, frozen=True):
    """A chance as a fraction, such as 27/33, and as a number."""

    exact: str
    value: float


class ChanceOf(Chance, frozen=True):
    words: str


class OutcomeOf(ChanceOf, frozen=True):
    """What a deed may come to; `changes`: is anything other than before?"""

    changes: bool


class ChangeOf(Shape, frozen=True):
    """What changes for somebody on average, one thing after the other."""

    being: str
    words: list[str]


class ChangedBy(Chance, frozen=True):
    change: int


class Spread(Shape, frozen=True):
    """By how much a number may change, and how likely; what is missing to 1 leaves it as it is. Where it is one of the
    being's pools, `pool` is its name."""

    being: str
    words: str
    pool: str
    by: list[ChangedBy]


class StateOf(Chance, frozen=True):
    """`ends`: by that somebody is out of the fight, or further out of it than before."""

    being: str
    words: str
    ends: bool


class Harm(Shape, frozen=True):
    """What may happen to somebody at whom a deed is aimed or who is caught in it: how likely the pool changes that a
    blow is about, by how much where it does, and the chance that the last of it goes, where it is known how much there
    is (`now`); the chance to be out of the fight, and what the game calls that."""

    being: str
    ally: bool  # of the one who does it
    pool: str
    now: int | None
    touched: Chance
    mean: float
    last: Chance | None
    falls: ChanceOf | None


class MovedTo(Chance, frozen=True):
    """Where somebody may be moved to, and how many cells or zones that is."""

    being: str
    to: Cell | str
    steps: int | None


class TotalOf(Shape, frozen=True):
    """So many throws come to this total, and that is one of the results."""

    total: int
    many: int
    result: int


class MarkAt(Shape, frozen=True):
    words: str
    at: int


class ResultOf(ChanceOf, frozen=True):
    how: str  # what brings it: a threshold, or faces


class ThrowsTold(Shape, frozen=True):
    """Every throw of the first roll by its total, with the thresholds and the results; `bonus` is in the totals."""

    totals: list[TotalOf]
    marks: list[MarkAt]
    results: list[ResultOf]
    bonus: int


class OddsTold(Shape, frozen=True):
    """What a command or an answer leads to. `chances` are those of the first roll, and exact; each other chance is at
    least what it is said to be, and at most so much more as is `unexplored`. `done`: nothing more is worked out."""

    command: Deed
    line: str
    dice: str
    assumed: str
    choices: bool  # is something asked on the way, of which the look `instead` tells?
    rule: str
    chances: list[ChanceOf]
    throws: ThrowsTold | None  # in games in which one counts them
    modifiers: list[ModifierShown]
    changes: list[ChangeOf]
    spread: list[Spread]
    harms: list[Harm]  # who is aimed at first; the pool is one of the numbers of `spread`
    moved: list[MovedTo]  # others than who does it, the likeliest place first
    gained: list[StateOf]
    lost: list[StateOf]
    outcomes: list[OutcomeOf]
    more: int
    unexplored: Chance
    done: bool
    strikers: list[str] | Unset = UNSET  # of a command: who reacts
    value: Any | Unset = UNSET  # of an answer


class OtherAnswer(Shape, frozen=True):
    """An answer, and what it comes to without what is the same for all; `assumed`: the odds are those of this one."""

    value: Any
    words: str
    about: str  # what else is said of it
    line: str
    assumed: bool


class InsteadTold(Shape, frozen=True):
    """A question on the way of a deed that its side would be asked."""

    rule: str
    title: str
    being: str
    answers: list[OtherAnswer]


class ChoosingTold(Shape, frozen=True):
    """All of them that make a difference, as far as they are worked out. `done`: there are no more."""

    questions: list[InsteadTold]
    done: bool


class BestOf(ChanceOf, frozen=True):
    """The best chance of an entry in the action bar, that which is fixed in it named; of so many ways that have one."""

    action: str
    fixed: list[Any]
    command: Deed
    many: int


class BarTold(Shape, frozen=True):
    """The entries in the action bar whose success is rolled for. `done`: all of them were looked at."""

    being: str
    entries: list[BestOf]
    done: bool


class PlanTold(Shape, frozen=True):
    """What may be planned: the command, in words, with the chance of its first roll, and what it takes on average."""

    command: Deed
    words: str
    chance: ChanceOf | None
    takes: str


class AheadTold(Shape, frozen=True):
    """While it is the turn of others."""

    being: str
    reacts: list[RuleShown]
    plans: list[PlanTold]


# ---------------------------------------------------------------- the board


class WayTold(Shape, frozen=True):
    path: list[Cell | str]
    cost: int


class OtherWay(Shape, frozen=True):
    """The same move with something chosen otherwise than as it is meant by default, in words: with all others."""

    words: str
    command: Deed


class MoveTold(Shape, frozen=True):
    """A way of moving to a place: the command, or only why not."""

    action: str
    label: str
    refused: Against | None
    command: Deed | Unset = UNSET
    path: list[Cell | str] | Unset = UNSET
    price: list[PaidShown] | Unset = UNSET
    draws: list[str] | Unset = UNSET  # who may react
    warning: str | Unset = UNSET
    others: list[OtherWay] | Unset = UNSET


class PathTold(Shape, frozen=True):
    """The way to a place, however far, and each way of moving there now."""

    being: str
    to: Cell | str
    way: WayTold | None
    moves: list[MoveTold]
    done: bool  # is all worked out that they may draw?


class PlaceInReach(Shape, frozen=True):
    at: Cell | str
    price: list[PaidShown]
    beside: list[str] | Unset = UNSET  # those of another side who stand beside it; of a zone, in it


class MoveInReach(Shape, frozen=True):
    action: str
    label: str
    places: list[PlaceInReach]


class ReachTold(Shape, frozen=True):
    being: str
    moves: list[MoveInReach]


class FarOf(Shape, frozen=True):
    """How far somebody is, as the game counts it: cells or zones (null: no way leads there), and all of it in words."""

    steps: int | None
    words: str


class FarTold(Shape, frozen=True):
    being: str
    others: dict[str, FarOf]  # all others on the map


class SightTold(Shape, frozen=True):
    one: str
    other: str
    clear: bool
    words: str  # why not, or how well; empty where nothing is in the way
    line: list[Cell | str]
    cover: list[Edge]


class RowShown(Shape, frozen=True):
    """A label of the sheet and what stands there. Where that begins with a number, that is here too, with what it is
    out of and the rest of the words. `things` are the ids of what it is about, and `note` are other words
    where a price stands beside them already. What a tray or a pool shows is `drawn`."""

    label: str
    words: str
    number: int | None
    of: int | None
    signed: bool
    rest: str
    things: list[str]
    note: str
    drawn: bool  # it need not be written besides


class SheetSection(Shape, frozen=True):
    """Of its kind `who` stands under the name, `now` is what changes, `numbers` and `arms` are what they say."""

    title: str
    kind: Literal["", "who", "now", "numbers", "arms"]
    rows: list[RowShown]
    drawn: bool


class SlotShown(Shape, frozen=True):
    """A place of a tray: what is in it, and its state (free, held, worn, hurt, ready, spent or last)."""

    name: str
    words: str
    state: str
    size: int
    number: int | None
    look: str  # how the thing is drawn; empty where its words tell no drawing


class TrayShown(Shape, frozen=True):
    """What players lay out on a sheet; its kind says how it is drawn."""

    kind: str
    title: str
    note: str
    slots: list[SlotShown]


class CheckShown(Shape, frozen=True):
    """What the game master may call for; `number` is the argument that says against what. `bonus` is what is added to
    the roll, where no row of the sheet says it."""

    label: str
    name: str
    args: dict[str, Any]
    number: str
    bonus: int | None


class SheetTold(Shape, frozen=True):
    """`trays` only of those who are known exactly."""

    being: str
    name: str
    side: str
    sections: list[SheetSection]
    trays: list[TrayShown]
    checks: list[CheckShown]
    conditions: list[ConditionShown]
    derived: list[str]


# ---------------------------------------------------------------- for the game master


class AskedTold(Shape, frozen=True):
    """An argument that is given with a value of another: what it is called then, and what it can be. Of words given
    one after the other: what stands before, and where there may be several, what stands between them. Of a number: the
    least, and what stands there at first."""

    name: str
    label: str
    values: list[Part]
    optional: bool
    between: str | Unset = UNSET
    after: str | Unset = UNSET
    least: int | Unset = UNSET
    usual: int | Unset = UNSET


class ValueTold(Part, frozen=True):
    """A value of an argument, in words; of a condition also its seal, and what has to be given with it."""

    look: str | Unset = UNSET
    asks: list[AskedTold] | Unset = UNSET


class ArgTold(Shape, frozen=True):
    """An argument of a command of the game master; `values` are those one thinks of. What is given in `parts` is a list
    of pairs, an amount and one of the values. What is given `seldom` is asked for only with a value of another."""

    name: str
    label: str  # in the words of the game
    kind: Literal["being", "place", "number", "yes", "several", "parts", "words", "data"]
    optional: bool
    default: Any
    values: list[ValueTold]
    seldom: bool


class CallTold(Shape, frozen=True):
    """A command of the game master: what it does, why not now, whether play goes on with it where nobody acts, and
    whether it is the rest by which a party comes to itself."""

    name: str
    label: str
    about: str
    rule: str
    refused: Against | None
    between: bool
    restful: bool
    args: list[ArgTold]


class ColumnTold(Shape, frozen=True):
    """What is said of each thing besides which it is, and what is said of a new one."""

    name: str
    words: str
    kind: Literal["number", "yes", "words"]
    value: int | bool | str


class ThingsTold(Shape, frozen=True):
    """How things are listed in a field: each is an id, or a table with the id under `key`. `stays`: the place of one
    that is taken stays, with nothing in it."""

    key: str
    stays: bool
    values: list[Part]
    columns: list[ColumnTold]


class FieldTold(Shape, frozen=True):
    """A field that the game master can set, under its `heading`; `usual` are those that are wanted most often, without
    one. `values`: what it can be, or of `numbers` what each is called. `things`: what it lists. Of what is `told` in
    `lines`, each a part of its value where that is a list, parts can be taken away, or all of it: `unset`."""

    name: str
    words: str
    text: str
    unit: str
    heading: str
    usual: bool
    kind: Literal["number", "yes", "words", "one", "place", "places", "things", "numbers", "told"]
    value: Any
    values: list[Part]
    things: ThingsTold | None
    lines: list[str]
    unset: Any
    can_unset: bool


class FieldChanged(Shape, frozen=True):
    """A field of an entry before and after, in words."""

    field: str
    before: str
    after: str


class UserTold(Shape, frozen=True):
    """Who names an entry: a being, the scene on the table, one that is prepared or was left, a character, an entry."""

    what: Literal["being", "scene", "prepared", "left", "character", "entry"]
    name: str
    words: str


class EntryChanged(Shape, frozen=True):
    """What becomes of an entry of the content. `why` says that it needs an answer; `instead` is what could take its
    place."""

    kind: str
    id: str
    name: str
    what: Literal["new", "changed", "taken away"]
    fields: list[FieldChanged]
    users: list[UserTold]
    why: str
    instead: list[Part]


class RehearsalTold(Shape, frozen=True):
    """What a change of the content comes to: the entries that change, and how many stay as they are. Then what about
    characters no rule allows, and what may have been forgotten."""

    changes: list[EntryChanged]
    untouched: int
    overrides: list[str]
    warnings: list[str]


class GivenTold(Shape, frozen=True):
    """What was answered or rolled: its number among all of the command, and among its rolls (-1: no roll)."""

    number: int
    words: str
    roll: int
    faces: list[int]
    sides: list[int]
    answer: str


class UnderWayTold(Shape, frozen=True):
    """The command that is open, or was last, and what was given since."""

    words: str
    open: bool
    given: list[GivenTold]


class CoversTold(Shape, frozen=True):
    """The places that a command is about at once."""

    places: list[Cell | str]


# ---------------------------------------------------------------- looking back


class ChapterTold(Shape, frozen=True):
    """The time that a scene was on the table, and in which evening that began."""

    chapter: int
    title: str
    evening: int
    at: float


class PoolThen(Shape, frozen=True):
    """How much somebody had left of what they live by: in hundredths, and in words or as a number where it was told."""

    share: int
    left: str


class MomentListed(Shape, frozen=True):
    """A moment: what was read with it, whose turn it was in which round when it ended, the pools that are not as they
    were the moment before, and who was not known to be there any more. One that does not count was taken back since;
    of one that is not `shown` the board of then is not known."""

    moment: int
    at: float
    words: str
    round: int
    of: str
    pools: dict[str, PoolThen]
    gone: list[str]
    counts: bool
    shown: bool


class KnownThen(Shape, frozen=True):
    name: str
    ally: bool


class MomentsTold(Shape, frozen=True):
    """All chapters of the table, and the moments of one: the last ones, where they are very many."""

    chapters: list[ChapterTold]
    chapter: int
    over: bool
    beings: dict[str, KnownThen]
    moments: list[MomentListed]


class MomentTold(Shape, frozen=True):
    """How a moment looked, or `why` that is not known, and what was read last by then: `told` is the number of the
    moment with which it was. It may be a later one than was asked for: what happened at once is shown at once."""

    chapter: int
    moment: int
    read: list[ToldLines]
    document: Document | None
    why: str


class Answers(Shape, frozen=True):
    """What is answered, by the kind of the look."""

    offers: Offered | None
    choices: ChoicesTold
    read: Part
    lays: list[LayTold]
    why: WhyNot
    suggest: Suggested
    ahead: AheadTold
    odds: OddsTold | None
    covers: CoversTold
    instead: ChoosingTold
    bar: BarTold
    answer_odds: list[OddsTold]
    path: PathTold
    reach: ReachTold
    far: FarTold
    sight: SightTold | None
    sheet: SheetTold
    log: list[ToldLines]
    see_as: Document
    look_as: Any  # as the look that was asked
    calls: list[CallTold]
    fields: list[FieldTold]
    under_way: UnderWayTold | None
    rehearse: RehearsalTold
    moments: MomentsTold
    moment: MomentTold
