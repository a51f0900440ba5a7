"""Characters and the scene of Navy Blue: the sheet that stays, the state that changes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, get_args

import msgspec

from ludex.core.board.zone import ZoneBoard, ZoneId
from ludex.core.content.numbers import Natural, Positive
from ludex.core.content.references import words
from ludex.core.kernel.named import BeingId, Noted
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Condition, state
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import Difficulty
from ludex.games.navyblue.records.ids import EncountersId, ItemId
from ludex.games.navyblue.records.kinds import DoorState, NpcAttack, Protects

PARTY = "party"
FOES = "foes"

CORE = ("Brawn", "Finesse", "Mettle", "Acumen", "Logic", "Vibe")  # nb.attr.core
PHYSICAL = ("Brawn", "Finesse")
MENTAL = ("Acumen", "Logic", "Vibe")  # nb.attr.groups; Mettle is named on its own
Attribute = Annotated[str, words("attribute", CORE)]
CheckDifficulty = Annotated[str, words("difficulty", get_args(Difficulty))]
ARCHETYPES = {"Warrior": "Presence", "Devout": "Bind", "Adept": "Flow", "Mage": "Aether"}  # nb.attr.archetype

OUT = CONDITIONS.tagged("out")  # takes no part
PEACE = ("adventure", "traversal", "dungeon")  # the modes that are no fight
SHUT = ("shut", "locked", "barred")  # states of a door that cannot be told apart before it is tried
FAR = 99  # more zones than any board has from end to end
BROKEN = OUT | {"Fleeing"}  # no longer a threat: nb.morale.break

# ---------------------------------------------------------------- characters


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a fight."""

    kind: str  # the content entry they were made from
    pc: bool
    level: int = 0
    archetype: str = ""
    magic_kind: str = "none"
    lineages: tuple[str, ...] = ()
    sub_lineages: tuple[str, ...] = ()
    size_inches: int = 0
    age: int = 0
    traits: tuple[str, ...] = ()
    attributes: dict[str, int]  # the six core ones, their own values
    skills: tuple[str, ...] = ()
    languages: tuple[tuple[str, bool, bool], ...] = ()  # name, speaks, reads
    language_points: int = 0  # unspent
    features: tuple[str, ...] = ()
    speed: int = 2
    body_reach: int = 0
    vigor: int | None = None  # the maximum where a stat block states it
    morale: int | None = None
    leader: bool = False
    protection: tuple[Protects, ...] = ()  # of an NPC
    attacks: tuple[NpcAttack, ...] = ()  # of an NPC
    unarmed: bool = False  # an NPC with fists beside their attacks


@dataclass(frozen=True, slots=True)
class Slot:
    """nb.carry.slots: a slot is an identity: it holds a thing, or a part of one, and can be injured."""

    thing: Noted = ""
    worn: bool = False  # as armour
    marked: bool = False  # an Injury


@dataclass(frozen=True, slots=True)
class Pack:
    """A container that somebody carries: open or closed, its contents from the top down."""

    container: str
    contents: tuple[Noted, ...] = ()
    open: bool = False
    worn: bool = False  # the backpack


class _BeingRest(CoreBeing):
    """What follows from a being's conditions, and so is never saved or compared."""

    __slots__ = ("here", "threat")
    here: bool
    threat: bool  # are they still an active threat to their enemies?
    ALONG: ClassVar[tuple[str, ...]] = (*CoreBeing.ALONG, *__slots__)

    def set_conditions(self, *conditions: Condition) -> None:
        super().set_conditions(*conditions)
        self.here = self.states.isdisjoint(OUT)
        self.threat = self.states.isdisjoint(BROKEN)


@state
class Being(_BeingRest):
    sheet: Sheet
    at: str = ""  # their zone
    vigor: int = 0
    slots: tuple[Slot, ...] = ()  # none for an NPC
    slotless: tuple[Slot, ...] = ()  # things that take no slot by their own terms; never marked
    packs: tuple[Pack, ...] = ()
    held: tuple[Noted, ...] = ()  # in hand, and in no slot
    motion: int = 0  # Motion Points
    promised: int = 0  # temporary ones at the start of the next turn
    actions: int = 0
    on_move: int = 0  # points spent on Move in this turn
    acted: bool = False  # has rolled an Action in this turn
    run_up: bool = False  # the last thing they did was a Move
    from_air: bool = False  # came out of an air zone in this turn
    unloaded: tuple[tuple[str, int], ...] = ()  # each weapon that needs so many points before it can be used again
    experience: int = 0
    minors: int = 0  # minor encounters that count for no Experience yet
    since_pause: int = 0  # Dungeoneering intervals
    activity: str = ""  # what they do in this interval

    @property
    def pc(self) -> bool:
        return self.sheet.pc

    @property
    def injuries(self) -> int:
        return [slot.marked for slot in self.slots].count(True) if self.slots else 0

    @property
    def worn(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(slot.thing for slot in (*self.slots, *self.slotless) if slot.worn))

    def set_slot(self, number: int, slot: Slot) -> None:
        self.slots = (*self.slots[:number], slot, *self.slots[number + 1 :])

    def mark(self, number: int) -> None:
        self.set_slot(number, replace(self.slots[number], marked=True))


# ---------------------------------------------------------------- the scene


@dataclass(frozen=True, slots=True)
class Door:
    """Between two zones. Open, shut, barred (from the side of one zone), locked, or blocked by something heavy."""

    zones: tuple[ZoneId, ZoneId]
    name: str = "door"
    state: Annotated[str, words("state of a door", get_args(DoorState))] = "shut"
    barred_from: ZoneId = ""
    attribute: Attribute = ""  # of the Check that clears it
    difficulty: CheckDifficulty = "Normal"
    known: bool = False  # somebody of the party has tried it


