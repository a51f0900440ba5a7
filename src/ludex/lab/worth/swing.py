"""The swing in a reference fight: an entry in the place of the one it was begun from, with the same dice for both."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any

from ludex.core.content.content import Library
from ludex.core.game import game_of
from ludex.core.kernel.english import count, listed
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.lab.apart import EVERY, LabLine, LabSwing, LabSwingSide, Tell
from ludex.lab.compare import change
from ludex.lab.gather import Gathered
from ludex.lab.run import Plan, fights
from ludex.lab.statistics import Difference
from ludex.lab.trial import Fight
from ludex.lab.variants import Variant
from ludex.lab.worth.odds import Compared, worth_telling
from ludex.lab.worth.reference import Reference
from ludex.lab.worth.tried import Tried
from ludex.opponents import named


@dataclass(frozen=True, slots=True)
class SwingJob:
    """The scene with the entry that was begun from, and with the one that is being made."""

    before: Scene[Any]
    after: Scene[Any]
    title: str
    names: tuple[str, str]
    deeds: dict[str, str]  # the things with which something is done, and what that is called
    fights: int
    seed: int = 1


def swing_job(tried: Tried, found: Reference, compared: Compared | None, wanted: int, seed: int) -> SwingJob:
    assert tried.with_origin is not None
    own = worth_telling(compared.own) if compared is not None else []
    things = compared.things if compared is not None else set()
    deeds = {thing: deed.words for deed in reversed(own) for thing in sorted(deed.things & things)}
    names = tried.origin.name, tried.entry.name
    return SwingJob(made(found, tried.with_origin), made(found, tried.with_it), found.title, names, deeds, wanted, seed)


def made(found: Reference, library: Library) -> Scene[Any]:
    return found.scene(library).scene


def run(job: SwingJob, tell: Tell) -> None:
    """Fight both with the same seeds, and tell now and then what is known of the difference."""
    both = gathered(job, job.before, job.names[0]), gathered(job, job.after, job.names[1])
    last = 0.0

    def add(each: tuple[Fight, ...]) -> None:
        nonlocal last
        for one, fight in zip(both, each, strict=True):
            one.add(fight)
        if monotonic() - last >= EVERY:
            tell(LabLine(of=job.fights, swing=swing(job, *both, done=False)))
            last = monotonic()

    plan = Plan(job.fights, 0.0, job.seed, workers=1)
    fights([one.variant.start for one in both], plan, add, lambda: 1.0)
    tell(LabLine(done=True, of=job.fights, swing=swing(job, *both, done=True)))


def gathered(job: SwingJob, scene: Scene[Any], name: str) -> Gathered:
    game = game_of(scene)
    found = Gathered(Variant(name, job.title, job.title, game, scene, named(game, scene, ""), {}), job.seed)
    if len(found.sides) < 2:
        raise BadInput(f"{job.title}: nobody stands against them")
    return found


def swing(job: SwingJob, before: Gathered, after: Gathered, done: bool) -> LabSwing:
    found = change(before, after)
    more = found.won
    sides = [LabSwingSide(one.variant.name, one.won) for one in (before, after)]
    unending = sum(not row.ended for one in (before, after) for row in one.rows)
    return LabSwing(
        words=words_of(more, before.first, job),
        low=more.low,
        middle=more.mean,
        high=more.high,
        health_words=f"{pool_of(before)} more that the {before.first} has left",
        health=found.health,
        fights=len(after.rows),
        scene=job.title,
        sides=sides,
        unending=unending,
        remarks=remarks(job, after) if done else [],
    )


def pool_of(one: Gathered) -> str:
    """What the health of the first side is called."""
    scene = one.variant.scene
    return one.variant.game.pools(scene, scene.beings[one.sides[one.first][0]])[0].name


def words_of(more: Difference, side: str, job: SwingJob) -> str:
    """`so much less often the party wins with Hookman in place of Scavenger`"""
    how = {1: "more", -1: "less", 0: "more or less"}[more.sign]
    before, after = job.names
    place = f"with {after} in place of {before}" if before != after else f"with {after} as it is now"
    return f"so much {how} often the {side} wins {place}"


def remarks(job: SwingJob, after: Gathered) -> list[str]:
    """What the machine never chose, of all that is done with it."""
    chosen = {thing for _, _, things in after.uses for thing in things.split(":")}
    never = dict.fromkeys([words for thing, words in job.deeds.items() if thing not in chosen])
    return (
        [f"In {count(len(after.rows), 'fight')} the machine never chose {listed(list(never), 'or')}"] if never else []
    )
