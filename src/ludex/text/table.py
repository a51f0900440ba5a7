"""A table in the terminal: the live referee, who plays which side, what odds assume, and the log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludex.core import deciding
from ludex.core.agenda import Command, next_step
from ludex.core.face import Face, Line
from ludex.core.game import Game, Policy
from ludex.core.odds import Odds, odds, odds_of_answer, told
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Question, Roll
from ludex.core.referee.exact import foresee_from
from ludex.core.referee.live import Live, SealedDice
from ludex.core.ruling import BadInput, Refused, Ruling
from ludex.text.marks import short_marks
from ludex.text.oddsline import Provoked
from ludex.text.screen import Screen

ODDS_BUDGET = 4_000  # steps: a line of odds must be there at once
SOMEBODY = "somebody"  # whoever is not known to be there
CAUSES = frozenset({"source", "by", "tied_by"})  # of a ruling that is about somebody else
QUOTES = ("'", '"')
QUOTED = r"('[^']*'|\"[^\"]*\")"
ANYTIME = "anytime"  # the tag of an action that is legal out of turn
AWAITED = "awaited"  # and of one for which somebody waits for the right moment


class ToGameMaster(BadInput):
    """What was wrong with the game master's own words: told in full, whoever sits at the table."""


@dataclass(slots=True)
class Table:
    game: Game[Any]
    live: Live[Any]
    screen: Screen
    title: str
    sides: tuple[str, ...]  # those that people play; GM among them where the game master sits here
    policies: Mapping[str, Policy]  # by side, for the others
    adviser: Policy  # what odds assume of everybody
    place: Path | None = None  # the journal, where the game is kept
    opponent: str = "simple"  # what the policies are called
    folders: tuple[Path, ...] = ()  # of content of the table's own
    content: Mapping[str, Any] = field(default_factory=dict)  # that the scene brought along
    text: str = ""  # what the scene is about
    log: list[Line] = field(default_factory=list)
    fresh: list[Line] = field(default_factory=list)  # since the last decision
    drawn: object = None  # the map that was drawn last
    muted: dict[str, bool] = field(default_factory=dict)  # rules that ask no more, and whether that has been told
    told: dict[str, str] = field(default_factory=dict)  # how everything stood when it was last told, line by line
    wanted: dict[str, None] = field(default_factory=dict)  # rules whose questions to the game master are asked here
    instead: tuple[str, str] = ("", "")  # who acts, and in whose place, as long as the game awaits that one's choice
    hold: bool = False  # stop before every command of those that nobody at the table plays
    waited_for: str = ""  # who was to act when those who wait for their moment were asked last
    met: dict[str, None] = field(default_factory=dict)  # who has a mark, in the order of coming to be known
    why: tuple[str, str] = ("", "")  # who has acted last of those that nobody at the table plays, and why
    viewed: tuple[object, Any] = (None, None)  # what was looked at last, and the view of it
    face: Face = field(init=False)

    def __post_init__(self) -> None:
        self.face = self.game.face()
        self.hold = GM in self.sides and self.game.sides[0] not in self.sides

    @property
    def marks(self) -> dict[str, str]:
        """Marks on the map for all who are known; whoever is met later changes nobody's mark."""
        beings = self.scene.beings
        self.met.update(dict.fromkeys(beings))
        known = [beings[who] for who in self.met if who in beings]
        return short_marks((being.id, being.name, being.side) for being in known)

    @property
    def seat(self) -> str:
        """What may be known: by one side what that side knows, by the game master and whoever plays all everything."""
        return self.sides[0] if len(self.sides) == 1 else GM

    @property
    def scene(self) -> Any:
        """The scene as it may be known, in the middle of a command too: one and the same until something changes."""
        truth = (self.seat, self.live.shown.key())
        if self.viewed[0] != truth:
            self.viewed = truth, self.game.view(self.live.shown, self.seat)
        return self.viewed[1]

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

    def plays(self, who: str) -> bool:
        """Is this decided by somebody at the table? The game master's questions are, where all sides are played or
        the one that is the game master's own."""
        side = self.side_of(who)
        others = {*self.game.sides, *(being.side for being in self.live.scene.beings.values())} - set(self.sides)
        return side in self.sides or (side == GM and (not others or self.game.gm_side in self.sides))

    def asks(self, question: Question) -> bool:
        """Is this answered by somebody at the table?"""
        return self.plays(question.who) or (question.who == GM and question.rule in self.wanted)

    # -- whose choice it is -----------------------------------------------------------------------------------

    @property
    def acting(self) -> str:
        """Who is to act: whoever was named for it, as long as that is possible; else whose choice the game awaits."""
        awaited = self.game.to_act(self.live.scene)
        who, instead_of = self.instead
        return who if awaited and awaited == instead_of and self._may_stand_in(who, awaited) else awaited

    def let_act(self, who: str) -> None:
        """This one acts, in place of whose choice the game awaits."""
        self.instead = (who, self.game.to_act(self.live.scene))

    def stand_ins(self) -> list[Any]:
        """Who else of the same side could act now."""
        awaited, acting = self.game.to_act(self.live.scene), self.acting
        return [b for b in self.scene.beings.values() if b.id != acting and self._may_stand_in(b.id, awaited)]

    def _may_stand_in(self, who: str, awaited: str) -> bool:
        if who == awaited:
            return True
        if who not in self.scene.beings or self.side_of(who) != self.side_of(awaited) or not self.plays(who):
            return False
        being = self.scene.beings[who]
        return any(
            refusal is None
            for offer in self.game.offers(self.scene, being)
            if offer.refusal is None and ANYTIME not in offer.action.tags
            for _, refusal in self.game.choices(self.scene, being, offer.action)
        )

    # -- the log ----------------------------------------------------------------------------------------------

    def catch_up(self) -> list[Line]:
        """Turn what was ruled since the last time into lines of the log."""
        unknown = self.unknown
        found = [self._readable(ruling, unknown) for ruling in self.live.recorder.take()]
        lines = self.face.lines(self.scene, [ruling for ruling in found if ruling is not None])
        self.log += lines
        self.fresh += lines
        return lines

    @property
    def unknown(self) -> frozenset[str]:
        """Who is there without being known to be there."""
        return frozenset(self.live.shown.beings.keys() - self.scene.beings.keys())

    def _readable(self, ruling: Ruling, unknown: frozenset[str]) -> Ruling | None:
        """A ruling as it may be read: nothing of what others rolled in secret, and of nobody who is not known."""
        if ruling.seen_by and self.seat not in (GM, ruling.seen_by):
            return None
        if not unknown:
            return ruling
        values = {key: _known(value, unknown) for key, value in ruling.values.items()}
        if ruling.kind != "roll":
            values |= {key: SOMEBODY for key in CAUSES & values.keys() if values[key] in unknown}
        return None if self.names_unknown(values) else replace(ruling, values=values)

    def names_unknown(self, value: object) -> bool:
        """Is somebody named here, however deep, who is not known to be there?"""
        return self.veiled(text := repr(value)) != text

    def veiled(self, words: str, typed: str = "") -> str:
        """Words without the names of those who are not known to be there. What somebody has typed is given back as it
        was: other words in its place would tell that there is somebody."""
        unknown = self.unknown
        if not unknown:
            return words
        names = sorted([name for who in unknown for name in (who, self.live.shown.beings[who].name)], key=len)
        named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in reversed(names)))
        parts = re.split(QUOTED, words) if typed else [words]
        return "".join(
            part if typed and part[:1] in QUOTES and part[1:-1] in typed else named.sub(SOMEBODY, part)
            for part in parts
        )

    def question_words(self, question: Question) -> list[str]:
        """What one must know to answer; nothing where that would name somebody who is not known."""
        return [] if self.names_unknown(dict(question.about)) else self.face.question(self.scene, question)

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
        known = self.game.view(before, self.seat)
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

    def decide(self) -> None:
        """Let a policy do what is next: an answer, or a command. Dice that nobody types in are thrown."""
        live = self.live
        request = live.open
        if isinstance(request, Roll):
            faces = live.dice.throw(request)
            assert faces is not None
            live.fell(faces)
        elif request is not None:
            side = self.side_of(request.who)
            answers = self.policies.get(side)
            if answers is None:
                live.answer(request.default)
            else:
                live.answer(deciding.answer(self.game, live.shown, side, request, answers))
        else:
            who = self.game.to_act(live.scene)
            being = live.scene.beings[who]
            policy = self.policies[being.side]
            command, _ = deciding.choose(self.game, live.scene, being, policy)
            self.why = who, deciding.why(self.game, live.scene, command, policy)
            live.perform(command)

    @property
    def over(self) -> bool:
        return self.live.open is None and not self.game.to_act(self.live.scene)

    @property
    def seed(self) -> str:
        """The seed of sealed dice, which is told when all is over."""
        return self.live.dice.seed.hex() if isinstance(self.live.dice, SealedDice) else ""


def sides_in(scene: Any) -> list[str]:
    """All sides, the party first."""
    found: Iterable[str] = dict.fromkeys(being.side for being in scene.beings.values())
    return sorted(found, key=lambda side: side != "party")


def _known(value: object, unknown: frozenset[str]) -> object:
    """A list of names without those of the unknown."""
    if type(value) in (tuple, list):
        return tuple(part for part in value if part not in unknown)  # type: ignore[attr-defined]
    return value
