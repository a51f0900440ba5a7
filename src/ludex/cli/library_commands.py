"""`ludex packs`: its commands with their options and their help; `library` does the work."""

from __future__ import annotations

from typing import Annotated

import typer

from ludex.cli.operating import Data, Database, Json, folder_of

app = typer.Typer(
    help="The library of packs of a server, for whoever runs it; it may run meanwhile.",
    invoke_without_command=True,
    add_completion=False,
)


@app.callback()
def packs(context: typer.Context, data: Data = None, database: Database = "", as_json: Json = False) -> None:
    """All packs, the one that was changed last first."""
    if context.invoked_subcommand is None:
        from ludex.cli.library import listed

        raise typer.Exit(listed(folder_of(data), database, as_json))


@app.command()
def makers(data: Data = None, database: Database = "", as_json: Json = False) -> None:
    """Who makes packs here, and how much they keep."""
    from ludex.cli.library import makers as told

    raise typer.Exit(told(folder_of(data), database, as_json))


@app.command()
def link(
    maker: Annotated[str, typer.Argument(help="The name or id of a maker, as `ludex packs makers` lists them.")],
    new: Annotated[bool, typer.Option("--new", help="Somebody of this name who makes packs here from now on.")] = False,
    data: Data = None,
    database: Database = "",
    public_url: Annotated[
        str, typer.Option("--public-url", help="The address at which the server is reached, if not on this machine.")
    ] = "",
) -> None:
    """A new link for a maker who has lost theirs, or for a new one; the old link is void."""
    from ludex.cli.library import link as renew

    raise typer.Exit(renew(folder_of(data), database, maker, new, public_url))


@app.command()
def delete(
    pack: Annotated[str, typer.Argument(help="The id of a pack, as `ludex packs` lists it.")],
    data: Data = None,
    database: Database = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a pack for good, with all its versions. Tables keep what they have of it."""
    from ludex.cli.library import delete as put_an_end

    raise typer.Exit(put_an_end(folder_of(data), database, pack, yes))
