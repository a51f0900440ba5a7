"""What a legal character is: the rules of creation and of levels, each as a check that names its rule.

The steps of creation refuse by the same checks that judge a finished character; boons and attacks have files of their
own. Points may be left unspent; `unspent` tells of them. vt.npc.hp_classes: enemies may leave out whatever they like,
but exceed nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from ludex.core.board.hex import HexBoard
from ludex.core.book.rulebook import Rulebook, Value
from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.kernel.turns import Turns
from ludex.games.vitality.build import legality_of_attacks, legality_of_attributes, legality_of_boons
from ludex.games.vitality.build.legality_of_attributes import about_attributes, about_level, points_of
from ludex.games.vitality.records.boon_effects import NoArchetype, NoUtility
from ludex.games.vitality.records.kinds import Archetype, Character, Feature, Person
from ludex.games.vitality.state import ATTRIBUTES, COMBAT, TIERS, UTILITY, Scene

PARTS = ("movement", "attack", "defensive")  # the archetypes of everybody, in the order of creation
WITHOUT = {"movement": "Slow", "defensive": "Frail"}  # who leaves one out has this drawback
SKILLS = 2  # vt.skill.check: attributes that were chosen
UTILITY_TIERS = 5  # vt.create.utility_points
WEALTH = {"poor": -2, "comfortable": 0, "well_off": 2, "wealthy": 5}  # vt.wealth: in utility points
RULES = (
    "vt.create.steps", "vt.create.utility_points", "vt.arch.defence", "vt.skill.check", "vt.feature.list",
    "vt.sense.list", "vt.moveability.list", "vt.descriptor.list", "vt.wealth", *legality_of_attributes.RULES,
    *legality_of_attacks.RULES, *legality_of_boons.RULES,
)  # fmt: skip

# ---------------------------------------------------------------- somebody who is not in play yet


@cache
def rulebook() -> Rulebook:
    return Rulebook.load(Path(__file__).parent.parent / "rules.toml")


def unplayed(library: Library, options: Mapping[str, Value]) -> Scene:
    """Nowhere, by the options of a table: what depends on the rules alone can be asked there."""
    nowhere = HexBoard([(0, 0)])
    scene = Scene(game="vitality", mode="creation", beings={}, options=dict(options), turns=Turns(), board=nowhere)
    scene.library = library
    return scene


# ---------------------------------------------------------------- archetypes and skills


def about_archetype(library: Library, part: str, name: str) -> Iterator[Refusal]:
    """Is it an archetype of this part?"""
    archetype: Archetype | None = library.shelves["archetype"].entries.get(name)
    if archetype is None or archetype.part != part:
        rule = "vt.arch.defence" if part == "defensive" else "vt.create.steps"
        yield Refusal(f"{archetype.name if archetype else repr(name)} is no {part} archetype", rule)


def missing_drawbacks(library: Library, entry: Person) -> list[str]:
    """The parts that were left out without the passive bonus whose drawback that is."""
    return [
        part
        for part in WITHOUT
        if not getattr(entry.archetypes, part) and not legality_of_boons.has_effect(library, entry, NoArchetype, part)
    ]


def about_archetypes(library: Library, entry: Person) -> Iterator[Refusal]:
    for part in (*PARTS, "utility"):
        name = getattr(entry.archetypes, part)
        if name:
            yield from about_archetype(library, part, name)


def about_all_parts(library: Library, entry: Person) -> Iterator[Refusal]:
    """vt.create.steps: a player character has one of each; a drawback takes the place of one left out."""
    if not entry.archetypes.attack:
        yield Refusal("there is no attack archetype", "vt.create.steps")
    for part in missing_drawbacks(library, entry):
        yield Refusal(f"no {part} archetype: only who is {WITHOUT[part]} has none", "vt.create.steps")


def skill_count(library: Library, utility_archetype: str, options: Mapping[str, Value]) -> int:
    """vt.skill.check: two; with opt_utility_archetypes as many as the archetype has."""
    archetype: Archetype | None = library.shelves["archetype"].entries.get(utility_archetype)
    return archetype.attributes if options["opt_utility_archetypes"] and archetype is not None else SKILLS


def about_skills(library: Library, entry: Person, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """Chosen attributes are different ones, and as many as there are."""
    chosen, wanted = entry.skill_attributes, skill_count(library, entry.archetypes.utility, options)
    if len(chosen) != wanted or len(set(chosen)) != wanted or any([name not in ATTRIBUTES for name in chosen]):
        yield Refusal(f"skill checks have {wanted} different attributes, not {len(set(chosen))}", "vt.skill.check")
    if bool(entry.archetypes.utility) != bool(options["opt_utility_archetypes"]):
        there = "this table plays without them" if entry.archetypes.utility else "this table plays with them"
        yield Refusal(f"utility archetypes: {there}", "vt.skill.check")


# ---------------------------------------------------------------- utility points


def utility_points(library: Library, entry: Person) -> int:
    """vt.create.utility_points: 5T; nothing for the Combat Focused."""
    if legality_of_boons.has_effect(library, entry, NoUtility):
        return 0
    return UTILITY_TIERS * TIERS[entry.level]


def utility_spent(library: Library, entry: Person) -> int:
    features: list[Feature] = [library.shelves["feature"].entries[name] for name in entry.utility]
    return (
        sum([feature.cost for feature in features])
        + WEALTH[entry.wealth if isinstance(entry, Character) else "comfortable"]
    )


def about_features(library: Library, entry: Person) -> Iterator[Refusal]:
    """vt.feature.list, vt.sense.list, vt.descriptor.list: within the points, each once unless it has ranks, and none
    beside what it bars (vt.feature.self_sacrifice)."""
    used, points = utility_spent(library, entry), utility_points(library, entry)
    if used > points:
        yield Refusal(f"{used} utility points are spent; there are {points}", "vt.create.utility_points")
    for name in dict.fromkeys(entry.utility):
        feature: Feature = library.shelves["feature"].entries[name]
        if not feature.ranks and entry.utility.count(name) > 1:
            yield Refusal(f"{feature.name} is bought once", feature.rule or "vt.feature.list")
        for other in [other for other in feature.not_with if other in entry.utility]:
            barred: Feature = library.shelves["feature"].entries[other]
            yield Refusal(f"{feature.name} is not bought with {barred.name}", feature.rule or "vt.feature.list")


# ---------------------------------------------------------------- a whole character


def faults(library: Library, entry: Character) -> list[Fault]:
    """What of this character no rule of creation or level allows, but for the rules that its table has waived."""
    options = rulebook().default_options()
    found = list(about("level", about_level(entry.level))) or [
        *about_limits(library, entry, options),
        *about("archetypes", about_all_parts(library, entry)),
        *about("skill_attributes", about_skills(library, entry, options)),
    ]
    return _not_waived(entry, found)


def unspent(library: Library, entry: Character) -> Iterator[tuple[str, Refusal]]:
    """vt.attr.combat_points: what of a character's points is left, and in which field it would be spent; legal, but
    perhaps forgotten."""
    pools = [
        ("attributes", "combat attribute points", *points_of(entry, COMBAT), "vt.attr.combat_points"),
        ("attributes", "utility attribute points", *points_of(entry, UTILITY), "vt.attr.utility_points"),
        ("boons", "boons", legality_of_boons.spent(library, entry), legality_of_boons.boon_points(library, entry),
         "vt.tier.table"),
        ("utility", "utility points", utility_spent(library, entry), utility_points(library, entry),
         "vt.create.utility_points"),
    ]  # fmt: skip
    for field, what, spent, points, rule in pools:
        if spent < points and rule not in entry.allowed:
            yield field, Refusal(f"{spent} of {points} {what} are spent", rule)


def enemy_faults(library: Library, entry: Person) -> list[Fault]:
    """vt.npc.hp_classes: what of an enemy exceeds its points or breaks a ban."""
    options = rulebook().default_options()
    cite("vt.npc.hp_classes")
    too_high = list(about("level", about_level(entry.level)))
    return _not_waived(entry, too_high or list(about_limits(library, entry, options)))


def about_limits(library: Library, entry: Person, options: Mapping[str, Value]) -> Iterator[Fault]:
    """What binds everybody."""
    yield from about("attributes", about_attributes(entry))
    yield from about("archetypes", about_archetypes(library, entry))
    yield from legality_of_boons.about_boons(library, entry, options)
    yield from legality_of_attacks.about_attacks(library, entry, options)
    yield from about("utility", about_features(library, entry))


def _not_waived(entry: Person, found: Sequence[Fault]) -> list[Fault]:
    cite(*RULES, *[fault.rule for fault in found])
    return [fault for fault in found if fault.rule not in entry.allowed]
