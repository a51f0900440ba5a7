"""What is being asked: choices by number and by name, and what else may be typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.show.odds import Odds
from ludex.core.show.price import NOTHING, Price
from ludex.text.naming import instead, named

NOTHING_TO_CHOOSE = "there is nothing to choose from"
MOST_MEANT = 4  # of what may have been meant


@dataclass(slots=True)
class Choice:
    words: str
    value: Any
    price: str = ""
    paid: Price = NOTHING  # the same by its units, where it is known
    note: str = ""  # odds, or why it is worth a look
    heard: str = ""  # the few of these odds that matter, for who listens: in place of the note
    warning: str = ""  # what it may draw
    command: Command | None = None  # of which the full odds can be told
    odds: Callable[[], Odds | None] | None = None  # where it is no command: how they are found
    refusal: Refusal | None = None
    names: tuple[str, ...] = ()  # by which it may be typed, where that is not simply its words


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
    hint: str = ""  # how what is no number is typed
    also: str = ""  # what else can be done here, as it is listed
    typed: Callable[[str, bool], Any] | None = None  # reads what is no number, by force too; nothing when it cannot
    back: bool = True
    first: int = 1  # the number of the first choice
    leads_on: bool = False  # more may have to be chosen after it, and may be typed at once
    otherwise: Callable[[str], None] | None = None  # what is done with words that are no choice, if they mean anything

    def number(self, words: str) -> Choice:
        """The choice with this number; refused ones are counted on."""
        every = [*self.choices, *self.refused]
        if not words.isdigit() or not self.first <= int(words) < self.first + len(every):
            raise BadInput(instead(words, numbers) if (numbers := self.numbers_listed) else NOTHING_TO_CHOOSE)
        return every[int(words) - self.first]

    def meant(self, words: str) -> list[Choice]:
        """The choices that words may mean; the refused ones where no other does."""
        found = named(words, [(name, choice) for choice in self.choices for name in choice.names or (choice.words,)])
        return found or named(words, [(choice.words, choice) for choice in self.refused])

    def named_exactly(self, words: str) -> bool:
        """Is this a choice, word for word? Then it is meant, whatever else could be typed."""
        return any(words.lower() == choice.words.lower() for choice in self.choices)

    def one(self, words: str) -> Choice:
        """The choice with this number or name."""
        found = [] if words.isdigit() else self.meant(words)
        if len(found) == 1:
            return found[0]
        return self.number(words) if words.isdigit() or not words else self.none_of(words, found)

    @property
    def numbers_listed(self) -> str:
        """The numbers of what is listed: those of what may not be done stand behind `?`."""
        return self.numbers(len(self.choices) or len(self.refused))

    def numbers(self, count: int) -> str:
        if count == 0:
            return ""
        return f"a number from {self.first} to {self.first + count - 1}" if count > 1 else str(self.first)

    def none_of(self, words: str, found: list[Choice]) -> NoReturn:
        """Words that mean none of the choices, or several of them: what can be typed instead."""
        if found:
            more = "…" if len(found) > MOST_MEANT else ""
            raise BadInput(f"{words!r} may be {', '.join(choice.words for choice in found[:MOST_MEANT])}{more}")
        numbers, back = self.numbers(len(self.choices)), "`back`" if self.back else ""
        raise BadInput(instead(words, numbers, back, "`help`", self.hint))
