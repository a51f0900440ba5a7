"""What somebody can do to a dummy, with exact odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from ludex.core.game import Game, game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.scene import Scene
from ludex.core.show.odds import Odds
from ludex.core.show.odds import odds as odds_of
from ludex.lab.trial import option
from ludex.lab.worth.duel import is_place
from ludex.opponents import policy, usual

HARMFUL = frozenset({"attack", "skill", "feature", "harm", "item"})  # tags of what is done to somebody, or with a thing
MOST_TRIED = 300  # choices of arguments of an action
BUDGET = 2_000  # of what is worked out of one deed
UNTOLD = Fraction(1, 1000)  # so little that is not worked out changes nothing that is told


class Key(NamedTuple):
    """What tells a deed from others of the same somebody."""

    action: str
    thing: str  # what it is done with; empty: nothing


@dataclass
class Deed:
    """Something that somebody can do to somebody else, as near and far as it can be done."""

    key: Key
    words: str  # `Attack: Reef Bow`
    name: str  # `Reef Bow`
    by: str
    to: str
    scenes: dict[int, tuple[Scene[Any], Command]] = field(default_factory=dict)  # by how far apart they are
    _known: dict[int, Odds] = field(default_factory=dict)

    @property
    def nearest(self) -> int:
        return min(self.scenes)

    def odds(self, apart: int) -> Odds:
        if apart not in self._known:
            scene, command = self.scenes[apart]
            game = game_of(scene)
            self._known[apart] = odds_of(scene, command, policy(game, usual(game)), BUDGET)
        return self._known[apart]

    def whole(self, apart: int) -> bool:
        """Is all of it worked out that would be told?"""
        return self.odds(apart).unexplored < UNTOLD

    @property
    def attacks(self) -> bool:
        scene, command = self.scenes[self.nearest]
        return "attack" in game_of(scene).actions[command.name].tags

    @property
    def things(self) -> set[str]:
        """What it is done with: of `slash:knife` the skill and the weapon."""
        return set(self.key.thing.split(":")) - {""}


def deeds(duels: Iterable[tuple[int, Scene[Any]]], by: str, to: str) -> dict[Key, Deed]:
    """All that one of the two can do to the other, in the order of the menu."""
    found: dict[Key, Deed] = {}
    for apart, scene in duels:
        for command in to_somebody(scene, by, to):
            key = Key(*option(game_of(scene), scene, command))
            deed = found.setdefault(key, Deed(key, *words_of(scene, key), by, to))
            deed.scenes.setdefault(apart, (scene, command))
    return found


def to_somebody(scene: Scene[Any], by: str, to: str) -> Iterator[Command]:
    """What somebody may do to somebody now."""
    game, being = game_of(scene), scene.beings[by]
    for offer in game.offers(scene, being):
        if offer.refusal is None and offer.action.tags & HARMFUL:
            there = islice(game.choices(scene, being, offer.action), MOST_TRIED)
            yield from [command for command, refusal in there if refusal is None and meets(scene, command, to)]


def meets(scene: Scene[Any], command: Command, whom: str) -> bool:
    """Is a command about somebody: does it name them, or reach where they are, or everybody around?"""
    values = [value for _, value in command.args]
    if whom in values:
        return True
    others = [value for value in values if isinstance(value, str) and value in scene.beings]
    places = [value for value in values if is_place(value)]
    return not others and (not places or scene.beings[whom].at in places)


def words_of(scene: Scene[Any], key: Key) -> tuple[str, str]:
    """What a deed is called, and what it is done with."""
    game = game_of(scene)
    action: Action = game.actions[key.action]
    if not key.thing:
        return action.label, action.label
    thing = game.face().value(scene, action.args[0].name, key.thing)
    return f"{action.label}: {thing}", thing


def harm(deed: Deed, apart: int) -> Fraction:
    """What the other loses on average of what keeps them in the fight."""
    counted = harmed_pools(game_of(deed.scenes[apart][0]))
    lost = deed.odds(apart).harm
    return sum((mean for (who, pool), mean in lost.items() if who == deed.to and pool in counted), Fraction(0))


def harmed(deed: Deed, apart: int) -> Fraction:
    """How likely the other loses anything of what keeps them in the fight."""
    counted = harmed_pools(game_of(deed.scenes[apart][0]))
    ways = changed(deed, apart, counted)
    return sum([chance for chance, amounts in ways if any([amount < 0 for amount in amounts])], Fraction(0))


def mended(deed: Deed, apart: int) -> Fraction:
    """What they regain on average of what keeps them in the fight."""
    ways = changed(deed, apart, game_of(deed.scenes[apart][0]).vital)
    return sum([chance * amount for chance, amounts in ways for amount in amounts if amount > 0], Fraction(0))


def changed(deed: Deed, apart: int, pools: Collection[str]) -> Iterator[tuple[Fraction, list[int]]]:
    """The ways it may go: how likely each is, and by how much these pools of whom it is done to change."""
    scene, _ = deed.scenes[apart]
    face = game_of(scene).face()
    for changes, chance in deed.odds(apart).outcomes:
        own = [(what, change) for who, what, change in changes if who == deed.to and type(change) is int]
        yield chance, [change for what, change in own if face.changed(scene, what, 0) in pools]


def harmed_pools(game: Game[Any]) -> tuple[str, ...]:
    return (*game.vital, *game.shields)
