"""`ludex serve`: tables for several people, over the network. `ludex play` does the same, and opens the page."""

from __future__ import annotations

import re
import webbrowser
from pathlib import Path
from threading import Timer
from typing import NamedTuple

import typer

from ludex.core.kernel.ruling import BadInput

ADDRESS = re.compile(r"https?://[^\s/?#]+")
SOON = 0.6  # seconds after which the browser is opened: the server listens already, and answers by then


PORT = 8765


class Served(NamedTuple):
    """How tables are served."""

    data: Path
    database: str = ""
    host: str = ""
    port: int = PORT
    lan: bool = False
    public_url: str = ""
    open_house: bool = False
    proxy: bool = False
    any_port: bool = False  # where this one is taken
    browse: bool = False


def serve(how: Served) -> int:
    from ludex.server.http.asking import Settings
    from ludex.server.keys import hashed
    from ludex.server.run.serve import ANYWHERE, LOCAL, address_of, database_in, host_token, listening, run
    from ludex.table.desk.store import Store

    try:
        public = public_address(how.public_url)
        url = database_in(how.data)
        if how.database:
            url = how.database
            Store(url).close()  # it is one that can be used
        token = "" if how.open_house else host_token(how.data)
        where = how.host or (ANYWHERE if how.lan else LOCAL)
        try:
            listener = listening(where, how.port)
        except BadInput:
            if not how.any_port:
                raise
            listener = listening(where, 0)
            typer.echo(f"Port {how.port} is taken; another one is used.")
    except (BadInput, OSError) as fault:
        typer.echo(str(fault), err=True)
        return 2
    here = address_of(listener)
    address = public or ("" if where in (LOCAL, "localhost", "::1") else here)
    typer.echo(f"Ludex is at {address or here}")
    typer.echo(f"The host's token: {token}" if token else "Anybody who reaches it may found tables.")
    own = f"http://127.0.0.1:{listener.getsockname()[1]}" if where in (LOCAL, ANYWHERE) else here
    link = f"{own}/host#{token}" if token else f"{own}/"
    typer.echo(f"Your page, as the host: {link}")
    typer.echo(f"Others come by links that you give them, to {address}" if address else ONLY_HERE)
    if how.browse:
        opening = Timer(SOON, webbrowser.open, (link,))
        opening.daemon = True
        opening.start()
    run(Settings(database=url, host=hashed(token) if token else "", address=address, proxy=how.proxy), listener)
    return 0


ONLY_HERE = (
    "Only this machine reaches it; with --lan (make play LAN=1) phones and others in your network do, "
    "with --public-url anybody."
)


def public_address(given: str) -> str:
    """An address without a path, as others type it."""
    address = given.strip().rstrip("/")
    if address and not ADDRESS.fullmatch(address):
        raise BadInput(f"--public-url {given}: expected an address such as https://table.example.org, without a path")
    return address
