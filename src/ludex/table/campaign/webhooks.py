"""The address of a chat room to which the record of a table goes, line by line. Who sends it there, and whether that
may be, is not known here."""

from __future__ import annotations

import re

from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import folds
from ludex.table.records.entry import Entry, Webhooked

MOST_ADDRESS = 500
ADDRESS = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]+(/[!-~]*)?")  # nobody's name and password, and no blanks


def set_webhook(table: Campaign, seat: str, address: str) -> None:
    """From now on the record goes there; to nowhere where it is empty. Its entries are to be taken."""
    if address and (len(address) > MOST_ADDRESS or not ADDRESS.fullmatch(address)):
        raise BadInput(
            f"address: expected one that begins with https:// or http://, of up to {MOST_ADDRESS} characters"
        )
    table.begin(seat)
    if address != table.webhook:
        table.add(Webhooked(address=address))


@folds(Webhooked)
def webhooked(table: Campaign, entry: Entry, body: Webhooked) -> None:
    table.webhook = body.address
