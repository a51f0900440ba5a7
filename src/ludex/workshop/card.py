"""An entry as players will see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.content.content import Library
from ludex.core.game import Game


class CardLine(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    value: str


class CardPart(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    lines: list[str]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    look: str
    lines: list[CardLine]
    parts: list[CardPart]


def card_of(game: Game[Any], library: Library, kind: str, raw: Mapping[str, Any]) -> Card | None:
    """Nothing where it cannot be told what it is."""
    name, text = raw.get("name"), raw.get("text", "")
    if not isinstance(name, str) or not isinstance(text, str):
        return None
    parts = [CardPart(title="", lines=[text])] if text else []
    return Card(name=name, look=str(raw.get("look", "")), lines=[], parts=parts)
