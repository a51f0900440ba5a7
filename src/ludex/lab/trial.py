"""One fight of a scene: from a seed and policies to plain data."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple

import ludex.games.known  # noqa: F401  # registers the games, in another process too
from ludex.core.board.zone import ZoneBoard
from ludex.core.foe.deciding import GetsToKnow, Policy
from ludex.core.foe.standing import FALLEN, fate
from ludex.core.game import Game, game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput, Harm, Recorder, Refused, Tally, listening
from ludex.core.kernel.scene import Scene
from ludex.core.referee.again import FallenBefore, Thrown
from ludex.core.referee.live import Done, Given
from ludex.core.referee.midway import Midway, passed_on
from ludex.core.referee.simulated import Simulated, Unending
from ludex.opponents import policies, sides_of
from ludex.opponents.ideas import NO_IDEA

MOST_DECISIONS = 5_000  # after so many a fight is called off, and counted as unending
LOOKED_EVERY = 5  # of the decisions of a fight that is looked at closely
MOST_TRIED = 200  # choices of arguments that are tried to find out whether an action can be chosen

Use = tuple[str, str, str]  # who, the action, and what of (a weapon, a power); empty: nothing
Option = tuple[str, str]  # an action, and what of


class Named(NamedTuple):
    """Somebody, as people know them."""

    name: str
    side: str


class LabError(Exception):
    """Something that a lab cannot go on from. No number is given for it."""


class First(NamedTuple):
    """A command that is done first; where it was under way, with what was given for it then."""

    done: Done
    given: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """What a fight starts from: all that decides it but the seed. It can be sent to another process or machine."""

    scene: bytes  # pickled
    where: str
    policies: tuple[tuple[str, str], ...]  # by side, and `gm`
    limit: int = MOST_DECISIONS
    first: First | None = None  # what is done before anybody decides
    fell: tuple[tuple[str, tuple[Thrown, ...]], ...] = ()  # dice that fell before and fall first


def start(
    scene: Scene[Any],
    where: str,
    names: Mapping[str, str],
    limit: int = MOST_DECISIONS,
    first: First | None = None,
    fell: Mapping[str, Sequence[Thrown]] | None = None,
) -> Start:
    throws = tuple((key, tuple(each)) for key, each in (fell or {}).items())
    return Start(pickle.dumps(scene), where, tuple(sorted(names.items())), limit, first, throws)


@lru_cache(maxsize=64)
def _unpacked(scene: bytes) -> Scene[Any]:
    unpacked: Scene[Any] = pickle.loads(scene)
    return unpacked


def scene_of(start: Start) -> Scene[Any]:
    """A scene of one's own to start from."""
    return _unpacked(start.scene).fork()


