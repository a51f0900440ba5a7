"""The tournament between policies, as `bench/tournament/bouts.toml` says it beforehand.

    make tournament                           all of it; GAME=crawl and PAIR=second for a part
    python -m bench.bouts --game crawl --pair second --seeds 2
    python -m bench.bouts --tables            the tables of what has been fought

Every seed that has been fought is kept, by what it was fought with: the sources of the game, of the core and of the
opponents, the scene, the policies and the seed. So a run can be broken off and goes on where it was, and begins anew
where something has changed. A seed is fought twice, with sides changed; how much is left of both sides tells more than
who has won, so the margin between them stands beside it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import ludex
from bench import before
from bench.budgets import SAID, budgets
from bench.playing import HERE
from ludex.core.content.content import read_toml
from ludex.core.foe.standing import UP
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.scene import Scene
from ludex.lab.pool import workers
from ludex.lab.statistics import Difference, difference_of_means, share
from ludex.lab.tournament import pair_of
from ludex.lab.trial import Fight, Start, fight, scene_of
from ludex.opponents import sides_of

KEPT = HERE.parent / "build" / "bouts.jsonl"
PAGE, MARK, ENDS = HERE.parent / "docs" / "opponents.md", "<!-- bouts -->", "<!-- end of bouts -->"
SOURCES = Path(ludex.__file__).parent
ROOMS = ("core", "opponents")  # of which every game is made


class Pair(NamedTuple):
    name: str
    first: str
    second: str
    seeds: int
    asked: float


class Job(NamedTuple):
    """A seed of a bout: the second policy on the players' side, and then on the others'."""

    key: str
    game: str
    scene: str
    pair: str
    seed: int
    starts: tuple[Start, Start]
    game_sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a seed."""

    key: str
    game: str
    scene: str
    pair: str
    seed: int
    won: tuple[int, int]  # by the second in both fights: 1, −1 where the first has won, 0 where nobody has
    margins: tuple[float, float]  # what the second's side has left more than the first's, as shares of what it had
    decisions: int
    took: float  # s of one core


def said() -> tuple[dict[str, Any], list[Pair]]:
    plan = read_toml(SAID)
    return plan, [Pair(name, **each) for name, each in plan["pairs"].items()]


# ---------------------------------------------------------------- fighting


def jobs(game: str, pair: Pair, seeds: int, plan: dict[str, Any]) -> Iterator[Job]:
    """Seed after seed in all scenes, so that a run that is broken off has looked at all of them."""
    scenes = sorted((HERE / "tournament" / game).glob("*.toml"))
    variants = {path: pair_of(path, pair.first, pair.second, (), plan["limit"]) for path in scenes}
    digest = sources(game)
    for number in range(seeds):
        seed = plan["seed"] * 1_000_000 + number
        for path, (one, other) in variants.items():
            parts = (digest, path.read_text(), pair.first, pair.second, *extra(game, pair), plan["limit"], seed)
            key = sha256("|".join(map(str, parts)).encode()).hexdigest()[:24]
            yield Job(key, game, path.stem, pair.name, seed, (one.start, other.start), _sides(one.game, one.scene))


def _sides(game: Game[Any], scene: Scene[Any]) -> tuple[str, ...]:
    return tuple(sides_of(game, scene))


def extra(game: str, pair: Pair) -> Iterator[object]:
    """What else decides how these policies play."""
    for name in (pair.first, pair.second):
        if name.startswith("bench.before:"):
            yield before.COMMIT
        if name.startswith("bench.budgets:"):
            yield budgets(game)


@cache
def sources(game: str) -> str:
    """A digest of all that decides how a fight of this game goes, as it was when the run began."""
    found = sha256()
    for room in (*ROOMS, f"games/{game}"):
        for path in sorted((SOURCES / room).rglob("*")):
            if path.suffix in (".py", ".toml"):
                found.update(str(path.relative_to(SOURCES)).encode() + path.read_bytes())
    return found.hexdigest()


def fought(job: Job) -> Came:
    began = process_time()
    fights = [fight(start, job.seed) for start in job.starts]
    took = process_time() - began
    players = job.game_sides[0]
    won, margins = [], []
    for each, start, second_plays in zip(fights, job.starts, (True, False), strict=True):
        own = [side for side in job.game_sides if (side == players) == second_plays]
        won.append(0 if not each.winner else 1 if each.winner in own else -1)
        margins.append(margin(start, each, own))
    decisions = sum(each.decisions for each in fights)
    return Came(
        job.key, job.game, job.scene, job.pair, job.seed, (won[0], won[1]), (margins[0], margins[1]), decisions, took
    )


def margin(start: Start, came: Fight, own: list[str]) -> float:
    """What these sides have left more than the others: of each who was there at first, the share of their health."""
    scene = scene_of(start)
    game = game_of(scene)
    left: dict[bool, list[float]] = {True: [], False: []}
    for name, being in scene.beings.items():
        if game.fights(scene, being):
            health = game.pools(scene, being)[0]
            stands = came.fates.get(name) == UP and health.most > 0
            left[being.side in own].append(min(1.0, came.left[name][0] / health.most) if stands else 0.0)
    return sum(left[True]) / len(left[True]) - sum(left[False]) / len(left[False])


# ---------------------------------------------------------------- what is kept


