"""Scenes that are reached on the way: equal ones are one, and whoever has come least far goes on first."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import heappush
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.core.kernel.scene import Scene
from ludex.core.referee.lifted import Places, Values, put_in

S = TypeVar("S", bound=Scene[Any])

NOTHING = Fraction(0)
Progress = tuple[int, ...]
Made = dict[tuple[object, ...], Any]  # beings, by who they were made of and their numbers
Held = tuple[int, str, tuple[int, ...]]  # a number of somebody: which of all, in which field, and where in that
BELOW = 1 << 60  # at the end of a progress: what is carried to its end comes before what waits below it


class Reached(Generic[S]):
    """Scenes that paths lead to and that differ in numbers alone, each with its weight as long as it has not been
    followed on."""

    __slots__ = ("hashes", "held", "key", "number", "paths", "places", "queued", "scene", "step", "waiting", "whole")

    def __init__(self, scene: S, places: Places, number: int) -> None:
        self.scene = scene  # with each of its numbers as it was before anything happened
        self.places = places
        self.held: list[tuple[str, list[Held]]] | None = None  # the same by who has them, once that was asked for
        self.waiting: dict[Values, int] = {}
        self.whole = 1  # of which they are parts
        self.key: tuple[object, ...] = ()  # what the scene holds, and the hash of each part of that, once that is known
        self.hashes: tuple[int, ...] = ()
        self.number = number
        self.queued = False
        self.step = scene.agenda[0].step if scene.agenda else None
        # Where each leads to, once the next step was run
        self.paths: dict[Values, Onwards[S]] = {}

    def gain(self, values: Values, weight: int, whole: int) -> None:
        if whole != self.whole:
            weight *= self._have_as_parts_of(whole) // whole
        self.waiting[values] = self.waiting[values] + weight if values in self.waiting else weight

    def _have_as_parts_of(self, whole: int) -> int:
        """What waits, as parts of something of which all of this are parts too."""
        before, self.whole = self.whole, lcm(self.whole, whole) if self.waiting else whole
        if self.waiting and (times := self.whole // before) > 1:
            self.waiting = {values: weight * times for values, weight in self.waiting.items()}
        return self.whole

    def weight(self) -> Fraction:
        return Fraction(sum(self.waiting.values()), self.whole)

    def follow(self) -> tuple[dict[Values, int], int]:
        """What waits is followed on: all weights, in their lowest terms."""
        weights, whole = self.waiting, self.whole
        self.waiting, self.queued = {}, False
        common = gcd(whole, *weights.values())
        if common > 1:
            return {values: weight // common for values, weight in weights.items()}, whole // common
        return weights, whole

    def with_numbers(self, values: Values, made: Made) -> S:
        """The scene with these numbers, to be looked at: whoever is the same in several of these scenes is made once,
        and in all of them."""
        if not self.places:
            return self.scene
        scene = self.scene.fork_some(())
        beings = scene.beings
        for name, parts in self._held():
            holder: Any = scene
            if name:
                before = beings[name]
                key = id(before), *[values[part] for part, _, _ in parts]
                if key in made:
                    beings[name] = made[key]
                    continue
                holder = beings[name] = made[key] = before.fork()
            for part, field, where in parts:
                put_in(holder, field, where, values[part])
        return scene

    def _held(self) -> list[tuple[str, list[Held]]]:
        """Which of its numbers each has, or the scene."""
        if self.held is None:
            found: dict[str, list[Held]] = {}
            for part, (name, field, where) in enumerate(self.places):
                found.setdefault(name, []).append((part, field, where))
            self.held = list(found.items())
        return self.held


Waiting = tuple[Progress, int, Reached[S]]
Leads = tuple[Reached[S], Values, int]  # to which scene, with which numbers, and with which share
Reaches = tuple[Reached[S], Values, int]  # the same, and of which whole that share is a part


class Onwards(NamedTuple, Generic[S]):
    """Where a step leads to, and how likely."""

    leads: list[Leads[S]]
    whole: int  # of which their shares are parts
    left: Fraction  # the share that was left unexplored


class Met(Generic[S]):
    """Scenes by what they hold: equal ones are one. To look at all that a scene holds is dear, so it is done only where
    another one has the same steps to come; once for each, and only for what a step has changed."""

    def __init__(self, start: S) -> None:
        self.all: list[Reached[S]] = []
        self.start = self._add(start, ())
        self.first: dict[object, Reached[S]] = {
            ((), _to_come(start)): self.start
        }  # of those with the same steps to come
        self.alike: dict[int, list[Reached[S]]] = {}  # those that were looked at

    def meet(self, scene: S, places: Places, before: Reached[S], several: bool) -> Reached[S]:
        """A scene, and the one it has come from. Where there are several numbers at once, one may be left in it, and
        looking at it brings that up."""
        to_come = places, _to_come(scene)
        first = self.first.get(to_come)
        if first is None and not several:
            reached = self.first[to_come] = self._add(scene, places)
            return reached
        key, hashes = self._look_at(scene, before)
        if first is not None and not first.hashes:
            self._keep(first, *self._look_at(first.scene, before))
        for reached in self.alike.get(hash(hashes), ()):
            if reached.places == places and reached.key == key:
                return reached
        reached = self._add(scene, places)
        self._keep(reached, key, hashes)
        self.first.setdefault(to_come, reached)
        return reached

    def _add(self, scene: S, places: Places) -> Reached[S]:
        self.all.append(Reached(scene, places, len(self.all)))
        return self.all[-1]

    def _keep(self, reached: Reached[S], key: tuple[object, ...], hashes: tuple[int, ...]) -> None:
        reached.key, reached.hashes = key, hashes
        self.alike.setdefault(hash(hashes), []).append(reached)

    def _look_at(self, scene: S, before: Reached[S]) -> tuple[tuple[object, ...], tuple[int, ...]]:
        """What a scene holds, and the hash of each part of that; most parts are as they were before."""
        key = scene.key()
        was = before if before.hashes else self.start
        if not was.hashes:
            start = was.scene.key()
            self._keep(was, start, tuple(map(hash, start)))
        if len(was.key) != len(key):
            return key, tuple(map(hash, key))
        parts = zip(key, was.key, was.hashes, strict=True)
        return key, tuple([known if part is old or part == old else hash(part) for part, old, known in parts])


def _to_come(scene: Scene[Any]) -> tuple[object, ...]:
    return tuple([entry.step for entry in scene.agenda])


def weight_of(faint: list[Waiting[S]]) -> Fraction:
    return sum((reached.weight() for _, _, reached in faint), NOTHING)


def wake(
    faint: list[Waiting[S]], queue: list[Waiting[S]], least: Fraction, dear: Mapping[object, int]
) -> list[Waiting[S]]:
    """Of those that wait, whoever is likely enough for what it takes is next; gives the others."""
    others = []
    for waiting in faint:
        if waiting[2].weight() < least * dear[waiting[2].step]:
            others.append(waiting)
        else:
            heappush(queue, waiting)
    return others


def further(progress: Progress, before: int, after: int) -> Progress:
    """How far the agenda has come, from its bottom up: the steps taken at each height.

    Whoever has come least far goes first, and what a step brings is carried to its end before what comes after it. So
    states that differ only in how they came about have become equal before anything follows from them.
    """
    if after < before:
        return (*progress[:after], BELOW)
    return (*progress[: before - 1], progress[before - 1] + 1, *(0,) * (after - before), BELOW)


def onwards(here: Reached[S], values: Values, found: Mapping[Reaches[S], int], left: Fraction) -> Onwards[S]:
    """Where a step leads to from here. Dice thrown until they differ lead back to where they were thrown: the other
    ways share that weight."""
    whole = lcm(*{each for _, _, each in found})
    leads = [(after, becomes, share * (whole // each)) for (after, becomes, each), share in found.items()]
    others = [way for way in leads if way[0] is not here or way[1] != values]
    if 0 < len(others) < len(leads):
        back = sum([share for _, _, share in leads]) - sum([share for _, _, share in others])
        return Onwards(others, whole - back, left)
    return Onwards(leads, whole, left)
