"""Classes and levels: what a primary and a secondary class give, and the rank that each level brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from ludex.core.content.content import Library
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.master.calls import being, free
from ludex.games.cloudbreaker.book.actions import actions_by_level, gm, mastery_bonus
from ludex.games.cloudbreaker.records.kinds import Character, Class
from ludex.games.cloudbreaker.state import Being, Scene, Sheet, in_situation

MOST_RANKS = 8  # in one class
SECONDARY_FROM = 5  # the level at which a secondary class may be used
FREE_FROM = 13  # the level from which advanced classes require nothing
ZONE = 10  # metres

# ---------------------------------------------------------------- classes


def class_entry(library: Library, name: str) -> Class | None:
    return cast(Class | None, library.shelves["class"].entries.get(name))


def features_at(library: Library, name: str, rank: int) -> tuple[str, ...]:
    """cb.class.rank_up: the features of a class up to a rank, those of its discipline among them."""
    entry = class_entry(library, name)
    return tuple(ranked.feature for ranked in entry.features if ranked.rank <= rank) if entry is not None else ()


def features_of(library: Library, ranks: Mapping[str, int], primary: str, secondary: str) -> tuple[str, ...]:
    """What both classes give; a feature that they share counts once."""
    both = [name for name in (primary, secondary) if name]
    return tuple(dict.fromkeys(found for name in both for found in features_at(library, name, ranks.get(name, 0))))


def about_secondary(level: int, ranks: Iterable[str], primary: str, secondary: str) -> Refusal | None:
    """Why this one cannot be the secondary class."""
    if not secondary:
        return None
    if level < SECONDARY_FROM:
        return Refusal(f"a secondary class may be used from level {SECONDARY_FROM}", "cb.class.primary_secondary")
    if secondary == primary:
        return Refusal("primary and secondary class are two different classes", "cb.class.primary_secondary")
    if secondary not in ranks:
        return Refusal(f"there is no rank in {secondary!r}", "cb.class.rank_up")
    return None


def about_rank(library: Library, ranks: Mapping[str, int], name: str, level: int) -> Refusal | None:
    """Why the rank that comes with this level cannot be taken in this class."""
    entry = class_entry(library, name)
    if entry is None:
        return Refusal(f"there is no class {name!r}", "cb.class.rank_up")
    if ranks.get(name, 0) >= MOST_RANKS:
        return Refusal(f"{entry.name} has no more than {MOST_RANKS} ranks", "cb.class.count")
    return lacking(library, ranks, entry, level)


def lacking(library: Library, ranks: Mapping[str, int], entry: Class, level: int) -> Refusal | None:
    """cb.class.advanced: the requirements of an advanced class, up to the level from which there are none."""
    if entry.tier != "advanced" or level >= FREE_FROM:
        return None
    missing = [name for name, rank in entry.requires.items() if ranks.get(name, 0) < rank]
    if not missing:
        return None
    wanted = ", ".join(f"{library.shelves['class'].get(name).name} {entry.requires[name]}" for name in missing)
    return Refusal(f"{entry.name} requires {wanted}", "cb.class.advanced")


def with_class(scene: Scene, who: Being, primary: str, secondary: str) -> None:
    """cb.class.primary_secondary: the primary class gives turn speed, movement, masteries and features; of the
    secondary one only the features count. What was learned beside the classes stays."""
    library, sheet = scene.library, who.sheet
    ranks = dict(sheet.class_ranks)
    entry: Class = library.shelves["class"].get(primary)
    old = class_entry(library, sheet.class_)
    left = set(old.masteries if old is not None else ()) - set(learned(library, sheet))
    lost = set(features_of(library, ranks, sheet.class_, sheet.secondary_class))
    own = (name for name in sheet.features if name not in lost)
    who.sheet = replace(
        sheet,
        class_=primary,
        secondary_class=secondary,
        turn_speed=entry.turn_speed,
        move=entry.move_m // ZONE,
        max_move=entry.max_move_m // ZONE,
        masteries=tuple(dict.fromkeys((*entry.masteries, *(m for m in sheet.masteries if m not in left)))),
        features=tuple(dict.fromkeys((*features_of(library, ranks, primary, secondary), *own))),
    )
    scene.record("class", "cb.class.primary_secondary", who=who.id, primary=primary, secondary=secondary)


def learned(library: Library, sheet: Sheet) -> tuple[str, ...]:
    """The masteries that a character chose for themselves when they were made."""
    character: Character | None = library.shelves["character"].entries.get(sheet.kind)
    first = class_entry(library, character.class_) if character is not None else None
    if character is None or first is None:
        return ()
    return tuple(name for name in character.masteries if name not in first.masteries)


# ---------------------------------------------------------------- levels


def fits_level(scene: Scene, who: Being, chosen: str) -> Refusal | None:
    if not who.pc or not who.sheet.class_:
        return Refusal(f"{who.name} is no player character with a class", "cb.unit.sides")
    if in_situation(scene):
        return Refusal("a level is not gained in a critical situation", "cb.class.rank_up")
    if chosen:
        return about_rank(scene.library, dict(who.sheet.class_ranks), chosen, who.sheet.level + 1)
    if not open_classes(scene, who):
        return Refusal("there is no class in which a rank can be gained", "cb.class.count")
    return None


@gm("level_up", "cb.class.rank_up", being(), free("class", ""), fits=fits_level)
async def level_up(scene: Scene, who: Being, chosen: str) -> None:
    """The player chooses the class, unless the game master names it."""
    scene.next(rank_up(who, chosen) if chosen else choose_class(who))


def open_classes(scene: Scene, who: Being) -> tuple[str, ...]:
    """Where the next rank can be taken: the own classes first."""
    ranks = dict(who.sheet.class_ranks)
    offered = [entry.id for entry in scene.library.offered("class")]
    names = dict.fromkeys((who.sheet.class_, *ranks, *offered))
    return tuple(name for name in names if about_rank(scene.library, ranks, name, who.sheet.level + 1) is None)


@step("cb.class.rank_up")
async def choose_class(scene: Scene, who: Being) -> None:

    def among() -> tuple[str, ...]:
        return open_classes(scene, who) or ("",)

    chosen = await ask(
        scene,
        who.id,
        lambda: OneOf(among()),
        rule="cb.class.rank_up",
        about=lambda: {"level": who.sheet.level + 1, "ranks": who.sheet.class_ranks},
        default=lambda: among()[0],
    )
    if chosen:
        scene.next(rank_up(who, chosen))


@step("cb.class.rank_up")
async def rank_up(scene: Scene, who: Being, chosen: str) -> None:
    """A level, a rank in the class, and all features of that rank as soon as the class is in use. Mastery bonus and
    minor actions follow from the level. What a level adds to HP, MP and Resolve stands in a part of the book that we
    do not have (cb.gap.characters): we add nothing, and a table that wants more sets it by hand."""
    sheet = who.sheet
    ranks = dict(sheet.class_ranks)
    before = features_at(scene.library, chosen, ranks.get(chosen, 0))
    ranks[chosen] = ranks.get(chosen, 0) + 1
    gained = tuple(name for name in features_at(scene.library, chosen, ranks[chosen]) if name not in before)
    level = sheet.level + 1
    major, minor = actions_by_level(level)
    in_use = gained if chosen in (sheet.class_, sheet.secondary_class) else ()
    who.sheet = replace(
        sheet,
        level=level,
        class_ranks=tuple(ranks.items()),
        major=major,
        minor=minor,
        mastery_bonus=mastery_bonus(level),
        features=tuple(dict.fromkeys((*sheet.features, *in_use))),
    )
    cite("cb.action.count", "cb.roll.mastery_bonus", "cb.class.advanced", "cb.class.count")
    scene.record("level", "cb.class.rank_up", who=who.id, level=level, into=chosen, rank=ranks[chosen], features=gained)
