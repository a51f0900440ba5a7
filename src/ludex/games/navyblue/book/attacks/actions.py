"""The Attack action: what one can attack with, at whom, and getting a weapon ready again."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg, first, only
from ludex.core.kernel.english import no_such
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.navyblue.book.attacks.reach import cannot_reach, enemies_in, no_target, out_of_reach
from ludex.games.navyblue.book.attacks.sequence import FISTS, attack_attrs, best_attr, lacks, strike_with
from ludex.games.navyblue.book.carrying.slots import HANDS, free_hands
from ludex.games.navyblue.book.conditions import lacking
from ludex.games.navyblue.book.features import forbidden, item, usable_by
from ludex.games.navyblue.book.motion import ACTION, Motion, action
from ludex.games.navyblue.book.movement.sight import no_such_zone
from ludex.games.navyblue.records.kinds import NpcAttack, Strike, Weapon
from ludex.games.navyblue.state import Being, Scene

NOBODY = ""
NOWHERE = ""

# ---------------------------------------------------------------- what one can attack with


def at_hand(scene: Scene, actor: Being) -> list[str]:
    """The weapons in hand, the attacks of a stat block, and fists: with a free hand, or where a stat block has them."""
    weapons = scene.library.shelves["weapon"]
    found = [name for name in dict.fromkeys(actor.held) if name in weapons]
    found += [own.id for own in actor.sheet.attacks if own.id not in found]
    return [*found, FISTS] if FISTS in weapons and not no_fists(scene, actor) else found


def no_fists(scene: Scene, actor: Being) -> bool:
    return free_hands(scene, actor) < 1 if actor.pc else not actor.sheet.unarmed


def weapon_of(scene: Scene, actor: Being, name: str) -> Weapon | NpcAttack:
    """What is meant by the name: an attack of the stat block first."""
    for own in actor.sheet.attacks:
        if own.id == name:
            return own
    found = scene.library.shelves["weapon"].entries.get(name)
    if not isinstance(found, Weapon):
        held = at_hand(scene, actor)
        raise BadInput(f"{no_such('weapon', name, held)}; at hand: {', '.join(held) or 'none'}")
    return found


def source_of(actor: Being, weapon: Weapon | NpcAttack) -> str:
    if isinstance(weapon, NpcAttack):
        return f"npc:{actor.sheet.kind}.{weapon.id}"
    return f"weapon:{weapon.id}"


def not_ready(scene: Scene, actor: Being, weapon: Weapon | NpcAttack) -> Refusal | None:
    """Why this one cannot attack with that now."""
    if isinstance(weapon, Weapon):
        refusal = not_wielded(scene, actor, weapon)
        if refusal is not None:
            return refusal
    if lacks(actor, weapon.id):
        return Refusal(f"{weapon.name} is not at hand", "nb.item.weapon")
    if forbidden(scene, actor, weapon.traits):
        return Refusal(f"{actor.name} is cut off from magic", "nb.arch.counterplay")
    waiting = [points for name, points in actor.unloaded if name == weapon.id] if actor.unloaded else []
    if waiting and len(waiting) >= actor.held.count(weapon.id):
        return Refusal(f"{weapon.name} must be made ready first ({min(waiting)} MP)", "nb.item.weapon")
    return None


def not_wielded(scene: Scene, actor: Being, weapon: Weapon) -> Refusal | None:
    """nb.item.weapon: it must be in the hand, or the hands; nb.arch.tag_gate: and be for this archetype."""
    if weapon.id == FISTS:
        return Refusal("no hand is free", "nb.item.weapon") if no_fists(scene, actor) else None
    if weapon.id not in actor.held:
        return Refusal(f"{weapon.name} is not in hand", "nb.item.weapon")
    if weapon.hands > 1 and sum([item(scene, thing).hands for thing in actor.held]) > HANDS:
        return Refusal(f"{weapon.name} takes both hands", "nb.item.weapon")
    if not usable_by(scene, actor, weapon):
        return Refusal(
            f"{weapon.name} is not for {actor.sheet.archetype or 'those without archetype'}", "nb.arch.tag_gate"
        )
    return None


# ---------------------------------------------------------------- at whom


def refuse_aim(scene: Scene, actor: Being, strike: Strike, target: str, zone: str, attr: str) -> Refusal | None:
    """Why this attack cannot be made so: at that target or zone, by that attribute."""
    if attr not in attack_attrs(actor, strike):
        return Refusal(f"it cannot be made with {attr or 'any attribute'}", "nb.item.weapon")
    if strike.area == "zone_enemies":
        if target != NOBODY:
            return Refusal("it is aimed at a zone", "nb.attack.roll_once")
        if zone not in scene.board:
            raise no_such_zone(scene, zone, "zone")
        if not enemies_in(scene, actor, zone):
            return Refusal("no enemy to attack is there", "nb.action.attack")
        return out_of_reach(scene, actor, zone, strike.reach)
    aimed = scene.being(target)
    if zone != NOWHERE:
        return Refusal("it is aimed at somebody, not at a zone", "nb.attack.roll_once")
    if aimed is actor:
        return Refusal("an Attack is against somebody else", "nb.action.attack")
    return no_target(scene, actor, aimed) or cannot_reach(scene, actor, aimed, strike.reach)


def struck(scene: Scene, actor: Being, strike: Strike, target: str, zone: str) -> tuple[str, ...]:
    """Whom the attack is rolled against."""
    if strike.area == "zone_enemies":
        return tuple([enemy.id for enemy in enemies_in(scene, actor, zone)])
    return (target,)


def aims(scene: Scene, actor: Being, strike: Strike) -> Iterable[Plain]:
    """Whom an attack may be aimed at, in reach or not."""
    return (NOBODY,) if strike.area == "zone_enemies" else [enemy.id for enemy in scene.enemies(actor)]


def zones_for(scene: Scene, actor: Being, strike: Strike) -> Iterable[Plain]:
    """The zones with enemies, for an attack on a zone."""
    if strike.area != "zone_enemies":
        return (NOWHERE,)
    return tuple(dict.fromkeys([enemy.at for enemy in scene.enemies(actor)]))


# ---------------------------------------------------------------- the action


def strike_of(scene: Scene, actor: Being, weapon: Plain) -> Strike:
    return weapon_of(scene, actor, str(weapon)).attack


def weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return at_hand(scene, actor)


def targets(scene: Scene, actor: Being, weapon: Plain, *chosen: Plain) -> Iterable[Plain]:
    return aims(scene, actor, strike_of(scene, actor, weapon))


def zones(scene: Scene, actor: Being, weapon: Plain, *chosen: Plain) -> Iterable[Plain]:
    return zones_for(scene, actor, strike_of(scene, actor, weapon))


def attrs(scene: Scene, actor: Being, weapon: Plain, *chosen: Plain) -> Iterable[Plain]:
    return attack_attrs(actor, strike_of(scene, actor, weapon))


def may_attack(scene: Scene, actor: Being) -> Refusal | None:
    return None if at_hand(scene, actor) else Refusal("nothing to attack with is at hand", "nb.item.weapon")


def fits_attack(scene: Scene, actor: Being, weapon: str, target: str, zone: str, attr: str) -> Refusal | None:
    used = weapon_of(scene, actor, weapon)
    return not_ready(scene, actor, used) or refuse_aim(scene, actor, used.attack, target, zone, attr)


@action(
    "attack",
    rule="nb.action.attack",
    cost=ACTION,
    args=(
        Arg("weapon", weapons, default=first(weapons)),
        Arg("target", targets, default=only(targets)),
        Arg("zone", zones, default=only(zones)),
        Arg(
            "attr",
            attrs,
            default=lambda scene, actor, weapon, *chosen: best_attr(scene, actor, strike_of(scene, actor, weapon)),
        ),
    ),
    may=may_attack,
    fits=fits_attack,
    modes=("fight",),
    tags=("attack",),
)
async def attack(scene: Scene, actor: Being, weapon: str, target: str, zone: str, attr: str) -> None:
    """Strike with what is in hand, by its own effects; the target then picks what to defend with."""
    used = weapon_of(scene, actor, weapon)
    scene.cite("nb.item.weapon", "nb.gap.weapons")
    beings = struck(scene, actor, used.attack, target, zone)
    await strike_with(scene, actor, used.attack, used.effects, source_of(actor, used), used.traits, beings, attr)


# ---------------------------------------------------------------- getting ready again


def unloaded(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return dict.fromkeys([name for name, _ in actor.unloaded])


def fits_reload(scene: Scene, actor: Being, weapon: str) -> Refusal | None:
    used = weapon_of(scene, actor, weapon)
    if weapon not in unloaded(scene, actor):
        return Refusal(f"{used.name} is ready", "nb.item.weapon")
    return not_wielded(scene, actor, used) if isinstance(used, Weapon) else None


@action(
    "reload",
    rule="nb.item.weapon",
    cost=Motion("Reload", 1),
    args=(Arg("weapon", unloaded, default=first(unloaded)),),
    may=lambda scene, actor: None if actor.unloaded else Refusal("every weapon is ready", "nb.item.weapon"),
    fits=fits_reload,
    modes=("fight",),
)
async def reload(scene: Scene, actor: Being, weapon: str) -> None:
    """A Motion Point goes into a weapon that needs it before it can be used again."""
    first = min([unready for unready in actor.unloaded if unready[0] == weapon])
    number, left = actor.unloaded.index(first), first[1] - 1
    still = ((weapon, left),) if left else ()
    actor.unloaded = (*actor.unloaded[:number], *still, *actor.unloaded[number + 1 :])
    scene.record("reloads", "nb.item.weapon", who=actor.id, weapon=weapon, left=left)


def dropped(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """What an NPC was made to let go of and lies in the same zone."""
    own = [attack.id for attack in actor.sheet.attacks]
    return [thing for thing, zone in lacking(actor) if zone == actor.at and thing in own]


def fits_regain(scene: Scene, actor: Being, attack: str) -> Refusal | None:
    weapon_of(scene, actor, attack)
    return None if attack in dropped(scene, actor) else Refusal("it does not lie here", "nb.maneuver.clutch")


@action(
    "regain",
    rule="nb.maneuver.clutch",
    cost=Motion("Clutch", 1),
    args=(Arg("weapon", dropped, default=first(dropped)),),
    may=lambda scene, actor: (
        None if dropped(scene, actor) else Refusal("nothing of their own lies here", "nb.maneuver.clutch")
    ),
    fits=fits_regain,
    modes=("fight",),
)
async def regain(scene: Scene, actor: Being, weapon: str) -> None:
    """An NPC, whose things are not tracked, takes up again what they were made to let go of."""
    actor.keep(lambda c: c.name != "Lacking" or c.note != f"{weapon}|{actor.at}")
    scene.record("regains", "nb.maneuver.clutch", who=actor.id, thing=weapon)
