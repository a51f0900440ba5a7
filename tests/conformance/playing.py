"""How any game is played in these tests: by nothing but what `core/game.py` says of it.

A scene is played by policies of all kinds and checked after every command. In between somebody tries what may well be
refused, and others use what they may do at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

import ludex.games
from ludex.core.drawing import draw_options
from ludex.core.files.codec import decode, encode
from ludex.core.files.scenefile import load_scene, scene_from
from ludex.core.foe.deciding import Policy, choose
from ludex.core.game import GAMES, Game, game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents import policy
from ludex.opponents.random import RandomPolicy

HOME = Path(ludex.games.__file__).parent
for found in iter_modules([str(HOME)]):  # all there are, whether a list of games has them or not
    if found.ispkg:
        import_module(f"ludex.games.{found.name}")
KNOWN = sorted((game for game in GAMES.values() if HOME in game.home.parents), key=lambda game: game.name)

SECRETIVE = [game for game in KNOWN if type(game).view is not Game.view]  # those that keep something from somebody

PAIRS = (("random", "random"), ("simple", "simple"), ("simple", "random"), ("random", "simple"))
MOST = 5000  # commands of a scene
PROBES = 16  # after so many commands something illegal is tried, and the scene is saved
MEANWHILE = 4  # once in so many questions somebody else does something first, if anybody may
ANYTIME = 7  # once in so many commands somebody else does what may be done at any time


class Broken(AssertionError):
    """A scene in which something does not hold."""


def named(game: Game[Any]) -> str:
    return game.name


@cache
def _starters(game: Game[Any]) -> dict[str, Any]:
    library = game.library()
    return {name: load_scene(path, library).scene for name, path in library.scenes.items()}


def starters(game: Game[Any]) -> dict[str, Any]:
    """The starter scenes of a game, by name; each is a copy, to be played on."""
    return {name: scene.fork() for name, scene in _starters(game).items()}


def drawn(game: Game[Any], luck: Random, library: Any = None) -> Any:
    """A scene of the game by luck."""
    library = library if library is not None else game.library()
    return scene_from(game.draw(library, game.rulebook, luck.randrange), "a drawn scene", library).scene


def sides_of(scene: Scene[Any]) -> list[str]:
    return list(dict.fromkeys(being.side for being in scene.beings.values()))


def policies_for(scene: Scene[Any], kinds: Iterable[str], seed: int) -> dict[str, Policy]:
    """The first side has the first kind of policy, the others the second; the game master leaves it to luck."""
    game = game_of(scene)
    first, second = kinds
    found: dict[str, Policy] = {GM: RandomPolicy(seed + 1000)}
    for number, side in enumerate(dict.fromkeys((*sides_of(scene), *game.sides))):
        found[side] = policy(game, second if number else first, seed + number)
    return found


class Meddled:
    """A policy whose questions are now and then put off, because somebody else does something first."""

    def __init__(self, policy: Policy, luck: Random) -> None:
        self.policy = policy
        self.luck = luck
        self.checked = policy.checked

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        meanwhile = question.meanwhile if not self.luck.randrange(MEANWHILE) else ()
        return Interject(self.luck.choice(meanwhile)) if meanwhile else self.policy.answer(scene, question)


def begin(scene: Scene[Any], simulated: Simulated) -> None:
    """The command with which play begins, if there is one."""
    opening = game_of(scene).opening(scene)
    if opening is not None:
        simulated.perform(scene, opening)


# ---------------------------------------------------------------- a whole scene


def play(start: Any, kinds: tuple[str, str], seed: int, *, switch_options: bool = False) -> Any:
    """Play a scene to its end, checking everything on the way; gives the scene at the end."""
    scene = start.fork()
    game = game_of(scene)
    luck = Random(seed)
    if switch_options:
        scene.options = draw_options(game.rulebook, luck.randrange)
    policies = policies_for(scene, kinds, seed)
    simulated = Simulated({side: Meddled(policy, luck) for side, policy in policies.items()}, seed)
    begin(scene, simulated)
    given: object = "the opening"
    for number in range(MOST):
        check(scene, f"after command {number}, {given}")
        if number % PROBES == 0:
            check_saving(scene)
            check_waiting(scene)
            probe(scene, anything(scene, luck))
        actor = game.to_act(scene)
        if not actor:
            return scene
        meanwhile = anytime(scene, luck) if not luck.randrange(ANYTIME) else None
        being = scene.beings[actor]
        given = meanwhile or choose(game, scene, being, policies[being.side])[0]
        simulated.perform(scene, given)  # not taken on trust, not even from a policy that has checked it
    raise Broken(f"the scene did not end within {MOST} commands")


def check(scene: Scene[Any], when: str) -> None:
    faults = game_of(scene).faults(scene)
    if faults:
        raise Broken(f"{when}: {'; '.join(faults)}")


def check_saving(scene: Scene[Any]) -> None:
    """Saved and read again, a scene is the same."""
    saved = encode(scene)
    if encode(decode(saved, game_of(scene).scene_type, scene.library)) != saved:
        raise Broken("the scene is not the same after saving")


def check_waiting(scene: Scene[Any]) -> None:
    """Who waits for its turn may do nothing but what is done out of turn."""
    game = game_of(scene)
    for being in scene.beings.values():
        waits = game.waits(scene, being)
        for offer in game.offers(scene, being):
            if waits and offer.refusal is None and not game.out_of_turn(scene, being, offer.action):
                raise Broken(f"{being.id} waits for its turn, and may {offer.action.name}")


def probe(scene: Scene[Any], given: Command) -> bool:
    """Try a command: a refusal, or what cannot be understood, changes nothing. Tells whether it was refused."""
    game = game_of(scene)
    before = encode(scene)
    try:
        game.begin(scene.fork(), given)
    except (Refused, BadInput):
        with suppress(Refused, BadInput):
            game.begin(scene, given)
        if encode(scene) != before or scene.agenda or scene.fresh:
            raise Broken(f"the refusal of {given} has changed the scene") from None
        return True
    if encode(scene) != before:
        raise Broken(f"{given}, given to a copy, has changed the scene")
    return False


# ---------------------------------------------------------------- commands by luck


def in_mode(scene: Scene[Any], actions: Iterable[Action]) -> list[Action]:
    return [action for action in actions if not action.modes or scene.mode in action.modes]


def anything(scene: Scene[Any], luck: Random) -> Command:
    """Some action of somebody with arguments that come into question, without asking whether it may be done."""
    action = luck.choice(in_mode(scene, game_of(scene).actions.values()))
    return filled(scene, action, luck.choice(list(scene.beings.values())), luck)


def filled(scene: Scene[Any], action: Action, actor: Any, luck: Random) -> Command:
    """An action with arguments as they are listed; where nothing is listed they are left out."""
    chosen: list[tuple[str, Plain]] = []
    for arg in action.args:
        values = list(arg.values(scene, actor, *(value for _, value in chosen)))
        if not values:
            break
        chosen.append((arg.name, luck.choice(values)))
    return Command(actor.id, action.name, sorted(chosen))


def anytime(scene: Scene[Any], luck: Random) -> Command | None:
    """What somebody may do now although it is not their turn, if there is anything."""
    game = game_of(scene)
    actions = [action for action in in_mode(scene, game.actions.values()) if "anytime" in action.tags]
    actions = [action for action in actions if "gives_up" not in action.tags]
    if not actions:
        return None
    action, being = luck.choice(actions), luck.choice(list(scene.beings.values()))
    if game.refused_at_all(scene, being, action) is not None:
        return None
    return game.sample(scene, being, action, luck.randrange)


def legal(scene: Scene[Any], actor: Any, most: int) -> list[Command]:
    """A few choices of each action that this being may choose now."""
    game = game_of(scene)
    found: list[Command] = []
    for offer in game.offers(scene, actor):
        if offer.refusal is None:
            choices = (given for given, refusal in game.choices(scene, actor, offer.action) if refusal is None)
            if most == 1:  # the others need not be looked for
                found += islice(choices, 1)
                continue
            listed = list(choices)
            found += listed[:: max(1, -(-len(listed) // most))]
    return found


# ---------------------------------------------------------------- many scenes, for comparison


def digest(ends: Iterable[Scene[Any]]) -> str:
    """The final scenes of some fights, in a few letters."""
    found = hashlib.blake2b(digest_size=16)
    for scene in ends:
        found.update(encode(scene))
    return found.hexdigest()


def some_play(count: int) -> str:
    """The digest of a few scenes of every game, played and drawn, for comparison between two processes."""
    ends = []
    for game in KNOWN:
        starts = list(starters(game).values())
        for number in range(count):
            pair = PAIRS[(number - 1) % len(PAIRS)]  # first one who knows the game, beside luck
            ends.append(play(starts[number % len(starts)], pair, number, switch_options=number % 2 == 1))
            ends.append(drawn(game, Random(number)))
    return digest(ends)
