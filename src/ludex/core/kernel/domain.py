"""Domains: what may be answered. A domain checks an answer and can list a few without listing all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Protocol, TypeVar

from ludex.core.kernel.plain import Plain, fixed, same
from ludex.core.kernel.toml import listing, spelled

T = TypeVar("T")


class Domain(Protocol):
    def fault(self, answer: Plain) -> str:
        """What is wrong with this answer; empty when it may be given."""

    def some(self) -> Iterator[Plain]:
        """Answers that may be given: all where they are few, some otherwise."""

    @property
    def options(self) -> Sequence[Plain]:
        """What there is to choose from: the answers, or what an answer is made up of."""


def _says(values: tuple[Plain, ...]) -> str:
    return listing(values[:12]) + (", …" if len(values) > 12 else "")


def spread(values: Sequence[T], most: int) -> Sequence[T]:
    """At most so many of these, evenly spread over all, in their order."""
    count = len(values)
    return values if count <= most else [values[number * count // most] for number in range(most)]


@fixed
class OneOf:
    """One of these."""

    values: tuple[Plain, ...]

    def fault(self, answer: Plain) -> str:
        for value in self.values:
            if same(answer, value):
                return ""
        return f"{spelled(answer)} was not offered; expected one of: {_says(self.values)}"

    def some(self) -> Iterator[Plain]:
        return iter(self.values)

    @property
    def options(self) -> Sequence[Plain]:
        return self.values


YES_NO = OneOf((True, False))


@fixed
class Amount:
    """A whole number between two bounds, both included."""

    least: int
    most: int

    def fault(self, answer: Plain) -> str:
        if isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most:
            return ""
        return f"{spelled(answer)} is not a whole number from {self.least} to {self.most}"

    def some(self) -> Iterator[Plain]:
        return iter(self.options)

    @property
    def options(self) -> Sequence[Plain]:
        return range(self.least, self.most + 1)


@fixed
class Several:
    """Between `least` and `most` different ones of these, in any order; `fits` may ask for more. Choices that differ
    only in what is `alike` are listed once."""

    values: tuple[Plain, ...]
    least: int = 0
    most: int = 10**9
    fits: Callable[[tuple[Plain, ...]], str] | None = None  # what is wrong with a selection
    alike: Callable[[Plain], str] | None = None  # the same for two that it makes no difference between

    def fault(self, answer: Plain) -> str:
        if not isinstance(answer, tuple):
            return f"{spelled(answer)} is not a list"
        for part in answer:
            if not any(same(part, value) for value in self.values):
                return f"{spelled(part)} was not offered; expected some of: {_says(self.values)}"
        if len(set(answer)) != len(answer):
            return "the same one is named twice"
        most = min(self.most, len(self.values))
        if not self.least <= len(answer) <= most:
            return f"{len(answer)} are named; expected {self.least} to {most}"
        return self.fits(answer) if self.fits else ""

    def some(self) -> Iterator[Plain]:
        sizes = range(self.least, min(self.most, len(self.values)) + 1)
        every = (c for size in sizes for c in islice(combinations(self.values, size), 4096))
        fitting = (c for c in every if self.fits is None or not self.fits(c))
        return islice(self._unlike(fitting), 64)

    @property
    def options(self) -> Sequence[Plain]:
        return self.values

    def _unlike(self, among: Iterator[tuple[Plain, ...]]) -> Iterator[Plain]:
        told = set()
        for chosen in among:
            kinds = tuple(sorted(map(self.alike, chosen))) if self.alike is not None else chosen
            if kinds not in told:
                told.add(kinds)
                yield chosen


@fixed
class Split:
    """Some of a number of equal things, dealt out to others: pairs of a name and how many, each name once."""

    among: tuple[str, ...]
    most: int

    def fault(self, answer: Plain) -> str:
        if not isinstance(answer, tuple):
            return f"{spelled(answer)} is not a list of pairs, each a name and a number"
        names = []
        given = 0
        for part in answer:
            if not isinstance(part, tuple) or len(part) != 2:
                return f"{spelled(part)} is not a pair of a name and a number"
            name, count = part
            if name not in self.among:
                return f"{spelled(name)} was not offered; expected some of: {_says(self.among)}"
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                return f"{spelled(count)} is not a whole number from 1 on"
            names.append(name)
            given += count
        if len(set(names)) != len(names):
            return "the same one is named twice"
        return "" if given <= self.most else f"{given} are given, and there are {self.most}"

    def some(self) -> Iterator[Plain]:
        """Nothing, then all to one, then the first ones spread over several."""
        yield ()
        for count in range(self.most, 0, -1):
            for name in self.among:
                yield ((name, count),)
        for size in range(2, min(self.most, len(self.among)) + 1):
            for names in islice(combinations(self.among, size), 16):
                yield tuple((name, 1) for name in names)

    @property
    def options(self) -> Sequence[Plain]:
        return self.among
