"""Making a character, whatever the game: steps in order, what may be chosen in each, what it costs, and why something
may not be chosen.

A draft is the list of choices so far, so going back drops the last one, and the same choices make the same character.
A step that comes along with another has the other's name before its own: `boon 2`, `boon 2 stats`. Steps that ask for
the same again and again are a row: their names end with a number, and an empty choice ends it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol, cast

from ludex.core.book.rulebook import Value
from ludex.core.content.content import ContentError, Fault, Library
from ludex.core.kernel.english import listed
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import Question, Roll
from ludex.core.kernel.ruling import Refusal, cite


class Price(NamedTuple):
    """What something costs, in which thing; below nothing where it gives some."""

    amount: int
    unit: str
    most: int | None = None  # where it is chosen afterwards how much of it

    @property
    def words(self) -> str:
        span = f"{self.amount}" if self.most in (None, self.amount) else f"{self.amount} to {self.most}"
        return f"{span} {self.unit[:-1] if span == '1' and self.unit.endswith('s') else self.unit}"


class Option(NamedTuple):
    """Something that comes into question in a step, with the reason against it if there is one."""

    value: Plain
    name: str
    text: str = ""
    refusal: Refusal | None = None
    group: str = ""  # a heading under which it stands with others
    price: Price | None = None
    also: str = ""  # words by which it is found, beside those that it says


class Spent(NamedTuple):
    name: str  # of what it was spent on
    amount: int
    step: str  # in which


class Budget(NamedTuple):
    """Something of which there is only so much, and on what it was spent."""

    name: str
    unit: str
    total: int
    spent: tuple[Spent, ...] = ()

    @property
    def free(self) -> int:
        """Below nothing where more was spent than there is."""
        return self.total - sum([each.amount for each in self.spent])


class Remark(NamedTuple):
    """Something worth knowing of a draft that no rule forbids."""

    text: str
    rule: str
    severe: bool = False  # it will hurt; otherwise something is missing or left over


MOST_LETTERS = 100  # of a name
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
    chapter: str = ""  # the part of the book under which it stands with others
    budget: str = ""  # the name of the one from which it is paid
    least: int = 0  # of several
    most: int | None = None
    repeats: bool = False  # of several: the same one may be chosen more than once

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

    def unmade(self, choice: Any) -> list[Refusal]:
        """Why nothing could be made of a choice, whatever a table allows."""
        fault = self._misshapen(choice)
        if fault:
            return [Refusal(fault, self.rule)]
        if self.offer is None:
            return []
        offered = [option.value for option in self.offer()]
        unknown = [one for one in (choice if self.kind == "several" else (choice,)) if one not in offered]
        return [Refusal(f"{one!r} is not offered", self.rule) for one in dict.fromkeys(unknown)]

    def _misshapen(self, choice: Any) -> str:
        several = choice if isinstance(choice, tuple) else ()
        match self.kind:
            case "text":
                if not isinstance(choice, str) or not (choice.strip() and choice.isprintable()):
                    return "a name is needed, of letters that can be printed"
                return f"a name has at most {MOST_LETTERS} letters" if len(choice) > MOST_LETTERS else ""
            case "one":
                return "" if isinstance(choice, str | int) else "one of what is offered is needed"
            case "several":
                fits = isinstance(choice, tuple) and all([isinstance(one, str | int) for one in several])
                return "" if fits else "some of what is offered are needed"
            case "numbers":
                fits = len(several) == len(self.fields) and all([type(one) is int for one in several])
                return "" if fits else f"a number is needed for each: {listed(self.fields)}"
            case "faces":
                return "" if several and all([type(one) is int for one in several]) else "the faces of dice are needed"

    def _refused(self, choice: Any) -> Iterable[Refusal]:
        unmade = self.unmade(choice)
        return unmade or (self.against(choice) if self.against is not None else [])

    def standing(self, made: Chosen) -> list[Refusal]:
        """Every rule against a choice that no table has waived for it."""
        refused = self.refusals(made.choice)
        if not refused or not made.allowed or not self.waivable or self.unmade(made.choice):
            return refused
        return [refusal for refusal in refused if refusal.rule not in made.allowed]

    @property
    def waivable(self) -> bool:
        """Can a table allow what the rules refuse?"""
        return not self.firm and self.kind != "text"

    def told(self, choice: Plain) -> str:
        """What was chosen, by its name."""
        if self.kind == "numbers" and isinstance(choice, tuple):
            if len(self.fields) == 1:
                return Price(cast(int, choice[0]), self.fields[0]).words
            return ", ".join(f"{field} {number}" for field, number in zip(self.fields, choice, strict=True))
        names = {option.value: option.name for option in self.offer()} if self.offer is not None else {}
        chosen = choice if isinstance(choice, tuple) else (choice,)
        return ", ".join(str(names.get(part, part)) for part in chosen if part != "")


def chapter(title: str, *steps: Step | Iterable[Step]) -> Iterator[Step]:
    """Steps that stand in one chapter."""
    for part in steps:
        for step in (part,) if isinstance(part, Step) else part:
            yield replace(step, chapter=title)


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

    def before(self, step: str) -> Draft:
        """As it was when this step was to be decided."""
        names = [made.step for made in self.chosen]
        return replace(self, chosen=self.chosen[: names.index(step)]) if step in names else self

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


class Stepwise(Protocol):
    """What is decided step by step."""

    def steps(self, draft: Draft) -> Iterator[Step]:
        """Every decision in the order of the book, as far as the draft tells which there are."""

    def sheet(self, draft: Draft) -> list[tuple[str, str]]:
        """The numbers of the character as far as they are decided, each with its label."""

    def budgets(self, draft: Draft) -> list[Budget]:
        """Everything of which there is only so much, as far as the draft tells how much."""

    def warnings(self, draft: Draft) -> list[Remark]:
        """What whoever makes the character had better know, though no rule is broken."""


class Creation(Stepwise, Protocol):
    """How a game makes characters. A module of the game is one."""

    def of_table(self, options: Mapping[str, Value]) -> dict[str, Plain]:
        """What a table has decided already by its options, by the names of the steps."""

    def finish(self, draft: Draft) -> dict[str, list[Any]]:
        """The entries of content that the draft comes to, by kind; the character's last."""

    def faults(self, library: Library, entry: Any) -> list[Fault]:
        """What of a character no rule of creation allows, as a whole, each at the field that it is about."""

    def first_scene(self, entry: Any) -> dict[str, Any]:
        """A small scene for the new character, as the tables of a scene file."""


