"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, get_args

from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Step, free_id
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.cloudbreaker.book.actions import mastery_bonus
from ludex.games.cloudbreaker.book.attacks.weapons import UNARMED
from ludex.games.cloudbreaker.book.classes import class_entry
from ludex.games.cloudbreaker.build import legality
from ludex.games.cloudbreaker.build.legality import STARTER, faults
from ludex.games.cloudbreaker.records.effects import Damage, Recover
from ludex.games.cloudbreaker.records.kinds import Character, Class, Role, Size, Use

POOLS = ("HP", "MP", "Resolve")
RESERVED = ("scene", "turn", "gm", "party", "foes")  # words that a scene file uses itself

# ---------------------------------------------------------------- the steps


def next_step(draft: Draft) -> Step | None:
    """cb.creation.starter, in this order."""
    return next((step for step in _steps(draft) if not draft.has(step.name)), None)


def _steps(draft: Draft) -> Iterator[Step]:
    yield Step("class", "Class", STARTER, "one", "It gives turn speed, movement, masteries and a first feature.")
    text = f"Split {legality.POINTS} points over HP, MP and Resolve, each at least {legality.LEAST}. At 0 HP or 0 MP "
    text += "you are downed; MP also pay for spells; Resolve buys both back, and at 0 Resolve you die."
    yield Step("points", "HP, MP and Resolve", STARTER, "numbers", text, fields=POOLS)
    low, high = legality.DEFENSES[0], legality.DEFENSES[-1]
    text = f"What attacks against you have to reach: {low} to {high}, by agreement with the game master."
    yield Step("defense", "Defense", STARTER, "numbers", text, fields=("Defense",), default=(12,))
    yield _mastery_step(draft)
    text = f"Up to {legality.WEAPONS}; as many as your two hands can hold are in hand. Everybody has fists."
    yield Step("weapons", "Weapons", "cb.gap.items", "several", text, default=())
    if _schools(draft):
        text = f"Up to {legality.SPELLS}, of a school in which you have mastery."
        yield Step("spells", "Spells", "cb.gap.magic", "several", text, default=())
    text = f"Up to {legality.ITEMS}; name one twice to carry two."
    gear = _names(draft.library, "item", _gear(draft))
    text += f" With your toolkits comes: {', '.join(gear)}." if gear else ""
    yield Step("items", "Items", "cb.gap.items", "several", text, default=())
    yield Step("size", "Size", "cb.gap.characters", "one", "Sizes matter in maneuvers.", default="Medium")
    text = "Where you stand when a fight begins: in front, or one zone behind."
    yield Step("role", "Place in the formation", "cb.formation.standard", "one", text, default="frontliner")
    yield Step("name", "Name", STARTER, "text", "What is the character called?")


def _mastery_step(draft: Draft) -> Step:
    own = _class_masteries(draft)
    text = f"{legality.MASTERIES - len(own)} skills or toolkits; a toolkit in which you have mastery is yours."
    text += f" By your class: {', '.join(_spoken(name) for name in own)}." if own else ""
    return Step("masteries", "Masteries", STARTER, "several", text)


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


def options(draft: Draft) -> list[Option]:
    """What comes into question in the next step; those that are not legal say why."""
    step = next_step(draft)
    if step is None or step.name not in OPTIONS:
        return []
    return [
        option._replace(refusal=next(_against_one(draft, step, option.value), None))
        for option in OPTIONS[step.name](draft)
    ]


def _against_one(draft: Draft, step: Step, value: Any) -> Iterator[Refusal]:
    """Why this one cannot be chosen, whatever else is."""
    library = draft.library
    match step.name:
        case "masteries":
            yield from legality.about_mastery(library, value)
            if value in _class_masteries(draft):
                yield Refusal(f"{_spoken(value)} comes with the class already", STARTER)
        case "weapons":
            yield from legality.about_weapon(library, value)
        case "spells":
            yield from legality.about_spell(library, _masteries(draft), value)
        case "items":
            return
        case _:
            yield from refusals(draft, value)


