"""A table in the terminal: the live referee, who plays which side, what odds assume, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.core.agenda import Command
from ludex.core.face import Face, Line
from ludex.core.game import Game, Policy
from ludex.core.odds import Odds, odds
from ludex.core.procedure import GM, Roll
from ludex.core.referee.live import Live, SealedDice
from ludex.core.ruling import Refused, Ruling
from ludex.text.hexmap import short_marks
from ludex.text.oddsline import Provoked
from ludex.text.screen import Screen

ODDS_BUDGET = 4_000  # steps: a line of odds must be there at once


@dataclass(slots=True)
class Table:
    game: Game[Any]
    live: Live[Any]
    screen: Screen
    title: str
    sides: tuple[str, ...]  # those that people play
    policies: Mapping[str, Policy]  # by side, for the others
    adviser: Policy  # what odds assume of everybody
    log: list[Line] = field(default_factory=list)
    fresh: list[Line] = field(default_factory=list)  # since the last decision
    drawn: object = None  # the map that was drawn last
    face: Face = field(init=False)
    marks: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.face = self.game.face()
        self.marks = short_marks((b.id, b.name, b.side) for b in self.live.scene.beings.values())

    @property
    def seat(self) -> str:
        """What may be known: by one side what that side knows, by whoever plays all sides everything."""
        return self.sides[0] if len(self.sides) == 1 else GM

    @property
    def scene(self) -> Any:
        """The scene as it may be known, in the middle of a command too."""
        return self.game.view(self.live.shown, self.seat)

    def side_of(self, who: str) -> str:
        being = self.live.shown.beings.get(who)
        return being.side if being is not None else who

    def plays(self, who: str) -> bool:
        """Is this decided by somebody at the table? The game master's questions are, where all sides are played."""
        side = self.side_of(who)
        others = {being.side for being in self.live.scene.beings.values()} - set(self.sides)
        return side in self.sides or (side == GM and not others)

    def catch_up(self) -> list[Line]:
        """Turn what was ruled since the last time into lines of the log."""
        rulings = [ruling for ruling in self.live.recorder.take() if self._may_read(ruling)]
        lines = self.face.lines(self.live.shown, rulings)
        self.log += lines
        self.fresh += lines
        return lines

    def _may_read(self, ruling: Ruling) -> bool:
        """What one side may see of a roll, and nothing of those whom it does not know to be there."""
        if ruling.seen_by and self.seat not in (GM, ruling.seen_by):
            return False
        unknown = self.live.shown.beings.keys() - self.scene.beings.keys()
        return not unknown or unknown.isdisjoint(str(ruling.values.get(key)) for key in ("who", "by"))

    def odds(self, command: Command, provoked: bool = False) -> Odds | None:
        """What this command leads to, as far as may be known; nothing when it may not be given."""
        policy = Provoked(self.adviser, self.side_of(command.actor)) if provoked else self.adviser
        try:
            return odds(self.scene, command, policy, ODDS_BUDGET)
        except Refused:
            return None

    def decide(self) -> None:
        """Let a policy do what is next: an answer, or a command. Dice that nobody types in are thrown."""
        live = self.live
        request = live.open
        if isinstance(request, Roll):
            faces = live.dice.throw(request.pool)
            assert faces is not None
            live.fell(faces)
        elif request is not None:
            policy = self.policies.get(self.side_of(request.who))
            scene = self.game.view(live.shown, self.side_of(request.who))
            live.answer(policy.answer(scene, request) if policy is not None else request.default)
        else:
            who = self.game.to_act(live.scene)
            side = self.side_of(who)
            scene = self.game.view(live.scene, side)
            live.perform(self.policies[side].choose(scene, scene.beings[who]))

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
