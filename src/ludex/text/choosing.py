"""A numbered list to choose from. At every prompt all commands of the table work too, and no slip loses anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.text import Text

from ludex.core.agenda import Command
from ludex.core.odds import Odds
from ludex.core.ruling import BadInput, Refusal, Refused
from ludex.text.naming import named
from ludex.text.screen import Quit
from ludex.text.style import EMBER, GOLD, QUIET
from ludex.text.table import Table

MOST_NAMES = 10  # of what was expected instead
MOST_MEANT = 4  # of what may have been meant
GAP = 3  # characters between columns


@dataclass(slots=True)
class Choice:
    words: str
    value: Any
    price: str = ""
    note: str = ""  # odds, or why it is worth a look
    warning: str = ""  # what it may draw
    command: Command | None = None  # of which the full odds can be told
    odds: Callable[[], Odds | None] | None = None  # where it is no command: how they are found
    refusal: Refusal | None = None


class Chosen(NamedTuple):
    value: Any
    force: bool = False
    waive: bool = False


class Changed(Exception):
    """A command at the prompt has changed the scene: what was asked has to be asked afresh."""


@dataclass(slots=True)
class Prompt:
    """What is being asked: the choices, those that are refused, and what else may be typed."""

    choices: Sequence[Choice]
    refused: Sequence[Choice] = ()
    hint: str = ""
    typed: Callable[[str, bool], Any] | None = None  # reads what is no number, by force too; nothing when it cannot
    back: bool = True
    first: int = 1  # the number of the first choice

    def number(self, words: str) -> Choice:
        """The choice with this number; refused ones are counted on."""
        every = [*self.choices, *self.refused]
        if not words.isdigit() or not self.first <= int(words) < self.first + len(every):
            raise BadInput(f"expected {self.numbers(len(every))}, not {words!r}")
        return every[int(words) - self.first]

    def meant(self, words: str) -> list[Choice]:
        """The choices that words may mean; the refused ones where no other does."""
        found = named(words, [(choice.words, choice) for choice in self.choices])
        return found or named(words, [(choice.words, choice) for choice in self.refused])

    def numbers(self, count: int) -> str:
        if count == 0:
            return ""
        return f"a number from {self.first} to {self.first + count - 1}" if count > 1 else str(self.first)


def choose(table: Table, prompt: Prompt) -> Chosen | None:
    """What was chosen; nothing when somebody goes back."""
    from ludex.text.commands import gm, obey

    listed(table, prompt)
    while True:
        words = table.screen.read()
        try:
            if prompt.back and words.lower() in ("b", "back"):
                return None
            if words == "?":
                list_refused(table, prompt)
                continue
            if words.startswith("force gm "):
                gm(table, words.removeprefix("force gm "), prompt, force=True)
            overruled = _overruling(prompt, words)
            if overruled is not None:
                return overruled
            if obey(table, words, prompt):
                continue
            return Chosen(_read(prompt, words))
        except Refused as fault:
            table.screen.fault(f"That may not be done: {table.veiled(str(fault))}. `force {words}` overrules it.")
        except BadInput as fault:
            table.screen.fault(cut(table.veiled(str(fault))))


def cut(words: str) -> str:
    """A list of names that is longer than anybody reads ends with `…`."""
    names = words.split(", ")
    return words if len(names) <= MOST_NAMES else ", ".join((*names[:MOST_NAMES], "…"))


def _overruling(prompt: Prompt, words: str) -> Chosen | None:
    word, _, rest = words.partition(" ")
    if word not in ("force", "waive"):
        return None
    force = word == "force"
    value = prompt.typed(rest, force) if prompt.typed is not None else None
    if value is None:
        named_so = prompt.meant(rest)
        value = named_so[0].value if len(named_so) == 1 else prompt.number(rest.strip()).value
    return Chosen(value, force, not force)


def _read(prompt: Prompt, words: str) -> Any:
    if words.isdigit() and (prompt.choices or prompt.typed is None):
        return _allowed(prompt.number(words))
    if prompt.typed is not None and words:
        value = prompt.typed(words, False)
        if value is not None:
            return value
    found = prompt.meant(words)
    if len(found) == 1:
        return _allowed(found[0])
    raise BadInput(_expected(prompt, words, found))


def _allowed(choice: Choice) -> Any:
    if choice.refusal is not None:
        raise Refused(choice.refusal)
    return choice.value


def _expected(prompt: Prompt, words: str, found: list[Choice]) -> str:
    many = f"{words!r} may be {', '.join(choice.words for choice in found[:MOST_MEANT])}"
    many += "…" if len(found) > MOST_MEANT else ""
    said = many if found else f"{words!r} is not understood" if words else ""
    ways = [prompt.numbers(len(prompt.choices)), prompt.hint, "`back`" if prompt.back else "", "`help`"]
    expected = "expected " + ", ".join(way for way in ways[:-1] if way) + f" or {ways[-1]}"
    return f"{said}; {expected}" if said else f"E{expected[1:]}"


# ---------------------------------------------------------------- listing


def listed(table: Table, prompt: Prompt) -> None:
    screen = table.screen
    if screen.plain:
        for number, choice in enumerate(prompt.choices, prompt.first):
            parts = [choice.words, choice.price, *choice.note.split("\n"), *choice.warning.split("\n")]
            screen.say(f"{number}. {', '.join(part for part in parts if part)}.")
    elif any(choice.note or choice.warning for choice in prompt.choices) or len(prompt.choices) < 6:
        for number, choice in enumerate(prompt.choices, prompt.first):
            screen.say(_line(number, choice))
            if choice.note:
                screen.under(choice.note, QUIET)
            if choice.warning:
                screen.under(choice.warning, EMBER)
    else:
        for line in _in_columns(prompt, screen.width):
            screen.say(line)
    refused = f"? what may not be done ({len(prompt.refused)})" if prompt.refused else ""
    shown = [part for part in (prompt.hint, "b back" if prompt.back else "", refused, "help") if part]
    screen.say("  ".join(shown) if not screen.plain else f"Also: {'; '.join(shown)}.", QUIET)


def _line(number: int, choice: Choice) -> Text:
    style = QUIET if choice.refusal is not None else ""
    line = Text.assemble((f"{number:>2} ", f"bold {GOLD}"), (choice.words, style or "bold"))
    if choice.price:
        line.append(f"  {choice.price}", style or GOLD)
    return line


def _in_columns(prompt: Prompt, width: int) -> list[Text]:
    """Side by side, two or three in a line; whatever is too long for a column takes two."""
    columns = 3 if width >= 110 else 2
    wide = (width + GAP) // columns
    lines: list[Text] = []
    taken = columns
    for number, choice in enumerate(prompt.choices, prompt.first):
        told = _line(number, choice)
        needs = min(columns, -(-(told.cell_len + GAP) // wide))
        if taken + needs > columns:
            lines.append(Text())
            taken = 0
        lines[-1].pad_right(taken * wide - lines[-1].cell_len)
        lines[-1].append_text(told)
        taken += needs
    return lines


def list_refused(table: Table, prompt: Prompt) -> None:
    """What may not be done now, and by which rule."""
    screen = table.screen
    if not prompt.refused:
        screen.say("Nothing is refused here.")
    for number, choice in enumerate(prompt.refused, len(prompt.choices) + prompt.first):
        assert choice.refusal is not None
        if screen.plain:
            screen.say(f"{number}. {choice.words}: {choice.refusal.reason}. Rule {choice.refusal.rule}.")
        else:
            why = Text.assemble((choice.refusal.reason, "italic"), "  ", (choice.refusal.rule, f"{QUIET} {GOLD}"))
            screen.say(Text.assemble(_line(number, choice), "  ", why))
    if prompt.refused:
        screen.say("`force NUMBER` does it all the same, as the game master; `waive NUMBER` waives a cost.", QUIET)


def confirm(table: Table, question: str) -> bool:
    """Yes or no; anything else is asked again, and one may look around first."""
    from ludex.text.commands import LOOKING, obey

    while True:
        words = table.screen.read(f"{question} (y/n) ").lower()
        if words in ("y", "yes"):
            return True
        if words in ("n", "no", "b", "back"):
            return False
        if words in ("quit", "exit"):
            raise Quit
        if words.partition(" ")[0] not in LOOKING:
            table.screen.fault(f"{words!r} is not understood; expected y or n")
            continue
        try:
            obey(table, words, Prompt((), back=False))
        except BadInput as fault:
            table.screen.fault(cut(table.veiled(str(fault))))
