"""Odds as a document: what a command or an answer leads to, from what a seat knows and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ludex.core.foe.standing import FATES, Pool, fate
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.exact import never
from ludex.core.show.face import steps_between
from ludex.core.show.odds import Odds, Weighing
from ludex.table.know import oddsline
from ludex.table.know.offers import command_document, listed
from ludex.table.know.pools import FULL, knowing, level, tenths
from ludex.table.know.seen import Seen, worked_out
from ludex.table.know.underway import Working, as_known, each_step
from ludex.table.records.settings import Pools, Settings

MOST_OUTCOMES = 24
MOST_ANSWERS = 12  # of which the odds are told at once

Document = dict[str, Any]
Guess = Callable[[int, int], int]  # of what is left of a pool and of the most of it


class Guessing(Seen):
    """What somebody knows who does not know exactly what others have left: that stands there as a guess, the best one
    or drawn."""

    def __init__(self, seen: Seen, settings: Settings, guesses: Mapping[Pools, Guess] | None = None) -> None:
        super().__init__(seen.live, seen.seat, seen.adviser, fogs=seen.fogs, places=seen.places)
        self.settings = settings
        self.guess_by = guesses if guesses is not None else GUESSES

    def knowledge(self, scene: Any) -> Any:
        known = super().knowledge(scene)
        rough = {who: how for who, how in knowing(known, self.seat, self.settings).items() if how != "exact"}
        if not rough:
            return known
        guessed = known.fork() if known is scene else known
        for who, how in rough.items():
            self.game.guess(guessed, guessed.beings[who], self.guess_by[how])
        return guessed


def _by_tenths(left: int, most: int) -> int:
    return _of(most, tenths(Pool("", left, most)))


def _by_level(left: int, most: int) -> int:
    return _of(most, level(Pool("", left, most))[0])


def _of(most: int, share: int) -> int:
    return -(-most * share // FULL)


def _all(left: int, most: int) -> int:
    """That nothing is left is seen by all; else they are taken to be unhurt."""
    return most if left > 0 else 0


GUESSES: Mapping[Pools, Guess] = {"bar": _by_tenths, "words": _by_level, "hidden": _all}


def drawn_with(pick: Callable[[Sequence[int]], int]) -> Mapping[Pools, Guess]:
    """Guesses that are drawn: any of those that look alike is as good as the other."""

    def alike(look: Callable[[Pool], object]) -> Guess:
        def draw(left: int, most: int) -> int:
            seen = look(Pool("", left, most))
            return pick([one for one in range(max(most, 0) + 1) if look(Pool("", one, most)) == seen] or [0])

        return draw

    return {"bar": alike(tenths), "words": alike(level), "hidden": alike(lambda pool: pool.left > 0)}


def knower(seen: Seen, settings: Settings) -> Seen | None:
    """From whose knowledge odds are told: exact, from what is known of pools, or by nobody."""
    if seen.seat == GM or settings.odds == "exact":
        return seen
    return Guessing(seen, settings) if settings.odds == "known" else None


# ---------------------------------------------------------------- as documents


def of_command(
    seen: Seen,
    settings: Settings,
    command: Command,
    provoked: bool = False,
    weighing: Weighing | None = None,
    enough: Callable[[], bool] = never,
) -> Document | None:
    """Nothing for what may not be done. `provoked`: as if everybody took each Reaction that they are offered. What is
    not known yet when that is enough is told as unexplored; `weighing` are the odds as they have been left before."""
    weighing = weighing if weighing is not None else seen.weigh(command, provoked)
    found = worked_out(weighing, enough) if weighing is not None else None
    if weighing is None or found is None:
        return None
    strikers = oddsline.strikers(seen.scene, found) if provoked else []
    paid = oddsline.paid(seen.game, seen.scene, found)  # stands beside the odds
    return document(seen, settings, found, paid=paid) | {"strikers": strikers, "done": weighing.done}


class OfAnswers(Working):
    """What follows from each answer to the open question, as far as it does not follow from all of them."""

    def __init__(self, seen: Seen, settings: Settings) -> None:
        super().__init__()
        asked = seen.live.open
        if not isinstance(asked, Question):
            raise BadInput("no question is open")
        self.seen = seen
        self.settings = settings
        self.who = asked.who
        values: list[Plain] = seen.known_among(asked.domain.some())
        every = [(value, seen.weigh_answer(value)) for value in values] if len(values) <= MOST_ANSWERS else []
        self._weighed = [(value, weighing) for value, weighing in every if weighing is not None]

    def work(self) -> Iterator[None]:
        for one in list(self._weighed):
            try:
                one[1].of_first_roll()
            except Refused:
                self._weighed.remove(one)
            yield
        for one in list(self._weighed):
            if not (yield from each_step(one[1])):
                self._weighed.remove(one)

    def told(self) -> list[Document]:
        every = [as_known(weighing) for _, weighing in self._weighed]
        own = oddsline.differing(every) if len(every) > 1 else every
        return [
            {"value": listed(value), **document(self.seen, self.settings, odds, self.who), "done": weighing.done}
            for (value, weighing), odds in zip(self._weighed, own, strict=True)
        ]


def document(
    seen: Seen,
    settings: Settings,
    odds: Odds,
    you: str = "",
    paid: oddsline.Paid = oddsline.NOTHING,
) -> Document:
    """As it is told to who plays `you`, or whoever does it; `paid` is told of beside it."""
    game, scene, face = seen.game, seen.scene, seen.face
    return {
        "command": command_document(odds.command),
        "line": oddsline.short(game, scene, oddsline.less(odds, paid), oddsline.LISTED),
        "dice": face.dice(odds) if odds.rolled else "",
        "assumed": oddsline.assumed(game, scene, odds, you=you or odds.command.actor),
        "choices": _chooses(seen, settings, odds),
        "rule": odds.rule,
        "chances": [{"words": words, **_chance(chance)} for words, chance in face.chances(scene, odds)],
        "throws": _throws(seen, odds),
        "modifiers": [
            {"amount": each.amount, "kind": each.kind, "source": each.source, "rule": each.rule}
            for each in odds.modifiers
        ],
        "changes": [{"being": each.who, "words": each.parts} for each in oddsline.changes_of(game, scene, odds)],
        "spread": spread(seen, odds, paid),
        "harms": harms(seen, settings, odds),
        "moved": moved(seen, odds),
        "gained": [_state(seen, scene, who, name, chance) for (who, name), chance in odds.gained.items()],
        "lost": [_state(seen, scene, who, name, chance) for (who, name), chance in odds.lost.items()],
        "outcomes": [
            {"words": oddsline.changed(game, scene, changes), "changes": bool(changes), **_chance(chance)}
            for changes, chance in odds.outcomes[:MOST_OUTCOMES]
        ],
        "more": max(0, len(odds.outcomes) - MOST_OUTCOMES),
        "unexplored": _chance(odds.unexplored),
        "done": True,
    }


def _throws(seen: Seen, odds: Odds) -> Document | None:
    """Every throw of the first roll, counted."""
    found = seen.face.throws(seen.scene, odds) if odds.rolled else None
    if found is None:
        return None
    return {
        "totals": [{"total": total, "many": many, "result": result} for total, many, result in found.totals],
        "marks": [{"words": words, "at": at} for words, at in found.marks],
        "results": [{"words": words, "how": how, **_chance(chance)} for words, how, chance in found.results],
        "bonus": found.bonus,
    }


def tellable(seen: Seen, settings: Settings, actor: str, who: str) -> bool:
    """Is a question on the way to be told of: one that the side of who does it is asked, or somebody of whom all is
    known? What others could answer tells what they have left."""
    if seen.side_of(who) == seen.side_of(actor):
        return True
    return who in seen.scene.beings and knowing(seen.scene, seen.seat, settings)[who] == "exact"


def _chooses(seen: Seen, settings: Settings, odds: Odds) -> bool:
    """Is anything on the way asked of which may be told?"""
    return any(tellable(seen, settings, odds.command.actor, oddsline.asked_of(key)[1]) for key in odds.assumed)


def _state(seen: Seen, scene: Any, who: str, name: str, chance: Fraction) -> Document:
    words = seen.face.value(scene, "condition", name)
    return {"being": who, "words": words, "ends": _ends(seen, who, name), **_chance(chance)}


def _ends(seen: Seen, who: str, state: str) -> bool:
    """Is somebody out of the fight by this condition, or further out of it than before?"""
    fates = seen.game.fates
    being = seen.scene.beings.get(who)
    return being is not None and state in fates and FATES.index(fates[state]) > FATES.index(fate(being.states, fates))


def _numbers(odds: Odds) -> dict[tuple[str, str], dict[int, Fraction]]:
    """For each number that may change: by how much, and how likely."""
    found: dict[tuple[str, str], dict[int, Fraction]] = {}
    for changes, chance in odds.outcomes:
        for who, what, change in changes:
            if isinstance(change, int) and not isinstance(change, bool) and what not in ("gains", "loses"):
                by = found.setdefault((who, what), {})
                by[change] = by.get(change, Fraction(0)) + chance
    return found


def spread(seen: Seen, odds: Odds, paid: oddsline.Paid) -> list[Document]:
    """For each number that may change, but by just what is paid: by how much, and how likely. What is left out to 1
    leaves it as it is."""
    pools = {
        who: {pool.name for pool in seen.game.pools(seen.scene, being)} for who, being in seen.scene.beings.items()
    }
    return [
        {
            "being": who,
            "words": (words := seen.face.changed(seen.scene, what, 0)),
            "pool": words if words in pools.get(who, ()) else "",
            "by": [{"change": change, **_chance(by[change])} for change in sorted(by)],
        }
        for (who, what), by in _numbers(odds).items()
        if list(by) != [-paid.get((who, what), 0)]
    ]


def moved(seen: Seen, odds: Odds) -> list[Document]:
    """Where others than who does it may be moved to, and how likely; what is missing to 1 leaves them there."""
    found: dict[tuple[str, Any], Fraction] = {}
    for changes, chance in odds.outcomes:
        for who, what, change in changes:
            if what == "at" and who != odds.command.actor and isinstance(change, tuple | str) and change:
                found[who, change] = found.get((who, change), Fraction(0)) + chance
    return [
        {"being": who, "to": listed(to), "steps": _steps(seen, who, to), **_chance(chance)}
        for (who, to), chance in sorted(found.items(), key=lambda each: -each[1])
        if not seen.names_unknown(to)
    ]


def _steps(seen: Seen, who: str, to: Any) -> int | None:
    """How many cells or zones that is."""
    plan = seen.face.plan(seen.scene)
    if plan is None or who not in plan.places:
        return None
    try:
        return steps_between(plan, plan.places[who], (to,))
    except (KeyError, ValueError):  # off the board
        return None


# ---------------------------------------------------------------- whom it hurts


def harms(seen: Seen, settings: Settings, odds: Odds) -> list[Document]:
    """Whom the deed may hurt or mend, who is aimed at first. What it costs the one who does it is none of it."""
    scene, actor = seen.scene, odds.command.actor
    aimed = {part for _, value in odds.command.args for part in (value if isinstance(value, tuple) else (value,))}
    knows = knowing(scene, seen.seat, settings)
    numbers = _numbers(odds)
    pools = {(who, what): _vital(seen, who, what) for who, what in numbers}
    order = seen.game.vital.index
    found: dict[str, Document] = {}
    for (who, what), pool in sorted(pools.items(), key=lambda each: order(each[1].name) if each[1] else 0):
        if pool is not None and who not in found and (who != actor or who in aimed):
            found[who] = _harm(seen, odds, who, pool, numbers[who, what], knows[who] == "exact")
    return sorted(found.values(), key=lambda harm: harm["being"] not in aimed)


def _vital(seen: Seen, who: str, field: str) -> Pool | None:
    """The pool that this field is, where it is one by whose loss somebody comes to harm."""
    game, scene = seen.game, seen.scene
    name = seen.face.changed(scene, field, 0)
    if who not in scene.beings or name not in game.vital:
        return None
    return next((pool for pool in game.pools(scene, scene.beings[who]) if pool.name == name), None)


def _harm(seen: Seen, odds: Odds, who: str, pool: Pool, by: dict[int, Fraction], exact: bool) -> Document:
    beings, actor = seen.scene.beings, odds.command.actor
    touched = sum(by.values(), Fraction(0))
    gone = sum((chance for change, chance in by.items() if change <= -pool.left), Fraction(0))
    return {
        "being": who,
        "ally": actor in beings and beings[who].side == beings[actor].side,
        "pool": pool.name,
        "now": pool.left if exact else None,
        "touched": _chance(touched),
        "mean": float(sum((change * chance for change, chance in by.items()), Fraction(0)) / touched),
        "last": _chance(gone) if exact and gone and pool.left > 0 else None,
        "falls": _falls(seen, odds, who),
    }


def _falls(seen: Seen, odds: Odds, who: str) -> Document | None:
    """The chance to be out of the fight, or further out of it than before, and all that the game calls that."""
    chance = Fraction(0)
    names: dict[str, None] = {}
    for changes, share in odds.outcomes:
        ends = [
            change for whom, what, change in changes if whom == who and what == "gains" and _ends(seen, who, change)
        ]
        if ends:
            chance += share
            names[max(ends, key=lambda state: FATES.index(seen.game.fates[state]))] = None
    words = " or ".join(seen.face.value(seen.scene, "condition", name) for name in names)
    return {"words": words, **_chance(chance)} if chance else None


def _chance(chance: Fraction) -> Document:
    return {"exact": str(chance), "value": float(chance)}
