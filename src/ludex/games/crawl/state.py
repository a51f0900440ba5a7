"""Characters and the scene of The Crawl: the sheet that stays, the state that changes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.content.numbers import Natural, Positive
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.named import BeingId, Noted, SubjectId
from ludex.core.kernel.plain import fixed
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Condition, Until, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.core.kernel.turns import Turns as CoreTurns
from ludex.games.crawl.records.conditions import CONDITIONS

PARTY = "party"
FOES = "foes"

CORE = ("strength", "mobility", "intelligence")  # tc.core.three
ARMS = ("right arm", "left arm")  # in the order of the hands
LEGS = ("right leg", "left leg")
SLOTS = ("head", "arms", "torso", "legs")  # tc.equip.slots

OUT = CONDITIONS.tagged("out")  # no longer in the fight
SENSELESS = CONDITIONS.tagged("senseless")  # tc.incapacitated
NOT_HERE = OUT | {"Away"}  # takes up no room and cannot be targeted

MOVE_ACTION = "movement action"  # the moment that gives back the cells of one
METRES = 2  # tc.map.grid: across a cell
BROAD = 3  # the size from which a body fills more than one cell
# tc.size.table: the cells of such a body, from the one where they stand
FOOTPRINTS: dict[str, dict[int, tuple[Cell, ...]]] = {
    "hex": {3: ((0, 0), (1, 0), (0, 1)), 4: ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))},
    "square": {
        3: ((0, 0), (1, 0), (0, 1), (1, 1)),
        4: ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
    },
}


# ---------------------------------------------------------------- characters


@fixed
class Learned:
    """An aspect that somebody has; `changed`: the number of a part (from 1 on) and what it is worth here."""

    aspect: str
    choice: str = ""
    changed: tuple[tuple[int, int | str], ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a fight. The numbers are those of the book before any aspect."""

    kind: str  # the content entry they were made from
    pc: bool
    aspects: tuple[Learned, ...] = ()
    strength: int = 0
    mobility: int = 0
    intelligence: int = 0
    hp: int = 6  # tc.hp.pool
    ep: int = 1  # tc.ep.pool
    refresh: int = 1  # tc.ep.refresh
    move: int = 5  # tc.basic.move
    size: int = 0  # with what aspects add to it
    initiative: int = 0
    dr: tuple[tuple[str, int], ...] = ()  # by type of damage, beside armour
    immune: tuple[str, ...] = ()
    defends: bool = True
    unarmed: bool = True  # has what everybody has: a punch
    flees_below_hp: int = 0
    tactics: str = ""
    cohort_of: str = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """Things of one kind in the pack; `used`: how many of its uses the first of them has lost."""

    id: str
    count: Positive = 1
    used: Natural = 0


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a readied action waits for: a kind of event, whom it is about, and where it comes about."""

    event: str
    who: SubjectId = ""  # empty for any enemy
    cell: Cell | None = None  # none for anywhere


@dataclass(frozen=True, slots=True)
class Readied:
    """tc.ready: an action that is paid for and waits for its condition."""

    command: Command
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class Meal:
    """tc.food: what a meal restores in all, over how many minutes, and how many of them have passed."""

    hp: int
    minutes: int
    passed: int = 0


class _BeingRest(CoreBeing):
    """What a being derives from its fields, and so never saves or compares."""

    __slots__ = ("here", "kept", "senseless")
    here: bool  # takes up room and can be targeted
    senseless: bool  # tc.incapacitated
    kept: tuple[tuple[object, ...], Any]  # its numbers for the simple policy, after all they were worked out from
    ALONG: ClassVar[tuple[str, ...]] = (*CoreBeing.ALONG, *__slots__)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kept = ((), None)

    def set_conditions(self, *conditions: Condition) -> None:
        super().set_conditions(*conditions)
        self.here = self.states.isdisjoint(NOT_HERE)
        self.senseless = not self.states.isdisjoint(SENSELESS)


@state
class Being(_BeingRest):
    sheet: Sheet
    at: Cell = (0, 0)
    facing: int = 0  # the number of a direction: tc.behind
    hp: int = 6
    ep: int = 1
    steps: int = 0  # cells left of the movement action under way
    moved: bool = False  # has begun a movement action in this turn
    spent: bool = False  # has spent EP in this turn, or readied an action: no holding any more
    small: int = 0  # small actions in this turn: tc.turn.duration
    run_up: tuple[Cell, ...] = ()  # the cells walked just before, for a running jump
    hands: tuple[str, str] = ("", "")  # what the right and the left hold; a two-handed thing stands in both
    worn: tuple[str, ...] = ()
    pack: tuple[Carried, ...] = ()
    unloaded: tuple[str, ...] = ()  # weapons that must be reloaded
    ability: tuple[tuple[str, int], ...] = ()  # ability damage by core aspect
    treated: tuple[str, ...] = ()  # negative core aspects that a medical check has opened to healing
    overflow: int = 0  # healed points towards the next point of ability damage
    readied: Readied | None = None
    found_by: tuple[BeingId, ...] = ()  # who knows where they are while Hidden
    exposed: tuple[str, ...] = ()  # diseases whose check comes after the fight
    tended: tuple[tuple[str, int], ...] = ()  # aspects that cannot help them again, and for how many minutes
    meal: Meal | None = None
    fasted: int = 0  # hours without food
    parched: int = 0  # hours without water
    doses: tuple[tuple[str, int], ...] = ()  # minutes since the last dose, by addiction
    arrives: Cell | None = None  # where they come back to, while Away
    disposition: tuple[tuple[BeingId, int], ...] = ()  # towards others, where it is not that of strangers: tc.demeanor
    agrees_at: int = 40
    ap: int = 0  # unspent aspect points
    money: int = 0
    tried: tuple[str, ...] = ()  # aspects used with success while unlearned

    @property
    def pc(self) -> bool:
        return self.sheet.pc

    @property
    def beaten(self) -> bool:
        """Out of the fight; who is unconscious only until their next turn is not."""
        return self.knocked_out or not self.states.isdisjoint(OUT)

    @property
    def knocked_out(self) -> bool:
        """Unconscious for good, not only until their next turn."""
        return "Unconscious" in self.states and any(c.name == "Unconscious" and not c.until for c in self.conditions)

    def useless(self, limbs: tuple[str, ...]) -> int:
        """tc.limb.incapacitated: how many of these limbs cannot be used."""
        if "Incapacitated" not in self.states:
            return 0
        return len({c.note for c in self.conditions if c.name == "Incapacitated" and c.note in limbs})

    def give_up_movement(self) -> None:
        """No movement action is under way; what was left of one is lost."""
        self.steps = 0
        self.refresh(MOVE_ACTION)

    def damaged(self, core: str) -> int:
        return dict(self.ability).get(core, 0) if self.ability else 0

    def towards(self, other: str, strangers: int) -> int:
        return dict(self.disposition).get(other, strangers)


# ---------------------------------------------------------------- the scene


@dataclass(frozen=True, slots=True)
class Cover:
    """tc.cover: an object that fills a cell and hides so many percent of who is behind it."""

    at: Cell
    percent: int
    hp: int
    material: str = "wood"
    name: str = "cover"


@dataclass(frozen=True, slots=True)
class Door:
    at: Cell
    name: str = "door"
    open: bool = False
    lock: int = 0


@dataclass(frozen=True, slots=True)
class Crusher:
    """Something heavy above a cell, or lying on it."""

    at: Cell
    kg: int
    name: str = "weight"
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """What a skill has put on cells; `aspect` and `choice` say what it is, `by` who has made it."""

    cells: tuple[Cell, ...]
    aspect: str
    by: BeingId
    until: Until | None = None
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing on the ground."""

    item: str
    at: Cell
    unloaded: bool = False  # it must be reloaded


