"""The log as documents: lines with the rule behind them, and rolls as open cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show.sentences import tie
from ludex.table.know.oddsline import title
from ludex.table.know.seen import Seen
from ludex.table.records.seat import Seat

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign

Document = dict[str, Any]


def told(table: Campaign, seat: Seat, number: int) -> Document:
    """What one doing has brought. `number` is its place in the log as this seat reads it, by which a line is flagged;
    the number of its entry stays here: it would tell how much else has happened."""
    watched, settings = table.watched(seat), table.settings
    assert watched is not None
    what = watched.log[number]
    places = {each.entry: place for place, each in enumerate(watched.log)} if what.undoes or what.redoes else {}
    exact = settings.pools == "exact" and all(how == "exact" for how in settings.pools_of.values())
    return {
        "told": number,
        "at": what.at,
        "by": what.by,
        "lines": [line._asdict() for line in (what.lines if exact else what.rough)],
        "rolls": what.rolls,
        "undoes": [places[entry] for entry in what.undoes if entry in places],
        "redoes": [places[entry] for entry in what.redoes if entry in places],
    }


def roll(seen: Seen, ruling: Ruling) -> Document:
    """A roll as an open card: the dice and all that fell, what was kept, every number that reached it, and what it was
    read as."""
    values = ruling.values
    modifiers: Any = values["modifiers"]
    by = str(values["by"])
    return {
        "by": by,
        "name": seen.face.value(seen.scene, "source", by),
        "rule": ruling.rule,
        "title": thrown_for(seen, ruling.rule, values),
        "dice": list(values["dice"]),  # type: ignore[call-overload]
        "fallen": list(values["fallen"]),  # type: ignore[call-overload]
        "kept": list(values["kept"]),  # type: ignore[call-overload]
        "modifiers": [_modifier(each) for each in modifiers],
        "reading": str(values["reading"]),
        "total": total if isinstance(total := values["total"], int) else None,
        "secret": bool(ruling.seen_by),
        "typed": "typed" in values,  # real dice, whose faces somebody typed in
    }


def thrown_for(seen: Seen, rule: str, about: Mapping[str, object]) -> str:
    """For what dice are thrown: by which rule, and where they are thrown once more, because of which tie."""
    tied = about.get("tied")
    return title(seen.game, rule) + (tie(seen.scene, tied, ": ") if isinstance(tied, tuple) else "")


def _modifier(modifier: Modifier) -> Document:
    return {
        "amount": modifier.amount, "source": modifier.source, "rule": modifier.rule, "kind": modifier.kind,
    }  # fmt: skip
