"""Moves worth a look: what a place within reach would be good for."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import Command
from ludex.core.show.face import Suggestion
from ludex.games.crawl.book.attacks.actions import known_attacks
from ludex.games.crawl.book.attacks.modifiers import refuse_skill
from ludex.games.crawl.book.characters.aspects import item_of
from ludex.games.crawl.book.energy import FIGHT
from ludex.games.crawl.book.map.ground import FAR, ground_for
from ludex.games.crawl.book.map.ranges import classes_out
from ludex.games.crawl.book.map.sight import clear, cover_on_line
from ludex.games.crawl.book.map.threat import flankers, threat_reach, threatened
from ludex.games.crawl.book.movement.actions import budget
from ludex.games.crawl.foe.places import taken_by_others
from ludex.games.crawl.state import Being, Scene

MOST_SUGGESTIONS = 9
NEAR = 12  # cells that are looked at where nobody counts them

Found = list[tuple[Cell, str]]


def moves_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Beside an enemy, flanking them, into range, behind cover, out of reach, to what lies about, to the exit."""
    ground, most = ground_for(scene, being), min(budget(scene, being), FAR if scene.mode == FIGHT else NEAR)
    reached = ground.reach(most)
    taken = taken_by_others(scene, being)
    free = [cell for cell in reached if cell != being.at and taken.isdisjoint(scene.body(being, cell))]
    reasons: dict[Cell, list[str]] = {}
    for find in (_beside, _flanking, _in_range, _cover, _out_of_reach, _things, _exits):
        for cell, why in find(scene, being, free):
            reasons.setdefault(cell, []).append(why)
    return [
        Suggestion(Command(being.id, "move", (("to", ground.way(cell, reached, most)),)), "; ".join(good_for))
        for cell, good_for in list(reasons.items())[:MOST_SUGGESTIONS]
    ]


def _from(being: Being, cell: Cell) -> Being:
    """This one as if they stood there."""
    there = being.fork()
    there.at = cell
    return there


def _foes(scene: Scene, being: Being) -> list[Being]:
    return [enemy for enemy in scene.enemies(being) if not enemy.beaten]


def _beside(scene: Scene, being: Being, free: list[Cell]) -> Found:
    found = []
    for enemy in _foes(scene, being):
        if scene.distance(being, enemy) > 1:
            near = next((cell for cell in free if scene.distance(_from(being, cell), enemy) == 1), None)
            if near is not None:
                found.append((near, f"next to {enemy.name}"))
    return found


def _flanking(scene: Scene, being: Being, free: list[Cell]) -> Found:
    """tc.flank: the nearest place from which somebody is flanked with a friend."""
    found, shown, reach = [], scene.fork(), threat_reach(scene, being)
    own = shown.beings[being.id]
    for enemy in _foes(scene, being):
        if being in flankers(scene, enemy):
            continue
        for cell in free:
            own.at = cell
            if shown.distance(own, enemy) <= reach and own in flankers(shown, shown.beings[enemy.id]):
                found.append((cell, f"flanks {enemy.name}"))
                break
    return found


def _in_range(scene: Scene, being: Being, free: list[Cell]) -> Found:
    """Where nobody can be attacked from here, the nearest place from which somebody can; else towards the nearest."""
    foes = _foes(scene, being)
    attacks = [skill for skill in known_attacks(scene, being) if refuse_skill(scene, being, skill) is None]
    for cell in (being.at, *free):
        there = _from(being, cell)
        for skill in attacks:
            for enemy in foes:
                away = scene.distance(there, enemy)
                if not classes_out(away, skill) and clear(scene, cell, enemy.at):
                    return [(cell, f"{enemy.name} in reach of {skill.name}")] if cell != being.at else []
    if not foes or not free:
        return []
    enemy = min(foes, key=lambda foe: scene.distance(being, foe))
    return [(min(free, key=lambda cell: scene.distance(_from(being, cell), enemy)), f"towards {enemy.name}")]


def _cover(scene: Scene, being: Being, free: list[Cell]) -> Found:
    for cell in free if scene.cover else ():
        for enemy in _foes(scene, being):
            cover = cover_on_line(scene, enemy.at, cell)
            if cover is not None:
                return [(cell, f"behind the {cover.name} ({cover.percent} %) from {enemy.name}")]
    return []


def _out_of_reach(scene: Scene, being: Being, free: list[Cell]) -> Found:
    """The nearest place that nobody threatens, where somebody threatens this one."""
    foes = _foes(scene, being)
    if not any([threatened(scene, foe, being.at) for foe in foes]):
        return []
    safe = next((cell for cell in free if not any([threatened(scene, foe, cell) for foe in foes])), None)
    return [(safe, "out of everybody's reach")] if safe is not None else []


def _things(scene: Scene, being: Being, free: list[Cell]) -> Found:
    found = []
    for lying in scene.lying:
        near = next((cell for cell in free if scene.board.distance(cell, lying.at) <= 1), None)
        if near is not None and scene.board.distance(being.at, lying.at) > 1:
            found.append((near, f"{item_of(scene.library, lying.item).name} lies within reach"))
    return found


def _exits(scene: Scene, being: Being, free: list[Cell]) -> Found:
    return [(cell, "exit") for cell in scene.exits if cell in free]