@fixed
class Turns(CoreTurns):
    """The order of turns, in which somebody may hold their turn and rejoin later in the round (tc.hold)."""

    waiting: tuple[BeingId, ...] = ()  # who holds their turn; when all others are done, in the order in which they act
    called: tuple[BeingId, ...] = ()  # of those, who rejoins as soon as the current turn has ended
    held: tuple[BeingId, ...] = ()  # who has held their turn in this round
    lost: bool = False  # the current turn was forfeited

    def upcoming(self) -> str:
        """Who rejoins first; then the order; then whoever still waits."""
        if self.called:
            return self.called[0]
        for name in self.order:
            if name not in self.acted and name not in self.waiting:
                return name
        return self.waiting[0] if self.waiting else ""

    @property
    def only_waiting(self) -> bool:
        """Are all done but those who hold their turns?"""
        left = [name for name in self.order if name not in self.acted and name not in self.waiting]
        return not left and not self.called and len(self.waiting) > 0

    def begin(self, name: str) -> Turns:
        waiting = tuple([other for other in self.waiting if other != name])
        called = tuple([other for other in self.called if other != name])
        return Turns(self.order, self.round, name, (*self.acted, name), False, waiting, called, self.held)

    def end(self) -> Turns:
        return Turns(
            self.order, self.round, self.current, self.acted, True, self.waiting, self.called, self.held, self.lost
        )

    def forfeit(self) -> Turns:
        """It is to end at once: what somebody was about to do is not done (tc.staggered, tc.slowed)."""
        return replace(self, over=True, lost=True)

    def pass_on(self) -> Turns:
        return Turns(self.order, self.round, "", self.acted, False, self.waiting, self.called, self.held)

    def hold(self, name: str) -> Turns:
        """Somebody's turn comes later; it is nobody's now."""
        acted = tuple([other for other in self.acted if other != name])
        waiting, held = (*self.waiting, name), (*self.held, name)
        return replace(self, current="", acted=acted, over=False, waiting=waiting, held=held)

    def rejoin(self, name: str) -> Turns:
        """Who holds acts when the current turn has ended."""
        return replace(self, called=(*self.called, name))

    def next_round(self) -> Turns:
        """tc.hold.new_order: who has held stands from now on behind whoever acted before them."""
        order = [name for name in self.order if name not in self.held]
        for place, name in enumerate(self.acted):
            if name in self.held:
                before = self.acted[place - 1] if place else ""
                order.insert(order.index(before) + 1 if before in order else 0, name)
        return Turns(order=tuple(order), round=self.round + 1)


