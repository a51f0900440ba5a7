"""What a legal character is: the rules of creation and of levels, each as a check that names its rule.

The steps of creation refuse by the same checks that judge a finished character. What somebody new owns and how it is
packed is in `start_kit.py`. How many features and skills there are is not in the book: those numbers name their gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path

from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.book.rulebook import Rulebook, Value
from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.kernel.turns import Turns
from ludex.games.navyblue.book.features import cap, usable_by
from ludex.games.navyblue.book.improving import features_at, learnable, skills_at
from ludex.games.navyblue.build import start_kit
from ludex.games.navyblue.build.from_content import character_sheet
from ludex.games.navyblue.records.kinds import Character, Feature, Known, Lineage
from ludex.games.navyblue.state import ARCHETYPES, CORE, PARTY, Being, Scene

LINEAGES = 2
VARIABLE, LINEAGE_FEATURES = 2, 4  # variable features of each lineage, and in all
SPEED = 2
SET = (2, 1, 1, 0, 0, 0)
EXTRA = ((2, 2, 1, 1, 0, -2), (2, 1, 1, 1, 0, -1))  # nb.attr.extra_rule
EXTRA_TWICE = ((2, 2, 1, 1, -1, -2), (2, 1, 1, 1, -1, -2))  # ours: seven numbers, of which a positive one is left out

RULES = (  # what a finished character is judged by
    "nb.char.level0", "nb.ancestry.two_lineages", "nb.ancestry.dominant_features", "nb.ancestry.sublineage",
    "nb.ancestry.variable_features", "nb.ancestry.feature_count", "nb.ancestry.size_age", "nb.attr.start_array",
    "nb.attr.extra_rule", "nb.attr.raise_every_four", "nb.attr.cap", "nb.arch.pick_one", "nb.arch.tag_gate",
    "nb.gap.features", "nb.gap.skills", "nb.lang.points", "nb.lang.levels", "nb.lang.zero", "nb.speed",
    *start_kit.RULES,
)  # fmt: skip

# ---------------------------------------------------------------- somebody who is not in play yet


@cache
def rulebook() -> Rulebook:
    return Rulebook.load(Path(__file__).parent.parent / "rules.toml")


def unplayed(library: Library, options: Mapping[str, Value]) -> Scene:
    """Nowhere, by the options of a table: what depends on the rules alone can be asked there."""
    nowhere = ZoneBoard([Zone("nowhere", "Nowhere", (0, 0))], ())
    scene = Scene(game="navyblue", mode="creation", beings={}, options=dict(options), turns=Turns(), board=nowhere)
    scene.library = library
    return scene


def somebody(scene: Scene, entry: Character) -> Being:
    """Who a character is, with all that they own in their hands."""
    being = Being(id=entry.id, name=entry.name, side=PARTY, sheet=character_sheet(scene.library, entry))
    being.held = start_kit.owned_things(entry)
    return being


# ---------------------------------------------------------------- ancestry


def about_lineage(library: Library, name: str) -> Iterator[Refusal]:
    if name not in library.shelves["lineage"]:
        yield Refusal(f"there is no lineage {name!r}", "nb.ancestry.two_lineages")


def about_sub_lineage(library: Library, lineage: str, name: str) -> Iterator[Refusal]:
    entry: Lineage | None = library.shelves["lineage"].entries.get(lineage)
    if entry is not None and name not in entry.sub_lineages:
        there = " or ".join(entry.sub_lineages)
        yield Refusal(f"{name or 'nothing'} is no sub-lineage of {entry.name}: {there}", "nb.ancestry.sublineage")


def about_variable(library: Library, lineage: str, sub_lineage: str, name: str) -> Iterator[Refusal]:
    """nb.ancestry.variable_features: one of that lineage, without a sub-lineage or with the character's."""
    feature: Feature | None = library.shelves["feature"].entries.get(name)
    if feature is None or feature.lineage != lineage or feature.role != "variable":
        reason = f"{feature.name if feature else name!r} is no variable feature of that lineage"
        yield Refusal(reason, "nb.ancestry.variable_features")
    elif feature.sub_lineages and sub_lineage not in feature.sub_lineages:
        reason = f"{feature.name} is for {' and '.join(feature.sub_lineages)} only"
        yield Refusal(reason, "nb.ancestry.variable_features")


