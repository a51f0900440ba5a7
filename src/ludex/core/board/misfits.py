"""Boards that cannot be, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable

Misfit = tuple[str, str]  # the field, and what is wrong there


class BadBoard(ValueError):
    def __init__(self, misfits: Iterable[Misfit]) -> None:
        self.misfits = tuple(dict.fromkeys(misfits))
        super().__init__("; ".join(f"{field}: {problem}" for field, problem in self.misfits))


def raise_if_any(misfits: Iterable[Misfit]) -> None:
    found = tuple(misfits)
    if found:
        raise BadBoard(found)