def about(field: str, refusals: Iterable[Refusal]) -> Iterator[Fault]:
    """What no rule allows, at the field of an entry that it is about."""
    for refusal in refusals:
        yield Fault(field, refusal.reason, refusal.rule)


def next_step(creation: Stepwise, draft: Draft) -> Step | None:
    """What is to be decided next; nothing when the character is whole."""
    return next((step for step in creation.steps(draft) if not draft.has(step.name)), None)


def library_with(library: Library, made: Mapping[str, Iterable[Any]]) -> Library:
    """The content with the entries that a draft comes to."""
    found = library.copy()
    for kind, entries in made.items():
        found.shelves[kind].entries |= {entry.id: entry for entry in entries}
    return found


def of_no_use(check: Callable[[Library, Any], Iterable[Fault]], library: Library, entry: Any) -> list[Remark]:
    """What a character has and can never use, by the check that a finished one is looked at with. One that cannot be
    made yet has nothing of which that could be said."""
    try:
        return [
            Remark(f"{each.problem[:1].upper()}{each.problem[1:]}", each.rule, True) for each in check(library, entry)
        ]
    except ContentError:
        return []


def left_over(budget: Budget, rule: str) -> list[Remark]:
    if budget.free <= 0:
        return []
    words = Price(budget.free, budget.unit).words
    return [Remark(f"{budget.name}: {words} of {budget.total} {'is' if budget.free == 1 else 'are'} left", rule)]


def thrown(step: Step, answer: Callable[[Roll[Any] | Question], Any]) -> Plain:
    """The choice that comes of a step of dice, each request of which is answered."""
    assert step.throw is not None
    running = step.throw().__await__()
    try:
        request = next(running)
        while True:
            request = running.send(answer(request))
    except StopIteration as done:
        return plain(done.value)
