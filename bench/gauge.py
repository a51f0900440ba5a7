"""How soon the gauge of the composer shows its first figures: for every scene that comes with the games, by the clock
from the job to the first line in a process of its own, and by the processor of that process.

python -m bench.gauge
python -m bench.gauge crawl
"""

from __future__ import annotations

import argparse
import pickle
import resource
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

import msgspec

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.lab.apart import LabLine
from ludex.lab.gauge.gauge import run
from ludex.server.apart.processes import started
from ludex.workshop.gauged import Gauging, gauge_ready
from ludex.workshop.ground import Ground, ground_of_game

SOON = 2.0  # seconds


class Told(Exception):
    """The first line is there."""


def first_line(connection: Connection, job: bytes) -> None:
    """The process: what the first line says, and how much of the processor it has taken."""

    def tell(line: LabLine) -> None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        connection.send((msgspec.json.encode(line), used.ru_utime + used.ru_stime))
        raise Told

    try:
        run(pickle.loads(job), tell)
    except Told:
        pass
    except Exception as fault:
        connection.send((msgspec.json.encode(LabLine(True, fault=str(fault))), 0.0))


def took(ground: Ground, text: str) -> tuple[float, float, dict[str, Any]]:
    began = time.perf_counter()
    job = gauge_ready(ground, Gauging(text, 400)).job
    ours, theirs = Pipe(duplex=False)
    process = started(first_line, theirs, job)
    theirs.close()
    line, used = ours.recv()
    clock = time.perf_counter() - began
    process.kill()
    process.join()
    return clock, used, msgspec.json.decode(line)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.gauge", description=__doc__)
    parser.add_argument("games", nargs="*", help="of which games; of all where none is named")
    late = 0
    for game in parser.parse_args().games or GAMES:
        ground = ground_of_game(game)
        scenes = ground.game.starter.scenes
        took(ground, ground.scene_text(next(iter(scenes))))  # the process that others are forked of is there then
        for name in scenes:
            clock, used, line = took(ground, ground.scene_text(name))
            fights = f"{line['gauge']['fights']} fights" if line["gauge"] else line["fault"]
            late += clock > SOON
            print(f"{game:14} {name:32} {clock:5.2f} s, processor {used:5.2f} s, {fights}")
    print(f"{late} of all take longer than {SOON:.0f} seconds")


if __name__ == "__main__":
    main()
