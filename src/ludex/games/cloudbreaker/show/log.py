"""The log: rulings as lines, a walk as one of them, damage with what it takes as another, and nothing said twice."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.english import listed
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Line
from ludex.core.show.sentences import Named, line, unsaid
from ludex.games.cloudbreaker.show.names import place_name, to_pool, tokens, typed
from ludex.games.cloudbreaker.show.rolls import told_result
from ludex.games.cloudbreaker.show.sentences import WORDING, carried, sentence, target_of, traced
from ludex.games.cloudbreaker.state import Scene

NEAR = 6  # rulings between going down and being Prone, such as holds that end


def lines(scene: Scene, rulings: Sequence[Ruling]) -> list[Line]:
    told: list[Line] = []
    walk: list[Ruling] = []
    for number, ruling in enumerate(rulings):
        if walk and not goes_on(walk[-1], ruling):
            told.append(walked(scene, walk))
            walk = []
        if next_to(rulings, number, -1, "moves", "pushed"):
            told[-1] = pushed(scene, rulings[number - 1], ruling)
        elif ruling.kind == "moves":
            walk.append(ruling)
        elif next_to(rulings, number, 1, "damage", "loses") or next_to(
            rulings, number, 1, "gives_spirit", "gains_spirit"
        ):
            continue
        elif next_to(rulings, number, -1, "loses", "damage"):
            told.append(harmed(scene, rulings[number - 1], ruling))
        elif next_to(rulings, number, -1, "gains_spirit", "gives_spirit"):
            told.append(given(scene, rulings[number - 1], ruling))
        elif next_to(rulings, number, -1, "morale", "ignores"):
            told[-1] = ignored(scene, rulings[number - 1], ruling)
        elif not goes_unsaid(scene, rulings, number):
            told.append(line(scene, ruling, WORDING))
    if walk:
        told.append(walked(scene, walk))
    return told


def next_to(rulings: Sequence[Ruling], number: int, step: int, kind: str, other: str) -> bool:
    """Is this a ruling of one kind, and that before or after it of the other, about the same being?"""
    place = number + step
    if rulings[number].kind != kind or not 0 <= place < len(rulings) or rulings[place].kind != other:
        return False
    return bool(about(rulings[number]) == about(rulings[place]))


def about(ruling: Ruling) -> object:
    if ruling.kind in ("ignores", "morale"):
        return ruling.rule
    return ruling.values["to"] if ruling.kind == "gives_spirit" else ruling.values.get("who")


def goes_unsaid(scene: Scene, rulings: Sequence[Ruling], number: int) -> bool:
    kind = rulings[number].kind
    if unsaid(rulings, number, WORDING) or passes_by(scene, rulings, number):
        return True
    if kind in ("stays", "learns_nothing"):
        before = rulings[number - 1] if number else None
        return before is not None and before.kind == "roll" and told_result(before.values)
    return says(rulings[number], "Prone") and any(
        says(ruling, "Downed") and about(ruling) == about(rulings[number])
        for ruling in rulings[max(0, number - NEAR) : number]
    )


def says(ruling: Ruling, condition: str) -> bool:
    """Does somebody take on this condition?"""
    return ruling.kind == "condition" and ruling.values["condition"] == condition


def goes_on(last: Ruling, now: Ruling) -> bool:
    return now.kind == "moves" and now.values["who"] == last.values["who"]


def passes_by(scene: Scene, rulings: Sequence[Ruling], number: int) -> bool:
    """The turn of somebody who can do nothing and to whom nothing happens."""
    if rulings[number].kind != "turn" or number + 1 == len(rulings):
        return False
    return rulings[number + 1].kind in ("turn", "round") and scene.beings[str(rulings[number].values["who"])].helpless


def harmed(scene: Scene, damage: Ruling, taken: Ruling) -> Line:
    """Damage and what it takes, in one line."""
    v, t = Named(scene, damage, WORDING), Named(scene, taken, WORDING)
    what = f"{v['rolled']}{typed(v['type'])} damage{to_pool(v['pool'])}{traced(v['trace'])}"
    return Line(f"{target_of(t)} takes {what}; {t['left']} {t['pool']} left", damage.rule, of=(damage, taken))


def given(scene: Scene, giving: Ruling, gaining: Ruling) -> Line:
    return Line(f"{sentence(scene, giving)}, who has {gaining.values['spirit']}", giving.rule, of=(giving, gaining))


def ignored(scene: Scene, staying: Ruling, spending: Ruling) -> Line:
    """That somebody is kept from leaving, and what the enemy group pays for it."""
    v = Named(scene, spending, WORDING)
    paid = f"for {tokens(-v['change'], 'morale')}, {v['morale']} left"
    return Line(f"{sentence(scene, staying)}, {paid}", staying.rule, of=(staying, spending))


def pushed(scene: Scene, pushing: Ruling, moving: Ruling) -> Line:
    """A push that nothing has stopped."""
    v = Named(scene, pushing, WORDING)
    along = carried(Named(scene, moving, WORDING))
    return Line(f"{v['by']} pushes {v['who']} to {v['to']}{along}", pushing.rule, of=(pushing, moving))


def walked(scene: Scene, walk: Sequence[Ruling]) -> Line:
    v = Named(scene, walk[-1], WORDING)
    through = [place_name(scene, ruling.values["to"]) for ruling in walk[:-1]]
    by = f" by {listed(through)}" if through else ""
    return Line(f"{v['who']} moves to {v['to']}{by}{carried(v)}", walk[-1].rule, of=tuple(walk))
