"""`ludex serve`: tables for several people, over the network."""

from __future__ import annotations

from pathlib import Path

import typer

from ludex.core.ruling import BadInput


def serve(data: Path, database: str, host: str, port: int, lan: bool, open_house: bool) -> int:
    try:
        from ludex.server.asking import Settings
        from ludex.server.keys import hashed
        from ludex.server.serve import ANYWHERE, LOCAL, address_of, database_in, host_token, listening, run
        from ludex.table.store import Store
    except ImportError as fault:
        typer.echo(f"ludex serve needs more than is installed ({fault.name}): pip install 'ludex[server]'", err=True)
        return 2
    try:
        url = database_in(data)
        if database:
            url = database
            Store(url).close()  # it is one that can be used
        token = "" if open_house else host_token(data)
        listener = listening(host or (ANYWHERE if lan else LOCAL), port)
    except (BadInput, OSError) as fault:
        typer.echo(str(fault), err=True)
        return 2
    typer.echo(f"Ludex is at {address_of(listener)}")
    typer.echo(f"The host's token: {token}" if token else "Anybody who reaches it may found tables.")
    run(Settings(database=url, host=hashed(token) if token else ""), listener)
    return 0
