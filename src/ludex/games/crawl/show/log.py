"""The log: rulings as lines, what belongs together as one of them, nothing said twice."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Line
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Finder, Named, Teller, about, as_line, faces_of, grouped, in_a_row, line, unsaid
from ludex.games.crawl.show.names import being_name
from ludex.games.crawl.show.rolls import TABLES, thrown
from ludex.games.crawl.show.sentences import WORDING, critical, sentence
from ludex.games.crawl.state import Scene

INITIATIVE = "tc.init.roll"
# What energy is paid for.
DEED = frozenset({
    "attacks", "attacks_area", "attacks_cover", "leaps_at", "charges", "grabs", "uses", "counters", "consumes",
    "reloads", "dons", "doffs", "roll", "readies", "condition_ends", "moves", "jumps",
})  # fmt: skip


def lines(scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
    def alone(number: int) -> Line | None:
        return None if goes_unsaid(rulings, number) else with_price(scene, rulings, number)

    return grouped(scene, rulings, GROUPS, alone)


# ---------------------------------------------------------------- initiative


def initiative(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """All the rolls, those of who was level, and the order that comes of them."""
    found = in_a_row(rulings, number, lambda r: r.kind == "roll" and r.rule in (INITIATIVE, "tc.init.ties"))
    last = rulings[number + len(found)] if number + len(found) < len(rulings) else None
    return [*found, last] if found and last is not None and last.kind == "order" else []


def tell_initiative(scene: Scene, group: list[Ruling]) -> Line:
    rolls = {str(r.values["by"]): Named(scene, r, WORDING) for r in group if r.rule == INITIATIVE and r.kind == "roll"}
    off = [sentence(scene, r) for r in group if r.rule == "tc.init.ties"]
    order: tuple[str, ...] = tuple(group[-1].values["order"])  # type: ignore[arg-type]  # as this ruling has it
    told = [
        f"{being_name(scene, who)} {thrown(rolls[who])}" if who in rolls else being_name(scene, who) for who in order
    ]
    return as_line(f"initiative: {'; '.join(told)}" + "".join(f". {words}" for words in off), group[-1])


# ---------------------------------------------------------------- a walk


def walk(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """Steps of one being, one after the other, behind what a further movement action has cost."""
    first = rulings[number]
    paid = [first] if first.kind == "pays" and first.rule == "tc.turn.movement_action" else []
    steps = in_a_row(rulings, number + len(paid), lambda r: r.kind == "moves" and about(r) == about(first))
    return [*paid, *steps] if steps else []


def tell_walk(scene: Scene, group: list[Ruling]) -> Line:
    """`Sefa moves 3 cells to 5,2, for 1 EP (0 left)`"""
    v = Named(scene, group[-1], WORDING)
    steps = [r for r in group if r.kind == "moves"]
    spent = sum(int(str(r.values["cost"])) for r in steps)
    far = f" {count(spent, 'cell')}" if spent else ""
    price = [f"{r.values['ep']} EP{left_of(r)}" for r in group if r.kind == "pays"]
    reached = scene.reached(v.raw["to"], str(v.raw["who"]), origin=steps[0].values["origin"])
    cost = summed(scene, f", for {listed(price)}") if price else ""
    return as_line(f"{v['who']} moves{far}{reached}{cost}", group[-1])


# ---------------------------------------------------------------- the critical tables


def on_table(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """The roll on a table, that of how much, and what it comes to."""
    found = in_a_row(rulings, number, lambda r: r.kind == "roll" and r.rule in TABLES)
    last = rulings[number + len(found)] if number + len(found) < len(rulings) else None
    return [*found, last] if found and last is not None and last.kind == "critical" else []


def tell_table(scene: Scene, group: list[Ruling]) -> Line:
    # To mypy: as this ruling has it
    dice = ", then ".join(faces_of(r.values["dice"], r.values["kept"]) for r in group[:-1])  # type: ignore[arg-type]
    which = "hits" if group[-1].rule == TABLES[0] else "failures"
    come = summed(scene, f", {dice}")
    return as_line(f"the table of critical {which}{come}: {critical(Named(scene, group[-1], WORDING))}", group[-1])


# ---------------------------------------------------------------- damage


def harm(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """What is resisted, and what is lost."""
    found = in_a_row(rulings, number, lambda r: r.kind == "damage" and about(r) == about(rulings[number]))
    last = rulings[number + len(found)] if number + len(found) < len(rulings) else None
    if found and last is not None and last.kind == "hurt" and about(last) == about(found[0]):
        return [*found, last]
    return found


def tell_harm(scene: Scene, group: list[Ruling]) -> Line:
    """`Sefa resists 1 of 4 kinetic damage (Leather Jerkin 1), loses 3 HP and has 9 left`"""
    name = being_name(scene, about(group[0]))
    resisted = [r for r in group if r.kind == "damage" and r.values["resisted"]]
    told = [sentence(scene, r).removeprefix(f"{name} ") for r in resisted]
    if group[-1].kind == "hurt":
        lost = sentence(scene, group[-1]).removeprefix(f"{name} ")
        return as_line(f"{name} {', '.join([*told, lost])}", group[-1])
    if any(r.values["rolled"] for r in group):
        return as_line(f"{name} {listed([*told, 'is not hurt'])}", group[-1])
    return as_line(f"{name} takes no damage", group[-1])


# ---------------------------------------------------------------- maximum effort


def effort(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """What is paid in health, and what is left."""
    pair = list(rulings[number : number + 2])
    together = [r.kind for r in pair] == ["effort", "hurt"] and about(pair[0]) == about(pair[1])
    return pair if together else []


def tell_effort(scene: Scene, group: list[Ruling]) -> Line:
    return as_line(f"{sentence(scene, group[0])}{left_of(group[1])}", group[0])


def left_of(ruling: Ruling) -> str:
    """` (0 left)`; nothing where that is not known exactly."""
    left = ruling.values["left"]
    return f" ({left} left)".replace("-", "−") if isinstance(left, int) else ""


GROUPS: tuple[tuple[Finder, Teller], ...] = (
    (initiative, tell_initiative),
    (walk, tell_walk),
    (on_table, tell_table),
    (harm, tell_harm),
    (effort, tell_effort),
)


# ---------------------------------------------------------------- what goes without saying


def goes_unsaid(rulings: Sequence[Ruling], number: int) -> bool:
    ruling = rulings[number]
    if unsaid(rulings, number, WORDING):
        return True
    if ruling.kind == "pays":
        return deed_after(rulings, number) is not None
    if ruling.kind == "refresh":
        return not ruling.values["ep"]
    if ruling.kind in ("condition", "condition_ends", "cured"):
        return state_told(rulings, number)
    return ruling.kind == "opposed"


def state_told(rulings: Sequence[Ruling], number: int) -> bool:
    """The critical table has told of the wound, unconsciousness of lying prone; and a poison that begins anew is not
    told to have ended first."""
    ruling, before, rest = rulings[number], rulings[number - 1] if number else None, rulings[number + 1 : number + 3]
    name = ruling.values.get("condition")
    if ruling.kind == "condition":
        if before is None:
            return False
        if before.kind == "critical":
            return about(before) == about(ruling)
        return name == "Prone" and before.values.get("condition") == "Unconscious"
    if name == "Surprised":
        return True
    anew = [r for r in rest if r.kind == "condition" and r.values["condition"] == "Poisoned"]
    return bool(anew) and about(anew[0]) == about(ruling)


# ---------------------------------------------------------------- what it has cost


def deed_after(rulings: Sequence[Ruling], number: int) -> Ruling | None:
    """What this energy was paid for, where that is told next. What is lost was paid for nothing."""
    if rulings[number].rule == "tc.staggered":
        return None
    after = rulings[number + 1] if number + 1 < len(rulings) else None
    if after is None or after.kind not in DEED or about(after) != about(rulings[number]):
        return None
    return after


def price_before(rulings: Sequence[Ruling], number: int) -> Ruling | None:
    """The energy that was paid for this, told with it: right before, or before what goes without saying."""
    while number:
        number -= 1
        if rulings[number].kind == "pays":
            return rulings[number] if deed_after(rulings, number) is not None else None
        if not goes_unsaid(rulings, number):
            return None
    return None


def with_price(scene: Scene, rulings: Sequence[Ruling], number: int) -> Line:
    """`…, for 1 EP (1 left)`"""
    told = line(scene, rulings[number], WORDING)
    paid = price_before(rulings, number)
    if paid is None or about(paid) != about(rulings[number]):
        return told
    head, colon, rest = told.words.partition(": ")
    price = summed(scene, f" for {paid.values['ep']} EP{left_of(paid)}")
    return told._replace(words=f"{head}{price}{colon}{rest}")
