"""Deleting for good: the table itself after a grace, in which it can still be kept; and pictures, at once."""

from __future__ import annotations

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign import pictures
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.likenesses import pictures_had
from ludex.table.records.entry import Deleting, Entry, PictureGone
from ludex.table.records.seat import Role, Seat, refuse

MOST_DAYS = 365
DAY = 86_400.0  # seconds


class DeleteTable(Doing, frozen=True, tag="delete_table"):
    """The table is deleted for good after so many days, with all that was played and its pictures; 0: at once."""

    days: int = 7


class KeepTable(Doing, frozen=True, tag="keep_table"):
    """A table that is about to be deleted is kept after all."""


class DropPicture(Doing, frozen=True, tag="drop_picture"):
    """A picture is deleted for good; handouts and boards that have it go on without it, and who was drawn by it is
    drawn as a figure again."""

    picture: str


def due_in(table: Campaign, days: int) -> Deleting:
    if not 0 <= days <= MOST_DAYS:
        raise BadInput(f"days: expected 0 to {MOST_DAYS}, not {days}")
    return Deleting(at=table.outside.clock() + days * DAY)


@does(DeleteTable, Role.GM)
def delete_table(table: Campaign, seat: Seat, what: DeleteTable) -> None:
    table.add(due_in(table, what.days))


@does(KeepTable, Role.GM)
def keep_table(table: Campaign, seat: Seat, what: KeepTable) -> None:
    if not table.gone_at:
        raise refuse("this table is not about to be deleted")
    table.add(Deleting(at=0.0))


@folds(Deleting)
def deleting(table: Campaign, entry: Entry, body: Deleting) -> None:
    table.gone_at = body.at


@does(DropPicture, Role.GM)
def drop_picture(table: Campaign, seat: Seat, what: DropPicture) -> None:
    if not pictures.NAME.fullmatch(what.picture):
        raise BadInput("picture: expected the name of a picture of this table")
    table.add(PictureGone(unused=what.picture))


@folds(PictureGone)
def picture_gone(table: Campaign, entry: Entry, body: PictureGone) -> None:
    if not body.of_token and body.unused in pictures_had(table):
        table.dropped |= {body.unused}  # else a scene that has it would lay it under its board again
    table.handouts = {
        id: shown._replace(handout=msgspec.structs.replace(shown.handout, picture=""))
        if shown.handout.picture == body.unused
        else shown
        for id, shown in table.handouts.items()
    }
    table.likenesses = {id: one for id, one in table.likenesses.items() if one.picture != body.unused}
    table.maps = {id: laid for id, laid in table.maps.items() if laid.picture != body.unused}
