"""`ludex link`: a new link for the game master of a table, for whoever has the folder of the tables. The old one is
void, as when the game master makes a new one; a server that runs meanwhile hears of it by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ludex.core.kernel.ruling import BadInput
from ludex.table import doings

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign
    from ludex.table.desk.store import Store
    from ludex.table.records.seat import Seat


def link(table: str, data: Path, database: str, address: str, name: str) -> int:
    """Print a new link; without a table, the tables that there are."""
    from ludex.cli.serve import PORT, public_address
    from ludex.server.run.serve import STORE_FILE, database_in
    from ludex.table.desk.store import Store

    if not database and not (data / STORE_FILE).exists():
        raise BadInput(f"{data}: there are no tables in this folder; --data names the one of `ludex serve`")
    at = public_address(address) or f"http://127.0.0.1:{PORT}"
    store = Store(database or database_in(data))
    try:
        if not store.is_current():
            raise BadInput("these tables are of another version of Ludex; use that of the server")
        if not table:
            return list_tables(store)
        token, seat = reissued(store, table, name)
    finally:
        store.close()
    typer.echo(f"The link of {seat}, game master; the one before is void:")
    typer.echo(f"{at}/join/{table}#{token}")
    if not address:
        typer.echo("Where the server has another address than this one, --public-url names it.")
    return 0


def list_tables(store: Store) -> int:
    heads = store.tables()
    if not heads:
        typer.echo("There are no tables yet.")
    for head in heads:
        typer.echo(f"{head.id}  {head.title} ({head.game}{', put away' if head.archived else ''})")
    return 0


def reissued(store: Store, id: str, name: str) -> tuple[str, str]:
    """A new token for a game master of a table, and the name of that seat. It is in the journal, as done by no seat."""
    from ludex.server.keys import fresh_token, hashed
    from ludex.table.records.entry import Reseated

    token = fresh_token()
    with store.alone(id) as alone:
        table = doings.folded(alone.entries())
        seat = master_of(table, name)
        table.begin("")
        table.add(Reseated(id=seat.id, token_hash=hashed(token)))
        alone.append(table.take())
    return token, seat.name


def master_of(table: Campaign, name: str) -> Seat:
    """The game master of this name or id; where there is but one, neither is needed."""
    from ludex.table.records.seat import Role

    masters = [seat for seat in table.seats.values() if seat.role is Role.GM and not seat.removed]
    found = [seat for seat in masters if name in ("", seat.id) or name.lower() == seat.name.lower()]
    if len(found) != 1:
        names = ", ".join(f"{seat.name} ({seat.id})" for seat in masters)
        raise BadInput(f"--seat: expected the name or id of one of the game masters: {names}")
    return found[0]
