"""What a draft comes to so far: the table's options, archetypes, boons, attacks, and the entry of content.

Steps of one boon or attack are named after it: `boon 2`, `boon 2 stats`, `attack 1 upgrades`. An empty choice of a boon
or an attack means that there are no more.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.book.rulebook import Value
from ludex.core.creation import Draft, free_id
from ludex.games.vitality.book.attacks.built import BASIC
from ludex.games.vitality.build import legality, legality_of_boons
from ludex.games.vitality.build.from_content import make_being
from ludex.games.vitality.records.boon_effects import OneLimit
from ludex.games.vitality.records.ids import BEINGS
from ludex.games.vitality.records.kinds import Archetypes, Attack, Boon, Character
from ludex.games.vitality.state import COMBAT, UTILITY, Being, Scene

NONE = ""
MANY = 10**9
LOOSENS = {  # what a table may play otherwise, and the rule that it waives by it
    "opt_utility_archetypes": "vt.skill.check",
    "opt_attack_scale_hundred": "vt.arch.attack.budget",
    "opt_custom_bonuses": "vt.boon.custom",
}

# ---------------------------------------------------------------- who they are


def table_options(draft: Draft) -> dict[str, Value]:
    """The options of the table: each variant is the other value of one that is on or off."""
    options = legality.rulebook().default_options()
    return options | {name: not options[name] for name in draft.get("table", ())}


def level(draft: Draft) -> int:
    number: int = draft.get("level", (0,))[0]
    return number


def attributes(draft: Draft) -> dict[Any, int]:
    fighting = draft.get("combat attributes", (0,) * len(COMBAT))
    others = draft.get("utility attributes", (0,) * len(UTILITY))
    return dict(zip((*COMBAT, *UTILITY), (*fighting, *others), strict=True))


# ---------------------------------------------------------------- boons


def boon(draft: Draft, number: int) -> Boon | None:
    """As far as it is chosen."""
    found = boons(draft, number + 1)
    return found[number - 1] if len(found) == number else None


def boons(draft: Draft, before: int = MANY) -> tuple[Boon, ...]:
    """All boons, or those before one of them."""
    found: list[Boon] = []
    while len(found) + 1 < before and (choice := draft.get(step := f"boon {len(found) + 1}")):
        found.append(msgspec.structs.replace(legality_of_boons.boon_of(choice, found), **draft.under(step)))
    return tuple(found)


# ---------------------------------------------------------------- attacks


def forced_limits(draft: Draft) -> tuple[str, ...]:
    """vt.boon.passive: the limit that stands on every attack of the Straightforward."""
    return tuple([
        boon.limit
        for boon in boons(draft)
        for effect in legality_of_boons.passive_effects(draft.library, boon)
        if isinstance(effect, OneLimit) and boon.limit
    ])  # fmt: skip


def attack(draft: Draft, number: int) -> Attack | None:
    found = attacks(draft, number + 1)
    return found[number - 1] if len(found) == number else None


def attacks(draft: Draft, before: int = MANY) -> tuple[Attack, ...]:
    """All attacks, or those before one of them, as far as they are chosen; with the limits that they must have."""
    limits = forced_limits(draft)
    found: list[Attack] = []
    while len(found) + 1 < before and (kind := draft.get(step := f"attack {len(found) + 1}")):
        parts = {"limits": limits, **draft.under(step)}
        name = str(parts.pop("name", step.capitalize())).strip()
        taken = [*[one.id for one in found], *BASIC]
        found.append(Attack(id=free_id(name, "attack", taken), name=name, type=kind, **parts))
    return tuple(found)


# ---------------------------------------------------------------- the character


def entry_of(draft: Draft, boons_before: int = MANY) -> Character:
    """As a draft grows, so does what it comes to; without the boons from this one on."""
    parts = {part: draft.get(part, NONE) for part in ("movement", "attack", "defensive", "utility")}
    return Character(
        id=draft.id(*BEINGS),
        name=draft.name,
        level=level(draft),
        attributes=attributes(draft),
        skill_attributes=draft.get("skills", ()),
        archetypes=Archetypes(**parts),
        boons=boons(draft, boons_before),
        attacks=attacks(draft),
        utility=draft.get("features", ()),
        wealth=draft.get("wealth", "comfortable"),
        allowed=draft.allowed,
    )


def somebody(draft: Draft) -> tuple[Scene, Being]:
    """Who they are so far, by the options of the table, without bonuses that come and go."""
    scene = legality.unplayed(draft.library, table_options(draft))
    entry = entry_of(draft)
    lasting = tuple([boon for boon in entry.boons if boon.kind not in ("conditional", "custom")])
    entry = msgspec.structs.replace(entry, boons=lasting)
    being = make_being(draft.library, entry, entry.id)
    scene.beings[being.id] = being
    return scene, being
