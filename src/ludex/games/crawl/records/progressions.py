"""What a priced part costs in aspect points: the progressions of the price list (tc.ap.cost.progressions)."""

from __future__ import annotations

from collections.abc import Iterable

EASY = (1, 2, 3, 5, 8, 13, 21, 34)
NORMAL = (2, 3, 5, 8, 13, 21, 34, 55, 89)
HARD = (5, 8, 13, 21, 34)
HEROIC = (13, 21, 34, 55, 89)

PROGRESSIONS = {"easy": EASY, "normal": NORMAL, "hard": HARD, "heroic": HEROIC}
FLAT = {"basic": 2, "easy": 3, "normal": 5, "hard": 8, "heroic": 13, "epic": 21}
PER_POINT = 100  # money for each aspect point of an item: tc.money


def step_price(progression: tuple[int, ...], step: int) -> int:
    """A negative step gives the negative price; no step is free."""
    return progression[step - 1] if step > 0 else -progression[-step - 1] if step < 0 else 0


def stepped(progression: tuple[int, ...], least: int, most: int) -> dict[int, int]:
    """The price of each value, one step for each."""
    return {value: step_price(progression, value) for value in range(least, most + 1) if value}


def given_back(progression: tuple[int, ...], most: int) -> dict[int, int]:
    """A drawback: each value gives so many points back."""
    return {value: -step_price(progression, value) for value in range(1, most + 1)}


def listed(progression: tuple[int, ...], options: Iterable[str]) -> dict[str, int]:
    """The price of each option, one step after the other."""
    return dict(zip(options, progression, strict=False))


def dice_price(dice: int, sides: int) -> int:
    """tc.ap.cost.dice: n dice with s sides cost n × s + n − 1."""
    return dice * sides + dice - 1
