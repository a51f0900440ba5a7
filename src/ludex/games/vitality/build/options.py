"""What comes into question in each step of making a character, legal or not, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Entry
from ludex.core.creation import Draft, Option
from ludex.games.vitality.book.attacks.built import PRICES, SIZES, TYPES
from ludex.games.vitality.book.characters.sheet import cost_of
from ludex.games.vitality.build import draft as so_far
from ludex.games.vitality.build import legality, legality_of_boons
from ludex.games.vitality.build.draft import NONE
from ludex.games.vitality.build.legality_of_attacks import effect_price, price_in
from ludex.games.vitality.build.legality_of_boons import OWN, boon_of
from ludex.games.vitality.records.boon_effects import Fragile
from ludex.games.vitality.records.conditions import OF_ATTACKS
from ludex.games.vitality.records.kinds import Ability, Improvement
from ludex.games.vitality.state import ATTRIBUTES, RESISTANCES, STATS

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
    "poor": "Gives 2 utility points.",
    "comfortable": "Costs nothing.",
    "well_off": "2 utility points.",
    "wealthy": "5 utility points, and a reason in the story.",
}


def options_for(draft: Draft, step: str) -> list[Option]:
    """What comes into question in a step, by its name."""
    head, _, field = step.partition(" ")
    if step in OPTIONS:
        return OPTIONS[step](draft)
    if head in ("boon", "attack") and field:
        number, _, part = field.partition(" ")
        table = BOON_OPTIONS if head == "boon" else ATTACK_OPTIONS
        return table[part](draft, int(number)) if part in table else []
    return []


def titled(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


# ---------------------------------------------------------------- who they are


def _variants(draft: Draft) -> list[Option]:
    meaning = legality.rulebook().options
    return [Option(name, title, meaning[name].meaning) for name, title in VARIANTS.items()]


def _archetypes(part: str, draft: Draft) -> list[Option]:
    found = [Option(a.id, a.name, a.text) for a in draft.library.all("archetype") if a.part == part]
    if part in legality.WITHOUT:
        drawback = legality.WITHOUT[part]
        found.append(Option(NONE, "None", f"The passive bonus {drawback} has to be taken, whose drawback this is."))
    return found


def _attributes(draft: Draft) -> list[Option]:
    return [Option(name, titled(name), ATTRIBUTE_TEXTS[name]) for name in ATTRIBUTES]


def _features(draft: Draft) -> list[Option]:
    return [
        Option(f.id, f.name, f"{titled(f.kind)}, {_count(f.cost, 'point')}. {f.text}".strip())
        for f in draft.library.all("feature")
    ]


def _wealth(draft: Draft) -> list[Option]:
    return [Option(name, titled(name), text) for name, text in WEALTH_TEXTS.items()]


# ---------------------------------------------------------------- boons


def _boons(draft: Draft, number: int) -> list[Option]:
    found = [Option(NONE, "No more", "What is left stays unspent.")]
    for kind, title in KINDS.items():
        for entry in draft.library.all(kind):
            cost = _count(cost_of(draft.library, boon_of(f"{kind}:{entry.id}", ())), "boon")
            found.append(Option(f"{kind}:{entry.id}", entry.name, f"{title}, {cost}. {entry.text}"))
    return [*found, Option(OWN, "Your own bonus", "Conditional bonus, 1 boon, of graded conditions that make 3.")]


def _stats(draft: Draft, number: int) -> list[Option]:
    return [Option(name, titled(name), "Twice the Tier." if name == "speed" else "Tier.") for name in STATS]


def _loses(draft: Draft, number: int) -> list[Option]:
    boon = so_far.boon(draft, number)
    effects = legality_of_boons.passive_effects(draft.library, boon) if boon is not None else ()
    return [Option(s, titled(s), "A Tier less.") for e in effects if isinstance(e, Fragile) for s in e.stats]


def _limit(draft: Draft, number: int) -> list[Option]:
    return [Option(e.id, e.name, f"{_count(e.cost, 'point')}. {e.text}") for e in draft.library.all("limit")]


def _pieces(draft: Draft, number: int) -> list[Option]:
    return [Option(piece.id, piece.name, f"Grade {piece.grade}. {piece.text}") for piece in draft.library.all("piece")]


def _companions(draft: Draft, number: int) -> list[Option]:
    return [Option(enemy.id, enemy.name, enemy.text) for enemy in draft.library.all("enemy")]


def _sizes(draft: Draft, number: int) -> list[Option]:
    counts = {100: "one", 50: "two", 25: "four", 10: "ten"}
    return [Option(hp, f"{hp} HP", f"{counts[hp]} of them.") for hp in legality_of_boons.SIZES]


def _improvements(draft: Draft, number: int) -> list[Option]:
    boon = so_far.boon(draft, number)
    if boon is None or boon.kind != "ability":
        return []
    entry: Ability = draft.library.shelves["ability"].entries[boon.id]
    return [
        Option(b.id, b.name, f"{_what_it_does(b)}{_count(b.cost, 'boon')}{'; may be bought again' if b.ranks else ''}.")
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


def _types(draft: Draft, number: int) -> list[Option]:
    found = [Option(name, titled(name), TYPE_TEXTS[name]) for name in TYPES if name in TYPE_TEXTS]
    return [*found, Option(NONE, "No more", "Everybody has a basic attack besides.")]


def _effects(draft: Draft, number: int) -> list[Option]:
    table = so_far.table_options(draft)
    prices = {name: effect_price(name, table) for name in PRICES}
    words = {name: "Free" if not prices[name] else _count(prices[name], "point") for name in PRICES}
    return [Option(name, titled(name), f"{words[name]}. {EFFECT_TEXTS[name]}") for name in PRICES]


def _resistances(draft: Draft, number: int) -> list[Option]:
    return [Option(name, titled(name)) for name in RESISTANCES]


def _weakened(draft: Draft, number: int) -> list[Option]:
    return [Option(name, titled(name)) for name in STATS]


def _shapes(draft: Draft, number: int) -> list[Option]:
    return [Option(name, titled(name), f"{SHAPE_TEXTS[name].format(size)}.") for name, size in SIZES.items()]


def _priced(draft: Draft, number: int, kind: str) -> list[Option]:
    """Upgrades or limits, with what they cost on this attack."""
    table, attack_type = so_far.table_options(draft), str(draft.get(f"attack {number}"))
    return [Option(e.id, e.name, _price(e, attack_type, table)) for e in draft.library.all(kind)]


def _price(entry: Entry, attack_type: str, table: Mapping[str, Value]) -> str:
    cost: int = getattr(entry, "cost", 0)
    tiers: int = getattr(entry, "tiers", 0)
    more = f", Tier × {tiers} on all rolls" if tiers else ""
    return f"{_count(price_in(attack_type, cost, table), 'point')}{more}. {entry.text}"


def _descriptors(draft: Draft, number: int) -> list[Option]:
    kinds: Iterable[Entry] = [feature for feature in draft.library.all("feature") if feature.kind == "descriptor"]
    return [Option(NONE, "None"), *[Option(feature.id, feature.name) for feature in kinds]]


Numbered = Callable[[Draft, int], list[Option]]

OPTIONS: dict[str, Callable[[Draft], list[Option]]] = {
    "table": _variants,
    "movement": lambda draft: _archetypes("movement", draft),
    "attack": lambda draft: _archetypes("attack", draft),
    "defensive": lambda draft: _archetypes("defensive", draft),
    "utility": lambda draft: _archetypes("utility", draft),
    "skills": _attributes,
    "features": _features,
    "wealth": _wealth,
}
BOON_OPTIONS: dict[str, Numbered] = {
    "": _boons,
    "stats": _stats,
    "loses": _loses,
    "limit": _limit,
    "pieces": _pieces,
    "companion": _companions,
    "size": _sizes,
    "upgrades": _improvements,
}
ATTACK_OPTIONS: dict[str, Numbered] = {
    "": _types,
    "effect": _effects,
    "versus": _resistances,
    "stat": _weakened,
    "shape": _shapes,
    "upgrades": lambda draft, number: _priced(draft, number, "upgrade"),
    "limits": lambda draft, number: _priced(draft, number, "limit"),
    "descriptor": _descriptors,
}
