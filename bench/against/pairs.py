"""Pairs of processes, one of each commit, that are told in turn to do a short slice of the same work.

Whatever else the machine does meets both alike, and the shorter the slices the more so: on a machine with nine times as
much to do as it can, the ratios of pairs lay seven times as close together with slices of 6 ms as with slices of 94 ms.
A process can be a little faster than its twin all its life, by where things came to lie in memory: so each pair is of
fresh processes, and counts once.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from bench.against.commit import SIDE, Side, environment

T = TypeVar("T")

WORKER = Path(__file__).parent / "worker.py"
SLICES = {"random": 80, "simple": 80, "odds": 72}  # of each side of a pair
SEEDS = 1000  # of one pair, before those of the next


class CannotBeMeasured(Exception):
    """A side cannot read a frozen scene, or breaks down in it."""


class Slice(NamedTuple):
    seconds: float
    done: int  # decisions, or odds
    came: list[str]  # who did what, or the odds


class Pair(NamedTuple):
    """What a pair of processes took for one measure, slice by slice."""

    here: list[Slice]
    there: list[Slice]

    @property
    def ratio(self) -> float:
        """How many times as long a decision, or odds, takes here as there."""
        return each(self.here) / each(self.there)

    @property
    def alike(self) -> bool:
        """Was it the same work, as far as what came of it tells?"""
        return [one[1:] for one in self.here] == [one[1:] for one in self.there]


def each(slices: list[Slice]) -> float:
    """Seconds for a decision, or odds."""
    return sum([one.seconds for one in slices]) / sum([one.done for one in slices])


class Worker:
    """A process of one side, which waits until it is told what to do."""

    def __init__(self, side: Side, game: str, hash_seed: int) -> None:
        self.side = side
        command = [side.python, "-P", WORKER, side.root / SIDE, side.frozen(game)]
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=side.root,
            env=environment(side, hash_seed),
        )

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    def prepare(self, measure: str, seed: int, only: list[str] | None = None) -> list[str]:
        """Gives the names of the odds that it finds to be asked for, of which only some may be wanted."""
        self.tell({"measure": measure, "seed": seed, "only": only})
        asked: list[str] = self.answer().get("asked", [])
        return asked

    def slice(self) -> Slice:
        self.tell({})
        return Slice(**self.answer())

    def tell(self, what: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"fault": "it ended without a word"}
        if "fault" in answer:
            raise CannotBeMeasured(f"{self.side.name}: {answer['fault']}")
        return answer


def measured(here: Side, there: Side, game: str, pair: int) -> dict[str, Pair]:
    """What one pair of processes takes for each measure. Who is the first in one pair is the second in the next; and
    fights go on from pair to pair, so that an interval tells also how much depends on which they are."""
    sides = (here, there) if pair % 2 == 0 else (there, here)
    found = {}
    with Worker(sides[0], game, pair) as first, Worker(sides[1], game, pair) as second:
        for worker in (first, second):
            worker.answer()  # it has read the scene
        for measure in SLICES:
            one, other = _in_turn(first, second, measure, pair * SEEDS)
            found[measure] = Pair(one, other) if sides[0] is here else Pair(other, one)
    return found


def _in_turn(first: Worker, second: Worker, measure: str, seed: int) -> tuple[list[Slice], list[Slice]]:
    done: dict[Worker, list[Slice]] = {first: [], second: []}
    asked, others = [worker.prepare(measure, seed) for worker in done]
    if asked != others:  # what one side sees to be uncertain may be beyond the budget of the other
        for worker in done:
            worker.prepare(measure, seed, [name for name in asked if name in others])
    for worker in order(first, second, SLICES[measure]):
        done[worker].append(worker.slice())
    return done[first], done[second]


def order(first: T, second: T, slices: int) -> list[T]:
    """A B B A A B B A …"""
    turns = [(first, second), (second, first)]
    return [one for turn in range(slices) for one in turns[turn % 2]]
