"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ludex.core.book.rulebook import Value
from ludex.core.creation import Draft, Step, chapter
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.navyblue.book.features import archetype_value, max_vigor, slot_count
from ludex.games.navyblue.build import draft as drafted
from ludex.games.navyblue.build import legality, options, spending, start_kit
from ludex.games.navyblue.build.draft import NONE, filled
from ludex.games.navyblue.build.legality import faults
from ludex.games.navyblue.build.spending import budgets, warnings
from ludex.games.navyblue.build.start_kit import KIT, PARTS, left_of, size_of
from ludex.games.navyblue.records.kinds import Character
from ludex.games.navyblue.state import ARCHETYPES, CORE

VARIABLE = "nb.ancestry.variable_features"

# ---------------------------------------------------------------- the steps


def steps(draft: Draft) -> Iterator[Step]:
    """Ancestry, attributes, archetype, what was learned, what is carried; what comes later may depend on a choice."""
    yield Step(
        "table", "Rules of the table", "nb.tenet.adapt", "several",
        "What your table plays otherwise than the book, if anything.", options.variants, _against_table, default=(),
        chapter="Table",
    )  # fmt: skip
    yield from chapter("Ancestry", _ancestry_steps(draft))
    yield _attribute_step(draft)
    text = "It makes level 1, and its own attribute is 3."
    yield Step(
        "archetype", "Archetype", "nb.arch.pick_one", "one", text, options.archetypes,
        partial(_against_archetype, draft), chapter="Archetype",
    )  # fmt: skip
    yield from chapter("Learning", _learning_steps(draft))
    yield from chapter("Kit", _kit_steps(draft))
    yield Step("name", "Name", "nb.char.kinds", "text", "What is the character called?", chapter="Name")


def _attribute_step(draft: Draft) -> Step:
    rules = drafted.table_options(draft)
    text = "2, 1, 1 in three attributes, 0 in the others."
    if rules["opt_extra_rule"]:
        text += " One more 2 for a -2, or one more 1 for a -1, if you like."
    return Step(
        "attributes", "Attributes", "nb.attr.start_array", "numbers", text,
        against=lambda chosen: legality.about_attributes(chosen, 1, rules), fields=CORE, chapter="Attributes",
    )  # fmt: skip


def _ancestry_steps(draft: Draft) -> Iterator[Step]:
    library, two, sub = draft.library, "nb.ancestry.two_lineages", "nb.ancestry.sublineage"
    every, trait = partial(options.lineages, library), "It becomes a trait of yours."
    yield Step("dominant", "Dominant lineage", two, "one", "It gives its dominant features.", every)
    subs = partial(options.sub_lineages, library, draft.get("dominant"))
    yield Step("dominant sub", "Dominant sub-lineage", sub, "one", trait, subs)
    yield Step("recessive", "Recessive lineage", two, "one", "Another one, or the same.", every)
    subs = partial(options.sub_lineages, library, draft.get("recessive"))
    yield Step("recessive sub", "Recessive sub-lineage", sub, "one", trait, subs)
    for which in ("dominant", "recessive"):
        wanted = drafted.variable_wanted(draft, which)
        yield Step(
            f"{which} features", f"Features of the {which} lineage", VARIABLE, "several",
            f"{wanted} of the variable features of your {which} lineage.",
            partial(options.variable, library, draft.get(which)), partial(_against_variable, draft, which),
            partial(_against_feature, draft, which), default=None if wanted else (), least=wanted, most=wanted,
        )  # fmt: skip
    if not (draft.has("dominant") and draft.has("recessive")):
        return
    both, rule = drafted.lineages(draft), "nb.ancestry.size_age"
    low, high, oldest = legality.averaged(library, both)
    middle, young = (low + high) // 2, max(1, oldest // 4)
    yield Step(
        "size", "Size", rule, "numbers", f"By both lineages, {low} to {high} inches. Usually {middle}.",
        against=lambda chosen: legality.about_size(library, both, chosen[0]), fields=("inches",), default=(middle,),
    )  # fmt: skip
    yield Step(
        "age", "Age", rule, "numbers", f"By both lineages, up to {oldest} years. Often {young}.",
        against=lambda chosen: legality.about_age(library, both, chosen[0]), fields=("years",), default=(young,),
    )  # fmt: skip


