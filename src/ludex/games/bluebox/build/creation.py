"""Making a character: the steps in order, what is legal in each, and the entries of content that come of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, cast, get_args

from ludex.core.board.hex import HexBoard
from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Step, free_id
from ludex.core.kernel.dice import AsThrown, dice
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.master.calls import being
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.attacks.weapons import about_modules, hexes
from ludex.games.bluebox.build import legality
from ludex.games.bluebox.build.from_content import make_sheet
from ludex.games.bluebox.build.legality import HP_DICE, HP_SIDES, STEPS, faults, own_powers, powers_to_choose
from ludex.games.bluebox.records.effects import Heal
from ludex.games.bluebox.records.ids import KNOWN_MASKS, POWERLESS
from ludex.games.bluebox.records.kinds import Carried, Character, Element, Item, Practiced, Weapon
from ludex.games.bluebox.state import ABILITIES, STATS, Being, Scene, Turns, with_sheet

NONE = ""
RESERVED = ("scene", "turn", "gm", "party", "foes")  # words that a scene file uses itself

# ---------------------------------------------------------------- the steps


def next_step(draft: Draft) -> Step | None:
    """bb.creation.steps, in this order."""
    return next((step for step in _steps(draft) if not draft.has(step.name)), None)


def _steps(draft: Draft) -> Iterator[Step]:
    """All steps of this draft as far as they are known by now; what comes later may depend on a choice."""
    yield Step("species", "Species", STEPS, "one", "It gives size, speed and natural Plating.")
    yield Step("element", "Element", STEPS, "one", "It decides which powers are open to you.")
    numbers = "Distribute +2, +2, +1, 0, -1 in any order. FOR: strength and HP; DEX: AC and Initiative; "
    numbers += "SPI: powers and EP; CHA: presence; KNO: BAC, crafting, healing."
    yield Step("stats", "Stats", STEPS, "numbers", numbers, fields=STATS)
    yield Step("armor", "Armor", "bb.armor.sets", "one", "What it adds to AC, BAC and Plating.")
    yield Step("abilities", "Abilities", "bb.ability.bonus_cap", "several", "Four different abilities at +1.")
    practiced = "Two abilities in which you are Practiced: 1s are re-rolled."
    yield Step("practiced", "Practiced abilities", STEPS, "several", practiced)
    yield Step("save", "Practiced save", STEPS, "one", "One save in which you are Practiced.")
    yield Step("hp", "Hit Points", "bb.hp.creation", "faces", "Seven d4 + FOR; 1s may be re-rolled.")
    yield from _weapon_steps(draft)
    if _needs_mask(draft):
        yield Step("mask", "Mask", "bb.kanohi.known", "one", "Your species must wear one.")
    yield _power_step(draft)
    yield Step("background", "Background", "bb.background.choose", "one", "Exactly one.")
    yield Step("calling", "Calling", "bb.calling.known", "one", "Exactly one.")
    kit = f"Up to {legality.KIT} items; name one twice to carry two."
    yield Step("kit", "Kit", STEPS, "several", kit, default=())
    yield Step("name", "Name", STEPS, "text", "What is the character called?")


def _weapon_steps(draft: Draft) -> Iterator[Step]:
    """Tools, one after the other: a core, a stat, Modules, a name, until no further one is wanted."""
    number = 1
    while True:
        which = f"weapon {number}"
        text = "You are Practiced in each weapon you start with."
        yield Step(which, f"Weapon {number}", STEPS, "one", text, default=NONE if number > 1 else None)
        core = draft.library.shelves["core"].entries.get(draft.get(which, NONE))
        if core is None:
            return
        only = core.stats[0] if len(core.stats) == 1 else None
        yield Step(f"{which} stat", f"{core.name}: stat", STEPS, "one", "Used to hit and for damage.", default=only)
        text = f"Up to {hexes(1)} ⬡ on this Tool."
        yield Step(f"{which} modules", f"{core.name}: Modules", "bb.tool.hex_points", "several", text, default=())
        yield Step(f"{which} name", f"{core.name}: name", STEPS, "text", "What is it called?", default=core.name)
        number += 1


def _power_step(draft: Draft) -> Step:
    element = draft.get("element", NONE)
    to_choose = powers_to_choose(draft.library, element)
    wanted = min(legality.FIRST_POWERS, len(to_choose))
    own = ", ".join(power.name for power in own_powers(draft.library, element))
    text = f"{wanted} that cost EP." if wanted else "The content has none for you that cost EP."
    text += f" Known without choosing: {own}." if own else ""
    return Step("powers", "Powers", STEPS, "several", text, default=None if wanted else ())


def _needs_mask(draft: Draft) -> bool:
    species = draft.library.shelves["species"].entries.get(draft.get("species", NONE))
    return species is not None and bool(species.needs_mask)


# ---------------------------------------------------------------- what comes into question


def options(draft: Draft) -> list[Option]:
    """What comes into question in the next step; those that are not legal say why."""
    step = next_step(draft)
    if step is None or step.kind not in ("one", "several"):
        return []
    found = OPTIONS[_subject(step.name)](draft)
    return [option._replace(refusal=next(_against_one(draft, step, option.value), None)) for option in found]


def _subject(name: str) -> str:
    """`weapon 2 stat` is about the stat of a weapon."""
    return re.sub(r" \d+", "", name)


def _against_one(draft: Draft, step: Step, value: Plain) -> Iterator[Refusal]:
    """Why this one cannot be chosen, whatever else is."""
    subject = _subject(step.name)
    if subject == "powers":
        yield from legality.about_power(draft.library, draft.get("element", NONE), str(value))
    elif subject == "weapon modules":
        yield from about_modules(draft.library, [str(value)])
    elif step.kind == "one":
        yield from refusals(draft, value)


def _origins(kind: str, draft: Draft) -> list[Option]:
    found = [Option(entry.id, entry.name, entry.text) for entry in draft.library.all(kind)]
    return [*found, Option(NONE, f"No {kind.capitalize()}")]


def _species(draft: Draft) -> list[Option]:
    return [
        Option(
            kind.id,
            kind.name,
            f"{kind.size}, speed {kind.speed} m, natural Plating {kind.natural_plating}"
            + (", must wear a mask" if kind.needs_mask else ""),
        )
        for kind in draft.library.all("species")
    ]


def _elements(draft: Draft) -> list[Option]:
    """Those first for which the content has powers."""
    known: dict[str, list[str]] = {}
    for power in draft.library.all("power"):
        known.setdefault(power.element, []).append(power.name)
    elements = sorted((name for name in get_args(Element) if name), key=lambda name: name not in known)
    found = [
        Option(name, name, ", ".join(known[name]) if name in known else "no powers in the content") for name in elements
    ]
    return [*found, Option(NONE, "No element", "no powers")]


def _armors(draft: Draft) -> list[Option]:
    found = []
    for armor in draft.library.all("armor"):
        parts = [f"+{n} {word}" for word, n in (("AC", armor.ac), ("BAC", armor.bac), ("Plating", armor.plating)) if n]
        found.append(Option(armor.id, armor.name, ", ".join(parts) or "nothing"))
    return found


def _abilities(draft: Draft) -> list[Option]:
    by = {**ABILITIES, "Intimidation": "FOR or CHA"}
    bonus = draft.get("abilities", ())
    return [Option(name, name, by[name] + (", +1" if name in bonus else "")) for name in ABILITIES]


def _saves(draft: Draft) -> list[Option]:
    stats = dict(zip(STATS, draft.get("stats", ()), strict=False))
    return [Option(stat, stat, f"{stats[stat]:+d}" if stats.get(stat) else "0") for stat in STATS]


def _cores(draft: Draft) -> list[Option]:
    found = []
    for core in draft.library.all("core"):
        least, most = core.distance
        parts = [f"{core.type_of}, {' or '.join(core.stats)}", f"{least}–{most} m" if most > least else f"{most} m"]
        if core.critical:
            parts.append(f"Critical Area {' and '.join(map(str, core.critical))} m")
        found.append(Option(core.id, core.name, ", ".join(parts) + (f". {core.text}" if core.text else "")))
    first = not draft.has("weapon 1")
    return [*found, Option(NONE, "No weapon" if first else "No further weapon")]


def _modules(draft: Draft) -> list[Option]:
    return [Option(m.id, m.name, f"{m.cost} ⬡. {m.text}") for m in draft.library.all("module")]


def _masks(draft: Draft) -> list[Option]:
    made = draft.library.shelves["mask"].entries
    found = [Option(mask.id, mask.name, f"{mask.of}. {mask.text}") for mask in made.values()]
    named = [name for name in KNOWN_MASKS if name not in made]
    found += [Option(name, name.capitalize(), "known by name only: worn without a power") for name in named]
    return [*found, Option(POWERLESS, "A powerless mask"), Option(NONE, "No mask")]


def _powers(draft: Draft) -> list[Option]:
    own = own_powers(draft.library, draft.get("element", NONE))
    return [
        Option(p.id, p.name, f"{p.element or 'no element'}, {p.ep} EP. {p.text}")
        for p in draft.library.all("power")
        if p not in own
    ]


def _items(draft: Draft) -> list[Option]:
    """What is a weapon is chosen among the weapons."""
    return [Option(item.id, item.name, item.text) for item in draft.library.all("item") if not item.weapon]


OPTIONS: dict[str, Callable[[Draft], list[Option]]] = {
    "species": _species,
    "element": _elements,
    "armor": _armors,
    "abilities": _abilities,
    "practiced": _abilities,
    "save": _saves,
    "weapon": _cores,
    "weapon stat": _saves,
    "weapon modules": _modules,
    "mask": _masks,
    "powers": _powers,
    "background": partial(_origins, "background"),
    "calling": partial(_origins, "calling"),
    "kit": _items,
}


# ---------------------------------------------------------------- what is refused


def refuse(draft: Draft, choice: Plain) -> Refusal | None:
    """The first rule against this choice in the next step; nothing when it is legal."""
    return next(iter(refusals(draft, choice)), None)


def refusals(draft: Draft, choice: Plain) -> list[Refusal]:
    """Every rule against this choice in the next step."""
    step = next_step(draft)
    if step is None:
        return [Refusal("the character is whole", STEPS)]
    return list(_against(draft, step, choice))


def _against(draft: Draft, step: Step, choice: Any) -> Iterator[Refusal]:
    library = draft.library
    match _subject(step.name):
        case "species" | "armor" as kind if choice not in library.shelves[kind]:
            yield Refusal(f"there is no {kind} {choice!r}", STEPS)
        case "element" if choice not in get_args(Element):
            yield Refusal(f"there is no element {choice!r}", "bb.damage.types")
        case "stats":
            yield from legality.about_stats(choice)
        case "abilities":
            yield from _unknown(choice, ABILITIES, "ability")
            yield from legality.about_abilities(dict.fromkeys(choice, 1))
        case "practiced":
            yield from _unknown(choice, ABILITIES, "ability")
            yield from legality.about_practiced(choice)
        case "save":
            yield from _unknown([choice], STATS, "stat")
        case "hp":
            yield from legality.about_hp_dice(choice)
        case "weapon" if choice and choice not in library.shelves["core"]:
            yield Refusal(f"there is no core {choice!r}", STEPS)
        case "weapon stat":
            core = library.shelves["core"].get(draft.get(step.name.removesuffix(" stat")))
            if choice not in core.stats:
                yield Refusal(f"a {core.name} uses {' or '.join(core.stats)}", STEPS)
        case "weapon modules":
            yield from _unknown(choice, library.shelves["module"].entries, "Module")
            yield from about_modules(library, choice)
        case "mask":
            yield from legality.about_mask(library, choice, needed=True)
        case "powers":
            yield from _unknown(choice, library.shelves["power"].entries, "power")
            yield from legality.about_powers(library, draft.get("element", NONE), choice)
        case "background":
            yield from legality.about_background(library, choice)
        case "calling":
            yield from legality.about_calling(library, choice)
        case "kit":
            yield from _unknown(choice, library.shelves["item"].entries, "item")
            yield from legality.about_kit(Carried(id=name) for name in choice)
        case "name" | "weapon name" if not choice.strip() or not choice.isprintable():
            yield Refusal("a name is needed, of letters that can be printed", STEPS)


def _unknown(chosen: Iterable[str], known: Iterable[str], word: str) -> Iterator[Refusal]:
    for name in chosen:
        if name not in known:
            yield Refusal(f"there is no {word} {name!r}", STEPS)


# ---------------------------------------------------------------- HP


async def roll_hp(scene: Scene, who: str) -> tuple[int, ...]:
    """bb.hp.creation: seven d4; the player may re-roll the 1s, as often as any shows."""
    faces = await roll(dice(HP_DICE, HP_SIDES), AsThrown(), by=who, rule="bb.hp.creation")
    while 1 in faces:
        about: dict[str, Plain] = {"faces": faces, "what": "re-roll the 1s"}
        if not await ask(scene, who, YES_NO, rule="bb.hp.creation", about=about, default=True):
            break
        again = iter(await roll(dice(faces.count(1), HP_SIDES), AsThrown(), by=who, rule="bb.hp.creation"))
        faces = tuple([next(again) if face == 1 else face for face in faces])
    return faces


def throw(draft: Draft) -> Awaitable[Plain]:
    """Roll the HP of a draft, whose player decides about the 1s."""
    nowhere = HexBoard([(0, 0)])
    scene = Scene(game="bluebox", mode="creation", beings={}, options={}, turns=Turns(), board=nowhere)
    return roll_hp(scene, draft.get("name", "player"))


def fits_hp(scene: Scene, who: Being) -> Refusal | None:
    if scene.mode == "combat":
        return Refusal("HP are rolled when a character is made, not in combat", "bb.hp.creation")
    if not who.hp:
        return Refusal(f"HP are rolled when a character is made, and {who.name} has fallen", "bb.hp.creation")
    return None


@gm("roll_hp", "bb.hp.creation", being(), fits=fits_hp)
async def give_hp(scene: Scene, who: Being) -> None:
    """The HP of a new character: the result is the maximum as well."""
    faces = await roll_hp(scene, who.id)
    hp = sum(faces) + who.sheet.stats["FOR"]
    with_sheet(who, hp=hp)
    who.hp = hp
    scene.record("new_hp", "bb.hp.creation", who=who.id, faces=faces, hp=hp)


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The weapons and the character that a draft comes to. As a draft grows, so does what it comes to."""
    cite(STEPS)
    library = draft.library
    weapons = _weapons(draft)
    ids = tuple(weapon.id for weapon in weapons)
    element = draft.get("element", NONE)
    own = tuple(power.id for power in own_powers(library, element))
    name = str(draft.get("name", "New character")).strip()
    numbers = draft.get("stats", (0,) * len(STATS))
    save = draft.get("save")
    taken = (*library.shelves["character"].entries, *library.shelves["enemy"].entries, *RESERVED)
    character = Character(
        id=free_id(name, "character", taken),
        name=name,
        species=draft.get("species", NONE),
        element=element,
        stats=cast(Any, dict(zip(STATS, numbers, strict=True))),
        armor=draft.get("armor", "none"),
        hp_rolls=draft.get("hp", ()),
        abilities=cast(Any, dict.fromkeys(draft.get("abilities", ()), 1)),
        practiced=Practiced(abilities=draft.get("practiced", ()), saves=(save,) if save else (), weapons=ids),
        mask=draft.get("mask", NONE),
        weapons=ids,
        powers=(*own, *draft.get("powers", ())),
        items=_kit(library, draft.get("kit", ()), dict(zip(STATS, numbers, strict=True))["KNO"]),
        background=draft.get("background", NONE),
        calling=draft.get("calling", NONE),
        allowed=draft.allowed,
    )
    return {"weapon": weapons, "character": [character]}


