"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, get_args

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Remark, Step, chapter
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.cloudbreaker.book.actions import mastery_bonus
from ludex.games.cloudbreaker.book.attacks.weapons import UNARMED
from ludex.games.cloudbreaker.book.classes import class_entry
from ludex.games.cloudbreaker.build import legality, spending
from ludex.games.cloudbreaker.build.legality import STARTER, faults
from ludex.games.cloudbreaker.build.spending import POOLS, budgets
from ludex.games.cloudbreaker.records.effects import Damage, Recover
from ludex.games.cloudbreaker.records.kinds import Character, Class, Size, Use

# ---------------------------------------------------------------- the steps


def steps(draft: Draft) -> Iterator[Step]:
    """cb.creation.starter, in this order."""
    yield Step(
        "class", "Class", STARTER, "one", "It gives turn speed, movement, masteries and a first feature.",
        partial(_classes, draft.library), partial(legality.about_class, draft.library), chapter="Class",
    )  # fmt: skip
    yield from chapter("Points", _point_steps())
    yield _mastery_step(draft)
    yield from chapter("Gear", _gear_steps(draft))
    yield from chapter("Person", _person_steps())
    yield Step("name", "Name", STARTER, "text", "What is the character called?", chapter="Name")


def _point_steps() -> Iterator[Step]:
    text = f"Split {legality.POINTS} points over HP, MP and Resolve, each at least {legality.LEAST}. At 0 HP or 0 MP "
    text += "you are downed; MP also pay for spells; Resolve buys both back, and at 0 Resolve you die."
    yield Step(
        "points", "HP, MP and Resolve", STARTER, "numbers", text, against=legality.about_points, fields=POOLS,
        budget=spending.POINTS,
    )  # fmt: skip
    low, high = legality.DEFENSES[0], legality.DEFENSES[-1]
    yield Step(
        "defense", "Defense", STARTER, "numbers",
        f"What attacks against you have to reach: {low} to {high}, by agreement with the game master.",
        against=lambda chosen: legality.about_defense(chosen[0]), fields=("Defense",), default=(12,),
    )  # fmt: skip


def _mastery_step(draft: Draft) -> Step:
    library, own = draft.library, _class_masteries(draft)
    wanted = legality.MASTERIES - len(own)
    text = f"{wanted} skills or toolkits; a toolkit in which you have mastery is yours."
    text += f" By your class: {', '.join(_spoken(name) for name in own)}." if own else ""
    return Step(
        "masteries", "Masteries", STARTER, "several", text, partial(_mastery_options, library),
        partial(legality.about_masteries, library, _class(draft)), partial(_against_mastery, draft),
        chapter="Masteries", least=wanted, most=wanted,
    )  # fmt: skip


def _gear_steps(draft: Draft) -> Iterator[Step]:
    library, masteries = draft.library, _masteries(draft)
    yield Step(
        "weapons", "Weapons", "cb.gap.items", "several",
        f"Up to {legality.WEAPONS}; as many as your two hands can hold are in hand. Everybody has fists.",
        partial(_weapons, draft), partial(legality.about_weapons, library), partial(legality.about_weapon, library),
        default=(), most=legality.WEAPONS, repeats=True,
    )  # fmt: skip
    if _schools(draft):
        yield Step(
            "spells", "Spells", "cb.gap.magic", "several",
            f"Up to {legality.SPELLS}, of a school in which you have mastery.", partial(_spells, library),
            partial(legality.about_spells, library, masteries), partial(legality.about_spell, library, masteries),
            default=(), most=legality.SPELLS,
        )  # fmt: skip
    gear = _names(library, "item", _gear(draft))
    text = f"Up to {legality.ITEMS}; one may be carried twice."
    text += f" With your toolkits comes: {', '.join(gear)}." if gear else ""
    yield Step(
        "items", "Items", "cb.gap.items", "several", text, partial(_items, draft),
        partial(legality.about_items, library), default=(), most=legality.ITEMS, repeats=True,
    )  # fmt: skip


def _person_steps() -> Iterator[Step]:
    yield Step(
        "size", "Size", "cb.gap.characters", "one", "Sizes matter in maneuvers.", _sizes, legality.about_size,
        default="Medium",
    )  # fmt: skip
    text = "Where you stand when a fight begins: in front, or one zone behind."
    formation = "cb.formation.standard"
    yield Step("role", "Place in the formation", formation, "one", text, _roles, default="frontliner")


# ---------------------------------------------------------------- what follows from the choices so far


def _class(draft: Draft) -> Class | None:
    return class_entry(draft.library, draft.get("class", ""))


def _class_masteries(draft: Draft) -> tuple[str, ...]:
    entry = _class(draft)
    return entry.masteries if entry is not None else ()


def _masteries(draft: Draft) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*_class_masteries(draft), *draft.get("masteries", ()))))


def _schools(draft: Draft) -> tuple[str, ...]:
    """The schools of magic in which there is mastery."""
    schools = {spell.school for spell in draft.library.all("spell")}
    return tuple(name for name in _masteries(draft) if name in schools)


def _gear(draft: Draft) -> tuple[str, ...]:
    return legality.gear_of(draft.library, _masteries(draft))


def _names(library: Library, kind: str, ids: Iterable[str]) -> list[str]:
    shelf = library.shelves[kind].entries
    return [shelf[name].name if name in shelf else name for name in ids]


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


