"""What a legal character is: the rules of creation and of classes, each as a check that names its rule.

The steps of creation refuse by the same checks that judge a finished character. How much a new character carries, how
many spells they know and how large they may be stands in parts of the book that we do not have: those limits are ours,
and name the gap that they fill.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.cloudbreaker.book.attacks.weapons import UNARMED
from ludex.games.cloudbreaker.book.classes import MOST_RANKS, about_secondary, class_entry, lacking
from ludex.games.cloudbreaker.records.kinds import Character, Class, Item, Spell, Weapon

STARTER = "cb.creation.starter"
POINTS, LEAST = 75, 15  # HP, MP and Resolve in all, and the least of each
MASTERIES = 5
DEFENSES = (11, 12, 13)
HANDS = 2

PEOPLE = ("Small", "Medium")  # sizes; ours: cb.gap.characters
WEAPONS, ITEMS = 2, 4  # ours: cb.gap.items
SPELLS = 4  # ours: cb.gap.magic

# ---------------------------------------------------------------- class


def about_class(library: Library, name: str, level: int = 1) -> Iterator[Refusal]:
    """The class of a new character: they have no rank in any other."""
    entry = class_entry(library, name)
    if entry is None:
        yield Refusal(f"there is no class {name!r}" if name else "a character has a class", STARTER)
        return
    refusal = lacking(library, {}, entry, level)
    if refusal is not None:
        yield refusal


def about_ranks(library: Library, entry: Character) -> Iterator[Refusal]:
    """cb.class.rank_up: one rank for each level. In which order they came is not known, so the requirements of an
    advanced class are looked for among the ranks as they are."""
    ranks = ranks_of(entry)
    if sum(ranks.values()) != entry.level:
        given = sum(ranks.values())
        yield Refusal(f"{given} class ranks at level {entry.level}; each level brings one", "cb.class.rank_up")
    if entry.class_ not in ranks:
        yield Refusal(f"no rank in the primary class {entry.class_!r}", "cb.class.rank_up")
    for name, rank in ranks.items():
        known = class_entry(library, name)
        if known is None:
            yield Refusal(f"there is no class {name!r}", STARTER)
            continue
        if rank > MOST_RANKS:
            yield Refusal(f"rank {rank} in {known.name}; there are {MOST_RANKS}", "cb.class.count")
        refusal = lacking(library, ranks, known, entry.level)
        if refusal is not None:
            yield refusal
    refusal = about_secondary(entry.level, ranks, entry.class_, entry.secondary_class)
    if refusal is not None:
        yield refusal


def ranks_of(entry: Character) -> Mapping[str, int]:
    """Where an entry does not state them, all ranks are in its primary class."""
    return entry.class_ranks or {entry.class_: entry.level}


# ---------------------------------------------------------------- numbers


def about_points(pools: Sequence[int], level: int = 1) -> Iterator[Refusal]:
    """HP, MP and Resolve come to 75 at level 1, each 15 at least. Later levels may have added to them."""
    for name, amount in zip(("HP", "MP", "Resolve"), pools, strict=True):
        if amount < LEAST:
            yield Refusal(f"{name} {amount}: below {LEAST}", STARTER)
    given = sum(pools)
    if given < POINTS or (given > POINTS and level == 1):
        yield Refusal(f"HP, MP and Resolve come to {given} and not to {POINTS}", STARTER)


def about_defense(defense: int) -> Iterator[Refusal]:
    if defense not in DEFENSES:
        yield Refusal(f"Defense {defense}: it is {DEFENSES[0]} to {DEFENSES[-1]}", STARTER)


def about_size(size: str) -> Iterator[Refusal]:
    if size not in PEOPLE:
        yield Refusal(f"{size}: characters are {' or '.join(PEOPLE)}", "cb.gap.characters")


# ---------------------------------------------------------------- masteries


def about_mastery(library: Library, name: str) -> Iterator[Refusal]:
    """Beside those of the class there are skills and toolkits to choose from."""
    if name not in library.shelves["skill"] and name not in library.shelves["toolkit"]:
        yield Refusal(f"{name!r} is neither a skill nor a toolkit", STARTER)


def about_masteries(library: Library, entry: Class | None, chosen: Sequence[str], level: int = 1) -> Iterator[Refusal]:
    """Those that were chosen beside the class's own: five in all at level 1."""
    own = entry.masteries if entry is not None else ()
    for name in chosen:
        yield from about_mastery(library, name)
        if name in own:
            yield Refusal(f"{name!r} comes with the class already", STARTER)
    if len(set(chosen)) != len(chosen):
        yield Refusal("the same mastery is chosen twice", STARTER)
    if level == 1 and len(own) + len(chosen) != MASTERIES:
        reason = f"{len(own) + len(chosen)} masteries, {len(own)} of them by class; there are {MASTERIES} in all"
        yield Refusal(reason, STARTER)


# ---------------------------------------------------------------- weapons, spells, kit


def about_weapon(library: Library, name: str) -> Iterator[Refusal]:
    """Whether it is a weapon for a pair of hands."""
    weapon: Weapon | None = library.shelves["weapon"].entries.get(name)
    if weapon is None:
        yield Refusal(f"there is no weapon {name!r}", STARTER)
    elif weapon.natural:
        yield Refusal(f"{weapon.name} is grown on", "cb.item.wield")
    elif name == UNARMED:
        yield Refusal("everybody has fists", "cb.item.wield")
    elif weapon.hands > HANDS:
        yield Refusal(f"{weapon.name} takes {weapon.hands} hands; a character has {HANDS}", "cb.item.wield")


