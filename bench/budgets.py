"""`search` with as many look-aheads as 0.2 s and 1 s buy on one core, fixed so that a seed gives the same fight again;
as where it plays by the clock, it looks ahead one round where there are few, and more where there are many.

    python -m bench.budgets [GAME…]

counts how many that is, of one round: in the first turns of the four scenes of each game, in processor time. What is
used stands in `bench/tournament/bouts.toml`.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import ludex.games.known  # noqa: F401  # registers the games
from bench.playing import HERE
from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import load_scene
from ludex.core.game import GAMES, game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject
from ludex.core.referee.midway import Midway
from ludex.core.referee.simulated import Simulated
from ludex.opponents import knowing, policy, usual
from ludex.opponents.ahead import rounds_within
from ludex.opponents.calibrating import of_game
from ludex.opponents.search import SearchPolicy

SAID = HERE / "tournament" / "bouts.toml"
DECISIONS = 3  # of each scene that are timed
LOOKS = 36  # of each decision that is timed


@cache
def budgets(game: str) -> tuple[int, int]:
    """Look-aheads of one round that 0.2 s and 1 s buy."""
    few, many = read_toml(SAID)["budgets"][game]
    return int(few), int(many)


class Budgeted:
    """`search` with a fixed number of look-aheads, for whichever game is played."""

    checked = False
    which = 1

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._search: SearchPolicy | None = None

    def search(self, scene: Any) -> SearchPolicy:
        if self._search is None:
            game = game_of(scene)
            guide = knowing(game, usual(game), self.seed)
            tries = budgets(game.name)[self.which]
            rounds = rounds_within(tries)
            self._search = SearchPolicy(game, guide, self.seed, tries // rounds, rounds=rounds)
        return self._search

    def meet(self, scene: Any, make: bytes) -> None:
        self.search(scene).meet(scene, make)

    def choose(self, scene: Any, being: Any) -> Command:
        return self.search(scene).choose(scene, being)

    def answer(self, scene: Any, question: Any) -> Plain | Interject:
        return self.search(scene).answer(scene, question)

    def answer_midway(self, scene: Any, question: Any, midway: Midway) -> Plain | Interject:
        return self.search(midway.scene).answer_midway(scene, question, midway)

    def explain(self, scene: Any, command: Command) -> str:
        return self.search(scene).explain(scene, command)


class ASecond(Budgeted):
    """As many as 1 s buys."""


class AFifth(Budgeted):
    """As many as 0.2 s buys."""

    which = 0


# ---------------------------------------------------------------- how many that is


def a_second_buys(scenes: list[Path]) -> float:
    """Look-ahead after look-ahead, by the clock of the processor, so that others do not count."""
    looks, took = 0, 0.0
    for path in scenes:
        start = load_scene(path).scene
        game, scene = game_of(start), start.fork()
        simple = policy(game, usual(game))
        referee = Simulated(dict.fromkeys((*game.sides, GM), simple), 1)
        opening = game.opening(scene)
        assert opening is not None
        referee.perform(scene, opening)
        timed = 0
        while timed < DECISIONS and (actor := game.to_act(scene)):
            search = SearchPolicy(game, knowing(game, usual(game), 1), timed, LOOKS, rounds=1)
            search.remember(search.memory._replace(value=of_game(game)))  # a scene is got to know before
            shown = game.view(scene, scene.beings[actor].side)
            began = process_time()
            search.choose(shown, shown.beings[actor])
            if search.looks:
                took += process_time() - began
                looks += search.looks
                timed += 1
            referee.act(scene, scene.beings[actor])
    return looks / took


def main() -> None:
    for game in sys.argv[1:] or list(GAMES):
        many = a_second_buys(sorted((HERE / "tournament" / game).glob("*.toml")))
        few, most = budgets(game)
        print(f"{game:14} 0.2 s {many / 5:5.0f}, 1 s {many:5.0f} look-aheads of a round; said: {few} and {most}")


if __name__ == "__main__":
    main()
