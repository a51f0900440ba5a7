"""The state of a situation: beings, conditions, durations, options, clock. Plain typed data, cheap to copy.

Every value held by a scene or a being is immutable and replaced when it changes, so a copy is shallow and two
scenes are equal when their keys are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    Self,
    TypeVar,
    dataclass_transform,
)

from ludex.core.kernel.english import cell_name
from ludex.core.kernel.named import BeingId, Noted, SubjectId, clear
from ludex.core.kernel.plain import fixed
from ludex.core.kernel.ruling import BadInput, Recorder, Tally
from ludex.core.kernel.turns import Turns

C = TypeVar("C")
P = ParamSpec("P")
S = TypeVar("S", bound="Scene[Any]")


@dataclass_transform(kw_only_default=True, eq_default=False)
def state(cls: type[C]) -> type[C]:
    """Make a class of state: a slotted dataclass with an unrolled `fork` (a copy) and `key` (all it holds).

    What the class holds beside its fields goes along with a copy (`ALONG`), or is copied and compared in `_fork_rest`
    and `_key_rest`, where it has such.
    """
    made: Any = dataclass(slots=True, kw_only=True, eq=False)(cls)
    names = [f.name for f in fields(made)]
    copy = "\n    ".join(f"new.{name} = self.{name}" for name in (*names, *made.ALONG))
    keyed = ", ".join(f"self.{name}" for name in names if name not in made.UNKEYED)
    rest = "self._fork_rest(new)" if made._fork_rest is not _no_rest else ""
    key = f"({keyed},), *self._key_rest()" if hasattr(made, "_key_rest") else f"{keyed},"
    source = (
        f"def fork(self):\n    new = _new(_cls)\n    {copy}\n    {rest}\n    return new\n"
        f"def key(self):\n    return ({key})\n"
    )
    functions: dict[str, Any] = {"_new": made.__new__, "_cls": made}
    exec(source, functions)
    made.fork = functions["fork"]
    made.key = functions["key"]
    return made  # type: ignore[no-any-return]  # the class that came in


def _become(one: Any, other: Any) -> None:
    for slot in [slot for kind in type(one).__mro__ for slot in getattr(kind, "__slots__", ())]:
        if hasattr(other, slot):
            setattr(one, slot, getattr(other, slot))


@fixed
class Until:
    """When something ends, as data: `when` is a moment; for moments of a turn, `of` says whose and `turns` which."""

    when: str
    of: BeingId = ""
    turns: int = 1


@fixed
class Condition:
    """A named state on a being, with its source and its end. No end: by the condition's own terms."""

    name: str
    source: BeingId = ""
    until: Until | None = None
    value: int = 0
    note: Noted = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A named modifier that the game master has put on the next roll of somebody."""

    who: SubjectId
    name: str
    amount: int
    kind: str = ""  # what of the roll it changes, in the words of the game
    rule: str = ""  # only for rolls by this rule; empty for any

    def source(self, master: str) -> str:
        """As it is told beside a roll, with what the game calls its game master."""
        return f"{self.name} ({master})" if self.name else master


class Kept(dict[Any, Any]):
    """Values that rules have worked out. They can be worked out again, so they are not sent to another process."""

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        return type(self), ()


def _no_rest(self: Any, new: Any) -> None:
    """There is nothing else to copy."""


class _BeingRest:
    """What is never saved or compared of a being: what follows from their fields, and what only opponents remember."""

    __slots__ = ("derived", "states", "struck_by", "timed")
    states: frozenset[str]
    timed: bool  # is there a condition that ends at a moment?
    derived: Kept  # what rules have worked out, by its basis: see derived.py
    struck_by: str  # who has harmed them last; empty: nobody yet, or nobody knows any more
    UNKEYED: ClassVar[tuple[str, ...]] = ()
    ALONG: ClassVar[tuple[str, ...]] = __slots__
    _fork_rest = _no_rest


@state
class Being(_BeingRest):
    """Anyone who acts."""

    id: str
    name: str
    side: str
    conditions: tuple[Condition, ...] = ()
    used: tuple[tuple[Noted, str], ...] = ()  # limits used up: what, and the moment that gives it back

    def __post_init__(self) -> None:
        self.set_conditions(*self.conditions)
        self.derived = Kept()
        self.struck_by = ""

    if TYPE_CHECKING:  # made by @state

        def fork(self) -> Self: ...

        def key(self) -> tuple[object, ...]: ...

    def afflict(self, condition: Condition) -> bool:
        """Take a condition on. Several causes of one condition stand side by side; the same cause counts once."""
        if condition in self.conditions:
            return False
        self.set_conditions(*self.conditions, condition)
        return True

    def relieve(self, *names: str, source: str | None = None) -> bool:
        """End conditions by name, from one source or from all."""
        if self.states.isdisjoint(names):
            return False
        return self.keep(lambda c: c.name not in names or (source is not None and c.source != source))

    def keep(self, wanted: Callable[[Condition], bool]) -> bool:
        """Keep the conditions that are wanted; tells whether any ended."""
        kept = [condition for condition in self.conditions if wanted(condition)]
        if len(kept) == len(self.conditions):
            return False
        self.set_conditions(*kept)
        return True

    def set_conditions(self, *conditions: Condition) -> None:
        """What follows from them and is asked very often a game keeps beside them."""
        self.conditions = conditions
        self.states = frozenset([condition.name for condition in conditions])
        self.timed = any([condition.until is not None for condition in conditions])

    def condition(self, name: str) -> Condition | None:
        """The first condition of that name."""
        if name in self.states:
            for condition in self.conditions:
                if condition.name == name:
                    return condition
        return None

    def use(self, what: str, until: str) -> None:
        self.used = (*self.used, (what, until))

    def has_used(self, what: str) -> bool:
        return bool(self.used) and what in [name for name, _ in self.used]

    def refresh(self, *moments: str) -> None:
        """Give back the limits that reset at these moments."""
        if self.used:
            self.used = tuple([use for use in self.used if use[1] not in moments])


B = TypeVar("B", bound=Being)


def until_start_of(being: Being) -> Until:
    """Until the start of somebody's next turn."""
    return Until("start of turn", being.id)


