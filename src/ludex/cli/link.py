"""`ludex link`: a new link for a seat of a table, or that of the host, for whoever has the folder of the tables. The
old one is void, as when the game master makes a new one; a server that runs meanwhile hears of it by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ludex.cli.stores import changing, line_of, opened_store, table_named
from ludex.core.kernel.letters import seen
from ludex.core.kernel.ruling import BadInput
from ludex.table.records.seat import NOBODY, Role
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.table.campaign.campaign import Campaign
    from ludex.table.desk.store import Store
    from ludex.table.records.seat import Seat


ANOTHER_ADDRESS = "Where the server has another address than this one, --public-url names it."


def link(table: str, data: Path, database: str, address: str, name: str) -> int:
    """Print a new link; without a table, the tables that there are."""
    at = address_of_server(address, data, database)
    with opened_store(data, database) as store:
        if not table:
            return list_tables(store)
        id = table_named(store, table).id
        token, seat = reissued(store, id, name)
    master = ", game master" if seat.role is Role.GM else ""
    echo(seen(f"The link of {seat.name}{master}; the one before is void:"))
    echo(f"{at}/join/{id}#{token}")
    if not address:
        echo(ANOTHER_ADDRESS)
    return 0


def host_link(data: Path, address: str) -> int:
    """Print the link of the host, by the token that is kept in the folder of the tables."""
    from ludex.server.run.serve import TOKEN_FILE, host_token

    if not (data / TOKEN_FILE).exists():
        raise BadInput(f"{data}: there is no host's token in this folder; --data names the one of `ludex serve`")
    echo(f"{address_of_server(address, data)}/host#{host_token(data)}")
    if not address:
        echo(ANOTHER_ADDRESS)
    return 0


def address_of_server(given: str, data: Path, database: str = "") -> str:
    """As it was given; or where the server of the tables in this folder runs, or would."""
    from ludex.cli.running import address_of
    from ludex.cli.serve import PORT, public_address

    return public_address(given) or (not database and address_of(data)) or f"http://127.0.0.1:{PORT}"


def list_tables(store: Store) -> int:
    heads = store.tables()
    if not heads:
        echo("There are no tables yet.")
    for head in heads:
        echo(line_of(head))
    return 0


def reissued(store: Store, id: str, name: str) -> tuple[str, Seat]:
    """A new token for a seat of a table, and that seat. It is in the journal, as done by no seat."""
    from ludex.server.keys import fresh_token, hashed
    from ludex.table.records.entry import Reseated

    token = fresh_token()
    with changing(store, id) as table:
        seat = seat_of(table, name)
        table.add(Reseated(id=seat.id, token_hash=hashed(token)))
    return token, seat


def seat_of(table: Campaign, name: str) -> Seat:
    """The seat of this name or id; by no name that of who leads the table, if there is but one."""
    sitting = [seat for seat in table.seats.values() if not seat.removed]
    meant = sitting if name else leading(sitting)
    found = [seat for seat in meant if name in ("", seat.id) or name.lower() == seat.name.lower()]
    if len(found) != 1:
        names = ", ".join(f"{seat.name} ({seat.id})" for seat in meant)
        what = "the name or id of one of the seats" if name else "whose link it is, by --seat"
        raise BadInput(seen(f"expected {what}: {names}"))
    return found[0]


def leading(sitting: list[Seat]) -> list[Seat]:
    """The game masters; where the machine is the only one, the players."""
    people = [seat for seat in sitting if seat.name != NOBODY]
    masters = [seat for seat in people if seat.role is Role.GM]
    return masters or [seat for seat in people if seat.role is Role.PLAYER] or sitting