# ---------------------------------------------------------------- what a fight comes to


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in a fight that was looked at closely."""

    rules: frozenset[str]  # that were applied
    offered: dict[Option, int]  # how often each option was there, in the decisions that were looked at
    chosen: dict[Option, int]  # and how often it was taken


@dataclass(frozen=True, slots=True)
class Fight:
    """What a fight came to, as plain data."""

    seed: int
    winner: str  # a side; empty: nobody
    ended: bool  # within the limit
    rounds: int
    decisions: int
    falls: tuple[str, ...]  # who was brought down, in the order of the first time
    fates: dict[str, str]  # how everybody stood at the end, as one of `standing.FATES`
    left: dict[str, tuple[int, ...]]  # what everybody had left of their pools
    harm: dict[Harm, int]
    uses: dict[Use, int]
    late: dict[str, Named]  # who came into it after it had begun
    look: Look | None = None


def fight(start: Start, seed: int, look: bool = False) -> Fight:
    """The fight of this seed. Whether it is looked at changes nothing in it."""
    scene = scene_of(start)
    trial = Trial(start, game_of(scene), scene, seed, look)
    return trial.fight(scene)


class Trial:
    """Runs fights by one seed, and counts."""

    def __init__(self, start: Start, game: Game[Any], scene: Scene[Any], seed: int, look: bool) -> None:
        self.start, self.game, self.seed = start, game, seed
        found = policies(game, sides_of(game, scene), dict(start.policies), seed, own=True)
        for side, each in found.items():
            if isinstance(each, GetsToKnow) and side != GM:
                make = start.scene + f"{side} {start.policies}".encode()
                each.meet(game.view(scene, side), blake2b(make, digest_size=16).digest())
        self.lookers = {side: Looking(game, policy) for side, policy in found.items()} if look else {}
        before = FallenBefore(dict(start.fell)) if start.fell else None
        self.referee = Simulated(self.lookers or found, seed, before)

    def fight(self, scene: Scene[Any]) -> Fight:
        """Fight it out, in place."""
        scene.tally = Tally()
        watch = Watch(self.game, scene)
        if not self.lookers:
            ended = self.play(scene, watch)
            return self._told(scene, watch, ended, None)
        with listening() as rules:
            scene.recorder = Recorder()
            ended = self.play(scene, watch)
            scene.recorder = None
        offered: dict[Option, int] = {}
        chosen: dict[Option, int] = {}
        for looker in self.lookers.values():
            for option, times in looker.offered.items():
                offered[option] = offered.get(option, 0) + times
            for option, times in looker.chosen.items():
                chosen[option] = chosen.get(option, 0) + times
        return self._told(scene, watch, ended, Look(frozenset(rules), offered, chosen))

    def play(self, scene: Scene[Any], watch: Watch) -> bool:
        game, referee = self.game, self.referee
        try:
            opening = game.opening(scene)
            if opening is not None:
                referee.perform(scene, opening)
            first = self.start.first
            if first is not None:
                referee.take_up(scene, *first)
            watch(first.done.command if first is not None else None)
            if not game.to_act(scene) and not game.winner(scene):
                raise BadInput("nobody is to act in it; expected a scene with a fight")
            referee.play(scene, self.start.limit, watch)
        except Unending:
            return False
        except (Refused, BadInput) as fault:
            raise LabError(f"{self._spot(scene)}: {fault}") from None
        except Exception as fault:
            raise LabError(
                f"{self._spot(scene)}: the rules or the policy broke down: {type(fault).__name__}: {fault}"
            ) from fault
        return True

    def _spot(self, scene: Scene[Any]) -> str:
        """Which policy, scene and seed something has to do with."""
        acting = scene.beings.get(self.game.to_act(scene))
        names = dict(self.start.policies)
        who = f"policy {names.get(acting.side, '?')!r} ({acting.side}, {acting.name} to act), " if acting else ""
        return f"{self.start.where}, {who}seed {self.seed}"

    def _told(self, scene: Scene[Any], watch: Watch, ended: bool, look: Look | None) -> Fight:
        game = self.game
        assert scene.tally is not None
        beings = watch.beings
        fates = {name: fate(being.states, game.fates) for name, being in beings.items()}
        left = {name: tuple([pool.left for pool in game.pools(scene, being)]) for name, being in beings.items()}
        return Fight(
            seed=self.seed,
            winner=game.winner(scene) if ended else "",
            ended=ended,
            rounds=scene.turns.round,
            decisions=self.referee.decisions,
            falls=tuple(watch.falls),
            fates=fates,
            left=left,
            harm=scene.tally.lost,
            uses=watch.uses,
            late={name: Named(being.name, being.side) for name, being in beings.items() if name not in watch.first},
            look=look,
        )


# ---------------------------------------------------------------- watching it


class Watch:
    """Told of each command once it is done: what was used, and who has fallen; not who lay there before."""

    def __init__(self, game: Game[Any], scene: Scene[Any]) -> None:
        self.game, self.scene = game, scene
        self.uses: dict[Use, int] = {}
        self.falls: list[str] = []
        self.first = frozenset(scene.beings)
        self.beings: dict[str, Any] = {}  # as they stand, or stood when they left the scene
        self._seen: dict[str, frozenset[str]] = {}
        self._fallen = frozenset(state for state, meant in game.fates.items() if meant in FALLEN)
        self._lay = frozenset(who for who, being in scene.beings.items() if not self._fallen.isdisjoint(being.states))

    def __call__(self, command: Command | None) -> None:
        if command is not None:
            use = (command.actor, *option(self.game, self.scene, command))
            self.uses[use] = self.uses.get(use, 0) + 1
        seen = self._seen
        for name, being in self.scene.beings.items():
            if seen.get(name) is not being.states:
                seen[name] = being.states
                self.beings[name] = being
                if not self._fallen.isdisjoint(being.states) and name not in self.falls and name not in self._lay:
                    self.falls.append(name)


def option(game: Game[Any], scene: Scene[Any], command: Command) -> Option:
    """What was chosen: an action, and what of where it names a thing first."""
    action = game.actions.get(command.name)
    first = command.arg(action.args[0].name) if action is not None and action.args else None
    return command.name, first if names_a_thing(scene, first) else ""  # type: ignore[return-value]  # a thing is a str


def names_a_thing(scene: Scene[Any], value: Plain) -> bool:
    """A weapon, a power, an item: a word that is neither a being nor a place."""
    if not isinstance(value, str) or not value or value in scene.beings:
        return False
    board = getattr(scene, "board", None)
    return not isinstance(board, ZoneBoard) or value not in board


class Looking:
    """A policy that is looked at: what could it choose, and what does it choose? Whatever it says of itself, the game
    checks all that it does."""

    checked = False

    def __init__(self, game: Game[Any], policy: Policy) -> None:
        self.game, self.policy = game, policy
        self.decisions = 0
        self.offered: dict[Option, int] = {}
        self.chosen: dict[Option, int] = {}

    def choose(self, scene: Any, being: Any) -> Command:
        command = self.policy.choose(scene, being)
        self.decisions += 1
        if self.decisions % LOOKED_EVERY == 1:
            taken = option(self.game, scene, command)
            self.chosen[taken] = self.chosen.get(taken, 0) + 1
            for offer in options(self.game, scene, being) | {taken}:
                self.offered[offer] = self.offered.get(offer, 0) + 1
        return command

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.policy.answer(scene, question)

    def answer_midway(self, scene: Any, question: Question, midway: Midway) -> Plain | Interject:
        return passed_on(self.policy, scene, question, midway)


def options(game: Game[Any], scene: Scene[Any], being: Any) -> set[Option]:
    """What a being can choose now, as far as a few choices of arguments show."""
    found: set[Option] = set()
    for offer in game.offers(scene, being):
        if offer.refusal is None and not offer.action.tags & NO_IDEA:
            found |= _ways(game, scene, being, offer.action)
    return found


def _ways(game: Game[Any], scene: Scene[Any], being: Any, action: Action) -> set[Option]:
    found = set()
    for command, refusal in islice(game.choices(scene, being, action), MOST_TRIED):
        way = option(game, scene, command)
        if refusal is None and way not in found:
            found.add(way)
            if not way[1]:
                break
    return found
