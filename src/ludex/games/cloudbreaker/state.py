"""Units and the scene of Cloudbreaker Alliance: the sheet that stays, the state that changes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple, get_args

from ludex.core.board.zone import ZoneBoard, ZoneId
from ludex.core.content.references import names, words
from ludex.core.kernel.named import BeingId, SubjectId
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Condition, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.effects import Pool
from ludex.games.cloudbreaker.records.ids import METHODS, HazardId
from ludex.games.cloudbreaker.records.kinds import Clue, FailureName, Falter, GoalName, Method, Part

PARTY = "party"
FOES = "foes"
PC, NPC, ENEMY, OBJECT = "pc", "npc", "enemy", "object"

SIZES = (
    "VVV Small", "VV Small", "V Small", "Small", "Medium", "Large", "X Large", "XX Large", "XXX Large",
)  # cb.unit.size  # fmt: skip
WIDE = {"X Large": 2, "XX Large": 3, "XXX Large": 4}  # zones across; all others one
TOKENS = {"Normal": 1, "Captain": 2, "Boss": 3, "Horde": 5}  # cb.morale.start

GONE = CONDITIONS.tagged("gone")  # no longer in the situation
FALLEN = CONDITIONS.tagged("fallen")
HELPLESS = CONDITIONS.idle  # no actions of any sort, free ones included
OUT_OF_REACH = CONDITIONS.tagged("out-of-reach")  # no longer a target

ALL = 99  # the tokens of any gain


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a situation."""

    kind: str  # the content entry they were made from
    sort: str  # pc, npc, enemy, object
    rank: str = ""
    creature_type: str = ""
    sentient: bool = False
    independent: bool = False
    looks_like: str = ""
    level: int = 1
    class_: str = ""
    secondary_class: str = ""
    class_ranks: tuple[tuple[str, int], ...] = ()
    size: str = "Medium"
    turn_speed: int = 5
    move: int = 1  # zones for one minor action
    max_move: int = 2  # zones in one turn
    major: int = 1
    minor: int = 1
    parts: tuple[Part, ...] = ()
    mp: int = 0
    resolve: int = 0
    hands: int = 2
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    reduction: int = 0
    masteries: tuple[str, ...] = ()
    mastery_bonus: int = 0
    to_hit: tuple[tuple[str, int], ...] = ()  # with weapons and spells, where it is not by mastery
    maneuvers: tuple[tuple[str, int], ...] = ()  # bonus of enemies
    max_held: int = 2
    features: tuple[str, ...] = ()
    falter: tuple[Falter, ...] = ()
    neutralise: tuple[Method, ...] = ()
    analyse: tuple[Clue, ...] = ()
    vital: int = 0  # which of the parts

    @property
    def pc(self) -> bool:
        return self.sort == PC


class _BeingRest(CoreBeing):
    """What follows from a being's conditions, and so is never saved or compared."""

    __slots__ = ("active", "helpless", "here", "targetable")
    here: bool  # still in the situation
    active: bool  # cb.situation.fail.default: neither downed, knocked out, dead, nor gone
    helpless: bool  # can use no action, not even a free one
    targetable: bool
    ALONG: ClassVar[tuple[str, ...]] = (*CoreBeing.ALONG, *__slots__)

    def set_conditions(self, *conditions: Condition) -> None:
        super().set_conditions(*conditions)
        self.here = self.states.isdisjoint(GONE)
        self.active = self.states.isdisjoint(FALLEN)
        self.helpless = not self.states.isdisjoint(HELPLESS)
        self.targetable = self.states.isdisjoint(OUT_OF_REACH)


@state
class Being(_BeingRest):
    """A unit: one creature or several that move together and act on one turn (cb.unit.terms)."""

    sheet: Sheet
    at: str = ""  # their zone; of a larger unit the north-west one
    parts: tuple[int, ...] = ()  # HP of each target
    mp: int = 0
    resolve: int = 0
    spirit: int = 0
    takes: int = ALL  # of each gain of spirit tokens they take at most so many
    barrier: int = 0  # tokens that no rule of this book uses yet
    spellglyph: int = 0
    major: int = 0
    minor: int = 0
    moved: int = 0  # zones in this turn
    stride: int = 0  # zones left of the move that is under way
    number: int = 0  # their place in the order of turns
    missing: int = 0  # rounds in which they take no turn
    role: str = "frontliner"
    weapons: tuple[str, ...] = ()
    wielded: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    latched: tuple[BeingId, str] | None = None  # onto which unit, and which of their targets
    disguised: bool = False
    hurt_by: BeingId = ""  # the player character who last damaged them
    fate: str = ""  # of a defeated one: knocked out or killed
    attunements: tuple[str, ...] = ()  # elemental ones, which no rule of this book uses yet
    rest_due: int = 86_400  # the clock by which they need a full rest

    @property
    def hp(self) -> int:
        """Of the target that their life hangs on."""
        return self.parts[self.sheet.vital]

    @property
    def limbs(self) -> tuple[int, ...]:
        """HP of the targets that their life does not hang on."""
        vital = self.sheet.vital
        return (*self.parts[:vital], *self.parts[vital + 1 :])

    @property
    def pc(self) -> bool:
        return self.sheet.sort == PC

    @property
    def empty(self) -> bool:
        """Is one of their pools at 0? What has no MP at all cannot run out of it."""
        return not self.hp or (not self.mp and bool(self.sheet.mp))

    def part(self, name: str) -> int:
        """The place of a target among their parts."""
        for number, part in enumerate(self.sheet.parts):
            if part.id == name:
                return number
        raise KeyError(name)

    def lose_hp(self, part: int, amount: int) -> None:
        self.parts = (*self.parts[:part], max(0, self.parts[part] - amount), *self.parts[part + 1 :])

    def has_mastery(self, *names: str) -> bool:
        return any(name in self.sheet.masteries for name in names)


