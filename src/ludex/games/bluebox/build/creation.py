"""Making a character: the steps in order, what is legal in each, and the entries of content that come of it.

Nothing here reads or prints: `ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, cast, get_args

from ludex.core.board.hex import HexBoard
from ludex.core.book.rulebook import Value
from ludex.core.content.content import Library
from ludex.core.creation import Draft, Option, Price, Remark, Step, chapter, free_id
from ludex.core.kernel.dice import AsThrown, dice
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.master.calls import being
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.attacks.weapons import about_modules, hexes
from ludex.games.bluebox.build import legality, spending
from ludex.games.bluebox.build.from_content import make_sheet
from ludex.games.bluebox.build.legality import HP_DICE, HP_SIDES, STEPS, faults, own_powers, powers_to_choose
from ludex.games.bluebox.build.spending import budgets
from ludex.games.bluebox.records.effects import Heal
from ludex.games.bluebox.records.ids import KNOWN_MASKS, POWERLESS
from ludex.games.bluebox.records.kinds import Carried, Character, Core, Element, Item, Practiced, Weapon
from ludex.games.bluebox.state import ABILITIES, STATS, Being, Scene, Turns, with_sheet

NONE = ""

# ---------------------------------------------------------------- the steps


def steps(draft: Draft) -> Iterator[Step]:
    """bb.creation.steps, in this order; what comes later may depend on a choice."""
    yield from chapter("Origin", _origin_steps(draft))
    yield from chapter("Training", _training_steps(draft))
    yield from chapter("Weapons", _weapon_steps(draft))
    yield from chapter("Powers", _gift_steps(draft))
    yield from chapter("Past", _past_steps(draft))
    yield from chapter("Kit", _kit_steps(draft))
    yield Step("name", "Name", STEPS, "text", "What is the character called?", chapter="Name")


def _origin_steps(draft: Draft) -> Iterator[Step]:
    library = draft.library
    text = "It gives size, speed and natural Plating."
    yield Step("species", "Species", STEPS, "one", text, partial(_species, library))
    text = "It decides which powers are open to you."
    yield Step("element", "Element", STEPS, "one", text, partial(_elements, library))
    text = "Distribute +2, +2, +1, 0, -1 in any order. FOR: strength and HP; DEX: AC and Initiative; "
    text += "SPI: powers and EP; CHA: presence; KNO: BAC, crafting, healing."
    yield Step("stats", "Stats", STEPS, "numbers", text, against=legality.about_stats, fields=STATS)


def _training_steps(draft: Draft) -> Iterator[Step]:
    text, wanted = "What it adds to AC, BAC and Plating.", legality.FIRST_ABILITIES
    yield Step("armor", "Armor", "bb.armor.sets", "one", text, partial(_armors, draft.library))
    yield Step(
        "abilities", "Abilities", "bb.ability.bonus_cap", "several", "Four different abilities at +1.",
        partial(_abilities, draft), lambda chosen: legality.about_abilities(dict.fromkeys(chosen, 1)),
        least=wanted, most=wanted,
    )  # fmt: skip
    yield Step(
        "practiced", "Practiced abilities", STEPS, "several",
        "Two abilities in which you are Practiced: 1s are re-rolled.",
        partial(_abilities, draft), legality.about_practiced, least=legality.PRACTICED, most=legality.PRACTICED,
    )  # fmt: skip
    text = "One save in which you are Practiced."
    yield Step("save", "Practiced save", STEPS, "one", text, partial(_saves, draft))
    yield Step(
        "hp", "Hit Points", "bb.hp.creation", "faces", "Seven d4 + FOR; 1s may be re-rolled.",
        against=legality.about_hp_dice, throw=partial(throw, draft),
    )  # fmt: skip


def _gift_steps(draft: Draft) -> Iterator[Step]:
    if _needs_mask(draft):
        yield Step(
            "mask", "Mask", "bb.kanohi.known", "one", "Your species must wear one.",
            partial(_masks, draft.library), partial(legality.about_mask, draft.library, needed=True),
        )  # fmt: skip
    yield _power_step(draft)


def _past_steps(draft: Draft) -> Iterator[Step]:
    library = draft.library
    yield Step(
        "background", "Background", "bb.background.choose", "one", "Exactly one.",
        partial(_origins, library, "background"), partial(legality.about_background, library),
    )  # fmt: skip
    yield Step(
        "calling", "Calling", "bb.calling.known", "one", "Exactly one.",
        partial(_origins, library, "calling"), partial(legality.about_calling, library),
    )  # fmt: skip


def _kit_steps(draft: Draft) -> Iterator[Step]:
    yield Step(
        "kit", "Kit", STEPS, "several", f"Up to {legality.KIT} items; one may be carried twice.",
        partial(_items, draft.library), lambda chosen: legality.about_kit(Carried(id=name) for name in chosen),
        default=(), most=legality.KIT, budget=spending.KIT, repeats=True,
    )  # fmt: skip


def _weapon_steps(draft: Draft) -> Iterator[Step]:
    """Tools, one after the other: a core, a stat, Modules, a name, until no further one is wanted."""
    library = draft.library
    for number in count(1):
        which = f"weapon {number}"
        yield Step(
            which, f"Weapon {number}", STEPS, "one", "You are Practiced in each weapon you start with.",
            partial(_cores, library, number), default=NONE if number > 1 else None,
        )  # fmt: skip
        core = library.shelves["core"].entries.get(draft.get(which, NONE))
        if core is None:
            return
        yield Step(
            f"{which} stat", f"{core.name}: stat", STEPS, "one", "Used to hit and for damage.",
            partial(_saves, draft), partial(_against_stat, core),
            default=core.stats[0] if len(core.stats) == 1 else None,
        )  # fmt: skip
        yield Step(
            f"{which} modules", f"{core.name}: Modules", "bb.tool.hex_points", "several",
            f"Up to {hexes(1)} ⬡ on this Tool.", partial(_modules, library),
            partial(about_modules, library), lambda module: about_modules(library, [module]), default=(),
            budget=spending.tool_budget(number),
        )  # fmt: skip
        yield Step(f"{which} name", f"{core.name}: name", STEPS, "text", "What is it called?", default=core.name)


def _against_stat(core: Core, stat: str) -> Iterator[Refusal]:
    if stat not in core.stats:
        yield Refusal(f"a {core.name} uses {' or '.join(core.stats)}", STEPS)


def _power_step(draft: Draft) -> Step:
    library, element = draft.library, draft.get("element", NONE)
    wanted = min(legality.FIRST_POWERS, len(powers_to_choose(library, element)))
    own = ", ".join(power.name for power in own_powers(library, element))
    text = f"{wanted} that cost EP." if wanted else "The content has none for you that cost EP."
    text += f" Known without choosing: {own}." if own else ""
    return Step(
        "powers", "Powers", STEPS, "several", text, partial(_powers, library, element),
        partial(legality.about_powers, library, element), partial(legality.about_power, library, element),
        default=None if wanted else (), least=wanted, most=wanted,
    )  # fmt: skip


def _needs_mask(draft: Draft) -> bool:
    species = draft.library.shelves["species"].entries.get(draft.get("species", NONE))
    return species is not None and bool(species.needs_mask)


# ---------------------------------------------------------------- what comes into question


def _origins(library: Library, kind: str) -> list[Option]:
    found = [Option(entry.id, entry.name, entry.text) for entry in library.all(kind)]
    return [*found, Option(NONE, f"No {kind.capitalize()}")]


def _species(library: Library) -> list[Option]:
    return [
        Option(
            kind.id,
            kind.name,
            f"{kind.size}, speed {kind.speed} m, natural Plating {kind.natural_plating}"
            + (", must wear a mask" if kind.needs_mask else ""),
        )
        for kind in library.all("species")
    ]


def _elements(library: Library) -> list[Option]:
    """Those first for which the content has powers."""
    known: dict[str, list[str]] = {}
    for power in library.all("power"):
        known.setdefault(power.element, []).append(power.name)
    elements = sorted((name for name in get_args(Element) if name), key=lambda name: name not in known)
    found = [
        Option(name, name, ", ".join(known[name]) if name in known else "no powers in the content") for name in elements
    ]
    return [*found, Option(NONE, "No element", "no powers")]


def _armors(library: Library) -> list[Option]:
    found = []
    for armor in library.all("armor"):
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


def _cores(library: Library, number: int) -> list[Option]:
    found = []
    for core in library.all("core"):
        least, most = core.distance
        parts = [f"{core.type_of}, {' or '.join(core.stats)}", f"{least}–{most} m" if most > least else f"{most} m"]
        if core.critical:
            parts.append(f"Critical Area {' and '.join(map(str, core.critical))} m")
        found.append(Option(core.id, core.name, ", ".join(parts) + (f". {core.text}" if core.text else "")))
    return [*found, Option(NONE, "No weapon" if number == 1 else "No further weapon")]


def _modules(library: Library) -> list[Option]:
    return [Option(m.id, m.name, m.text, price=Price(m.cost, spending.HEX)) for m in library.all("module")]


def _masks(library: Library) -> list[Option]:
    made = library.shelves["mask"].entries
    found = [Option(mask.id, mask.name, f"{mask.of}. {mask.text}") for mask in made.values()]
    named = [name for name in KNOWN_MASKS if name not in made]
    found += [Option(name, name.capitalize(), "known by name only: worn without a power") for name in named]
    return [*found, Option(POWERLESS, "A powerless mask"), Option(NONE, "No mask")]


def _powers(library: Library, element: str) -> list[Option]:
    own = own_powers(library, element)
    return [
        Option(p.id, p.name, f"{p.element or 'no element'}, {p.ep} EP. {p.text}")
        for p in library.all("power")
        if p not in own
    ]


def _items(library: Library) -> list[Option]:
    """What is a weapon is chosen among the weapons."""
    return [Option(item.id, item.name, item.text) for item in library.all("item") if not item.weapon]


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


@gm("roll_hp", "bb.hp.creation", being(), fits=fits_hp, label="Roll starting HP")
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
    numbers = draft.get("stats", (0,) * len(STATS))
    save = draft.get("save")
    character = Character(
        id=draft.id("character", "enemy"),
        name=draft.name,
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
    for number in count(1):
        core, parts = draft.get(f"weapon {number}"), draft.under(f"weapon {number}")
        if not core or "stat" not in parts:
            break
        name = parts.pop("name", draft.library.shelves["core"].get(core).name).strip()
        taken = (*draft.library.shelves["weapon"].entries, *(weapon.id for weapon in found))
        found.append(Weapon(id=free_id(name, "weapon", taken), name=name, core=core, **parts))
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


def warnings(draft: Draft) -> list[Remark]:
    """What whoever makes the character had better know."""
    return spending.warnings(draft, finish(draft)["character"][0])


def of_table(options: Mapping[str, Value]) -> dict[str, Plain]:
    """No option of a table changes how a character is made."""
    return {}


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


__all__ = ["budgets", "faults", "finish", "first_scene", "of_table", "roll_hp", "sheet", "steps", "warnings"]
