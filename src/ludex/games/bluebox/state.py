"""Beings and the scene of Blue Box: the sheet that stays, the state that changes, and what follows from both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, get_args

from ludex.core.board.hex import Cell, Edge, HexBoard, cells_of, distance, gap
from ludex.core.content.numbers import DiceCount, Natural
from ludex.core.content.references import words
from ludex.core.kernel import turns
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.named import BeingId, Noted, SubjectId
from ludex.core.kernel.plain import fixed
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Condition, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.effects import Effect, Stays, TypeName
from ludex.games.bluebox.records.ids import ItemId, ModuleId

STATS = ("FOR", "DEX", "SPI", "CHA", "KNO")
Stat = Annotated[str, words("stat", STATS)]
Type = Annotated[str, words("type of damage", get_args(TypeName))]

ABILITIES = {
    "Strength": "FOR", "Intimidation": "FOR", "Grapple": "FOR",
    "Acrobatics": "DEX", "Pilot": "DEX", "Sleight of Hand": "DEX", "Stealth": "DEX",
    "Focus": "SPI", "Insight": "SPI", "Perception": "SPI",
    "Persuasion": "CHA", "Deception": "CHA", "Performance": "CHA", "Rahi Handling": "CHA",
    "Medicine": "KNO", "Investigation": "KNO", "History": "KNO", "Navigation": "KNO", "Survival": "KNO",
    "Crafting": "KNO", "Hacking": "KNO",
}  # bb.ability.list; Intimidation may use CHA in place of FOR  # fmt: skip

FOOTPRINTS: dict[str, tuple[Cell, ...]] = {
    "Tiny": ((0, 0),),
    "Small": ((0, 0),),
    "Medium": ((0, 0),),
    "Large": ((0, 0), (1, 0), (0, 1)),
    "Giant": ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}  # bb.size.hexes
SHARES = {"Tiny": 2, "Small": 3, "Medium": 6, "Large": 6, "Giant": 6}  # of six parts of a hex
SIZES = tuple(SHARES)
BROAD = frozenset({"Large", "Giant"})  # of more than one hex

PARTY = "party"
FOES = "foes"

# bb.backfoot.symbol: conditions marked ↶ make their victim Back-footed for as long as they last
BACK_FOOTING = CONDITIONS.tagged("back-footing")
SENSELESS = CONDITIONS.tagged("senseless")
GONE = CONDITIONS.tagged("gone")
BEATEN = SENSELESS | GONE
AWAY = CONDITIONS.tagged("away")


@dataclass(frozen=True, slots=True, eq=False)
class Attack:
    """A weapon or power in the hands of one being, with all numbers worked out."""

    id: str
    name: str
    type_of: str  # melee or ranged
    stat: str
    to_hit: int
    least: int
    most: int
    critical: tuple[int, ...]
    dice: int
    bonus: int
    type: str
    practiced: bool = False
    reactions: bool = True
    thrown: bool = False
    wielded: bool = True  # can be chosen for Destroy
    modules: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()  # its own and those of its modules
    power: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a fight."""

    kind: str  # the content entry they were made from
    pc: bool
    species: str
    element: str
    tags: tuple[str, ...]
    level: int
    size: str
    speed: int
    ap: int
    stats: dict[str, int]
    armor: str
    natural_plating: int
    ac: int
    bac: int
    plating: int
    hp: int
    ep: int
    abilities: dict[str, int]
    practiced_abilities: tuple[str, ...]
    practiced_saves: tuple[str, ...]
    practiced_weapons: tuple[str, ...]
    resist: tuple[str, ...]
    immune: tuple[str, ...]
    vulnerable: tuple[str, ...]
    sees_natural_dark: bool
    sees_supernatural_dark: bool
    needs_mask: bool
    minion: bool
    flees_below_hp: int
    powers: tuple[str, ...]
    background: str
    calling: str


@dataclass(frozen=True, slots=True)
class Carried:
    """Things of one kind that a being carries."""

    id: ItemId
    count: int = 1
    crafter_kno: int = 0


@dataclass(frozen=True, slots=True)
class Trigger:
    """What a Held Action waits for: a kind of event and whom it is about."""

    event: str
    who: SubjectId = ""  # empty for any enemy


@dataclass(frozen=True, slots=True)
class Held:
    """bb.action.held: an action paid for and kept for its trigger."""

    command: Command
    trigger: Trigger


