"""The terminal with colours and tables, as Rich draws it. What comes from anywhere cannot steer it; lines as they are
are printed by `echo`."""

from __future__ import annotations

from typing import Any

from rich import console
from rich.console import ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment

from ludex.core.kernel.letters import harmless


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
