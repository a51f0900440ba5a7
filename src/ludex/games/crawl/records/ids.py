"""What entries of The Crawl name of one another."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from ludex.core.content.references import names

Core = Literal["strength", "mobility", "intelligence"]

ITEMS = ("weapon", "armor", "consumable", "addictive", "gear")  # the kinds of content that are items
AFFLICTIONS = ("poison", "disease", "addictive")
BEINGS = ("character", "enemy")
CHOSEN = "chosen_melee_attack"  # in place of an aspect: one that is named when the skill is used

AspectId = Annotated[str, names("aspect")]
GrantedAspect = Annotated[str, names("aspect", verb="grants")]
NeededAspect = Annotated[str, names("aspect", verb="needs")]
NeededAspectOrCore = Annotated[str, names("aspect", also=get_args(Core), verb="needs")]
AspectOrCore = Annotated[str, names("aspect", also=get_args(Core))]
AspectOrChosen = Annotated[str, names("aspect", also=[CHOSEN])]
ItemId = Annotated[str, names(*ITEMS, what="item")]
AfflictionId = Annotated[str, names(*AFFLICTIONS, what="affliction")]
DiseaseId = Annotated[str, names("disease")]
ConsumableId = Annotated[str, names("consumable")]
CharacterId = Annotated[str, names("character")]
