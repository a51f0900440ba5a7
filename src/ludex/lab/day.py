"""A day, not only a fight: scenes one after the other with rests and travel between them, through which the party goes
as it stands. A day ends early when the party does not win a scene. `core/files/dayfile.py` has how it is written
down. An adventure is lived through in the same way, along one line of its chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple

from ludex.core.content.content import ContentError, read_toml
from ludex.core.files.adventurefile import Chapter, lines_through, stages_of
from ludex.core.files.adventures import adventure_at
from ludex.core.files.dayfile import DayFile, Part, day_of, unknown_break
from ludex.core.foe.standing import DEAD, FALLEN, Pool, fate
from ludex.core.game import Game, game_of
from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.pack.parts import ADVENTURE
from ludex.core.pack.reading import is_pack, is_there
from ludex.lab.gather import Gathered
from ludex.lab.pool import no_interrupt, workers
from ludex.lab.result import FORMAT, About
from ludex.lab.run import Done, Plan, Stopped, as_far_as_it_goes, batches, hold_out, job_size, not_repeated, one_by_one
from ludex.lab.statistics import Share, share
from ludex.lab.trial import MOST_DECISIONS, LabError, Start, Trial, scene_of
from ludex.lab.variants import Variant, variant
from ludex.opponents import Played


class Between(NamedTuple):
    """What comes between two fights: one of the rests of the game, or of its kinds of travel."""

    what: Literal["rest", "travel"]
    kind: str


Stage = Start | Between  # a scene to fight, or what comes after it

STEP = 4  # days between two looks at the interval, and of a job where they are quick


class Stood(NamedTuple):
    """How the party stood when a part of the day was over."""

    name: str
    won: bool
    ended: bool  # within the limit
    rounds: int
    left: dict[str, tuple[Pool, ...]]
    fates: dict[str, str]


@dataclass(frozen=True, slots=True)
class StageRow:
    """A part of the day, of all days that came to it."""

    number: int
    name: str
    kind: str  # scene, rest or travel
    reached: Share  # of all days
    passed: Share  # of all days: the scene was won, the rest taken, the journey made
    unending: int  # days in which its fight was called off at the limit
    no_fight: int  # days in which nobody fought in it: it counts as passed
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
    unending: int  # days that a fight without an end has ended; the party did not come through
    stages: list[StageRow]
    warnings: list[str]
    rows: list[dict[str, Any]]  # a flat row for each day
    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)

    def to_plain(self) -> dict[str, Any]:
        plain = asdict(self)
        run = {"seconds": plain.pop("seconds")}
        return {"format": FORMAT, "kind": "day", **plain, "run": run}


# ---------------------------------------------------------------- reading it


def is_day(path: Path) -> bool:
    return is_adventure(path) or (path.is_file() and "day" in read_toml(path))


def is_adventure(path: Path) -> bool:
    return is_pack(path) and is_there(path / ADVENTURE)


def read_day(path: Path) -> DayFile:
    """A day as its file has it; of an adventure the line of chapters on which the first way is taken each time."""
    if not is_adventure(path):
        return day_of(read_toml(path), str(path))
    adventure = adventure_at(path).adventure
    return DayFile(title=adventure.title, day=parts_of(lines_through(adventure)[0]))


def parts_of(line: Sequence[Chapter]) -> tuple[Part, ...]:
    """A line of chapters as a day. Before its first scene nobody is on the board who could rest."""
    stages = [what for _, what in stages_of(line)]
    return tuple(
        Part(scene=what) if isinstance(what, str) else Part(rest=what.rest, travel=what.travel) for what in stages
    )


# ---------------------------------------------------------------- living through it


class Days(NamedTuple):
    stages: tuple[Stage, ...]
    seeds: tuple[int, ...]


def live_through(days: Days) -> Done[list[Stood]]:
    return as_far_as_it_goes(lambda seed: one_day(days.stages, seed), days.seeds)


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
        if isinstance(stage, Between):
            ended = passed(trial, game, scene, stage)
            found.append(stood(game, scene, party, stage.kind, ended and anybody_left(game, scene, party), ended, 0))
            if not found[-1].won:
                break
            continue
        if number:
            before, scene = scene, scene_of(stage)
            game.carry_over(before, scene)
            trial.start = stage
        party = [being.id for being in scene.side_of(game.sides[0]) if game.fights(scene, being)]
        if game.opening(scene) is None and not game.to_act(scene):  # there is nothing in it that a machine could do
            found.append(stood(game, scene, party, stage.where, won=True, ended=True, rounds=0))
            continue
        fought = trial.fight(scene)
        peaceful = fought.ended and not fought.winner and not fought.rounds
        won = peaceful or fought.winner == game.sides[0]
        found.append(stood(game, scene, party, stage.where, won, fought.ended, fought.rounds))
        if not found[-1].won:
            break
    return found


def passed(trial: Trial, game: Game[Any], scene: Scene[Any], stage: Between) -> bool:
    """The commands of a rest or a journey; a fight that breaks out in it is fought at once. Did it end within the
    limit?"""
    referee = trial.referee
    limit = referee.decisions + trial.start.limit
    try:
        for command in (game.rest if stage.what == "rest" else game.travel)(scene, stage.kind):
            referee.perform(scene, command)
            while scene.mode == game.shape.fighting and (acting := game.to_act(scene)):
                if referee.decisions >= limit:
                    return False
                referee.act(scene, scene.beings[acting])
    except (Refused, BadInput) as fault:
        raise LabError(
            f"{trial.start.where}, the {stage.kind} {stage.what} after it, seed {trial.seed}: {fault}"
        ) from None
    except Exception as fault:
        where = f"{trial.start.where}, the {stage.kind} {stage.what} after it, seed {trial.seed}"
        raise LabError(f"{where}: the rules or the policy broke down: {type(fault).__name__}: {fault}") from fault
    return True


def anybody_left(game: Game[Any], scene: Scene[Any], party: list[str]) -> bool:
    """Is one of those who came to it still on their feet?"""
    states = [scene.beings[name].states for name in party if name in scene.beings]
    return not party or any(fate(each, game.fates) not in FALLEN for each in states)


def stood(
    game: Game[Any], scene: Scene[Any], party: list[str], name: str, won: bool, ended: bool, rounds: int
) -> Stood:
    """How those stand who came to it; not those who were called in it."""
    members = [scene.beings[member] for member in party if member in scene.beings]
    left = {being.id: tuple(game.pools(scene, being)) for being in members}
    return Stood(name, won, ended, rounds, left, {being.id: fate(being.states, game.fates) for being in members})


# ---------------------------------------------------------------- many days


def simulate_day(
    path: str | Path,
    *,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    policies: Mapping[str, Played] | Played = "",
    content: Iterable[str | Path] = (),
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Callable[[int, Share], object] | None = None,
) -> DayResult:
    """Live through a day many times; `fights` is the number of days."""
    where = Path(path)
    file = read_day(where)
    folders = (*content, *((where,) if is_adventure(where) else ()))
    if not file.day:
        raise ContentError(f"{where}: there is no scene in it")
    scenes = {
        part.scene: variant(_beside(where, part.scene), policies, folders, limit=limit)
        for part in file.day
        if part.scene
    }
    first = scenes[file.day[0].scene]
    for number, part in enumerate(file.day):
        if part.scene and scenes[part.scene].game is not first.game:
            raise ContentError(f"{where}, field day[{number}]: {part.scene} is of another game")
        for what, problem in unknown_break(first.game, part):
            raise ContentError(f"{where}, field day[{number}].{what}: {problem}")
    stages = tuple(scenes[part.scene].start if part.scene else between(part) for part in file.day)
    names = [scenes[part.scene].title if part.scene else ": ".join(between(part)) for part in file.day]
    plan = Plan(fights, width, seed, workers, cluster)
    return _many(file.title or str(where), first, stages, names, plan, progress)


def between(part: Part) -> Between:
    return Between("rest", part.rest) if part.rest else Between("travel", part.travel)


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
        told = [stage_row(stages, names, days, number) for number in range(len(stages))]
        about = Gathered(first, plan.seed).about()
        unending = sum(not day[-1].ended for day in days)
        return DayResult(
            about=about,
            title=title,
            days=len(days),
            survived=survived(),
            unending=unending,
            stages=told,
            warnings=_warnings(told, len(days), unending, first.limit),
            rows=rows,
            stopped=stopped,
            seconds=perf_counter() - began,
        )

    starts = [stage for stage in stages if isinstance(stage, Start)]
    jobs = (Days(stages, seeds) for seeds in batches(plan, job_size(plan, starts, STEP)))
    try:
        with hold_out(lambda: len(days), "day"):
            with workers(plan.workers, plan.cluster) as pool:
                for day in one_by_one(pool.ordered(live_through, jobs)):
                    with no_interrupt():
                        tell(day)
                    if len(days) % STEP == 0 and plan.enough(len(days), survived().width):
                        break
            if one_day(stages, plan.fight_seed(0)) != days[0]:
                raise not_repeated(title, "day", plan.fight_seed(0))
    except Stopped as stopped:
        stopped.so_far = result(str(stopped)) if days else None
        raise
    return result()


def _warnings(stages: list[StageRow], days: int, unending: int, limit: int) -> list[str]:
    found = []
    if unending:
        where = ", ".join(f"{stage.name} ({stage.unending})" for stage in stages if stage.unending)
        found.append(
            f"{unending} of {count(days, 'day')} came to a fight that did not end within {limit} decisions: {where}; "
            "in these the party counts as not having come through."
        )
    for stage in stages:
        if stage.no_fight:
            found.append(f"{stage.name}: no fight took place on {stage.no_fight} of {count(days, 'day')}.")
    return found


def _row(seed: int, day: list[Stood], stages: int) -> dict[str, Any]:
    last = day[-1]
    return {
        "seed": seed,
        "survived": len(day) == stages and last.won,
        "ended": last.ended,
        "parts": len(day),
        "down": sum(fate in FALLEN for fate in last.fates.values()),
        "dead": sum(fate == DEAD for fate in last.fates.values()),
        "health": sum(pools[0].left for pools in last.left.values()),
    }


def stage_row(stages: tuple[Stage, ...], names: list[str], days: list[list[Stood]], number: int) -> StageRow:
    reached = [day[number] for day in days if len(day) > number]
    stage = stages[number]
    kind = stage.what if isinstance(stage, Between) else "scene"
    came = max(1, len(reached))
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
        kind=kind,
        reached=share(len(reached), len(days)),
        passed=share(sum(stood.won for stood in reached), len(days)),
        unending=sum(not stood.ended for stood in reached),
        no_fight=sum(stood.ended and not stood.rounds for stood in reached) if kind == "scene" else 0,
        rounds=sum(stood.rounds for stood in reached) / came,
        down=sum(fate in FALLEN for stood in reached for fate in stood.fates.values()) / came,
        dead=sum(fate == DEAD for stood in reached for fate in stood.fates.values()) / came,
        left={pool: have[pool] / most[pool] for pool in most if most[pool]},
    )
