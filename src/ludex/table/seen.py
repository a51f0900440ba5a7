"""What somebody may know and be told of a live scene: the view, the log, questions and odds, without a word of those
who are not known to be there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ludex.core.agenda import Command, next_step
from ludex.core.face import Face, Line
from ludex.core.game import Game, Policy
from ludex.core.odds import Odds, Provoked, odds, odds_of_answer, told
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Question
from ludex.core.referee.exact import foresee_from
from ludex.core.referee.live import Live
from ludex.core.ruling import Refused, Ruling

ODDS_BUDGET = 4_000  # steps: a line of odds must be there at once
SOMEBODY = "somebody"  # whoever is not known to be there
SOME = "some"  # what somebody has left, where that is not known exactly
CAUSES = frozenset({"source", "by", "tied_by"})  # of a ruling that is about somebody else
QUOTES = ("'", '"')
QUOTED = r"('[^']*'|\"[^\"]*\")"


class Seen:
    def __init__(self, live: Live[Any], seat: str, adviser: Policy | None = None) -> None:
        """`seat` is `gm` or a side; the adviser is what odds assume of everybody."""
        self.live = live
        self.game: Game[Any] = live.game
        self.seat = seat
        self.adviser = adviser if adviser is not None else self.game.policy("simple")
        self.face: Face = self.game.face()
        self._viewed: tuple[object, Any] = (None, None)  # what was looked at last, and the view of it

    @property
    def scene(self) -> Any:
        """The scene as it may be known, in the middle of a command too: one and the same until something changes."""
        shown = self.live.shown
        truth = shown if shown is self.live.scene else shown.key()  # a boundary never changes, what is under way does
        seen = self._viewed[0]
        if seen is not truth and (truth is shown or seen != truth):
            self._viewed = truth, self.view(shown)
        return self._viewed[1]

    def view(self, scene: Any) -> Any:
        return self.game.view(scene, self.seat)

    def side_of(self, who: str) -> str:
        being = self.live.shown.beings.get(who)
        return being.side if being is not None else who

    def called(self, who: str) -> str:
        """Whoever decides: a being by its name, a side, or the game master."""
        if who in self.scene.beings:
            return str(self.scene.beings[who].name)
        if who in self.live.shown.beings:
            return SOMEBODY.capitalize()
        return "The game master" if who == GM else f"The {who}"

    # -- who is not known -------------------------------------------------------------------------------------

    @property
    def unknown(self) -> frozenset[str]:
        """Who is there without being known to be there."""
        return frozenset(self.live.shown.beings.keys() - self.scene.beings.keys())

    def names_unknown(self, value: object) -> bool:
        """Is somebody named here, however deep, who is not known to be there?"""
        return self.veiled(text := repr(value)) != text

    def veiled(self, words: str, typed: str = "") -> str:
        """Words without the names of those who are not known to be there. What somebody has typed is given back as it
        was: other words in its place would tell that there is somebody."""
        unknown = self.unknown
        if not unknown:
            return words
        known = {name for being in self.scene.beings.values() for name in (being.id, being.name)}
        named_so = {name for who in unknown for name in (who, self.live.shown.beings[who].name)} - known
        if not named_so:
            return words
        names = sorted(named_so, key=len)
        named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in reversed(names)))
        parts = re.split(QUOTED, words) if typed else [words]
        return "".join(
            part if typed and part[:1] in QUOTES and part[1:-1] in typed else named.sub(SOMEBODY, part)
            for part in parts
        )

    # -- what is told -----------------------------------------------------------------------------------------

    def readable(self, rulings: Iterable[Ruling]) -> list[Ruling]:
        """Rulings as they may be read: nothing of what others rolled in secret, and of nobody who is not known."""
        unknown = self.unknown
        found = [self._readable(ruling, unknown) for ruling in rulings]
        return [ruling for ruling in found if ruling is not None]

    def _readable(self, ruling: Ruling, unknown: frozenset[str]) -> Ruling | None:
        if ruling.seen_by and self.seat not in (GM, ruling.seen_by):
            return None
        if not unknown:
            return ruling
        values = {key: _known(value, unknown) for key, value in ruling.values.items()}
        if ruling.kind != "roll":
            values |= {key: SOMEBODY for key in CAUSES & values.keys() if values[key] in unknown}
        return None if self.names_unknown(values) else replace(ruling, values=values)

    def blurred(self, rulings: Sequence[Ruling]) -> Sequence[Ruling]:
        """Rulings for whoever does not know exactly what others have left; the same where that is told of nobody."""
        told = self.face.tells_left
        if self.seat == GM or not any(ruling.kind in told for ruling in rulings):
            return rulings
        return [self._blurred(ruling, told[ruling.kind]) if ruling.kind in told else ruling for ruling in rulings]

    def _blurred(self, ruling: Ruling, left: str) -> Ruling:
        who, value = ruling.values.get("who"), ruling.values.get(left)
        if self.side_of(str(who)) == self.seat or not isinstance(value, int) or value <= 0:
            return ruling
        return replace(ruling, values={**ruling.values, left: SOME})

    def lines(self, rulings: Iterable[Ruling]) -> list[Line]:
        """Rulings as lines of the log, as far as they may be read."""
        return self.face.lines(self.scene, self.readable(rulings))

    def question_words(self, question: Question) -> list[str]:
        """What one must know to answer; nothing where that would name somebody who is not known."""
        return [] if self.names_unknown(dict(question.about)) else self.face.question(self.scene, question)

    # -- odds -------------------------------------------------------------------------------------------------

    def odds(self, command: Command, provoked: bool = False, budget: int = ODDS_BUDGET) -> Odds | None:
        """What this command leads to, as far as may be known; nothing when it may not be given."""
        policy = Provoked(self.adviser, self.side_of(command.actor)) if provoked else self.adviser
        later = self.face.stands_for(self.scene, command)
        try:
            if later != command:
                return self._odds_of_what_comes_later(command, later, budget)
            return odds(self.scene, command, policy, budget)
        except Refused:
            return None

    def _odds_of_what_comes_later(self, command: Command, later: Command, budget: int) -> Odds:
        """What the command leads to once it is carried out, whatever speaks against that right now."""
        start = self.scene.fork()
        start.halts = True
        self.game.begin(start, later, force=True, waive=True)
        return told(self.scene, command, foresee_from(start, self.adviser, budget))

    def odds_of_answer(self, answer: Plain) -> Odds | None:
        """What this answer leads to, as far as may be known; nothing where that cannot be told without more."""
        live = self.live
        before, given = live.unfinished_step()
        known = self.view(before)
        if known is before:
            return odds_of_answer(live, answer, self.adviser, ODDS_BUDGET)
        known.halts = True
        here = self._asked_in(known, given, answer)
        if here is None or live.done is None:
            return None
        return told(here, live.done.command, foresee_from(known, self.adviser, ODDS_BUDGET, (*given, answer)))

    def _asked_in(self, known: Any, given: tuple[Any, ...], answer: Plain) -> Any:
        """The scene at the open question, run in what is known; nothing where it would not be asked there."""
        if self.names_unknown([entry.args for entry in known.agenda]):
            return None
        first = len(self.live.given) - len(given)
        here = known.fork()
        running = next_step(here)
        try:
            request = next(running)
            for before, value in zip(self.live.given[first:], given, strict=True):
                if request.key != before.key:
                    return None
                request = running.send(value)
        except StopIteration:
            return None
        asked = self.live.open
        if not isinstance(request, Question) or asked is None or request.key != asked.key:
            return None
        return here if not request.domain.fault(answer) else None


def _known(value: object, unknown: frozenset[str]) -> object:
    """A list of names without those of the unknown."""
    if type(value) in (tuple, list):
        return tuple(part for part in value if part not in unknown)  # type: ignore[attr-defined]
    return value
