"""What somebody can think of while it is the turn of others: what they could react with, and what they may plan, with
its odds as if their turn began now."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.table.know import foreseen
from ludex.table.know.offers import action_of, command_document, first_allowed, offers, rule_document
from ludex.table.know.seen import Seen
from ludex.table.records.settings import Settings

PLANNED = ("attack", "skill")  # the groups of actions that are planned
MOST_PLANS = 4
STEPS = 400  # of each, for its odds; not so many milliseconds: what is told is to be the same whatever else goes on
FORCED = "forced"  # the word of a reaction that nobody chooses

Document = dict[str, Any]


class Ahead(foreseen.Guessing):
    """What a seat knows, as if the turn of one of theirs began now."""

    def __init__(self, seen: Seen, settings: Settings, who: str) -> None:
        super().__init__(seen, settings)
        self.who = who
        self.guesses = settings.odds == "known" and seen.seat != GM

    def knowledge(self, scene: Any) -> Any:
        known = super().knowledge(scene) if self.guesses else Seen.knowledge(self, scene)
        ahead = known.fork() if known is scene else known
        self.game.as_their_turn(ahead, ahead.beings[self.who])
        return ahead


def ahead(seen: Seen, settings: Settings, who: str) -> Document:
    being = seen.scene.being(who)
    waits = seen.game.waits(seen.scene, being)
    return {
        "being": who,
        "reacts": reacts(seen, being) if waits else [],
        "plans": plans(Ahead(seen, settings, who), settings, who) if waits else [],
    }


def reacts(seen: Seen, being: Any) -> list[Document]:
    """The rules by which somebody could react now, if the moment came."""
    rules = [each.rule for kind in seen.game.reactions.values() for each in kind if each.word != FORCED]
    may = [rule for rule in dict.fromkeys(rules) if seen.face.may_react(seen.scene, being, rule)]
    known = seen.game.rulebook.rules
    return [rule_document(known[rule]) for rule in may if rule in known]


def plans(seen: Ahead, settings: Settings, who: str) -> list[Document]:
    """Attacks and powers in the order of the bar, each as it would be done first."""
    scene = seen.scene
    being = scene.beings[who]
    offered = offers(seen, who, whole=True)
    if offered is None:
        return []
    found: dict[Command, None] = {}
    for entry in offered["entries"]:
        if entry["group"] in PLANNED and entry["refused"] is None and "among" not in entry:
            fixed = tuple(entry["fixed"])
            command = first_allowed(seen, scene, being, action_of(seen, entry["action"]), fixed)[1]
            if command is not None:
                found[command] = None
    return [_plan(seen, settings, command) for command in list(found)[:MOST_PLANS]]


def _plan(seen: Ahead, settings: Settings, command: Command) -> Document:
    told = settings.odds != "off" or seen.seat == GM
    odds = foreseen.of_command(seen, settings, command, enough=_after(STEPS)) if told else None
    chances, harms = (odds["chances"], odds["harms"]) if odds is not None else ([], [])
    hurt = harms[0] if len(harms) == 1 and harms[0]["mean"] < 0 else None
    return {
        "command": command_document(command),
        "words": seen.face.sentence(seen.scene, command),
        "chance": chances[0] if chances else None,
        "takes": f"{-hurt['mean'] * hurt['touched']['value']:.1f} {hurt['pool']}" if hurt is not None else "",
    }


def _after(steps: int) -> Callable[[], bool]:
    """Says when it has been asked so often."""
    asked = count(1)
    return lambda: next(asked) > steps
