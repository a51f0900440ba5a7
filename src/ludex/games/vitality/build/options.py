"""What comes into question in each step of making a character, legal or not, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Entry, Library
from ludex.core.creation import Option, Price
from ludex.games.vitality.book.attacks.built import PRICES, SIZES, TYPES
from ludex.games.vitality.book.characters.sheet import cost_of
from ludex.games.vitality.build import legality, legality_of_boons
from ludex.games.vitality.build.draft import NONE
from ludex.games.vitality.build.legality_of_attacks import effect_price, price_in
from ludex.games.vitality.build.legality_of_boons import OWN, boon_of
from ludex.games.vitality.records.boon_effects import Fragile
from ludex.games.vitality.records.conditions import OF_ATTACKS
from ludex.games.vitality.records.kinds import Ability, Attack, Boon, Improvement
from ludex.games.vitality.state import ATTRIBUTES, RESISTANCES, STATS

Table = Mapping[str, Value]  # the options of a table

POINTS, BOONS = "points", "boons"  # what is paid with

VARIANTS = {  # what a table may play otherwise in creation
    "opt_utility_archetypes": "Utility archetypes",
    "opt_attack_scale_hundred": "Attack points by the hundred",
    "opt_custom_bonuses": "Bonuses of your own making",
}
KINDS = {"passive": "Passive bonus", "conditional": "Conditional bonus", "trait": "Trait", "ability": "Ability"}
ATTRIBUTE_TEXTS = {
    "focus": "Accuracy, Initiative, Resolve.",
    "power": "Damage, Condition Checks, Capacity, Stability.",
    "mobility": "Movement, Initiative, Avoidance.",
    "endurance": "Survival Checks, Vitality, Durability.",
    "awareness": "Noticing what is there; Initiative.",
    "communication": "Dealing with people.",
    "intelligence": "Knowledge and reasoning.",
}
TYPE_TEXTS = {
    "melee_accuracy": "Reach 1; Tier on Accuracy.",
    "melee_effect": "Reach 1; Tier on Damage and Condition rolls.",
    "ranged": "15 spaces.",
    "area": "A burst, cone or line from yourself; less a Tier on all rolls; upgrades and limits cost twice.",
    "direct_condition": "15 spaces, hits without a roll; less a Tier on the Condition Check.",
    "direct_area_condition": "An area that hits without a roll; less two Tiers; upgrades and limits cost twice.",
    "direct_damage": "15 spaces, hits without a roll; 15 in place of the dice, less a Tier.",
    "direct_area_damage": "An area that hits without a roll; 15 in place of the dice, less two Tiers; costs twice.",
}
EFFECT_TEXTS = {
    "damage": "3d6 and your Damage bonus, less Durability.",
    **{effect: attack.text for effect, attack in OF_ATTACKS.items()},
}
SHAPE_TEXTS = {"burst": "within {} spaces of you", "cone": "{} spaces long", "line": "{} spaces long"}
WEALTH_TEXTS = {
    "poor": "Gives some points.",
    "comfortable": "",
    "well_off": "",
    "wealthy": "It needs a reason in the story.",
}


def titled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


# ---------------------------------------------------------------- who they are


def variants() -> list[Option]:
    meaning = legality.rulebook().options
    return [Option(name, title, meaning[name].meaning) for name, title in VARIANTS.items()]


def archetypes(library: Library, part: str) -> list[Option]:
    found = [Option(a.id, a.name, a.text) for a in library.all("archetype") if a.part == part]
    if part in legality.WITHOUT:
        drawback = legality.WITHOUT[part]
        found.append(Option(NONE, "None", f"The passive bonus {drawback} has to be taken, whose drawback this is."))
    return found


def attributes() -> list[Option]:
    return [Option(name, titled(name), ATTRIBUTE_TEXTS[name]) for name in ATTRIBUTES]


def features(library: Library) -> list[Option]:
    return [
        Option(f.id, f.name, f"{titled(f.kind)}. {f.text}".strip(), price=Price(f.cost, POINTS))
        for f in library.all("feature")
    ]


def wealth() -> list[Option]:
    return [
        Option(name, titled(name), text, price=Price(legality.WEALTH[name], POINTS))
        for name, text in WEALTH_TEXTS.items()
    ]


# ---------------------------------------------------------------- boons


def boons(library: Library) -> list[Option]:
    found = [Option(NONE, "No more", "What is left stays unspent.")]
    for kind, title in KINDS.items():
        for entry in library.all(kind):
            price = Price(cost_of(library, boon_of(f"{kind}:{entry.id}", ())), BOONS)
            found.append(Option(f"{kind}:{entry.id}", entry.name, entry.text, group=title, price=price))
    text = "Of graded conditions that make 3."
    return [*found, Option(OWN, "Your own bonus", text, group=KINDS["conditional"], price=Price(1, BOONS))]


def stats(library: Library, boon: Boon) -> list[Option]:
    return [Option(name, titled(name), "Twice the Tier." if name == "speed" else "Tier.") for name in STATS]


def loses(library: Library, boon: Boon) -> list[Option]:
    effects = legality_of_boons.passive_effects(library, boon)
    return [Option(s, titled(s), "A Tier less.") for e in effects if isinstance(e, Fragile) for s in e.stats]


def limit(library: Library, boon: Boon) -> list[Option]:
    return [Option(e.id, e.name, f"{_count(e.cost, 'point')}. {e.text}") for e in library.all("limit")]


def pieces(library: Library, boon: Boon) -> list[Option]:
    return [Option(piece.id, piece.name, f"Grade {piece.grade}. {piece.text}") for piece in library.all("piece")]


def companions(library: Library, boon: Boon) -> list[Option]:
    return [Option(enemy.id, enemy.name, enemy.text) for enemy in library.all("enemy")]


def sizes(library: Library, boon: Boon) -> list[Option]:
    counts = {100: "one", 50: "two", 25: "four", 10: "ten"}
    return [Option(hp, f"{hp} HP", f"{counts[hp]} of them.") for hp in legality_of_boons.SIZES]


def improvements(library: Library, boon: Boon) -> list[Option]:
    entry: Ability = library.shelves["ability"].entries[boon.id]
    return [
        Option(
            b.id,
            b.name,
            f"{_what_it_does(b)}{'May be bought again.' if b.ranks else ''}".strip(),
            price=Price(b.cost, BOONS),
        )
        for b in entry.improvements
    ]


IMPROVES = {  # by the field that an improvement changes
    "tiers": "{} × Tier more", "radius": "{} spaces wider all around", "selective": "Spares whom you choose",
    "length_tiers": "{} × Tier longer", "shapeable": "It may bend", "permeable": "Friends pass it, once a turn each",
    "durability_tiers": "Its Durability rises by {} × Tier", "move_tiers": "Moves {} × Tier spaces as a Free Action",
    "free": "{} times for nothing", "boons": "{} boon for all of them", "sets": "{} × as many more", "hp": "{} HP more",
    "ends_conditions": "Ends conditions too", "uses": "{} × as often", "range": "Up to {} spaces away",
}  # fmt: skip


def _what_it_does(improvement: Improvement) -> str:
    changes = {**improvement.sets, **improvement.adds, **improvement.times}
    return "".join([f"{IMPROVES[field].format(number)}. " for field, number in changes.items() if field in IMPROVES])


# ---------------------------------------------------------------- attacks


def types() -> list[Option]:
    found = [Option(name, titled(name), TYPE_TEXTS[name]) for name in TYPES if name in TYPE_TEXTS]
    return [*found, Option(NONE, "No more", "Everybody has a basic attack besides.")]


def effects(library: Library, attack: Attack, table: Table) -> list[Option]:
    prices = {name: effect_price(name, table) for name in PRICES}
    return [Option(name, titled(name), EFFECT_TEXTS[name], price=Price(prices[name], POINTS)) for name in PRICES]


def resistances(library: Library, attack: Attack, table: Table) -> list[Option]:
    return [Option(name, titled(name)) for name in RESISTANCES]


def weakened(library: Library, attack: Attack, table: Table) -> list[Option]:
    return [Option(name, titled(name)) for name in STATS]


def shapes(library: Library, attack: Attack, table: Table) -> list[Option]:
    return [Option(name, titled(name), f"{SHAPE_TEXTS[name].format(size)}.") for name, size in SIZES.items()]


def upgrades(library: Library, attack: Attack, table: Table) -> list[Option]:
    return [_enhancement(entry, attack.type, table) for entry in library.all("upgrade")]


def limits(library: Library, attack: Attack, table: Table) -> list[Option]:
    return [_enhancement(entry, attack.type, table) for entry in library.all("limit")]


def _enhancement(entry: Entry, attack_type: str, table: Table) -> Option:
    """An upgrade or a limit, with what it costs on such an attack."""
    cost: int = getattr(entry, "cost", 0)
    tiers: int = getattr(entry, "tiers", 0)
    more = f"Tier × {tiers} on all rolls. " if tiers else ""
    price = Price(price_in(attack_type, cost, table), POINTS)
    return Option(entry.id, entry.name, f"{more}{entry.text}", price=price)


def descriptors(library: Library, attack: Attack, table: Table) -> list[Option]:
    kinds: Iterable[Entry] = [feature for feature in library.all("feature") if feature.kind == "descriptor"]
    return [Option(NONE, "None"), *[Option(feature.id, feature.name) for feature in kinds]]
