"""A simulation for whoever must not wait for it: a job goes to another process, and what is known so far comes back,
again and again, until it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low
from time import monotonic, perf_counter
from typing import Any

import msgspec

from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import Recorder
from ludex.core.kernel.scene import Scene
from ludex.core.referee.again import Thrown
from ludex.core.show.face import Line
from ludex.lab.compare import change
from ludex.lab.gather import Gathered
from ludex.lab.gauge_line import GaugeDay, GaugeTold, GaugeWay
from ludex.lab.report.charts import LOST, NOBODY, WON, bins
from ludex.lab.result import About, BeingRow, FightRow, HarmRow, PoolRow, ReplayRow, Result, SideRow, UseRow
from ludex.lab.run import Plan, fights
from ludex.lab.statistics import Difference, Share
from ludex.lab.trial import Fight, First, Start, Trial, Watch, scene_of
from ludex.lab.variants import Variant
from ludex.opponents import named

EVERY = 0.5  # seconds between two lines
STACKED = (LOST, NOBODY, WON)
MIDDLE = "50"  # percent
MOST_LINES = 2_000  # of a fight that is told

Tell = Callable[["LabLine"], None]


@dataclass(frozen=True, slots=True)
class Job:
    """A scene to be fought. `deeds` are compared: each is what is done first, in place of what the policy would do."""

    scene: Scene[Any]
    title: str
    policies: dict[str, str]
    fights: int
    seed: int = 1
    deeds: tuple[tuple[str, First], ...] = ()
    watch: int | None = None  # tell the fight of this seed, and nothing else
    others: tuple[tuple[str, Scene[Any]], ...] = ()  # other scenes, by what is another in them: compared as deeds are
    first: First | None = None  # what is under way, and goes on as the policies decide
    fell: Mapping[str, Sequence[Thrown]] = field(default_factory=dict)  # dice that fell before and fall first


# ---------------------------------------------------------------- what goes out


class LabBar(msgspec.Struct, frozen=True):
    """Fights with as many rounds, or as much health left, by how they ended for the first side."""

    label: str
    won: int
    lost: int
    nobody: int


class LabSide(msgspec.Struct, frozen=True):
    side: str
    beings: int
    won: Share
    anybody_down: Share
    all_down: Share
    health_pool: str
    health_start: int
    health_middle: float  # what is left, in the middle case


class LabResult(msgspec.Struct, frozen=True):
    """What is known so far, without the single fights: those come as bars."""

    about: About
    fights: int
    unending: int
    nobody_won: Share
    sides: list[LabSide]
    beings: list[BeingRow]
    pools: list[PoolRow]
    harm: list[HarmRow]
    uses: list[UseRow]
    replays: list[ReplayRow]
    rounds_middle: float
    rounds_bars: list[LabBar]
    health_bars: list[LabBar]
    kept_when_won: int | None  # health of the first side, in the middle case
    rules_applied: int
    rules: int
    warnings: list[str]
    seconds: float


class LabDeed(msgspec.Struct, frozen=True):
    """What comes of a first deed. All else is against what the policy would do: how many more fights are won, how much
    more health the first side keeps, how many more of it go down."""

    words: str
    won: Share
    more: Difference
    health: Difference
    down: Difference


class LabWords(msgspec.Struct, frozen=True):
    words: str
    rule: str
    rank: str


class LabFight(msgspec.Struct, frozen=True):
    """One fight, told like a log."""

    seed: int
    ended: bool
    winner: str
    rounds: int
    lines: list[LabWords]


class LabSwingSide(msgspec.Struct, frozen=True):
    """How often the first side wins with one of two entries."""

    name: str  # of the entry
    won: Share


class LabSwing(msgspec.Struct, frozen=True):
    """How much more often the first side wins with an entry than with the one it was begun from, with the same dice:
    the middle and the interval, as parts of 1. How much more health that side keeps shows it earlier."""

    words: str
    low: float
    middle: float
    high: float
    health_words: str
    health: Difference
    fights: int  # so far, of each
    scene: str  # its title
    sides: list[LabSwingSide]  # with the entry it was begun from, and with it
    unending: int  # fights of both that did not end, and count as won by nobody
    remarks: list[str]  # what had better be known of the entry, when all are fought


class LabLine(msgspec.Struct, frozen=True):
    """Which place somebody has among those who wait; what is known so far, the last with `done`; or a fight that is
    told; or the swing between two entries; or what a scene costs, or what would change that; or why it cannot go on."""

    done: bool = False
    place: int = 0  # 1 is the next; 0: it runs
    wait: float = 0.0  # seconds until then, about; 0: nobody can tell
    of: int = 0  # fights that are wanted
    result: LabResult | None = None
    deeds: list[LabDeed] = []
    told: LabFight | None = None
    swing: LabSwing | None = None
    gauge: GaugeTold | None = None
    ways: list[GaugeWay] | None = None
    day: GaugeDay | None = None
    fault: str = ""


# ---------------------------------------------------------------- many fights


def run(job: Job, tell: Tell) -> None:
    game = game_of(job.scene)
    names = named(game, job.scene, job.policies)
    base = Variant(job.title, job.title, job.title, game, job.scene, names, {}, first=job.first, fell=job.fell)
    if job.watch is not None:
        tell(LabLine(done=True, told=told(base.start, job.watch)))
        return
    others = [replace(base, name=words, first=deed) for words, deed in job.deeds]
    for words, scene in job.others:
        others.append(Variant(words, words, words, game, scene, named(game, scene, job.policies), {}))
    simulate([base, *others], Plan(job.fights, 0.0, job.seed, workers=1), tell)


def simulate(variants: Sequence[Variant], plan: Plan, tell: Tell) -> None:
    """Fight all variants with the same seeds, and tell now and then what is known of them."""
    every = [Gathered(variant, plan.seed) for variant in variants]
    began, last = perf_counter(), 0.0

    def so_far(done: bool) -> LabLine:
        found = every[0].result("", perf_counter() - began, 1)
        return LabLine(done, of=plan.fights, result=summary(found), deeds=compared(every))

    def add(each: tuple[Fight, ...]) -> None:
        nonlocal last
        for gathered, fight in zip(every, each, strict=True):
            gathered.add(fight)
        if monotonic() - last >= EVERY:
            tell(so_far(False))
            last = monotonic()

    fights([variant.start for variant in variants], plan, add, lambda: 1.0)
    tell(so_far(True))


def compared(every: Sequence[Gathered]) -> list[LabDeed]:
    """How each first deed does, against the first variant."""
    first, *others = every
    changes = [(one, change(first, one)) for one in others]
    return [LabDeed(one.variant.name, one.won, more.won, more.health, more.down) for one, more in changes]


def summary(found: Result) -> LabResult:
    first = found.sides[0].side
    kept = [row.health[first] for row in found.rows if row.winner == first]
    applied, never = len(found.looked.rules_applied), len(found.looked.rules_never_applied)
    return LabResult(
        about=found.about,
        fights=found.fights,
        unending=found.unending,
        nobody_won=found.nobody_won,
        sides=[side_of(row) for row in found.sides],
        beings=found.beings,
        pools=found.pools,
        harm=found.harm,
        uses=found.uses,
        replays=found.replays,
        rounds_middle=found.rounds.quantiles[MIDDLE],
        rounds_bars=bars(found.rows, first, lambda row: row.rounds),
        health_bars=bars(found.rows, first, lambda row: row.health[first]),
        kept_when_won=median_low(kept) if kept else None,
        rules_applied=applied,
        rules=applied + never,
        warnings=found.warnings,
        seconds=found.seconds,
    )


def side_of(row: SideRow) -> LabSide:
    left = row.health_left.quantiles[MIDDLE]
    return LabSide(
        row.side, row.beings, row.won, row.anybody_down, row.all_down, row.health_pool, row.health_start, left
    )


def bars(rows: Sequence[FightRow], first: str, value: Callable[[FightRow], int]) -> list[LabBar]:
    ends = {first: WON, "": NOBODY}
    made = bins([(value(row), ends.get(row.winner, LOST)) for row in rows], STACKED)
    return [LabBar(each.label, each.counts[WON], each.counts[LOST], each.counts[NOBODY]) for each in made]


# ---------------------------------------------------------------- one fight, told


class Telling(Watch):
    """Watches a fight, and keeps what a log would say of it."""

    def __init__(self, scene: Scene[Any]) -> None:
        super().__init__(game_of(scene), scene)
        self.lines: list[Line] = []

    def __call__(self, command: Command | None) -> None:
        super().__call__(command)
        recorder = self.scene.recorder
        if recorder is not None and len(self.lines) < MOST_LINES:
            self.lines += self.game.face().lines(self.scene, recorder.take())


def told(start: Start, seed: int) -> LabFight:
    """The fight of a seed, line by line: the very one that is counted under it."""
    scene = scene_of(start)
    scene.recorder = Recorder()
    telling = Telling(scene)
    trial = Trial(start, telling.game, scene, seed, False)
    trial.referee.tells = True
    ended = trial.play(scene, telling)
    winner = telling.game.winner(scene) if ended else ""
    return LabFight(seed, ended, winner, scene.turns.round, [LabWords(*line[:3]) for line in telling.lines])