@dataclass(frozen=True, slots=True)
class Obstruction:
    """nb.obstruct.zone: something that fills a zone."""

    zone: ZoneId
    material: str
    unblock: bool = False
    attribute: Attribute = ""
    difficulty: CheckDifficulty = "Normal"
    source: BeingId = ""  # who made it
    until: Annotated[str, words("end", ("start of turn", "fight"))] = ""  # of the source; empty: for good


@dataclass(frozen=True, slots=True)
class Pit:
    zone: ZoneId
    depth: Positive = 1
    spikes: bool = False
    roped: bool = False


class Lying(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing on the ground."""

    thing: ItemId
    at: ZoneId
    unready: Natural = 0  # a weapon that needs so many points before it can be used again


@dataclass(frozen=True, slots=True)
class Chest:
    """A container that stands in a zone."""

    name: str
    at: str
    contents: tuple[Noted, ...] = ()
    state: Annotated[str, words("state of a chest", ("open", "shut", "locked"))] = "shut"
    attribute: Attribute = "Finesse"
    difficulty: CheckDifficulty = "Normal"
    known: bool = False  # somebody of the party has tried it


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the world the party is, and what can be done there."""

    safe: bool = False
    underground: bool = False
    searchable: tuple[ZoneId, ...] = ()
    searched: tuple[ZoneId, ...] = ()
    key_item: ZoneId = ""  # where it lies
    encounters: EncountersId = ""  # the table of Random Encounters
    size: Annotated[str, words("size", ("normal", "minor"))] = "normal"  # of the encounter under way


@dataclass(frozen=True, slots=True)
class Watch:
    """Time as it is counted: the block of the day and the interval in it, both from 1 on."""

    block: int = 1
    interval: int = 1
    asleep: tuple[tuple[BeingId, int], ...] = ()  # intervals of this Rest that somebody has slept
    rolled: bool = False  # the die of this interval has been rolled
    fought: bool = False  # a fight has taken an interval of its own
    days: int = 1  # of travel still to come, this one among them


@state
class Scene(CoreScene[Being]):
    """Modes: fight, traversal, dungeon, respite, adventure (time is not counted)."""

    master: ClassVar[str] = "Director"
    beings: dict[str, Being]
    board: ZoneBoard
    air: tuple[str, ...] = ()  # zones of the air
    exits: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()
    obstructions: tuple[Obstruction, ...] = ()
    pits: tuple[Pit, ...] = ()
    unseen: tuple[str, ...] = ()  # zones that nobody of the party has been in or seen into
    lying: tuple[Lying, ...] = ()
    chests: tuple[Chest, ...] = ()
    place: Place = Place()
    watch: Watch = Watch()
    resumes: str = ""  # the mode that goes on after the fight
    first: str = ""  # the side that starts the rounds
    last: str = ""  # the side that acted last
    passed: bool = False  # it let the other side choose
    foes_at_start: int = 0
    bygone: tuple[BeingId, ...] = ()  # NPCs who were out of it before this fight began
    morale_rolled: tuple[str, ...] = ()  # which triggers have fired in this fight
    reaction: str = ""  # of those who were met last
    meeting: tuple[BeingId, ...] = ()  # who waits for what the party does
    tried: tuple[str, ...] = ()  # what has failed in this meeting: parley, sneak_past

    def enemies(self, being: Being) -> list[Being]:
        return [other for other in self.beings.values() if other.side != being.side and other.here]

    def allies(self, being: Being) -> list[Being]:
        return [o for o in self.beings.values() if o.side == being.side and o is not being and o.here]

    def party(self) -> list[Being]:
        """The player characters."""
        return [being for being in self.beings.values() if being.sheet.pc]

    def door(self, one: str, other: str) -> Door | None:
        """The door between two zones."""
        for door in self.doors:
            if one in door.zones and other in door.zones:
                return door
        return None

    def passes(self, one: str, other: str) -> bool:
        """Is nothing shut between two zones that are side by side?"""
        if not self.doors:
            return True
        door = self.door(one, other)
        return door is None or door.state == "open"

    def distance(self, one: Being, other: Being) -> int:
        """nb.reach.values: the fewest steps; shut doors do not count, other things do not hinder."""
        return 0 if one.at == other.at else self.hops(one.at).get(other.at, FAR)

    def hops(self, zone: str) -> dict[str, int]:
        """So far off is every zone from this one."""
        return self.all_hops()[zone]

    def all_hops(self) -> Hops:
        """So far off is every zone from every other, with these doors shut; kept with the board."""
        shut = tuple([door.zones for door in self.doors if door.state != "open"])
        known: Hops | None = self.board.worked_out.get((Hops, shut))
        if known is None:
            known = self.board.worked_out[Hops, shut] = Hops(self.board, shut)
        return known


class Hops(dict[str, dict[str, int]]):
    """How many steps it is from a zone to every other that can be reached: worked out when asked."""

    def __init__(self, board: ZoneBoard, shut: tuple[tuple[str, str], ...]) -> None:
        self.board, self.shut = board, frozenset([*shut, *[(b, a) for a, b in shut]])
        self.ways: dict[Any, dict[str, tuple[str, ...]]] = {}  # the cheapest ones, kept by what they follow from

    def __missing__(self, zone: str) -> dict[str, int]:
        found = self[zone] = self.board.hops(zone, lambda here, there: (here, there) not in self.shut)
        return found


def half_level(scene: Scene, being: Being) -> int:
    """nb.hl, nb.round.down: half the level; nothing at a table that plays without it."""
    return being.sheet.level // 2 if scene.options["opt_half_level"] else 0
