"""The priced parts that aspects and items are built of. A part knows its price and what it may be changed to.

Everything follows from the same parts: what an aspect costs, what it may be upgraded to, what it gives to its owner
(`aspects.py`) and how its skill is used (`skills.py`). This is what a part is, and how prices go
up; `price_list.py` has them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal

import msgspec

from ludex.core.content.content import Record
from ludex.core.content.numbers import DiceCount, Sides, Whole
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.records.ids import AspectId

DamageType = Literal["fire", "kinetic", "electric", "cold", "meta"]  # tc.damage.types
NamedType = DamageType | Literal["energetic"]  # as content may call it
ChosenType = NamedType | Literal["chosen"]
RANGES = ("personal", "close", "melee", "short", "medium", "long", "extreme")  # tc.range.classes

# What a modifier changes: `own` is the roll of the aspect itself; `skill` that of the aspect it names.
On = Literal[
    "own", "skill", "attack", "melee_attack", "ranged_attack", "attack_with_chosen_weapon", "attack_with_chosen_type",
    "check_with_chosen_type", "check_vs_chosen_type", "next_ranged_attack", "ranged_attack_through_area", "defense",
    "dodge", "perception", "perception_for_traps", "stealth", "presence", "intuition", "initiative",
    "physical_strength",
]  # fmt: skip
Worth = int | str | None


def type_named(name: str) -> str:
    """tc.damage.types: energetic is another name of electric."""
    return "electric" if name == "energetic" else name


class Part(Record, frozen=True, eq=False, kw_only=True, tag_field="part"):
    """A priced part: by itself one with a flat price and nothing to change."""

    PRICE: ClassVar[int] = 0
    RULE: ClassVar[str] = "tc.ap.cost.options"

    @property
    def price(self) -> int:
        return self.PRICE

    @property
    def worth(self) -> Worth:
        """What an upgrade changes; nothing where there is nothing to change."""
        return None

    def ladder(self) -> dict[Worth, int]:
        """All that it could be worth, with the price of each."""
        return {}

    def at(self, worth: Worth) -> Any:
        """The same part with another worth."""
        raise ValueError(f"{self.__struct_config__.tag} has nothing to change")


class Stepped(Part, frozen=True, eq=False, kw_only=True):
    """A number, with a price for each."""

    PRICES: ClassVar[dict[int, int]] = {}
    value: Whole

    def __post_init__(self) -> None:
        if self.value not in self.PRICES:
            raise ValueError(
                f"value: expected {min(self.PRICES)} to {max(self.PRICES)}, not {self.value} [{self.RULE}]"
            )

    @classmethod
    def narrowed(cls) -> dict[str, dict[str, Any]]:
        return {"value": {"minimum": min(cls.PRICES), "maximum": max(cls.PRICES)}} if cls.PRICES else {}

    @property
    def price(self) -> int:
        return self.PRICES[self.value]

    @property
    def worth(self) -> Worth:
        return self.value

    def ladder(self) -> dict[Worth, int]:
        return {value: price for value, price in self.PRICES.items()}  # noqa: C416

    def at(self, worth: Worth) -> Any:
        return msgspec.structs.replace(self, value=worth)


class Chosen(Part, frozen=True, eq=False, kw_only=True):
    """One of several options, with a price for each."""

    OPTIONS: ClassVar[dict[str, int]] = {}
    CHANGES: ClassVar[bool] = False  # do the options rise, so that it can be upgraded?
    option: str

    def __post_init__(self) -> None:
        if self.option not in self.OPTIONS:
            raise ValueError(
                f"option: expected one of {', '.join(self.OPTIONS)}, not {spelled(self.option)} [{self.RULE}]"
            )

    @classmethod
    def narrowed(cls) -> dict[str, dict[str, Any]]:
        return {"option": {"enum": list(cls.OPTIONS)}}

    @property
    def price(self) -> int:
        return self.OPTIONS[self.option]

    @property
    def worth(self) -> Worth:
        return self.option if self.CHANGES else None

    def ladder(self) -> dict[Worth, int]:
        return {option: price for option, price in self.OPTIONS.items() if self.CHANGES}

    def at(self, worth: Worth) -> Any:
        return msgspec.structs.replace(self, option=worth)


class Dice(Part, frozen=True, eq=False, kw_only=True):
    """tc.ap.cost.dice: d4 to d12, one to four of them."""

    RULE: ClassVar[str] = "tc.ap.cost.dice"
    dice: DiceCount
    sides: Sides

    def __post_init__(self) -> None:
        if self.dice not in range(1, 5) or self.sides not in (4, 6, 8, 10, 12):
            raise ValueError(
                f"dice: expected 1 to 4 of d4, d6, d8, d10 or d12, not {self.dice}d{self.sides} [{self.RULE}]"
            )

    @classmethod
    def narrowed(cls) -> dict[str, dict[str, Any]]:
        return {"dice": {"minimum": 1, "maximum": 4}, "sides": {"enum": [4, 6, 8, 10, 12]}}

    @property
    def price(self) -> int:
        return dice_price(self.dice, self.sides)

    @property
    def worth(self) -> Worth:
        return f"{self.dice}d{self.sides}"

    def ladder(self) -> dict[Worth, int]:
        every = [(dice_price(n, s), n, s) for n in range(1, 5) for s in (4, 6, 8, 10, 12)]
        return {f"{n}d{s}": price for price, n, s in sorted(every)}

    def at(self, worth: Worth) -> Any:
        dice, _, sides = str(worth).partition("d")
        return msgspec.structs.replace(self, dice=int(dice), sides=int(sides))


class Shifts(Stepped, frozen=True, eq=False, kw_only=True):
    """A modifier on rolls. Of a skill that lasts, on the rolls of whom it is put on."""

    on: On = "own"
    of: AspectId = ""  # whose skill is meant


# ---------------------------------------------------------------- progressions (tc.ap.cost.progressions)


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
