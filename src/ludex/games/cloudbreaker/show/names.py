"""What people call things, places, targets and goals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.english import count, listed
from ludex.core.show.sentences import apart, as_written, content_name
from ludex.games.cloudbreaker.state import Goal, Scene

SHELVES = (
    "weapon", "spell", "item", "feature", "hazard", "skill", "toolkit", "class", "condition", "enemy", "npc", "object",
)  # fmt: skip


def thing_name(scene: Scene, thing: object) -> str:
    """A weapon, spell, item, feature, hazard, skill, toolkit or class; `weapon:bite` names its kind as well."""
    kind, _, name = str(thing).rpartition(":")
    return content_name(scene, name, (kind, *SHELVES) if kind else SHELVES) or as_written(scene, name)


def place_name(scene: Scene, place: Any) -> str:
    """A zone, or several; what is no zone is called as it is."""
    if isinstance(place, tuple):
        return listed([place_name(scene, part) for part in place if part]) or "nothing"
    return scene.board.zones[place].name if place in scene.board else thing_name(scene, place)


def being_name(scene: Scene, who: object) -> str:
    return scene.beings[str(who)].name if who in scene.beings else thing_name(scene, who)


def part_name(scene: Scene, who: object, part: object) -> str:
    """Which of their targets, where a unit has several: ` (Left leg)`."""
    being = scene.beings.get(str(who))
    if being is None or len(being.sheet.parts) < 2:
        return ""
    return next((f" ({each.name})" for each in being.sheet.parts if each.id == part), "")


def hold_words(scene: Scene, hold: str) -> str:
    """What a hand holds, as rules name it: `weapon:cutlass`, `captive:pip:body`, `latch:colossus`."""
    kind, _, what = hold.partition(":")
    if kind == "captive":
        who, _, part = what.partition(":")
        return f"{being_name(scene, who)}{part_name(scene, who, part)}"
    if kind == "latch":
        return f"the hold on {being_name(scene, what)}"
    return thing_name(scene, what or hold)


def things(scene: Scene, names: Iterable[str]) -> str:
    return listed([thing_name(scene, name) for name in names])


def value_words(scene: Scene, value: Any) -> str:
    """Plain data as people read it."""
    if isinstance(value, tuple):
        return listed([value_words(scene, part) for part in value]) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value:
        return being_name(scene, value) if value in scene.beings else place_name(scene, value)
    return "nothing" if value in ("", None) else str(value)


def tokens(number: Any, what: str = "spirit") -> str:
    return count(number, f"{what} token")


def typed(kind: str) -> str:
    """A type of damage, where there is one to name."""
    return f" {kind}" if kind else ""


def to_pool(pool: str) -> str:
    """HP go without saying."""
    return "" if pool == "HP" else f" to {pool}"


# ---------------------------------------------------------------- goals and the epic trap


GOALS = {
    "rout": "rout the enemies",
    "survive": "hold out until the end of round {rounds}",
    "destroy": "destroy {who}",
    "defeat": "defeat {who}",
    "safe": "bring everybody who is left into the safe zone",
    "trap_survived": "outlast the trap",
    "defuse": "defuse the trap",
}
FAILURES = {
    "party_wiped_out": "nobody of the party is standing",
    "rounds": "enemies are left at the end of round {rounds}",
    "npc_killed": "{who} is out of the situation",
    "npc_at_zero": "HP or MP of {who} are at 0",
    "party_retreats": "the whole party has retreated",
}


def goal_words(scene: Scene, goal: Goal, among: dict[str, str]) -> str:
    return among.get(goal.kind, as_written(scene, goal.kind)).format(
        rounds=goal.rounds, who=being_name(scene, goal.who)
    )


def won_by(scene: Scene, goals: Iterable[Goal]) -> str:
    return ", or ".join(goal_words(scene, goal, GOALS) for goal in goals)


def lost_by(scene: Scene, failures: Iterable[Goal]) -> str:
    return ", or ".join(goal_words(scene, goal, FAILURES) for goal in failures)


def trap_damage(scene: Scene) -> str:
    """What the epic trap deals at its epicenter: `(2d6 + 10) × 3 fire damage to HP`."""
    trap = scene.trap
    if trap is None:
        return ""
    bonus = f" {apart(trap.bonus)}" if trap.bonus else ""
    return f"({trap.dice}d6{bonus}) × {trap.multiplier}{typed(trap.type)} damage to {trap.pool}"
