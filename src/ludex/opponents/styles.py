"""Styles: what a character prefers among the ideas of a policy that knows the game. One table of weights.

Each idea counts by its place among those that were thought of, the best 1 and each after it `FADES` of the one before;
the weights of all that is true of it are multiplied on top, and what counts most is done. A weight of 1 changes
nothing, one of 0 is never done. All is read off the scene as the side may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from ludex.core.content.content import StyleName
from ludex.core.foe.standing import UP, fate
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Scene

FADES = 0.9  # what an idea counts of the one before it


class Style(NamedTuple):
    """Weights of what an idea may be, and below which share of their health somebody changes their mind."""

    attack: float = 1.0  # it strikes at somebody
    advance: float = 1.0  # a step that ends nearer to the nearest enemy
    retire: float = 1.0  # a step that ends farther from them
    guard: float = 1.0  # a step that ends nearer to the friend who is hurt most
    defend: float = 1.0  # a stance, cover
    hide: float = 1.0
    help: float = 1.0  # it is done for a friend, and is no attack
    talk: float = 1.0
    give_up: float = 1.0  # to leave the fight, or to yield
    weakest: float = 1.0  # aimed at the enemy who has least health left
    hurt: float = 1.0  # aimed at the enemy who has lost the greatest share of theirs
    striker: float = 1.0  # aimed at who has harmed them last
    threat: float = 1.0  # aimed at who has harmed a friend of theirs last
    halts_below: float = 0.0  # of their health: then no step ends nearer to an enemy
    breaks_below: float = 0.0  # of their health: then they get away if they can
    yields_below: float = 0.0  # of their health: then they surrender, if the rules know that and there is no way out


STYLES: Mapping[StyleName, Style] = {
    "aggressive": Style(attack=1.6, advance=1.4, retire=0.4, defend=0.3, hide=0.5, talk=0.3, give_up=0.0),
    "cautious": Style(advance=0.8, retire=1.4, defend=1.6, hide=1.6, halts_below=0.25),
    "cowardly": Style(
        advance=0.6, retire=2.0, defend=1.3, hide=2.0, talk=2.0, weakest=1.4, breaks_below=0.5, yields_below=0.25
    ),
    "protective": Style(guard=1.5, defend=1.2, help=2.0, threat=2.5, give_up=0.0),
    "beast": Style(attack=1.3, defend=0.3, hide=0.8, help=0.5, talk=0.0, weakest=3.0, breaks_below=0.25),
    "disciplined": Style(defend=1.2, help=1.3, talk=0.5, give_up=0.0, hurt=1.6),
    "vengeful": Style(retire=0.6, talk=0.3, give_up=0.0, striker=4.0),
}

# Why somebody of a style did something, by the weight that spoke most for it, or against what they would have done
MORE = {
    "attack": "would rather strike", "advance": "press on", "retire": "keep away", "guard": "stay near their own",
    "defend": "take care", "hide": "keep out of sight", "help": "look after their own", "talk": "would rather talk",
    "weakest": "go for the weakest", "hurt": "finish what was begun", "striker": "strike back at who struck them",
    "threat": "go for who struck a friend",
}  # fmt: skip
LESS = {
    "advance": "do not go nearer", "retire": "do not give ground", "defend": "do not wait", "hide": "do not hide",
    "help": "leave others to themselves", "talk": "do not talk", "give_up": "do not give up",
}  # fmt: skip
BREAKS = "have had enough"

# The weight of an action, by its tag
BY_TAG = {"attack": "attack", "stance": "defend", "stealth": "hide", "talk": "talk", "gives_up": "give_up"}


class Weighing:
    """What is true of the ideas of one being, as their side may know it, and what that weighs in a style."""

    def __init__(self, game: Game[Any], scene: Scene[Any], being: Any, style: Style) -> None:
        self.game, self.scene, self.being, self.style = game, scene, being, style

    # -- who is there

    @cached_property
    def health(self) -> float:
        """The share of their health that is left."""
        return self.left(self.being)[1]

    @cached_property
    def friends(self) -> list[Any]:
        return [other for other in self._fighting() if other.side == self.being.side and other is not self.being]

    @cached_property
    def enemies(self) -> list[Any]:
        return [other for other in self._fighting() if other.side != self.being.side]

    def _fighting(self) -> Iterator[Any]:
        for other in self.scene.beings.values():
            if self.game.fights(self.scene, other) and fate(other.states, self.game.fates) == UP:
                yield other

    def left(self, being: Any) -> tuple[int, float]:
        """What is left of somebody's health, and which share of all."""
        pools = self.game.pools(self.scene, being)
        return (pools[0].left, pools[0].left / pools[0].most) if pools and pools[0].most > 0 else (0, 1.0)

    @cached_property
    def marked(self) -> dict[str, set[str]]:
        """The enemies whom a weight means."""
        standing = {enemy.id for enemy in self.enemies}
        left = {enemy.id: self.left(enemy) for enemy in self.enemies}
        shares = {name: share for name, (_, share) in left.items() if share < 1}
        return {
            "weakest": _least({name: health for name, (health, _) in left.items()}) if len(left) > 1 else set(),
            "hurt": _least(shares),
            "striker": {self.being.struck_by} & standing,
            "threat": {friend.struck_by for friend in self.friends} & standing,
        }

    # -- what an idea weighs

    @property
    def breaks(self) -> bool:
        """Have they had enough?"""
        return self.health < self.style.breaks_below

    @property
    def yields(self) -> bool:
        return self.health < self.style.yields_below

    def weight(self, command: Command) -> float:
        found = 1.0
        for _, weight in self.reasons(command):
            found *= weight
        return found

    def reasons(self, command: Command) -> list[tuple[str, float]]:
        """What is true of it, with the weights that change something."""
        style = self.style
        found = [(what, getattr(style, what)) for what in self._true_of(command)]
        if style.halts_below > self.health:
            found = [(what, 0.0 if what == "advance" else weight) for what, weight in found]
        return [(what, weight) for what, weight in found if weight != 1]

    def _true_of(self, command: Command) -> Iterator[str]:
        action = self.game.actions.get(command.name)
        tags = action.tags if action is not None else frozenset()
        yield from [what for tag, what in BY_TAG.items() if tag in tags]
        aimed = aimed_at(self.scene, command)
        if "attack" not in tags and aimed & {friend.id for friend in self.friends}:
            yield "help"
        if aimed:
            yield from [what for what, meant in self.marked.items() if aimed & meant]
        if "move" in tags:
            yield from self._step(command)

    def _step(self, command: Command) -> Iterator[str]:
        there = ends_at(command)
        if there is None:
            if "attack" in self.game.actions[command.name].tags:
                yield "advance"  # a charge
            return
        if self.enemies:
            gained = self._nearest(self.being.at, self.enemies) - self._nearest(there, self.enemies)
            if gained:
                yield "advance" if gained > 0 else "retire"
        hurt = sorted([(self.left(friend)[1], friend.id) for friend in self.friends])
        if hurt and hurt[0][0] < 1:
            friend = [self.scene.beings[hurt[0][1]]]
            if self._nearest(there, friend) < self._nearest(self.being.at, friend):
                yield "guard"

    def _nearest(self, place: Any, others: list[Any]) -> int:
        distance: Callable[[Any, Any], int] = self.scene.board.distance  # type: ignore[attr-defined]  # games have one
        return min(distance(place, other.at) for other in others)


