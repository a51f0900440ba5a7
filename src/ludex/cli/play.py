"""`ludex play`: the tables of this machine and the page to play at them; where there is no page, the text game."""

from __future__ import annotations

import sys

import click

from ludex.cli.serve import Served, serve
from ludex.text.echo import echo


def play_on_page(how: Served) -> int | None:
    """Serves the page until it is stopped; nothing where somebody wants the text game instead."""
    from ludex.server.http.page import is_built

    if is_built():
        return serve(how)
    echo("The page has not been built: make page, in a checkout of Ludex, builds it.", err=True)
    echo("The text game needs nothing more: ludex play --text", err=True)
    if sys.stdin.isatty() and click.confirm("Play in the terminal now?", default=True):
        return None
    return 2
