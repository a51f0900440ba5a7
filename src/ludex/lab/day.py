"""A day, not only a fight: scenes one after the other with rests between them, through which the party goes as it
stands. A day ends early when the party does not win a scene.

A day file lists its parts:

    title = "Three fights and a night"
    [[day]]
    scene = "broken_causeway_patrol"    # a scene of the content, or a file beside this one
    [[day]]
    rest = "short"                      # one of the rests of the game
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from ludex.core.content import ContentError, Record, convert, read_toml
from ludex.core.game import Game
from ludex.core.ruling import BadInput, Refused
from ludex.core.scene import Scene, game_of
from ludex.core.standing import DEAD, FALLEN, Pool, fate
from ludex.lab.gather import Gathered
from ludex.lab.pool import cores, workers
from ludex.lab.result import FORMAT, About
from ludex.lab.run import Plan, Stopped, batches, hold_out
from ludex.lab.statistics import Share, share
from ludex.lab.trial import MOST_DECISIONS, LabError, Start, Trial, scene_of
from ludex.lab.variants import Variant, variant


class Part(Record, frozen=True, eq=False, kw_only=True):
    """A scene or a rest."""

    scene: str = ""
    rest: str = ""


class DayFile(Record, frozen=True, eq=False, kw_only=True):
    day: tuple[Part, ...]
    title: str = ""
    text: str = ""


Stage = Start | str  # a scene to fight, or a kind of rest


class Stood(NamedTuple):
    """How the party stood when a part of the day was over."""

    name: str
    won: bool
    rounds: int
    left: dict[str, tuple[Pool, ...]]
    fates: dict[str, str]


@dataclass(frozen=True, slots=True)
class StageRow:
    """A part of the day, of all days that came to it."""

    number: int
    name: str
    kind: str  # scene or rest
    reached: Share  # of all days
    passed: Share  # of all days: the scene was won, the rest was taken
    rounds: float  # of those that reached it
    down: float  # how many of the party are down or worse afterwards
    dead: float
    left: dict[str, float]  # of each pool, what the whole party has afterwards, as a share of what it can have


@dataclass(frozen=True, slots=True)
class DayResult:
    about: About  # of the first scene
    title: str
    days: int
    survived: Share  # days in which the party came through everything
    stages: list[StageRow]
    rows: list[dict[str, Any]]  # a flat row for each day
    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)

    def to_plain(self) -> dict[str, Any]:
        plain = asdict(self)
        run = {"seconds": plain.pop("seconds")}
        return {"format": FORMAT, "kind": "day", **plain, "run": run}


# ---------------------------------------------------------------- reading it


def is_day(path: Path) -> bool:
    return path.is_file() and "day" in read_toml(path)


def read_day(path: Path) -> DayFile:
    tables = read_toml(path)
    found = convert(tables, DayFile, str(path))
    if not found.day or not found.day[0].scene:
        raise ContentError(f"{path}, field day: expected a scene first")
    for number, part in enumerate(found.day):
        if bool(part.scene) == bool(part.rest):
            raise ContentError(f"{path}, field day[{number}]: expected either scene or rest")
    return found


# ---------------------------------------------------------------- living through it


class Days(NamedTuple):
    stages: tuple[Stage, ...]
    seeds: tuple[int, ...]


def live_through(days: Days) -> list[list[Stood]]:
    return [one_day(days.stages, seed) for seed in days.seeds]


def one_day(stages: Sequence[Stage], seed: int) -> list[Stood]:
    """One day by its seed. Its first fight is the one that the same seed gives by itself."""
    first = stages[0]
    assert isinstance(first, Start)
    scene = scene_of(first)
    game = game_of(scene)
    trial = Trial(first, game, scene, seed, look=False)
    found: list[Stood] = []
    party: list[str] = []
    for number, stage in enumerate(stages):
        if isinstance(stage, str):
            rested(trial, game, scene, stage)
            found.append(stood(game, scene, party, stage, True, 0))
            continue
        if number:
            before, scene = scene, scene_of(stage)
            game.carry_over(before, scene)
            trial.start = stage
        party = [being.id for being in scene.side_of(game.sides[0]) if game.fights(scene, being)]
        fought = trial.fight(scene)
        peaceful = fought.ended and not fought.winner and not fought.rounds
        won = peaceful or fought.winner == game.sides[0]
        found.append(stood(game, scene, party, stage.where, won, fought.rounds))
        if not found[-1].won:
            break
    return found


def rested(trial: Trial, game: Game[Any], scene: Scene[Any], kind: str) -> None:
    """The commands of a rest; a fight that breaks out in it is fought at once."""
    try:
        for command in game.rest(scene, kind):
            trial.referee.perform(scene, command)
            while scene.mode == game.shape.fighting and (acting := game.to_act(scene)):
                trial.referee.act(scene, scene.beings[acting])
    except (Refused, BadInput) as fault:
        raise LabError(f"{trial.start.where}, the {kind} rest after it, seed {trial.seed}: {fault}") from None


def stood(game: Game[Any], scene: Scene[Any], party: list[str], name: str, won: bool, rounds: int) -> Stood:
    """How those stand who came to it; not those who were called in it."""
    members = [scene.beings[member] for member in party if member in scene.beings]
    left = {being.id: tuple(game.pools(scene, being)) for being in members}
    return Stood(name, won, rounds, left, {being.id: fate(being.states, game.fates) for being in members})


# ---------------------------------------------------------------- many days


def simulate_day(
    path: str | Path,
    *,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    policies: Mapping[str, str] | str = "",
    content: Iterable[str | Path] = (),
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Callable[[int, Share], object] | None = None,
) -> DayResult:
    """Live through a day many times; `fights` is the number of days."""
    where = Path(path)
    file = read_day(where)
    folders = tuple(content)
    scenes = {
        part.scene: variant(_beside(where, part.scene), policies, folders, limit=limit)
        for part in file.day
        if part.scene
    }
    first = scenes[file.day[0].scene]
    for number, part in enumerate(file.day):
        if part.scene and scenes[part.scene].game is not first.game:
            raise ContentError(f"{where}, field day[{number}]: {part.scene} is of another game")
        if part.rest and part.rest not in first.game.rests:
            known = ", ".join(first.game.rests) or "none"
            raise ContentError(f"{where}, field day[{number}].rest: there is no {part.rest!r}; there are: {known}")
    stages = tuple(scenes[part.scene].start if part.scene else part.rest for part in file.day)
    names = [scenes[part.scene].title if part.scene else f"rest: {part.rest}" for part in file.day]
    plan = Plan(fights, width, seed, workers, cluster)
    return _many(file.title or str(where), first, stages, names, plan, progress)


def _beside(day: Path, scene: str) -> str | Path:
    there = day.parent / scene
    return there if there.is_file() else scene


def _many(
    title: str,
    first: Variant,
    stages: tuple[Stage, ...],
    names: list[str],
    plan: Plan,
    progress: Callable[[int, Share], object] | None,
) -> DayResult:
    began = perf_counter()
    days: list[list[Stood]] = []

    def survived() -> Share:
        return share(sum(len(day) == len(stages) and day[-1].won for day in days), len(days))

    def tell(day: list[Stood]) -> None:
        days.append(day)
        if progress is not None:
            progress(len(days), survived())

    def result(stopped: str = "") -> DayResult:
        rows = [_row(plan.fight_seed(number), day, len(stages)) for number, day in enumerate(days)]
        told = [_stage(stages, names, days, number) for number in range(len(stages))]
        about = Gathered(first, plan.seed).about()
        return DayResult(about, title, len(days), survived(), told, rows, stopped, perf_counter() - began)

    jobs = (Days(stages, seeds) for seeds in batches(plan, 4))
    try:
        with hold_out(lambda: len(days)), workers(plan.workers or cores(), plan.cluster) as pool:
            for done in pool.ordered(live_through, jobs):
                for day in done:
                    tell(day)
                if plan.enough(len(days), survived().width):
                    break
    except Stopped as stopped:
        stopped.so_far = result(str(stopped)) if days else None
        raise
    return result()


def _row(seed: int, day: list[Stood], stages: int) -> dict[str, Any]:
    last = day[-1]
    return {
        "seed": seed,
        "survived": len(day) == stages and last.won,
        "parts": len(day),
        "down": sum(fate in FALLEN for fate in last.fates.values()),
        "dead": sum(fate == DEAD for fate in last.fates.values()),
        "health": sum(pools[0].left for pools in last.left.values()),
    }


def _stage(stages: tuple[Stage, ...], names: list[str], days: list[list[Stood]], number: int) -> StageRow:
    reached = [day[number] for day in days if len(day) > number]
    count = max(1, len(reached))
    have: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for stood in reached:
        for pools in stood.left.values():
            for pool in pools:
                have[pool.name] += pool.left
                most[pool.name] += pool.most
    return StageRow(
        number=number + 1,
        name=names[number],
        kind="rest" if isinstance(stages[number], str) else "scene",
        reached=share(len(reached), len(days)),
        passed=share(sum(stood.won for stood in reached), len(days)),
        rounds=sum(stood.rounds for stood in reached) / count,
        down=sum(fate in FALLEN for stood in reached for fate in stood.fates.values()) / count,
        dead=sum(fate == DEAD for stood in reached for fate in stood.fates.values()) / count,
        left={pool: have[pool] / most[pool] for pool in most if most[pool]},
    )
