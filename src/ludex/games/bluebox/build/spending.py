"""What a draft spends, of what there is, and what whoever makes it had better know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from ludex.core.creation import Budget, Draft, Remark, Spent, left_over
from ludex.core.creation import of_no_use as checked
from ludex.games.bluebox.book.attacks.weapons import hexes
from ludex.games.bluebox.build import dead_parts, legality
from ludex.games.bluebox.build.from_content import make_sheet
from ludex.games.bluebox.records.kinds import Character, Core
from ludex.games.bluebox.state import STATS

HEX = "⬡"
KIT = "Kit"


def budgets(draft: Draft) -> list[Budget]:
    """bb.tool.hex_points: so many for the Modules of each Tool. The kit is counted by things."""
    items, shelf = draft.get("kit", ()), draft.library.shelves["item"].entries
    carried = [Spent(shelf[name].name, 1, "kit") for name in items if name in shelf]
    return [*_tools(draft), Budget(KIT, "things", legality.KIT, tuple(carried))]


def tool_budget(number: int) -> str:
    return f"Modules of weapon {number}"


def _tools(draft: Draft) -> Iterator[Budget]:
    shelf = draft.library.shelves["module"].entries
    for number, _ in cores(draft):
        step = f"weapon {number} modules"
        fitted = [shelf[name] for name in draft.get(step, ()) if name in shelf]
        spent = [Spent(module.name, module.cost, step) for module in fitted]
        yield Budget(tool_budget(number), HEX, hexes(1), tuple(spent))


def cores(draft: Draft) -> Iterator[tuple[int, Core]]:
    shelf = draft.library.shelves["core"].entries
    for number in count(1):
        core = shelf.get(draft.get(f"weapon {number}", ""))
        if core is None:
            return
        yield number, core


def warnings(draft: Draft, entry: Character) -> list[Remark]:
    """Actions that are never paid, powers that exhaust, weapons by a stat below 0, and what is left."""
    found = checked(dead_parts.WARNINGS["character"], draft.library, entry)
    if draft.has("stats"):
        found += [*_weak(draft), *_exhausting(draft, entry)]
    for budget in budgets(draft):
        number = budget.name.rpartition(" ")[2]
        step, rule = (
            ("kit", legality.STEPS) if budget.name == KIT else (f"weapon {number} modules", "bb.tool.hex_points")
        )
        found += left_over(budget, rule) if draft.has(step) else []
    return found


def _weak(draft: Draft) -> Iterator[Remark]:
    stats = dict(zip(STATS, draft.get("stats"), strict=True))
    for number, core in cores(draft):
        stat = draft.get(f"weapon {number} stat", "")
        if stats.get(stat, 0) < 0:
            yield Remark(f"Your {core.name} strikes with {stat}, which is {stats[stat]}", legality.STEPS, True)


def _exhausting(draft: Draft, entry: Character) -> Iterator[Remark]:
    """bb.ep.exhaustion: what is not there is paid all the same, and tires."""
    ep = make_sheet(draft.library, entry).ep
    for name in entry.powers:
        power = draft.library.shelves["power"].entries.get(name)
        if power is not None and power.ep > ep:
            words = f"{power.name} costs {power.ep} EP, and you have {ep}: each use exhausts you"
            yield Remark(words, "bb.ep.exhaustion", True)
