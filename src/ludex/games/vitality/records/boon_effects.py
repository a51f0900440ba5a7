"""The effect vocabulary of boons, archetypes and features: drawbacks and traits, abilities, and knacks.

`do` names the effect. Keys that end in `tiers` are multiples of Tier.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.numbers import Natural, Positive, Whole
from ludex.games.vitality.records.attack_effects import Base, Resistance, Stat

Moved = Literal["Grabbed", "Prone", "Stunned", "moved"]

# ---------------------------------------------------------------- boons: drawbacks and traits


class NoArchetype(Base, frozen=True, eq=False, kw_only=True, tag="no_archetype"):
    part: Literal["movement", "defensive"]


class NoUtility(Base, frozen=True, eq=False, kw_only=True, tag="no_utility"):
    pass


class MaxHp(Base, frozen=True, eq=False, kw_only=True, tag="max_hp"):
    amount: Whole


class NoEffort(Base, frozen=True, eq=False, kw_only=True, tag="no_effort"):
    pass


class PowerLoss(Base, frozen=True, eq=False, kw_only=True, tag="power_loss"):
    """The game master says when the special attacks and boons fail."""


class StunDie(Base, frozen=True, eq=False, kw_only=True, tag="stun_die"):
    """A d20 when the own turn starts; this face or lower: Stunned."""

    most: Natural = 3


class Fragile(Base, frozen=True, eq=False, kw_only=True, tag="fragile"):
    """Tier less on the score that the boon names under `loses`; none of these can be its bonus."""

    stats: tuple[Stat, ...] = ("avoidance", "durability")


class OneLimit(Base, frozen=True, eq=False, kw_only=True, tag="one_limit"):
    """The limit that the boon names is on every attack."""

    not_for: str = "focused"  # an attack archetype that may not take it


class ImmuneVersus(Base, frozen=True, eq=False, kw_only=True, tag="immune_versus"):
    """Conditions rolled against these, or against the one that the boon names, do not take hold."""

    resistances: tuple[Resistance, ...] = ()


class ExtraEffort(Base, frozen=True, eq=False, kw_only=True, tag="extra_effort"):
    amount: Natural = 1


class Lucky(Base, frozen=True, eq=False, kw_only=True, tag="lucky"):
    """So many rerolls between rests; the higher result counts."""

    uses: Natural = 3


class Retry(Base, frozen=True, eq=False, kw_only=True, tag="retry"):
    """A roll of this or less may be made again once; the new result stands."""

    most: Natural = 5


class Mechanical(Base, frozen=True, eq=False, kw_only=True, tag="mechanical"):
    """An object for healing: no Heal, and a rest gives HP only by repair."""


# ---------------------------------------------------------------- boons: abilities


class AttackAura(Base, frozen=True, eq=False, kw_only=True, tag="attack_aura"):
    radius: Natural = 1
    base: Natural = 10
    tiers: Whole = 0  # beside the one that it always has
    selective: bool = False


class SupportAura(Base, frozen=True, eq=False, kw_only=True, tag="support_aura"):
    radius: Natural = 1
    tiers: Whole = 1


class CreateWall(Base, frozen=True, eq=False, kw_only=True, tag="create_wall"):
    length_tiers: Natural = 2
    height_tiers: Natural = 1
    hp: Positive = 50
    durability: Natural = 10
    durability_tiers: Natural = 1
    uses: Natural = 3
    shapeable: bool = False
    permeable: bool = False
    move_tiers: Natural = 0


class Summon(Base, frozen=True, eq=False, kw_only=True, tag="summon"):
    """Companions of one kind; how many depends on their maximum of HP (vt.ability.summon)."""

    hours: Natural = 2
    sets: Natural = 1
    uses: Natural = 1
    free: Natural = 0  # uses as a Free Action
    boons: Natural = 0


class Invisibility(Base, frozen=True, eq=False, kw_only=True, tag="invisibility"):
    pass


class Regeneration(Base, frozen=True, eq=False, kw_only=True, tag="regeneration"):
    hp: Positive = 20


class Heal(Base, frozen=True, eq=False, kw_only=True, tag="heal"):
    hp: Positive = 25
    uses: Natural = 5
    range: Natural = 1
    radius: Natural = 0
    ends_conditions: bool = False


# ---------------------------------------------------------------- archetypes and features


class Defends(Base, frozen=True, eq=False, kw_only=True, tag="defends"):
    score: Resistance
    tiers: Whole = 2


class Swift(Base, frozen=True, eq=False, kw_only=True, tag="swift"):
    """Movement and half the Tier."""


class Skirmish(Base, frozen=True, eq=False, kw_only=True, tag="skirmish"):
    """Moving provokes nobody; melee reach is so much longer."""

    reach: Natural = 1


class Immovable(Base, frozen=True, eq=False, kw_only=True, tag="immovable"):
    to: tuple[Moved, ...] = ("Grabbed", "moved", "Prone", "Stunned")


class HeadStart(Base, frozen=True, eq=False, kw_only=True, tag="head_start"):
    """A move and a Free Action before the first turn; Protect is a Free Action."""


class Flies(Base, frozen=True, eq=False, kw_only=True, tag="flies"):
    pass


class Burrows(Base, frozen=True, eq=False, kw_only=True, tag="burrows"):
    """Through the ground: at full speed where it is soft if `soft_full`, at half speed elsewhere; hard material too if
    `hard`; a lasting tunnel by choice, as a Primary Action if `tunnel_is_primary`."""

    soft_full: bool = True
    hard: bool = True
    tunnel_is_primary: bool = False


class Teleports(Base, frozen=True, eq=False, kw_only=True, tag="teleports"):
    less: Natural = 2  # spaces off the range


class Portals(Base, frozen=True, eq=False, kw_only=True, tag="portals"):
    costs_distance: bool = False  # the movement spent is the distance between the two


class WalksWalls(Base, frozen=True, eq=False, kw_only=True, tag="walks_walls"):
    pass


class Phases(Base, frozen=True, eq=False, kw_only=True, tag="phases"):
    pass


class Strong(Base, frozen=True, eq=False, kw_only=True, tag="strong"):
    """Capacity and so many Tiers."""

    tiers: Whole = 1


class FallProof(Base, frozen=True, eq=False, kw_only=True, tag="fall_proof"):
    pass


class SelfSacrifice(Base, frozen=True, eq=False, kw_only=True, tag="self_sacrifice"):
    tier: Natural = 4
    rounds: Natural = 6


class Trap(Base, frozen=True, eq=False, kw_only=True, tag="trap"):
    """A special attack that waits; `placed`: Tier of them may be active at a time, else Tier of them per rest."""

    placed: bool = False


class Ward(Base, frozen=True, eq=False, kw_only=True, tag="ward"):
    base: Natural = 10
    tiers: Whole = 3
    spaces: Natural = 100


class Familiar(Base, frozen=True, eq=False, kw_only=True, tag="familiar"):
    pass


class HelpsChecks(Base, frozen=True, eq=False, kw_only=True, tag="helps_checks"):
    """Somebody else adds so many Tiers to a check. `minutes`: how long giving it takes; `hours`: how long it holds,
    else until a rest; `within`: spaces."""

    tiers: Whole
    minutes: Natural = 0
    hours: Natural = 0
    to: Literal["others", "self", "stealth_near", "lock"] = "others"
    count_tiers: Natural = 0  # how many may have it
    within: Natural = 0


class FeatureCheck(Base, frozen=True, eq=False, kw_only=True, tag="feature_check"):
    """A feature check against what the game master sets. `hours_above`: it is followed by so many hours of work as the
    number is above this."""

    hours_above: Natural = 0


class Percent(Base, frozen=True, eq=False, kw_only=True, tag="percent"):
    """A d100 for the game master to read; beside a feature check only where something is bought for it."""


class OncePerEvening(Base, frozen=True, eq=False, kw_only=True, tag="once_per_evening"):
    pass


class Returns(Base, frozen=True, eq=False, kw_only=True, tag="returns"):
    """Back to life so many hours after death."""

    hours: Natural = 24


class Sense(Base, frozen=True, eq=False, kw_only=True, tag="sense"):
    """Range in spaces: so many for each Tier; or `doubling` at Tier 1 and doubled with every further one."""

    per_tier: Natural = 0
    doubling: Natural = 0


BoonEffect = (
    NoArchetype | NoUtility | MaxHp | NoEffort | PowerLoss | StunDie | Fragile | OneLimit | ImmuneVersus | ExtraEffort
    | Lucky | Retry | Mechanical
)  # of passive bonuses and traits  # fmt: skip
Power = AttackAura | SupportAura | CreateWall | Summon | Invisibility | Regeneration | Heal  # of abilities
Knack = (
    Defends | Swift | Skirmish | Immovable | HeadStart | Flies | Burrows | Teleports | Portals | WalksWalls | Phases
    | Strong | FallProof | SelfSacrifice | Trap | Ward | Familiar | HelpsChecks | FeatureCheck | Percent
    | OncePerEvening | Returns | Sense
)  # of archetypes and features  # fmt: skip
