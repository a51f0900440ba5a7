"""Evenings: the dice are sealed when one begins, and when it is closed the seed is told, so that all can recompute what
fell. What was rolled in secret has a seed of its own, which is told when the game master opens it."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.procedure import Roll
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.again import FallenBefore
from ludex.core.referee.live import SealedDice
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.night import Night
from ludex.table.records.entry import Entry, Evening, EveningClosed, FellBefore, SecretsOpened
from ludex.table.records.seat import Role, Seat, refuse


class CloseEvening(Doing, frozen=True, tag="close_evening"):
    """The seed is told, and the dice of the next evening are sealed."""


class OpenSecrets(Doing, frozen=True, tag="open_secrets"):
    """What was rolled in secret on an evening that is closed is told to all, with its seed."""

    evening: int


@does(CloseEvening, Role.GM)
def close_evening(table: Campaign, seat: Seat, what: CloseEvening) -> dict[str, Any]:
    if dice_wait(table):  # they would fall by a seed that was made after the decision
        raise refuse("the dice are about to fall: wait a moment")
    table.add(EveningClosed(number=table.night.number))
    begin_evening(table)
    return table.nights_whole()[-2].told()


def dice_wait(table: Campaign) -> bool:
    """Is something to be thrown? Whether it is typed now matters not: that may change before it is."""
    return table.playing is not None and isinstance(table.playing.live.open, Roll)


@does(OpenSecrets, Role.GM)
def open_secrets(table: Campaign, seat: Seat, what: OpenSecrets) -> None:
    night = night_of(table, what.evening)
    if night is None or not night.closed:
        raise BadInput(f"there is no evening {what.evening} that is closed")
    if not night.secret_seal:
        raise BadInput(f"evening {what.evening} is of an earlier version: all its dice were told when it was closed")
    if not night.secrets_told:
        table.add(SecretsOpened(number=what.evening))


def night_of(table: Campaign, number: int) -> Night | None:
    return next((night for night in table.nights if night.number == number), None)


def begin_evening(table: Campaign) -> None:
    dice, secret = SealedDice(table.outside.seed()), SealedDice(table.outside.secret_seed())
    table.add(
        Evening(
            number=len(table.nights) + 1, seal=dice.seal, seed=dice.seed.hex(), secret_seal=secret.seal,
            secret_seed=secret.seed.hex(),
        )
    )  # fmt: skip


@folds(Evening)
def evening(table: Campaign, entry: Entry, body: Evening) -> None:
    night = Night(body.number, body.seal, body.seed, body.secret_seal, body.secret_seed)
    night.actor = table.night.actor if table.nights else ""  # a command may be under way
    table.nights.append(night)
    table.hand_out_dice()


@folds(EveningClosed)
def evening_closed(table: Campaign, entry: Entry, body: EveningClosed) -> None:
    table.night.closed = True


@folds(SecretsOpened)
def secrets_opened(table: Campaign, entry: Entry, body: SecretsOpened) -> None:
    night = night_of(table, body.number)
    if night is not None:
        night.secrets_told = True


@folds(FellBefore)
def fell_before(table: Campaign, entry: Entry, body: FellBefore) -> None:
    table.night.use_again(FallenBefore(body.throws))
