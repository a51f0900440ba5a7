"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from typing import Any, Literal

from ludex.core.creation import Draft, Option, Step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.navyblue.book.features import archetype_value, max_vigor, slot_count
from ludex.games.navyblue.build import draft as drafted
from ludex.games.navyblue.build import legality, start_kit
from ludex.games.navyblue.build.draft import NONE
from ludex.games.navyblue.build.legality import faults
from ludex.games.navyblue.build.options import OPTIONS
from ludex.games.navyblue.build.start_kit import KIT, PARTS, left_of, size_of
from ludex.games.navyblue.records.kinds import Character, Known
from ludex.games.navyblue.state import ARCHETYPES, CORE

# ---------------------------------------------------------------- the steps


def next_step(draft: Draft) -> Step | None:
    """Ancestry, attributes, archetype, what was learned, what is carried; what comes later may depend on a choice."""
    return next((step for step in _steps(draft) if not draft.has(step.name)), None)


def _steps(draft: Draft) -> Iterator[Step]:
    text = "What your table plays otherwise than the book, if anything."
    yield Step("table", "Rules of the table", "nb.tenet.adapt", "several", text, default=())
    yield from _ancestry_steps(draft)
    text = "2, 1, 1 in three attributes, 0 in the others."
    if drafted.table_options(draft)["opt_extra_rule"]:
        text += " One more 2 for a -2, or one more 1 for a -1, if you like."
    yield Step("attributes", "Attributes", "nb.attr.start_array", "numbers", text, fields=CORE)
    text = "It makes level 1, and its own attribute is 3."
    yield Step("archetype", "Archetype", "nb.arch.pick_one", "one", text)
    yield from _learning_steps(draft)
    yield from _kit_steps(draft)
    yield Step("name", "Name", "nb.char.kinds", "text", "What is the character called?")


def _ancestry_steps(draft: Draft) -> Iterator[Step]:
    two, sub = "nb.ancestry.two_lineages", "nb.ancestry.sublineage"
    yield Step("dominant", "Dominant lineage", two, "one", "It gives its dominant features.")
    yield Step("dominant sub", "Dominant sub-lineage", sub, "one", "It becomes a trait of yours.")
    yield Step("recessive", "Recessive lineage", two, "one", "Another one, or the same.")
    yield Step("recessive sub", "Recessive sub-lineage", sub, "one", "It becomes a trait of yours.")
    for which in ("dominant", "recessive"):
        wanted = drafted.variable_wanted(draft, which)
        text = f"{wanted} of the variable features of your {which} lineage."
        title, none = f"Features of the {which} lineage", None if wanted else ()
        yield Step(f"{which} features", title, "nb.ancestry.variable_features", "several", text, default=none)
    if not draft.has("recessive"):
        return
    low, high, oldest = legality.averaged(draft.library, drafted.lineages(draft))
    middle, young = (low + high) // 2, max(1, oldest // 4)
    rule, text = "nb.ancestry.size_age", f"By both lineages, {low} to {high} inches. Enter for {middle}."
    yield Step("size", "Size", rule, "numbers", text, fields=("inches",), default=(middle,))
    text = f"By both lineages, up to {oldest} years. Enter for {young}."
    yield Step("age", "Age", rule, "numbers", text, fields=("years",), default=(young,))


def _learning_steps(draft: Draft) -> Iterator[Step]:
    if draft.get("archetype", NONE):
        scene, being = drafted.somebody(draft)
        wanted = legality.feature_count(scene, being)
        text = f"{wanted} of your archetype."
        yield Step("features", "Features", "nb.gap.features", "several", text, default=None if wanted else ())
        text = f"{legality.skill_count(draft.library, 1)}; on their Checks you add your level in place of half of it."
        yield Step("skills", "Skills", "nb.gap.skills", "several", text)
    points = drafted.language_points(draft)
    if points:
        text = f"{points} points: one for speaking a language, one for reading and writing it; all are spent."
        yield Step("languages", "Languages", "nb.lang.points", "several", text)
    else:
        text = "You have no language points: one language, spoken brokenly."
        yield Step("broken language", "Language", "nb.lang.zero", "one", text)


def _kit_steps(draft: Draft) -> Iterator[Step]:
    """Packing cannot be waived: what has no room cannot be carried."""
    for name, part in PARTS.items():
        kind, default = _kind(name), None if part.least else NONE
        text = f"{part.least} to {part.most}; name one twice to have two."
        if kind == "one":
            text = "Exactly one, of 2 or 4 slots." if part.least else "If you want one."
        yield Step(name, part.title, KIT, kind, text, default=default)
    library, owned = draft.library, drafted.owned(draft)
    text = "Two hands; what they hold takes no slot."
    held = start_kit.first_in_hand(library, owned)
    yield Step("hands", "In hand", "nb.carry.hands", "several", text, default=held, firm=True)
    scene, being = drafted.somebody(draft)
    rest, worn = left_of(owned, drafted.in_hand(draft)), drafted.worn(draft)
    room = slot_count(scene, being) - size_of(library, worn)
    text = f"What lies in it, the top first; only the top is quickly at hand. The rest goes into {room} core slots and "
    text += f"takes {size_of(library, rest)} of them as long as nothing is packed. Injuries never mark the backpack."
    packed = start_kit.first_packed(scene, being, worn, rest)
    yield Step("backpack", "Backpack", "nb.container.order", "several", text, default=packed, firm=True)


def _kind(name: str) -> Literal["one", "several"]:
    return "one" if PARTS[name].most == 1 else "several"


# ---------------------------------------------------------------- what comes into question