def variable_count(library: Library, dominant: str, options: Mapping[str, Value]) -> int:
    """nb.ancestry.feature_count: how many variable features the dominant lineage gives."""
    entry: Lineage | None = library.shelves["lineage"].entries.get(dominant)
    if entry is None or not options["opt_dominant_counts"]:
        return VARIABLE
    return max(0, VARIABLE - len(entry.dominant_features))


def about_ancestry(library: Library, entry: Character) -> Iterator[Fault]:
    """Two lineages, a sub-lineage for each, and the features of both."""
    if len(entry.lineages) != LINEAGES:
        reason = f"{len(entry.lineages)} lineages; an ancestry has a dominant and a recessive one"
        yield Fault("lineages", reason, "nb.ancestry.two_lineages")
        return
    if len(entry.sub_lineages) != LINEAGES:
        reason = f"{len(entry.sub_lineages)} sub-lineages; each lineage has one"
        yield Fault("sub_lineages", reason, "nb.ancestry.sublineage")
        return
    unknown = [refusal for name in entry.lineages for refusal in about_lineage(library, name)]
    if unknown:
        yield from about("lineages", unknown)
        return
    for lineage, name in zip(entry.lineages, entry.sub_lineages, strict=True):
        yield from about("sub_lineages", about_sub_lineage(library, lineage, name))
    yield from about("features", about_dominant(library, entry))
    yield from about("features", about_all_variable(library, entry))
    yield from about("size_inches", about_size(library, entry.lineages, entry.size_inches))
    yield from about("age", about_age(library, entry.lineages, entry.age))


def about_dominant(library: Library, entry: Character) -> Iterator[Refusal]:
    """nb.ancestry.dominant_features: all of the dominant lineage, once, and none of any other."""
    features = library.shelves["feature"].entries
    given = library.shelves["lineage"].entries[entry.lineages[0]].dominant_features
    owned = [name for name in entry.features if features[name].role == "dominant"]
    if sorted(owned) != sorted(given):
        names = " and ".join(features[name].name for name in given) or "none"
        yield Refusal(f"the dominant lineage gives {names}", "nb.ancestry.dominant_features")


def about_all_variable(library: Library, entry: Character) -> Iterator[Refusal]:
    """Four, two by each lineage. Where one lineage was picked twice, each pick goes by its own sub-lineage."""
    features = library.shelves["feature"].entries
    owned = [name for name in entry.features if features[name].role == "variable"]
    if len(owned) != LINEAGE_FEATURES:
        reason = f"{len(owned)} variable lineage features; there are {LINEAGE_FEATURES}"
        yield Refusal(reason, "nb.ancestry.feature_count")
        return
    if len(set(owned)) != len(owned):
        yield Refusal("the same feature is taken twice", "nb.ancestry.variable_features")
    picks = list(zip(entry.lineages, entry.sub_lineages, strict=True))
    by = [[n for n, pick in enumerate(picks) if not any(about_variable(library, *pick, name))] for name in owned]
    for name, fitting in zip(owned, by, strict=True):
        if not fitting:
            reason = f"{features[name].name} is open to neither sub-lineage"
            yield Refusal(reason, "nb.ancestry.variable_features")
    if any(by.count([pick]) > VARIABLE for pick in range(LINEAGES)):
        yield Refusal(f"each lineage gives {VARIABLE} variable features", "nb.ancestry.variable_features")


