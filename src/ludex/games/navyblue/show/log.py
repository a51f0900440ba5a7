"""The log: rulings as lines, a walk as one of them, what happens to several alike as another, nothing said twice."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.english import listed
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Line
from ludex.core.show.marks import capital
from ludex.core.show.sentences import Named, in_a_row, line, unsaid
from ludex.games.navyblue.book.features import feature
from ludex.games.navyblue.show.names import everybody, place_name, points
from ludex.games.navyblue.show.rolls import ATTACK
from ludex.games.navyblue.show.sentences import WORDING, lost
from ludex.games.navyblue.show.sentences_of_time import DEEDS
from ludex.games.navyblue.state import Scene

ON_THE_WAY = frozenset({"spared", "running"})  # told between the loss of points and the steps

# What is told of several beings at once where it comes to all of them one after the other
ALIKE = {
    "experience": "{who} gain {amount} Experience each ({why})",
    "minor_encounter": "a minor encounter for {who}: {count} of 3 that make 1 Experience",
    "unpaused": "{who} have gone twelve intervals without a pause: −1 on attack rolls until there is one",
    "packs_closed": "{who} have closed packs as the fight begins",
}
ALIKE_CONDITIONS = {
    ("condition", "Asleep"): "{who} fall asleep",
    ("condition", "Pacified"): "{who} are no threat any more",
    ("condition_ends", "Asleep"): "{who} wake up",
}


def lines(scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
    told: list[Line] = []
    number = 0
    while number < len(rulings):
        ruling = rulings[number]
        group = alike(rulings, number)
        if len(group) > 1:
            if not goes_unsaid(scene, rulings, number):
                told.append(of_several(scene, group))
            number += len(group)
        elif ruling.kind == "moves":
            walk = walked_on(rulings, number)
            together = same_way(rulings, number, walk)
            if len(together) > 1:
                told.append(walked_together(scene, walk, together))
                number += len(walk) * len(together)
                continue
            number += len(walk)
            after = rulings[number] if number < len(rulings) else None
            waits = after is not None and after.kind == "will_lose" and about(after) == about(ruling)
            told.append(walked(scene, walk, loss_before(rulings, number - len(walk)), after if waits else None))
            number += waits
        else:
            if not goes_unsaid(scene, rulings, number):
                told.append(line(scene, ruling, WORDING))
            number += 1
    return told


def about(ruling: Ruling) -> object:
    return ruling.values.get("who")


# ---------------------------------------------------------------- several at once


def template(ruling: Ruling) -> str:
    return ALIKE.get(ruling.kind) or ALIKE_CONDITIONS.get((ruling.kind, str(ruling.values.get("condition"))), "")


def same_but_who(one: Ruling, other: Ruling) -> bool:
    """The total of Experience may differ, and so may who it is."""
    but = ("who", "total", "source")
    return one.kind == other.kind and {k: v for k, v in one.values.items() if k not in but} == {
        k: v for k, v in other.values.items() if k not in but
    }


def alike(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """This ruling, and those right after it that say the same of others."""
    first = rulings[number]
    if not template(first) or (first.kind == "experience" and first.values["amount"] != 1):
        return [first]
    return in_a_row(rulings, number, lambda r: same_but_who(first, r))


def of_several(scene: Scene, group: list[Ruling]) -> Line:
    values = dict(Named(scene, group[0], WORDING))
    values["who"] = everybody(scene, [str(about(ruling)) for ruling in group])
    values["why"] = DEEDS.get(str(values.get("why")), "")
    words = template(group[0]).format_map(values)
    return Line(capital(words), group[0].rule, of=tuple(group))


# ---------------------------------------------------------------- a walk


def walked_on(rulings: Sequence[Ruling], number: int) -> list[Ruling]:
    """Steps of one being, one after the other."""
    return in_a_row(rulings, number, lambda r: r.kind == "moves" and about(r) == about(rulings[number]))


def same_way(rulings: Sequence[Ruling], number: int, walk: Sequence[Ruling]) -> list[str]:
    """Who goes this very way, one after the other."""
    way = [ruling.values["to"] for ruling in walk]
    found: list[str] = []
    while number < len(rulings):
        other = walked_on(rulings, number)
        if [ruling.values["to"] for ruling in other] != way:
            break
        found.append(str(about(other[0])))
        number += len(other)
    after = rulings[number] if number < len(rulings) else None
    return found if after is None or after.kind != "will_lose" else found[:1]


def walked_together(scene: Scene, walk: Sequence[Ruling], who: list[str]) -> Line:
    to, by = place_name(scene, walk[-1].values["to"]), way_words(scene, walk)
    return Line(f"{everybody(scene, who)} move to {to}{by}", walk[-1].rule, of=tuple(walk))


def way_words(scene: Scene, walk: Sequence[Ruling]) -> str:
    through = [place_name(scene, ruling.values["to"]) for ruling in walk[:-1]]
    return f" by {listed(through)}" if through else ""


def loss_before(rulings: Sequence[Ruling], number: int) -> Ruling | None:
    """The points that this walk has lost, as they were told before it."""
    for ruling in reversed(rulings[:number]):
        if ruling.kind == "loses" and about(ruling) == about(rulings[number]):
            return ruling
        if ruling.kind not in ON_THE_WAY:
            return None
    return None


def walk_after(rulings: Sequence[Ruling], number: int) -> bool:
    """Does the walk follow for which these points are lost?"""
    for ruling in rulings[number + 1 :]:
        if ruling.kind not in ON_THE_WAY:
            return ruling.kind == "moves" and about(ruling) == about(rulings[number])
    return False


def walked(scene: Scene, walk: Sequence[Ruling], loss: Ruling | None, waits: Ruling | None) -> Line:
    """`Pell moves to Yard by Street, loses 1 MP to tar, and will lose 1 MP when a Move starts there`"""
    v = Named(scene, walk[-1], WORDING)
    told = [f"moves to {v['to']}{way_words(scene, walk)}"]
    if loss is not None:
        told.append(lost(Named(scene, loss, WORDING)).removeprefix(f"{v['who']} "))
    if waits is not None:
        # To mypy: as this ruling has it
        told.append(f"will lose {points(waits.values['points'])} when a Move starts there")  # type: ignore[arg-type]
    return Line(f"{v['who']} {listed(told)}", walk[-1].rule, of=tuple(walk))


# ---------------------------------------------------------------- what goes without saying


def goes_unsaid(scene: Scene, rulings: Sequence[Ruling], number: int) -> bool:
    ruling = rulings[number]
    after = rulings[number + 1] if number + 1 < len(rulings) else None
    if unsaid(rulings, number, WORDING):
        return True
    match ruling.kind:
        case "attack":
            return told_by_roll(rulings, number)
        case "unblocks":
            return after is not None and after.kind == "obstruction_gone"
        case "feature":
            return feature(scene, str(ruling.values["feature"])).attack is not None
        case "loses":
            return walk_after(rulings, number)
        case "reaction":
            return ruling.values["reaction"] == ruling.values["rolled"]
        case "condition" | "condition_ends":
            return condition_told(rulings, number)
    return False


def condition_told(rulings: Sequence[Ruling], number: int) -> bool:
    """Has another line told of it: the roll of who breaks, the leaving of who is gone, the choice of who sleeps?"""
    ruling, before, rest = rulings[number], rulings[number - 1] if number else None, rulings[number + 1 :]
    name = ruling.values["condition"]
    if name == "Asleep":
        ends = ruling.kind == "condition_ends"
        return any(r.kind == "interval" if ends else r.rule == "nb.encounter.roll" for r in rest)
    if ruling.kind == "condition_ends":
        return name == "Fleeing" and bool(rest) and about(rest[0]) == about(ruling)
    return before is not None and before.kind == "roll" and before.rule == "nb.morale.break"


def told_by_roll(rulings: Sequence[Ruling], number: int) -> bool:
    """The roll has told its result against everybody, unless the defence was picked after it."""
    for ruling in reversed(rulings[:number]):
        if ruling.kind == "roll" and ruling.rule == ATTACK:
            return "thresholds" in ruling.values
    return False
