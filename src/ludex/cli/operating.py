"""`ludex tables`: its commands with their options and their help; `tables` does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from ludex.cli.commands import Argument, Commands, Option, command, first

app = Commands(
    help="The tables of a server, for whoever runs it; it may run meanwhile, and hears of it within seconds.",
    invoke_without_command=True,
)

Table = Annotated[str, Argument(help="A table by its id, as `ludex tables` lists it, or by its title.")]
SeatName = Annotated[str, Argument(help="The name or id of a seat.")]
Data = Annotated[
    Path | None, Option("--data", value="FOLDER", help="The folder of the tables; by default that of `ludex play`.")
]
Database = Annotated[
    str, Option("--database", value="ADDRESS", help="A PostgreSQL database, in place of a file in that folder.")
]
AtAddress = Annotated[
    str, Option("--public-url", value="ADDRESS", help="The address at which others reach the server; by default here.")
]
Json = Annotated[bool, Option("--json", help="For programs: the answer as JSON.")]


def folder_of(data: Path | None) -> Path:
    from ludex.text.play.kept import home

    return data or home() / "tables"


@first(app)
def tables(
    data: Data = None,
    database: Database = "",
    as_json: Json = False,
    check: Annotated[bool, Option("--check", help="Read all of every table, and name those that are damaged.")] = False,
) -> None:
    """All tables, the one that was changed last first, with how much is kept of each."""
    if click.get_current_context().invoked_subcommand is None:
        from ludex.cli.tables import listed

        raise click.exceptions.Exit(listed(folder_of(data), database, as_json, check))


@command(app)
def seats(table: Table, data: Data = None, database: Database = "", as_json: Json = False) -> None:
    """Who has a seat at a table, and how much each of them has brought."""
    from ludex.cli.tables import seats as told

    raise click.exceptions.Exit(told(folder_of(data), database, table, as_json))


@command(app)
def archive(
    table: Table,
    data: Data = None,
    database: Database = "",
    back: Annotated[bool, Option("--back", help="Take it up again.")] = False,
) -> None:
    """Put a table away: nothing is lost, and it can be taken up again."""
    from ludex.cli.tables import archive as put_away

    raise click.exceptions.Exit(put_away(folder_of(data), database, table, not back))


@command(app)
def delete(
    table: Table,
    data: Data = None,
    database: Database = "",
    days: Annotated[int, Option("--days", help="For so many days it can still be kept.")] = 7,
    now: Annotated[bool, Option("--now", help="At once and for good.")] = False,
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a table for good, with all that was played and its pictures: after some days, or --now."""
    from ludex.cli.tables import delete as put_an_end

    raise click.exceptions.Exit(put_an_end(folder_of(data), database, table, 0 if now else days, yes))


@command(app)
def undelete(table: Table, data: Data = None, database: Database = "") -> None:
    """Keep a table that was to be deleted."""
    from ludex.cli.tables import undelete as keep

    raise click.exceptions.Exit(keep(folder_of(data), database, table))


@command(app)
def kick(table: Table, seat: SeatName, data: Data = None, database: Database = "") -> None:
    """Send somebody away: their link is void. The game master, or `ludex link`, can give the seat out anew."""
    from ludex.cli.tables import send_away

    raise click.exceptions.Exit(send_away(folder_of(data), database, table, seat, for_good=False))


@command(app)
def ban(table: Table, seat: SeatName, data: Data = None, database: Database = "") -> None:
    """Send somebody away for good: their link is void, and the seat is taken from the table."""
    from ludex.cli.tables import send_away

    raise click.exceptions.Exit(send_away(folder_of(data), database, table, seat, for_good=True))