class _BeingRest(CoreBeing):
    """What follows from a being's conditions, and so is never saved or compared."""

    __slots__ = ("beaten", "here", "senseless")
    here: bool
    beaten: bool
    senseless: bool
    ALONG: ClassVar[tuple[str, ...]] = (*CoreBeing.ALONG, *__slots__)

    def set_conditions(self, *conditions: Condition) -> None:
        super().set_conditions(*conditions)
        self.here = self.states.isdisjoint(AWAY)
        self.beaten = not self.states.isdisjoint(BEATEN)
        self.senseless = not self.states.isdisjoint(SENSELESS)


@state
class Being(_BeingRest):
    sheet: Sheet
    at: Cell = (0, 0)
    altitude: int = 0  # metres above the ground
    hp: int = 0
    thp: int = 0
    plating: int = 0
    ep: int = 0
    exhaustion: int = 0
    ap: int = 0
    moves: int = 0  # Move Actions left this turn
    metres: int = 0  # left in the Move Action under way, at the pace below
    pace: int = 0  # their speed when that was counted; 0: no Move Action is under way
    reaction: bool = False
    begun: bool = False  # has had their first turn in this combat
    reacted_in: int = 0  # the round of their last Reaction
    walked: tuple[tuple[BeingId, int], ...] = ()  # metres moved this turn within the reach of each enemy
    stopped: bool = False  # an Opportunity Attack has ended the Move Action
    marks: int = 0  # damage taken while Down
    saved: int = 0  # Death Saves
    failed: int = 0
    weapons: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()  # in hand
    damaged: tuple[str, ...] = ()  # under Destroy
    fitted: tuple[tuple[str, tuple[str, ...]], ...] = ()  # Modules changed since the weapon was made
    mask: str = ""
    masks: tuple[str, ...] = ()
    items: tuple[Carried, ...] = ()
    held: Held | None = None
    focus: str = ""  # the skill they maintain
    trained: tuple[tuple[str, int], ...] = ()
    seen: bool = True  # the other side knows where about they are
    found_by: tuple[BeingId, ...] = ()  # who has found them while Hidden (opt_hidden_per_observer)
    covered_lamp: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        size = self.sheet.size
        return (self.at,) if size not in BROAD else _body(self.at, size)

    @property
    def back_footed(self) -> bool:
        return not self.states.isdisjoint(BACK_FOOTING)

    def item(self, name: str) -> Carried | None:
        return next((item for item in self.items if item.id == name and item.count > 0), None)

    def has_left(self, name: str) -> int:
        return sum(item.count for item in self.items if item.id == name)


