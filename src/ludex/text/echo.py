"""Lines that are printed as they are: names and words may come from anywhere, a file, a pack or a table, and cannot
steer the terminal. All that is printed goes through here or `terminal`."""

from __future__ import annotations

import click

from ludex.core.kernel.letters import harmless


def echo(words: str = "", nl: bool = True, err: bool = False) -> None:
    """A line as it is, for people or programs."""
    click.echo(harmless(words), nl=nl, err=err)
