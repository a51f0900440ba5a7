"""Moves and walls worth a look: what a place within reach would be good for, and what waits on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import command
from ludex.core.kernel.english import listed
from ludex.core.show.face import Suggestion
from ludex.games.vitality.book.abilities.walls import hidden_by, walls_to_raise
from ludex.games.vitality.book.attacks.built import Built, attack_of, attacks_of
from ludex.games.vitality.book.attacks.targets import refuse_attack
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.characters.space import clear, ground
from ludex.games.vitality.book.movement.footing import FAR, Footing, Found, Spot, apart, way_in
from ludex.games.vitality.book.movement.steps import budget, leaves_reach, watchers_of
from ludex.games.vitality.foe.attacks import far_reach
from ludex.games.vitality.show.names import spaces as in_spaces
from ludex.games.vitality.show.names import thing_name
from ludex.games.vitality.state import Being, Scene

MOST_SUGGESTIONS = 9
HOVER = 3  # spaces up, where hands on the ground do not reach


def moves_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Beside an enemy, into range, out of reach, up, to a friend who is down, to things that can be used or lifted."""
    footing = Footing(scene, being)
    left = budget(scene, being)
    found = footing.search(FAR if left is None else left)
    able = [spot for _, spot, _ in found.values() if footing.room(spot) and footing.holds(spot)]
    free = [spot for spot in able if spot[0] != being.at]
    reasons: dict[Cell, list[str]] = {}
    for find in (beside, in_range, out_of_reach, higher, to_the_fallen, to_things):
        for cell, why in find(scene, being, free):
            reasons.setdefault(cell, []).append(why)
    made = [suggestion(scene, being, footing, found, cell, why) for cell, why in reasons.items()]
    return [*up_in_the_air(scene, being, footing), *made][:MOST_SUGGESTIONS]


def suggestion(scene: Scene, being: Being, footing: Footing, found: Found, cell: Cell, why: list[str]) -> Suggestion:
    path = way_in(found, cell)
    who = who_may_punish(scene, being, footing.spots(path))
    why = [*why, f"{listed(who)} may Punish that"] if who else why
    return Suggestion(command(being.id, "move", to=path, height=None), "; ".join(why))


def who_may_punish(scene: Scene, being: Being, way: tuple[Spot, ...]) -> list[str]:
    """vt.react.punish: out of whose reach the way leads, if they have their Reaction."""
    watchers = [(enemy, spaces) for enemy, spaces in watchers_of(scene, being) if enemy.reaction]
    spots = ((being.at, being.height), *way)
    return [
        enemy.name
        for enemy, spaces in watchers
        if any([leaves_reach(scene, [(enemy, spaces)], a, b) for a, b in zip(spots, way, strict=False)])
    ]


# ---------------------------------------------------------------- walls


def walls_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Those that hide one from most enemies, and the longest."""
    ways = [cast(tuple[Cell, ...], cells) for cells in walls_to_raise(scene, being)]
    found = [(way, hidden_by(scene, being, way, foes(scene, being))) for way in ways]
    found.sort(key=lambda wall: (-len(wall[1]), -len(wall[0])))
    return [suggested_wall(being, way, hidden) for way, hidden in found[:MOST_SUGGESTIONS]]


def suggested_wall(being: Being, way: tuple[Cell, ...], hidden: list[Being]) -> Suggestion:
    why = f", between {being.name} and {listed([enemy.name for enemy in hidden])}" if hidden else ""
    return Suggestion(command(being.id, "raise_wall", cells=way), f"{in_spaces(len(way))} long{why}")


# ---------------------------------------------------------------- what a place is good for


def foes(scene: Scene, being: Being) -> list[Being]:
    return [enemy for enemy in scene.opponents(being) if "Hidden" not in enemy.states]


def own_attacks(scene: Scene, being: Being) -> list[Built]:
    attacks = [attack_of(scene, being, name) for name in attacks_of(being)]
    return [attack for attack in attacks if refuse_attack(scene, being, attack) is None]


def beside(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    near = reach(scene, being)
    for enemy in foes(scene, being):
        if apart(scene, enemy, (being.at, being.height)) > near:
            spot = next((spot for spot in free if apart(scene, enemy, spot) <= near), None)
            if spot is not None:
                yield spot[0], f"{enemy.name} in reach"


def in_range(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    """The nearest place from which a special attack can be made that nobody is in range of here; else towards them."""
    enemies, near = foes(scene, being), reach(scene, being)
    here = (being.at, being.height)
    for attack in own_attacks(scene, being):
        far = far_reach(attack, near)
        if attack.basic or any([in_reach(scene, enemy, here, far) for enemy in enemies]):
            continue
        for spot in free:
            whom = next((enemy for enemy in enemies if in_reach(scene, enemy, spot, far)), None)
            if whom is not None:
                yield spot[0], f"{whom.name} within range of {attack.name}"
                break
    if enemies and free:
        enemy = min(enemies, key=lambda enemy: apart(scene, enemy, here))
        spot = min(free, key=lambda spot: apart(scene, enemy, spot))
        if near < apart(scene, enemy, spot) < apart(scene, enemy, here):
            yield spot[0], f"towards {enemy.name}"


def in_reach(scene: Scene, enemy: Being, spot: Spot, far: int) -> bool:
    return apart(scene, enemy, spot) <= far and clear(scene, spot[0], enemy.at, min(spot[1], enemy.height))


def out_of_reach(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    """The nearest place that nobody's hands reach, where somebody's reach here."""
    watched = [(enemy, reach(scene, enemy)) for enemy in foes(scene, being)]
    if any([apart(scene, enemy, (being.at, being.height)) <= near for enemy, near in watched]):
        spots = [spot for spot in free if all([apart(scene, enemy, spot) > near for enemy, near in watched])]
        if spots:
            yield spots[0][0], "out of everybody's reach"


def higher(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    spot = next((spot for spot in free if spot[1] > being.height), None)
    if spot is not None:
        yield spot[0], f"{in_spaces(spot[1] - being.height)} higher"


def to_the_fallen(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    for friend in scene.friends(being):
        if "Unconscious" in friend.states and apart(scene, friend, (being.at, being.height)) > 1:
            spot = next((spot for spot in free if apart(scene, friend, spot) <= 1), None)
            if spot is not None:
                yield spot[0], f"beside {friend.name}, who is down"


def to_things(scene: Scene, being: Being, free: list[Spot]) -> Iterator[tuple[Cell, str]]:
    away = scene.board.distance
    for thing in scene.things:
        if away(being.at, thing.at) > 1:
            spot = next((spot for spot in free if away(spot[0], thing.at) <= 1), None)
            if spot is not None:
                yield spot[0], f"beside {thing_name(scene, thing.name)}"


def up_in_the_air(scene: Scene, being: Being, footing: Footing) -> Iterator[Suggestion]:
    """Straight up, for fliers whom hands reach here."""
    height = ground(scene, being.at) + HOVER
    if footing.flying and being.height < height and footing.room((being.at, height)):
        yield Suggestion(command(being.id, "move", to=(being.at,), height=height), "up, out of reach of hands")
