"""One play of a scene, from decision to decision: dice fall by the seed, and whoever is asked is waited for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.core.foe.deciding import about_unknown, as_can_be
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import throw
from ludex.core.kernel.procedure import Interject, Question, Request, proceed
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Streams
from ludex.envs.choices import Choice, answers, commands


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody has to choose."""

    agent: str  # the side that decides
    who: str  # the being that acts or is asked; a side or `gm` where no being is
    shown: Scene[Any]  # what the side knows
    question: Question | None  # none: the being is to act
    choices: Sequence[Choice]


class Episode:
    def __init__(self, game: Game[Any], scene: Scene[Any], agents: Sequence[str], seed: int) -> None:
        self.game, self.scene = game, scene
        self.agents = agents
        self.streams = Streams(seed)
        self.decisions = 0
        self.decision: Decision | None = None  # none: it is over
        self._running: Generator[Request, Any, None] | None = None
        opening = game.opening(scene)
        if opening is not None:
            self._begin(opening, checked=False)
        else:
            self._await_command()

    def take(self, number: int) -> None:
        """Decide, by the number of a choice, and go on to the next decision."""
        decision = self.decision
        if decision is None:
            raise BadInput("the scene is over: nothing is to be decided")
        if not 0 <= number < len(decision.choices):
            raise BadInput(f"action {number}: expected a number from 0 to {len(decision.choices) - 1}")
        choice = decision.choices[number]
        self.decisions += 1
        if isinstance(choice, Command):
            checked = True
            if decision.shown is not self.scene:
                choice, checked = as_can_be(self.game, self.scene, self.scene.beings[decision.who], choice)
            self._begin(choice, checked)
        else:
            self._go_on(choice if isinstance(choice, Interject) else choice[0])

    def agent_of(self, who: str) -> tuple[str, str]:
        """Who decides for a being, a side or the game master, and the seat from which it is seen. The game master's
        questions are those of the game master's own side, or else of the last one."""
        being = self.scene.beings.get(who)
        side = being.side if being is not None else who
        if side in self.agents:
            return side, side
        agent = self.game.gm_side if self.game.gm_side in self.agents else self.agents[-1]
        return agent, side if being is not None else agent

    def _begin(self, command: Command, checked: bool) -> None:
        self.game.begin(self.scene, command, checked=checked)
        self._running = proceed(self.scene)
        self._go_on(None)

    def _go_on(self, given: Any) -> None:
        """Run until somebody is asked, or else to the boundary."""
        assert self._running is not None
        try:
            request = self._running.send(given)
            while not isinstance(request, Question) or not self._asked(request):
                if isinstance(request, Question):
                    request = self._running.send(request.default)
                    continue
                by, rule = request.by, request.rule
                kept, _ = throw(request.pool, lambda sides: self.streams.face(by, rule, sides))  # noqa: B023
                request = self._running.send(request.reading(kept))
        except StopIteration:
            self._running = None
            self._await_command()

    def _asked(self, question: Question) -> bool:
        """Wait for an answer; not where it is about somebody whom the side does not know: that has its default."""
        agent, seat = self.agent_of(question.who)
        shown = self.game.view(self.scene, seat)
        if about_unknown(shown, self.scene, question):
            return False
        unknown = frozenset(self.scene.beings.keys() - shown.beings.keys())
        self.decision = Decision(agent, question.who, shown, question, answers(shown, seat, question, unknown))
        return True

    def _await_command(self) -> None:
        who = self.game.to_act(self.scene)
        if not who:
            self.decision = None
            return
        agent, seat = self.agent_of(who)
        shown = self.game.view(self.scene, seat)
        self.decision = Decision(agent, who, shown, None, commands(self.game, shown, shown.beings[who]))
