"""The simulated referee: a fast generator rolls, policies decide. For the lab, for opponents and for tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from typing import Any

from ludex.core.foe.deciding import Policy, choose, side_asked
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Faces, throw
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import GM, Interject, Question, Request, Roll, proceed
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.core.referee.again import FallenBefore, whose
from ludex.core.referee.live import Done, Given
from ludex.core.referee.midway import LooksOn, Midway, answer
from ludex.core.referee.scripted import record_roll

_MASK = (1 << 64) - 1


class Streams:
    """A stream of luck for each roller and rule, so that two variants of a fight share their luck where they can."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._states: dict[tuple[str, str], int] = {}

    def face(self, by: str, rule: str, sides: int) -> int:
        stream = (by, rule)
        state = self._states.get(stream)
        if state is None:
            name = f"{self.seed}|{by}|{rule}".encode()
            state = int.from_bytes(blake2b(name, digest_size=8).digest(), "big")
        # splitmix64: small, fast, and good enough to throw dice with
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        self._states[stream] = state
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) >> 11) % sides + 1


class StreamDice:
    """The same luck at a live table: so a simulated fight can be told."""

    def __init__(self, seed: int) -> None:
        self.streams = Streams(seed)

    def throw(self, request: Roll[Any]) -> Faces:
        return throw(request.pool, lambda sides: self.streams.face(request.by, request.rule, sides))[1]


class Unending(Exception):
    """A situation that did not end within the limit."""


class Simulated:
    def __init__(self, policies: Mapping[str, Policy], seed: int, before: FallenBefore | None = None) -> None:
        self.policies = policies  # by side; the game master's under `gm`
        self.streams = Streams(seed)
        self.before = before  # what fell before falls first
        self.decisions = 0
        self.tells = False  # are rolls recorded, where the scene has a recorder?
        self._looks_on = any([isinstance(each, LooksOn) for each in policies.values()])
        self._midway: Midway | None = None  # for who does, what is under way

    def play(self, scene: Scene[Any], most: int = 10_000, watch: Callable[[Command], None] | None = None) -> None:
        """Play a scene, in place, until nobody is to act any more. `watch` is told of each command once it is done."""
        game = game_of(scene)
        limit = self.decisions + most
        while actor := game.to_act(scene):
            if self.decisions >= limit:
                raise Unending(f"the scene did not end within {most} decisions")
            command = self.act(scene, scene.beings[actor])
            if watch is not None:
                watch(command)

    def act(self, scene: Scene[Any], being: Any) -> Command:
        """One decision of a being, carried out in place."""
        self.decisions += 1
        command, checked = choose(game_of(scene), scene, being, self._policy(being.side))
        self.perform(scene, command, checked)
        return command

    def perform(self, scene: Scene[Any], command: Command, checked: bool = False) -> None:
        """Carry out one command, in place, to the next boundary."""
        if self._looks_on:
            self._midway = Midway(scene.fork(), Done(command), [])
        game_of(scene).begin(scene, command, checked=checked)
        self._run(scene)

    def take_up(self, scene: Scene[Any], done: Done, given: Sequence[Given] = (), by: str = "") -> None:
        """The same for a command that was under way: what was given for it then is given again. `by`: the side that
        does so, where that may not know all; what it has not seen fall it cannot give."""
        if self._looks_on:
            self._midway = Midway(scene.fork(), done, [*given])
        game_of(scene).begin(scene, done.command, force=done.force, waive=done.waive)
        self._run(scene, given, by)

    def _run(self, scene: Scene[Any], before: Sequence[Given] = (), by: str = "") -> None:
        game, midway = game_of(scene), self._midway
        left = [*reversed(before)]
        face = self.streams.face
        running = proceed(scene)
        request = next(running, None)
        try:
            while request is not None:
                if left:
                    request = running.send(_given_again(request, left.pop(), by))
                elif isinstance(request, Question):
                    self.decisions += 1
                    side = side_asked(scene, request)
                    given = answer(game, scene, side, request, self._policy(side), midway)
                    if not isinstance(given, Interject) and (fault := request.domain.fault(given)):
                        raise BadInput(f"{request.key}: {fault}")
                    if midway is not None:
                        midway.given.append(Given(request.key, given, is_roll=False))
                    request = running.send(given)
                else:
                    thrown = self._fallen(request, self.before) if self.before is not None else None
                    kept, fallen = thrown or throw(request.pool, partial(face, request.by, request.rule))
                    reading = request.reading(kept)
                    if self.tells and scene.recorder is not None:
                        record_roll(scene.recorder, request, fallen, kept, reading)
                    if midway is not None:
                        midway.given.append(Given(request.key, fallen, is_roll=True))
                    request = running.send(reading)
        except StopIteration:
            pass
        if left:
            raise BadInput(f"{left[-1].key}: that is not asked here")

    @staticmethod
    def _fallen(request: Roll[Any], before: FallenBefore) -> tuple[Faces, Faces] | None:
        """What fell before and falls here once more."""
        fallen = before.faces(request)
        if fallen is None:
            return None
        before.used(whose(request.by, request.rule))
        return _once_more(request, fallen)

    def _policy(self, side: str) -> Policy:
        return self.policies.get(side) or self.policies[GM]


def _given_again(request: Request, given: Given, by: str) -> Any:
    """What was given for a request then, as its rule is told; where the same is asked now."""
    if request.key != given.key:
        raise BadInput(f"{given.key}: that is not what is asked here")
    if not isinstance(request, Roll):
        if not isinstance(given.value, Interject) and (fault := request.domain.fault(given.value)):
            raise BadInput(f"{given.key}: {fault}")
        return given.value
    if by and request.seen_by not in ("", by):
        raise BadInput(f"{given.key}: {by} has not seen what fell")
    return request.reading(_once_more(request, given.value)[0])


def _once_more(request: Roll[Any], fallen: Faces) -> tuple[Faces, Faces]:
    """What is kept of faces that fell, and all of them."""
    faces = iter(fallen)
    return throw(request.pool, lambda sides: next(faces))
