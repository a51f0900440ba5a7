"""Notes that teach a game by playing it: when to say what. They stand in `coach.toml` of a game; whoever shows them
looks at what a seat sees, and at nothing else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import tomli

from ludex.core.book.rulebook import Rulebook
from ludex.core.kernel.reading import read

Words = Annotated[str, msgspec.Meta(min_length=1)]


class When(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts on which a note waits: all that are given hold at once."""

    turn: Literal["own", "other", ""] = ""  # whose turn it is
    fresh: bool = False  # and nothing was done in it yet
    question: str = ""  # one is asked something by this rule
    told: str = ""  # the log has cited this rule
    condition: str = ""  # one's own is under it
    fate: Literal["down", "out", "dead", "left", ""] = ""  # what has become of one's own
    foe: Literal["down", "out", "dead", "left", ""] = ""  # what has become of somebody else
    pool: str = ""  # less than half of it is left to one's own
    round: int = 0  # it has come so far
    over: bool = False  # the scene is over
    after: str = ""  # another note has been read


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Words
    title: Words
    words: Words
    when: When
    rule: str = ""  # where to read on


class CoachError(ValueError):
    """Notes that cannot be used: which file, which note, and what was expected."""


@lru_cache(maxsize=8)
def notes(path: Path) -> tuple[Note, ...]:
    """The notes of a game in their order; none where it has no such file."""
    if not path.is_file():
        return ()
    try:
        raw = tomli.loads(path.read_text(encoding="utf-8"))
        return read(raw.get("note", []), tuple[Note, ...])
    except (tomli.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise CoachError(f"{path}: {fault}") from None


def faults(given: tuple[Note, ...], book: Rulebook) -> list[str]:
    """What in the notes refers to nothing."""
    known = {note.id for note in given}
    found = []
    for note in given:
        for rule in (note.rule, note.when.question, note.when.told):
            if rule and rule not in book.rules:
                found.append(f"note {note.id}: there is no rule {rule!r}")
        if note.when.after and note.when.after not in known:
            found.append(f"note {note.id}: after: there is no note {note.when.after!r}")
    return found
