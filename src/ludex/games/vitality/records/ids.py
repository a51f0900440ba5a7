"""What entries of Vitality name of one another."""

from __future__ import annotations

from typing import Annotated

from ludex.core.content.references import names

BEINGS = ("character", "enemy")  # the kinds of content that beings are made from
OF_ATTACKS = ("upgrade", "limit")

ArchetypeId = Annotated[str, names("archetype")]
BoonId = Annotated[str, names(by="kind")]
BuildId = Annotated[str, names(*BEINGS)]
FeatureId = Annotated[str, names("feature")]
LimitId = Annotated[str, names("limit")]
NeededUpgrade = Annotated[str, names("upgrade", verb="needs")]
PieceId = Annotated[str, names("piece")]
UpgradeId = Annotated[str, names("upgrade")]
UpgradeOrLimit = Annotated[str, names(*OF_ATTACKS)]
