"""What a whole day costs the party: scenes, rests and travel in a row, lived through again and again."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from ludex.lab.apart import EVERY, LabLine, Tell
from ludex.lab.day import Stage, Stood, one_day, stage_row
from ludex.lab.gauge.gauge import as_share
from ludex.lab.gauge_line import GaugeDay, GaugeStage
from ludex.lab.run import Plan
from ludex.lab.statistics import share
from ludex.lab.trial import Start

FIRST_DAYS = 10  # days before anything is told


@dataclass(frozen=True, slots=True)
class DayJob:
    """The parts of a day, each a scene to be fought, a rest or a journey, with what it is called."""

    stages: tuple[Stage, ...]
    names: tuple[str, ...]
    days: int
    seed: int = 1
    notes: tuple[str, ...] = ()


def run(job: DayJob, tell: Tell) -> None:
    plan, last = Plan(job.days, 0.0, job.seed, workers=1), monotonic()
    days: list[list[Stood]] = []
    for number in range(job.days):
        days.append(one_day(job.stages, plan.fight_seed(number)))
        if number + 1 == job.days:
            tell(LabLine(True, of=job.days, day=told(job, days)))
        elif number + 1 == FIRST_DAYS or (number + 1 > FIRST_DAYS and monotonic() - last >= EVERY):
            tell(LabLine(False, of=job.days, day=told(job, days)))
            last = monotonic()


def told(job: DayJob, days: list[list[Stood]]) -> GaugeDay:
    first = job.stages[0]
    assert isinstance(first, Start)
    through = sum(len(day) == len(job.stages) and day[-1].won for day in days)
    rows = [stage_row(job.stages, list(job.names), days, number) for number in range(len(job.stages))]
    return GaugeDay(
        days=len(days),
        endless=sum(not day[-1].ended for day in days),
        through=as_share(share(through, len(days))),
        stages=[
            GaugeStage(row.name, row.kind, as_share(row.reached), as_share(row.passed), row.rounds, row.down, row.left)
            for row in rows
        ],
        policies=dict(first.policies),
        notes=list(job.notes),
    )
