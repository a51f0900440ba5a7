"""The effect vocabulary: the records that weapons, spells, items, features and hazards are combined from.

`do` names the effect. `docs/games/cloudbreaker.md` lists them all; what they do is written in
`book/attacks/effects.py`.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Record
from ludex.core.content.numbers import DiceCount, Natural, Whole
from ludex.games.cloudbreaker.records.conditions import ConditionName
from ludex.games.cloudbreaker.records.ids import ConditionId, ToolkitId

Pool = Literal["HP", "MP"]
Whom = Literal["target", "self", "recipient"]
Where = Literal["target", "self"]
Ends = Literal["own_terms", "situation", "end_of_source_next_turn", "start_of_source_next_turn", "distance"]
RollName = Literal["attack", "maneuver", "neutralise", "analyse", "task"]


class Damage(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="damage"):
    """Damage to HP or MP. `minimum` holds before Rage and multipliers; `per_spirit` is added for each spirit token
    that the victim owns."""

    dice: DiceCount = 2
    bonus: Whole = 0
    minimum: Natural = 0
    pool: Pool = "HP"
    type: str = ""
    per_spirit: Natural = 0


class Recover(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="recover"):
    """HP, MP or Resolve come back, up to the maximum. Without dice it is a fixed amount."""

    dice: DiceCount = 0
    bonus: Whole = 0
    pool: Literal["HP", "MP", "Resolve"] = "HP"
    to: Whom = "target"


class Afflict(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="condition"):
    """A condition. With `until = "distance"` it ends once the victim is that many zones from the source."""

    condition: ConditionId
    to: Whom = "target"
    until: Ends = "own_terms"
    distance: Natural = 0


class Cure(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="cure"):
    """Conditions end, whatever their source."""

    conditions: tuple[ConditionName, ...]
    to: Whom = "target"


class Revive(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="revive"):
    """A knocked-out character comes round, with 1 in a pool that was empty."""


class GainSpirit(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="gain_spirit"):
    amount: Natural = 1
    to: Whom = "self"


class LoseSpirit(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="lose_spirit"):
    """The victim loses spirit tokens."""

    amount: Natural = 1


class Edge(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="edge"):
    """Edge on rolls of this kind, while the trigger's terms hold."""

    roll: RollName


class RedirectAttack(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="redirect_attack"):
    """The attack that has hit somebody else hits the owner of the feature in their place."""


class Reduce(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="reduce"):
    """A flat reduction of the damage that the owner takes; of these types, or of all."""

    amount: Natural
    types: tuple[str, ...] = ()


class GenerateMorale(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="generate_morale"):
    amount: Natural = 1


class AddCover(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="add_cover"):
    zone: Where = "target"


class Construct(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="construct"):
    """A magical construct in a zone, which takes so much off the damage of an epic trap there."""

    zone: Where = "target"
    reduction: Natural


class NeutraliseRange(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="neutralise_range"):
    """Carrying it, a toolkit's methods reach farther: all of a channel, or against one type of creature."""

    toolkit: ToolkitId
    channel: Literal["speech", "sound", "none"] = "none"
    creature_type: str = ""  # empty for any
    range: Natural


class Meal(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="meal"):
    """The meal of one character for one full rest."""


class Shelter(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="shelter"):
    """Shelter for the whole party in a full rest."""


OnUse = (
    Damage | Recover | Afflict | Cure | Revive | GainSpirit | LoseSpirit | AddCover | Construct
)  # what happens when something is used or triggered
Passive = Edge | Reduce | GenerateMorale | NeutraliseRange | Meal | Shelter  # what holds for as long as it is owned
Effect = OnUse | Passive | RedirectAttack
