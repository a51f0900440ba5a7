"""How the cost of a fight grows with the number of beings: 2, 4, 8 and 16 a side, with `simple` on both sides.

Each scene is that of the other figures, with its beings doubled or left out. A round is measured, since in it everybody
acts once: where a decision costs the same however many there are, a round grows with the number of beings; where it
has to look at everybody, with its square.
"""

from __future__ import annotations

import argparse
import time
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import HERE, policies
from bench.plot import Line, plot
from ludex.core.board.cells import Cell, CellBoard
from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import scene_from
from ludex.core.game import game_of
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated

SIDES = (2, 4, 8, 16)
PASSES = 3  # over all numbers of beings, of which the quickest counts: what else the machine does only slows
ROUNDS = 4  # of each fight: as many for all, since longer fights have fewer beings left in them
PLOT = HERE.parent / "docs" / "growth.svg"


class Cost(NamedTuple):
    """Milliseconds."""

    decision: float
    round: float


# ---------------------------------------------------------------- the scenes


def scene_of(file: Path, size: int) -> Scene[Any]:
    """The scene of a file with so many beings a side: the first of those that are there, or all of them and more of
    their kind, as near to them as there is room."""
    tables = read_toml(file)
    given: Any = scene_from(tables, str(file)).scene
    taken: set[Cell] = set()
    beings: dict[str, dict[str, Any]] = {}
    for side in dict.fromkeys([being.side for being in given.beings.values()]):
        names = [being.id for being in given.side_of(side)]
        for number in range(size):
            name = names[number % len(names)]
            like = {"from": name, **tables["beings"][name]}
            if isinstance(given.board, CellBoard):
                like["at"] = list(room(given.board, tuple(like["at"]), taken))
            beings[name if number < len(names) else f"{name}_{number // len(names) + 1}"] = like
    made: Scene[Any] = scene_from({**tables, "beings": beings}, str(file)).scene
    return made


def room(board: CellBoard, near: Cell, taken: set[Cell]) -> Cell:
    """The nearest open cell at the same height in which nobody stands yet."""
    cells = [cell for cell in board.cells if board.open(cell) and board.height(cell) == board.height(near)]
    found = min([cell for cell in cells if cell not in taken], key=lambda cell: (board.distance(cell, near), cell))
    taken.add(found)
    return found


# ---------------------------------------------------------------- measuring


def cost(start: Scene[Any], seconds: float) -> Cost:
    """What a decision and a round cost in the first rounds of fights."""
    decisions = rounds = seed = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        scene = start.fork()
        game = game_of(scene)
        referee = Simulated(policies(scene, "simple", seed), seed)
        opening = game.opening(scene)
        assert opening is not None
        referee.perform(scene, opening)
        while (actor := game.to_act(scene)) and scene.turns.round <= ROUNDS:
            referee.act(scene, scene.beings[actor])
        decisions += referee.decisions
        rounds += min(scene.turns.round, ROUNDS)
        seed += 1
    spent = 1000 * (time.process_time() - began)
    return Cost(spent / decisions, spent / rounds)


def least_costs(file: Path, seconds: float) -> dict[int, Cost]:
    scenes = {size: scene_of(file, size) for size in SIDES}
    passes = [{size: cost(scene, seconds / PASSES) for size, scene in scenes.items()} for _ in range(PASSES)]
    return {size: min([each[size] for each in passes]) for size in SIDES}


def exponent(costs: dict[int, float]) -> float:
    """The slope of the straight line through the logarithms: 1 where twice as many cost twice as much."""
    points = [(log(size), log(each)) for size, each in costs.items()]
    middle = sum([x for x, _ in points]) / len(points), sum([y for _, y in points]) / len(points)
    across = sum([(x - middle[0]) ** 2 for x, _ in points])
    return sum([(x - middle[0]) * (y - middle[1]) for x, y in points]) / across


def main() -> None:
    parser = argparse.ArgumentParser(prog="make growth", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="for each number of beings")
    parser.add_argument("--games", nargs="*", default=[file.stem for file in sorted(HERE.glob("*.toml"))])
    parser.add_argument("--plot", type=Path, default=PLOT, help="where to draw it")
    chosen = parser.parse_args()
    heads = "".join([f"{size:>4} a side" for size in SIDES])
    print(f"{'milliseconds for':30}{heads}   grows with the power   from {SIDES[-2]} to {SIDES[-1]}")
    lines = []
    for name in chosen.games:
        file = HERE / f"{name}.toml"
        costs = least_costs(file, chosen.seconds)
        for what in ("decision", "round"):
            each = {size: getattr(found, what) for size, found in costs.items()}
            shown = "".join([f"{value:11.2f}" for value in each.values()])
            last = exponent({size: each[size] for size in SIDES[-2:]})
            print(f"{name:14} a {what:13}{shown}   {exponent(each):20.2f}   {last:.2f}", flush=True)
        rounds = {size: found.round for size, found in costs.items()}
        lines.append(Line(f"{name} ({exponent(rounds):.2f})", rounds))
    least = min([line.points[SIDES[0]] for line in lines])
    square = {size: 0.6 * least * exp(2 * log(size / SIDES[0])) for size in SIDES}
    plot(chosen.plot, [*lines, Line("the square (2)", square, dashed=True)], "beings a side", "ms for a round")


if __name__ == "__main__":
    main()