def _learning_steps(draft: Draft) -> Iterator[Step]:
    library = draft.library
    if draft.get("archetype", NONE):
        scene, being = drafted.somebody(draft)
        wanted = legality.feature_count(scene, being)
        yield Step(
            "features", "Features", "nb.gap.features", "several", f"{wanted} of your archetype.",
            partial(options.archetype_features, library), partial(legality.about_features, scene, being),
            partial(legality.about_feature, scene, being), default=None if wanted else (), least=wanted, most=wanted,
        )  # fmt: skip
        skills = legality.skill_count(library, 1)
        yield Step(
            "skills", "Skills", "nb.gap.skills", "several",
            f"{skills}; on their Checks you add your level in place of half of it.",
            partial(options.skills, draft), lambda chosen: legality.about_skills(library, chosen, 1),
            least=skills, most=skills,
        )  # fmt: skip
    points = drafted.language_points(draft)
    if points:
        yield Step(
            "languages", "Languages", "nb.lang.points", "several",
            f"{points} points: one for speaking a language, one for reading and writing it; all are spent.",
            partial(options.halves, draft), partial(_against_languages, draft), least=points, most=points,
            budget=spending.LANGUAGES,
        )  # fmt: skip
    else:
        text = "You have no language points: one language, spoken brokenly."
        yield Step("broken language", "Language", "nb.lang.zero", "one", text, partial(options.broken, draft))


def _kit_steps(draft: Draft) -> Iterator[Step]:
    """Packing cannot be waived: what has no room cannot be carried."""
    library, owned = draft.library, drafted.owned(draft)
    scene, being = drafted.somebody(draft)
    for name, part in PARTS.items():
        text = f"{part.least} to {part.most}; one may be had twice."
        if part.most == 1:
            text = "Exactly one, of 2 or 4 slots." if part.least else "If you want one."
        yield Step(
            name, part.title, KIT, "one" if part.most == 1 else "several", text,
            partial(options.things, library, part), partial(_against_part, draft, name),
            partial(start_kit.about_thing, scene, being, part), default=None if part.least else NONE,
            least=part.least, most=part.most, budget=spending.SLOTS, repeats=True,
        )  # fmt: skip
    yield Step(
        "hands", "In hand", "nb.carry.hands", "several", "Two hands; what they hold takes no slot.",
        partial(options.to_pack, library, owned),
        lambda chosen: start_kit.about_hands(library, owned, filled(chosen)),
        default=start_kit.first_in_hand(library, owned), firm=True, budget=spending.SLOTS, repeats=True,
    )  # fmt: skip
    rest, worn = left_of(owned, drafted.in_hand(draft)), drafted.worn(draft)
    room = slot_count(scene, being) - size_of(library, worn)
    text = f"What lies in it, the top first; only the top is quickly at hand. The rest goes into {room} core slots and "
    text += f"takes {size_of(library, rest)} of them as long as nothing is packed. Injuries never mark the backpack."
    packed = start_kit.first_packed(scene, being, worn, rest)
    yield Step(
        "backpack", "Backpack", "nb.container.order", "several", text,
        partial(options.to_pack, library, rest), partial(_against_packing, draft, rest), default=packed, firm=True,
        budget=spending.SLOTS, repeats=True,
    )  # fmt: skip


# ---------------------------------------------------------------- what is refused


def _against_table(variants: Sequence[str]) -> Iterator[Refusal]:
    if {"opt_extra_rule", "opt_extra_rule_twice"} <= set(variants):
        yield Refusal("what is not played cannot be used twice", "nb.attr.extra_rule")


def _against_feature(draft: Draft, which: str, name: str) -> Iterator[Refusal]:
    yield from legality.about_variable(draft.library, draft.get(which), draft.get(f"{which} sub"), name)
    yield from _taken(draft, which, [name])


