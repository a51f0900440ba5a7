"""Two variants of a scene, fought with the same seeds: what is the difference?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from ludex.core.kernel.ruling import BadInput
from ludex.lab.gather import Gathered
from ludex.lab.result import FORMAT, Result, written
from ludex.lab.run import Plan, Stopped, fights
from ludex.lab.statistics import Difference, difference_of_means, difference_of_shares
from ludex.lab.trial import MOST_DECISIONS, Fight
from ludex.lab.variants import SceneLike, Variant, variant
from ludex.opponents import Played, name_of

Progress = Callable[[int, Difference], object]  # told how many fights there have been, and the difference so far


@dataclass(frozen=True, slots=True)
class Change:
    """How much more the second has, with the same seeds."""

    won: Difference  # the win rate of the first side
    rounds: Difference
    health: Difference  # what the first side has left
    down: Difference  # how many of the first side are brought down


SAME = Difference(0.0, 0.0, 0.0)
NO_CHANGE = Change(SAME, SAME, SAME, SAME)  # of a variant from itself


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The same comparison with another policy on all sides."""

    policy: str
    won: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    names: tuple[str, str]
    first: Result
    second: Result
    change: Change
    also: list[Conclusion]  # with other policies
    warnings: list[str]
    stopped: str = ""
    seconds: float = field(default=0.0, compare=False)

    def to_plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "kind": "comparison",
            "names": list(self.names),
            "first": self.first.to_plain(),
            "second": self.second.to_plain(),
            "change": asdict(self.change),
            "also": [asdict(each) for each in self.also],
            "warnings": self.warnings,
            "stopped": self.stopped,
            "run": {"seconds": self.seconds},
        }


def compare(
    first: SceneLike,
    second: SceneLike | None = None,
    *,
    settings: Mapping[str, object] | None = None,
    fights: int = 0,
    width: float = 0.0,
    seed: int = 1,
    policies: Mapping[str, Played] | Played = "",
    second_policies: Mapping[str, Played] | Played = "",
    content: Iterable[str | Path] = (),
    second_content: Iterable[str | Path] | None = None,
    also: Iterable[Played] = (),
    workers: int = 0,
    cluster: str = "",
    limit: int = MOST_DECISIONS,
    progress: Progress | None = None,
) -> Comparison:
    """Fight two variants with the same seeds: two scenes, or one with `settings` of its own, another policy or another
    folder of content. It ends when the interval of the difference in win rate is no wider than `width`, or after
    `fights`. With `also`, the comparison is repeated with each of these policies on all sides, and a warning is given
    where the conclusion is another."""
    folders = tuple(content)
    other_folders = folders if second_content is None else tuple(second_content)
    plan = Plan(fights, width, seed, workers, cluster)

    def pair(named: Mapping[str, Played] | Played, other: Mapping[str, Played] | Played) -> tuple[Variant, Variant]:
        one = variant(first, named, folders, None, limit)
        return one, variant(second if second is not None else first, other, other_folders, settings, limit)

    main = pair(policies, second_policies or policies)
    others = [(name, pair(name, name)) for name in map(name_of, also)]  # faults are told at once
    found = compare_variants(*main, plan, progress)
    conclusions: list[Conclusion] = []
    warnings: list[str] = []

    def so_far(stopped: str = "") -> Comparison:
        return replace(found, also=conclusions, warnings=warnings, stopped=stopped)

    for name, variants in others:
        try:
            won = compare_variants(*variants, plan, progress).change.won
        except Stopped as stopped:
            again = Stopped(f"played by {name!r} on all sides: {stopped}", stopped.interrupted)
            again.so_far = so_far(str(again))
            raise again from stopped
        conclusions.append(Conclusion(name, won))
        if won.sign != found.change.won.sign:
            warnings.append(
                f"Played by {name!r} on all sides the conclusion is another: {won.mean:+.1%} "
                f"({won.low:+.1%} to {won.high:+.1%}) in place of {found.change.won.mean:+.1%}."
            )
    return so_far()


def compare_variants(one: Variant, other: Variant, plan: Plan, progress: Progress | None = None) -> Comparison:
    if one.game is not other.game:
        raise BadInput(f"{one.where} is of {one.game.title}, {other.where} of {other.game.title}: nothing to compare")
    began = perf_counter()
    both = Gathered(one, plan.seed), Gathered(other, plan.seed)

    def tell(each: tuple[Fight, ...]) -> None:
        for gathered, fight in zip(both, each, strict=True):
            gathered.add(fight)
        if progress is not None:
            progress(len(both[0].rows), won_more(*both))

    def result(stopped: str = "") -> Comparison:
        seconds, count = perf_counter() - began, plan.crew
        results = [gathered.result(stopped, seconds, count) for gathered in both]
        return Comparison(names_apart(one, other), results[0], results[1], change(*both), [], [], stopped, seconds)

    try:
        fights([one.start, other.start], plan, tell, lambda: won_more(*both).width)
    except Stopped as stopped:
        stopped.so_far = result(str(stopped)) if both[0].rows else None
        raise
    return result()


def names_apart(one: Variant, other: Variant) -> tuple[str, str]:
    """Each by what the other has not: another scene, fields that are set, policies, folders of content."""
    names = (_own_name(one, other), _own_name(other, one))
    return names if names[0] != names[1] else ("first", "second")


def _own_name(one: Variant, other: Variant) -> str:
    own = [f"{p} = {written(v)}" for p, v in one.settings.items() if p not in other.settings or other.settings[p] != v]
    sides = [side for side, name in one.policies.items() if other.policies.get(side) != name]
    by = {one.policies[side] for side in sides}
    if len(by) == 1 and len(sides) > 1 and len(sides) == len(one.policies):
        own.append(f"played by {by.pop()}")
    else:
        own += [f"{side} by {one.policies[side]}" for side in sides]
    if one.folders != other.folders:
        own.append(f"content {', '.join(map(str, one.folders)) or 'as it comes'}")
    if one.where != other.where:
        own.insert(0, one.title if one.title != other.title else one.where)
    return ", ".join(own) or one.title


def won_more(first: Gathered, second: Gathered) -> Difference:
    side, other = first.first, second.first
    return difference_of_shares([r.winner == side for r in first.rows], [r.winner == other for r in second.rows])


def change(first: Gathered, second: Gathered) -> Change:
    side, other = first.first, second.first
    return Change(
        won=won_more(first, second),
        rounds=difference_of_means([r.rounds for r in first.rows], [r.rounds for r in second.rows]),
        health=difference_of_means([r.health[side] for r in first.rows], [r.health[other] for r in second.rows]),
        down=difference_of_means([r.down[side] for r in first.rows], [r.down[other] for r in second.rows]),
    )