def _classes(draft: Draft) -> list[Option]:
    found = []
    for entry in draft.library.all("class"):
        features = _names(draft.library, "feature", [ranked.feature for ranked in entry.features if ranked.rank == 1])
        parts = [
            f"turn speed {entry.turn_speed}",
            f"moves {entry.move_m} m, at most {entry.max_move_m} m in a turn",
            ", ".join(_spoken(name) for name in entry.masteries),
            *features,
        ]
        found.append(Option(entry.id, entry.name, "; ".join(parts) + f". {entry.text}"))
    return found


def _mastery_options(draft: Draft) -> list[Option]:
    skills = [Option(entry.id, entry.name, entry.text) for entry in draft.library.all("skill")]
    kits = []
    for kit in draft.library.all("toolkit"):
        studies = f"Analyses {', '.join(kit.analyses)}. " if kit.analyses else ""
        kits.append(Option(kit.id, kit.name, studies + kit.text))
    return [*skills, *kits]


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


def _spells(draft: Draft) -> list[Option]:
    return [Option(s.id, s.name, f"{_spoken(s.school)}, {s.mp_cost} MP, {_use(s)}") for s in draft.library.all("spell")]


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


def _sizes(draft: Draft) -> list[Option]:
    return [Option(size, size) for size in get_args(Size)]


def _roles(draft: Draft) -> list[Option]:
    return [Option("frontliner", "Frontliner", "in front"), Option("backup", "Backup", "one zone behind")]


OPTIONS: dict[str, Callable[[Draft], list[Option]]] = {
    "class": _classes,
    "masteries": _mastery_options,
    "weapons": _weapons,
    "spells": _spells,
    "items": _items,
    "size": _sizes,
    "role": _roles,
}

# ---------------------------------------------------------------- what is refused


def refuse(draft: Draft, choice: Plain) -> Refusal | None:
    """The first rule against this choice in the next step; nothing when it is legal."""
    return next(iter(refusals(draft, choice)), None)


def refusals(draft: Draft, choice: Plain) -> list[Refusal]:
    """Every rule against this choice in the next step."""
    step = next_step(draft)
    if step is None:
        return [Refusal("the character is whole", STARTER)]
    return list(_against(draft, step, choice))


def _against(draft: Draft, step: Step, choice: Any) -> Iterator[Refusal]:
    library = draft.library
    match step.name:
        case "class":
            yield from legality.about_class(library, choice)
        case "points":
            yield from legality.about_points(choice)
        case "defense":
            yield from legality.about_defense(choice[0])
        case "masteries":
            yield from legality.about_masteries(library, _class(draft), choice)
        case "weapons":
            yield from legality.about_weapons(library, choice)
        case "spells":
            yield from legality.about_spells(library, _masteries(draft), choice)
        case "items":
            yield from legality.about_items(library, choice)
        case "size":
            yield from legality.about_size(choice)
        case "role" if choice not in get_args(Role):
            yield Refusal(f"there is no place {choice!r} in the formation", "cb.formation.standard")
        case "name" if not choice.strip() or not choice.isprintable():
            yield Refusal("a name is needed, of letters that can be printed", STARTER)


def throw(draft: Draft) -> Awaitable[Plain]:
    """Nothing of a new character is rolled."""
    raise NotImplementedError


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to. As a draft grows, so does what it comes to."""
    cite(STARTER)
    library = draft.library
    name = str(draft.get("name", "New character")).strip()
    taken = [id for kind in ("character", "npc", "enemy", "object") for id in library.shelves[kind].entries]
    hp, mp, resolve = draft.get("points", (0,) * len(POOLS))
    own = draft.get("class", "")
    character = Character(
        id=free_id(name, "character", (*taken, *RESERVED)),
        name=name,
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


__all__ = ["faults", "finish", "first_scene", "next_step", "options", "refusals", "refuse", "sheet", "throw"]
