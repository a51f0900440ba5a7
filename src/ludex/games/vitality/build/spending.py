"""What a draft spends, of what there is, and what whoever makes it had better know."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludex.core.creation import Budget, Draft, Remark, Spent, of_no_use
from ludex.games.vitality.book.characters.sheet import cost_of
from ludex.games.vitality.build import dead_parts, legality, legality_of_attacks, legality_of_boons
from ludex.games.vitality.build import draft as so_far
from ludex.games.vitality.build.legality_of_attributes import points_of
from ludex.games.vitality.records.kinds import Attack, Character
from ludex.games.vitality.state import COMBAT, UTILITY

COMBAT_POINTS, UTILITY_ATTRIBUTES = "Combat attribute points", "Utility attribute points"
BOONS, FEATURES = "Boons", "Utility points"


def attack_budget(number: int) -> str:
    return f"Attack {number}"


def budgets(draft: Draft) -> list[Budget]:
    """vt.create.steps: attribute points and boons by the level, points of each attack, utility points."""
    if not draft.has("level"):
        return []
    entry = so_far.entry_of(draft)
    points = legality.utility_points(draft.library, entry)
    return [
        *_attributes(draft, entry),
        Budget(BOONS, "boons", legality_of_boons.boon_points(draft.library, entry), tuple(_boons(draft))),
        *_attacks(draft, entry),
        Budget(FEATURES, "points", points, tuple(_features(draft, entry))),
    ]


def _attributes(draft: Draft, entry: Character) -> Iterator[Budget]:
    pools = ((COMBAT_POINTS, COMBAT, "combat attributes"), (UTILITY_ATTRIBUTES, UTILITY, "utility attributes"))
    for title, names, step in pools:
        _, total = points_of(entry, names)
        raised = [(name, rank) for name, rank in entry.attributes.items() if name in names and rank]
        ranks = [Spent(name.capitalize(), rank, step) for name, rank in raised]
        yield Budget(title, "points", total, tuple(ranks))


def _boons(draft: Draft) -> Iterator[Spent]:
    """An ability with its improvements."""
    for number, boon in enumerate(so_far.boons(draft), 1):
        name = legality_of_boons.boon_name(draft.library, boon)
        yield Spent(name, cost_of(draft.library, boon), f"boon {number}")


def _attacks(draft: Draft, entry: Character) -> Iterator[Budget]:
    """One for each, and for the one that is next."""
    table = so_far.table_options(draft)
    total = legality_of_attacks.attack_points(draft.library, entry, table)
    for number in range(1, legality_of_attacks.attack_count(draft.library, entry, table) + 1):
        attack = so_far.attack(draft, number)
        yield Budget(attack_budget(number), "points", total, tuple(_parts(draft, number, attack) if attack else ()))
        if attack is None:
            return


def _parts(draft: Draft, number: int, attack: Attack) -> Iterator[Spent]:
    """The effect, then one enhancement after the other, each by what it adds to the price."""
    library, table, step = draft.library, so_far.table_options(draft), f"attack {number}"
    built = msgspec.structs.replace(attack, upgrades=(), limits=())
    price = legality_of_attacks.price(library, built, table)
    if price:
        yield Spent(attack.effect.capitalize(), price, f"{step} effect")
    for field, kind in (("upgrades", "upgrade"), ("limits", "limit")):
        names: tuple[str, ...] = getattr(attack, field)
        for count, name in enumerate(names, 1):
            built = msgspec.structs.replace(built, **{field: names[:count]})
            more = legality_of_attacks.price(library, built, table) - price
            price += more
            yield Spent(library.shelves[kind].entries[name].name, more, f"{step} {field}")


def _features(draft: Draft, entry: Character) -> Iterator[Spent]:
    """vt.wealth: below comfortable gives some."""
    if legality.WEALTH[entry.wealth]:
        words = f"{entry.wealth.replace('_', ' ').capitalize()}"
        yield Spent(words, legality.WEALTH[entry.wealth], "wealth")
    for name in entry.utility:
        feature = draft.library.shelves["feature"].entries[name]
        yield Spent(feature.name, feature.cost, "features")


DECIDED = {"attributes": "utility attributes", "boons": "boon 1", "utility": "features"}  # by the field of an entry


def warnings(draft: Draft) -> list[Remark]:
    """Attacks that can never be made, upgrades of no use, and points that are left."""
    if not draft.has("level"):
        return []
    entry = so_far.entry_of(draft)
    found = of_no_use(dead_parts.WARNINGS["character"], draft.library, entry)
    for field, refusal in legality.unspent(draft.library, entry):
        if draft.has(DECIDED[field]):
            found.append(Remark(f"{refusal.reason[:1].upper()}{refusal.reason[1:]}", refusal.rule))
    for budget in _attacks(draft, entry):
        if budget.free > 0 and draft.has(f"{budget.name.lower()} name"):
            words = f"{budget.name}: {budget.total - budget.free} of {budget.total} points are spent"
            found.append(Remark(words, "vt.arch.attack.budget"))
    return found