def options(draft: Draft) -> list[Option]:
    """What comes into question in the next step; those that are not legal say why."""
    step = next_step(draft)
    if step is None or step.name not in OPTIONS:
        return []
    found = OPTIONS[step.name](draft)
    return [option._replace(refusal=next(_against_one(draft, step, option.value), None)) for option in found]


def _against_one(draft: Draft, step: Step, value: Any) -> Iterator[Refusal]:
    """Why this one cannot be chosen, whatever else is."""
    which = step.name.partition(" ")[0]
    if step.name.endswith(" features"):
        yield from legality.about_variable(draft.library, draft.get(which), draft.get(f"{which} sub"), value)
        yield from _taken(draft, step, [value])
    elif step.name == "features":
        yield from legality.about_feature(*drafted.somebody(draft), value)
    elif step.name in PARTS and value:
        yield from start_kit.about_thing(*drafted.somebody(draft), PARTS[step.name], value)
    elif step.kind == "one":
        yield from refusals(draft, value)


# ---------------------------------------------------------------- what is refused


def refuse(draft: Draft, choice: Plain) -> Refusal | None:
    """The first rule against this choice in the next step; nothing when it is legal."""
    return next(iter(refusals(draft, choice)), None)


def refusals(draft: Draft, choice: Plain) -> list[Refusal]:
    """Every rule against this choice in the next step."""
    step = next_step(draft)
    if step is None:
        return [Refusal("the character is whole", "nb.char.kinds")]
    found = list(_against(draft, step, choice))
    cite(step.rule, *(refusal.rule for refusal in found))
    return found


def _against(draft: Draft, step: Step, choice: Any) -> Iterator[Refusal]:
    library = draft.library
    match step.name:
        case "table" if {"opt_extra_rule", "opt_extra_rule_twice"} <= set(choice):
            yield Refusal("what is not played cannot be used twice", "nb.attr.extra_rule")
        case "dominant" | "recessive":
            yield from legality.about_lineage(library, choice)
        case "dominant sub" | "recessive sub":
            yield from legality.about_sub_lineage(library, draft.get(step.name.removesuffix(" sub")), choice)
        case "dominant features" | "recessive features":
            yield from _against_variable(draft, step, choice)
        case "size":
            yield from legality.about_size(library, drafted.lineages(draft), choice[0])
        case "age":
            yield from legality.about_age(library, drafted.lineages(draft), choice[0])
        case "attributes":
            yield from legality.about_attributes(choice, 1, drafted.table_options(draft))
        case "archetype":
            yield from legality.about_archetype(choice, 1 if choice else 0)
            if choice in ARCHETYPES:
                yield from legality.about_no_magic(*drafted.somebody(draft.take("archetype", choice)))
        case "features":
            yield from legality.about_features(*drafted.somebody(draft), choice)
        case "skills":
            yield from legality.about_skills(library, choice, 1)
        case "languages":
            if len(set(choice)) != len(choice):
                yield Refusal("a language holds two points: speaking and literacy", "nb.lang.levels")
            yield from legality.about_languages(library, drafted.attributes(draft)["Logic"], drafted.languages(choice))
        case "broken language":
            broken = (Known(language=choice, speak=False),)
            yield from legality.about_languages(library, drafted.attributes(draft)["Logic"], broken)
        case "hands":
            yield from start_kit.about_hands(library, drafted.owned(draft), drafted.filled(choice))
        case "backpack":
            yield from _against_packing(draft, drafted.filled(choice))
        case "name" if not choice.strip() or not choice.isprintable():
            yield Refusal("a name is needed, of letters that can be printed", "nb.char.kinds")
        case name if name in PARTS:
            chosen = drafted.filled((choice,) if isinstance(choice, str) else choice)
            yield from start_kit.about_part(*drafted.somebody(draft), name, chosen)


def _against_variable(draft: Draft, step: Step, choice: Sequence[str]) -> Iterator[Refusal]:
    which = step.name.partition(" ")[0]
    for name in dict.fromkeys(choice):
        yield from legality.about_variable(draft.library, draft.get(which), draft.get(f"{which} sub"), name)
    yield from _taken(draft, step, choice)
    wanted = drafted.variable_wanted(draft, which)
    if len(choice) != wanted:
        reason = f"{len(choice)} features; the {which} lineage gives {wanted}"
        yield Refusal(reason, "nb.ancestry.variable_features")


def _taken(draft: Draft, step: Step, choice: Sequence[str]) -> Iterator[Refusal]:
    """The same feature twice, in one pick or, of a lineage that was picked twice, in both."""
    before = () if step.name == "dominant features" else draft.get("dominant features", ())
    every = [*before, *choice]
    picked_twice = draft.get("dominant") == draft.get("recessive")
    twice = picked_twice and drafted.table_options(draft)["opt_duplicate_lineage_features"]
    if len(set(every)) != len(every) and not twice:
        yield Refusal("the same feature is taken twice", "nb.ancestry.variable_features")


def _against_packing(draft: Draft, contents: Sequence[str]) -> Iterator[Refusal]:
    scene, being = drafted.somebody(draft)
    rest = left_of(drafted.owned(draft), drafted.in_hand(draft))
    yield from start_kit.about_backpack(draft.library, rest, contents)
    yield from start_kit.about_slots(scene, being, (*drafted.worn(draft), *left_of(rest, contents)))


def throw(draft: Draft) -> Awaitable[Plain]:
    """Nothing of a new character is rolled."""
    raise NotImplementedError


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


__all__ = ["faults", "finish", "first_scene", "next_step", "options", "refusals", "refuse", "sheet", "throw"]
