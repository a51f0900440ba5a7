"""Odds as a document: what a command or an answer leads to, from what a seat knows and no more."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ludex.core.agenda import Command
from ludex.core.odds import Odds
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Question
from ludex.core.ruling import BadInput
from ludex.core.standing import Pool
from ludex.table import oddsline
from ludex.table.offers import command_document, listed
from ludex.table.seen import Seen
from ludex.table.settings import Settings
from ludex.table.show_beings import FULL, knowing, level, tenths

MOST_OUTCOMES = 24
MOST_ANSWERS = 12  # of which the odds are told at once

Document = dict[str, Any]


class Guessing(Seen):
    """What somebody knows who does not know exactly what others have left: that stands there as a guess."""

    def __init__(self, seen: Seen, settings: Settings) -> None:
        super().__init__(seen.live, seen.seat, seen.adviser)
        self.settings = settings

    def view(self, scene: Any) -> Any:
        known = super().view(scene)
        rough = {who: how for who, how in knowing(known, self.seat, self.settings).items() if how != "exact"}
        if not rough:
            return known
        guessed = known.fork() if known is scene else known
        for who, how in rough.items():
            self.game.guess(guessed, guessed.beings[who], GUESSES[how])
        return guessed


def _by_tenths(left: int, most: int) -> int:
    return _of(most, tenths(Pool("", left, most)))


def _by_level(left: int, most: int) -> int:
    return _of(most, level(Pool("", left, most))[0])


def _of(most: int, share: int) -> int:
    return -(-most * share // FULL)


def _all(left: int, most: int) -> int:
    """That nothing is left is seen by all; else it is taken to be unhurt."""
    return most if left > 0 else 0


GUESSES = {"bar": _by_tenths, "words": _by_level, "hidden": _all}


def knower(seen: Seen, settings: Settings) -> Seen | None:
    """From whose knowledge odds are told: exact, from what is known of pools, or by nobody."""
    if seen.seat == GM or settings.odds == "exact":
        return seen
    return Guessing(seen, settings) if settings.odds == "known" else None


# ---------------------------------------------------------------- as documents


def of_command(seen: Seen, command: Command, provoked: bool = False) -> Document | None:
    """Nothing for what may not be done. `provoked`: as if everybody took each Reaction that they are offered."""
    found = seen.odds(command, provoked)
    if found is None:
        return None
    return document(seen, found) | {"strikers": oddsline.strikers(seen.scene, found) if provoked else []}


def of_answers(seen: Seen) -> list[Document]:
    """What follows from each answer to the open question, as far as it does not follow from all of them."""
    asked = seen.live.open
    if not isinstance(asked, Question):
        raise BadInput("no question is open")
    values: list[Plain] = [value for value in asked.domain.some() if not seen.names_unknown(value)]
    if len(values) > MOST_ANSWERS:
        return []
    found = [(value, odds) for value in values if (odds := seen.odds_of_answer(value)) is not None]
    every = [odds for _, odds in found]
    told = oddsline.differing(every) if len(every) > 1 else every
    return [{"value": listed(value), **document(seen, odds)} for (value, _), odds in zip(found, told, strict=True)]


def document(seen: Seen, odds: Odds) -> Document:
    game, scene, face = seen.game, seen.scene, seen.face
    return {
        "command": command_document(odds.command),
        "line": oddsline.short(game, scene, odds),
        "dice": oddsline.modifiers(game, odds),
        "assumed": oddsline.assumed(game, scene, odds),
        "rule": odds.rule,
        "chances": [{"words": words, **_chance(chance)} for words, chance in face.chances(scene, odds)],
        "modifiers": [
            {"amount": each.amount, "kind": each.kind, "source": each.source, "rule": each.rule}
            for each in odds.modifiers
        ],
        "changes": [{"being": who, "words": words} for who, words in oddsline.changes_of(game, scene, odds)],
        "spread": spread(seen, odds),
        "gained": [_state(seen, scene, who, name, chance) for (who, name), chance in odds.gained.items()],
        "lost": [_state(seen, scene, who, name, chance) for (who, name), chance in odds.lost.items()],
        "outcomes": [
            {"words": oddsline.changed(game, scene, changes), **_chance(chance)}
            for changes, chance in odds.outcomes[:MOST_OUTCOMES]
        ],
        "more": max(0, len(odds.outcomes) - MOST_OUTCOMES),
        "unexplored": _chance(odds.unexplored),
    }


def _state(seen: Seen, scene: Any, who: str, name: str, chance: Fraction) -> Document:
    return {"being": who, "words": seen.face.value(scene, "condition", name), **_chance(chance)}


def spread(seen: Seen, odds: Odds) -> list[Document]:
    """For each number that may change: by how much, and how likely. What is left out to 1 leaves it as it is."""
    found: dict[tuple[str, str], dict[int, Fraction]] = {}
    for changes, chance in odds.outcomes:
        for who, what, change in changes:
            if isinstance(change, int) and not isinstance(change, bool) and what not in ("gains", "loses"):
                by = found.setdefault((who, what), {})
                by[change] = by.get(change, Fraction(0)) + chance
    return [
        {
            "being": who,
            "words": seen.face.changed(seen.scene, what, 0),
            "by": [{"change": change, **_chance(by[change])} for change in sorted(by)],
        }
        for (who, what), by in found.items()
    ]


def _chance(chance: Fraction) -> Document:
    return {"exact": str(chance), "value": float(chance)}
