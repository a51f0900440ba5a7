"""The terminal: names and words may come from anywhere, a file, a pack or a table, and cannot steer it. All that is
printed goes through here."""

from __future__ import annotations

from typing import Any

import typer
from rich import console
from rich.console import ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment

from ludex.core.kernel.letters import harmless


def echo(words: str = "", nl: bool = True, err: bool = False) -> None:
    """A line as it is, for people or programs."""
    typer.echo(harmless(words), nl=nl, err=err)


class Console(console.Console):
    """Rich's own, which may steer the terminal; what it prints may not."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.push_render_hook(_AllHarmless())


class _AllHarmless(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Harmless(each) for each in renderables]


class _Harmless:
    def __init__(self, what: RenderableType) -> None:
        self.what = what

    def __rich_console__(self, console: console.Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self.what, options):
            yield Segment(text if control else harmless(text), style, control)
