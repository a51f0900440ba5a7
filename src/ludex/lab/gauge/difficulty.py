"""How hard the scenes are that come with the games: fought beforehand, and kept in `difficulty.toml` beside this file,
so that nobody has to wait for it. `python -m ludex.lab.gauge.difficulty`, or `make difficulty`, fights them anew."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import by_difficulty, load_scene
from ludex.core.game import GAMES
from ludex.core.kernel.english import there_are
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.lab.gauge.gauge import begun, told
from ludex.lab.gauge_line import Grade
from ludex.lab.pool import workers
from ludex.lab.run import Plan
from ludex.lab.trial import fight

KEPT = Path(__file__).with_name("difficulty.toml")
FIGHTS = 200  # of each scene
SEED = 1
BEGINNING = """\
# How hard the scenes are that come with the games: fought by machines that know the game, on both sides.
# Made by `make difficulty`: nothing here is written by hand.
"""


class Tried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene that was fought so often: how often the party won, and how often somebody of it went down. Without a
    grade where there is nothing to be won by fighting."""

    fights: int
    won: int
    down: int
    grade: Grade | None = None

    @property
    def in_100(self) -> int:
        """Of a hundred fights, so many are won."""
        return round(100 * self.won / self.fights)


Scenes = dict[str, Tried]  # by their names


@cache
def tried_before() -> dict[str, Scenes]:
    """All that is known, by game."""
    return read(read_toml(KEPT), dict[str, Scenes]) if KEPT.exists() else {}


def tried_scene(game: str, scene: str) -> Tried | None:
    """What is known of a scene; nothing where it was not tried yet."""
    return tried_before().get(game, {}).get(scene)


# ---------------------------------------------------------------- trying them


class Trying(NamedTuple):
    game: str
    scene: str
    fights: int = FIGHTS


def tried(what: Trying) -> Tried | None:
    """A scene is fought so often; nothing where there is no fight in it."""
    library, fights = GAMES[what.game].starter, what.fights
    file = load_scene(library.scenes[what.scene], library)
    try:
        gathered = begun(file.scene, file.header.title, SEED)
    except BadInput:
        return None
    plan = Plan(fights, 0.0, SEED, workers=1)
    for number in range(fights):
        gathered.add(fight(gathered.variant.start, plan.fight_seed(number)))
    found = told(gathered, {})
    won, down = (round(fights * each.share) for each in (found.wins, found.anybody_down))
    return Tried(fights=fights, won=won, down=down, grade=found.grade)


def written(known: Mapping[str, Scenes]) -> str:
    """As a file: the games in their order, and of each the easiest scene first as its author sees it."""
    lines = [BEGINNING]
    for game in GAMES.values():
        there = known.get(game.name, {})
        order = [path.stem for path in by_difficulty(game.starter.scenes) if path.stem in there]
        lines += [f"[{game.name}]", *(f"{scene} = {_in_line(there[scene])}" for scene in order), ""]
    return "\n".join(lines)


def _in_line(one: Tried) -> str:
    grade = f', grade = "{one.grade}"' if one.grade else ""
    return f"{{ fights = {one.fights}, won = {one.won}, down = {one.down}{grade} }}"


def try_all(names: Iterable[str], fights: int, crew: int) -> None:
    """All scenes of these games are fought, and each is kept when it is known; what is known of others stays."""
    known: dict[str, Scenes] = {name: {**scenes} for name, scenes in tried_before().items()}
    jobs = [Trying(name, path.stem, fights) for name in names for path in by_difficulty(GAMES[name].starter.scenes)]
    with workers(crew) as pool:
        for job, one in zip(jobs, pool.ordered(tried, jobs), strict=True):
            known.setdefault(job.game, {}).pop(job.scene, None)
            if one is not None:
                known[job.game][job.scene] = one
            came_to = f"{one.in_100} of 100, {one.grade or 'no grade'}" if one is not None else "no fight in it"
            KEPT.write_text(written(known), encoding="utf-8")
            print(f"{job.game}, {job.scene}: {came_to}", flush=True)


def main(given: list[str] | None = None) -> None:
    asking = argparse.ArgumentParser(prog="python -m ludex.lab.gauge.difficulty", description=__doc__)
    asking.add_argument("games", nargs="*", help="all of them where none is named")
    asking.add_argument("--fights", type=int, default=FIGHTS, help=f"of each scene; {FIGHTS} where nothing is said")
    asking.add_argument("--workers", type=int, default=0, help="processes; one for each core where nothing is said")
    asked = asking.parse_args(given)
    for name in asked.games:
        if name not in GAMES:
            asking.error(f"there is no game {name!r}; {there_are(name, GAMES)}")
    try_all(asked.games or list(GAMES), asked.fights, asked.workers)


if __name__ == "__main__":
    main()
