"""The actions that make an attack: on one target, on an area, and by Concentration."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.master.calls import names, whole
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, action
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import Built, attack_of, attacks_of
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.limits import sacrificed, unmet
from ludex.games.vitality.book.attacks.targets import (
    CONCENTRATED,
    in_area,
    refuse_area,
    refuse_attack,
    refuse_target,
    sources,
)
from ludex.games.vitality.book.characters.space import directions_around, distance, read_space
from ludex.games.vitality.state import Being, Scene

FIGHT = (COMBAT_MODE,)
SUSTAIN = Free("sustain", each=2)

# ---------------------------------------------------------------- on one target


def own_attacks(scene: Scene, actor: Being, *, area: bool) -> list[Built]:
    """The attacks of somebody that can be made now, on whomever."""
    attacks = [attack_of(scene, actor, name) for name in attacks_of(actor)]
    return [a for a in attacks if a.kind.area is area and refuse_attack(scene, actor, a) is None]


def attacks_to_make(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [attack.id for attack in own_attacks(scene, actor, area=False)]


def whom_to_attack(scene: Scene, actor: Being, attack: str, *chosen: Plain) -> Iterable[Plain]:
    """Enemies; whoever is controlled may be made to attack themselves (vt.cond.control)."""
    built = attack_of(scene, actor, attack)
    others = [*scene.enemies(actor), actor] if actor.home else scene.enemies(actor)
    return [other.id for other in others if fits_target(scene, actor, built, other) is None]


def fits_target(scene: Scene, actor: Being, attack: Built, target: Being) -> Refusal | None:
    return refuse_target(scene, actor, attack, target) or unmet(scene, actor, attack, (target,))


def fits_attack(scene: Scene, actor: Being, attack: str, target: Being) -> Refusal | None:
    built = attack_of(scene, actor, attack)
    if built.kind.area:
        return Refusal(f"{built.name} is made on an area", built.kind.rule)
    return refuse_attack(scene, actor, built) or fits_target(scene, actor, built, target)


def blow_at(scene: Scene, actor: Being, attack: str, target: Being, how: str = "attack") -> Blow:
    """An attack on one target. vt.limit.sacrifice: it starts from whom it costs."""
    companion = sacrificed(scene, actor, attack_of(scene, actor, attack), (target,))
    if companion is None:
        return Blow(actor.id, attack, (target.id,), how)
    return Blow(actor.id, attack, (target.id,), how, companion.at, costs=companion.id)


@action(
    "attack", rule="vt.attack.order", cost=PRIMARY, modes=FIGHT, fits=fits_attack, label="Attack",
    tags=("attack", "skill"),
    args=(Arg("attack", attacks_to_make), Arg("target", whom_to_attack)),
)  # fmt: skip
async def make_attack(scene: Scene, actor: Being, attack: str, target: Being) -> None:
    """A special attack, or one of the two basic ones that everybody has, on one target."""
    declare(scene, blow_at(scene, actor, attack, target))


# ---------------------------------------------------------------- on an area


def area_attacks(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [attack.id for attack in own_attacks(scene, actor, area=True)]


def may_area(scene: Scene, actor: Being) -> Refusal | None:
    kinds = [attack_of(scene, actor, attack.id) for attack in actor.sheet.attacks]
    if not any([attack.kind.area for attack in kinds]):
        return Refusal(f"{actor.name} has no area attack", "vt.attack.type.area")
    return None


def ways_to_face(scene: Scene, actor: Being, attack: str, *chosen: Plain) -> Iterable[Plain]:
    return (0,) if attack_of(scene, actor, attack).shape == "burst" else directions_around(scene)


def no_direction(scene: Scene, actor: Being, attack: str, *chosen: Plain) -> Plain:
    if attack_of(scene, actor, attack).shape not in ("", "burst"):
        raise BadInput(f"area_attack: {attack} needs a direction, from 0 to {len(directions_around(scene)) - 1}")
    return 0


def starts_of_area(scene: Scene, actor: Being, attack: str, *chosen: Plain) -> Iterable[Plain]:
    """At the attacker; with Ranged Area also where enemies are."""
    built = attack_of(scene, actor, attack)
    if not built.origin:
        return (None,)
    near = [enemy.at for enemy in scene.opponents(actor) if distance(scene, actor, enemy) <= built.origin]
    return (None, *dict.fromkeys(near))


def read_origin(value: Plain) -> Plain:
    return None if value is None else read_space(value)


def whom_to_spare(
    scene: Scene, actor: Being, attack: str, direction: int, origin: Cell | None, *chosen: Plain
) -> Iterable[Plain]:
    """vt.up.precise: nobody, or all friends in the area and whom one may not attack."""
    built = attack_of(scene, actor, attack)
    if not built.chooses:
        return ((),)
    there = in_area(scene, actor, built, direction, origin)
    charmers = sources(actor, "Charmed")
    spared = tuple([being.id for being in there if being.side == actor.side or being.id in charmers])
    return (spared, ()) if spared else ((),)


def fits_area(
    scene: Scene, actor: Being, attack: str, direction: int, origin: Cell | None, spare: Plain
) -> Refusal | None:
    built = attack_of(scene, actor, attack)
    if not built.kind.area:
        return Refusal(f"{built.name} is made on a target", built.kind.rule)
    if (refusal := refuse_attack(scene, actor, built)) is not None:
        return refusal
    return refuse_area(scene, actor, built, direction, origin, tuple(names(scene, spare)))


def area_blow(
    scene: Scene, actor: Being, attack: str, direction: int, origin: Cell | None, spare: Plain, how: str = "attack"
) -> Blow:
    """An attack on whoever is in the area now."""
    built = attack_of(scene, actor, attack)
    targets = in_area(scene, actor, built, direction, origin, tuple(names(scene, spare)))
    companion = sacrificed(scene, actor, built, ())
    start = companion.at if origin is None and companion is not None else origin
    costs = companion.id if companion is not None else ""
    return Blow(actor.id, attack, tuple([one.id for one in targets]), how, start, direction=direction, costs=costs)


@action(
    "area_attack", rule="vt.attack.type.area", cost=PRIMARY, modes=FIGHT, may=may_area, fits=fits_area,
    label="Area attack", tags=("attack", "skill"), args=(
        Arg("attack", area_attacks),
        whole("direction", no_direction, values=ways_to_face),
        Arg("origin", starts_of_area, default=None, read=read_origin),
        Arg("spare", whom_to_spare, default=()),
    ),
)  # fmt: skip
async def make_area_attack(
    scene: Scene, actor: Being, attack: str, direction: int, origin: Cell | None, spare: Plain
) -> None:
    """On everybody in a burst, a cone or a line, friends too; with Precise some are spared."""
    declare(scene, area_blow(scene, actor, attack, direction, origin, spare))


# ---------------------------------------------------------------- Concentration


def sustained(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    found = [c.note for c in actor.conditions if c.name == "Concentrating" and c.note in attacks_of(actor)]
    return list(dict.fromkeys(found))


def sustained_on(scene: Scene, actor: Being, attack: str, *chosen: Plain) -> list[Plain]:
    held = [c for c in actor.conditions if c.name == "Concentrating" and c.note == attack]
    return [c.source for c in held if c.source in scene.beings]


def may_sustain(scene: Scene, actor: Being) -> Refusal | None:
    if not sustained(scene, actor):
        return Refusal(f"{actor.name} concentrates on nothing", "vt.up.concentration")
    if actor.has_done("attack") and not actor.has_done(CONCENTRATED):
        return Refusal("an attack was made in this turn", "vt.up.concentration")
    if actor.prepared is not None and actor.prepared.command.name in ("attack", "area_attack"):
        return Refusal("an attack was prepared in this turn", "vt.up.concentration")
    return None


def fits_sustain(scene: Scene, actor: Being, attack: str, target: Being) -> Refusal | None:
    built = attack_of(scene, actor, attack)
    if target.id not in sustained_on(scene, actor, attack):
        return Refusal(f"{built.name} has not held {target.name}", "vt.up.concentration")
    return refuse_attack(scene, actor, built, "sustain") or fits_target(scene, actor, built, target)


@action(
    "sustain", rule="vt.up.concentration", cost=SUSTAIN, modes=FIGHT, may=may_sustain, fits=fits_sustain,
    args=(Arg("attack", sustained), Arg("target", sustained_on)), label="Sustain an attack", tags=("attack",),
)  # fmt: skip
async def sustain(scene: Scene, actor: Being, attack: str, target: Being) -> None:
    """Concentration: the attack again on the same target; the Primary Action of this turn is no attack then."""
    actor.note(CONCENTRATED)
    declare(scene, blow_at(scene, actor, attack, target, "sustain"))
