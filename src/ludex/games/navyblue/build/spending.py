"""What a draft spends, of what there is, and what whoever makes it had better know."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.creation import Budget, Draft, Remark, Spent, left_over, of_no_use
from ludex.games.navyblue.book.features import slot_count
from ludex.games.navyblue.build import dead_parts, start_kit
from ludex.games.navyblue.build import draft as drafted
from ludex.games.navyblue.build.from_content import item_of
from ludex.games.navyblue.build.start_kit import PARTS, size_of

SLOTS, LANGUAGES = "Slots", "Languages"


def budgets(draft: Draft) -> list[Budget]:
    """nb.carry.slots and nb.lang.points, as soon as the attributes say how many there are."""
    if not draft.has("attributes"):
        return []
    scene, being = drafted.somebody(draft)
    found = [Budget(SLOTS, "slots", slot_count(scene, being), tuple(_stowed(draft)))]
    points = drafted.language_points(draft)
    if points:
        shelf = draft.library.shelves["language"].entries
        known = [half.partition(":")[0] for half in draft.get("languages", ())]
        spent = [Spent(shelf[name].name, 1, "languages") for name in known if name in shelf]
        found.append(Budget(LANGUAGES, "points", points, tuple(spent)))
    return found


def _stowed(draft: Draft) -> Iterator[Spent]:
    """What is worn, and what is neither in hand nor in the backpack; each by the step in which it was chosen."""
    elsewhere = [*drafted.in_hand(draft), *drafted.filled(draft.get("backpack", ()))]
    for step in PARTS:
        for name in drafted.part_of(draft, step):
            if name in elsewhere and step not in ("armour", "helmet"):
                elsewhere.remove(name)
            elif size_of(draft.library, (name,)):
                yield Spent(item_of(draft.library, name, "kit").name, size_of(draft.library, (name,)), step)


def warnings(draft: Draft) -> list[Remark]:
    """Features that are never paid, empty hands, languages that nobody shares, and what is left."""
    entry = drafted.entry_of(draft)
    found = of_no_use(dead_parts.WARNINGS["character"], draft.library, entry)
    if draft.has("hands") and not set(drafted.in_hand(draft)) & set(drafted.part_of(draft, "weapons")):
        found.append(Remark("No weapon is in your hands when something begins", "nb.carry.hands", True))
    if draft.has("backpack") and not drafted.filled(draft.get("backpack")):
        found.append(Remark("Your backpack is empty: what is in it is safe from injuries", "nb.container.order"))
    for name, part in PARTS.items():
        chosen = len(drafted.part_of(draft, name))
        if draft.has(name) and part.least < part.most and chosen < part.most:
            words = f"{part.title}: you may have {part.most}, and have chosen {chosen or 'none'}"
            found.append(Remark(words, start_kit.KIT))
    over = [budget for budget in budgets(draft) if budget.name == SLOTS and budget.free < 0]
    if over and not draft.has("backpack"):
        words = f"You have {-over[0].free} slots too few until some of it is in hand or in the backpack"
        found.append(Remark(words, "nb.carry.limit", True))
    languages = [budget for budget in budgets(draft) if budget.name == LANGUAGES and draft.has("languages")]
    return found + [remark for budget in languages for remark in left_over(budget, "nb.lang.points")]
