"""What a draft spends, of what there is, and what whoever makes it had better know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.core.creation import Budget, Draft, Remark, Spent, left_over, library_with, of_no_use
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, item_of, money_of, price_of
from ludex.games.crawl.book.characters.skills import methods_of
from ludex.games.crawl.build import dead_parts, legality
from ludex.games.crawl.build import draft as drafted
from ludex.games.crawl.build.draft import OWN
from ludex.games.crawl.records.kinds import Weapon
from ludex.games.crawl.state import Learned

POINTS, MONEY = "Aspect points", "Money"


def budgets(draft: Draft) -> list[Budget]:
    found = [
        Budget(POINTS, "AP", drafted.points(draft), tuple(_aspects(draft))),
        Budget(MONEY, "money", drafted.money(draft), tuple(_things(draft))),
    ]
    if drafted.characters(draft) > 1:
        share = Spent("This one", drafted.points(draft), "points")
        found.append(Budget("All your characters", "AP", drafted.pool(draft), (share,)))
    return found


def _aspects(draft: Draft) -> Iterator[Spent]:
    """tc.aspect.definition: each by what it costs; one that is being built by its parts so far."""
    for number, name in drafted.picks(draft):
        step = f"aspect {number}"
        if name == OWN:
            parts = drafted.own_parts(draft, number)
            yield Spent(str(draft.get(f"{step} name", "One of your own")), price_of(draft.library, parts), step)
        else:
            yield Spent(aspect(draft.library, name).name, ap_of(draft.library, Learned(name)), step)


def _things(draft: Draft) -> Iterator[Spent]:
    bought = drafted.things(draft)
    for name in dict.fromkeys(bought):
        item, count = item_of(draft.library, name), bought.count(name)
        words = item.name if count == 1 else f"{count} × {item.name}"
        yield Spent(words, count * money_of(draft.library, item), "items")


def warnings(draft: Draft) -> list[Remark]:
    """Skills that are never paid, a way to strike and nothing to strike with, points and money that are left."""
    entry = drafted.entry_of(draft)
    made: dict[str, list[Any]] = {"aspect": drafted.own_aspects(draft), "character": [entry]}
    found = of_no_use(dead_parts.WARNINGS["character"], library_with(draft.library, made), entry)
    found += _unarmed(draft)
    points, money, *_ = budgets(draft)
    done = f"aspect {len(list(drafted.picks(draft))) + 1}"
    found += left_over(points, legality.DEFINITION) if draft.has(done) else []
    return found + (left_over(money, "tc.money") if draft.has("items") else [])


def _unarmed(draft: Draft) -> list[Remark]:
    library = drafted.library_of(draft)
    owned = [item_of(library, name) for name in drafted.things(draft)]
    methods = {method for item in owned if isinstance(item, Weapon) for method in methods_of(item)}
    found = []
    for one in drafted.known(draft):
        entry = aspect(library, one.aspect)
        needed = entry.use.methods if entry.use is not None and entry.skill == "attack" else ()
        if needed and not methods & set(needed):
            rule = "tc.ap.schema"
            found.append(Remark(f"You have {entry.name} and nothing to do it with: a weapon for {needed[0]}", rule))
    return found
