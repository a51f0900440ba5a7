"""What a side sees, as numbers: of the scene, of every being it knows, and of every choice that it has.

All of it is made from the side's view. Numbers stand as they are in the rules, within ±`LIMIT`; a word is a number from
1 to `WORDS`, the same in every run (two words can share one), and 0 is no word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_type_hints
from zlib import crc32

import numpy as np
import numpy.typing as npt

from ludex.core.board.zone import ZoneBoard
from ludex.core.foe.standing import FATES, fate
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Scene
from ludex.envs.choices import MOST, Choice
from ludex.envs.episode import Decision

LIMIT = 1_000_000.0
WORDS = 1023
POOLS = 4  # of a being
ABOUT = 6  # values that a question is about
VALUE = ("kind", "number", "being", "x", "y", "word")
NOTHING, NUMBER, BEING, PLACE, WORD, LIST = range(6)  # kinds of values
COMMAND, ANSWER, INTERJECTION = 1, 2, 3  # kinds of choices

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Layout:
    """What each number of an observation is: the columns of its three parts, one after the other in the array."""

    scene: tuple[str, ...]
    beings: tuple[str, ...]  # of each row
    choices: tuple[str, ...]  # of each row
    rows: int  # beings

    @property
    def size(self) -> int:
        return len(self.scene) + self.rows * len(self.beings) + MOST * len(self.choices)

    def parts(self, observation: Array) -> tuple[Array, Array, Array]:
        """The scene, a row for each being and a row for each choice: views into the array."""
        first = len(self.scene)
        second = first + self.rows * len(self.beings)
        beings = observation[first:second].reshape(self.rows, len(self.beings))
        return observation[:first], beings, observation[second:].reshape(MOST, len(self.choices))


def value_columns(name: str) -> list[str]:
    return [f"{name}.{part}" for part in VALUE]


def numbers_of(kind: type[Any]) -> list[str]:
    """The fields of a class that are whole numbers, or true and false."""
    hints = get_type_hints(kind)
    return [field.name for field in fields(kind) if hints[field.name] in (int, bool)]


class Sight:
    """How a game is seen as numbers: the same for all scenes of the game with the same number of rows."""

    def __init__(self, game: Game[Any], scene: Scene[Any], agents: Sequence[str], rows: int) -> None:
        self.game, self.agents = game, agents
        self.conditions = sorted(game.conditions)
        self.actions = {name: number for number, name in enumerate(game.actions, 1)}
        self.rules = {name: number for number, name in enumerate(game.rulebook.rules, 1)}
        some = next(iter(scene.beings.values()))
        self.of_scene = numbers_of(type(scene))
        self.of_being = numbers_of(type(some))
        self.of_sheet = numbers_of(type(some.sheet)) if is_dataclass(some.sheet) else []
        slots = max(len(action.args) for action in game.actions.values())
        self.layout = Layout(
            scene=(
                *("agent", "decides", "round", "mode", "question"),
                *[column for number in range(ABOUT) for column in value_columns(f"about_{number}")],
                *[f"scene.{name}" for name in self.of_scene],
            ),
            beings=(
                *("there", "side", "decides", "turn", "acted", "fate", "kind", "x", "y"),
                *[f"pool_{number}.{part}" for number in range(POOLS) for part in ("left", "most")],
                *[f"condition.{name}" for name in self.conditions],
                *[f"being.{name}" for name in self.of_being],
                *[f"sheet.{name}" for name in self.of_sheet],
            ),
            choices=(
                *("kind", "action", "actor"),
                *[column for number in range(slots) for column in value_columns(f"arg_{number}")],
            ),
            rows=rows,
        )

    def observe(self, shown: Scene[Any], agent: str, decision: Decision | None) -> Array:
        """What an agent sees. `decision` is none where it has nothing to decide."""
        layout = self.layout
        found = np.zeros(layout.size, np.float32)
        of_scene, of_beings, of_choices = layout.parts(found)
        rows = {name: number for number, name in enumerate(shown.beings, 1)}
        of_scene[:] = self._scene(shown, agent, decision, rows)
        order, acted = shown.turns.order, shown.turns.acted
        for being in list(shown.beings.values())[: layout.rows]:
            of_beings[rows[being.id] - 1] = self._being(shown, being, agent, decision, order, acted)
        for number, choice in enumerate(decision.choices if decision is not None else ()):
            row = self._choice(shown, choice, rows)
            of_choices[number, : len(row)] = row
        return np.clip(found, -LIMIT, LIMIT, out=found)

    def _scene(self, shown: Scene[Any], agent: str, decision: Decision | None, rows: dict[str, int]) -> list[float]:
        question = decision.question if decision is not None else None
        about = list(question.about.values())[:ABOUT] if question is not None else []
        return [
            self.agents.index(agent) + 1,
            decision is not None,
            shown.turns.round,
            word(shown.mode),
            self.rules.get(question.rule, 0) if question is not None else 0,
            *_values(shown, about, rows, ABOUT),
            *[getattr(shown, name) for name in self.of_scene],
        ]

    def _being(
        self,
        shown: Scene[Any],
        being: Any,
        agent: str,
        decision: Decision | None,
        order: tuple[str, ...],
        acted: tuple[str, ...],
    ) -> list[float]:
        pools = [part for pool in self.game.pools(shown, being)[:POOLS] for part in (pool.left, pool.most)]
        return [
            1,
            1 if being.side == agent else -1,
            decision is not None and decision.who == being.id,
            order.index(being.id) + 1 if being.id in order else 0,
            acted.count(being.id),
            FATES.index(fate(being.states, self.game.fates)),
            word(getattr(being.sheet, "kind", "")),
            *_place(shown, getattr(being, self.game.placing[0])),
            *pools,
            *[0] * (2 * POOLS - len(pools)),
            *[name in being.states for name in self.conditions],
            *[getattr(being, name) for name in self.of_being],
            *[getattr(being.sheet, name) for name in self.of_sheet],
        ]

    def _choice(self, shown: Scene[Any], choice: Choice, rows: dict[str, int]) -> list[float]:
        if isinstance(choice, tuple):
            return [ANSWER, 0, 0, *_value(shown, choice[0], rows)]
        kind, command = (COMMAND, choice) if isinstance(choice, Command) else (INTERJECTION, choice.command)
        action = self.game.actions[command.name]
        given = [command.arg(arg.name) for arg in action.args]
        found = [kind, self.actions[command.name], rows.get(command.actor, 0)]
        return [*found, *_values(shown, given, rows, len(given))]


def _values(shown: Scene[Any], values: Iterable[Plain], rows: dict[str, int], count: int) -> list[float]:
    found = [number for value in values for number in _value(shown, value, rows)]
    return found + [0] * (count * len(VALUE) - len(found))


def _value(shown: Scene[Any], value: Plain, rows: dict[str, int]) -> list[float]:
    """A value of any kind, in the columns of `VALUE`."""
    if value is None:
        return [NOTHING, 0, 0, 0, 0, 0]
    if isinstance(value, int):
        return [NUMBER, value, 0, 0, 0, 0]
    if isinstance(value, str):
        if value in rows:
            return [BEING, 0, rows[value], 0, 0, word(value)]
        if _is_place(shown, value):
            return [PLACE, 0, 0, *_place(shown, value), word(value)]
        return [WORD, 0, 0, 0, 0, word(value)]
    if _is_place(shown, value):
        return [PLACE, 0, 0, *_place(shown, value), 0]
    last = _value(shown, value[-1], rows) if value else [0] * len(VALUE)  # of a path where it ends
    return [LIST, len(value), *last[2:5], word(repr(value))]


def _is_place(shown: Scene[Any], value: Plain) -> bool:
    if isinstance(value, str):
        board = getattr(shown, "board", None)
        return isinstance(board, ZoneBoard) and value in board
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _place(shown: Scene[Any], value: Any) -> tuple[float, float]:
    """Where on the board: a cell by its coordinates, a zone by its spot."""
    if not _is_place(shown, value):
        return 0, 0
    # To mypy: zones have spots
    x, y = shown.board.spots[value] if isinstance(value, str) else value  # type: ignore[attr-defined]
    return x, y


def word(text: str) -> int:
    return crc32(text.encode()) % WORDS + 1 if text else 0
