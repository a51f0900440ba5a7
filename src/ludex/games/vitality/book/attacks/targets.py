"""Whom an attack can be made on: reach, range and sight, what binds the attacker, and the areas of attacks."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import Built, attack_of, attacks_of
from ludex.games.vitality.book.attacks.limits import sacrificed, stays, unmet
from ludex.games.vitality.book.attacks.upgrades import leap
from ludex.games.vitality.book.characters.features import powerless, reach
from ludex.games.vitality.book.characters.space import (
    adjacent,
    aloft,
    beings_in,
    burst,
    clear,
    cone,
    directions_around,
    distance,
    ground,
    line,
    sees,
)
from ludex.games.vitality.book.movement.steps import cannot_move
from ludex.games.vitality.state import Being, Scene

CONCENTRATED = "concentrated"  # the deed of whoever has sustained an attack in this turn

# ---------------------------------------------------------------- may the attack be made at all?


def refuse_attack(scene: Scene, attacker: Being, attack: Built, how: str = "attack") -> Refusal | None:
    """Why somebody cannot make this attack now, whoever the target is."""
    if (refusal := cannot_make(attacker, attack)) is not None:
        return refusal
    if how == "attack" and attacker.has_done(CONCENTRATED) and scene.turns.current == attacker.id:
        return Refusal("a turn of Concentration leaves no other attack", "vt.up.concentration")
    return unbearable(scene, attacker) or unmet(scene, attacker, attack, ())


def cannot_make(attacker: Being, attack: Built) -> Refusal | None:
    """Why somebody cannot make this attack, nor go on with it once it is declared (vt.attack.order)."""
    if attacker.senseless:
        return Refusal(f"{attacker.name} cannot act", "vt.attack.order")
    if attacker.is_familiar:
        return Refusal("a familiar does not fight", "vt.feature.familiar")
    if not attack.basic and powerless(attacker):
        return Refusal(f"{attacker.name} has lost their powers", "vt.boon.passive")
    if "Underground" in attacker.states:
        return Refusal(f"{attacker.name} is underground", "vt.arch.move.mole")
    return None


def sources(being: Being, name: str) -> tuple[str, ...]:
    return tuple([c.source for c in being.conditions if c.name == name]) if name in being.states else ()


def unbearable(scene: Scene, attacker: Being) -> Refusal | None:
    """vt.stack.restrictive: who must attack somebody and may not attack them attacks nobody."""
    for name in sources(attacker, "Taunted"):
        if name in sources(attacker, "Charmed"):
            who = scene.beings[name].name
            return Refusal(f"{attacker.name} is Taunted and Charmed by {who}", "vt.stack.restrictive")
    return None


def bound(scene: Scene, attacker: Being, targets: tuple[Being, ...]) -> Refusal | None:
    """vt.cond.taunt, vt.cond.charm: who must be among the targets, and who may not."""
    if attacker.states.isdisjoint(("Taunted", "Charmed")):
        return None
    among = [target.id for target in targets]
    for name in sources(attacker, "Charmed"):
        if name in among:
            return Refusal(f"{attacker.name} is Charmed by {scene.beings[name].name}", "vt.cond.charm")
    for name in sources(attacker, "Taunted"):
        if name in scene.beings and name not in among:
            return Refusal(f"{attacker.name} is Taunted by {scene.beings[name].name}", "vt.cond.taunt")
    return None


# ---------------------------------------------------------------- one target


def refuse_target(
    scene: Scene, attacker: Being, attack: Built, target: Being, origin: Cell | None = None
) -> Refusal | None:
    """Why this one cannot be the target of an attack now; `origin`: where the attack starts, if not at the attacker."""
    if (refusal := unfit(scene, attacker, attack, target)) is not None:
        return refusal
    start = attacker if origin is None else standing_at(scene, attacker, origin)
    if origin is None and (companion := sacrificed(scene, attacker, attack, (target,))) is not None:
        start = companion
    refusal = out_of_reach(scene, attacker, start, attack, target)
    if refusal is not None and start is attacker and can_leap(scene, attacker, attack, target):
        return None
    return refusal


def unfit(scene: Scene, attacker: Being, attack: Built, target: Being) -> Refusal | None:
    """Why this one cannot be the target, wherever they are."""
    if not target.here:
        return Refusal(f"{target.name} is out of the fight", "vt.attack.order")
    if target is attacker and not attacker.home:
        return Refusal("nobody attacks themselves of their own will", "vt.cond.control")
    if (refusal := bound(scene, attacker, (target,))) is not None:
        return refusal
    if "Hidden" in target.states and target.side != attacker.side:
        return Refusal(f"{target.name} is Hidden", "vt.act.hide")
    if attack.sight and "Invisible" in target.states:
        return Refusal(f"{target.name} is invisible", "vt.ability.invisibility")
    return None


def out_of_reach(scene: Scene, attacker: Being, start: Being, attack: Built, target: Being) -> Refusal | None:
    """vt.attack.type.*: melee reaches those in reach, other attacks their range; all need a line of sight. An area that
    is made again on one target (vt.up.concentration) reaches as far as it can lie."""
    if not attack.sight:
        spaces = reach(scene, attacker) if attack.melee else attack.range
        spaces = attack.size + attack.origin if attack.kind.area else spaces
        apart = distance(scene, start, target)
        if apart > spaces:
            return Refusal(f"{target.name} is {apart} spaces away; {attack.name} reaches {spaces}", attack.kind.rule)
    if not sees(scene, start, target):
        return Refusal(f"{target.name} is not in sight", "vt.sight.line")
    return None


def standing_at(scene: Scene, being: Being, cell: Cell) -> Being:
    """Somebody as they would be in another space: on the ground there, or as high as they are in the air."""
    other = being.fork()
    other.at = cell
    other.height = max(being.height, ground(scene, cell)) if aloft(scene, being) else ground(scene, cell)
    return other


def can_leap(scene: Scene, attacker: Being, attack: Built, target: Being) -> bool:
    """vt.up.pounce: does the leap that is part of the attack bring the target into reach?"""
    if stays(attack):  # vt.limit.position: a leap is movement
        return False
    way = leap(scene, attacker, attack, target)
    if not way or cannot_move(scene, attacker) is not None:
        return False
    landed = attacker.fork()
    landed.at, landed.height = way[-1]
    return out_of_reach(scene, attacker, landed, attack, target) is None


def attacks_on(scene: Scene, attacker: Being, target: Being) -> tuple[str, ...]:
    """The attacks on a single target that somebody could make on this one right now."""
    found = []
    for name in attacks_of(attacker):
        attack = attack_of(scene, attacker, name)
        if (
            not attack.kind.area
            and refuse_attack(scene, attacker, attack, "punish") is None
            and refuse_target(scene, attacker, attack, target) is None
            and unmet(scene, attacker, attack, (target,)) is None
        ):
            found.append(name)
    return tuple(found)


# ---------------------------------------------------------------- who takes it


def taken_by(scene: Scene, blow: Blow) -> tuple[str, ...]:
    """vt.act.protect: melee and ranged attacks on somebody protected are aimed at the protector."""
    attack = attack_of(scene, scene.beings[blow.by], blow.attack)
    if attack.kind.area or attack.kind.direct:
        return blow.targets
    return tuple([protector_of(scene, blow, name) for name in blow.targets])


def protector_of(scene: Scene, blow: Blow, name: str) -> str:
    target = scene.beings[name]
    if "Protected" in target.states:
        for condition in target.conditions:
            protector = scene.beings.get(condition.source) if condition.name == "Protected" else None
            able = protector is not None and not protector.senseless and protector.id != blow.by
            if protector is not None and able and adjacent(scene, protector, target):
                scene.record("protects", "vt.act.protect", who=protector.id, target=name, by=blow.by)
                return protector.id
    return name


# ---------------------------------------------------------------- areas


def start_of_area(scene: Scene, attacker: Being, attack: Built, origin: Cell | None) -> Being:
    """vt.attack.type.area: an area starts at the attacker, at the companion that it costs, or at a space in range. Such
    a space lies as high as whoever is there."""
    if origin is None:
        return sacrificed(scene, attacker, attack, ()) or attacker
    start = attacker.fork()
    start.at = origin
    there = [being.height for being in scene.beings.values() if being.at == origin and being.here]
    start.height = min(there, default=ground(scene, origin))
    return start


def area_of(scene: Scene, start: Being, attack: Built, direction: int) -> tuple[Cell, ...]:
    """vt.attack.area.shape: the spaces of an area attack from here."""
    scene.cite("vt.attack.area.shape")
    if attack.shape == "burst":
        return burst(scene, start, attack.size)
    return (cone if attack.shape == "cone" else line)(scene, start, direction, attack.size)


def in_area(
    scene: Scene, attacker: Being, attack: Built, direction: int, origin: Cell | None, spare: tuple[str, ...] = ()
) -> tuple[Being, ...]:
    """vt.attack.type.area: everybody there, allies too; the attacker only where the area starts elsewhere, and not
    whom it costs."""
    start = start_of_area(scene, attacker, attack, origin)
    cells = area_of(scene, start, attack, direction)
    found = beings_in(scene, cells, start, attack.shape, attack.size)
    own = attacker if origin is None else None
    return tuple([being for being in found if being is not own and being is not start and being.id not in spare])


def refuse_area(
    scene: Scene, attacker: Being, attack: Built, direction: int, origin: Cell | None, spare: tuple[str, ...]
) -> Refusal | None:
    """Why the area cannot lie so."""
    if direction not in directions_around(scene):
        raise BadInput(f"direction: expected a number from 0 to {len(directions_around(scene)) - 1}")
    if origin is not None:
        if not attack.origin:
            return Refusal(f"{attack.name} starts at the attacker", attack.kind.rule)
        if scene.board.distance(attacker.at, origin) > attack.origin or not scene.board.open(origin):
            return Refusal(f"the area starts within {attack.origin} spaces", "vt.up.ranged_area")
        start = start_of_area(scene, attacker, attack, origin)
        if not clear(scene, attacker.at, origin, min(attacker.height, start.height)):
            return Refusal("that space is not in sight", "vt.sight.line")
    if spare and not attack.chooses:
        return Refusal(f"{attack.name} spares nobody", "vt.up.precise")
    targets = in_area(scene, attacker, attack, direction, origin, spare)
    if not targets:
        return Refusal("nobody is in the area", "vt.attack.type.area")
    return bound(scene, attacker, targets) or unmet(scene, attacker, attack, targets)
