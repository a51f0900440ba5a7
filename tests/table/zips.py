"""Tables as files in memory, for tests."""

from __future__ import annotations

from io import BytesIO

from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.desk.portable import facts_of, pack, unpack
from ludex.table.desk.quota import MB
from ludex.table.desk.store import Store
from ludex.table.records.seat import Seat


def packed(store: Store, id: str, table: Campaign, seat: Seat | None = None) -> bytes:
    out = BytesIO()
    pack(store, id, facts_of(store, id, table), out, seat)
    return out.getvalue()


def unpacked(
    store: Store, data: bytes, name: str, key: str, outside: Outside | None = None, most: int = 200 * MB
) -> tuple[str, str]:
    return unpack(store, BytesIO(data), name, key, outside, most)