def about_weapons(library: Library, names: Sequence[str], level: int = 1) -> Iterator[Refusal]:
    for name in names:
        yield from about_weapon(library, name)
    if level == 1 and len(names) > WEAPONS:
        yield Refusal(f"{len(names)} weapons; a new character has up to {WEAPONS}", "cb.gap.items")


def hands_for(library: Library, names: Iterable[str]) -> int:
    shelf = library.shelves["weapon"].entries
    return sum(shelf[name].hands for name in names if name in shelf and not shelf[name].natural)


def about_wielded(library: Library, weapons: Sequence[str], wielded: Sequence[str]) -> Iterator[Refusal]:
    for name in dict.fromkeys(wielded):
        if wielded.count(name) > weapons.count(name):
            yield Refusal(f"{name!r} is in hand, and not among the weapons", "cb.item.wield")
    if hands_for(library, wielded) > HANDS:
        hands = hands_for(library, wielded)
        yield Refusal(f"the weapons in hand take {hands} hands; a character has {HANDS}", "cb.item.wield")


def about_spell(library: Library, schools: Iterable[str], name: str) -> Iterator[Refusal]:
    spell: Spell | None = library.shelves["spell"].entries.get(name)
    if spell is None:
        yield Refusal(f"there is no spell {name!r}", STARTER)
    elif spell.school not in schools:
        yield Refusal(f"{spell.name} needs mastery in {spell.school.replace('_', ' ')}", "cb.gap.magic")


def about_spells(library: Library, schools: Sequence[str], names: Sequence[str], level: int = 1) -> Iterator[Refusal]:
    """`schools` are all masteries; a spell needs mastery in its school."""
    for name in names:
        yield from about_spell(library, schools, name)
    if len(set(names)) != len(names):
        yield Refusal("the same spell is chosen twice", "cb.gap.magic")
    if level == 1 and len(names) > SPELLS:
        yield Refusal(f"{len(names)} spells; a new character knows up to {SPELLS}", "cb.gap.magic")


def gear_of(library: Library, masteries: Iterable[str]) -> tuple[str, ...]:
    """Whoever has mastery in a toolkit owns it, and what belongs to it."""
    kits = library.shelves["toolkit"].entries
    return tuple(dict.fromkeys(item for name in masteries if name in kits for item in kits[name].gear))


def about_items(library: Library, names: Sequence[str], gear: Iterable[str] = (), level: int = 1) -> Iterator[Refusal]:
    """What is carried beside the gear of the own toolkits, which may be among the names."""
    for name in names:
        item: Item | None = library.shelves["item"].entries.get(name)
        if item is None:
            yield Refusal(f"there is no item {name!r}", STARTER)
    carried = len(names) - len([name for name in gear if name in names])
    if level == 1 and carried > ITEMS:
        yield Refusal(f"{carried} items; a new character carries up to {ITEMS}", "cb.gap.items")


# ---------------------------------------------------------------- a whole character


def faults(library: Library, entry: Character) -> list[Fault]:
    """What of this character no rule of creation or level allows, but for the rules that their table has waived."""
    cite(STARTER, "cb.class.rank_up", "cb.class.advanced", "cb.class.count", "cb.class.primary_secondary")
    return [fault for fault in _all_faults(library, entry) if fault.rule not in entry.allowed]


def _all_faults(library: Library, entry: Character) -> Iterator[Fault]:
    level = entry.level
    if level < 1:
        yield Fault("level", f"level {level}: characters have a level from 1", "cb.class.rank_up")
        return
    primary = class_entry(library, entry.class_)
    if primary is None:
        yield from about("class", about_class(library, entry.class_))
    yield from about("class_ranks" if entry.class_ranks else "class", about_ranks(library, entry))
    yield from about("hp", about_points((entry.hp, entry.mp, entry.resolve), level))
    yield from about("defense", about_defense(entry.defense))
    yield from about("size", about_size(entry.size))
    if entry.hands != HANDS:
        yield Fault("hands", f"{entry.hands} hands; a character has {HANDS}", STARTER)
    for name in ("resist", "vulnerable"):
        if getattr(entry, name):
            yield Fault(name, f"nothing in creation gives {name}", STARTER)
    own = primary.masteries if primary is not None else ()
    chosen = [name for name in entry.masteries if name not in own]
    yield from about("masteries", about_masteries(library, primary, chosen, level))
    yield from about("weapons", about_weapons(library, entry.weapons, level))
    yield from about("wielded", about_wielded(library, entry.weapons, entry.wielded or ()))
    yield from about("spells", about_spells(library, schools_of(library, entry), entry.spells, level))
    yield from about("items", about_items(library, entry.items, gear_of(library, entry.masteries), level))


def schools_of(library: Library, entry: Character) -> tuple[str, ...]:
    """All masteries that they have now or have had: those of each of their classes count, for what was learned then."""
    classes = [class_entry(library, name) for name in (entry.class_, *ranks_of(entry))]
    return tuple(
        dict.fromkeys((*entry.masteries, *(name for known in classes if known is not None for name in known.masteries)))
    )
