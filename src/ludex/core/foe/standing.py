"""How somebody stands in a fight and what is left of it, in words that all games share; and the part of a game that
tells so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.rules import S
from ludex.core.scene.staged import Staged, forget_others

UP = "up"
LEFT = "left"  # has fled, given up or been won over: out of the fight, and unhurt by that
DOWN = "down"  # brought down, but may come back into the fight
OUT = "out"  # out of the fight for good
DEAD = "dead"

FATES = (UP, LEFT, DOWN, OUT, DEAD)  # the later counts where somebody has more than one
FALLEN = (DOWN, OUT, DEAD)  # brought down by somebody
GONE = (LEFT, OUT, DEAD)  # no longer in the fight


class Pool(NamedTuple):
    """What somebody has of something that a fight uses up."""

    name: str  # in the words of the game: HP, Plating, Vigor
    left: int
    most: int


class Worths(NamedTuple):
    """How much what is left of a side says about who will win, as `core/foe/chances.py` counts it: the logarithm of the
    odds for each of its signs. `python -m bench.worths` finds them."""

    standing: float = 2.0  # how many stand, against the others
    down: float = 0.5  # the share that lies there, but may come back
    turn: float = 0.3  # it is the turn of one of them
    all: float = 0.8  # what is left of all pools together
    full: tuple[float, ...] = ()  # and of each pool, in the order of `Game.pools`: by shares of it
    amount: tuple[float, ...] = ()  # and as it is counted

    def weights(self, pools: int) -> tuple[float, ...]:
        """Of all signs, where they know so many pools."""
        full, amount = ((*each, *[0.0] * pools)[:pools] for each in (self.full, self.amount))
        return (self.standing, self.down, self.turn, self.all, *full, *amount)


def fate(states: Iterable[str], fates: Mapping[str, str]) -> str:
    """The worst that these conditions mean."""
    return max((fates[state] for state in states if state in fates), key=FATES.index, default=UP)


class Measured(Staged[S], Generic[S]):
    """The questions about a fight: who has won, what is left, what did the harm, and how a party goes on from one fight
    to the next. The lab, opponents and odds ask them."""

    fates: Mapping[str, str] = {}  # conditions that take somebody out of a fight, as one of `FATES`
    vital: tuple[str, ...] = ()  # the pools by whose loss somebody comes to harm, those of a blow, in order
    shields: tuple[str, ...] = ()  # and those that are lost before them and in their place
    worths: Worths = Worths()  # what is left of a side, as an opponent that looks ahead values it
    rests: tuple[str, ...] = ()  # the kinds of rest that a day can have between two fights
    travels: tuple[str, ...] = ()  # and the kinds of travel, where the rules know any
    telling: tuple[str, ...] = ()  # the fields of a being whose change people want to know of
    telling_scene: tuple[str, ...] = ()  # and those of the scene
    scarce: Collection[str] = ()  # rules whose answers spend what is rare: nobody is taken to do so twice in one go

    def fights(self, scene: S, being: Any) -> bool:
        """Is it somebody who fights, and no thing that stands there and can be broken?"""
        return True

    def winner(self, scene: S) -> str:
        """The side that has won a situation that is over; empty where nobody has, or nobody has fought."""
        if not scene.turns.round:
            return ""
        left = {being.side for being in scene.beings.values() if fate(being.states, self.fates) not in GONE}
        return left.pop() if len(left) == 1 else ""

    def pools(self, scene: S, being: Any) -> list[Pool]:
        """What a fight uses up of a being: first their health, then the game's own resources. What is left of it
        follows from the being, the content and the options: of who is not touched it stays the same."""
        return []

    def guess(self, scene: S, being: Any, share: Callable[[int, int], int]) -> None:
        """Put a guess in place of what a being has left of each pool: `share` of what is left and of the most."""
        for pool in self.pools(scene, being):
            setattr(being, pool.name.lower(), share(pool.left, pool.most))

    def source_name(self, scene: S, source: str) -> str:
        """What has done harm, in words: a rule by its title, `kind:id` by the name of that entry."""
        if source in self.rulebook.rules:
            return self.rulebook.rules[source].title.partition(":")[0]
        kind, colon, name = source.partition(":")
        shelf = scene.library.shelves.get(kind) if colon else None
        if shelf is not None and name in shelf:
            return str(shelf.get(name).name)
        return name.rpartition(".")[2].replace("_", " ").capitalize() if colon else source

    def rest(self, scene: S, kind: str) -> Iterator[Command]:
        """The commands of a rest, one of `rests`, as a sensible party takes it. Each is carried out before the next is
        asked for."""
        raise NotImplementedError

    def travel(self, scene: S, kind: str) -> Iterator[Command]:
        """The commands of a journey, one of `travels`, in the same way."""
        raise NotImplementedError

    def carry_over(self, before: S, scene: S) -> None:
        """The players' side goes from a scene into a new one, as it stands, to the places there. What was to last for
        turns or for the fight is over. Those who stay behind are forgotten: who has their id there is somebody else."""
        scene.clock = before.clock
        along = [n for n, new in scene.beings.items() if new.side == self.sides[0] and n in before.beings]
        behind = frozenset(before.beings.keys() - set(along))
        passing = ("round", "start of turn", "end of turn", self.shape.fighting)
        for name in along:
            old = before.beings[name].fork()
            old.keep(lambda c: c.until is None or c.until.when not in passing)
            forget_others(self.shape, old, behind)
            for field in self.placing:
                setattr(old, field, getattr(scene.beings[name], field))
            scene.beings[name] = old
