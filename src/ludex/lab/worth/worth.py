"""All that an entry is worth: its price, the odds of what is done with it, and what had better be known of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.show.price import Bill
from ludex.lab.worth.odds import Compared, WorthOdds, told_odds
from ludex.lab.worth.reference import made_of, reference, usual_dummy
from ludex.lab.worth.remarks import WorthRemark, remarks
from ludex.lab.worth.swing import SwingJob, swing_job
from ludex.lab.worth.tried import Named, Tried, people


@dataclass(frozen=True, slots=True)
class WorthPart:
    """A part of a price; `was` is what it costs in the entry it was begun from, null where that has no such part."""

    name: str
    amount: int
    was: int | None


@dataclass(frozen=True, slots=True)
class WorthPrice:
    unit: str
    total: int
    was: int | None
    parts: list[WorthPart]


@dataclass(frozen=True, slots=True)
class Worth:
    price: WorthPrice | None
    odds: WorthOdds | None
    lint: list[WorthRemark]


def worth(tried: Tried, against: str = "") -> Worth:
    if not sound(tried):
        return Worth(None, None, [])
    compared = settled(tried, against)
    tried = compared.tried if compared is not None else tried
    odds = told_odds(compared) if compared is not None else None
    return Worth(price(tried), odds, remarks(tried, compared))


def sound(tried: Tried) -> bool:
    """Is all there that it names? What no rule allows can be tried all the same."""
    entry = tried.with_it.shelves[tried.kind].entries.get(tried.place, tried.entry)
    return all([fault.rule for fault in tried.game.content_faults(tried.with_it, tried.kind, entry)])


def settled(tried: Tried, against: str = "") -> Compared | None:
    """Where it is tried, by whom and against whom: where the entry it was begun from stands, or else the first place in
    which something can be done with it. Nothing where nobody can have it."""
    first: Compared | None = None
    for place in tried.everywhere():
        compared = beside(place, against)
        if compared is not None and (compared.own or tried.is_own(place.place)):
            return compared
        first = first or compared
    return first


def beside(tried: Tried, against: str) -> Compared | None:
    found = reference(tried)
    if found is None:
        return None
    dummy = chosen_dummy(tried, against) if against else usual_dummy(tried, found.owner, made_of(found.tables))
    return Compared(tried, found.owner, dummy) if dummy is not None else None


def chosen_dummy(tried: Tried, id: str) -> Named:
    everybody = people(tried.library)
    found = next((person for person in everybody if person.id == id), None)
    if found is None:
        raise BadInput(f"against: there is nobody {id!r}; {there_are(id, [person.id for person in everybody])}")
    return found


def reference_fight(tried: Tried, wanted: int, seed: int) -> SwingJob:
    """The reference fight, ready to be fought."""
    if tried.origin is None:
        raise BadInput("origin: expected the entry that it was begun from, to fight against")
    if not sound(tried):
        raise BadInput("it names what nobody has: mend that before it is fought with")
    compared = settled(tried)
    found = reference(compared.tried) if compared is not None else None
    if compared is None or found is None:
        raise BadInput("nobody has such an entry, or can have it as it is: there is no fight to try it in")
    return swing_job(compared.tried, found, compared, wanted, seed)


# ---------------------------------------------------------------- price


def price(tried: Tried) -> WorthPrice | None:
    bill = bill_of(tried, tried.entry)
    if bill is None:
        return None
    before = bill_of(tried, tried.origin) if tried.origin is not None else None
    was = numbered(before) if before is not None else {}
    parts = [WorthPart(name, amount, was.get((name, time))) for (name, time), amount in numbered(bill).items()]
    return WorthPrice(bill.unit, bill.total, before.total if before is not None else None, parts)


def bill_of(tried: Tried, entry: Any) -> Bill | None:
    bills = tried.game.bills
    return bills[tried.kind](tried.library, entry) if tried.kind in bills else None


def numbered(bill: Bill) -> dict[tuple[str, int], int]:
    """Its parts, the second of a name apart from the first."""
    found: dict[tuple[str, int], int] = {}
    for name, amount in bill.parts:
        time = sum(known == name for known, _ in found)
        found[name, time] = amount
    return found
