"""A scene as a PettingZoo environment. Its agents are the sides: see `docs/envs.md`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has no types

from ludex.core.files.scenefile import by_difficulty
from ludex.core.game import GAMES, Game
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.envs.arrays import LIMIT, Layout, Sight
from ludex.envs.choices import MOST, Choice
from ludex.envs.episode import Decision, Episode
from ludex.lab.variants import SceneLike, variant
from ludex.opponents import sides_of

ROWS = 24  # beings in an observation
MOST_DECISIONS = 2_000  # after so many an episode is truncated
NO_SEED = 0  # of the luck where nobody has given a seed

Observation = dict[str, Any]


class SceneEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent for each side; an action is the number of one of the choices that its side has now."""

    def __init__(
        self,
        game: str,
        scene: SceneLike | None = None,
        *,
        limit: int = MOST_DECISIONS,
        rows: int = ROWS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = known_game(game)
        found = variant(scene if scene is not None else by_difficulty(self.game.starter.scenes)[0])
        if found.game is not self.game:
            raise BadInput(f"{found.where} is a scene of {found.game.title}, not of {self.game.title}")
        if len(found.scene.beings) > rows:
            raise BadInput(f"{found.where} has {len(found.scene.beings)} beings, more than rows={rows}")
        if render_mode not in (None, "ansi"):
            raise BadInput(f"render_mode: expected None or 'ansi', not {render_mode!r}")
        self.start = found.scene
        self.limit = limit
        self.render_mode = render_mode
        self.metadata = {
            "name": f"ludex_{game}_v{self.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = sides_of(self.game, self.start)
        self.agents: list[str] = []
        self.sight = Sight(self.game, self.start, self.possible_agents, rows)
        seen = spaces.Box(-LIMIT, LIMIT, (self.layout.size,), np.float32)
        mask = spaces.Box(0, 1, (MOST,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}
        self.luck = Random(NO_SEED)
        self.episode: Episode | None = None

    @property
    def layout(self) -> Layout:
        """What each number of an observation is."""
        return self.sight.layout

    @property
    def choices(self) -> list[Choice]:
        """What each action stands for now: a command, an answer in a tuple, or an interjection."""
        decision = self._played.decision
        return list(decision.choices) if decision is not None else []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. The seed decides all dice of this episode and of those that follow without a seed of their own;
        there are no options."""
        if seed is not None:
            self.luck = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = Episode(self.game, self.start.fork(), self.possible_agents, self.luck.getrandbits(63))
        if self.episode.decision is None:
            raise BadInput("nobody is to act in this scene; expected one with a fight")
        self.agent_selection = self.episode.decision.agent

    def step(self, action: int | None) -> None:
        """The selected agent takes one of its choices."""
        acting = self.agent_selection
        if self.terminations[acting] or self.truncations[acting]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{acting} is to decide; expected the number of a choice, not None")
        played = self._played
        self._cumulative_rewards[acting] = 0.0
        self._clear_rewards()
        played.take(int(action))
        if played.decision is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = rewards(self.agents, self.game.winner(played.scene))
        elif played.decisions >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = played.decision.agent
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What a side sees by its view; the choices and the question only where it is the one to decide."""
        played = self._played
        decision = self._open(agent)
        shown = decision.shown if decision is not None else self.game.view(played.scene, agent)
        mask = np.zeros(MOST, np.int8)
        mask[: len(decision.choices) if decision is not None else 0] = 1
        return {"observation": self.sight.observe(shown, agent, decision), "action_mask": mask}

    def render(self) -> str | None:
        """With `ansi`, everybody in a line, and whose decision it is; all that is true, whoever knows it."""
        if self.render_mode is None:
            return None
        scene, decision = self._played.scene, self._played.decision
        lines = [f"{self.game.title}, round {scene.turns.round}"]
        for being in scene.beings.values():
            glance = ", ".join(f"{label} {value}" for label, value in self.game.summary(scene, being))
            states = f" ({', '.join(sorted(being.states))})" if being.states else ""
            lines.append(f"{being.name}, {being.side}: {glance}{states}")
        if decision is not None:
            asked = f"asked by {decision.question.rule}" if decision.question is not None else "to act"
            lines.append(f"{decision.who}, {asked}: {len(decision.choices)} choices")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held that has to be given back."""

    @property
    def _played(self) -> Episode:
        if self.episode is None:
            raise BadInput("nothing is played yet: reset() comes first")
        return self.episode

    def _open(self, agent: str) -> Decision | None:
        """What this agent has to decide now."""
        decision = self._played.decision
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        return decision if decision is not None and decision.agent == agent and not over else None


def rewards(agents: list[str], winner: str) -> dict[str, float]:
    """At the end of a scene 1 for the side that has won and -1 for the others; 0 for all where nobody has."""
    return {agent: 0.0 if winner not in agents else 1.0 if agent == winner else -1.0 for agent in agents}


def known_game(name: str) -> Game[Any]:
    if name not in GAMES:
        raise BadInput(f"there is no game {name!r}; {there_are(name, GAMES)}")
    return GAMES[name]