def until_end_of_next(scene: Scene[Any], being: Being, turns: int = 1) -> Until:
    """Until the end of somebody's next turn, or of their next so many turns; a turn under way is not counted."""
    return Until("end of turn", being.id, turns + (scene.turns.current == being.id))


class Entry(NamedTuple):
    """A step still to come, with its arguments; beings stand there by their id."""

    step: Any  # a Step, which knows scenes
    args: tuple[Any, ...]

    def is_of(self, step: Callable[..., Entry]) -> bool:
        """Is it this step that comes, as it is called to make an entry?"""
        return self.step.entry is step


class Places(Protocol):
    """How people who see the board are told of its cells, without coordinates."""

    def name(self, scene: Any, cell: Any) -> str:
        """A cell: `the hex just north of Tahra`."""

    def near(self, scene: Any, cell: Any, who: str) -> str:
        """Where somebody is by now: `next to Tahra`."""

    def beside(self, scene: Any, cell: Any, who: str) -> str:
        """The same by who is near alone, whatever the ground is like."""

    def heading(self, scene: Any, origin: Any, cell: Any) -> str:
        """Which way a cell lies from another one: `north-east`."""


class _SceneRest:
    """What a scene holds beside its state."""

    __slots__ = (
        "agenda", "amid", "cleared", "derived", "finishes", "fresh", "halts", "library", "maybe_over", "places",
        "recorder", "tally",
    )  # fmt: skip
    agenda: tuple[Entry, ...]  # the steps still to come; empty at a boundary
    fresh: list[Entry]  # what the running step has put before them
    amid: bool  # a step waits for an answer while this is done
    cleared: bool  # the situation they belonged to has ended while a command ran
    halts: bool  # nothing happens by itself: what one command does is looked at, and no more
    finishes: bool  # but for the end of the turn that the command has ended
    maybe_over: bool  # something has happened after which it may be over
    recorder: Recorder | None  # collects rulings; none in simulation and odds
    tally: Tally | None  # counts harm, for the lab; a copy of the scene has none
    library: Any  # the content the scene was built from; kept by the game, not part of the state
    places: Places | None  # how cells are called where people are told of them; none: by their coordinates
    derived: Kept  # what rules have worked out, by its basis: see derived.py
    master: ClassVar[str] = "game master"  # what the book of the game calls them
    UNKEYED: ClassVar[tuple[str, ...]] = ("beings", "options")  # beings have keys of their own; options stay
    ALONG: ClassVar[tuple[str, ...]] = ("agenda", "derived", "finishes", "halts", "library", "maybe_over", "places")


