"""Making a character, whatever the game: steps in order, what may be chosen in each, and why something may not.

A draft is the list of choices so far, so going back drops the last one, and the same choices make the same character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol

from ludex.core.content.content import Library
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal


class Option(NamedTuple):
    """Something that comes into question in a step, with the reason against it if there is one."""

    value: Plain
    name: str
    text: str = ""
    refusal: Refusal | None = None
    group: str = ""  # a heading under which it stands with others


@dataclass(frozen=True, slots=True)
class Step:
    """One decision. `one` and `several` choose among options; `numbers` gives one number for each of `fields`;
    `faces` is a roll, or the faces of dice thrown by hand; `text` is free."""

    name: str
    title: str
    rule: str
    kind: Literal["one", "several", "numbers", "faces", "text"]
    text: str = ""
    fields: tuple[str, ...] = ()
    default: Plain = None  # what an empty line stands for
    firm: bool = False  # no table can allow what is refused: nothing could be made of it


class Chosen(NamedTuple):
    step: str
    choice: Plain
    allowed: tuple[str, ...] = ()  # the rules that the table has waived for it


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices made so far, in order."""

    library: Library
    chosen: tuple[Chosen, ...] = ()

    def get(self, step: str, default: Any = None) -> Any:
        for made in self.chosen:
            if made.step == step:
                return made.choice
        return default

    def has(self, step: str) -> bool:
        return any(made.step == step for made in self.chosen)

    def take(self, step: str, choice: Plain, allowed: Iterable[str] = ()) -> Draft:
        return replace(self, chosen=(*self.chosen, Chosen(step, choice, tuple(allowed))))

    def back(self) -> Draft:
        return replace(self, chosen=self.chosen[:-1])

    @property
    def allowed(self) -> tuple[str, ...]:
        """Every rule that was waived, once."""
        return tuple(dict.fromkeys(rule for made in self.chosen for rule in made.allowed))


def free_id(name: str, otherwise: str, taken: Iterable[str]) -> str:
    """An id made of a name, with a number behind it where the id is taken."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", letters).strip("_") or otherwise
    used = set(taken)
    found, number = base, 1
    while found in used:
        number += 1
        found = f"{base}_{number}"
    return found


class Creation(Protocol):
    """How a game makes characters. A module of the game is one."""

    def next_step(self, draft: Draft) -> Step | None:
        """What is to be decided next; nothing when the character is whole."""

    def options(self, draft: Draft) -> list[Option]:
        """What comes into question in this step, legal or not."""

    def refusals(self, draft: Draft, choice: Plain) -> list[Refusal]:
        """Every rule against this choice."""

    def throw(self, draft: Draft) -> Awaitable[Plain]:
        """The procedure of a step of the kind `faces`; gives the choice."""

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        """The numbers of the character as far as they are decided, each with its label."""

    def finish(self, draft: Draft) -> dict[str, list[Any]]:
        """The entries of content that the draft comes to, by kind; the character's last."""

    def faults(self, library: Library, entry: Any) -> list[Refusal]:
        """What of a character no rule of creation allows, as a whole."""

    def first_scene(self, entry: Any) -> dict[str, Any]:
        """A small scene for the new character, as the tables of a scene file."""
