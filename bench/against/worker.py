"""One side of a comparison: a process with the modules of one commit, told by lines of JSON what to do next.

It is run under the other commit too, so it imports nothing but the standard library and the `side.py` it is given.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

ODDS = "odds"
SLICE = {"random": 25, "simple": 8, ODDS: 1}  # decisions, or odds: some milliseconds
WARM = 30  # slices of fights before any that counts; odds have been worked out once before
ASKED = 24  # odds, again and again
EVERY, MOST = 5, 2  # they are looked for each time so many have acted, for so many choices of each action
LOOKED_AT = 60  # so many in each fight, of which those are asked for that are not certain
FIGHTS = 100  # at most
BUDGET = 120  # steps for each of them: with more, a few would take seconds


class Part(NamedTuple):
    """The least that is done at a time: a command carried out, or odds worked out."""

    done: int  # decisions, or odds
    came: str  # who did what, who has won, or the odds


class Player:
    """Does what is measured, which is the same each time for the same seed."""

    def __init__(self, side: Any, folder: Path) -> None:
        self.side = side
        self.start = side.load(folder)
        self.least = 0
        self.parts: Iterator[Part] = iter(())

    def prepare(self, measure: str, seed: int, only: list[str] | None = None) -> dict[str, Any]:
        """Get ready for slices without end, of odds perhaps only those that both sides find. What this takes does not
        count."""
        self.least = SLICE[measure]
        asked: dict[str, Any] = {}
        if measure == ODDS:
            asked = dict(islice(self.uncertain(seed), ASKED))
            self.parts = map(self.worked_out, cycle([asked[name] for name in only or asked]))
        else:
            self.parts = self.fights(measure, seed)
            for _ in range(WARM):
                self.slice()
        gc.collect()
        return {"asked": list(asked)}

    def slice(self) -> dict[str, Any]:
        """Seconds of processor time, how much was done in them, and what came of it."""
        done, came = 0, []
        began = time.process_time()
        while done < self.least:
            part = next(self.parts)
            done += part.done
            came.append(part.came)
        return {"seconds": time.process_time() - began, "done": done, "came": came}

    def fights(self, policy: str, seed: int) -> Iterator[Part]:
        """One after another, without end."""
        for number in count(seed):
            fight = self.side.fight(self.start, policy, number)
            try:
                while True:
                    yield Part(*next(fight))
            except StopIteration as over:
                yield Part(0, over.value)

    def uncertain(self, seed: int) -> Iterator[tuple[str, Any]]:
        """What can go in more than one way, out of the middle of one fight after another, each with a name of its own.
        Commits may list actions in another order: they are sorted by name, and what is put off and names another action
        is left out."""
        for number in range(seed, seed + FIGHTS):
            found = [
                one
                for one in self.side.asked(self.start, number, EVERY, MOST)
                if "action" not in dict(one.command.args)
            ]
            for place, one in enumerate(spread(sorted(found, key=named), LOOKED_AT)):
                if self.side.work_out(one, BUDGET)[0] > 1:
                    yield f"{number}, {place}: {named(one)}", one

    def worked_out(self, one: Any) -> Part:
        outcomes, likeliest = self.side.work_out(one, BUDGET)
        return Part(1, f"{outcomes} outcomes, {likeliest}")


def named(one: Any) -> str:
    return str((one.command.actor, one.command.name, one.command.args))


def spread(found: list[Any], most: int) -> list[Any]:
    """So many of them at most, evenly from the first to the last."""
    return [found[number * len(found) // most] for number in range(most)] if len(found) > most else found


def side_of(file: Path) -> Any:
    """The module in this file, whatever else has its name."""
    spec = spec_from_file_location("side", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(side: Path, folder: Path) -> None:
    """Told nothing in a line, it does the next slice."""

    def tell(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), flush=True)

    try:
        player = Player(side_of(side), folder)
        tell({})
        for line in sys.stdin:
            told = json.loads(line)
            tell(player.prepare(**told) if told else player.slice())
    except Exception as fault:
        tell({"fault": f"{type(fault).__name__}: {fault}"})


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