# ---------------------------------------------------------------- what comes into question


def _classes(library: Library) -> list[Option]:
    found = []
    for entry in library.all("class"):
        features = _names(library, "feature", [ranked.feature for ranked in entry.features if ranked.rank == 1])
        parts = [
            f"turn speed {entry.turn_speed}",
            f"moves {entry.move_m} m, at most {entry.max_move_m} m in a turn",
            ", ".join(_spoken(name) for name in entry.masteries),
            *features,
        ]
        found.append(Option(entry.id, entry.name, "; ".join(parts) + f". {entry.text}"))
    return found


def _mastery_options(library: Library) -> list[Option]:
    skills = [Option(entry.id, entry.name, entry.text) for entry in library.all("skill")]
    kits = []
    for kit in library.all("toolkit"):
        studies = f"Analyses {', '.join(kit.analyses)}. " if kit.analyses else ""
        kits.append(Option(kit.id, kit.name, studies + kit.text))
    return [*skills, *kits]


def _against_mastery(draft: Draft, name: str) -> Iterator[Refusal]:
    yield from legality.about_mastery(draft.library, name)
    if name in _class_masteries(draft):
        yield Refusal(f"{_spoken(name)} comes with the class already", STARTER)


def _weapons(draft: Draft) -> list[Option]:
    """Those first that the character knows how to use."""
    known = _masteries(draft)
    every = [weapon for weapon in draft.library.all("weapon") if not weapon.natural and weapon.id != UNARMED]
    every.sort(key=lambda weapon: weapon.weapon_type not in known)
    found = []
    for weapon in every:
        mastered = "mastery" if weapon.weapon_type in known else "no mastery"
        hands = "one hand" if weapon.hands == 1 else f"{weapon.hands} hands"
        kind = _spoken(weapon.weapon_type) if weapon.weapon_type else "no type"
        found.append(Option(weapon.id, weapon.name, f"{kind} ({mastered}), {hands}, {_use(weapon)}"))
    return found


def _spells(library: Library) -> list[Option]:
    return [Option(s.id, s.name, f"{_spoken(s.school)}, {s.mp_cost} MP, {_use(s)}") for s in library.all("spell")]


def _items(draft: Draft) -> list[Option]:
    gear = _gear(draft)
    return [Option(item.id, item.name, item.text) for item in draft.library.all("item") if item.id not in gear]


def _use(use: Use) -> str:
    """Reach, what is rolled, and the text."""
    parts = ["melee" if use.reach == "melee" else f"range {use.range}"]
    for effect in use.effects:
        if isinstance(effect, Damage | Recover) and effect.dice:
            bonus = f"{effect.bonus:+d}" if effect.bonus else ""
            word = "damage" if isinstance(effect, Damage) else "recovered"
            parts.append(f"{effect.dice}d6{bonus} {effect.pool} {word}")
    return ", ".join(parts) + (f". {use.text}" if use.text else "")


def _sizes() -> list[Option]:
    return [Option(size, size) for size in get_args(Size)]


def _roles() -> list[Option]:
    return [Option("frontliner", "Frontliner", "in front"), Option("backup", "Backup", "one zone behind")]


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to. As a draft grows, so does what it comes to."""
    cite(STARTER)
    hp, mp, resolve = draft.get("points", (0,) * len(POOLS))
    own = draft.get("class", "")
    character = Character(
        id=draft.id("character", "npc", "enemy", "object"),
        name=draft.name,
        class_=own,
        class_ranks={own: 1} if own else {},
        size=draft.get("size", "Medium"),
        hp=hp,
        mp=mp,
        resolve=resolve,
        defense=draft.get("defense", (0,))[0],
        masteries=_masteries(draft),
        weapons=draft.get("weapons", ()),
        spells=draft.get("spells", ()),
        items=(*_gear(draft), *draft.get("items", ())),
        default_role=draft.get("role", "frontliner"),
        allowed=draft.allowed,
    )
    return {"character": [character]}


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet, a dash where they are not decided yet."""
    character: Character = finish(draft)["character"][0]
    entry = _class(draft)
    points = draft.has("points")
    numbers = [
        ("HP", str(character.hp), points),
        ("MP", str(character.mp), points),
        ("Resolve", str(character.resolve), points),
        ("Defense", str(character.defense), draft.has("defense")),
        ("Turn speed", str(entry.turn_speed) if entry is not None else "", entry is not None),
        ("Movement", f"{entry.move_m} m" if entry is not None else "", entry is not None),
        ("Mastery", f"+{mastery_bonus(character.level)}", True),
    ]
    return [(label, value if known else "–") for label, value, known in numbers]


def warnings(draft: Draft) -> list[Remark]:
    """What whoever makes the character had better know."""
    return spending.warnings(draft, finish(draft)["character"][0])


def of_table(options: Mapping[str, Value]) -> dict[str, Plain]:
    """No option of a table changes how a character is made."""
    return {}


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: a wolf on the causeway."""
    return {
        "title": f"{entry.name}'s first fight",
        "game": "cloudbreaker",
        "board": "causeway",
        "difficulty": 1,
        "beings": {
            entry.id: {"at": "landing"},
            "balewolf": {"at": "far_bank"},
        },
    }


__all__ = ["budgets", "faults", "finish", "first_scene", "of_table", "sheet", "steps", "warnings"]
