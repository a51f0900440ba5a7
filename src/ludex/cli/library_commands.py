"""`ludex packs`: its commands with their options and their help; `library` does the work."""

from __future__ import annotations

from typing import Annotated

import click

from ludex.cli.commands import Argument, Commands, Option, command, first
from ludex.cli.operating import AtAddress, Data, Database, Json, folder_of

app = Commands(
    help="The library of packs of a server, for whoever runs it; it may run meanwhile.",
    invoke_without_command=True,
)


@first(app)
def packs(data: Data = None, database: Database = "", as_json: Json = False) -> None:
    """All packs, the one that was changed last first."""
    if click.get_current_context().invoked_subcommand is None:
        from ludex.cli.library import listed

        raise click.exceptions.Exit(listed(folder_of(data), database, as_json))


@command(app)
def makers(data: Data = None, database: Database = "", as_json: Json = False) -> None:
    """Who makes packs here, and how much they keep."""
    from ludex.cli.library import makers as told

    raise click.exceptions.Exit(told(folder_of(data), database, as_json))


@command(app)
def link(
    maker: Annotated[str, Argument(help="The name or id of a maker, as `ludex packs makers` lists them.")],
    new: Annotated[bool, Option("--new", help="Somebody of this name who makes packs here from now on.")] = False,
    data: Data = None,
    database: Database = "",
    public_url: AtAddress = "",
) -> None:
    """A new link for a maker who has lost theirs, or for a new one; the old link is void."""
    from ludex.cli.library import link as renew

    raise click.exceptions.Exit(renew(folder_of(data), database, maker, new, public_url))


@command(app)
def delete(
    pack: Annotated[str, Argument(help="The id of a pack, as `ludex packs` lists it.")],
    data: Data = None,
    database: Database = "",
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a pack for good, with all its versions. Tables keep what they have of it."""
    from ludex.cli.library import delete as put_an_end

    raise click.exceptions.Exit(put_an_end(folder_of(data), database, pack, yes))
