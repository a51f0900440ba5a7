"""Where people read and write: a Rich console, or plain lines for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from ludex.core.kernel.letters import harmless
from ludex.core.show.face import Line
from ludex.core.show.marks import capital
from ludex.text.style import EMBER, GOLD, QUIET, ended
from ludex.text.terminal import Console

EXACTLY = re.compile(r" {2,}\(\d+(/\d+)?\) {2,}")  # a chance as a fraction, in a column of its own


class Quit(Exception):
    """Whoever sits at the table gets up. Nothing is lost."""


class Screen:
    def __init__(self, console: Console, plain: bool = False) -> None:
        self.console = console
        self.plain = plain
        self.ahead = ""  # what was typed for the next prompts already
        self.aloud: Callable[[str], str] = str  # plain lines, as the game has them read

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def wide(self) -> bool:
        """Is there room for the map and the beings side by side?"""
        return not self.plain and self.width >= 116

    def say(self, words: RenderableType = "", style: str = "") -> None:
        if isinstance(words, str):
            words = Text(words, style)
        if self.plain and isinstance(words, Text):
            self.console.print(self.aloud(in_words(words.plain)), markup=False, highlight=False, soft_wrap=True)
        else:
            self.console.print(words, highlight=False)

    def under(self, words: str | Text, style: str = "", indent: int = 4) -> None:
        """A line that belongs to the one above it."""
        text = Text(words, style) if isinstance(words, str) else words
        if self.plain:
            self.say(text)
        else:
            for line in text.wrap(self.console, max(20, self.width - indent)):
                line.rstrip()
                self.console.print(Text(" " * indent) + line, highlight=False, no_wrap=True)

    def heading(self, words: str, style: str = "bold") -> None:
        if self.plain:
            self.say(words + ("" if words.endswith((".", "?")) else "."))
        else:
            self.console.print(Rule(Text(words, style), align="left", style=QUIET))

    def fault(self, words: str) -> None:
        """What was wrong with what was typed."""
        self.say(ended(capital(words)) if self.plain else words, EMBER)

    def lines(self, lines: Iterable[Line]) -> None:
        """Lines of the log, with the rule behind each for whoever sees: who listens asks for it by `rule`."""
        for line in lines:
            if line.rank == "round":
                self.heading(line.words, f"bold {GOLD}")
            elif line.rank in ("turn", "end"):
                self.say(Text(line.words + ("." if self.plain else ""), "bold"))
            elif self.plain:
                self.say(ended(line.words))
            else:
                self.under(Text.assemble(line.words, "  ", (line.rule, f"{QUIET} {GOLD}")), indent=2)

    @contextmanager
    def thinking(self, long: bool) -> Iterator[None]:
        """While somebody takes long over a decision; whose it is may be nobody's to know."""
        if not long:
            yield
        elif self.plain:
            self.say("thinking…")
            yield
        else:
            with self.console.status("thinking…"):
                yield

    def read(self, prompt: str = "> ") -> str:
        """What somebody types, or has typed ahead. The end of the input and Ctrl-C mean that they go."""
        if self.ahead:
            words, self.ahead = self.ahead, ""
            return words
        try:
            return input(harmless(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            self.say()
            raise Quit from None


def in_words(line: str) -> str:
    """A line as it is read aloud: no columns, none of them for fractions, and no signs that go unsaid."""
    line = EXACTLY.sub("  ", line.strip())
    line = re.sub(r"(?<=\S) {2,}(?=\S)", ", ", line)
    return re.sub(r"([<>])(?=\d)", lambda sign: {"<": "less than ", ">": "more than "}[sign[1]], line)


def console_for(plain: bool, width: int | None = None) -> Console:
    """Plain means no colour, no styles, no boxes: nothing but words."""
    if plain:
        return Console(color_system=None, force_terminal=False, highlight=False, width=width, soft_wrap=True)
    return Console(highlight=False, width=width)
