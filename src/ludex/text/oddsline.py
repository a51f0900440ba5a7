"""Odds as people read them before they commit: one line, and the whole distribution on request."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, cast

from ludex.core.agenda import Command
from ludex.core.domain import OneOf
from ludex.core.game import Game, Policy
from ludex.core.odds import SCENE, Changes, Odds
from ludex.core.plain import Plain
from ludex.core.procedure import Interject, Question
from ludex.core.timing import DECLINE
from ludex.text.style import count, percent, rare, signed

LEAST_SHOWN = Fraction(1, 20)  # a smaller mean change is noise in a line
MOST_CONDITIONS = 4
MOST_OUTCOMES = 16
MOST_ASSUMED = 4


class Provoked:
    """Answers as another policy does, but takes every Reaction offered to another side: the worst case of a move."""

    checked = False

    def __init__(self, policy: Policy, side: str) -> None:
        self.policy = policy
        self.side = side

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        other = question.who in scene.beings and scene.beings[question.who].side != self.side
        if other and isinstance(question.domain, OneOf) and DECLINE in question.domain.values:
            return next(value for value in question.domain.values if value != DECLINE)
        return self.policy.answer(scene, question)


def short(game: Game[Any], scene: Any, odds: Odds) -> str:
    """`hit 58.3 %  decisive 8.3 %  −2.1 HP  Down 4.2 %`; with names where more than the target is concerned."""
    parts = [f"{name} {percent(chance)}" for name, chance in game.face().chances(scene, odds)]
    parts += [part for _, part in changes_of(game, scene, odds)]
    return "  ".join(parts)


def changes_of(game: Game[Any], scene: Any, odds: Odds) -> list[tuple[str, str]]:
    """What changes for whom on average, and the chance of each condition."""
    face = game.face()
    target = odds.command.arg("target")
    concerned = list(dict.fromkeys([who for who, _ in (*odds.expected, *odds.gained, *odds.lost)]))
    concerned.sort(key=lambda who: (who != target, who == odds.command.actor, who == SCENE))
    found = []
    for who in concerned:
        name = "" if who in (target, SCENE) else f"{scene.beings[who].name} "
        means = [
            f"{signed(mean)} {face.changed(scene, what, mean)}"
            for (whom, what), mean in odds.expected.items()
            if whom == who and abs(mean) >= LEAST_SHOWN
        ]
        gains = sorted(((c, chance) for (w, c), chance in odds.gained.items() if w == who), key=lambda g: -g[1])
        states = [f"{face.value(scene, 'condition', c)} {percent(chance)}" for c, chance in gains[:MOST_CONDITIONS]]
        states += [
            f"no longer {face.value(scene, 'condition', c)} {percent(chance)}"
            for (w, c), chance in odds.lost.items()
            if w == who
        ]
        if means or states:
            found.append((who, name + "  ".join((*means, *states))))
    return found


def modifiers(game: Game[Any], odds: Odds) -> str:
    """The dice of the first roll, and every number that reaches them."""
    return game.face().dice(odds) if odds.rolled else ""


def assumed(game: Game[Any], scene: Any, odds: Odds) -> str:
    """How everybody is taken to answer on the way: `Decisive Hit, Shatter; Vahki 1: Opportunity Attack, no`."""
    found = []
    for key, answers in odds.assumed.items():
        rule, _, who = key.removeprefix("ask ").partition(" of ")
        name = f"{scene.beings[who].name}: " if who in scene.beings and who != odds.command.actor else ""
        said = " or ".join(_said(game, scene, rule, answer) for answer in answers)
        found.append(f"{name}{short_title(game, rule)}, {said}")
    more = f"; and {len(found) - MOST_ASSUMED} more" if len(found) > MOST_ASSUMED else ""
    return "assumed: " + "; ".join(found[:MOST_ASSUMED]) + more if found else ""


def _said(game: Game[Any], scene: Any, rule: str, answer: object) -> str:
    if isinstance(answer, Interject):
        first = answer.command
        return f"once {scene.beings[first.actor].name} has done this: {game.actions[first.name].label}"
    return game.face().value(scene, rule, cast(Plain, answer)).partition(":")[0]


def title(game: Game[Any], rule: str) -> str:
    found = game.rulebook.rules.get(rule)
    return found.title if found is not None else rule.rpartition(".")[2].replace("_", " ").capitalize()


def short_title(game: Game[Any], rule: str) -> str:
    """A title without what explains it."""
    return title(game, rule).partition(":")[0].partition(" (")[0]


def full(game: Game[Any], scene: Any, odds: Odds) -> list[str]:
    """The whole distribution, exact, the likeliest first."""
    lines = [line for line in (short(game, scene, odds), modifiers(game, odds), assumed(game, scene, odds)) if line]
    for changes, chance in odds.outcomes[:MOST_OUTCOMES]:
        lines.append(f"{percent(chance):>8}  ({chance})  {changed(game, scene, changes)}")
    rest = odds.outcomes[MOST_OUTCOMES:]
    if rest:
        chance = sum((share for _, share in rest), Fraction(0))
        lines.append(f"{percent(chance):>8}  {count(len(rest), 'more outcome')}")
    if odds.unexplored:
        lines.append(f"{rare(odds.unexplored):>8}  left unexplored")
    return lines


def changed(game: Game[Any], scene: Any, changes: Changes) -> str:
    face = game.face()
    by_being: dict[str, list[str]] = {}
    for who, what, change in changes:
        if what in ("gains", "loses"):
            state = face.value(scene, "condition", change)
            said = state if what == "gains" else f"no longer {state}"
        elif isinstance(change, int):
            said = f"{signed(change)} {face.changed(scene, what, change)}"
        else:
            said = f"{face.value(scene, 'field', what)} {face.value(scene, what, change) or 'none'}"
        by_being.setdefault(who, []).append(said)
    names = {who: "" if who == SCENE else f"{scene.beings[who].name} " for who in by_being}
    return "; ".join(f"{names[who]}{', '.join(said)}" for who, said in by_being.items()) or "nothing"


def strikers(scene: Any, odds: Odds) -> list[str]:
    """Who reacts, where every Reaction is taken."""
    found: Iterable[str] = (
        key.rpartition(" of ")[2]
        for key, answers in odds.assumed.items()
        if any(answer not in (DECLINE, False, 0) for answer in answers)
    )
    actor = odds.command.actor
    return [scene.beings[w].name for w in dict.fromkeys(found) if w in scene.beings and w != actor]