def kept(path: Path) -> dict[str, Came]:
    found: dict[str, Came] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            told = json.loads(line)
            came = Came(**{**told, "won": tuple(told["won"]), "margins": tuple(told["margins"])})
            found[came.key] = came
    return found


def keep(path: Path, came: Came) -> None:
    told = {name: getattr(came, name) for name in Came.__slots__}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(told) + "\n")


# ---------------------------------------------------------------- what is told


class Sum(NamedTuple):
    """What came of many seeds."""

    seeds: int
    won: str
    rate: float
    low: float
    ahead: Difference  # of the second over the first, in fights won: of all fights, seed by seed
    margin: Difference
    nobody: int
    minutes: float


def sum_of(cames: list[Came]) -> Sum:
    every = [won for came in cames for won in came.won]
    rate = share(every.count(1), len(every) - every.count(0))
    pairs = [sum(came.won) / 2 for came in cames]
    margins = [sum(came.margins) / 2 for came in cames]
    none = [0.0] * len(cames)
    return Sum(
        len(cames),
        f"{rate.count} of {rate.of}",
        rate.rate,
        rate.low,
        difference_of_means(none, pairs),
        difference_of_means(none, margins),
        every.count(0),
        sum(came.took for came in cames) / 60,
    )


HEAD = (
    "| | won by the second | 95 % | by nobody | ahead in fights, seed by seed | in what is left "
    "| minutes of one core |\n"
    "|---|---|---|---|---|---|---|"
)


def row(name: str, cames: list[Came]) -> str:
    it = sum_of(cames)
    every = [won for came in cames for won in came.won]
    rate = share(every.count(1), len(every) - every.count(0))
    return (
        f"| {name} | {it.won} = {100 * it.rate:.0f} % | {100 * rate.low:.0f} to {100 * rate.high:.0f} % | {it.nobody} "
        f"| {_of(it.ahead)} | {_of(it.margin)} | {it.minutes:.1f} |"
    )


def _of(difference: Difference) -> str:
    return f"{100 * difference.mean:+.0f} ({100 * difference.low:+.0f} to {100 * difference.high:+.0f})"


def tables(found: list[Came], pairs: list[Pair], scenes: bool) -> str:
    """For each pair a table of the games, and of their scenes where that is asked for."""
    told = []
    for pair in pairs:
        mine = [came for came in found if came.pair == pair.name]
        if mine:
            asked = f"{100 * pair.asked:.0f} % asked"
            told.append(f"\n`{pair.second}` against `{pair.first}`, {asked}:\n\n{HEAD}")
        for game in GAMES:
            of_game = [came for came in mine if came.game == game]
            if of_game:
                told.append(row(GAMES[game].title, of_game))
                for scene in sorted({came.scene for came in of_game}) if scenes else ():
                    told.append(row(f"— {scene.replace('_', ' ')}", [c for c in of_game if c.scene == scene]))
    return "\n".join(told)


def write(games: list[str], pairs: list[Pair], plan: dict[str, Any], there: dict[str, Came]) -> None:
    """All that has been fought so far, into the docs."""
    keys = [job.key for pair in pairs for game in games for job in jobs(game, pair, pair.seeds, plan)]
    before, mark, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
    _, ends, after = rest.partition(ENDS)
    told = tables([there[key] for key in keys if key in there], pairs, scenes=False)
    PAGE.write_text(f"{before}{mark}\n{told}\n\n{ends}{after}", encoding="utf-8")


def main() -> None:
    plan, pairs = said()
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--game", choices=list(GAMES), action="append", help="only this one")
    asked.add_argument("--pair", choices=[pair.name for pair in pairs], action="append", help="only this one")
    asked.add_argument("--seeds", type=int, default=0, help="fewer than are said beforehand")
    asked.add_argument("--workers", type=int, default=1, help="processes; search takes one core each")
    asked.add_argument("--kept", type=Path, default=KEPT, help="the file of what has been fought")
    asked.add_argument("--tables", action="store_true", help="tell what has been fought, and fight nothing")
    asked.add_argument("--write", action="store_true", help="write the tables of all that was fought into the docs")
    given = asked.parse_args()
    all_pairs = pairs
    pairs = [pair for pair in pairs if not given.pair or pair.name in given.pair]
    games = [game for game in GAMES if not given.game or game in given.game]
    for game in games:
        sources(game)
    there = kept(given.kept)
    found: list[Came] = []
    for pair in pairs:
        for game in games:
            began = perf_counter()
            every = list(jobs(game, pair, given.seeds or pair.seeds, plan))
            found += [there[job.key] for job in every if job.key in there]
            left = [] if given.tables else [job for job in every if job.key not in there]
            with workers(given.workers) as pool:
                for number, came in enumerate(pool.ordered(fought, left), 1):
                    keep(given.kept, came)
                    found.append(came)
                    passed = (perf_counter() - began) / 60
                    rest = passed / number * (len(left) - number)
                    print(
                        f"{game}, {pair.name}: {number} of {len(left)} seeds, {passed:.1f} min, {rest:.1f} to go",
                        end="\r", flush=True,
                    )  # fmt: skip
            if left:
                done = [came for came in found if (came.game, came.pair) == (game, pair.name)]
                print(f"\n{row(f'{game}, {pair.name}', done)}", flush=True)
    print(tables(found, pairs, scenes=True))
    if given.write:
        write(list(GAMES), all_pairs, plan, kept(given.kept))


if __name__ == "__main__":
    main()