def _against_variable(draft: Draft, which: str, names: Sequence[str]) -> Iterator[Refusal]:
    for name in dict.fromkeys(names):
        yield from legality.about_variable(draft.library, draft.get(which), draft.get(f"{which} sub"), name)
    yield from _taken(draft, which, names)
    wanted = drafted.variable_wanted(draft, which)
    if len(names) != wanted:
        yield Refusal(f"{len(names)} features; the {which} lineage gives {wanted}", VARIABLE)


def _taken(draft: Draft, which: str, names: Sequence[str]) -> Iterator[Refusal]:
    """The same feature twice, in one pick or, of a lineage that was picked twice, in both."""
    every = [*draft.get("dominant features", ()), *names] if which == "recessive" else names
    picked_twice = draft.get("dominant") == draft.get("recessive")
    twice = picked_twice and drafted.table_options(draft)["opt_duplicate_lineage_features"]
    if len(set(every)) != len(every) and not twice:
        yield Refusal("the same feature is taken twice", VARIABLE)


def _against_archetype(draft: Draft, name: str) -> Iterator[Refusal]:
    if name:
        yield from legality.about_no_magic(*drafted.somebody(draft.take("archetype", name)))


def _against_languages(draft: Draft, halves: Sequence[str]) -> Iterator[Refusal]:
    if len(set(halves)) != len(halves):
        yield Refusal("a language holds two points: speaking and literacy", "nb.lang.levels")
    logic = drafted.attributes(draft)["Logic"]
    yield from legality.about_languages(draft.library, logic, drafted.languages(halves))


def _against_part(draft: Draft, name: str, choice: str | Sequence[str]) -> Iterator[Refusal]:
    chosen = filled((choice,) if isinstance(choice, str) else choice)
    yield from start_kit.about_part(*drafted.somebody(draft), name, chosen)


def _against_packing(draft: Draft, things: Sequence[str], chosen: Sequence[str]) -> Iterator[Refusal]:
    scene, being = drafted.somebody(draft)
    contents = filled(chosen)
    yield from start_kit.about_backpack(draft.library, things, contents)
    yield from start_kit.about_slots(scene, being, (*drafted.worn(draft), *left_of(things, contents)))


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to."""
    cite(*legality.RULES)
    return {"character": [drafted.entry_of(draft)]}


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet, a dash where they are not decided yet."""
    scene, being = drafted.somebody(draft)
    entry, placed = being.sheet, draft.has("attributes")
    filled = size_of(draft.library, (*drafted.worn(draft), *drafted.entry_of(draft).carried))
    numbers = [
        ("Ancestry", legality.ancestry_name(entry.sub_lineages), draft.has("recessive sub")),
        ("Level", str(entry.level), draft.has("archetype")),
        *((name, str(entry.attributes[name]), placed) for name in CORE),
    ]
    if entry.archetype:
        cite("nb.char.level0", "nb.attr.archetype", "nb.attr.archetype_growth")
        numbers.append((ARCHETYPES[entry.archetype], str(archetype_value(scene, entry.level)), True))
    numbers += [
        ("Vigor", str(max_vigor(scene, being)), placed and draft.has("archetype")),
        ("Slots", f"{filled}/{slot_count(scene, being)}", placed),
        ("Speed", str(entry.speed), True),
    ]
    return [(label, value if known else "–") for label, value, known in numbers]


def of_table(table: Mapping[str, Value]) -> dict[str, Plain]:
    """Which of the variants the table plays."""
    usual = legality.rulebook().default_options()
    return {"table": tuple([name for name in options.VARIANTS if table[name] != usual[name]])}


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: rats in a hold."""
    return {
        "title": f"{entry.name}'s first fight",
        "game": "navyblue",
        "board": "cargo_hold",
        "difficulty": 1,
        "place": {"size": "minor"},
        "beings": {
            entry.id: {"at": "ladder"},
            "bilge_rat_pack": {"at": "bilge"},
        },
    }


__all__ = ["budgets", "faults", "finish", "first_scene", "of_table", "sheet", "steps", "warnings"]
