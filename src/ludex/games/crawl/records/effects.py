"""The effect vocabulary: what a skill or an item does that no part of the price list says.

`do` names the effect. Damage, healing, damage resistance, cures, pushes, modifiers and the like are priced parts
(`price_list.py`) and need no effect. What effects do is written in `skills/effects.py` and, for what holds by
itself, in `aspects.py`. The page of the game under `docs/games` lists them all for a table.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Record
from ludex.core.content.numbers import Natural, Positive, Whole
from ludex.games.crawl.records.conditions import ConditionName
from ludex.games.crawl.records.ids import AfflictionId, DiseaseId

Field = Literal[
    "affluence", "arcane", "historical", "martial", "mechanical", "natural sciences", "occult", "survival",
]  # fmt: skip
Result = Literal["success", "failure", "hp_damage"]


class Base(Record, frozen=True, eq=False, kw_only=True, tag_field="do"):
    """`on`: after a success of the skill, after a failure, or when it has cost the target health points."""

    on: Result = "success"


class Afflict(Base, frozen=True, eq=False, kw_only=True, tag="condition"):
    """A condition on the target, or on the user when it fails. `turns`: so many of the bearer's turns; 0: by its own
    terms. `save`: a check of this core aspect against `difficulty` wards it off."""

    condition: ConditionName
    turns: Natural = 0
    save: Literal["", "strength", "mobility", "intelligence"] = ""
    difficulty: Natural = 10


class RemoveCondition(Base, frozen=True, eq=False, kw_only=True, tag="remove_condition"):
    condition: ConditionName


class Expose(Base, frozen=True, eq=False, kw_only=True, tag="affliction"):
    """Exposes the target to a poison, a disease or an addictive substance, by its id."""

    affliction: AfflictionId


class CounterAgent(Base, frozen=True, eq=False, kw_only=True, tag="counter_agent"):
    """tc.disease.agent: counts as a removal check that is passed, at full health."""

    disease: DiseaseId


class HealOverTime(Base, frozen=True, eq=False, kw_only=True, tag="heal_over_time"):
    """tc.food: so many health points over so many hours."""

    hp: Positive = 12
    hours: Natural = 8


class Energy(Base, frozen=True, eq=False, kw_only=True, tag="energy"):
    """Energy points at once, not above the pool."""

    value: Whole


class Suppress(Base, frozen=True, eq=False, kw_only=True, tag="suppress_condition"):
    """A condition has no effect for so many turns."""

    condition: ConditionName
    turns: Natural


class Sense(Base, frozen=True, eq=False, kw_only=True, tag="sense"):
    sense: Literal["magic"] = "magic"


class MinorMagic(Base, frozen=True, eq=False, kw_only=True, tag="minor_magic"):
    """Harmless; it can be detected and ended like any magic."""


class Knowledge(Base, frozen=True, eq=False, kw_only=True, tag="knowledge"):
    field: Field


class Disable(Base, frozen=True, eq=False, kw_only=True, tag="disable"):
    what: Literal["lock", "trap_or_lock"]


class TakeObject(Base, frozen=True, eq=False, kw_only=True, tag="take_object"):
    """A small thing changes hands unnoticed."""


class Message(Base, frozen=True, eq=False, kw_only=True, tag="message"):
    spoken: bool = False


class Perceive(Base, frozen=True, eq=False, kw_only=True, tag="perception"):
    """A look around; `remote`: from the chosen cell."""

    remote: bool = False


class Reveal(Base, frozen=True, eq=False, kw_only=True, tag="reveal"):
    """Who is in stealth is found; of a skill whose roll is against the stealth value."""


class Hide(Base, frozen=True, eq=False, kw_only=True, tag="stealth"):
    """Enters stealth, without the part May Enter Stealth: where the need of the skill is met."""


class Sustenance(Base, frozen=True, eq=False, kw_only=True, tag="sustenance"):
    """Food and drink: ends malnourishment and counts as a day's meals."""

    persons: Natural = 1
    days: Natural = 1


class MoveToCover(Base, frozen=True, eq=False, kw_only=True, tag="move_to_cover"):
    """A jump within standing forward jump distance into a cell that cover protects."""


class EndMagic(Base, frozen=True, eq=False, kw_only=True, tag="end_magic"):
    """Ends an effect with the part Magic on the target, or stops the one that is being cast."""


class ActCost(Base, frozen=True, eq=False, kw_only=True, tag="act_cost"):
    """Holds by itself: what rising or dropping prone costs its owner (tc.prone.rise, tc.prone.drop)."""

    act: Literal["rise", "drop"]
    ep: Natural = 0


class LiftsStop(Base, frozen=True, eq=False, kw_only=True, tag="lifts_stop"):
    """tc.stack.second: a target thrown by this goes on through whom it hits and who gives way."""


class MaxEffort(Base, frozen=True, eq=False, kw_only=True, tag="max_effort"):
    """tc.maxeffort.is_damage: holds by itself: what maximum effort costs its owner in place of 2 HP."""

    hp: Natural


Effect = (
    Afflict | RemoveCondition | Expose | CounterAgent | HealOverTime | Energy | Suppress | Sense | MinorMagic
    | Knowledge | Disable | TakeObject | Message | Perceive | Reveal | Hide | Sustenance | MoveToCover
    | EndMagic | ActCost | LiftsStop | MaxEffort
)  # fmt: skip