@state
class Scene(_SceneRest, Generic[B]):
    """The whole state of a situation."""

    game: str
    mode: str
    beings: dict[str, B]
    options: dict[str, bool | int | str]
    turns: Turns
    clock: int = 0  # seconds since the scene began
    adjustments: tuple[Adjustment, ...] = ()

    def __post_init__(self) -> None:
        self.agenda = ()
        self.fresh = []
        self.amid = self.cleared = self.finishes = self.halts = self.maybe_over = False
        self.recorder = None
        self.tally = None
        self.library = None
        self.places = None
        self.derived = Kept()

    if TYPE_CHECKING:  # made by @state

        def fork(self) -> Self: ...

        def key(self) -> tuple[object, ...]: ...

    def _fork_rest(self, new: Self) -> None:
        new.beings = {name: being.fork() for name, being in self.beings.items()}
        new.fresh = []
        new.amid = new.cleared = False
        new.recorder = None
        new.tally = None

    def become(self, other: Self) -> None:
        """Be as a copy is that has gone on: whoever holds this scene and beings of it goes on with them."""
        there, new = self.beings, other.fork()
        _become(self, new)
        self.beings = {name: there.get(name, being) for name, being in new.beings.items()}
        for name in there.keys() & new.beings.keys():
            _become(there[name], new.beings[name])

    def fork_some(self, names: Iterable[str]) -> Self:
        """A copy in which only these beings are copies, and the others are the very same."""
        beings, self.beings = self.beings, {name: self.beings[name] for name in names}
        try:
            new = self.fork()
        finally:
            self.beings = beings
        new.beings = {**beings, **new.beings}
        return new

    def _key_rest(self) -> tuple[object, ...]:
        return (self.agenda, *[being.key() for being in self.beings.values()])

    def next(self, *entries: Entry) -> None:
        """Put steps on the agenda, before what is there already. What one step puts there keeps its order."""
        self.fresh.extend(entries)

    async def then(self, entry: Entry) -> None:
        """Go on with a step: at once, or after what has been put on the agenda before it."""
        if self.fresh:
            self.next(entry)
        else:
            await entry.step.start(self, entry.args)

    def clear_agenda(self) -> None:
        """Nothing more is to come: the situation that the agenda belonged to has ended."""
        self.agenda = ()
        self.fresh = []
        self.cleared = True

    def record(self, kind: str, rule: str, /, seen_by: str = "", **values: object) -> None:
        """Tell the recorder, if there is one, what happened by which rule."""
        if self.recorder is not None:
            self.recorder.record(kind, rule, seen_by=seen_by, **values)

    def harmed(self, who: str, pool: str, amount: int, by: str = "", source: str = "") -> None:
        """Tell them who did it, and the tally, if there is one, that somebody has lost so much of a pool: through whom,
        and by what: the name of a weapon, power or hazard, or the id of a rule."""
        if by:
            self.beings[who].struck_by = by
        if self.tally is not None and amount > 0:
            self.tally.harmed(who, pool, amount, by, source)

    def cite(self, *rules: str) -> None:
        """Say that these rules are applied, where somebody keeps a record."""
        if self.recorder is not None:
            self.recorder.cite(*rules)

    def being(self, name: object) -> B:
        """The being of that name, or what names there are."""
        try:
            return self.beings[name]  # type: ignore[index]  # what is no name is not found
        except (KeyError, TypeError):
            there = ", ".join(self.beings)
            raise BadInput(f"there is no being {name!r} in this scene; there are: {there}") from None

    def cell_name(self, cell: Any) -> str:
        """What people call a cell: `4,5`, or `the hex just north of Tahra`."""
        return cell_name(cell) if self.places is None else self.places.name(self, cell)

    def reached(self, cell: Any, who: str, how: str = "to", origin: Any = None) -> str:
        """Where somebody has come to, after what they did: ` to 4,5`, or `, now next to Tahra`; after a way from its
        origin, ` north-east, now next to Tahra`."""
        there = self.stands(cell, who)
        if self.places is None:
            return f" {how} {there}"
        way = f" {self.places.heading(self, origin, cell)}" if origin not in (None, cell) else ""
        return f"{way}, {'now ' if how == 'to' else ''}{there}"

    def stands(self, cell: Any, who: str) -> str:
        """Where somebody is: `4,5`, or `next to Tahra`, and never by themselves."""
        return cell_name(cell) if self.places is None else self.places.near(self, cell, who)

    def beside(self, cell: Any) -> str:
        """Where something is that the map has by now: `at 4,5`, or `next to Tahra`."""
        return f"at {cell_name(cell)}" if self.places is None else self.places.beside(self, cell, "")

    def side_of(self, side: str) -> list[B]:
        return [being for being in self.beings.values() if being.side == side]

    def leave_out(self, names: frozenset[str]) -> None:
        """Take beings out of the scene, with every trace that the bookkeeping has of them."""
        self.beings = {name: being for name, being in self.beings.items() if name not in names}
        for holder in (self, *self.beings.values()):
            clear(holder, names)

    def pass_moment(self, when: str, of: str = "") -> list[tuple[B, Condition]]:
        """A moment passes, such as the start of somebody's turn: what lasted until then ends. Gives what ended."""
        ended: list[tuple[B, Condition]] = []
        for being in self.beings.values():
            if not being.timed:
                continue
            for condition in being.conditions:
                until = condition.until
                if until is not None and until.when == when and until.of == of:
                    break
            else:
                continue
            kept = []
            for condition in being.conditions:
                until = condition.until
                if until is None or until.when != when or until.of != of:
                    kept.append(condition)
                elif until.turns > 1:
                    kept.append(replace(condition, until=Until(when, of, until.turns - 1)))
                else:
                    ended.append((being, condition))
            being.set_conditions(*kept)
        return ended

    def take_adjustments(self, who: str, rule: str) -> tuple[Adjustment, ...]:
        """The game master's modifiers on this roll, under the names by which they are told; they are used up by it."""
        if not self.adjustments:
            return ()
        taken = tuple(a for a in self.adjustments if a.who == who and a.rule in ("", rule))
        if taken:
            self.adjustments = tuple(a for a in self.adjustments if a not in taken)
        return tuple(replace(a, name=a.source(self.master)) for a in taken)


def told(tell: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Mark a function that only cites and records and changes nothing. Where nobody keeps a record it is not run."""

    @wraps(tell)
    def where_somebody_listens(scene: S, /, *args: P.args, **named: P.kwargs) -> None:
        if scene.recorder is not None:
            tell(scene, *args, **named)

    return where_somebody_listens
