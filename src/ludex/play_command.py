"""`ludex play`: the tables of this machine and the page to play at them; where there is no page, the text game."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import typer

from ludex.serve_command import Served, serve

NEEDED = ("litestar", "sqlalchemy", "uvicorn", "websockets")


def play_on_page(how: Served) -> int | None:
    """Serves the page until it is stopped; nothing where somebody wants the text game instead."""
    missing = why_not()
    if not missing:
        return serve(how)
    typer.echo(missing, err=True)
    typer.echo("The text game needs nothing more: ludex play --text", err=True)
    if sys.stdin.isatty() and typer.confirm("Play in the terminal now?", default=True):
        return None
    return 2


def why_not() -> str:
    """Why there is no page here, and how to get one; empty where there is."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    if absent:
        return f"The page needs more than is installed ({', '.join(absent)}): pip install 'ludex[server]'"
    from ludex.server.page import is_built

    if not is_built():
        return "The page has not been built: make page, in a checkout of Ludex, builds it with Node 20.19 or newer."
    return ""
