"""Evenings: the dice are sealed when one begins, and when it is closed the seed is told, so that all can recompute what
fell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import SealedDice
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.records.entry import Entry, Evening, EveningClosed
from ludex.table.records.seat import Role, Seat

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign


class Rolled(NamedTuple):
    """Dice that fell: the number of the first face, the sides of each die, the faces."""

    first: int
    sides: tuple[int, ...]
    faces: tuple[int, ...]


class Night:
    """An evening: its seal, its dice as far as the seed is known here, and all that fell."""

    def __init__(self, number: int, seal: str, seed: str) -> None:
        self.number = number
        self.seal = seal
        self.dice = SealedDice(bytes.fromhex(seed)) if seed else None
        self.rolls: list[Rolled] = []
        self.closed = False

    @property
    def fallen(self) -> int:
        return self.rolls[-1].first + len(self.rolls[-1].faces) - 1 if self.rolls else 0

    def fell(self, line: dict[str, Any]) -> None:
        """A line of play in which the sealed dice were thrown."""
        rolled = Rolled(line["first"], tuple(line["sides"]), tuple(line["faces"]))
        if self.dice is not None:
            shown = [self.dice.face(rolled.first + n, sides) for n, sides in enumerate(rolled.sides)]
            if shown != list(rolled.faces):
                raise BadInput(f"{list(rolled.faces)} are not the faces that the sealed dice show: {shown}")
            self.dice.fallen = rolled.first + len(rolled.faces) - 1
        self.rolls.append(rolled)

    def told(self) -> dict[str, Any]:
        """What everybody may know of its dice: the seed and what fell only when it is closed."""
        seed = self.dice.seed.hex() if self.closed and self.dice is not None else ""
        rolls = [[roll.first, list(roll.sides), list(roll.faces)] for roll in self.rolls] if self.closed else []
        return {"evening": self.number, "seal": self.seal, "closed": self.closed, "seed": seed, "rolls": rolls}


class CloseEvening(Doing, frozen=True, tag="close_evening"):
    """The seed is told, and the dice of the next evening are sealed."""


@does(CloseEvening, Role.GM)
def close_evening(table: Campaign, seat: Seat, what: CloseEvening) -> dict[str, Any]:
    closed = table.night
    table.add(EveningClosed(number=closed.number))
    begin_evening(table)
    return closed.told()


def begin_evening(table: Campaign) -> None:
    dice = SealedDice(table.outside.seed())
    table.add(Evening(number=len(table.nights) + 1, seal=dice.seal, seed=dice.seed.hex()))


@folds(Evening)
def evening(table: Campaign, entry: Entry, body: Evening) -> None:
    table.nights.append(Night(body.number, body.seal, body.seed))
    table.hand_out_dice()


@folds(EveningClosed)
def evening_closed(table: Campaign, entry: Entry, body: EveningClosed) -> None:
    table.night.closed = True
