"""What entries of Cloudbreaker Alliance name of one another."""

from __future__ import annotations

from typing import Annotated

from ludex.core.content.references import names
from ludex.games.cloudbreaker.records.conditions import CONDITIONS

UNITS = ("character", "enemy", "npc", "object")  # the kinds of content that beings are made from
USES = ("weapon", "spell", "item")
METHODS = ("skill", "toolkit")
SOUL_ARM = "soul_arm"  # in place of a skill or toolkit: a way to analyse

ClassId = Annotated[str, names("class")]
NeededClass = Annotated[str, names("class", verb="needs")]
ClueId = Annotated[str, names(by="kind", also=(SOUL_ARM,))]
ConditionId = Annotated[str, names("condition", also=tuple(CONDITIONS))]  # of the book, or of the content's own
FeatureId = Annotated[str, names("feature")]
HazardId = Annotated[str, names("hazard")]
ItemId = Annotated[str, names("item")]
MasteryId = Annotated[str, names(*METHODS, what="mastery", open=True)]  # or a weapon type, a school, a maneuver
MethodId = Annotated[str, names(by="kind")]
SpellId = Annotated[str, names("spell")]
ToolkitId = Annotated[str, names("toolkit")]
WeaponId = Annotated[str, names("weapon")]
WeaponOrSpell = Annotated[str, names("weapon", "spell")]
