"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

vt.create.steps: archetypes, skill attributes, attributes, boons, attacks, utility points. Nothing here reads or prints:
`ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Library
from ludex.core.creation import Against, Draft, Option, Step, chapter
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.attacks.built import PRICES, TYPES
from ludex.games.vitality.book.characters.scores import (
    avoidance,
    capacity,
    durability,
    initiative_parts,
    resistance,
    speed,
    total_of,
)
from ludex.games.vitality.build import draft as so_far
from ludex.games.vitality.build import (
    legality,
    legality_of_attacks,
    legality_of_attributes,
    legality_of_boons,
    options,
    spending,
)
from ludex.games.vitality.build.draft import LOOSENS, NONE
from ludex.games.vitality.build.legality import PARTS, faults
from ludex.games.vitality.build.spending import budgets, warnings
from ludex.games.vitality.records.kinds import Attack, Boon, Character, Upgrade
from ludex.games.vitality.state import COMBAT, RESISTANCES, TIERS, UTILITY

CREATE = "vt.create.steps"
CHEAPEST = min([name for name in PRICES if name != "damage"], key=lambda name: PRICES[name])  # of conditions


class Part(NamedTuple):
    """What is chosen with a boon or an attack, in a step of its own."""

    title: str
    kind: Literal["one", "several", "text"]
    text: str
    offer: Callable[..., list[Option]] | None = None
    rule: str = ""
    default: Plain = None
    asked: Callable[[Attack], bool] = lambda attack: True


BOON_PARTS = {
    "pieces": Part("Conditions", "several", "Different ones whose grades make 3.", options.pieces),
    "stats": Part("Stats", "several", "What it raises.", options.stats),
    "loses": Part("Price", "one", "What it lowers.", options.loses),
    "limit": Part("Limit", "one", "It has to stand on every attack of yours.", options.limit),
    "companion": Part(
        "Companions", "one", "Whose build they have; at your level, without boons and utility.", options.companions
    ),
    "size": Part("HP of companions", "one", "The stronger, the fewer.", options.sizes),
    "upgrades": Part(
        "Improvements", "several", "Some may be bought twice.", options.improvements,
        default=(),
    ),
}  # fmt: skip
ATTACK_PARTS = {
    "effect": Part("Effect", "one", "Damage, or one condition.", options.effects, "vt.attack.build", "damage"),
    "versus": Part(
        "Resistance", "one", "Against which the condition is rolled.", options.resistances, "vt.attack.build",
        asked=lambda attack: attack.effect != "damage",
    ),
    "stat": Part(
        "Weakened stat", "one", "The stat that falls.", options.weakened, "vt.cond.weaken",
        asked=lambda attack: attack.effect == "weaken",
    ),
    "shape": Part(
        "Shape", "one", "Fixed for good.", options.shapes, "vt.attack.area.shape",
        asked=lambda attack: TYPES[attack.type].area,
    ),
    "upgrades": Part("Upgrades", "several", "Some may be taken twice.", options.upgrades, "vt.up.list", ()),
    "limits": Part(
        "Limits", "several", "The attack can only be made while all are met.", options.limits, "vt.limit.gate"
    ),
    "descriptor": Part(
        "Descriptor", "one", "What it is made of, for the story.", options.descriptors, "vt.descriptor.list", NONE
    ),
    "name": Part("Name of the attack", "text", "What is it called?", rule="vt.attack.build"),
}  # fmt: skip

# ---------------------------------------------------------------- the steps


def steps(draft: Draft) -> Iterator[Step]:
    """What comes later may depend on a choice."""
    yield from chapter("Table", _table_steps())
    yield from chapter("Archetypes", _archetype_steps(draft))
    yield from chapter("Attributes", _attribute_steps(draft))
    yield from chapter("Boons", _boon_steps(draft))
    yield from chapter("Attacks", _attack_steps(draft))
    yield from chapter("Utility", _utility_steps(draft))
    yield Step("name", "Name", CREATE, "text", "What is the character called?", chapter="Name")


def _table_steps() -> Iterator[Step]:
    text = "What your table plays otherwise than the book, if anything."
    yield Step("table", "Rules of the table", CREATE, "several", text, options.variants, default=())
    tiers = ", ".join([str(tier) for tier in TIERS])
    yield Step(
        "level", "Level", "vt.tier.table", "numbers",
        f"0 to {len(TIERS) - 1}: Tier {tiers}, and as many boons as the level. Usually 1.",
        against=lambda chosen: legality_of_attributes.about_level(chosen[0]),
        fields=("level",), default=(1,), firm=True,
    )  # fmt: skip


def _archetype_steps(draft: Draft) -> Iterator[Step]:
    texts = {
        "movement": "How you get about.",
        "attack": "How many special attacks you have, and what each may cost.",
        "defensive": "Which Resistance is your strong one.",
    }
    library, table = draft.library, so_far.table_options(draft)
    for part in PARTS:
        rule = {"attack": "vt.arch.attack.budget", "defensive": "vt.arch.defence"}.get(part, CREATE)
        yield Step(
            part, f"{part.capitalize()} archetype", rule, "one", texts[part],
            partial(options.archetypes, library, part), partial(_against_archetype, draft, part),
        )  # fmt: skip
    if table["opt_utility_archetypes"]:
        offer = partial(options.archetypes, library, "utility")
        text = "What Tier adds to your skill checks."
        yield Step("utility", "Utility archetype", "vt.skill.check", "one", text, offer)
    count = legality.skill_count(library, draft.get("utility", NONE), table)
    adds = "what your archetype says" if table["opt_utility_archetypes"] else "your Tier twice"
    yield Step(
        "skills", "Skill attributes", "vt.skill.check", "several",
        f"{count} of the seven attributes; skill checks with them add {adds}.",
        options.attributes, partial(_against_skills, draft), default=None if count else (),
        least=count, most=count,
    )  # fmt: skip


def _attribute_steps(draft: Draft) -> Iterator[Step]:
    level = so_far.level(draft)
    yield Step(
        "combat attributes", "Combat attributes", "vt.attr.combat_points", "numbers",
        f"{legality_of_attributes.combat_points(level)} points, at most {TIERS[level]} in each.",
        against=partial(legality_of_attributes.about_combat, level=level), fields=COMBAT,
        budget=spending.COMBAT_POINTS,
    )  # fmt: skip
    yield Step(
        "utility attributes", "Utility attributes", "vt.attr.utility_points", "numbers",
        f"{legality_of_attributes.utility_attribute_points(level)} points.",
        against=partial(legality_of_attributes.about_utility, level=level), fields=UTILITY,
        budget=spending.UTILITY_ATTRIBUTES,
    )  # fmt: skip


def _boon_steps(draft: Draft) -> Iterator[Step]:
    """One boon after the other, each with what is chosen with it, until all are spent or no more are wanted."""
    library, entry = draft.library, so_far.entry_of(draft)
    points = legality_of_boons.boon_points(library, entry)
    left = points - legality_of_boons.spent(library, entry)
    for number in range(1, points + 1):
        if left < 1 and not draft.has(f"boon {number}"):
            return
        yield Step(
            f"boon {number}", f"Boon {number}", "vt.tier.table", "one",
            f"{left} to spend. Some cost more than one, and improvements of abilities are bought with them too.",
            partial(options.boons, library), partial(_against_boon, draft, number), budget=spending.BOONS,
        )  # fmt: skip
        boon = so_far.boon(draft, number)
        if boon is None:
            return
        for field in legality_of_boons.asks_for(library, boon):
            yield _boon_step(draft, number, boon, field)


def _boon_step(draft: Draft, number: int, boon: Boon, field: str) -> Step:
    part, library = BOON_PARTS[field], draft.library
    text = part.text
    if field == "stats":
        text = f"{legality_of_boons.STATS_OF.get(boon.kind, 1)}: {text[0].lower()}{text[1:]}"
    against = partial(_against_boon_part, draft, number, field)
    each: dict[str, Against] = {
        "stats": partial(_against_stat, draft, number, boon),
        "upgrades": lambda one: against((one,)),
    }
    return Step(
        f"boon {number} {field}", f"{legality_of_boons.boon_name(library, boon)}: {part.title}",
        legality_of_boons.rule_of(library, boon), part.kind, text, part.offer and partial(part.offer, library, boon),
        against, each.get(field), default=part.default, firm=field in ("companion", "size", "limit", "loses"),
        budget=spending.BOONS if field == "upgrades" else "", repeats=field == "upgrades",
    )  # fmt: skip


def _attack_steps(draft: Draft) -> Iterator[Step]:
    table, entry = so_far.table_options(draft), so_far.entry_of(draft)
    points = legality_of_attacks.attack_points(draft.library, entry, table)
    for number in range(1, legality_of_attacks.attack_count(draft.library, entry, table) + 1):
        yield Step(
            f"attack {number}", f"Attack {number}", "vt.attack.build", "one",
            f"{points} points for upgrades, limits and a condition.",
            options.types, partial(_against_attack, draft, number), budget=spending.attack_budget(number),
        )  # fmt: skip
        attack = so_far.attack(draft, number)
        if attack is None:
            return
        left = points - legality_of_attacks.price(draft.library, attack, table)
        for field, part in ATTACK_PARTS.items():
            if part.asked(attack):
                yield _attack_step(draft, number, attack, field, left)


def _attack_step(draft: Draft, number: int, attack: Attack, field: str, left: int) -> Step:
    """With what is left of the points; a limit that has to be there is there."""
    part, library, table = ATTACK_PARTS[field], draft.library, so_far.table_options(draft)
    text, title, default = part.text, f"Attack {number}: {part.title}", part.default
    against, each = partial(_against_attack_part, draft, number, field), None
    match field:
        case "effect" if TYPES[attack.type].only == "condition":
            default = None
        case "upgrades":
            text, each = f"Points left: {left}. {text}", partial(_against_upgrade, draft, number)
        case "limits":
            text, each = f"Points left: {left}. {text}", partial(_against_limit, draft, number)
            default = so_far.forced_limits(draft)
        case "name":
            title, against = part.title, partial(_against_name, draft, number)
    offer = part.offer and partial(part.offer, library, attack, table)
    return Step(
        f"attack {number} {field}", title, part.rule, part.kind, text, offer, against, each, default=default,
        budget=spending.attack_budget(number) if field in ("effect", "upgrades", "limits") else "",
        repeats=field == "upgrades",
    )  # fmt: skip


def _utility_steps(draft: Draft) -> Iterator[Step]:
    """vt.boon.passive: the Combat Focused have nothing to spend."""
    points = legality.utility_points(draft.library, so_far.entry_of(draft))
    if points:
        yield Step(
            "wealth", "Wealth", "vt.wealth", "one", "Above comfortable it costs utility points, below it gives some.",
            options.wealth, lambda chosen: _against_features(draft, wealth=chosen), default="comfortable",
            budget=spending.FEATURES,
        )  # fmt: skip
        points -= legality.WEALTH[draft.get("wealth", "comfortable")]
        yield Step(
            "features", "Features", "vt.create.utility_points", "several",
            f"{points} points for features, senses, ways to move and descriptors: all of them at once, with commas.",
            partial(options.features, draft.library), lambda chosen: _against_features(draft, utility=chosen),
            lambda one: _against_features(draft, utility=(one,)), default=(), budget=spending.FEATURES,
        )  # fmt: skip


# ---------------------------------------------------------------- what is refused


def _against_archetype(draft: Draft, part: str, name: str) -> Iterator[Refusal]:
    """Whoever leaves out an archetype has boons for the drawbacks that this is."""
    if name:
        return
    left_out = [other for other in legality.WITHOUT if other == part or draft.get(other) == NONE]
    points = legality_of_boons.boon_points(draft.library, so_far.entry_of(draft))
    if len(left_out) > points:
        reason = f"it takes the passive bonus {legality.WITHOUT[part]}, and there are {points} boons"
        yield Refusal(reason, CREATE)


def _against_skills(draft: Draft, names: tuple[str, ...]) -> Iterator[Refusal]:
    taken = msgspec.structs.replace(so_far.entry_of(draft), skill_attributes=names)
    yield from legality.about_skills(draft.library, taken, so_far.table_options(draft))


def _against_features(draft: Draft, **chosen: Any) -> Iterator[Refusal]:
    yield from legality.about_features(draft.library, msgspec.structs.replace(so_far.entry_of(draft), **chosen))


def _against_boon(draft: Draft, number: int, choice: str) -> Iterator[Refusal]:
    library, before = draft.library, so_far.entry_of(draft, boons_before=number)
    if choice == NONE:
        for part in legality.missing_drawbacks(library, before):
            yield Refusal(f"no {part} archetype: {legality.WITHOUT[part]} has to be taken", CREATE)
        return
    boon = so_far.boons(draft.take(f"boon {number}", choice), number + 1)[-1]
    yield from legality_of_boons.about_pick(library, before, boon, so_far.table_options(draft))
    yield from _against_last(library, before, boon)


def _against_boon_part(draft: Draft, number: int, field: str, choice: Plain) -> Iterator[Refusal]:
    library, before = draft.library, so_far.entry_of(draft, boons_before=number)
    boon = so_far.boons(draft.take(f"boon {number} {field}", choice), number + 1)[-1]
    yield from legality_of_boons.about_field(library, before, boon, field, so_far.table_options(draft))
    yield from _against_last(library, before, boon)


def _against_last(library: Library, before: Character, boon: Boon) -> Iterator[Refusal]:
    """A boon that leaves none for a drawback that has to be taken."""
    taken = msgspec.structs.replace(before, boons=(*before.boons, boon))
    points = legality_of_boons.boon_points(library, taken) - legality_of_boons.spent(library, taken)
    missing = legality.missing_drawbacks(library, taken)
    if 0 <= points < len(missing):
        yield Refusal(f"a boon has to be left for {legality.WITHOUT[missing[0]]}", CREATE)


def _against_stat(draft: Draft, number: int, boon: Boon, stat: str) -> Iterator[Refusal]:
    library, before = draft.library, so_far.entry_of(draft, boons_before=number)
    if stat not in legality_of_boons.free_stats(library, before, boon):
        reason = "another boon raises it, or it cannot be raised by this one"
        yield Refusal(reason, legality_of_boons.rule_of(library, boon))


def _against_attack(draft: Draft, number: int, choice: str) -> Iterator[Refusal]:
    if choice == NONE:
        return
    taken = draft.take(f"attack {number}", choice)
    attack = so_far.attacks(taken, number + 1)[-1]
    if TYPES[attack.type].only == "condition":
        attack = msgspec.structs.replace(attack, effect=CHEAPEST)
    yield from _about_attack(taken, attack)


def _against_attack_part(draft: Draft, number: int, field: str, choice: Plain) -> Iterator[Refusal]:
    taken = draft.take(f"attack {number} {field}", choice)
    attack = so_far.attacks(taken, number + 1)[-1]
    kind = TYPES[attack.type]
    if field == "effect" and kind.only and (kind.only == "damage") != (attack.effect == "damage"):
        yield Refusal(f"a {attack.type.replace('_', ' ')} attack is for {kind.only} only", kind.rule)
    yield from _about_attack(taken, attack)
    if field == "limits":
        together = legality_of_boons.about_together(draft.library, so_far.entry_of(taken))
        yield from [refusal for refusal in together if attack.name in refusal.reason]


def _about_attack(draft: Draft, attack: Attack) -> Iterator[Refusal]:
    library, entry = draft.library, so_far.entry_of(draft)
    yield from legality_of_attacks.about_enhancements(library, attack)
    yield from legality_of_attacks.about_price(library, entry, attack, so_far.table_options(draft))
    yield from legality_of_attacks.about_healing(library, entry)


def _against_upgrade(draft: Draft, number: int, name: str) -> Iterator[Refusal]:
    """Together with the one that it stands on."""
    upgrade: Upgrade = draft.library.shelves["upgrade"].entries[name]
    together = (upgrade.needs_upgrade, name) if upgrade.needs_upgrade else (name,)
    yield from _against_attack_part(draft, number, "upgrades", together)


def _against_limit(draft: Draft, number: int, name: str) -> Iterator[Refusal]:
    """Together with those that have to be there."""
    together = tuple(dict.fromkeys((*so_far.forced_limits(draft), name)))
    yield from _against_attack_part(draft, number, "limits", together)
    yield from legality_of_attacks.never_met(draft.library, so_far.entry_of(draft), name)


def _against_name(draft: Draft, number: int, name: str) -> Iterator[Refusal]:
    others = [draft.get(f"attack {n} name", "").strip().lower() for n in range(1, number)]
    if name.strip().lower() in others:
        yield Refusal("another attack is called so already", "vt.attack.build")


# ---------------------------------------------------------------- the character


def finish(draft: Draft) -> dict[str, list[Any]]:
    """The character that a draft comes to. What it owes to the table's own rules is marked as waived."""
    entry = so_far.entry_of(draft)
    wrong = [refusal.rule for refusal in faults(draft.library, entry)]
    waived = [LOOSENS[option] for option in draft.get("table", ()) if LOOSENS[option] in wrong]
    return {"character": [msgspec.structs.replace(entry, allowed=(*entry.allowed, *waived))]}


def sheet(draft: Draft) -> list[tuple[str, str]]:
    """The numbers of the sheet, a dash where they are not decided yet. Bonuses that come and go are not in them."""
    entry = so_far.entry_of(draft)
    library = draft.library
    scene, being = so_far.somebody(draft)
    leveled, placed, guarded = draft.has("level"), draft.has("utility attributes"), draft.has("defensive")
    boons = f"{legality_of_boons.spent(library, entry)}/{legality_of_boons.boon_points(library, entry)}"
    features = f"{legality.utility_spent(library, entry)}/{legality.utility_points(library, entry)}"
    numbers = [
        ("Level", str(entry.level), leveled),
        ("Tier", str(being.sheet.tier), leveled),
        ("HP", str(being.sheet.hp), leveled),
        *[(name.capitalize(), str(rank), placed) for name, rank in being.sheet.attributes.items()],
        ("Avoidance", str(total_of(avoidance(scene, being))), placed),
        ("Durability", str(total_of(durability(scene, being))), placed),
        *[(n.capitalize(), str(total_of(resistance(scene, being, n))), placed and guarded) for n in RESISTANCES],
        ("Speed", str(speed(scene, being)), placed),
        ("Initiative", str(total_of(initiative_parts(scene, being))), placed),
        ("Capacity", str(capacity(scene, being)), placed),
        ("Combat points", legality_of_attributes.spent(entry, COMBAT), placed),
        ("Utility attribute points", legality_of_attributes.spent(entry, UTILITY), placed),
        ("Boons", boons, draft.has("attack")),
        ("Utility points", features, leveled),
    ]
    return [(label, value if known else "–") for label, value, known in numbers]


def of_table(table: Mapping[str, Value]) -> dict[str, Plain]:
    """Which of the variants the table plays."""
    usual = legality.rulebook().default_options()
    return {"table": tuple([name for name in options.VARIANTS if table[name] != usual[name]])}


def first_scene(entry: Character) -> dict[str, Any]:
    """A small fight for somebody new: toughs in an alley, more of them for who can do more."""
    places = ([8, 2], [8, 3], [8, 4], [9, 2], [8, 5], [7, 5])[: 2 + entry.level // 2]
    toughs = {
        f"tough_{n}": {"from": "alley_tough", "name": f"Alley Tough {n}", "at": at} for n, at in enumerate(places, 1)
    }
    return {
        "title": f"{entry.name}'s first fight",
        "game": "vitality",
        "board": "back_alley",
        "difficulty": 1,
        "beings": {entry.id: {"at": [0, 3]}, **toughs},
    }


__all__ = ["budgets", "faults", "finish", "first_scene", "of_table", "sheet", "steps", "warnings"]
