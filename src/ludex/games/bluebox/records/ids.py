"""What entries of Blue Box name of one another."""

from __future__ import annotations

from typing import Annotated

from ludex.core.content.references import names

BEINGS = ("character", "enemy")
UNARMED = "unarmed"
POWERLESS = "powerless"
KNOWN_MASKS = (
    "akaku", "huna", "iden", "kakama", "kaukau", "miru", "pehkui", "pakari", "ranma", "rau", "rode", "sana",
)  # bb.kanohi.known: named in the book; without an entry they are worn as powerless ones  # fmt: skip

ArmorId = Annotated[str, names("armor")]
BackgroundId = Annotated[str, names("background")]
CallingId = Annotated[str, names("calling")]
CoreId = Annotated[str, names("core")]
ItemId = Annotated[str, names("item")]
MaskId = Annotated[str, names("mask", also=(POWERLESS, *KNOWN_MASKS))]
ModuleId = Annotated[str, names("module")]
PowerId = Annotated[str, names("power")]
PracticedId = Annotated[str, names("weapon", "power", what="weapon", also=(UNARMED,))]
SpeciesId = Annotated[str, names("species")]
WeaponId = Annotated[str, names("weapon")]
