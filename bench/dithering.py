"""Does `search` dither? Turns of it are drawn from decided and undecided positions, and what it takes is compared with
the best of all that it could have taken, by many more look-aheads.

    python -m bench.dithering [--game crawl] [--turns 200] [--looks 400]

The best is looked for with other dice than those by which the two are compared then, so that luck makes nothing the
best. A turn is worse where the best of its ideas is better by more than two standard errors of the paired look-aheads:
by luck alone that is so in 2 of 100 turns where both are worth the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games
from bench.budgets import budgets
from bench.playing import HERE
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.lab.variants import variant
from ludex.opponents import knowing, policies, sides_of, usual
from ludex.opponents.ahead import ROUNDS, look_ahead, rounds_within
from ludex.opponents.comparing import Looked
from ludex.opponents.ideas import Turn, in_words
from ludex.opponents.search import SearchPolicy

LATEST = 60  # decisions after which a turn is drawn, at the most
DECIDED = 0.03  # how near to 0 or 1 the chance to win is where a position is decided
SIFTED = (16, 48)  # look-aheads of each idea, then of the better half, by which the best is found
AT_LEAST = 100  # look-aheads after which the best must be ahead at all
ERRORS = 2.0


class Drawn(NamedTuple):
    """A turn of `search`."""

    scene: Scene[Any]  # as its side knows it
    being: Any
    search: SearchPolicy
    where: str

    @property
    def game(self) -> Game[Any]:
        return game_of(self.scene)


class Found(NamedTuple):
    """What a turn was worth beside the best idea."""

    where: str
    chance: float  # to win, as the search told it
    gain: float  # of the best over what was taken
    error: float
    words: str  # of what was taken, and of the best

    @property
    def worse(self) -> bool:
        return self.gain > ERRORS * self.error

    @property
    def decided(self) -> bool:
        return not DECIDED < self.chance < 1 - DECIDED


def turns(scenes: list[Path], looks: int, seed: int) -> Iterator[Drawn]:
    """Decisions of fights of `simple` against itself, each from a fight of its own; only where there was a choice."""
    luck = Random(seed)
    while True:
        path = luck.choice(scenes)
        start = variant(path)
        game, scene = start.game, start.scene.fork()
        referee = Simulated(policies(game, sides_of(game, scene), {}, seed), luck.getrandbits(32))
        opening = game.opening(scene)
        if opening is not None:  # somebody is there to fight with
            referee.perform(scene, opening)
        for _ in range(luck.randrange(LATEST)):
            if actor := game.to_act(scene):
                referee.act(scene, scene.beings[actor])
        if actor := game.to_act(scene):
            shown = game.view(scene, scene.beings[actor].side)
            being = shown.beings[actor]
            search = searching(game, luck.getrandbits(32), looks)
            search.choose(shown, being)
            if search.compared:
                yield Drawn(shown, being, search, f"{path.stem}, round {scene.turns.round}, {being.name}")


def searching(game: Game[Any], seed: int, tries: int) -> SearchPolicy:
    """As it plays where there is time for so many look-aheads of a round."""
    rounds = rounds_within(tries)
    return SearchPolicy(game, knowing(game, usual(game), seed), seed, tries // rounds, rounds=rounds)


def judged(drawn: Drawn, looks: int, seed: int, sift: tuple[int, ...] = SIFTED) -> Found:
    luck = Random(seed)
    taken = Looked(drawn.search.compared[0].idea)
    chance = drawn.search.compared[0].chance
    best = sifted(drawn, [looked.idea for looked in drawn.search.compared], luck, sift)
    if best == taken.idea:
        return Found(drawn.where, chance, 0.0, 0.0, _words(drawn, taken.idea))
    other = Looked(best)
    for number in range(looks):
        dice = luck.getrandbits(48)
        look(drawn, taken, dice)
        look(drawn, other, dice)
        if number + 1 == AT_LEAST and other.gain(taken)[0] <= 0:
            break
    gain, error = other.gain(taken)
    words = f"{_words(drawn, taken.idea)} ({taken.chance:.2f}); best: {_words(drawn, best)} ({other.chance:.2f})"
    return Found(drawn.where, chance, gain, error, words)


def sifted(drawn: Drawn, ideas: list[Turn], luck: Random, sift: tuple[int, ...]) -> Turn:
    """The best of these, by dice of their own."""
    left = [Looked(turn) for turn in ideas]
    for times in sift:
        for _ in range(times):
            dice = luck.getrandbits(48)
            for looked in left:
                look(drawn, looked, dice)
        left = sorted(left, key=lambda looked: looked.mean, reverse=True)[: max(2, len(left) // 3)]
    return left[0].idea


def look(drawn: Drawn, looked: Looked[Turn], dice: int) -> None:
    search, side = drawn.search, drawn.being.side
    referee = Simulated(search.players(drawn.scene, side), dice)
    value = search.value(drawn.scene)
    looked.seen.append(look_ahead(drawn.game, drawn.scene, looked.idea, side, referee, ROUNDS, value))


def _words(drawn: Drawn, turn: Turn) -> str:
    return in_words(drawn.game, drawn.scene, turn, {})


def judge(
    game: str, many: int, looks: int, seed: int, budget: int = 0, sift: tuple[int, ...] = SIFTED
) -> Iterator[Found]:
    scenes = sorted((HERE / "tournament" / game).glob("*.toml"))
    drawn = turns(scenes, budget or budgets(game)[1], seed)
    for number in range(many):
        yield judged(next(drawn), looks, seed + number, sift)


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--game", choices=list(GAMES), action="append", help="only this one")
    asked.add_argument("--turns", type=int, default=200)
    asked.add_argument("--looks", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--budget", type=int, default=0, help="look-aheads of the search; else what 1 s buys")
    given = asked.parse_args()
    for game in given.game or list(GAMES):
        began = process_time()
        found = []
        for one in judge(game, given.turns, given.looks, given.seed, given.budget):
            found.append(one)
            if one.worse:
                print(f"  {one.where}: {100 * one.gain:.1f} ± {100 * one.error:.1f}: {one.words}", flush=True)
        decided = sum(one.decided for one in found)
        minutes = (process_time() - began) / 60
        print(
            f"{game}: {sum(one.worse for one in found)} of {len(found)} turns are worse than the best idea by more "
            f"than two standard errors; {decided} positions were decided; {minutes:.1f} minutes of one core",
            flush=True,
        )


if __name__ == "__main__":
    main()
