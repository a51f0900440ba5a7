"""Making a character, whatever the game: steps in order, what may be chosen in each, and why something may not.

A draft is the list of choices so far, so going back drops the last one, and the same choices make the same character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol

from ludex.core.content.content import Fault, Library
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal, cite


class Option(NamedTuple):
    """Something that comes into question in a step, with the reason against it if there is one."""

    value: Plain
    name: str
    text: str = ""
    refusal: Refusal | None = None
    group: str = ""  # a heading under which it stands with others


RESERVED = ("scene", "turn", "gm", "party", "foes")  # words that a scene file uses itself

Against = Callable[[Any], Iterable[Refusal]]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision, which knows its own rules. `one` and `several` choose among options; `numbers` gives one number for
    each of `fields`; `faces` is a roll, or the faces of dice thrown by hand; `text` is a name."""

    name: str  # under which the draft keeps the choice
    title: str
    rule: str
    kind: Literal["one", "several", "numbers", "faces", "text"]
    text: str = ""
    offer: Callable[[], list[Option]] | None = None  # what comes into question, legal or not
    against: Against | None = None  # every rule against a choice among them
    each: Against | None = None  # of several: every rule against this one, whatever else is chosen
    throw: Callable[[], Awaitable[Plain]] | None = None  # of faces: the procedure; gives the choice
    fields: tuple[str, ...] = ()
    default: Plain = None  # what an empty line stands for
    firm: bool = False  # no table can allow what is refused: nothing could be made of it

    def options(self) -> list[Option]:
        """What comes into question; those that are not legal say why."""
        found = self.offer() if self.offer is not None else []
        against = self.against if self.kind == "one" else self.each
        if against is None:
            return found
        return [option._replace(refusal=next(iter(against(option.value)), None)) for option in found]

    def refusals(self, choice: Plain) -> list[Refusal]:
        """Every rule against this choice, each once."""
        found = list(dict.fromkeys(self._refused(choice)))
        cite(self.rule, *[refusal.rule for refusal in found])
        return found

    def _refused(self, choice: Any) -> Iterable[Refusal]:
        if self.kind == "text" and not (choice.strip() and choice.isprintable()):
            return [Refusal("a name is needed, of letters that can be printed", self.rule)]
        if self.offer is not None:
            offered = [option.value for option in self.offer()]
            unknown = [one for one in (choice if self.kind == "several" else (choice,)) if one not in offered]
            if unknown:
                return [Refusal(f"{one!r} is not offered", self.rule) for one in unknown]
        return self.against(choice) if self.against is not None else []


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

    def under(self, step: str) -> dict[str, Any]:
        """What was chosen along with a step: `stats` for `boon 2 stats`, under `boon 2`."""
        return {made.step[len(step) + 1 :]: made.choice for made in self.chosen if made.step.startswith(f"{step} ")}

    def take(self, step: str, choice: Plain, allowed: Iterable[str] = ()) -> Draft:
        return replace(self, chosen=(*self.chosen, Chosen(step, choice, tuple(allowed))))

    def back(self) -> Draft:
        return replace(self, chosen=self.chosen[:-1])

    @property
    def name(self) -> str:
        """What the character is called, as far as it is known."""
        return str(self.get("name", "New character")).strip()

    def id(self, *kinds: str) -> str:
        """The character's id: one that no entry of these kinds has."""
        taken = [id for kind in kinds for id in self.library.shelves[kind].entries]
        return free_id(self.name, "character", (*taken, *RESERVED))

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

    def steps(self, draft: Draft) -> Iterator[Step]:
        """Every decision in the order of the book, as far as the draft tells which there are."""

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        """The numbers of the character as far as they are decided, each with its label."""

    def finish(self, draft: Draft) -> dict[str, list[Any]]:
        """The entries of content that the draft comes to, by kind; the character's last."""

    def faults(self, library: Library, entry: Any) -> list[Fault]:
        """What of a character no rule of creation allows, as a whole, each at the field that it is about."""

    def first_scene(self, entry: Any) -> dict[str, Any]:
        """A small scene for the new character, as the tables of a scene file."""


def about(field: str, refusals: Iterable[Refusal]) -> Iterator[Fault]:
    """What no rule allows, at the field of an entry that it is about."""
    for reason, rule in refusals:
        yield Fault(field, reason, rule)


def next_step(creation: Creation, draft: Draft) -> Step | None:
    """What is to be decided next; nothing when the character is whole."""
    return next((step for step in creation.steps(draft) if not draft.has(step.name)), None)
