"""How long something takes, and when it ends, in words."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.english import count
from ludex.core.kernel.scene import Until

HOUR = 60
DAY = 24 * HOUR


def minutes_words(minutes: int) -> str:
    """`10 minutes`, `2 hours`, `1 hour 20 minutes`, `1 day`"""
    parts = [(minutes // DAY, "day"), (minutes % DAY // HOUR, "hour"), (minutes % HOUR, "minute")]
    return " ".join(count(number, what) for number, what in parts if number) or "no time"


def until_words(scene: Any, until: Until) -> str:
    """`until Tahra's next turn`, `for Tahra's next 3 turns`, `until the combat is over`, `for 30 minutes`"""
    whose = f"{scene.beings[until.of].name}'s" if until.of in scene.beings else "the"
    match until.when:
        case "start of turn":
            return f"until {whose} next turn" if until.turns <= 1 else f"for {until.turns} of {whose} turns"
        case "end of turn":
            later = until.turns - (scene.turns.current == until.of)  # the turn under way is the first
            if not later:
                return "to the end of this turn"
            return f"to the end of {whose} next turn" if later == 1 else f"for {whose} next {later} turns"
        case "minute" | "minutes":
            return f"for {minutes_words(until.turns)}"
        case "rest" | "full rest":
            return f"until there is a {until.when}"
    return f"until {whose} {until.when.replace('_', ' ')} is over"
