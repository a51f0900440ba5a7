"""The actions that attack: Attack, beyond range, unarmed, Shove, Flash Shot, Trip, and the cable that pulls."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.derived import derived
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.bluebox.book.action_economy import Ap, action
from ludex.games.bluebox.book.attacks.hits import Blow
from ludex.games.bluebox.book.attacks.sequence import strike
from ludex.games.bluebox.book.attacks.weapons import attack_with, module_effect
from ludex.games.bluebox.book.movement.sight import cannot_aim, sees
from ludex.games.bluebox.records.effects import Cable
from ludex.games.bluebox.state import Attack, Being, Scene

# ---------------------------------------------------------------- arguments


def others(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.beings.values() if other is not actor and other.here]


def foes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in scene.enemies(actor)]


def ready_weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[str]:
    """The weapons in hand, each name once."""
    return actor.ready if len(actor.ready) < 2 else dict.fromkeys(actor.ready)


def ranged_weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name in ready_weapons(scene, actor) if attack_with(scene, actor, name).type_of == "ranged"]


@derived("actor.sheet")
def free_strikes(scene: Scene, actor: Being) -> tuple[str, ...]:
    """Powers that are an attack for 1 AP and cost nothing besides: they trip and flash like a weapon."""
    powers = [scene.library.shelves["power"].get(name) for name in actor.sheet.powers]
    return tuple([p.id for p in powers if p.attack is not None and p.ap == 1 and not p.ep and not p.limits])


def ranged_or_skill(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    skills = [name for name in free_strikes(scene, actor) if attack_with(scene, actor, name).type_of == "ranged"]
    return (*ranged_weapons(scene, actor), *skills)


def any_weapon(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return (*ready_weapons(scene, actor), *free_strikes(scene, actor), "unarmed:FOR", "unarmed:DEX")


def melee_or_unarmed(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    melee = [name for name in ready_weapons(scene, actor) if attack_with(scene, actor, name).type_of == "melee"]
    return (*melee, "unarmed:FOR", "unarmed:DEX")


def only_weapon(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    """The weapon that is meant when none is named: the first one in hand."""
    if not actor.ready:
        raise BadInput(f"{actor.name} has no weapon in hand; name one, or use unarmed")
    return actor.ready[0]


def better_fist(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    stats = actor.sheet.stats
    return "unarmed:FOR" if stats["FOR"] >= stats["DEX"] else "unarmed:DEX"


def first_ranged(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    return next(iter(ranged_weapons(scene, actor)), None) or only_weapon(scene, actor)


def first_shot(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    return next(iter(ranged_or_skill(scene, actor)), None) or only_weapon(scene, actor)


WEAPON = Arg("weapon", ready_weapons, default=only_weapon)
FOE = Arg("target", foes)


def armed(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.ready:
        return Refusal(f"{actor.name} has no weapon in hand", "bb.action.swap")
    return None


def can_shoot(scene: Scene, actor: Being) -> Refusal | None:
    return None if free_strikes(scene, actor) else armed(scene, actor)


def usable(scene: Scene, actor: Being, weapon: str, skills: bool = False) -> Attack | Refusal:
    """The attack with a weapon that is in hand, or, where skills may do, with a power."""
    if not isinstance(weapon, str):
        raise BadInput(f"expected the name of a weapon, not {spelled(weapon)}")
    if weapon.startswith("unarmed") or (skills and weapon in free_strikes(scene, actor)):
        return attack_with(scene, actor, weapon)
    if weapon not in actor.weapons:
        raise BadInput(f"{actor.name} has no weapon {weapon!r}; {there_are(weapon, actor.weapons)}")
    if weapon not in actor.ready:
        return Refusal(f"{weapon} is not in hand", "bb.action.swap")
    return attack_with(scene, actor, weapon)


def in_reach(scene: Scene, actor: Being, target: Being, attack: Attack, rule: str = "bb.reach.range") -> Refusal | None:
    refusal = cannot_aim(scene, actor, target)
    if refusal is not None:
        return refusal
    away = max(1, scene.distance(actor, target))
    if away < attack.least:
        return Refusal(f"{target.name} is {away} m away, nearer than {attack.least} m", rule)
    if away > attack.most:
        return Refusal(f"{target.name} is {away} m away, and {attack.name} reaches {attack.most} m", rule)
    return None


# ---------------------------------------------------------------- attacks


def fits_attack(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon)
    return attack if isinstance(attack, Refusal) else in_reach(scene, actor, target, attack)


@action(
    "attack", rule="bb.action.attack", cost=Ap(1), args=(WEAPON, FOE), may=armed, fits=fits_attack,
    tags=("forces", "attack", "each"),
)  # fmt: skip
async def attack(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: an attack with a weapon on a target within its reach or range."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon))))


def fits_beyond(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon)
    if isinstance(attack, Refusal):
        return attack
    if attack.type_of != "ranged":
        return Refusal(f"{attack.name} is no ranged weapon", "bb.action.beyond_range")
    refusal = cannot_aim(scene, actor, target)
    if refusal is not None:
        return refusal
    away = scene.distance(actor, target)
    if away <= attack.most:
        return Refusal(f"{target.name} is within range: an ordinary attack", "bb.action.beyond_range")
    if away > 2 * attack.most:
        return Refusal(f"{target.name} is {away} m away, beyond twice the range", "bb.action.beyond_range")
    return None


RANGED = Arg("weapon", ranged_weapons, default=first_ranged)
SHOOTING = Arg("weapon", ranged_or_skill, default=first_shot)


@action(
    "beyond_range", rule="bb.action.beyond_range", cost=Ap(1), args=(RANGED, FOE), may=armed, fits=fits_beyond,
    tags=("forces", "attack"),
)  # fmt: skip
async def beyond_range(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: a ranged attack up to twice the range, with Flaw."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), beyond=True)))


def better_stat(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    return str(better_fist(scene, actor)).partition(":")[2]


def fits_unarmed(scene: Scene, actor: Being, stat: str, target: Being) -> Refusal | None:
    return in_reach(scene, actor, target, attack_with(scene, actor, f"unarmed:{stat}"), "bb.action.unarmed")


@action(
    "unarmed", rule="bb.action.unarmed", cost=Ap(1),
    args=(Arg("stat", ("FOR", "DEX"), default=better_stat, closed=True, mild=True), FOE),
    fits=fits_unarmed, label="Unarmed attack", tags=("forces", "attack"),
)  # fmt: skip
async def unarmed(scene: Scene, actor: Being, stat: str, target: Being) -> None:
    """1 AP: with limbs or a picked-up thing, 1 m; DEX or FOR for both rolls."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, f"unarmed:{stat}"))))


