"""What a draft spends, of what there is, and what whoever makes it had better know."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.creation import Budget, Draft, Remark, Spent, of_no_use
from ludex.games.cloudbreaker.build import dead_parts, legality
from ludex.games.cloudbreaker.records.kinds import Character

POOLS = ("HP", "MP", "Resolve")
POINTS = "HP, MP and Resolve"


def budgets(draft: Draft) -> list[Budget]:
    """cb.creation.starter: points for the three pools."""
    given = zip(POOLS, draft.get("points", ()), strict=False)
    spent = [Spent(name, amount, "points") for name, amount in given]
    return [Budget(POINTS, "points", legality.POINTS, tuple(spent))]


def warnings(draft: Draft, entry: Character) -> list[Remark]:
    """Spells that are never paid, weapons that nobody has taught, hands that are too few, and room for more."""
    found = of_no_use(dead_parts.WARNINGS["character"], draft.library, entry) if draft.has("points") else []
    return [*found, *_about_weapons(draft, entry), *_about_room(draft)]


def _about_weapons(draft: Draft, entry: Character) -> Iterator[Remark]:
    shelf = draft.library.shelves["weapon"].entries
    weapons = [shelf[name] for name in entry.weapons if name in shelf]
    for weapon in weapons:
        if weapon.weapon_type and weapon.weapon_type not in entry.masteries:
            yield Remark(f"You have no mastery with the {weapon.name}", "cb.roll.mastery_bonus")
    if draft.has("weapons") and not weapons and not entry.spells:
        yield Remark("You have nothing to fight with but your fists", "cb.gap.items")
    if legality.hands_for(draft.library, entry.weapons) > legality.HANDS:
        words = f"Your weapons take more than {legality.HANDS} hands: one of them is put away when a fight begins"
        yield Remark(words, "cb.item.wield")


def _about_room(draft: Draft) -> Iterator[Remark]:
    for step, most, what, rule in (
        ("spells", legality.SPELLS, "spells", "cb.gap.magic"),
        ("items", legality.ITEMS, "items", "cb.gap.items"),
    ):
        if draft.has(step) and len(draft.get(step)) < most:
            yield Remark(f"You may have {most} {what}, and have chosen {len(draft.get(step)) or 'none'}", rule)
