"""What a game tells of a fight, for the lab, for opponents and for odds: who has won, what is left, what did the harm,
and how a party goes on from one fight to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from ludex.core.book.rulebook import Rulebook
from ludex.core.foe.standing import GONE, Pool, Worths, fate
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.scene import Scene, game_of

S = TypeVar("S", bound=Scene[Any])


class Measured(Generic[S]):
    """The part of a game that answers these questions."""

    rulebook: Rulebook
    sides: tuple[str, ...] = ("party", "foes")  # the players' first; one may come into a scene later
    fates: Mapping[str, str] = {}  # conditions that take somebody out of a fight, as one of `standing.FATES`
    vital: tuple[str, ...] = ()  # the pools by whose loss somebody comes to harm, those of a blow, in order
    worths: Worths = Worths()  # what is left of a side, as an opponent that looks ahead values it
    rests: tuple[str, ...] = ()  # the kinds of rest that a day can have between two fights
    placing: tuple[str, ...] = ("at",)  # the fields of a being that say where on the board it is

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
        """What a fight uses up of a being: first its health, then the game's own resources."""
        return []

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

    def carry_over(self, before: S, scene: S) -> None:
        """The players' side goes from a scene into a new one, as it stands, to the places there. What was to last for
        turns or for the fight is over."""
        scene.clock = before.clock
        passing = ("round", "start of turn", "end of turn", game_of(scene).shape.fighting)
        for name, new in scene.beings.items():
            if new.side == self.sides[0] and name in before.beings:
                old = before.beings[name].fork()
                for field in self.placing:
                    setattr(old, field, getattr(new, field))
                old.keep(lambda c: c.until is None or c.until.when not in passing)
                scene.beings[name] = old