@dataclass(frozen=True, slots=True)
class Area:
    """Dangerous Terrain, with the save that goes with it and where it comes from."""

    cells: tuple[Cell, ...]
    save: Stat = "DEX"
    dc: Natural = 8
    dice: DiceCount = 1  # 0: Difficult Terrain that somebody has made
    sides: int = 4
    type: Type = "plain"
    source: BeingId = ""
    until: Annotated[str, words("end", get_args(Stays))] = ""  # empty: for good


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing on the ground."""

    kind: Annotated[str, words("kind of thing", ("mask", "weapon", "item"))]
    id: str
    at: Cell
    damaged: bool = False  # a weapon under Destroy
    fitted: tuple[ModuleId, ...] | None = None  # its Modules, where they were changed since it was made


@dataclass(frozen=True, slots=True)
class Built:
    """Cover that somebody has raised."""

    edges: tuple[Edge, ...]
    source: BeingId
    until: str


@dataclass(frozen=True, slots=True)
class Rest:
    """A rest under way."""

    kind: Annotated[str, words("rest", ("short", "long"))]
    hours: int
    left: tuple[tuple[BeingId, int], ...] = ()  # activities each being has left
    once: tuple[tuple[BeingId, str], ...] = ()  # activities that may be done once, and were
    trap_dc: int = 10  # of the camp's alarm; the Crafting total of who made it


@fixed
class Turns(turns.Turns):
    """The order of turns, in which a turn can be put off to the end of the round (bb.cond.dazed)."""

    late: tuple[BeingId, ...] = ()  # whose turn comes at the end of the round
    broken_off: tuple[BeingId, ...] = ()  # of those, who had begun it

    def upcoming(self) -> str:
        """Those who are late come last, in the order of turns, or take up a turn that broke off."""
        for name in self.order:
            if name not in self.acted and name not in self.late:
                return name
        for name in self.order:
            if name in self.late and (name not in self.acted or name in self.broken_off):
                return name
        return ""

    def begin(self, name: str) -> Turns:
        acted = self.acted if name in self.broken_off else (*self.acted, name)
        late = tuple([other for other in self.late if other != name])
        broken_off = tuple([other for other in self.broken_off if other != name])
        return Turns(self.order, self.round, name, acted, False, late, broken_off)

    def end(self) -> Turns:
        return Turns(self.order, self.round, self.current, self.acted, True, self.late, self.broken_off)

    def pass_on(self) -> Turns:
        return Turns(self.order, self.round, "", self.acted, False, self.late, self.broken_off)

    def put_off(self, name: str, begun: bool) -> Turns:
        """This turn comes at the end of the round, or what is left of it when it has begun."""
        if name in self.late:
            return self
        broken_off = (*self.broken_off, name) if begun else self.broken_off
        return replace(self, late=(*self.late, name), broken_off=broken_off)


@state
class Scene(CoreScene[Being]):
    beings: dict[str, Being]
    turns: Turns
    board: HexBoard
    areas: tuple[Area, ...] = ()
    lying: tuple[Lying, ...] = ()
    built: tuple[Built, ...] = ()
    counter: int = 1  # the Escalation Counter
    ticked: bool = False  # it has risen in this turn
    escalating: bool = False  # it was activated for actions in this turn
    party_size: int = 0  # for its maximum; 0: as many player characters as there are
    rest: Rest | None = None
    bonuses: tuple[str, ...] = ()  # of the camp, while the rest lasts
    known: tuple[tuple[Noted, int], ...] = ()  # noted for later: how well a rope is tied, how much air is left

    def height(self, being: Being) -> int:
        return self.board.height(being.at) + being.altitude

    def distance(self, one: Being, other: Being) -> int:
        """bb.game.hex: between the nearest hexes; with a height difference the larger of the two."""
        if self.recorder is not None:  # distances are asked for more often than anything else
            self.cite("bb.game.hex")
        a, b = one.sheet.size, other.sheet.size
        flat = distance(one.at, other.at) if a not in BROAD and b not in BROAD else gap(one.cells, other.cells)
        up = one.altitude - other.altitude
        if heights := self.board.heights:
            up += heights.get(one.at, 0) - heights.get(other.at, 0)
        return self._with_height(flat, abs(up)) if up else flat

    def distance_to(self, being: Being, cell: Cell) -> int:
        """bb.game.hex: from the nearest hex of a body to the ground of a hex."""
        self.cite("bb.game.hex")
        flat = distance(being.at, cell) if being.sheet.size not in BROAD else gap(being.cells, (cell,))
        up = abs(self.height(being) - self.board.height(cell))
        return self._with_height(flat, up) if up else flat

    def _with_height(self, flat: int, up: int) -> int:
        return flat + up if self.options["opt_distance_adds_height"] else max(flat, up)

    def adjacent(self, one: Being, other: Being) -> bool:
        return self.distance(one, other) <= 1

    def enemies(self, being: Being) -> list[Being]:
        side = being.side
        return [o for o in self.beings.values() if o.side != side and o.states.isdisjoint(AWAY)]

    def allies(self, being: Being) -> list[Being]:
        side = being.side
        return [o for o in self.beings.values() if o.side == side and o is not being and o.states.isdisjoint(AWAY)]


@lru_cache(maxsize=1 << 12)
def _body(at: Cell, size: str) -> tuple[Cell, ...]:
    return cells_of(at, FOOTPRINTS[size])


def power_die(being: Being) -> int:
    """bb.power_die.size: d4 up to level 3, d6 up to level 6, then d8."""
    level = being.sheet.level
    return 4 if level < 4 else 6 if level < 7 else 8


def save_dc(being: Being, stat: str) -> int:
    """bb.skill.forced_save: 6 + stat + 0, 1 or 2 by Power Die."""
    return 6 + being.sheet.stats[stat] + (power_die(being) - 4) // 2


def with_sheet(being: Being, **changes: Any) -> None:
    """What stays of a being changes after all, as with a level."""
    being.sheet = replace(being.sheet, **changes)


def without(things: tuple[str, ...], one: str) -> tuple[str, ...]:
    """These things less one of that kind."""
    place = things.index(one) if one in things else len(things)
    return things[:place] + things[place + 1 :]


def armor_class(target: Being) -> int:
    """bb.armor.ac and bb.armor.bac: BAC replaces AC while Back-footed; Defensive Stance raises both."""
    number = target.sheet.bac if target.back_footed else target.sheet.ac
    return number + 2 if "Defensive Stance" in target.states else number


def escalated(scene: Scene) -> list[Being]:
    """bb.escalation.activate: who still has an action with the whole party."""
    if not scene.escalating:
        return []
    return [being for being in scene.beings.values() if "Escalated" in being.states]
