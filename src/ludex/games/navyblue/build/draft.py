"""What a draft comes to so far: the table's options, who they are, what they own, and the entry of content."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludex.core.book.rulebook import Value
from ludex.core.creation import Draft
from ludex.games.navyblue.build import legality
from ludex.games.navyblue.build.start_kit import BACKPACK, left_of
from ludex.games.navyblue.records.kinds import Character, Known, Lineage, Packed
from ludex.games.navyblue.state import CORE, Being, Scene

NONE = ""
LOOSENS = {  # what a table may play otherwise, and the rule that it waives by it
    "opt_dominant_counts": "nb.ancestry.feature_count",
    "opt_duplicate_lineage_features": "nb.ancestry.variable_features",
    "opt_extra_rule_twice": "nb.attr.extra_rule",
}

# ---------------------------------------------------------------- who they are


def table_options(draft: Draft) -> dict[str, Value]:
    """The options of the table: each variant is the other value of one that is on or off."""
    options = legality.rulebook().default_options()
    return options | {name: not options[name] for name in draft.get("table", ())}


def lineages(draft: Draft) -> tuple[str, ...]:
    return tuple(draft.get(which) for which in ("dominant", "recessive") if draft.has(which))


def variable_wanted(draft: Draft, which: str) -> int:
    if which == "recessive":
        return legality.VARIABLE
    return legality.variable_count(draft.library, draft.get("dominant", NONE), table_options(draft))


def language_points(draft: Draft) -> int:
    return legality.language_points(attributes(draft)["Logic"])


def attributes(draft: Draft) -> dict[Any, int]:
    return dict(zip(CORE, draft.get("attributes", (0,) * len(CORE)), strict=True))


def features_of(draft: Draft) -> tuple[str, ...]:
    """nb.ancestry.dominant_features: those of the dominant lineage come by themselves."""
    lineage: Lineage | None = draft.library.shelves["lineage"].entries.get(draft.get("dominant", NONE))
    given = lineage.dominant_features if lineage is not None else ()
    chosen = (draft.get(step, ()) for step in ("dominant features", "recessive features", "features"))
    return (*given, *(name for names in chosen for name in names))


# ---------------------------------------------------------------- what they own and know


def filled(chosen: Iterable[str]) -> tuple[str, ...]:
    """Without the word for nothing."""
    return tuple(name for name in chosen if name != NONE)


def part_of(draft: Draft, name: str) -> tuple[str, ...]:
    choice = draft.get(name, ())
    return filled((choice,) if isinstance(choice, str) else choice)


def worn(draft: Draft) -> tuple[str, ...]:
    return (*part_of(draft, "armour"), *part_of(draft, "helmet"))


def in_hand(draft: Draft) -> tuple[str, ...]:
    return filled(draft.get("hands", ()))


def owned(draft: Draft) -> tuple[str, ...]:
    """All that is to be packed."""
    return tuple(thing for name in ("weapons", "shield", "consumables", "gear") for thing in part_of(draft, name))


def known(draft: Draft) -> tuple[Known, ...]:
    """nb.lang.zero: neither half is broken speech."""
    if draft.has("broken language"):
        return (Known(language=draft.get("broken language"), speak=False),)
    return languages(draft.get("languages", ()))


def languages(halves: Sequence[str]) -> tuple[Known, ...]:
    names = dict.fromkeys(half.partition(":")[0] for half in halves)
    return tuple(Known(language=n, speak=f"{n}:speak" in halves, read=f"{n}:read" in halves) for n in names)


# ---------------------------------------------------------------- the character


def somebody(draft: Draft) -> tuple[Scene, Being]:
    """Who they are so far, by the options of the table."""
    scene = legality.unplayed(draft.library, table_options(draft))
    return scene, legality.somebody(scene, entry_of(draft))


def entry_of(draft: Draft) -> Character:
    """As a draft grows, so does what it comes to."""
    held, packed = in_hand(draft), filled(draft.get("backpack", ()))
    variants = (LOOSENS[option] for option in draft.get("table", ()) if option in LOOSENS)
    return Character(
        id=draft.id("character", "npc"),
        name=draft.name,
        level=1 if draft.get("archetype", NONE) else 0,
        archetype=draft.get("archetype", NONE),
        lineages=lineages(draft),
        sub_lineages=tuple(draft.get(step) for step in ("dominant sub", "recessive sub") if draft.has(step)),
        size_inches=draft.get("size", (0,))[0],
        age=draft.get("age", (0,))[0],
        attributes=attributes(draft),
        skills=draft.get("skills", ()),
        languages=known(draft),
        features=features_of(draft),
        held=held,
        worn=worn(draft),
        carried=left_of(owned(draft), (*held, *packed)),
        packs=(Packed(container=BACKPACK, contents=packed),),
        allowed=tuple(dict.fromkeys((*draft.allowed, *variants))),
    )
