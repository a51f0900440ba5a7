"""Characters and the scene of Vitality: the sheet that stays, the state that changes, and what follows from both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.named import BeingId, Noted, SubjectId
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Condition, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.records.kinds import Attack, Boon

PARTY = "party"
FOES = "foes"

COMBAT = ("focus", "power", "mobility", "endurance")
UTILITY = ("awareness", "communication", "intelligence")
ATTRIBUTES = (*COMBAT, *UTILITY)
RESISTANCES = ("resolve", "stability", "vitality")  # vt.formula.resistance
STATS = ("accuracy", "damage", "condition", "avoidance", "durability", "all_resistances", "speed")  # vt.boon.passive
SETTINGS = ("gritty", "grounded", "heroic")  # vt.rest.setting
TIERS = (2, 3, 3, 4, 4, 5)  # vt.tier.table, by level; boons equal the level
HP = {"player": 100, "minion": 10, "captain": 25, "vanguard": 50, "boss": 100, "ally": 50}  # vt.hp.max, npc.hp_classes
WALL = "wall"  # the class of a wall that somebody has raised
FAMILIAR = "familiar"  # the kind of a familiar's sheet
TRAP_USES = "hidden_trap"  # the word under which traps that were set are counted
UNKNOWN = ""  # the trigger of what somebody else has prepared

AFFLICTIONS = CONDITIONS.tagged("affliction")  # vt.effort.end_conditions: for Effort, Heal, limits and bonuses
OUT = CONDITIONS.tagged("gone")  # takes no part and fills no space
BEATEN = CONDITIONS.tagged("beaten")
DOWN = OUT | BEATEN
SENSELESS = CONDITIONS.tagged("senseless")  # no actions, movement or reactions; Avoidance 0

# ---------------------------------------------------------------- characters


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a fight."""

    kind: str  # the content entry they were made from
    pc: bool
    hp_class: str
    level: int
    tier: int  # as built: vt.tier.effective
    hp: int  # the maximum
    attributes: dict[str, int]
    skill_attributes: tuple[str, ...] = ()
    movement: str = ""  # archetypes
    defensive: str = ""
    attack: str = ""
    utility_archetype: str = ""
    boons: tuple[Boon, ...] = ()
    attacks: tuple[Attack, ...] = ()
    utility: tuple[str, ...] = ()  # features, senses, ways to move, descriptors
    wealth: str = ""
    summoner: BeingId = ""  # whose companion, familiar or wall it is
    fixed: dict[str, int] | None = None  # scores of a thing that has no attributes
    permeable: bool = False  # a wall that its owner's friends walk through


@dataclass(frozen=True, slots=True)
class Prepared:
    """vt.act.prepare: an action paid for and kept for its trigger: a kind of event and whom it is about."""

    command: Command
    event: str
    who: SubjectId = ""  # empty for any enemy


class _BeingRest(CoreBeing):
    """What follows from a being's conditions, and so is never saved or compared."""

    __slots__ = ("beaten", "here", "senseless")
    here: bool
    beaten: bool
    senseless: bool
    ALONG: ClassVar[tuple[str, ...]] = (*CoreBeing.ALONG, *__slots__)

    def set_conditions(self, *conditions: Condition) -> None:
        super().set_conditions(*conditions)
        self.here = self.states.isdisjoint(OUT)
        self.beaten = not self.states.isdisjoint(BEATEN)
        self.senseless = not self.states.isdisjoint(SENSELESS)


