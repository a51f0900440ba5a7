"""What a table settles for itself: how strict the rules are, and what players see."""

from __future__ import annotations

from typing import Literal

import msgspec

Pools = Literal["exact", "bar", "words", "hidden"]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    legality: Literal["strict", "ask", "free"] = "strict"  # what a refusal leads to
    pools: Pools = "bar"  # what players see of the pools of those who are not theirs
    pools_of: dict[str, Pools] = {}  # by being, over it
    odds: Literal["exact", "known", "off"] = "known"
    suggestions: bool = True  # players may ask what the machine would do
    making: Literal["book", "table"] = "book"  # of what players make characters, learn and buy
    lab: bool = False  # players may have the scene simulated, as they know it
    branches: bool = False  # players may go on from a moment that is over, in a table of their own or in the lab
    drawing: bool = True  # players may draw on the board
    spectators: bool = True
    deputy: int = 0  # seconds after which a machine decides for who is waited for; 0: never
    dice: Literal["sealed", "typed"] = "sealed"
    pause: float = 0.8  # seconds before each command of the machine