@state
class Scene(CoreScene[Being]):
    """Modes: fight (initiative), adventure (time as it comes), downtime (points are spent)."""

    beings: dict[str, Being]
    turns: Turns
    board: CellBoard
    exits: tuple[Cell, ...] = ()
    crowd: tuple[Cell, ...] = ()
    cover: tuple[Cover, ...] = ()
    doors: tuple[Door, ...] = ()
    crushers: tuple[Crusher, ...] = ()
    areas: tuple[Area, ...] = ()
    lying: tuple[Lying, ...] = ()
    surprise: str = ""  # the side that is surprised when the fight begins
    surprise_difficulty: int = 0  # of the perception check that avoids it; 0: nothing does
    tries: tuple[tuple[Noted, int], ...] = ()  # tc.skill.retry: task of somebody, and the minutes the next try takes

    def cells(self, being: Being) -> tuple[Cell, ...]:
        """Where somebody's body is."""
        return (being.at,) if being.sheet.size < BROAD else self.body(being, being.at)

    def body(self, being: Being, at: Cell) -> tuple[Cell, ...]:
        """tc.size.table: the cells that somebody's body would fill there."""
        if being.sheet.size < BROAD or self.options["opt_size_one_cell"]:
            return (at,)
        self.cite("tc.size.table")
        shape = FOOTPRINTS[self.board.shape][min(being.sheet.size, 4)]
        return tuple([(at[0] + dq, at[1] + dr) for dq, dr in shape])

    def distance(self, one: Being, other: Being) -> int:
        """In cells, between the nearest cells of two bodies; in the same cell 0."""
        apart = self.board.distance
        if one.sheet.size < BROAD and other.sheet.size < BROAD:
            return apart(one.at, other.at)
        return min([apart(a, b) for a in self.cells(one) for b in self.cells(other)])

    def range(self, one: Being, other: Being) -> int:
        """tc.range.origin: the own cell is range 1."""
        self.cite("tc.range.origin")
        return self.distance(one, other) + 1

    def enemies(self, being: Being) -> list[Being]:
        side = being.side
        return [o for o in self.beings.values() if o.side != side and o.here]

    def allies(self, being: Being) -> list[Being]:
        side = being.side
        return [o for o in self.beings.values() if o.side == side and o.here and o is not being]

    def cover_at(self, cell: Cell) -> Cover | None:
        return next((cover for cover in self.cover if cover.at == cell), None) if self.cover else None

    def door_at(self, cell: Cell) -> Door | None:
        return next((door for door in self.doors if door.at == cell), None) if self.doors else None
