"""Attacks as they were built: type, effect, upgrades and limits put together into one record that is quick to read.

vt.attack.build, vt.up.list, vt.limit.gate. What depends on whom is attacked and when is worked out in `attack_parts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ludex.core.content.content import Library
from ludex.core.game import GAMES
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Modifier
from ludex.games.vitality.book.characters.features import SHEET
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.records.attack_effects import (
    Base,
    BestOf,
    Bonus,
    Channel,
    ChooseTargets,
    Critical,
    Effect,
    ExplodeFrom,
    FixedDice,
    Origin,
    Range,
    Scale,
)
from ludex.games.vitality.records.conditions import OF_ATTACKS
from ludex.games.vitality.records.kinds import Attack, Limit, Upgrade
from ludex.games.vitality.state import Being, Scene

E = TypeVar("E", bound=Base)

REACHES = 15  # spaces: vt.attack.type.ranged
SIZES = {"burst": 2, "cone": 4, "line": 8}  # vt.attack.area.shape
FLAT = 15  # in place of 3d6: vt.attack.type.direct_damage
CRITICAL_FROM = 20
# vt.cond.*: what a condition costs; damage is free
PRICES = {"damage": 0, **{effect: attack.price for effect, attack in OF_ATTACKS.items()}}
OLD_PRICE = 20  # opt_attack_scale_hundred: a point of the small scale on the larger one


class Type(NamedTuple):
    """An attack type: how it reaches its targets, and the Tiers on its rolls."""

    rule: str
    called: str  # the source of what it adds to a roll
    range: int = 0  # 0: melee, or an area that starts at the attacker
    area: bool = False
    direct: bool = False  # hits without a roll
    accuracy: int = 0
    damage: int = 0
    condition: int = 0
    flat: int = 0  # in place of the damage dice
    only: str = ""  # damage or condition


MELEE = "melee attack"
TYPES = {
    "basic_melee": Type("vt.attack.basic", "basic attack"),
    "basic_ranged": Type("vt.attack.basic", "basic attack", REACHES),
    "melee_accuracy": Type("vt.attack.type.melee_accuracy", MELEE, accuracy=1),
    "melee_effect": Type("vt.attack.type.melee_effect", MELEE, damage=1, condition=1),
    "ranged": Type("vt.attack.type.ranged", "ranged attack", REACHES),
    "area": Type("vt.attack.type.area", "area attack", area=True, accuracy=-1, damage=-1, condition=-1),
    "direct_condition": Type(
        "vt.attack.type.direct_condition", "direct attack", REACHES, direct=True, condition=-1, only="condition"
    ),
    "direct_area_condition": Type(
        "vt.attack.type.direct_area_condition", "direct area attack", area=True, direct=True, condition=-2,
        only="condition",
    ),
    "direct_damage": Type(
        "vt.attack.type.direct_damage", "direct attack", REACHES, direct=True, damage=-1, flat=FLAT, only="damage"
    ),
    "direct_area_damage": Type(
        "vt.attack.type.direct_area_damage", "direct area attack", area=True, direct=True, damage=-2,
        flat=FLAT, only="damage",
    ),
}  # fmt: skip
BASIC = ("basic_melee", "basic_ranged")


class Part(NamedTuple):
    """So many Tiers and a flat number on a roll, with where it comes from."""

    tiers: int
    flat: int
    source: str
    rule: str
    against_max_hp: int = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Built:
    """An attack of somebody with all that does not depend on the moment."""

    id: str
    name: str
    type_of: str
    kind: Type
    effect: str = "damage"  # or a condition: control, stun, weaken, brawl, frighten, taunt, charm
    versus: str = ""
    stat: str = ""
    shape: str = ""
    size: int = 0
    range: int = 0
    sight: bool = False  # as far as one sees
    origin: int = 0  # how far away the area may start
    chooses: bool = False  # whom in the area it affects
    flat: int = 0  # in place of the damage dice
    explodes: int = 6
    accuracy_dice: int = 1
    condition_dice: int = 1
    critical_from: int = CRITICAL_FROM
    critical_tiers: int = 1
    condition_critical_from: int = CRITICAL_FROM
    condition_critical_tiers: int = 1
    parts: dict[str, tuple[Part, ...]] = field(default_factory=dict)  # by roll: accuracy, damage, condition
    upgrades: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    limits: tuple[Limit, ...] = ()
    known: dict[type, Any] = field(default_factory=dict, init=False)  # what `part` has found

    @property
    def basic(self) -> bool:
        return self.type_of in BASIC

    @property
    def melee(self) -> bool:
        return not self.kind.range and not self.kind.area

    @property
    def damages(self) -> bool:
        return self.effect == "damage"

    def part(self, kind: type[E]) -> E | None:
        """The first effect of a kind that its upgrades have."""
        if not self.effects:
            return None
        if kind not in self.known:
            self.known[kind] = next((effect for effect in self.effects if isinstance(effect, kind)), None)
        found: E | None = self.known[kind]
        return found


# ---------------------------------------------------------------- building


def attacks_of(being: Being) -> tuple[str, ...]:
    """The ids of all attacks of somebody: vt.attack.basic, everybody has two basic ones."""
    return () if being.is_wall else (*[attack.id for attack in being.sheet.attacks], *BASIC)


@derived(SHEET)
def attack_of(scene: Scene, being: Being, name: str) -> Built:
    """An attack of somebody, by its id."""
    library: Library = scene.library
    if name in BASIC:
        label = "Basic melee" if name == "basic_melee" else "Basic ranged"
        return Built(id=name, name=label, type_of=name, kind=TYPES[name], range=TYPES[name].range)
    for attack in being.sheet.attacks:
        if attack.id == name:
            return build_attack(library, attack)
    known = attacks_of(being)
    raise BadInput(f"{being.name} has no attack {name!r}; {there_are(name, known)}")


def upgrade_rule(entry: Upgrade) -> str:
    """The rule of an upgrade; one that the table has made stands under the list of all upgrades."""
    rule = entry.rule or f"vt.up.{entry.id}"
    return rule if rule in GAMES["vitality"].rulebook.rules else "vt.up.list"


def build_attack(library: Library, attack: Attack) -> Built:
    kind = TYPES[attack.type]
    upgrades: list[Upgrade] = [library.shelves["upgrade"].entries[name] for name in attack.upgrades]
    limits: tuple[Limit, ...] = tuple([library.shelves["limit"].entries[name] for name in attack.limits])
    effects = tuple([effect for entry in upgrades for effect in entry.effects])
    numbers: dict[str, int] = {}
    for effect in effects:
        if isinstance(effect, BestOf):
            numbers[f"{effect.roll}_dice"] = effect.dice
        elif isinstance(effect, Critical):
            prefix = "" if effect.roll == "accuracy" else "condition_"
            numbers[f"{prefix}critical_from"] = min(effect.least, numbers.get(f"{prefix}critical_from", CRITICAL_FROM))
            numbers[f"{prefix}critical_tiers"] = numbers.get(f"{prefix}critical_tiers", 1) + effect.tiers
        elif isinstance(effect, ExplodeFrom):
            numbers["explodes"] = effect.face
    ranges = [effect for effect in effects if isinstance(effect, Range)]
    scales = [getattr(effect, attack.shape) for effect in effects if isinstance(effect, Scale) and attack.shape]
    fixed = [effect.amount for effect in effects if isinstance(effect, FixedDice)]
    return Built(
        id=attack.id, name=attack.name, type_of=attack.type, kind=kind, effect=attack.effect, versus=attack.versus,
        stat=attack.stat, shape=attack.shape, size=SIZES.get(attack.shape, 0) + sum(scales),
        range=max([kind.range, *[effect.spaces for effect in ranges]]), sight=any([e.sight for e in ranges]),
        origin=max([effect.spaces for effect in effects if isinstance(effect, Origin)], default=0),
        chooses=any([isinstance(effect, ChooseTargets) for effect in effects]), flat=max([kind.flat, *fixed]),
        parts={roll: _parts(kind, upgrades, limits, roll) for roll in ("accuracy", "damage", "condition")},
        upgrades=attack.upgrades, effects=effects, limits=limits, **numbers,
    )  # fmt: skip


def _parts(kind: Type, upgrades: list[Upgrade], limits: tuple[Limit, ...], roll: str) -> tuple[Part, ...]:
    found = []
    if tiers := getattr(kind, roll):
        found.append(Part(tiers, 0, kind.called, kind.rule))
    for entry in upgrades:
        for effect in entry.effects:
            if isinstance(effect, Bonus) and roll in effect.rolls:
                rule = upgrade_rule(entry)
                found.append(Part(effect.tiers, effect.flat, entry.name, rule, effect.against_max_hp))
    found += [Part(limit.tiers, 0, limit.name, f"vt.limit.{limit.group}") for limit in limits]
    return tuple(found)


# ---------------------------------------------------------------- the numbers of the moment


def attack_parts(scene: Scene, being: Being, attack: Built, roll: str, target: Being | None) -> list[Modifier]:
    """What the attack itself adds to one of its rolls: type, upgrades, limits, and how long it has been channelled."""
    now = tier(scene, being)
    modifiers = []
    for part in attack.parts.get(roll, ()):
        if not part.against_max_hp or (target is not None and slays(part, being, target)):
            modifiers.append(Modifier(part.tiers * now + part.flat, part.source, part.rule))
    return [*modifiers, *channelled(being, attack, now)]


def channelled(being: Being, attack: Built, now: int) -> list[Modifier]:
    """vt.up.channeled: on each of its rolls, more with every turn in a row."""
    channel = attack.part(Channel)
    if channel is None:
        return []
    so_far = being.channel[1] if being.channel[0] == attack.id else 0
    tiers = min(channel.first + so_far * channel.step, channel.most)
    return [Modifier(tiers * now, "Channeled", "vt.up.channeled")]


def slays(part: Part, being: Being, target: Being) -> bool:
    """vt.up.slayer: are they an enemy of exactly the named maximum of HP? A wall is none."""
    return target.sheet.hp == part.against_max_hp and target.side != being.side and not target.is_wall


# ---------------------------------------------------------------- prices


def price_of(library: Library, attack: Attack, hundred: bool = False) -> int:
    """vt.attack.build: the points of an attack; upgrades and limits of areas cost twice, the condition does not."""
    times = 2 if TYPES[attack.type].area else 1
    upgrades: list[int] = [library.shelves["upgrade"].entries[name].cost for name in attack.upgrades]
    limits: list[int] = [library.shelves["limit"].entries[name].cost for name in attack.limits]
    return (PRICES[attack.effect] + times * (sum(upgrades) + sum(limits))) * (OLD_PRICE if hundred else 1)
