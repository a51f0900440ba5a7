"""What could be done: whole turns, of what a policy weighs, of what is worth a look, and of all that is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.foe.deciding import Idea, Policy
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Scene
from ludex.opponents.styles import ends_at

Turn = tuple[Command, ...]  # what somebody does one after the other; then they go on as they usually would

DRAWN = {"attack": 4, "skill": 2, "move": 2}  # ideas of an action, by its tag; any other: one
NO_IDEA = frozenset({"gives_up", "idle"})  # tags of what is no idea
MOST_WEIGHED = 5  # ideas of the policy that knows the game, its first among them
MOST_ADVISED = 4  # of what is worth a look


@runtime_checkable
class Weighs(Protocol):
    """A policy that can tell what it has thought of, the best first."""

    def ideas(self, scene: Any, being: Any) -> Iterable[Idea]: ...


@runtime_checkable
class KnowsWayOut(Protocol):
    """A policy that can tell how somebody gets out of a fight, the best way first."""

    def away(self, scene: Any, being: Any) -> Iterable[Idea]: ...


class Thought(NamedTuple):
    """Commands that are allowed, each once, the most promising first; and for what places are good."""

    ideas: list[Command]
    good_for: Mapping[Command, str]


def thought_of(
    game: Game[Any],
    guide: Policy,
    scene: Scene[Any],
    being: Any,
    pick: Callable[[int], int],
    hope: Callable[[Command], float],
) -> Thought:
    """What the policy weighs, then by turns attacks and other things that are drawn, and what is worth a look: first
    that of which most is hoped."""
    weighed = legal_ideas(game, guide, scene, being)[:MOST_WEIGHED]
    out = [idea.command for idea in guide.away(scene, being)] if isinstance(guide, KnowsWayOut) else []
    weighed += [command for command in out if allowed(game, scene, command)][:1]
    good_for = advised(game, scene, being, pick)
    luck = drawn(game, scene, being, pick)
    attacks = [idea for idea in luck if "attack" in game.actions[idea.name].tags]
    by_turns = zip_longest(attacks, [idea for idea in luck if idea not in attacks], good_for)
    others = sorted((idea for some in by_turns for idea in some if idea is not None), key=hope, reverse=True)
    return Thought(list(dict.fromkeys((*weighed, *others))), good_for)


def legal_ideas(game: Game[Any], policy: Policy, scene: Scene[Any], being: Any) -> list[Command]:
    """What a policy thinks of and the game allows, the best first."""
    if not isinstance(policy, Weighs):
        return []
    thought = dict.fromkeys(idea.command for idea in policy.ideas(scene, being))
    return [idea for idea in thought if game.refusal(scene, idea) is None]


def advised(game: Game[Any], scene: Scene[Any], being: Any, pick: Callable[[int], int]) -> dict[Command, str]:
    """What the game tells people is worth a look, such as places out of reach, and why: a few of it."""
    face = game.face()
    found = {
        each.command: each.why
        for offer in game.offers(scene, being)
        if offer.refusal is None
        for each in face.suggestions(scene, being, offer.action)
    }
    told = list(found)
    some = [told.pop(pick(len(told))) for _ in range(min(MOST_ADVISED, len(told)))]
    return {command: found[command] for command in some if allowed(game, scene, command)}


def drawn(game: Game[Any], scene: Scene[Any], being: Any, pick: Callable[[int], int]) -> list[Command]:
    """Some of all that is allowed, more of what decides fights, in any order."""
    found: dict[Command, None] = {}
    for offer in game.offers(scene, being):
        action = offer.action
        if offer.refusal is None and not action.tags & NO_IDEA:
            for _ in range(max((DRAWN.get(tag, 1) for tag in action.tags), default=1)):
                idea = game.sample(scene, being, action, pick)
                if idea is not None:
                    found[idea] = None
    ideas = list(found)
    return [ideas.pop(pick(len(ideas))) for _ in range(len(ideas))]


def allowed(game: Game[Any], scene: Scene[Any], command: Command) -> bool:
    """May this be done now, also where what it names is gone?"""
    try:
        return command.actor in scene.beings and game.refusal(scene, command) is None
    except BadInput:
        return False


# ---------------------------------------------------------------- in words


def in_words(game: Game[Any], scene: Scene[Any], turn: Turn, good_for: Mapping[Command, str]) -> str:
    """`Attack Gali with the Knife, then hide`: without places that have no names."""
    first, *others = [_deed(game, scene, step, good_for) for step in turn]
    return ", then ".join([first, *[each[:1].lower() + each[1:] for each in others]])


def _deed(game: Game[Any], scene: Scene[Any], command: Command, good_for: Mapping[Command, str]) -> str:
    named = tuple((name, value) for name, value in command.args if not _is_cells(value))
    words = game.face().sentence(scene, Command(command.actor, command.name, named))
    if len(named) == len(command.args):
        return words
    why = good_for.get(command, "").partition(";")[0]
    return f"{words}: {why}" if why else words + _where(scene, command)


def _where(scene: Scene[Any], command: Command) -> str:
    """Where a way leads, by who is near."""
    being, there = scene.beings.get(command.actor), ends_at(command)
    board = getattr(scene, "board", None)
    others = [each for each in scene.beings.values() if being is not None and each.side != being.side]
    if board is None or being is None or not _is_cells(there) or not others:
        return ""
    near = min(others, key=lambda each: board.distance(there, each.at))
    now, then = board.distance(being.at, near.at), board.distance(there, near.at)
    if then <= 1:
        return f" next to {near.name}"
    return f" nearer to {near.name}" if then < now else f" away from {near.name}" if then > now else ""


def _is_cells(value: Plain) -> bool:
    """A cell, or a way of cells, which has no name."""
    return any(True for _ in _numbers(value))


def _numbers(value: Plain) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            if isinstance(part, int) and not isinstance(part, bool):
                yield part
            elif isinstance(part, tuple):
                yield from _numbers(part)
