"""What a file may say that somebody has done, has suffered and has used up: the words that rules look for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.core.game import GAMES
from ludex.core.kernel.english import meant
from ludex.games.vitality.book.action_types import THIS_TURN, Free
from ludex.games.vitality.records.boon_effects import OncePerEvening
from ludex.games.vitality.state import Being, Scene

SINCE = ("attacked", "conditioned", "damaged", "hit")  # what befalls somebody
DEEDS = ("attack", "condition", "damage", "defeat", "moved", "concentrated")
DEEDS_WITH = ("hit", "charge")  # and whom, or which attack
USES = (
    "heal", "lucky", "summon", "re-summon", "create_wall", "hidden_trap", "forbiddance", "familiar", "purchase",
    "carry", "hasten", "open_portals", "priority_target", "protect",
)  # fmt: skip
USES_WITH = ("attack", "activate", "extra_attack", "splinter", "hazard", "through")  # and which one
MOMENTS = ("turn", THIS_TURN, "minute", "rest", "evening")  # that give it back


def unknown_memories(scene: Scene, being: Being) -> Iterator[str]:
    """Words of `since`, `deeds`, `last` and `used` that no rule looks for."""
    yield from _unknown("since", being.since, SINCE)
    yield from _unknown("deeds", being.deeds, DEEDS, DEEDS_WITH)
    yield from _unknown("last", being.last, DEEDS, DEEDS_WITH)
    if being.used:
        yield from _unknown("used", [name for name, _ in being.used], (*USES, *_more_uses(scene)), USES_WITH)
        yield from _unknown("used", [moment for _, moment in being.used], MOMENTS)


def _more_uses(scene: Scene) -> list[str]:
    """Free Actions, and features that are used once in an evening."""
    costs = [action.cost for action in GAMES["vitality"].actions.values()]
    evenings = [f.id for f in scene.library.all("feature") if any([isinstance(e, OncePerEvening) for e in f.effects])]
    return [*[cost.name for cost in costs if isinstance(cost, Free)], *evenings]


def _unknown(field: str, words: Iterable[str], known: Iterable[str], with_name: Iterable[str] = ()) -> Iterator[str]:
    there = list(known)
    for word in words:
        first, _, rest = word.partition(" ")
        if word not in there and not (rest and (first in with_name or first in there)):
            yield f"{field}: nothing is remembered as {word!r}; {meant(word, [*there, *with_name])}"
