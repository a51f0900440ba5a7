"""The chat room of a table: to which address its record goes, and whether it arrives there."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get, put
from litestar.params import FromPath, JSONBody

from ludex.core.kernel.ruling import BadInput
from ludex.server import limits
from ludex.server.http.asking import SEAT, Asker, Given, Made, by_master, house, key_of
from ludex.server.http.faults import may_fail
from ludex.server.webhooks import NotSent, address_of
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.webhooks import MOST_ADDRESS
from ludex.table.desk.webhook import RecordLine
from ludex.table.records.seat import Seat, master_only

FIRST = "From now on the record of this table is told here."


class WebhookGiven(Given, frozen=True, kw_only=True):
    """The address to which the record goes; empty: nowhere."""

    address: Annotated[str, msgspec.Meta(max_length=MOST_ADDRESS)]


class WebhookTold(Made, frozen=True, kw_only=True):
    """Where the record goes. `hosts` are those to which this server may send anything; none: it sends nothing. `sent`
    lines have arrived since the server was started; `fault`: why the last one has not."""

    address: str
    hosts: list[str]
    sent: int
    fault: str


def address_at(campaign: Campaign, seat: Seat) -> tuple[str, str]:
    master_only(seat)
    return campaign.webhook, campaign.title


async def told(request: Asker, table: str) -> WebhookTold:
    address, _ = await house(request).desk.read(table, key_of(request), address_at)
    box = house(request).webhooks.of(table)
    hosts = sorted(house(request).webhooks.allowed)
    return WebhookTold(address=address, hosts=hosts, sent=box.sent, fault=box.fault if address else "")


@get("/tables/{table:str}/webhook", security=SEAT, responses=may_fail(401, 404))
async def webhook_told(request: Asker, table: FromPath[str]) -> WebhookTold:
    """Where the record of the table goes. For the game master."""
    return await told(request, table)


@put(
    "/tables/{table:str}/webhook", security=SEAT, guards=[by_master], responses=may_fail(401, 404, 413, 415),
    weight=limits.DEAR,
)  # fmt: skip
async def set_webhook(request: Asker, table: FromPath[str], data: JSONBody[WebhookGiven]) -> WebhookTold:
    """The record goes to this address from now on, each line as a POST of `{"text": …, "table": …, "kind": …}`; a first
    one is sent at once, and nothing changes where it does not arrive. For the game master."""
    at, key = house(request), key_of(request)
    if data.address:
        _, title = await at.desk.read(table, key, address_at)
        address_of(data.address, at.webhooks.allowed)
        try:
            await at.webhooks.post(data.address, RecordLine(FIRST, title, "begin"))
        except NotSent as fault:
            raise BadInput(str(fault)) from None
    await at.desk.set_webhook(table, key, data.address)
    return await told(request, table)


webhook_routes = Router("/", route_handlers=[webhook_told, set_webhook], tags=["tables"])
