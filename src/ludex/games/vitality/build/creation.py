"""Making a character: the steps in order, what is legal in each, and the entry of content that comes of it.

vt.create.steps: archetypes, skill attributes, attributes, boons, attacks, utility points. Nothing here reads or prints:
`ludex create` walks through the steps, a test or a page may do so as well.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from ludex.core.creation import Draft, Option, Step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite
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
from ludex.games.vitality.build import legality, legality_of_attacks, legality_of_attributes, legality_of_boons
from ludex.games.vitality.build.draft import LOOSENS, NONE
from ludex.games.vitality.build.legality import PARTS, faults
from ludex.games.vitality.build.options import options_for
from ludex.games.vitality.records.kinds import Attack, Boon, Character, Upgrade
from ludex.games.vitality.state import COMBAT, RESISTANCES, TIERS, UTILITY

CHEAPEST = min([name for name in PRICES if name != "damage"], key=lambda name: PRICES[name])  # of conditions

Kind = Literal["one", "several", "numbers", "faces", "text"]


class Part(NamedTuple):
    """What is chosen with a boon or an attack, in a step of its own."""

    title: str
    kind: Kind
    text: str
    rule: str = ""
    default: Plain = None


BOON_PARTS = {
    "pieces": Part("Conditions", "several", "Different ones whose grades make 3."),
    "stats": Part("Stats", "several", "What it raises."),
    "loses": Part("Price", "one", "What it lowers."),
    "limit": Part("Limit", "one", "It has to stand on every attack of yours."),
    "companion": Part("Companions", "one", "Whose build they have; at your level, without boons and utility."),
    "size": Part("HP of companions", "one", "The stronger, the fewer."),
    "upgrades": Part("Improvements", "several", "Name one twice to buy it twice, where that is allowed.", default=()),
}
ATTACK_PARTS = {
    "effect": Part("Effect", "one", "Damage, or one condition.", "vt.attack.build", "damage"),
    "versus": Part("Resistance", "one", "Against which the condition is rolled.", "vt.attack.build"),
    "stat": Part("Weakened stat", "one", "The stat that falls.", "vt.cond.weaken"),
    "shape": Part("Shape", "one", "Fixed for good.", "vt.attack.area.shape"),
    "upgrades": Part("Upgrades", "several", "Name one twice for two ranks.", "vt.up.list", ()),
    "limits": Part("Limits", "several", "The attack can only be made while all are met.", "vt.limit.gate", ()),
    "descriptor": Part("Descriptor", "one", "What it is made of, for the story.", "vt.descriptor.list", NONE),
    "name": Part("Name of the attack", "text", "What is it called?", "vt.attack.build"),
}

# ---------------------------------------------------------------- the steps


def next_step(draft: Draft) -> Step | None:
    """What comes later may depend on a choice."""
    return next((step for step in _steps(draft) if not draft.has(step.name)), None)


def _steps(draft: Draft) -> Iterator[Step]:
    text = "What your table plays otherwise than the book, if anything."
    yield Step("table", "Rules of the table", "vt.create.steps", "several", text, default=())
    tiers = ", ".join([str(tier) for tier in TIERS])
    text = f"0 to {len(TIERS) - 1}: Tier {tiers}, and as many boons as the level. Enter for 1."
    yield Step("level", "Level", "vt.tier.table", "numbers", text, fields=("level",), default=(1,), firm=True)
    yield from _archetype_steps(draft)
    yield from _attribute_steps(draft)
    yield from _boon_steps(draft)
    yield from _attack_steps(draft)
    yield from _utility_steps(draft)
    yield Step("name", "Name", "vt.create.steps", "text", "What is the character called?")


def _archetype_steps(draft: Draft) -> Iterator[Step]:
    texts = {
        "movement": "How you get about.",
        "attack": "How many special attacks you have, and what each may cost.",
        "defensive": "Which Resistance is your strong one.",
    }
    for part in PARTS:
        rule = {"attack": "vt.arch.attack.budget", "defensive": "vt.arch.defence"}.get(part, "vt.create.steps")
        yield Step(part, f"{part.capitalize()} archetype", rule, "one", texts[part])
    options = so_far.table_options(draft)
    if options["opt_utility_archetypes"]:
        yield Step("utility", "Utility archetype", "vt.skill.check", "one", "What Tier adds to your skill checks.")
    count = legality.skill_count(draft.library, draft.get("utility", NONE), options)
    adds = "what your archetype says" if options["opt_utility_archetypes"] else "your Tier twice"
    text = f"{count} of the seven attributes; skill checks with them add {adds}."
    yield Step("skills", "Skill attributes", "vt.skill.check", "several", text, default=None if count else ())


def _attribute_steps(draft: Draft) -> Iterator[Step]:
    level = so_far.level(draft)
    most = TIERS[level]
    text = f"{legality_of_attributes.combat_points(level)} points, at most {most} in each."
    yield Step("combat attributes", "Combat attributes", "vt.attr.combat_points", "numbers", text, fields=COMBAT)
    text = f"{legality_of_attributes.utility_attribute_points(level)} points."
    yield Step("utility attributes", "Utility attributes", "vt.attr.utility_points", "numbers", text, fields=UTILITY)


def _boon_steps(draft: Draft) -> Iterator[Step]:
    """One boon after the other, each with what is chosen with it, until all are spent or no more are wanted."""
    library = draft.library
    for number in range(1, legality_of_boons.boon_points(library, so_far.entry_of(draft)) + 1):
        if not draft.has(f"boon {number}"):
            entry = so_far.entry_of(draft)
            left = legality_of_boons.boon_points(library, entry) - legality_of_boons.spent(library, entry)
            if left < 1:
                return
            text = f"{left} to spend. Some cost more than one, and improvements of abilities are bought with them too."
            yield Step(f"boon {number}", f"Boon {number}", "vt.tier.table", "one", text)
        boon = so_far.boon(draft, number)
        if boon is None:
            return
        for field in legality_of_boons.asks_for(library, boon):
            yield _boon_step(draft, number, boon, field)


def _boon_step(draft: Draft, number: int, boon: Boon, field: str) -> Step:
    part, name = BOON_PARTS[field], legality_of_boons.boon_name(draft.library, boon)
    text = part.text
    if field == "stats":
        text = f"{legality_of_boons.STATS_OF.get(boon.kind, 1)}: {text[0].lower()}{text[1:]}"
    rule = legality_of_boons.rule_of(draft.library, boon)
    firm = field in ("companion", "size", "limit", "loses")
    return Step(
        f"boon {number} {field}", f"{name}: {part.title}", rule, part.kind, text, default=part.default, firm=firm
    )


def _attack_steps(draft: Draft) -> Iterator[Step]:
    options, entry = so_far.table_options(draft), so_far.entry_of(draft)
    points = legality_of_attacks.attack_points(draft.library, entry, options)
    for number in range(1, legality_of_attacks.attack_count(draft.library, entry, options) + 1):
        text = f"{points} points for upgrades, limits and a condition."
        yield Step(f"attack {number}", f"Attack {number}", "vt.attack.build", "one", text)
        attack = so_far.attack(draft, number)
        if attack is None:
            return
        for field in ATTACK_PARTS:
            if _is_asked(attack, field):
                yield _attack_step(draft, number, field)


def _is_asked(attack: Attack, field: str) -> bool:
    match field:
        case "versus":
            return attack.effect != "damage"
        case "stat":
            return attack.effect == "weaken"
        case "shape":
            return TYPES[attack.type].area
        case _:
            return True


def _attack_step(draft: Draft, number: int, field: str) -> Step:
    """With what is left of the points; a limit that has to be there is there."""
    part, text, default = ATTACK_PARTS[field], ATTACK_PARTS[field].text, ATTACK_PARTS[field].default
    attack = so_far.attack(draft, number)
    if field in ("upgrades", "limits") and attack is not None:
        options, entry = so_far.table_options(draft), so_far.entry_of(draft)
        points = legality_of_attacks.attack_points(draft.library, entry, options)
        text = f"Points left: {points - legality_of_attacks.price(draft.library, attack, options)}. {text}"
    if field == "limits":
        default = so_far.forced_limits(draft)
    if field == "effect" and attack is not None and TYPES[attack.type].only == "condition":
        default = None
    title = part.title if field == "name" else f"Attack {number}: {part.title}"
    return Step(f"attack {number} {field}", title, part.rule, part.kind, text, default=default)


def _utility_steps(draft: Draft) -> Iterator[Step]:
    """vt.boon.passive: the Combat Focused have nothing to spend."""
    points = legality.utility_points(draft.library, so_far.entry_of(draft))
    if points:
        text = "Above comfortable it costs utility points, below it gives some."
        yield Step("wealth", "Wealth", "vt.wealth", "one", text, default="comfortable")
        points -= legality.WEALTH[draft.get("wealth", "comfortable")]
        text = f"{points} points for features, senses, ways to move and descriptors: all of them at once, with commas."
        yield Step("features", "Features", "vt.create.utility_points", "several", text, default=())


# ---------------------------------------------------------------- what comes into question


def options(draft: Draft) -> list[Option]:
    """What comes into question in the next step; those that are not legal say why."""
    step = next_step(draft)
    if step is None:
        return []
    found = options_for(draft, step.name)
    return [option._replace(refusal=next(_against_one(draft, step, option.value), None)) for option in found]


def _against_one(draft: Draft, step: Step, value: Any) -> Iterator[Refusal]:
    """Why this one cannot be chosen, whatever else is."""
    if step.kind == "one":
        yield from _against(draft, step, value)
    elif step.name == "features":
        entry = msgspec.structs.replace(so_far.entry_of(draft), utility=(value,))
        yield from legality.about_features(draft.library, entry)
    elif step.name.startswith("boon") and step.name.endswith("stats"):
        number = int(step.name.split()[1])
        boon, entry = so_far.boon(draft, number), so_far.entry_of(draft, boons_before=number)
        if boon is not None and value not in legality_of_boons.free_stats(draft.library, entry, boon):
            yield Refusal("another boon raises it, or it cannot be raised by this one", step.rule)
    elif step.name.startswith("boon") and step.name.endswith("upgrades"):
        yield from _against(draft, step, (value,))
    elif step.name.startswith("attack") and step.name.endswith(("upgrades", "limits")):
        yield from _against(draft, step, _with_needed(draft, step, value))
        if step.name.endswith("limits"):
            yield from legality_of_attacks.never_met(draft.library, so_far.entry_of(draft), value)


def _with_needed(draft: Draft, step: Step, value: str) -> tuple[str, ...]:
    """An upgrade together with the one that it stands on; a limit with those that have to be there."""
    if step.name.endswith("limits"):
        return tuple(dict.fromkeys((*so_far.forced_limits(draft), value)))
    upgrade: Upgrade = draft.library.shelves["upgrade"].entries[value]
    return (upgrade.needs_upgrade, value) if upgrade.needs_upgrade else (value,)


# ---------------------------------------------------------------- what is refused


def refuse(draft: Draft, choice: Plain) -> Refusal | None:
    """The first rule against this choice in the next step; nothing when it is legal."""
    return next(iter(refusals(draft, choice)), None)


def refusals(draft: Draft, choice: Plain) -> list[Refusal]:
    """Every rule against this choice in the next step."""
    step = next_step(draft)
    if step is None:
        return [Refusal("the character is whole", "vt.create.steps")]
    found = list(dict.fromkeys(_against(draft, step, choice)))
    cite(step.rule, *[refusal.rule for refusal in found])
    return found


def _against(draft: Draft, step: Step, choice: Any) -> Iterator[Refusal]:
    library, entry = draft.library, so_far.entry_of(draft)
    head, _, field = step.name.partition(" ")
    match step.name:
        case "level":
            yield from legality_of_attributes.about_level(choice[0])
        case "movement" | "defensive" if choice == NONE:
            yield from _against_none(draft, step.name)
        case "movement" | "attack" | "defensive" | "utility":
            yield from legality.about_archetype(library, step.name, choice)
        case "skills":
            taken = msgspec.structs.replace(entry, skill_attributes=choice)
            yield from legality.about_skills(library, taken, so_far.table_options(draft))
        case "combat attributes":
            yield from legality_of_attributes.about_combat(choice, entry.level)
        case "utility attributes":
            yield from legality_of_attributes.about_utility(choice, entry.level)
        case "wealth":
            yield from legality.about_features(library, msgspec.structs.replace(entry, wealth=choice))
        case "features":
            yield from legality.about_features(library, msgspec.structs.replace(entry, utility=choice))
        case "name":
            yield from _against_name(choice, "vt.create.steps")
        case _ if head == "boon":
            yield from _against_boon(draft, step, *field.partition(" ")[::2], choice)
        case _ if head == "attack":
            yield from _against_attack(draft, step, *field.partition(" ")[::2], choice)


def _against_none(draft: Draft, part: str) -> Iterator[Refusal]:
    """Whoever leaves out an archetype has boons for the drawbacks that this is."""
    left_out = [name for name in legality.WITHOUT if name == part or draft.get(name) == NONE]
    points = legality_of_boons.boon_points(draft.library, so_far.entry_of(draft))
    if len(left_out) > points:
        reason = f"it takes the passive bonus {legality.WITHOUT[part]}, and there are {points} boons"
        yield Refusal(reason, "vt.create.steps")


def _against_name(name: str, rule: str) -> Iterator[Refusal]:
    if not name.strip() or not name.isprintable():
        yield Refusal("a name is needed, of letters that can be printed", rule)


def _against_boon(draft: Draft, step: Step, number: str, field: str, choice: Any) -> Iterator[Refusal]:
    library, table = draft.library, so_far.table_options(draft)
    before = so_far.entry_of(draft, boons_before=int(number))
    if not field and choice == NONE:
        for part in legality.missing_drawbacks(library, before):
            yield Refusal(f"no {part} archetype: {legality.WITHOUT[part]} has to be taken", "vt.create.steps")
        return
    boon = so_far.boon(draft.take(step.name, choice), int(number))
    if boon is None:
        return
    if field:
        yield from legality_of_boons.about_field(library, before, boon, field, table)
    else:
        yield from legality_of_boons.about_pick(library, before, boon, table)
    taken = msgspec.structs.replace(before, boons=(*before.boons, boon))
    points = legality_of_boons.boon_points(library, taken) - legality_of_boons.spent(library, taken)
    missing = legality.missing_drawbacks(library, taken)
    if 0 <= points < len(missing):
        yield Refusal(f"a boon has to be left for {legality.WITHOUT[missing[0]]}", "vt.create.steps")


def _against_attack(draft: Draft, step: Step, number: str, field: str, choice: Any) -> Iterator[Refusal]:
    if field == "name":
        yield from _against_name(choice, step.rule)
        others = [draft.get(f"attack {n} name", "") for n in range(1, int(number))]
        if choice.strip().lower() in [name.strip().lower() for name in others]:
            yield Refusal("another attack is called so already", step.rule)
        return
    library, table = draft.library, so_far.table_options(draft)
    taken = draft.take(step.name, choice)
    attack, entry = so_far.attack(taken, int(number)), so_far.entry_of(taken)
    if attack is None:
        return
    kind = TYPES[attack.type]
    if not field and kind.only == "condition":
        attack = msgspec.structs.replace(attack, effect=CHEAPEST)
    if field == "effect" and kind.only and (kind.only == "damage") != (attack.effect == "damage"):
        yield Refusal(f"a {attack.type.replace('_', ' ')} attack is for {kind.only} only", kind.rule)
    yield from legality_of_attacks.about_enhancements(library, attack)
    yield from legality_of_attacks.about_price(library, entry, attack, table)
    yield from legality_of_attacks.about_healing(library, entry)
    if field == "limits":
        yield from [r for r in legality_of_boons.about_together(library, entry) if attack.name in r.reason]


def throw(draft: Draft) -> Awaitable[Plain]:
    """Nothing of a new character is rolled."""
    raise NotImplementedError


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


__all__ = ["faults", "finish", "first_scene", "next_step", "options", "refusals", "refuse", "sheet", "throw"]
