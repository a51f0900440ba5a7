"""Dice that have fallen before and fall once more: where somebody goes on from a moment that is over, each throw shows
what it showed then, as far as the same one throws the same dice by the same rule. All later ones are new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.core.kernel.dice import Faces, throw
from ludex.core.kernel.procedure import Roll

AGAIN = "again"  # of a roll in a journal: its dice have fallen before
OF = "of"  # and whose they were, where they are taken from here

Thrown = Sequence[tuple[int, int]]  # the sides and the face of each die, in the order in which they fell


def whose(by: str, rule: str) -> str:
    """The name under which the throws of somebody by a rule stand."""
    return f"{rule} {by}"


class FallenBefore:
    def __init__(self, throws: Mapping[str, Sequence[Thrown]] | None = None) -> None:
        """`throws`: of each by `whose`, the next one first."""
        self._throws = {key: list(each) for key, each in (throws or {}).items()}

    def faces(self, request: Roll[Any]) -> Faces | None:
        """What a roll shows once more; nothing where it is not the one that was thrown then."""
        waiting = self._throws.get(whose(request.by, request.rule))
        if not waiting:
            return None
        left = list(waiting[0])

        def next_face(sides: int) -> int:
            if not left or left[0][0] != sides:
                raise LookupError
            return left.pop(0)[1]

        try:
            fallen = throw(request.pool, next_face)[1]
        except LookupError:
            return None
        return fallen if not left else None

    def used(self, key: str) -> None:
        """The next throw of somebody by a rule has fallen."""
        del self._throws[key][:1]

    def to_plain(self) -> dict[str, list[list[tuple[int, int]]]]:
        """Those that are left."""
        return {
            key: [[(sides, face) for sides, face in one] for one in each] for key, each in self._throws.items() if each
        }