def _weapons(draft: Draft) -> list[Weapon]:
    found: list[Weapon] = []
    number = 1
    while core := draft.get(f"weapon {number}"):
        which = f"weapon {number}"
        stat = draft.get(f"{which} stat")
        if stat:
            name = draft.get(f"{which} name", draft.library.shelves["core"].get(core).name).strip()
            taken = (*draft.library.shelves["weapon"].entries, *(weapon.id for weapon in found))
            modules = draft.get(f"{which} modules", ())
            found.append(Weapon(id=free_id(name, "weapon", taken), name=name, core=core, stat=stat, modules=modules))
        number += 1
    return found


def _kit(library: Library, names: Sequence[str], kno: int) -> tuple[Carried, ...]:
    """Things of one kind go together; what depends on its crafter was made by the character."""
    found = []
    for name in dict.fromkeys(names):
        item: Item = library.shelves["item"].get(name)
        own = any(isinstance(effect, Heal) and effect.amount.stat == "crafter_KNO" for effect in item.effects)
        found.append(Carried(id=name, count=names.count(name), crafter_kno=kno if own else 0))
    return tuple(found)


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet, a dash where they are not decided yet."""
    character: Character = finish(draft)["character"][0]
    made = make_sheet(draft.library, character)
    stats, species = draft.has("stats"), draft.has("species")
    numbers = [
        *[(stat, f"{made.stats[stat]:+d}" if made.stats[stat] else "0", stats) for stat in STATS],
        ("AC", str(made.ac), stats),
        ("BAC", str(made.bac), stats),
        ("Plating", str(made.plating), species),
        ("HP", str(made.hp), draft.has("hp")),
        ("EP", str(made.ep), stats),
        ("Speed", f"{made.speed} m", species),
        ("✦", f"d{legality.die_at(made.level)}", True),
    ]
    return [(label, value if known else "–") for label, value, known in numbers]


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: two spiders on the causeway."""
    return {
        "title": f"{entry.name}'s first fight",
        "game": "bluebox",
        "board": "broken_causeway",
        "difficulty": 1,
        "beings": {
            entry.id: {"at": [1, 3]},
            "spider_1": {"from": "fikou_venom_spider", "name": "Spider 1", "at": [7, 3]},
            "spider_2": {"from": "fikou_venom_spider", "name": "Spider 2", "at": [8, 4]},
        },
    }


__all__ = [
    "faults",
    "finish",
    "first_scene",
    "next_step",
    "options",
    "refusals",
    "refuse",
    "roll_hp",
    "sheet",
    "throw",
]
