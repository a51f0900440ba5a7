"""What entries of Navy Blue name of one another."""

from __future__ import annotations

from typing import Annotated

from ludex.core.content.references import names

ITEMS = ("weapon", "armour", "shield", "container", "consumable", "gear")  # the kinds of content that are items
BEINGS = ("character", "npc")  # the kinds of content that beings are made from

EncountersId = Annotated[str, names("encounters", what="table of encounters")]
FeatureId = Annotated[str, names("feature")]
ItemId = Annotated[str, names(*ITEMS, what="item")]
LanguageId = Annotated[str, names("language")]
LineageId = Annotated[str, names("lineage")]
NpcId = Annotated[str, names("npc")]
SkillId = Annotated[str, names("skill")]
SubLineageId = Annotated[str, names("trait", what="sub-lineage")]
TraitId = Annotated[str, names("trait")]
WeaponId = Annotated[str, names("weapon")]
