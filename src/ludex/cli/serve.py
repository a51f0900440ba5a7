"""`ludex serve`: tables for several people, over the network. `ludex play` does the same, and opens the page."""

from __future__ import annotations

import logging
import re
import shlex
import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from ludex.cli import running
from ludex.cli.mcp import check_installed
from ludex.core.kernel.ruling import BadInput
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.server.watch.logs import Logging

logger = logging.getLogger(__name__)

ADDRESS = re.compile(r"https?://[^\s/?#]+")
SOON = 0.6  # seconds after which the browser is opened: the server listens already, and answers by then
PORT = 8765
LEAST_TOKEN = 16  # characters


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
    metrics_token: Path | None = None  # the file in which it stands
    log: Logging | None = None  # none: what goes wrong, to standard error
    log_addresses: bool = False
    quota: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    any_port: bool = False  # where this one is taken
    browse: bool = False
    show_link: bool = False  # the host's link is printed: on one's own machine alone
    helpers: int | None = None  # as many as the machine has room for
    workers: int = 1  # processes that hold tables
    assistants: bool = False  # at /mcp
    webhooks_to: tuple[str, ...] = ()  # hosts of chat rooms


def serve(how: Served) -> int:
    from ludex.core.files.version import version_here
    from ludex.server.apart.pool import usual_helpers
    from ludex.server.http.asking import Settings
    from ludex.server.http.hosts import HERE, names_of
    from ludex.server.http.shelf import SHELF_FILE
    from ludex.server.keys import hashed
    from ludex.server.run.serve import ANYWHERE, LOCAL, TOKEN_FILE, address_of, database_in, host_token, listening, run
    from ludex.server.watch.logs import Logging, begin_log
    from ludex.server.webhooks import allowed_hosts
    from ludex.table.desk.damage import make_ready
    from ludex.table.desk.quota import OPEN_HOUSE, Quota, quota_from
    from ludex.table.desk.store import Store

    try:
        if how.assistants:
            check_installed()
        if how.workers > 1 and not hasattr(socket, "send_fds"):
            raise BadInput(
                "--workers: this system cannot share lines out among processes; one process holds all tables"
            )
        public = public_address(how.public_url)
        metrics = token_in(how.metrics_token) if how.metrics_token is not None else ""
        quota = quota_from(how.quota, Quota(store=OPEN_HOUSE if how.open_house else 0))
        where = how.host or (ANYWHERE if how.lan else LOCAL)
        hosts = names_of(how.allowed_hosts, public, in_network=where not in HERE)
        webhooks = allowed_hosts(how.webhooks_to)
        folder = database_in(how.data)  # where the host's token is, too
        url = how.database or folder
        alone = None if how.database else running.lock(how.data)
        log = how.log or Logging("warning")
        begin_log(log)
        store = Store(url)
        try:
            make_ready(store, where_of(url))
        finally:
            store.close()
        token = "" if how.open_house else host_token(how.data)
        try:
            listener = listening(where, how.port)
        except BadInput:
            if not how.any_port:
                raise
            listener = listening(where, 0)
            echo(f"Port {how.port} is taken; another one is used.")
        here = address_of(listener)
        own = f"http://127.0.0.1:{listener.getsockname()[1]}" if where in (LOCAL, ANYWHERE) else here
        if alone is not None:
            alone.tell(own)
    except (BadInput, OSError) as fault:
        if isinstance(fault, running.Taken) and how.show_link:
            return show_other(how, fault.server)
        echo(str(fault), err=True)
        return 2
    address = public or ("" if where in HERE else here)
    echo(f"Ludex is at {address or here}")
    if public:
        echo(f"It listens at {here}, for what stands in front of it.")
    link = link_of(own, token)
    if not token:
        echo("Anybody who reaches it may found tables.")
    elif how.show_link:
        echo(f"Your page, as the host: {link}")
    else:
        echo(f"The host's token is in {how.data / TOKEN_FILE}; its link is told by: {link_command(how, own)}")
    if how.assistants:
        echo(f"Assistants come to {address or own}/mcp (docs/assistants.md).")
    echo(f"Others come by links that you give them, to {address}" if address else ONLY_HERE)
    if how.browse:
        opening = Timer(SOON, webbrowser.open, (link,))
        opening.daemon = True
        opening.start()
    helpers = how.helpers if how.helpers is not None else usual_helpers()
    settings = Settings(
        database=url, host=hashed(token) if token else "", address=address, proxy=how.proxy, quota=quota, hosts=hosts,
        metrics=hashed(metrics) if metrics else "", log=log, addresses=how.log_addresses, helpers=helpers,
        assistants=own if how.assistants else "", shelf=how.data / SHELF_FILE, webhooks=webhooks,
        mark=alone.mark if alone is not None else "",
    )  # fmt: skip
    logger.info("Ludex %s begins, at %s, with the store at %s", version_here(), here, where_of(url))
    if how.workers == 1:
        run(settings, listener)
    else:
        from ludex.server.run.workers import run_all

        run_all(settings._replace(helpers=-(-helpers // how.workers)), listener, how.workers)
    return 0


def show_other(how: Served, server: running.Running) -> int:
    """The page of another server that has these tables, for its host."""
    from ludex.server.run.serve import host_token

    link = link_of(server.address, "" if server.open else host_token(how.data))
    echo(f"Ludex is running with these tables already, at {server.address}")
    echo(f"Your page, as the host: {link}")
    echo("To start it otherwise, end it first: Ctrl-C where it runs.")
    if how.browse:
        webbrowser.open(link)
    return 0


def link_of(own: str, token: str) -> str:
    """The page, for whoever runs the server; without a token it is open to anybody."""
    return f"{own}/host#{token}" if token else f"{own}/"


def where_of(url: str) -> str:
    """Where a store is, without the password to it."""
    from sqlalchemy import make_url

    found = make_url(url)
    return str(found.database) if found.get_backend_name() == "sqlite" else found.render_as_string()


def link_command(how: Served, own: str) -> str:
    """What tells the host's link, on this machine."""
    return shlex.join(["ludex", "link", "--host", "--data", str(how.data), "--public-url", how.public_url or own])


def token_in(path: Path) -> str:
    try:
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"--metrics-token-file {path}: {getattr(fault, 'strerror', None) or 'it is no text'}") from None
    if len(found) < LEAST_TOKEN:
        raise BadInput(f"--metrics-token-file {path}: expected a token of at least {LEAST_TOKEN} characters")
    return found


ONLY_HERE = "Only this machine reaches it; with --lan phones and others in your network do, with --public-url anybody."


def public_address(given: str) -> str:
    """An address without a path, as others type it."""
    address = given.strip().rstrip("/")
    if address and not ADDRESS.fullmatch(address):
        raise BadInput(f"--public-url {given}: expected an address such as https://table.example.org, without a path")
    return address