def aimed_at(scene: Scene[Any], command: Command) -> set[str]:
    """The beings whom a command names, alone or among others."""
    named: set[Plain] = set()
    for _, value in command.args:
        named |= {value} if not isinstance(value, tuple) else {part for part in value if isinstance(part, str)}
    return {name for name in named if isinstance(name, str) and name in scene.beings}


def ends_at(command: Command) -> Plain:
    """The cell or zone where a step ends: the last of a way, or the one that is named."""
    there = command.arg("to") or command.arg("cell")
    if isinstance(there, tuple) and there and not isinstance(there[0], int):
        return there[-1]
    return there or None


def _least(values: Mapping[str, float]) -> set[str]:
    least = min(values.values(), default=0.0)
    return {name for name, value in values.items() if value == least}


def because(name: str, reasons: list[tuple[str, float]], before: list[tuple[str, float]]) -> str:
    """`As a beast they go for the weakest`: by what weighs most for it, or else against what they would have done."""
    for_it = max(reasons, key=lambda each: each[1], default=("", 1.0))
    against = min(before, key=lambda each: each[1], default=("", 1.0))
    words = MORE[for_it[0]] if for_it[1] > 1 else LESS[against[0]] if against[1] < 1 else "have their own way"
    return f"{of_style(name)} they {words}"


def of_style(name: str) -> str:
    """`As a beast`; `Being cautious`."""
    return "As a beast" if name == "beast" else f"Being {name}"
