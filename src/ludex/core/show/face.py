"""How a game shows itself to people: its map, its words for values and questions, what things cost, what stands out.

Nothing here decides anything. Every part has a plain answer, so that a game fills in only what it can say better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from ludex.core.board import hex, square
from ludex.core.board.cells import Cell, CellBoard, Edge
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.board.zone import ZoneBoard, side
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import Ruling
from ludex.core.kernel.scene import Condition
from ludex.core.show.brink import Brink
from ludex.core.show.odds import Odds
from ludex.core.show.price import NOTHING, Price
from ludex.core.show.sentence import sentence
from ludex.core.show.sheet import Section, section

Place = Cell | str  # a cell, or the id of a zone


class Feature(NamedTuple):
    """Something that belongs to a cell: cover or a door that fills it, an exit, a weight that hangs over it."""

    at: Cell
    kind: str  # what it is, in a word: `cover`
    name: str
    sign: str  # on a map of characters; three of them fill the cell
    notes: tuple[str, ...] = ()  # what else there is to know of it

    @property
    def words(self) -> str:
        """All about it: `pillar, hides 75 %, 20 HP`"""
        return ", ".join((self.name, *self.notes))


@dataclass(frozen=True, slots=True)
class CellPlan:
    """A map of cells with all that is on it."""

    board: CellBoard
    places: Mapping[str, tuple[Cell, ...]]  # the cells of every being that is there
    things: tuple[tuple[str, Cell], ...] = ()  # what lies about
    dangers: tuple[tuple[str, tuple[Cell, ...]], ...] = ()  # what happens there, and the cells
    up: Mapping[str, int] = field(default_factory=dict)  # how far above the ground, of those who are in the air
    metres: int = 1  # across a cell
    features: tuple[Feature, ...] = ()
    facing: Mapping[str, int] = field(default_factory=dict)  # the direction of the board that somebody faces
    heights: str = "m"  # what heights are counted in, one of them

    def high(self, height: int) -> str:
        """`3 m`, `3 spaces`"""
        return f"{height} {self.heights}" + ("" if self.heights == "m" or height == 1 else "s")

    def apart(self, one: Iterable[Cell], other: Iterable[Cell]) -> int | None:
        """How many cells two bodies are apart on the ground."""
        return self.board.distance(*self.board.nearest(one, other))

    def direction(self, one: Iterable[Cell], other: Iterable[Cell]) -> str:
        """The compass word for the way from one body to another."""
        names = hex.direction_name if self.board.shape == HexBoard.shape else square.direction_name
        return names(*self.board.nearest(one, other))


@dataclass(frozen=True, slots=True)
class HexPlan(CellPlan):
    """A map of hexes."""

    board: HexBoard


@dataclass(frozen=True, slots=True)
class SquarePlan(CellPlan):
    """A map of squares."""

    board: SquareBoard


@dataclass(frozen=True, slots=True)
class ZonePlan:
    """A map of zones with all that is on it."""

    board: ZoneBoard
    places: Mapping[str, tuple[str, ...]]  # the zones of every being that is there
    things: tuple[tuple[str, str], ...] = ()  # what lies about, and in which zone
    hazards: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the zones they touch; two: it lies between them
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what else a zone is, in words: `safe zone`
    metres: int = 10  # across a zone
    diagonal: bool = False  # a diagonal step counts as one zone of distance
    by_steps: bool = False  # distance is counted in steps that can be taken, not by the map
    shut: tuple[tuple[str, str], ...] = ()  # zones side by side between which nobody passes now
    unseen: tuple[str, ...] = ()  # zones of which nothing is known, nor whether they are joined with each other
    lights: tuple[tuple[str, int], ...] = ()  # zones from which light falls, and so many zones far
    bearers: tuple[str, ...] = ()  # those from whom it falls; where nobody in the zone is one, it lies there

    def apart(self, one: Iterable[str], other: Iterable[str]) -> int | None:
        """How many zones two bodies are apart; nothing where no way leads there, and the game counts steps."""
        if not self.by_steps:
            return self.board.gap(tuple(one), tuple(other), self.diagonal)
        goals = tuple(other)
        return min([far[goal] for far in map(self.hops, one) for goal in goals if goal in far], default=None)

    def hops(self, start: str) -> dict[str, int]:
        """How many steps each zone is away, through nothing that is shut."""
        shut = {side(*zones) for zones in self.shut}
        return self.board.hops(start, lambda here, there: side(here, there) not in shut)

    def direction(self, one: Iterable[str], other: Iterable[str]) -> str:
        """The compass word for the way from one body to another."""
        goals = tuple(other)
        pairs = [(here, there) for here in one for there in goals]
        return self.board.direction(*min(pairs, key=lambda pair: self.board.distance(*pair)))


Plan = HexPlan | SquarePlan | ZonePlan


def steps_between(plan: Plan, one: Any, other: Any) -> int | None:
    """How many cells or zones lie between two of its places, or several; nothing where no way leads from one to the
    other."""
    return plan.apart(one, other)


class Line(NamedTuple):
    """A line of the log: what happened, the rule behind it, and how it stands out."""

    words: str
    rule: str
    rank: str = ""  # round, turn, end; empty for an ordinary line
    of: tuple[Ruling, ...] = ()  # what it tells of


class Against(NamedTuple):
    """What a roll was compared with: `AC 15`, or the three thresholds of a Defence."""

    what: str
    numbers: tuple[int, ...]


class Outcome(NamedTuple):
    """What came of a roll."""

    word: str
    good: bool | None = None  # for who rolled; nothing where it is neither


class Result(NamedTuple):
    """How a roll was read."""

    signs: tuple[int, ...] = ()  # how each kept die goes into the total: 1 added, −1 taken away, 0 left out; all added
    against: Against | None = None
    outcome: Outcome | None = None


class Came(NamedTuple):
    """What has come of something for somebody, in short: `HP` by −6, or that they are `Bleeding`."""

    who: str  # empty: for all of the enemy, or for everybody
    what: str
    by: int = 0  # so much less or more of it; 0: it is no number
    good: bool | None = False  # for them
    cause: str = ""  # the being through whom it came, where it is known
    left: int | None = None  # so much is left of it then, where that is told
    sides: tuple[str, str] = ("", "")  # whose side they were on, and the cause


class Spoil(NamedTuple):
    """What lies there for whoever comes by: its name, where it is, and how somebody beside it takes it up."""

    name: str
    at: Place
    action: str
    args: Mapping[str, Plain]


class Suggestion(NamedTuple):
    """A choice of arguments that is worth a look, and why."""

    command: Command
    why: str


class Slot(NamedTuple):
    """A place of a tray, and what is in it."""

    name: str  # empty: nothing
    words: str = ""
    state: str = ""  # free, held, worn, hurt, ready, spent or last
    size: int = 1  # so many places, taken up together
    number: int | None = None


class Tray(NamedTuple):
    """What players lay out on a sheet, or count there with things: slots, hands, pieces of armour, dice. Its kind says
    how it is drawn."""

    kind: str
    title: str
    slots: tuple[Slot, ...]
    note: str = ""
    draws: tuple[str, ...] = ()  # labels and titles of the sheet that need not be written besides


class Throws(NamedTuple):
    """Every throw of the first roll, where there are few enough to count them: for each total how many throws come to
    it, and which of the results that is; the thresholds by their names; the results, what brings them, and how likely
    each is."""

    totals: tuple[tuple[int, int, int], ...]
    marks: tuple[tuple[str, int], ...]
    results: tuple[tuple[str, str, Fraction], ...]
    bonus: int = 0


class Lay(NamedTuple):
    """Where a thing of a tray could be laid: the number of a tray and those of its places that it fills then, from 0,
    or none where it is the tray as a whole; and the command that does it."""

    tray: int
    slots: tuple[int, ...]
    command: Command


class Check(NamedTuple):
    """What the game master may call for: the label on the sheet, the command, and its argument that says against what
    number; empty where there is none. What is added to its roll, where no line of the sheet with this label says it."""

    label: str
    command: Command
    number: str = ""
    bonus: int | None = None


class Typed(NamedTuple):
    """How a value of an argument is typed that is not among those that are offered."""

    hint: str
    read: Callable[[str], Plain]  # nothing when the words are no such value


class Way(NamedTuple):
    """A path cell by cell or zone by zone, without its start, and what it costs in metres."""

    path: tuple[Place, ...]
    cost: int


class Sight(NamedTuple):
    """Whether somebody sees somebody, and why not or how well; the places between which the line is drawn, the cover on
    it, and the rule by which it is so."""

    clear: bool
    words: str  # empty where nothing is in the way
    line: tuple[Place, Place]
    cover: tuple[Edge, ...] = ()
    rule: str = ""


class Lit(NamedTuple):
    """Where it is light and where dark: places, each with a number. Of zones those that have light, with how many zones
    away it is; of cells those that are dark, 1 for the dark and 2 for a darkness in which nobody sees."""

    places: Mapping[Place, int]
    words: str
    rule: str


class Shown(Protocol):
    """What a face asks of its game."""

    actions: dict[str, Action]
    gm_actions: dict[str, Action]

    def summary(self, scene: Any, being: Any) -> list[tuple[str, str]]: ...

    def sentence(self, scene: Any, ruling: Ruling) -> str: ...


# What arguments of the game master's commands are called in every game, where its face has no other words
ARGUMENTS = {
    "being": "Who", "target": "Who", "at": "Where", "by": "Caused by", "source": "Caused by",
    "push source": "Pushed by", "change_maximum to": "To", "modify name": "Why",
    "modify amount": "How much", "modify kind": "On what of the roll",
    "modify rule": "Only on rolls by this rule", "set what": "What", "roll dice": "Dice, such as 2d6+1",
    "roll for": "For what", "roll secret": "In secret", "spawn from": "Whom", "join who": "Whom", "name": "Called",
    "amount": "How much", "winner": "Who wins", "to": "For whom", "context": "What it is about",
    "until": "Until when", "option name": "Option", "counts": "It counts as a rest", "kind": "Which kind",
}  # fmt: skip


class Face:
    least: Fraction = Fraction(0)  # of a condition: what is less likely is told only where all is told
    tells_left: Mapping[str, str] = {}  # kinds of rulings, and the value in them that tells what `who` has left
    passing: frozenset[str] = frozenset({"turns"})  # fields of a scene by which nobody looks different
    summed_by_others = False  # does what is to be seen of somebody at a glance follow from others as well?
    final: frozenset[str] = frozenset()  # conditions with which all others are gone, which needs no words then

    def __init__(self, game: Shown) -> None:
        self.game = game

    def plan(self, scene: Any) -> Plan | None:
        """The map, where there is one."""
        return None

    def whole_plan(self, scene: Any) -> Plan | None:
        """The map for whoever knows everything."""
        return self.plan(scene)

    def aloud(self, words: str) -> str:
        """Words as they are read aloud: the game's own signs by their names."""
        return words

    def situation(self, scene: Any) -> list[tuple[str, str]]:
        """What concerns everybody: the round, counters of the whole table."""
        return [("Round", str(scene.turns.round))] if scene.turns.round else []

    def before_turn(self, scene: Any) -> str:
        """What whoever acts now may do, in a sentence, where their turn has not come yet; nothing in a turn."""
        return ""

    def left(self, scene: Any, being: Any) -> Price:
        """What a being has left to act with, at a glance."""
        return NOTHING

    def badge(self, scene: Any, being: Any) -> int | None:
        """The number that stands on its piece on the board, in games that have one."""
        return None

    def brinks(self, scene: Any, being: Any) -> list[Brink]:
        """The checks by which a being would go down or not, where that is near; nothing in games that know none."""
        return []

    def reacts(self, scene: Any, being: Any) -> bool | None:
        """Has a being a Reaction left? Nothing where the game knows none, or it does not matter now."""
        return None

    order_rule = ""  # the rule by which somebody rolls for their place in the order of turns

    def speed(self, scene: Any, being: Any) -> int | None:
        """The number by which a being has their place in the order of turns, where they have one of their own."""
        return None

    def covers(self, scene: Any, command: Command) -> tuple[Place, ...]:
        """All places that a command is about at once, where it is about an area."""
        return ()

    def sheet(self, scene: Any, being: Any) -> list[Section]:
        """All there is to know about a being."""
        return [section("At a glance", self.game.summary(scene, being))]

    def trays(self, scene: Any, being: Any) -> list[Tray]:
        """What of a sheet is laid out rather than written."""
        return []

    def lays(self, scene: Any, being: Any, tray: int, slot: int) -> list[Lay]:
        """Where what lies in a place of a tray could be laid, whether it may be now or not."""
        return []

    def laid_in(self, question: Question) -> str:
        """Where the answers to a question are places of a tray, by their numbers from 1 on: its kind."""
        return ""

    def checks(self, scene: Any, being: Any) -> list[Check]:
        """The checks of a being that their sheet has numbers for."""
        return []

    def value(self, scene: Any, name: str, value: Plain) -> str:
        """An argument or an answer in words; `name` is the argument, the field or the rule that asks, `field` for the
        name of a field itself, `condition` for that of a condition."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return scene.beings[value].name if value in scene.beings else value.replace("_", " ")
        return str(value)

    def condition(self, scene: Any, condition: Condition) -> str:
        """A condition as somebody is under it."""
        return self.value(scene, "condition", condition.name)

    def derived(self, scene: Any, being: Any) -> list[str]:
        """What somebody is under because of something else, such as few health points."""
        return []

    def spare(self, scene: Any, being: Any) -> list[str]:
        """What somebody has over and above their pools, for whoever knows those exactly."""
        return []

    def changed(self, scene: Any, field: str, by: Fraction | int) -> str:
        """What has changed by so much; where that is exactly one, of one."""
        return self.value(scene, "field", field)

    def became(self, scene: Any, field: str, value: Plain) -> str:
        """What it means that a field is this now, where words of its own say it better; empty where none do."""
        return ""

    def about(self, scene: Any, being: Any, name: str, value: Plain, chosen: tuple[Plain, ...] = ()) -> str:
        """What one wants to know of an argument of an action before choosing it: the numbers of a weapon. `chosen` are
        the arguments before it."""
        return ""

    def aside(self, scene: Any, being: Any, action: Action, value: Plain) -> str:
        """Of an action that is offered once for each of its first values: what those are called, in a word, of which
        this is one and which stand behind all others in a single entry."""
        return ""

    headings: Mapping[str, str] = {}  # of questions, by the rule that asks, where its title does not say what is asked

    arguments: Mapping[str, str] = {}  # of the game master's commands, what they are called: by name, or `command name`

    def argument(self, action: Action, name: str) -> str:
        """What an argument of a command of the game master is called."""
        own = self.arguments.get(f"{action.name} {name}") or self.arguments.get(name)
        called = own or ARGUMENTS.get(f"{action.name} {name}") or ARGUMENTS.get(name)
        return called or name.replace("_", " ").capitalize()

    def asks(self, action: Action, name: str) -> str:
        """How an argument of an action is asked for."""
        return f"{name}?"

    def typed(self, scene: Any, being: Any, action: Action, name: str, chosen: tuple[Plain, ...]) -> Typed | None:
        """Whether an argument may have other values than those that are offered, and how people type them. `chosen`
        are the arguments before it."""
        return None

    def question(self, scene: Any, question: Question) -> list[str]:
        """A question with all that one must know to answer it."""
        about = ", ".join(f"{key} {self.value(scene, key, part)}" for key, part in question.about.items())
        being = scene.beings.get(question.who)
        who = being.name if being is not None else f"The {scene.master if question.who == GM else question.who}"
        return [f"{who} decides" + (f" ({about})" if about else "")]

    def guarded(self, question: Question, unsure: Collection[str]) -> Question:
        """The question without what would tell how much those have left of whom that is not known."""
        return question

    def answer(self, scene: Any, question: Question, value: Plain) -> str:
        """An answer to a question in words."""
        return self.value(scene, question.rule, value)

    def assumes(self, rule: str, said: str) -> str:
        """What somebody is taken to do who answers so to the question of a rule: `defends with Mettle`. Nothing where
        the question and the answer are named instead."""
        return ""

    def command(self, scene: Any, command: Command) -> str:
        """What somebody does, in words: `Ben: Share, 2, Ann`."""
        who = scene.beings[command.actor].name if command.actor in scene.beings else f"the {scene.master}"
        return f"{who}: {self.deed(scene, command)}"

    def deed(self, scene: Any, command: Command) -> str:
        """The same without who does it."""
        register = self.game.gm_actions if command.actor == GM else self.game.actions
        action = register.get(command.name)
        label = action.label if action is not None else command.name.replace("_", " ")
        order = [arg.name for arg in action.args] if action is not None else []
        args = sorted(command.args, key=lambda arg: order.index(arg[0]) if arg[0] in order else len(order))
        values = [self.value(scene, name, value) for name, value in args if value not in (None, "")]
        return ", ".join([label, *values])

    def may_react(self, scene: Any, being: Any, rule: str) -> bool:
        """Could a being react by this rule now, if the moment came?"""
        return True

    sentences: Mapping[str, str] = {}  # by action, where its label and arguments make none: `Cast {spell} on {target}`

    def sentence(self, scene: Any, command: Command) -> str:
        """What one is about to do, as one would be told to do it: `Attack Ash Bear with the Wind Staff`."""
        action = self.game.actions.get(command.name)
        return sentence(self, scene, action, command) if action is not None else self.deed(scene, command)

    def price(self, scene: Any, being: Any, command: Command) -> Price:
        """What a command costs."""
        return NOTHING

    def stands_for(self, scene: Any, command: Command) -> Command:
        """The command whose odds tell what this one leads to: another one, where it is carried out only later."""
        return command

    def shows(self, scene: Any, being: Any, command: Command) -> str:
        """Who will see somebody who is hidden, if they do this, later than at once."""
        return ""

    def suggestions(self, scene: Any, being: Any, action: Action) -> list[Suggestion]:
        """For an action with very many choices, those that are worth a look."""
        return []

    def way(self, scene: Any, being: Any, goal: Any) -> Way | None:
        """The cheapest way of a being to a cell or zone, or beside it when it is taken, however far."""
        return None

    def apart(self, scene: Any, one: Any, other: Any) -> int | None:
        """How many cells or zones one is from the other, as the game counts them; nothing where no way leads there."""
        plan = self.plan(scene)
        assert plan is not None
        return steps_between(plan, plan.places[one.id], plan.places[other.id])

    def sight(self, scene: Any, one: Any, other: Any) -> Sight | None:
        """Does one see the other? Nothing where that is no question."""
        plan = self.plan(scene)
        if not isinstance(plan, CellPlan) or one.id not in plan.places or other.id not in plan.places:
            return None
        board = plan.board
        here, there = board.nearest(plan.places[one.id], plan.places[other.id])
        clear = board.sight(here, there)
        cover = tuple(sorted(board.cover_crossed(here, there))) if clear else ()
        words = "a wall stands between them" if not clear else "Cover on the line" if cover else ""
        return Sight(clear, words, (here, there), cover)

    def light(self, scene: Any) -> Lit | None:
        """Where it is light, or dark. Nothing where the game does not ask."""
        return None

    def throws(self, scene: Any, odds: Odds) -> Throws | None:
        """Every throw of the first roll, in games in which one counts them."""
        return None

    def chances(self, scene: Any, odds: Odds) -> list[tuple[str, Fraction]]:
        """What the first roll may come to, in the words of the game."""
        return list(odds.readings.items())

    def success(self, scene: Any, odds: Odds) -> tuple[str, Fraction] | None:
        """How likely a deed succeeds as far as its first roll tells. Where others make that roll, it is theirs to
        succeed."""
        every = self.chances(scene, odds) if odds.by == odds.command.actor else ()
        return next((each for each in every if each[1]), None)

    def dice(self, odds: Odds) -> str:
        """The first roll of some odds: its dice, and the number to reach."""
        return rolled_against(odds.rolled, odds)

    def numbers(self, odds: Odds) -> str:
        """Every number that reaches the dice of that roll."""
        return ", ".join(f"{m.amount:+d} {m.source}".replace("-", "−", 1) for m in odds.modifiers if m.amount)

    def lines(self, scene: Any, rulings: Sequence[Ruling]) -> list[Line]:
        """Rulings as the lines of a log."""
        return [Line(self.game.sentence(scene, ruling), ruling.rule, of=(ruling,)) for ruling in rulings]

    asides: frozenset[str] = frozenset()  # kinds of rulings that only go with a deed, as what it costs: never its head

    def goes_along(self, ruling: Ruling, actor: str) -> bool:
        """Does it only go with the deed of this actor?"""
        return ruling.kind in self.asides

    def came(self, scene: Any, ruling: Ruling) -> Came | None:
        """What has come of it for somebody, where that is worth telling in short."""
        return None

    def won(self, ruling: Ruling) -> str | None:
        """Which side has won the fight that ends with it, empty where nobody has; nothing where no fight ends."""
        return None

    taking: str = ""  # the kind of ruling by which somebody takes up what lies there

    def took(self, scene: Any, ruling: Ruling) -> str:
        """What somebody has taken up by it; empty where nobody has taken up anything."""
        return self.value(scene, "thing", str(ruling.values["thing"])) if ruling.kind == self.taking else ""

    def spoils(self, scene: Any) -> list[Spoil]:
        """What lies there and can be taken up."""
        return []

    def result(self, scene: Any, rulings: Sequence[Ruling], number: int) -> Result:
        """How the roll with this number among some rulings was read, as far as the lines of the log tell it."""
        return Result()


def rolled_against(dice: str, odds: Odds) -> str:
    return f"{dice} against {odds.against}" if odds.against is not None else dice