@state
class Being(_BeingRest):
    sheet: Sheet
    at: Cell = (0, 0)
    height: int = 0  # above the board's ground: on a dais of 1 it is 1, on the floor of a drop of 40 it is -40
    body: tuple[Cell, ...] = ()  # all spaces of a wall
    home: str = ""  # the own side, while somebody else decides (vt.cond.control)
    hp: int = 0  # may be below 0
    primary: int = 0  # Primary Actions left
    reaction: int = 0  # Reactions left
    spent: int = 0  # movement spent in this turn
    bonus_move: int = 0  # spaces beside the speed in this turn: Hasten, Effort
    run: tuple[int, int, int] = (0, 0, 0)  # the straight way they have come last: a step's direction, and how many
    fallen: int = 0  # spaces of the fall under way
    efforts: int = 0  # used since the last rest
    owing: int = 0  # of them, those whose Tier is lost when the next turn starts
    lost: int = 0  # Tier lost
    collapsing: bool = False  # the last Effort knocks out when the next turn starts
    asks: str = "telling"  # when Effort is offered in the middle of things: telling, all, never
    since: tuple[str, ...] = ()  # what has befallen them since their last turn: attacked, conditioned, damaged, hit
    deeds: tuple[Noted, ...] = ()  # in this own turn: attack, condition, damage, defeat, hit NAME, moved; in order
    last: tuple[Noted, ...] = ()  # in the own turn before
    idle: tuple[tuple[str, int], ...] = ()  # attacks of late, and how many own turns ago
    charged: tuple[str, int] = ("", 0)  # the attack they charge, and for how many own turns in a row
    channel: tuple[str, int] = ("", 0)  # the attack they channel, and how often in a row before
    prepared: Prepared | None = None
    carries: tuple[BeingId, ...] = ()  # and things, by their names

    @property
    def pc(self) -> bool:
        return self.sheet.pc

    @property
    def is_wall(self) -> bool:
        return self.sheet.hp_class == WALL

    @property
    def is_familiar(self) -> bool:
        return self.sheet.kind == FAMILIAR

    @property
    def fights(self) -> bool:
        return self.sheet.hp_class != WALL and self.sheet.kind != FAMILIAR

    @property
    def own_side(self) -> str:
        """The side somebody belongs to, whoever decides for them now."""
        return self.home or self.side

    @property
    def afflictions(self) -> tuple[str, ...]:
        """The names of somebody's conditions in the sense of Effort, Heal and limits."""
        return tuple([c.name for c in self.conditions if c.name in AFFLICTIONS]) if self.states else ()

    def has_done(self, deed: str) -> bool:
        return deed in self.deeds

    def note(self, deed: str) -> None:
        """Remember a deed of this own turn, once."""
        if deed not in self.deeds:
            self.deeds = (*self.deeds, deed)

    def befalls(self, what: str) -> None:
        """Remember what has befallen somebody since their last turn, once; in the same order however it came."""
        if what not in self.since:
            self.since = tuple(sorted((*self.since, what)))


# ---------------------------------------------------------------- the scene


@dataclass(frozen=True, slots=True)
class Portal:
    """vt.arch.move.portal: two linked spaces; they stay until the maker's next turn starts."""

    owner: SubjectId
    one: Cell
    other: Cell


@dataclass(frozen=True, slots=True)
class Hazard:
    """vt.up.environmental: spaces that have the effect of an attack; until the owner's next turn starts."""

    owner: SubjectId
    attack: str
    cells: tuple[Cell, ...]
    height: int = 0  # where it lies
    reach: int = 0  # how far above and below that


@dataclass(frozen=True, slots=True)
class Trap:
    """vt.feature.hidden_trap: an own attack that waits in a space."""

    owner: SubjectId
    attack: str
    at: Cell
    glyph: bool = False
    found: bool = False


@dataclass(frozen=True, slots=True)
class Ward:
    """vt.feature.forbiddance: spaces in which one kind of being is hurt in every turn."""

    owner: SubjectId
    cells: tuple[Cell, ...]
    against: tuple[BeingId, ...]
    days: int = 1  # running; from 100 on it stays
    fresh: bool = True  # laid or renewed on this day


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to lift, push, carry or use."""

    name: str
    at: Cell
    lbs: int = 0
    device: bool = False  # vt.act.use: complex


@state
class Scene(CoreScene[Being]):
    """Modes: combat, and story, in which time is not counted."""

    beings: dict[str, Being]
    board: CellBoard
    setting: str = "grounded"
    peril: bool = False  # the game master has declared great peril
    civilians: tuple[Cell, ...] = ()
    portals: tuple[Portal, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    tunnels: tuple[Cell, ...] = ()
    traps: tuple[Trap, ...] = ()
    wards: tuple[Ward, ...] = ()
    things: tuple[Thing, ...] = ()
    rested: int = 0  # minutes of the rest under way
    head_start: tuple[BeingId, ...] = ()  # who may still move before the first turn
    leads: BeingId = ""  # outside combat: who of the party is asked what to do; nobody before and after that
    winner: str = ""

    def enemies(self, being: Being) -> list[Being]:
        """All others on another side who are there; walls and the unconscious too."""
        side = being.side
        return [o for o in self.beings.values() if o.side != side and o.states.isdisjoint(OUT)]

    def allies(self, being: Being) -> list[Being]:
        side = being.side
        return [o for o in self.beings.values() if o.side == side and o is not being and o.states.isdisjoint(OUT)]

    def opponents(self, being: Being) -> list[Being]:
        """Enemies who are awake and no walls: whom rules mean that count enemies near somebody."""
        side = being.side
        return [
            other
            for other in self.beings.values()
            if other.side != side and other.states.isdisjoint(DOWN) and other.sheet.hp_class != WALL
        ]

    def friends(self, being: Being) -> list[Being]:
        """Allies who are no walls, the unconscious among them."""
        return [other for other in self.allies(being) if other.sheet.hp_class != WALL]

    def thing(self, name: str) -> Thing | None:
        return next((thing for thing in self.things if thing.name == name), None)
