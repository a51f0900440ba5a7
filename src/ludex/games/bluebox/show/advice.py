"""Moves worth a look: what a place within reach would be good for."""

from __future__ import annotations

from ludex.core.board.hex import Cell, distance
from ludex.core.kernel.agenda import Command
from ludex.core.show.face import Suggestion
from ludex.games.bluebox.book.attacks.weapons import attack_with, power_attack
from ludex.games.bluebox.book.movement.ground import Ground, ground_for, metres_left
from ludex.games.bluebox.show.sentences import thing_name
from ludex.games.bluebox.state import Attack, Being, Scene

MOST_SUGGESTIONS = 9

Found = list[tuple[Cell, str]]


def moves_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Next to an enemy, to a Critical Area, into range, behind Cover, up, to what lies about, out of reach."""
    ground = ground_for(scene, being)
    reached = scene.board.reach(being.at, metres_left(scene, being) if scene.mode == "combat" else 12, ground.cost)
    free = [cell for cell in reached if cell != being.at and ground.room(cell)]
    reasons: dict[Cell, list[str]] = {}
    for find in (_beside, _critical, _in_range, _cover, _higher, _things, _out_of_reach):
        for cell, why in find(scene, being, free, ground):
            if find is not _in_range or cell not in reasons:
                reasons.setdefault(cell, []).append(why)
    found = []
    for cell, good_for in list(reasons.items())[:MOST_SUGGESTIONS]:
        path = scene.board.path(being.at, cell, ground.cost)
        if path:
            found.append(Suggestion(Command(being.id, "move", (("to", path),)), "; ".join(good_for)))
    return found


def _from(being: Being, cell: Cell) -> Being:
    """This being as if they stood there."""
    there = being.fork()
    there.at = cell
    return there


def _foes(scene: Scene, being: Being) -> list[Being]:
    return [enemy for enemy in scene.enemies(being) if not enemy.beaten]


def _attacks(scene: Scene, being: Being) -> list[Attack]:
    """With every weapon in hand, and every power that strikes."""
    powers = [scene.library.shelves["power"].get(name) for name in being.sheet.powers]
    struck = [power_attack(scene, being, power) for power in powers if power.attack is not None]
    return [*(attack_with(scene, being, name) for name in being.ready), *struck]


def _beside(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    found = []
    for enemy in _foes(scene, being):
        if scene.distance(being, enemy) > 1:
            near = next((c for c in free if scene.distance(_from(being, c), enemy) == 1), None)
            if near is not None:
                found.append((near, f"next to {enemy.name}"))
    return found


def _critical(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    found = []
    for attack in _attacks(scene, being):
        for enemy in _foes(scene, being):
            if attack.critical and scene.distance(being, enemy) not in attack.critical:
                cells = (c for c in free if scene.distance(_from(being, c), enemy) in attack.critical)
                near = next((c for c in cells if scene.board.sight(c, enemy.at)), None)
                if near is not None:
                    found.append((near, f"{enemy.name} in the Critical Area of {attack.name}"))
    return found


def _in_range(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    """Where nobody can be attacked from here, the nearest place from which somebody can; else towards the nearest."""
    foes, attacks = _foes(scene, being), _attacks(scene, being)
    for attack in attacks:
        for enemy in foes:
            if attack.least <= max(1, scene.distance(being, enemy)) <= attack.most:
                return []
    for cell in free:
        for attack in attacks:
            for enemy in foes:
                away = max(1, scene.distance(_from(being, cell), enemy))
                if attack.least <= away <= attack.most and scene.board.sight(cell, enemy.at):
                    return [(cell, f"{enemy.name} within reach of {attack.name}")]
    if not foes or not free:
        return []
    enemy = min(foes, key=lambda foe: scene.distance(being, foe))
    return [(min(free, key=lambda c: scene.distance(_from(being, c), enemy)), f"towards {enemy.name}")]


def _cover(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    for cell in free:
        for enemy in _foes(scene, being):
            if any(cell in edge for edge in scene.board.cover_crossed(enemy.at, cell)):
                return [(cell, f"behind Cover from {enemy.name}")]
    return []


def _higher(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    here = scene.board.height(being.at)
    up = [cell for cell in free if scene.board.height(cell) > here]
    return [(up[0], f"{scene.board.height(up[0]) - here} m higher")] if up else []


def _things(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    found = []
    for thing in scene.lying:
        near = next((cell for cell in free if distance(cell, thing.at) <= 1), None)
        if near is not None and distance(being.at, thing.at) > 1:
            found.append((near, f"{thing_name(scene, thing.id)} lies within 1 m"))
    return found


def _out_of_reach(scene: Scene, being: Being, free: list[Cell], ground: Ground) -> Found:
    """The nearest place that nobody's melee weapon reaches, where somebody's reaches here."""

    def reaches(enemy: Being, cell: Cell) -> bool:
        melee = [attack.most for attack in _attacks(scene, enemy) if attack.type_of == "melee"]
        return scene.distance(_from(being, cell), enemy) <= max(melee, default=1)

    foes = _foes(scene, being)
    if not any(reaches(enemy, being.at) for enemy in foes):
        return []
    safe = next((cell for cell in free if not any(reaches(enemy, cell) for enemy in foes)), None)
    return [(safe, "out of everybody's reach")] if safe is not None else []