MELEE = Arg("weapon", melee_or_unarmed, default=better_fist, mild=True)  # a Shove goes 1 m far with any


def fits_shove(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon)
    if isinstance(attack, Refusal):
        return attack
    if attack.type_of != "melee":
        return Refusal("a Shove is made by hand or with a melee weapon", "bb.action.shove")
    refusal = cannot_aim(scene, actor, target)
    if refusal is None and scene.distance(actor, target) > 1:
        refusal = Refusal(f"{target.name} is not within 1 m", "bb.action.shove")
    return refusal


@action(
    "shove", rule="bb.action.shove", cost=Ap(1), args=(MELEE, FOE), fits=fits_shove,
    tags=("forces", "attack"),
)  # fmt: skip
async def shove(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: pushed 1 m away and Back-footed. No damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "shove")))


def fits_flash(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon, skills=True)
    if isinstance(attack, Refusal):
        return attack
    if attack.type_of != "ranged":
        return Refusal(f"{attack.name} is no ranged weapon", "bb.action.flash_shot")
    if not sees(scene, actor, target):
        return Refusal(f"{actor.name} does not see {target.name}", "bb.action.flash_shot")
    return in_reach(scene, actor, target, attack)


@action(
    "flash_shot", rule="bb.action.flash_shot", cost=Ap(1), args=(SHOOTING, FOE), may=can_shoot, fits=fits_flash,
    tags=("forces", "attack"),
)  # fmt: skip
async def flash_shot(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: a ranged attack, with a weapon or a skill, that makes Back-footed and deals no damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "flash_shot")))


def fits_trip(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon, skills=True)
    return attack if isinstance(attack, Refusal) else in_reach(scene, actor, target, attack)


TRIPPING = Arg("weapon", any_weapon, default=lambda s, a, *c: a.ready[0] if a.ready else better_fist(s, a))


@action(
    "trip", rule="bb.action.trip", cost=Ap(1), args=(TRIPPING, FOE), fits=fits_trip,
    tags=("forces", "attack"),
)  # fmt: skip
async def trip(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: an attack roll; on a hit the target is Prone. No damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "trip")))


def cables(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [
        name
        for name in ready_weapons(scene, actor)
        if module_effect(attack_with(scene, actor, name), Cable) is not None
    ]


CABLE = Arg("weapon", cables, default=first(cables, None))


def has_cable(scene: Scene, actor: Being) -> Refusal | None:
    if not list(cables(scene, actor)):
        return Refusal(f"{actor.name} has no weapon with a Hooked Cable", "bb.tool.known_modules")
    return None


def fits_cable(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon)
    if isinstance(attack, Refusal):
        return attack
    cable = module_effect(attack, Cable)
    if cable is None:
        return Refusal(f"{attack.name} has no Hooked Cable", "bb.tool.known_modules")
    refusal = cannot_aim(scene, actor, target)
    if refusal is None and scene.distance(actor, target) > cable.m:
        refusal = Refusal(f"{target.name} is not within {cable.m} m", "bb.tool.known_modules")
    return refusal


@action(
    "pull_in", rule="bb.tool.known_modules", cost=Ap(1), args=(CABLE, FOE),
    may=has_cable, fits=fits_cable, tags=("forces", "attack"),
)  # fmt: skip
async def pull_in(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: with a Hooked Cable, pull a target within 4 m until they are adjacent. No damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "cable")))