class Goal(NamedTuple):
    """What wins or loses a situation: a kind, and for some of them a number of rounds or a name."""

    kind: Annotated[str, words("goal or failure", (*get_args(GoalName), *get_args(FailureName)))]
    rounds: int = 0
    who: SubjectId = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A hazard on the board: in one zone, or between two."""

    hazard: HazardId
    zones: tuple[ZoneId, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing on the ground."""

    thing: Annotated[str, names("weapon", "item")]
    at: ZoneId


@dataclass(frozen=True, slots=True)
class Raised:
    """A magical construct: where, and how much it takes off."""

    zone: ZoneId
    reduction: int


@dataclass(frozen=True, slots=True)
class Trap:
    """An epic trap: (dice + bonus) × multiplier at its epicenter, at the end of a round."""

    epicenter: ZoneId
    round: int
    multiplier: int
    dice: int = 2
    bonus: int = 10
    pool: Annotated[str, words("pool", get_args(Pool))] = "HP"
    type: str = ""
    name: str = "Epic trap"
    defuse: tuple[tuple[Annotated[str, names(*METHODS)], int], ...] = ()  # skills or toolkits with their difficulty
    successes: int = 0  # needed to defuse it


@dataclass(frozen=True, slots=True)
class Hit:
    """Somebody whom the attack under way has hit."""

    target: SubjectId
    part: str
    critical: bool = False


def vital_hit(being: Being, critical: bool = False) -> Hit:
    """A hit on what a unit's life hangs on."""
    return Hit(being.id, being.sheet.parts[being.sheet.vital].id, critical)


@dataclass(frozen=True, slots=True)
class Rest:
    """A break or rest under way, with what each character has decided for its end."""

    kind: Annotated[str, words("rest", ("short", "long", "full"))]
    began: int  # the clock then
    spent: tuple[tuple[BeingId, int, int], ...] = ()  # who, Resolve into HP, Resolve into MP
    changes: tuple[tuple[BeingId, str, str], ...] = ()  # who, what is changed, to what
    fights: int = 0  # critical situations since it began


@state
class Scene(CoreScene[Being]):
    beings: dict[str, Being]
    board: ZoneBoard
    kind: str = "combat"  # or escape, or any other that a table makes up
    formation: str = "scenario"  # or standard
    goals: tuple[Goal, ...] = (Goal("rout"),)
    failures: tuple[Goal, ...] = (Goal("party_wiped_out"),)
    outcome: str = ""  # won, failed or suspended, once it is over
    mission: str = "open"  # or failed
    objective: bool = False  # is winning part of the mission's objective?
    retreat_allowed: bool = True
    pursuit: bool = False
    morale: int = 0
    extra_morale: int = 0  # added by the game master when it begins
    cloud: int = 0  # morale tokens that the cloud gives at the end of each round
    reinforced: bool = False  # reinforcements are announced
    ended: int = 0  # rounds that are over
    routed: bool = False
    rush: bool = False  # the Finale Rush
    hazards: tuple[Placed, ...] = ()
    lying: tuple[Lying, ...] = ()
    raised: tuple[Raised, ...] = ()
    covered: tuple[str, ...] = ()  # zones that have got covers in this situation
    safe_zones: tuple[str, ...] = ()
    shelters: tuple[tuple[str, int], ...] = ()
    trap: Trap | None = None
    defused: int = 0  # successes so far
    fired: bool = False  # the epic trap has gone off, or never will
    precedence: tuple[BeingId, ...] = ()  # who comes before whom at the same number
    analysed: tuple[str, ...] = ()  # kinds of monsters that the party has uncovered
    hits: tuple[Hit, ...] = ()  # of the attack under way
    rest: Rest | None = None

    def zones(self, being: Being) -> tuple[str, ...]:
        """cb.unit.size: the zones they occupy."""
        wide = WIDE.get(being.sheet.size, 1)
        return (being.at,) if wide == 1 else self.board.block(being.at, wide)

    def distance(self, one: Being, other: Being) -> int:
        """cb.zone.distance: orthogonal steps between the nearest zones."""
        self.cite("cb.zone.distance")
        diagonal = bool(self.options["opt_diagonal_distance"])
        if one.sheet.size not in WIDE and other.sheet.size not in WIDE:
            return self.board.distance(one.at, other.at, diagonal)
        return self.board.gap(self.zones(one), self.zones(other), diagonal)

    def away(self, being: Being, zone: str) -> int:
        """cb.zone.distance: from a unit, by their nearest zone, to a zone."""
        self.cite("cb.zone.distance")
        return self.board.gap(self.zones(being), (zone,), bool(self.options["opt_diagonal_distance"]))

    def together(self, one: Being, other: Being) -> bool:
        """Do they share a zone?"""
        if one.sheet.size not in WIDE and other.sheet.size not in WIDE:
            return one.at == other.at
        there = self.zones(other)
        return any(zone in there for zone in self.zones(one))

    def enemies(self, being: Being) -> list[Being]:
        return [other for other in self.beings.values() if other.side != being.side and other.here]

    def allies(self, being: Being) -> list[Being]:
        return [other for other in self.beings.values() if other.side == being.side and other is not being]

    def party(self) -> list[Being]:
        """The player characters."""
        return [being for being in self.beings.values() if being.sheet.sort == PC]


def larger(one: Being, other: Being) -> int:
    """By how many size categories the first is larger."""
    return SIZES.index(one.sheet.size) - SIZES.index(other.sheet.size)


def in_situation(scene: Scene) -> bool:
    return scene.mode == "situation"
