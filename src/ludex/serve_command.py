"""`ludex serve`: tables for several people, over the network."""

from __future__ import annotations

from pathlib import Path

import typer

from ludex.core.ruling import BadInput


def serve(data: Path, database: str, host: str, port: int, lan: bool, open_house: bool) -> int:
    try:
        from ludex.server.asking import Settings
        from ludex.server.keys import hashed
        from ludex.server.serve import ANYWHERE, address_of, database_in, host_token, listening, run
    except ImportError as fault:
        typer.echo(f"ludex serve needs more than is installed ({fault.name}): pip install 'ludex[server]'", err=True)
        return 2
    try:
        url = database or database_in(data)
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        token = "" if open_house else host_token(data)
        listener = listening(ANYWHERE if lan and not host else host or "127.0.0.1", port)
    except (BadInput, OSError) as fault:
        typer.echo(str(fault), err=True)
        return 2
    typer.echo(f"Ludex is at {address_of(listener)}", nl=True)
    typer.echo(f"The host's token: {token}" if token else "Anybody who reaches it may found tables.")
    run(Settings(database=url, host=hashed(token) if token else ""), listener)
    return 0
