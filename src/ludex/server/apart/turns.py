"""Who is next: each in turn, whoever came first before others, and in a house of many its people in turn too."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """What waits, by house (a table, an address) and person (a seat). Of every house one is taken, then of every house
    one more; so whoever asks much waits for themselves."""

    def __init__(self) -> None:
        self._houses: dict[str, dict[str, deque[T]]] = {}

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def waiting(self, house: str, person: str) -> int:
        return len(self._houses.get(house, {}).get(person, ()))

    def add(self, house: str, person: str, what: T) -> None:
        self._houses.setdefault(house, {}).setdefault(person, deque()).append(what)

    def take(self, free: Callable[[str, str], bool], had: Callable[[str], int] = lambda house: 0) -> T | None:
        """The next one of somebody who is free, of a house that has `had` least; they and their house are the last to
        be asked again."""
        everybody = ((house, person) for house, people in self._houses.items() for person in people)
        found = min((each for each in everybody if free(*each)), key=lambda each: had(each[0]), default=None)
        if found is None:
            return None
        house, person = found
        people = self._houses.pop(house)
        waiting = people.pop(person)
        taken = waiting.popleft()
        if waiting:
            people[person] = waiting
        if people:
            self._houses[house] = people
        return taken

    def drop(self, what: T) -> None:
        """Somebody waits no longer."""
        for house, people in list(self._houses.items()):
            for person, waiting in list(people.items()):
                if what in waiting:
                    waiting.remove(what)
                    if not waiting:
                        del people[person]
            if not people:
                del self._houses[house]

    def __iter__(self) -> Iterator[T]:
        """All in the order in which they would be taken, were everybody free."""
        houses = [list(_in_turn([list(each) for each in people.values()])) for people in self._houses.values()]
        return _in_turn(houses)


def _in_turn(lines: list[list[T]]) -> Iterator[T]:
    for number in range(max(map(len, lines), default=0)):
        yield from [line[number] for line in lines if number < len(line)]
