"""The log as documents: lines with the rule behind them, and rolls as open cards."""

from __future__ import annotations

from typing import Any

from ludex.core.ruling import Modifier, Ruling
from ludex.table.oddsline import title
from ludex.table.playing import Told
from ludex.table.seen import Seen

Document = dict[str, Any]


def told(seen: Seen, number: int, what: Told) -> Document:
    """What one doing has brought. `number` is its place in the log as this seat reads it, by which a line is flagged;
    the number of its entry stays here: it would tell how much else has happened."""
    return {
        "told": number,
        "at": what.at,
        "by": what.by,
        "lines": [{"words": line.words, "rule": line.rule, "rank": line.rank} for line in what.lines],
        "rolls": [roll(seen, ruling) for ruling in what.rolls],
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
        "title": title(seen.game, ruling.rule),
        "dice": list(values["dice"]),  # type: ignore[call-overload]
        "fallen": list(values["fallen"]),  # type: ignore[call-overload]
        "kept": list(values["kept"]),  # type: ignore[call-overload]
        "modifiers": [_modifier(each) for each in modifiers],
        "reading": str(values["reading"]),
        "total": total if isinstance(total := values["total"], int) else None,
        "secret": bool(ruling.seen_by),
    }


def _modifier(modifier: Modifier) -> Document:
    return {
        "amount": modifier.amount, "source": modifier.source, "rule": modifier.rule, "kind": modifier.kind,
    }  # fmt: skip
