"""What whoever makes an entry had better know of it: parts of which nothing comes, what can never be paid, what is
never the better choice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Scene
from ludex.core.scene.shape import PEOPLE
from ludex.core.show.odds import Odds
from ludex.lab.trial import option
from ludex.lab.worth.deeds import HARMFUL, MOST_TRIED, Deed, harm, harmed_pools
from ludex.lab.worth.duel import OWNER, duels
from ludex.lab.worth.odds import Compared, harmful
from ludex.lab.worth.reference import alone
from ludex.lab.worth.tried import Named, Tried, belongings

PRICED = ("ap", "ep", "mp_cost", "cost")  # fields of what it takes to use something

Path = list[str | int]


@dataclass(frozen=True, slots=True)
class WorthRemark:
    """What had better be known, by which rule, and where in the entry."""

    text: str
    rule: str = ""
    title: str = ""  # of the rule
    path: Path = field(default_factory=list)
    useless: bool = False  # what is there can be taken away, and nothing is another for it


def remarks(tried: Tried, compared: Compared | None) -> list[WorthRemark]:
    found = [*not_had(tried), *dead_parts(tried), *never_paid(tried, compared)]
    return found + list(dominated(compared)) if compared is not None else found


# ---------------------------------------------------------------- of no use


def not_had(tried: Tried) -> Iterator[WorthRemark]:
    """Why nobody who has the entry it was begun from can have it instead."""
    there = next((one for one in tried.everywhere() if tried.is_own(one.place)), None)
    faults = [unmade(there, owner) for owner in there.owners] if there is not None else []
    if there is not None and faults and faults[0] is not None and None not in faults:
        kind, id = there.owners[0]
        name = there.library.shelves[kind].entries[id].name
        yield told(tried, faults[0]._replace(problem=f"{name} cannot have it: {faults[0].problem}"), [])


def unmade(tried: Tried, owner: Named) -> Fault | None:
    """What is in the way of making somebody with all they have."""
    try:
        alone(tried.game, tried.with_it, owner)
    except ContentError as fault:
        words, _, rule = str(fault).rpartition(": ")[2].removesuffix("]").partition(" [")
        return Fault("", words, rule)
    return None


def dead_parts(tried: Tried) -> Iterator[WorthRemark]:
    """Parts that are legal, and of which nothing ever comes, in the words of the check."""
    for fault in warned(tried, tried.with_it, Named(tried.kind, tried.place), tried.entry):
        path = path_of(fault.field)
        yield told(tried, fault, path, useless=bool(path) and isinstance(path[-1], int))


def never_paid(tried: Tried, compared: Compared | None) -> Iterator[WorthRemark]:
    """What its owner is warned of, and would not be without it: that it takes more than they ever have."""
    if compared is None or tried.kind in PEOPLE:
        return
    owner = compared.owner
    entry = tried.library.shelves[owner.kind].entries[owner.id]
    before = tried.with_origin or tried.library
    known = {fault.problem for fault in warned(tried, before, owner, entry)}
    new = [fault for fault in warned(tried, tried.with_it, owner, entry) if fault.problem not in known]
    could = any(deed.things & compared.things for deed in compared.strikes_before.values())
    if not new and could and not compared.own and (refusal := unpaid(compared)) is not None:
        new = [Fault("", f"it cannot be paid: {refusal.reason}", refusal.rule)]
    for fault in new:
        words = f"{entry.name}: {fault.problem}"
        yield told(tried, fault._replace(problem=words), priced_at(tried.entry, fault.problem))


def priced_at(entry: Any, problem: str) -> Path:
    """The field that says what it takes of what the problem speaks of: `ap` of AP."""
    fields = [name for name in PRICED if name in type(entry).__struct_encode_fields__]
    spoken = [name for name in fields if name == "cost" or f" {name.partition('_')[0].upper()}" in problem]
    return [*spoken[:1]]


def unpaid(compared: Compared) -> Refusal | None:
    """Why its owner cannot pay for it although nothing is spent yet; nothing where it is not for the price."""
    for _, scene in duels(compared.tried.game, compared.tried.with_it, compared.owner, compared.dummy):
        game, being = game_of(scene), scene.beings[OWNER]
        for action in [action for action in game.actions.values() if action.tags & HARMFUL]:
            for command, refusal in islice(game.choices(scene, being, action), MOST_TRIED):
                things = set(option(game, scene, command)[1].split(":"))
                if refusal is None or action.cost is None or not things & compared.things:
                    continue
                dear = action.cost.refusal(scene, being, game.resolve(scene, action, command.chosen or ()))
                if dear is not None:
                    return dear
    return None


def warned(tried: Tried, library: Library, named: Named, entry: Any) -> list[Fault]:
    there = library.shelves[named.kind].entries.get(named.id, entry)
    try:
        return tried.game.content_warnings(library, named.kind, there)
    except ContentError:  # it cannot be made at all, which is told where it is checked
        return []


def told(tried: Tried, fault: Fault, path: Path, useless: bool = False) -> WorthRemark:
    rule = tried.game.rulebook.rules.get(fault.rule)
    return WorthRemark(fault.problem, fault.rule, rule.title if rule is not None else "", path, useless)


def path_of(field: str) -> Path:
    """`parts[2].value` as its steps."""
    return [int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", field)]


# ---------------------------------------------------------------- never the better choice


def dominated(compared: Compared) -> Iterator[WorthRemark]:
    """Attacks with it beside all of which another is better: one that everybody has, or of somebody who is being made
    any other of their own."""
    person = compared.tried.kind in PEOPLE
    known: set[str] = set()  # what is done with two things is one remark
    for group in by_thing(compared) if person else [compared.own]:
        deeds = plainest(group)
        used = shared(deeds) if person else compared.things
        rivals = [deed for deed in (compared.strikes.values() if person else everybodys(compared)) if deed.attacks]
        rivals = [deed for deed in rivals if not deed.things & used]
        if deeds and all(any(beats(rival, deed) for rival in rivals) for deed in deeds):
            words = said(next(rival for rival in rivals if beats(rival, deeds[0])), deeds[0])
            if words not in known:
                known.add(words)
                yield WorthRemark(words)


def plainest(group: list[Deed]) -> list[Deed]:
    """Of all attacks those in the plainest way, which stands first in the menu: not as a charge. The best first."""
    first = next((deed.key.action for deed in group if deed.attacks), "")
    found = harmful([deed for deed in group if deed.key.action == first])
    return sorted(found, key=lambda deed: -harm(deed, deed.nearest))


def by_thing(compared: Compared) -> list[list[Deed]]:
    """What somebody does, by each thing with which they do it."""
    things = dict.fromkeys([thing for deed in compared.own for thing in sorted(deed.things & compared.things)])
    return [[deed for deed in compared.own if thing in deed.things] for thing in things]


def shared(deeds: list[Deed]) -> set[str]:
    """The things with which all of them are done."""
    return set.intersection(*[deed.things for deed in deeds]) if deeds else set()


def everybodys(compared: Compared) -> list[Deed]:
    """What needs nothing that its owner has: fists."""
    had = {named.id for named, _ in belongings(compared.tried.with_it, compared.owner)}
    return [deed for deed in compared.strikes.values() if not deed.things & (had | compared.things)]


def said(better: Deed, deed: Deed) -> str:
    more, less = harm(better, deed.nearest), harm(deed, deed.nearest)
    pools = listed(harmed_pools(game_of(deed.scenes[deed.nearest][0])), "and")
    where = "at every distance" if len(deed.scenes) > 1 else "wherever it can be done"
    return (
        f"{better.name} is better {where}, and costs no more: "
        f"{float(more):.2f} {pools} on average, with {deed.name} {float(less):.2f}"
    )


def beats(rival: Deed, deed: Deed) -> bool:
    """Is it better wherever the other can be done: more harm, no higher price, and nothing that it does not bring?"""
    if not rival.scenes.keys() >= deed.scenes.keys():
        return False
    return all(beats_at(rival, deed, apart) for apart in deed.scenes)


def beats_at(rival: Deed, deed: Deed, apart: int) -> bool:
    (scene, command), (_, other) = deed.scenes[apart], rival.scenes[apart]
    if costs_more(scene, other, command):
        return False
    if not deed.whole(apart) or not rival.whole(apart) or not 0 < harm(deed, apart) < harm(rival, apart):
        return False
    brings = effects(scene, deed, deed.odds(apart))
    also = effects(scene, rival, rival.odds(apart))
    return all(also.get(what, Fraction(0)) >= chance for what, chance in brings.items())


def costs_more(scene: Scene[Any], one: Command, other: Command) -> bool:
    """Does it take more of anything?"""
    face = game_of(scene).face()
    dear, cheap = (
        {paid.unit: paid.amount for paid in face.price(scene, scene.beings[command.actor], command)}
        for command in (one, other)
    )
    return any(amount > cheap.get(unit, 0) for unit, amount in dear.items())


def effects(scene: Scene[Any], deed: Deed, odds: Odds) -> dict[tuple[str, str], Fraction]:
    """What else it brings that somebody may want: conditions, and any change that is no loss of who does it."""
    pools = {pool.name.lower() for pool in game_of(scene).pools(scene, scene.beings[deed.to])}
    found = {(who, state): chance for (who, state), chance in odds.gained.items()}
    found |= {(who, f"no {state}"): chance for (who, state), chance in odds.lost.items()}
    for changes, chance in odds.outcomes:
        for who, what, _ in changes:
            if what not in ("gains", "loses") and what not in pools:
                found[who, what] = found.get((who, what), Fraction(0)) + chance
    return found
