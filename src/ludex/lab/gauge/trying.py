"""`make difficulty`: how hard the scenes are that come with the games is found out anew, by fights, and written where
it is kept and into the docs. A run that was broken off goes on where it was, unless a scene, the content, a rule or a
policy is another since."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

import ludex
from ludex.core.content.content import read_toml
from ludex.core.files.heroes import heroes
from ludex.core.files.parties import SIZES
from ludex.core.files.scenefile import by_difficulty, scene_from
from ludex.core.files.standing_in import of_size
from ludex.core.game import GAMES
from ludex.core.kernel.english import no_such, there_are
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.lab.gather import Gathered
from ludex.lab.gauge.difficulty import KEPT, Known, Scenes, Tried, tried_before, tried_scene, written
from ludex.lab.gauge.gauge import MOST_DECISIONS, begun, told
from ludex.lab.pool import workers
from ludex.lab.run import Plan
from ludex.lab.trial import fight
from ludex.lab.variants import Variant
from ludex.opponents import named

FIGHTS = 200  # of each scene and number of characters
AHEAD = 20  # of each scene, of a party that looks ahead
AHEAD_BY = "hard"  # with so few look-aheads that all scenes take an hour or two
SEED = 1
HOME = Path(ludex.__file__).parent
ROOT = HOME.parents[1]
HALF_DONE = ROOT / "build" / "difficulty.json"
PAGE = ROOT / "docs" / "difficulty.md"
BEGIN, END = "<!-- made by make difficulty -->", "<!-- end -->"
ROOMS = ("core", "opponents", "lab/trial.py", "lab/gauge/gauge.py")  # of which a fight is made, besides its game


class Trying(NamedTuple):
    """A scene with so many characters; 0: as many as are in it. `ahead`: the party looks ahead."""

    game: str
    scene: str
    size: int = 0
    fights: int = FIGHTS
    ahead: bool = False
    seed: int = SEED


def tried(what: Trying) -> Tried | None:
    """A scene is fought so often; nothing where there is no fight in it."""
    gathered = _begun(what)
    if gathered is None:
        return None
    plan = Plan(what.fights, 0.0, what.seed, workers=1)
    for number in range(what.fights):
        gathered.add(fight(gathered.variant.start, plan.fight_seed(number)))
    found = told(gathered, {})
    won, down = (round(what.fights * each.share) for each in (found.wins, found.anybody_down))
    had = [(one.left / one.of) for one in found.resources if one.of]
    return Tried(
        fights=what.fights,
        won=won,
        down=down,
        left=round(100 * found.hp.left / max(1, found.hp.of)),
        spent=round(100 * (1 - sum(had) / len(had))) if had else None,
        grade=found.grade,
    )


def _begun(what: Trying) -> Gathered | None:
    game = GAMES[what.game]
    tables = read_toml(game.starter.scenes[what.scene])
    made = of_size(game, game.starter, tables, what.size).tables if what.size else tables
    file = scene_from(made, what.scene, game.starter)
    try:
        gathered = begun(file.scene, file.header.title, what.seed)
    except BadInput:
        return None
    if not what.ahead:
        return gathered
    title, names = file.header.title, named(game, file.scene, {game.sides[0]: AHEAD_BY})
    return Gathered(Variant(title, title, title, game, file.scene, names, {}, limit=MOST_DECISIONS), what.seed)


def own_size(game: str, scene: str) -> int:
    library = GAMES[game].starter
    return len(heroes(GAMES[game], library, read_toml(library.scenes[scene])))


# ---------------------------------------------------------------- all of them


def all_jobs(games: list[str], fights: int, ahead: int) -> Iterator[Trying]:
    for name in games:
        for path in by_difficulty(GAMES[name].starter.scenes):
            own = own_size(name, path.stem)
            for size in sorted({own, *SIZES}):
                yield Trying(name, path.stem, 0 if size == own else size, fights)
            if ahead:
                yield Trying(name, path.stem, 0, ahead, ahead=True)


def is_new(job: Trying) -> bool:
    return not job.size and not job.ahead and tried_scene(job.game, job.scene) is None


def made_of(game: str) -> str:
    """A seal of all that decides how a fight of a game goes."""
    files: list[Path] = []
    for room in (*ROOMS, f"games/{game}"):
        path = HOME / room
        files += sorted(one for one in path.rglob("*") if one.suffix in (".py", ".toml")) if path.is_dir() else [path]
    seal = sha256()
    for file in files:
        seal.update(str(file.relative_to(HOME)).encode() + b"\0" + file.read_bytes() + b"\0")
    return seal.hexdigest()


def try_all(
    games: list[str], fights: int, ahead: int, crew: int, new: bool = False, scenes: Collection[str] = ()
) -> None:
    """All scenes of these games are fought, or only those that are named, and each is kept when it is known; what is
    known of others stays. With `new` only scenes of which nothing is known, as they are."""
    seals = {game: made_of(game) for game in games}
    jobs = [job for job in all_jobs(games, fights, ahead) if not new or is_new(job)]
    jobs = [job for job in jobs if not scenes or job.scene in scenes]
    keys = {job: f"{seals[job.game]} {' '.join(map(str, job))}" for job in jobs}
    done = _half_done()
    left = [job for job in jobs if keys[job] not in done]
    if len(left) < len(jobs):
        print(f"{len(jobs) - len(left)} of {len(jobs)} are known from a run that was broken off.", flush=True)
    with workers(crew) as pool:
        for job, one in zip(left, pool.ordered(tried, left), strict=True):
            done[keys[job]] = one
            HALF_DONE.parent.mkdir(parents=True, exist_ok=True)
            HALF_DONE.write_bytes(msgspec.json.encode(done))
            came_to = f"{one.in_100} of 100, {one.grade or 'no grade'}" if one is not None else "no fight in it"
            with_whom = "as it is" if not job.size else f"with {job.size}"
            print(f"{job.game}, {job.scene}, {with_whom}{', ahead' if job.ahead else ''}: {came_to}", flush=True)
    before = tried_before()
    found = {game: _scenes(game, jobs, keys, done) for game in games}
    part = new or scenes
    known = {**before, **({game: {**before.get(game, {}), **found[game]} for game in games} if part else found)}
    KEPT.write_text(written(known), encoding="utf-8")
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), known), encoding="utf-8")
    others = {key: one for key, one in done.items() if key not in keys.values()}
    HALF_DONE.write_bytes(msgspec.json.encode(others))


def _half_done() -> dict[str, Tried | None]:
    return read(msgspec.json.decode(HALF_DONE.read_bytes()), dict[str, Tried | None]) if HALF_DONE.exists() else {}


def _scenes(game: str, jobs: list[Trying], keys: Mapping[Trying, str], done: Mapping[str, Tried | None]) -> Scenes:
    found: Scenes = {}
    for scene in dict.fromkeys(job.scene for job in jobs if job.game == game):
        own = own_size(game, scene)
        each = {job: done[keys[job]] for job in jobs if (job.game, job.scene) == (game, scene)}
        of = {str(job.size or own): one for job, one in each.items() if one is not None and not job.ahead}
        ahead = next((one for job, one in each.items() if job.ahead), None)
        found[scene] = Known(own=own, of=of, ahead=ahead)
    return found


# ---------------------------------------------------------------- the page


def with_table(page: str, known: Mapping[str, Scenes]) -> str:
    """The page with the tables of all games between its marks."""
    tables = f"{BEGIN}\n\n{tables_of(known)}\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: tables, page, flags=re.DOTALL)


def tables_of(known: Mapping[str, Scenes]) -> str:
    lines: list[str] = []
    for game in GAMES.values():
        if not (there := known.get(game.name)):
            continue
        lines += [
            f"## {game.title}", "",
            "| scene | party of | grade | won | somebody down | health left | else spent | looking ahead |",
            "|---|---|---|---|---|---|---|---|",
        ]  # fmt: skip
        for path in by_difficulty(game.starter.scenes):
            if (one := there.get(path.stem)) is not None:
                title = str(read_toml(path).get("title", path.stem))
                lines += [_row(title, int(size), one) for size in sorted(one.of, key=int)]
        lines.append("")
    return "\n".join(lines)


def _row(title: str, size: int, one: Known) -> str:
    tried = one.of[str(size)]
    ahead = one.ahead if size == one.own else None
    cells = [
        title if size == min(map(int, one.of)) else "",
        f"**{size}**" if size == one.own else str(size),
        f"{tried.grade or 'no fight'}{', as meant' if tried.as_meant else ''}",
        f"{tried.in_100} %",
        f"{round(100 * tried.down / tried.fights)} %",
        f"{tried.left} %" if tried.left is not None else "",
        f"{tried.spent} %" if tried.spent is not None else "",
        f"{ahead.won} of {ahead.fights}, down in {ahead.down}" if ahead is not None else "",
    ]
    return f"| {' | '.join(cells)} |"


def main(given: list[str] | None = None) -> None:
    asking = argparse.ArgumentParser(prog="python -m ludex.lab.gauge.trying", description=__doc__)
    asking.add_argument("games", nargs="*", help="all of them where none is named")
    asking.add_argument("--fights", type=int, default=FIGHTS, help=f"of each; {FIGHTS} where nothing is said")
    asking.add_argument("--ahead", type=int, default=AHEAD, help=f"of a party that looks ahead; {AHEAD} if not said")
    asking.add_argument("--workers", type=int, default=0, help="processes; one for each core where nothing is said")
    asking.add_argument("--new", action="store_true", help="only scenes of which nothing is known, as they are")
    asking.add_argument("--scene", action="append", default=[], help="only this one; may be said again")
    asked = asking.parse_args(given)
    for name in asked.games:
        if name not in GAMES:
            asking.error(f"there is no game {name!r}; {there_are(name, GAMES)}")
    games = asked.games or list(GAMES)
    there = {scene for game in games for scene in GAMES[game].starter.scenes}
    for name in asked.scene:
        if name not in there:
            asking.error(no_such("scene", name, there))
    try_all(games, asked.fights, asked.ahead, asked.workers, asked.new, asked.scene)


if __name__ == "__main__":
    main()
