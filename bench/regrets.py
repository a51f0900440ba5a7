"""What would `simple` have done better? Turns of it are drawn from fights, and what it takes is compared with the best
of all that `search` thinks of, by look-aheads.

    python -m bench.regrets --game crawl [--turns 100] [--scene FILE]…

Without scenes these are the ones that come with the game, never those of the tournament: from them nothing is learned.
The best is looked for with other dice than those by which it is compared then, so that luck makes nothing the best. One
turn tells little; what is told at the end of all turns, by what was done and what was better, tells more.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import ludex.games.known  # registers the games
from bench.dithering import Drawn, look, sifted, turns
from ludex.core.game import GAMES
from ludex.opponents.comparing import Looked
from ludex.opponents.ideas import Turn, in_words

SIFTED = (6, 12)  # look-aheads of each idea, then of the better third, by which the best is found
THOUGHT = 240  # look-aheads of a round by which `search` thinks of ideas: what it makes of them is not looked at


class Regret(NamedTuple):
    """What a turn would have gained."""

    drawn: Drawn
    took: Turn
    best: Turn
    gain: float  # of the best over what was taken, in the chance to win and what is kept of a side
    error: float

    @property
    def kinds(self) -> str:
        return " → ".join(" + ".join(step.name for step in turn) for turn in (self.took, self.best))

    def __str__(self) -> str:
        took, best = (in_words(self.drawn.game, self.drawn.scene, turn, {}) for turn in (self.took, self.best))
        return f"{100 * self.gain:+.1f} ± {100 * self.error:.1f}  {self.drawn.where}: {took}; better: {best}"


def regretted(drawn: Drawn, looks: int, luck: Random) -> Regret:
    took: Turn = (drawn.search.guide.choose(drawn.scene, drawn.being),)
    ideas = list(dict.fromkeys((took, *[looked.idea for looked in drawn.search.compared])))
    best = sifted(drawn, ideas, luck, SIFTED)
    mine, other = Looked(took), Looked(best)
    for _ in range(looks if best != took else 0):
        dice = luck.getrandbits(48)
        look(drawn, mine, dice)
        look(drawn, other, dice)
    return Regret(drawn, took, best, *other.gain(mine))


def regrets(scenes: list[Path], many: int, looks: int, seed: int) -> Iterator[Regret]:
    luck, drawn = Random(seed), turns(scenes, THOUGHT, seed)
    for _ in range(many):
        yield regretted(next(drawn), looks, luck)


def by_kind(found: list[Regret]) -> list[str]:
    """What was done and what was better, most regretted first."""
    kinds: defaultdict[str, list[Regret]] = defaultdict(list)
    for each in found:
        if each.took != each.best:
            kinds[each.kinds].append(each)
    told = []
    for kind, some in sorted(kinds.items(), key=lambda item: -sum(each.gain for each in item[1])):
        gain = sum(each.gain for each in some)
        error = sqrt(sum(each.error**2 for each in some))
        told.append(
            f"{100 * gain / len(found):+.2f} ± {100 * error / len(found):.2f} a turn, {len(some)} times: {kind}"
        )
    return told


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--game", choices=list(GAMES), required=True)
    asked.add_argument("--turns", type=int, default=100)
    asked.add_argument("--looks", type=int, default=24)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--scene", type=Path, action="append", help="only this one")
    given = asked.parse_args()
    own = Path(ludex.games.known.__file__).parent / given.game / "content/scenes"
    found: list[Regret] = []
    for each in regrets(given.scene or sorted(own.glob("*.toml")), given.turns, given.looks, given.seed):
        found.append(each)
        if each.gain > 2 * each.error > 0:
            print(each, flush=True)
    print(f"\n{len(found)} turns, {sum(each.took != each.best for each in found)} with something better:")
    print("\n".join(by_kind(found)))


if __name__ == "__main__":
    main()
