"""One field of a scene, an option or a policy with many values: the curve of the win rate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from ludex.core.kernel.ruling import BadInput
from ludex.lab.compare import NO_CHANGE, Change, change
from ludex.lab.gather import Gathered
from ludex.lab.result import FORMAT, Result, written
from ludex.lab.run import Plan, Stopped, fights
from ludex.lab.statistics import Share
from ludex.lab.trial import MOST_DECISIONS, Fight
from ludex.lab.variants import SceneLike, Variant, few_enough, read_setting, variant
from ludex.opponents import Played

Progress = Callable[[int, list[Share]], object]  # told how many fights of each there have been, and the win rates


@dataclass(frozen=True, slots=True)
class Point:
    value: Any
    result: Result
    change: Change  # against the first value, with the same seeds; of the first none


@dataclass(frozen=True, slots=True)
class Sweep:
    path: str
    points: list[Point]
    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)

    def to_plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "kind": "sweep",
            "path": self.path,
            "points": [
                {"value": p.value, "result": p.result.to_plain(), "change": asdict(p.change)} for p in self.points
            ],
            "stopped": self.stopped,
            "run": {"seconds": self.seconds},
        }

    def table(self) -> list[dict[str, Any]]:
        """A flat row for each value: what pandas and polars take."""
        return [
            {
                "value": point.value,
                "fights": point.result.fights,
                "won": point.result.won.rate,
                "low": point.result.won.low,
                "high": point.result.won.high,
                "change": point.change.won.mean,
                "change_low": point.change.won.low,
                "change_high": point.change.won.high,
                "rounds": point.result.rounds.mean,
                "health_left": point.result.sides[0].health_left.mean,
            }
            for point in self.points
        ]


def sweep(
    scene: SceneLike,
    vary: str,
    values: Sequence[Any] | None = None,
    *,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    policies: Mapping[str, Played] | Played = "",
    content: Iterable[str | Path] = (),
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Progress | None = None,
) -> Sweep:
    """Fight a scene with each value of a field, all with the same seeds: `sweep(scene, "beings.gali.ac=6..12")`, or
    with the values by themselves. It ends when the win rate of every value is known closely enough."""
    path, chosen = read_setting(vary) if values is None else (vary, list(values))
    if not chosen:
        raise BadInput(f"{path}: there are no values to vary it by")
    few_enough(path, len(chosen))
    folders = tuple(content)
    variants = [
        variant(scene, policies, folders, {path: value}, limit, name=f"{path} = {written(value)}") for value in chosen
    ]
    return sweep_variants(path, chosen, variants, Plan(fights, width, seed, workers, cluster), progress)


def sweep_variants(
    path: str, values: Sequence[Any], variants: Sequence[Variant], plan: Plan, progress: Progress | None = None
) -> Sweep:
    began = perf_counter()
    every = [Gathered(each, plan.seed) for each in variants]

    def tell(each: tuple[Fight, ...]) -> None:
        for gathered, fight in zip(every, each, strict=True):
            gathered.add(fight)
        if progress is not None:
            progress(len(every[0].rows), [gathered.won for gathered in every])

    def result(stopped: str = "") -> Sweep:
        seconds, count = perf_counter() - began, plan.crew
        points = [
            Point(value, gathered.result(stopped, seconds, count), change(every[0], gathered) if number else NO_CHANGE)
            for number, (value, gathered) in enumerate(zip(values, every, strict=True))
        ]
        return Sweep(path, points, stopped, seconds)

    try:
        starts = [each.start for each in variants]
        fights(starts, plan, tell, lambda: max(gathered.won.width for gathered in every))
    except Stopped as stopped:
        stopped.so_far = result(str(stopped)) if every[0].rows else None
        raise
    return result()
