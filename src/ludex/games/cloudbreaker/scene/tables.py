"""The tables of a scene file that only Cloudbreaker Alliance has: [situation] with goals, failures and an epic trap."""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import ContentError, Record
from ludex.core.kernel.english import no_such, there_are
from ludex.games.cloudbreaker.book.situations.escape import multiplier
from ludex.games.cloudbreaker.build.from_content import Ground
from ludex.games.cloudbreaker.records.effects import Pool
from ludex.games.cloudbreaker.records.kinds import FailureName, GoalName
from ludex.games.cloudbreaker.state import PARTY, Goal, Scene, Trap

Grade = Literal["Copper", "Silver", "Gold"]
Difficulty = Literal["Very Easy", "Easy", "Medium", "Hard", "Very Hard"]

OF_SOMEBODY = ("destroy", "defeat", "npc_killed", "npc_at_zero")
OF_ROUNDS = ("survive", "rounds")


class GoalEntry(Record, frozen=True, eq=False, kw_only=True):
    """What wins: a kind, with the rounds to last, or who or what has to be beaten."""

    goal: GoalName
    rounds: int = 0
    who: str = ""
    what: str = ""


class FailureEntry(Record, frozen=True, eq=False, kw_only=True):
    failure: FailureName
    rounds: int = 0
    who: str = ""


class TrapEntry(Record, frozen=True, eq=False, kw_only=True):
    """An epic trap: its multiplier by grade and difficulty, or as stated."""

    epicenter: str
    round: int
    name: str = "Epic trap"
    grade: Grade = "Copper"
    difficulty: Difficulty = "Medium"
    multiplier: int | None = None
    dice: int = 2
    bonus: int = 10
    pool: Pool = "HP"
    type: str = ""
    defuse: dict[str, int] = {}  # skills and toolkits, with the difficulty
    successes: int = 1


class Situation(Record, frozen=True, eq=False, kw_only=True):
    """What the game master settles before anybody acts."""

    kind: str = "combat"
    formation: Literal["standard", "scenario"] = "scenario"
    goals: tuple[GoalName | GoalEntry, ...] = ()
    failures: tuple[FailureName | FailureEntry, ...] = ("party_wiped_out",)
    retreat_allowed: bool = True
    pursuit: bool = False
    objective: bool = False  # is winning it part of the mission's objective?
    morale: int = 0  # added to what the ranks bring
    cloud: int = 0
    reinforcements: bool = False  # are announced
    surprised: tuple[str, ...] = ()  # beings, or a whole side
    safe_zones: tuple[str, ...] | None = None  # in place of those of the board
    shelters: dict[str, int] | None = None
    trap: TrapEntry | None = None


def read_situation(scene: Scene, given: Situation, ground: Ground) -> None:
    """cb.situation.goals: fixed before the order of turns is."""
    scene.kind = given.kind
    scene.formation = given.formation
    scene.goals = tuple(goal_of(one) for one in given.goals) or usual_goals(given)
    scene.failures = tuple(failure_of(one) for one in given.failures)
    scene.retreat_allowed = given.retreat_allowed
    scene.pursuit = given.pursuit
    scene.objective = given.objective
    scene.extra_morale = given.morale
    scene.cloud = given.cloud
    scene.reinforced = given.reinforcements
    scene.safe_zones = ground.safe_zones if given.safe_zones is None else given.safe_zones
    scene.shelters = ground.shelters if given.shelters is None else tuple(given.shelters.items())
    scene.trap = trap_of(given.trap) if given.trap is not None else None


def usual_goals(given: Situation) -> tuple[Goal, ...]:
    return (Goal("safe"), Goal("trap_survived")) if given.kind == "escape" else (Goal("rout"),)


def goal_of(one: GoalName | GoalEntry) -> Goal:
    return Goal(one.goal, one.rounds, one.who or one.what) if isinstance(one, GoalEntry) else Goal(one)


def failure_of(one: FailureName | FailureEntry) -> Goal:
    return Goal(one.failure, one.rounds, one.who) if isinstance(one, FailureEntry) else Goal(one)


def trap_of(given: TrapEntry) -> Trap:
    """cb.escape.trap.table: by difficulty and grade, unless the multiplier is stated."""
    times = multiplier(given.grade, given.difficulty) if given.multiplier is None else given.multiplier
    return Trap(
        epicenter=given.epicenter,
        round=given.round,
        multiplier=times,
        dice=given.dice,
        bonus=given.bonus,
        pool=given.pool,
        type=given.type,
        name=given.name,
        defuse=tuple(given.defuse.items()),
        successes=given.successes if given.defuse else 0,
    )


def those_surprised(scene: Scene, given: Situation, where: str) -> list[str]:
    """cb.turn.surprise: by name, or a whole side."""
    found: list[str] = []
    for name in given.surprised:
        if name in scene.beings:
            found.append(name)
        else:
            side = [being.id for being in scene.beings.values() if being.side == name]
            if not side:
                known = {*scene.beings, *[being.side for being in scene.beings.values()]}
                raise ContentError(f"{where}, field situation.surprised: {no_such('being and no side', name, known)}")
            found += side
    return found


# ---------------------------------------------------------------- what cannot be


def check_situation(scene: Scene, where: str) -> None:
    """Goals and traps name only what there is."""
    for field, goals in (("goals", scene.goals), ("failures", scene.failures)):
        for number, goal in enumerate(goals):
            check_goal(scene, goal, f"{where}, field situation.{field}[{number}]")
    for field, zones in (("safe_zones", scene.safe_zones), ("shelters", [zone for zone, _ in scene.shelters])):
        for zone in zones:
            check_zone(scene, zone, f"{where}, field situation.{field}")
    if scene.trap is not None:
        spot = f"{where}, field situation.trap"
        check_zone(scene, scene.trap.epicenter, f"{spot}.epicenter")
        for method, _ in scene.trap.defuse:
            known = (*scene.library.shelves["skill"].entries, *scene.library.shelves["toolkit"].entries)
            if method not in known:
                raise ContentError(f"{spot}.defuse: {no_such('skill or toolkit', method, known)}")


def check_goal(scene: Scene, goal: Goal, spot: str) -> None:
    if goal.kind in OF_SOMEBODY and goal.who not in scene.beings:
        there = there_are(goal.who, scene.beings)
        raise ContentError(f"{spot}: {goal.kind} needs somebody who is there, not {goal.who!r}; {there}")
    if goal.kind in OF_ROUNDS and goal.rounds < 1:
        raise ContentError(f"{spot}: {goal.kind} needs a number of rounds")
    if goal.kind == "safe" and not scene.safe_zones:
        raise ContentError(f"{spot}: there is no safe zone")
    if goal.kind in ("trap_survived", "defuse") and scene.trap is None:
        raise ContentError(f"{spot}: there is no trap")
    if goal.kind == "defuse" and scene.trap is not None and not scene.trap.defuse:
        raise ContentError(f"{spot}: the trap does not say how it is defused")


def check_zone(scene: Scene, zone: str, spot: str) -> None:
    if zone not in scene.board:
        raise ContentError(f"{spot}: there is no zone {zone!r}; {there_are(zone, scene.board)}")


def party_starts(scene: Scene, side: str) -> str:
    """cb.escape.formation: by standard formation the party begins where the trap will strike."""
    standard = scene.kind == "escape" and scene.formation == "standard" and side == PARTY
    return scene.trap.epicenter if standard and scene.trap is not None else ""
