"""Rolls as open cards: what is told of the dice to whoever may read of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core.kernel.ruling import Modifier, Ruling
from ludex.core.show.sentences import tie
from ludex.table.know.oddsline import title
from ludex.table.know.seen import Seen
from ludex.table.records.shape import Shape

Document = dict[str, Any]


class ModifierShown(Shape, frozen=True):
    amount: int
    source: str
    rule: str
    kind: str


class RollShown(Shape, frozen=True):
    """A roll: the dice and all that fell, what was kept, every number that reached it, and what it was read as."""

    by: str
    name: str
    rule: str
    title: str
    dice: list[str]
    fallen: list[int]
    kept: list[int]
    modifiers: list[ModifierShown]
    reading: str
    total: int | None
    secret: bool
    typed: bool


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