def averaged(library: Library, lineages: Sequence[str]) -> tuple[int, int, int]:
    """nb.ancestry.size_age: smallest and largest size in inches, and highest age: half the sum, rounded down."""
    cite("nb.ancestry.size_age", "nb.round.down")
    one, other = (library.shelves["lineage"].entries[name] for name in lineages)
    low, high = ((one.size_inches[n] + other.size_inches[n]) // 2 for n in (0, 1))
    return low, high, (one.max_age + other.max_age) // 2


def about_size(library: Library, lineages: Sequence[str], inches: int) -> Iterator[Refusal]:
    low, high, _ = averaged(library, lineages)
    if not low <= inches <= high:
        yield Refusal(f"{inches} inches; by both lineages {low} to {high}", "nb.ancestry.size_age")


def about_age(library: Library, lineages: Sequence[str], years: int) -> Iterator[Refusal]:
    oldest = averaged(library, lineages)[2]
    if not 1 <= years <= oldest:
        yield Refusal(f"{years} years; by both lineages up to {oldest}", "nb.ancestry.size_age")


def ancestry_name(sub_lineages: Sequence[str]) -> str:
    """nb.ancestry.name: the dominant sub-lineage first."""
    cite("nb.ancestry.name")
    return " / ".join(sub_lineages)


# ---------------------------------------------------------------- attributes


def number_sets(options: Mapping[str, Value]) -> tuple[tuple[int, ...], ...]:
    """nb.attr.extra_rule: what may be placed, each number in an attribute of its own."""
    if not options["opt_extra_rule"]:
        return (SET,)
    return (SET, *EXTRA, *(EXTRA_TWICE if options["opt_extra_rule_twice"] else ()))


def about_attributes(values: Sequence[int], level: int, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """nb.attr.start_array, and two raised by 1 at every fourth level (nb.attr.raise_every_four)."""
    raises = level // 4
    most = raises * (2 if options["opt_raise_same_twice"] else 1)
    begun = any(
        sum(values) == sum(numbers) + 2 * raises
        and all(0 <= value - number <= most for value, number in zip(values, placed, strict=True))
        for numbers in number_sets(options)
        for placed in permutations(numbers)
    )
    if not begun:
        rule = "nb.attr.extra_rule" if min(values) < 0 else "nb.attr.start_array"
        sets = " or ".join(", ".join(map(str, numbers)) for numbers in number_sets(options))
        later = f", with two attributes raised {raises} times" if raises else ""
        yield Refusal(
            f"{', '.join(map(str, values))} is not {sets} in some order{later}",
            "nb.attr.raise_every_four" if raises else rule,
        )
    if max(values) > cap(level):
        yield Refusal(f"{max(values)} is above {cap(level)}, the maximum at level {level}", "nb.attr.cap")


# ---------------------------------------------------------------- archetype, features, skills


def about_archetype(name: str, level: int) -> Iterator[Refusal]:
    """nb.arch.pick_one. nb.char.level0: level 1 comes with an archetype, and not without one."""
    if name and name not in ARCHETYPES:
        yield Refusal(f"there is no archetype {name!r}; there are {', '.join(ARCHETYPES)}", "nb.arch.pick_one")
    elif (level > 0) != bool(name):
        reason = f"level {level} with an archetype" if name else f"level {level} without an archetype"
        yield Refusal(f"{reason}: picking one makes level 1", "nb.char.level0")


def about_no_magic(scene: Scene, being: Being) -> Iterator[Refusal]:
    """nb.arch.tag_gate: at a table whose Warriors use no magic, they have chosen none of it by ancestry either."""
    for name in being.sheet.features:
        feature: Feature = scene.library.shelves["feature"].entries[name]
        if feature.role == "variable" and not usable_by(scene, being, feature):
            yield Refusal(f"{feature.name} is of no use to a {being.sheet.archetype}", "nb.arch.tag_gate")


def feature_count(scene: Scene, being: Being) -> int:
    """nb.gap.features: as many as all levels have given, or as there are."""
    given = sum(features_at(reached) for reached in range(1, being.sheet.level + 1))
    return min(len(learnable(scene, being)), given)


def about_feature(scene: Scene, being: Being, name: str) -> Iterator[Refusal]:
    """A feature to select: of an archetype, and of the own one."""
    feature: Feature | None = scene.library.shelves["feature"].entries.get(name)
    if feature is None or feature.origin != "archetype":
        reason = f"{feature.name if feature else name!r} is no feature of an archetype"
        yield Refusal(reason, "nb.gap.features")
    elif not usable_by(scene, being, feature):
        reason = f"{feature.name} is for {' and '.join(feature.archetypes)}"
        if not feature.archetypes or being.sheet.archetype in feature.archetypes:
            reason = f"{feature.name} is Magic, and Warriors use none at this table"
        yield Refusal(reason, "nb.arch.tag_gate")


def about_features(scene: Scene, being: Being, names: Sequence[str]) -> Iterator[Refusal]:
    for name in dict.fromkeys(names):
        yield from about_feature(scene, being, name)
    if len(set(names)) != len(names):
        yield Refusal("the same feature is chosen twice", "nb.gap.features")
    wanted = feature_count(scene, being)
    if len(names) != wanted:
        reason = f"{len(names)} features of the archetype; at level {being.sheet.level} there are {wanted}"
        yield Refusal(reason, "nb.gap.features")


def skill_count(library: Library, level: int) -> int:
    """nb.gap.skills: as many as all levels have given, or as there are."""
    there = library.shelves["skill"].entries
    return min(len(there), sum(skills_at(reached) for reached in range(1, level + 1)))


def about_skills(library: Library, names: Sequence[str], level: int) -> Iterator[Refusal]:
    for name in names:
        if name not in library.shelves["skill"]:
            yield Refusal(f"there is no skill {name!r}", "nb.gap.skills")
    if len(set(names)) != len(names):
        yield Refusal("the same skill is chosen twice", "nb.gap.skills")
    wanted = skill_count(library, level)
    if len(names) != wanted:
        yield Refusal(f"{len(names)} skills; at level {level} there are {wanted}", "nb.gap.skills")


# ---------------------------------------------------------------- languages


def language_points(logic: int) -> int:
    """nb.lang.points: Logic + 2, at least 0."""
    cite("nb.lang.points")
    return max(0, logic + 2)


def about_languages(library: Library, logic: int, known: Sequence[Known], level: int = 1) -> Iterator[Refusal]:
    """nb.lang.points: all are spent at the start; those that Logic brings later may be kept (nb.lang.later)."""
    names = [one.language for one in known]
    for name in names:
        if name not in library.shelves["language"]:
            yield Refusal(f"there is no language {name!r}", "nb.lang.levels")
    if len(set(names)) != len(names):
        yield Refusal("a language holds two points: speaking and literacy", "nb.lang.levels")
    points, spent = language_points(logic), sum(one.speak + one.read for one in known)
    least = max(0, points - level // 4)
    broken = [one for one in known if not one.speak and not one.read]
    if (least and broken) or (not least and not spent and len(known) != 1):
        yield Refusal("one language is spoken brokenly by who has no points, and by nobody else", "nb.lang.zero")
    if not least <= spent <= points:
        yield Refusal(f"{spent} language points are spent; Logic {logic} gives {points}", "nb.lang.points")


# ---------------------------------------------------------------- a whole character


def faults(library: Library, entry: Character) -> list[Fault]:
    """What of this character no rule of creation or level allows, but for the rules that their table has waived."""
    cite(*RULES)
    return [fault for fault in _all_faults(library, entry) if fault.rule not in entry.allowed]


def _all_faults(library: Library, entry: Character) -> Iterator[Fault]:
    unknown = [name for name in entry.features if name not in library.shelves["feature"]]
    if unknown:
        yield Fault("features", f"there is no feature {unknown[0]!r}", "nb.feature.def")
        return
    scene = unplayed(library, rulebook().default_options())
    being = somebody(scene, entry)
    origins = library.shelves["feature"].entries
    numbers = [being.sheet.attributes.get(name, 0) for name in CORE]
    chosen = [name for name in entry.features if origins[name].origin != "lineage"]
    logic = entry.attributes.get("Logic", 0)
    yield from about_ancestry(library, entry)
    yield from about("attributes", about_attributes(numbers, entry.level, scene.options))
    yield from about("archetype", about_archetype(entry.archetype, entry.level))
    yield from about("features", about_features(scene, being, chosen))
    yield from about("skills", about_skills(library, entry.skills, entry.level))
    yield from about("languages", about_languages(library, logic, entry.languages, entry.level))
    if entry.speed != SPEED:
        yield Fault("speed", f"Speed {entry.speed}; a new character has {SPEED}", "nb.speed")
    yield from start_kit.about_entry(scene, being, entry)
