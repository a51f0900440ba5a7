"""The actions of combat, in the order of the book: attacks, more actions, Held Actions, movement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from ludex.core.agenda import Command, step
from ludex.core.board.hex import Cell, edge, neighbours
from ludex.core.game import NO_VALUE, Arg, BadInput
from ludex.core.plain import Plain, plain
from ludex.core.ruling import Refusal
from ludex.core.scene import Entry
from ludex.games.bluebox.armory import attack_with, carried_with, module_effect, weapon_entry
from ludex.games.bluebox.attacks import Blow, armor_class, strike
from ludex.games.bluebox.being import Attack, Being, Held, Lying, Scene, Trigger, save_dc, without
from ludex.games.bluebox.combat import finish_turn
from ludex.games.bluebox.conditions import (
    afflict,
    drop_focus,
    end,
    grapple,
    held_by,
    holder_of,
    let_go,
    reveal,
    until_end_of_turn,
    until_start_of,
    wake,
)
from ludex.games.bluebox.content_kinds import Item, Mode, Power
from ludex.games.bluebox.damage import healer_die, regain
from ludex.games.bluebox.effects import Cable, GrappleFarther, Lamp
from ludex.games.bluebox.game import BLUEBOX, Ap, Free
from ludex.games.bluebox.movement import (
    begin_move,
    cannot_move,
    ground_for,
    metres_left,
    places_beside,
    refuse_path,
)
from ludex.games.bluebox.reactions import TRIGGERS
from ludex.games.bluebox.rolls import FAILURE, check, contest, power_dice, total_of
from ludex.games.bluebox.sight import cannot_aim, hidden_from, seen_by_enemy, sees

action = BLUEBOX.action
OUT_OF_REST = ("combat", "adventure")


# ---------------------------------------------------------------- arguments


def others(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.beings.values() if other is not actor and other.here]


def foes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in scene.enemies(actor)]


def ready_weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return actor.ready


def ranged_weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name in actor.ready if attack_with(scene, actor, name).type_of == "ranged"]


def free_strikes(scene: Scene, actor: Being) -> list[str]:
    """Powers that are an attack for 1 AP and cost nothing besides: they trip and flash like a weapon."""
    powers = [scene.library.shelves["power"].get(name) for name in actor.sheet.powers]
    return [p.id for p in powers if p.attack is not None and p.ap == 1 and not p.ep and not p.limits]


def ranged_or_skill(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    skills = [name for name in free_strikes(scene, actor) if attack_with(scene, actor, name).type_of == "ranged"]
    return (*ranged_weapons(scene, actor), *skills)


def any_weapon(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return (*actor.ready, *free_strikes(scene, actor), "unarmed:FOR", "unarmed:DEX")


def melee_or_unarmed(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    melee = [name for name in actor.ready if attack_with(scene, actor, name).type_of == "melee"]
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
        raise BadInput(f"expected the name of a weapon, not {weapon!r}")
    if weapon.startswith("unarmed") or (skills and weapon in free_strikes(scene, actor)):
        return attack_with(scene, actor, weapon)
    if weapon not in actor.weapons:
        raise BadInput(f"{actor.name} has no weapon {weapon!r}; it has: {', '.join(actor.weapons) or 'none'}")
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
    "attack", rule="bb.action.attack", cost=Ap(1), args=(WEAPON, FOE), may=armed, fits=fits_attack, modes=OUT_OF_REST,
    tags=("forces", "attack"),
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
    modes=OUT_OF_REST, tags=("forces", "attack"),
)  # fmt: skip
async def beyond_range(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: a ranged attack up to twice the range, with Flaw."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), beyond=True)))


def fists(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("FOR", "DEX")


def better_stat(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    return str(better_fist(scene, actor)).partition(":")[2]


def fits_unarmed(scene: Scene, actor: Being, stat: str, target: Being) -> Refusal | None:
    return in_reach(scene, actor, target, attack_with(scene, actor, f"unarmed:{stat}"), "bb.action.unarmed")


@action(
    "unarmed", rule="bb.action.unarmed", cost=Ap(1), args=(Arg("stat", fists, default=better_stat), FOE),
    fits=fits_unarmed, modes=OUT_OF_REST, label="Unarmed attack", tags=("forces", "attack"),
)  # fmt: skip
async def unarmed(scene: Scene, actor: Being, stat: str, target: Being) -> None:
    """1 AP: with limbs or a picked-up thing, 1 m; DEX or FOR for both rolls."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, f"unarmed:{stat}"))))


MELEE = Arg("weapon", melee_or_unarmed, default=better_fist)


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
    "shove", rule="bb.action.shove", cost=Ap(1), args=(MELEE, FOE), fits=fits_shove, modes=OUT_OF_REST,
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
    modes=OUT_OF_REST, tags=("forces", "attack"),
)  # fmt: skip
async def flash_shot(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: a ranged attack, with a weapon or a skill, that makes Back-footed and deals no damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "flash_shot")))


def fits_trip(scene: Scene, actor: Being, weapon: str, target: Being) -> Refusal | None:
    attack = usable(scene, actor, weapon, skills=True)
    return attack if isinstance(attack, Refusal) else in_reach(scene, actor, target, attack)


TRIPPING = Arg("weapon", any_weapon, default=lambda s, a, *c: a.ready[0] if a.ready else better_fist(s, a))


@action(
    "trip", rule="bb.action.trip", cost=Ap(1), args=(TRIPPING, FOE), fits=fits_trip, modes=OUT_OF_REST,
    tags=("forces", "attack"),
)  # fmt: skip
async def trip(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: an attack roll; on a hit the target is Prone. No damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "trip")))


def cables(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name in actor.ready if module_effect(attack_with(scene, actor, name), Cable) is not None]


CABLE = Arg("weapon", cables, default=lambda s, a, *c: next(iter(cables(s, a)), None))


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
    may=has_cable, fits=fits_cable, modes=OUT_OF_REST, tags=("forces", "attack"),
)  # fmt: skip
async def pull_in(scene: Scene, actor: Being, weapon: str, target: Being) -> None:
    """1 AP: with a Hooked Cable, pull a target within 4 m until it is adjacent. No damage."""
    scene.next(strike(actor, target, Blow(attack_with(scene, actor, weapon), "cable")))


# ---------------------------------------------------------------- grappling


def grapple_reach(scene: Scene, actor: Being) -> int:
    """1 m, or what a Module such as Integrated Cord allows."""
    reach = 1
    for name in actor.ready:
        cord = module_effect(attack_with(scene, actor, name), GrappleFarther)
        if cord is not None:
            reach = max(reach, cord.m)
    return reach


def may_grapple(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappler" in actor.states:
        return Refusal(f"{actor.name} holds somebody already", "bb.action.grapple")
    return None


def fits_grapple(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    refusal = cannot_aim(scene, actor, target)
    reach = grapple_reach(scene, actor)
    if refusal is None and scene.distance(actor, target) > reach:
        rule = "bb.tool.known_modules" if reach > 1 else "bb.action.grapple"
        refusal = Refusal(f"{target.name} is not within {reach} m", rule)
    return refusal


@action(
    "grapple", rule="bb.action.grapple", cost=Ap(1), args=(FOE,), may=may_grapple, fits=fits_grapple, modes=OUT_OF_REST
)
async def grapple_(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: a Grapple check against AC (or BAC). An ability check, not an attack roll."""
    result = await check(scene, actor, "Grapple", armor_class(target), rule="bb.action.grapple")
    if result != FAILURE:
        reach = grapple_reach(scene, actor)
        if reach > 1:
            scene.record("cord", "bb.tool.known_modules", who=actor.id)
        grapple(scene, actor, target, reach)
        reveal(scene, actor, "grapples")


def may_escape(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappled" not in actor.states:
        return Refusal(f"{actor.name} is not Grappled", "bb.grapple.escape")
    return None


def escapes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("Strength", "Acrobatics")


def better_escape(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    sheet = actor.sheet
    strength = sheet.stats["FOR"] + sheet.abilities.get("Strength", 0)
    return "Strength" if strength >= sheet.stats["DEX"] + sheet.abilities.get("Acrobatics", 0) else "Acrobatics"


@action(
    "escape", rule="bb.grapple.escape", cost=Ap(1), args=(Arg("ability", escapes, default=better_escape),),
    may=may_escape, modes=OUT_OF_REST, label="Escape grapple",
)  # fmt: skip
async def escape(scene: Scene, actor: Being, ability: str) -> None:
    """1 AP: Strength or Acrobatics against the Grappler's Save DC."""
    holder = holder_of(scene, actor)
    if holder is None:
        end(scene, actor, "Grappled")
        return
    if await check(scene, actor, ability, save_dc(holder, "FOR"), rule="bb.grapple.escape") != FAILURE:
        let_go(scene, holder, actor)


def may_release(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappler" not in actor.states:
        return Refusal(f"{actor.name} holds nobody", "bb.grappler.ends")
    return None


@action("let_go", rule="bb.grappler.ends", cost=Free("let_go"), may=may_release, modes=OUT_OF_REST)
async def let_go_(scene: Scene, actor: Being) -> None:
    """Free Action: end the grapple."""
    victim = held_by(scene, actor)
    if victim is not None:
        let_go(scene, actor, victim)


# ---------------------------------------------------------------- stances, hiding, searching


@action("defensive_stance", rule="bb.action.defensive_stance", cost=Ap(1), modes=OUT_OF_REST)
async def defensive_stance(scene: Scene, actor: Being) -> None:
    """1 AP: AC and BAC rise by 2 until the start of the own next turn; Edge on attacks made as Reactions."""
    if "Defensive Stance" not in actor.states:
        afflict(scene, actor, "Defensive Stance", source=actor.id, until=until_start_of(scene, actor))


def own_cover(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [e for e in sorted(scene.board.cover) if any(cell in e for cell in actor.cells)]


def may_hunker(scene: Scene, actor: Being) -> Refusal | None:
    if not any(cell in e for e in scene.board.cover for cell in actor.cells):
        return Refusal(f"{actor.name} is not in Cover", "bb.action.hunker")
    return None


def fits_hunker(scene: Scene, actor: Being, cover: Any) -> Refusal | None:
    if cover not in scene.board.cover or not any(cell in cover for cell in actor.cells):
        return Refusal("that is no Cover beside it", "bb.action.hunker")
    return None


def read_edge(value: Plain) -> Plain:
    try:
        a, b = cast(tuple[Cell, Cell], value)
        return edge(a, b)
    except (TypeError, ValueError) as fault:
        raise BadInput(f"expected an edge, [[q, r], [q, r]] of two neighbouring hexes: {fault}") from None


@action(
    "hunker", rule="bb.action.hunker", cost=Ap(1),
    args=(Arg("cover", own_cover, default=lambda s, a, *c: next(iter(own_cover(s, a)), None), read=read_edge),),
    may=may_hunker, fits=fits_hunker, modes=OUT_OF_REST,
)  # fmt: skip
async def hunker(scene: Scene, actor: Being, cover: Any) -> None:
    """1 AP: -2 Flaw in place of -1 for ranged attacks over this Cover, as long as one borders it."""
    (a, b), (c, d) = cover
    end(scene, actor, "Hunkered")
    afflict(scene, actor, "Hunkered", source=actor.id, note=f"{a} {b} {c} {d}")


def may_hide(scene: Scene, actor: Being) -> Refusal | None:
    if "Hidden" in actor.states:
        return Refusal(f"{actor.name} is Hidden already", "bb.action.hide")
    enemy = seen_by_enemy(scene, actor)
    if enemy is not None:
        return Refusal(f"{enemy.name} sees {actor.name}", "bb.action.hide")
    return None


@action("hide", rule="bb.action.hide", cost=Ap(1), may=may_hide, modes=OUT_OF_REST)
async def hide(scene: Scene, actor: Being) -> None:
    """1 AP: only while no enemy sees you. No roll."""
    afflict(scene, actor, "Hidden", source=actor.id)
    if scene.mode != "combat":
        scene.record("outside_combat", "bb.action.out_of_combat", who=actor.id)


def may_search(scene: Scene, actor: Being) -> Refusal | None:
    if not any(hidden_from(enemy, actor) and enemy.seen for enemy in scene.enemies(actor)):
        return Refusal("nobody is Hidden whose general location is known", "bb.action.search")
    return None


@action("search", rule="bb.action.search", cost=Ap(1), may=may_search, modes=OUT_OF_REST)
async def search(scene: Scene, actor: Being) -> None:
    """1 AP: Perception against the Stealth of each Hidden enemy whose general location is known."""
    if "Blinded" in actor.states:
        scene.record("check_failed", "bb.cond.blinded", who=actor.id, ability="Perception")
        return
    total, twelve = await total_of(scene, actor, "Perception", rule="bb.action.search")
    for enemy in scene.enemies(actor):
        if hidden_from(enemy, actor) and enemy.seen:
            scene.next(compare(actor, enemy, total, twelve))


@step("bb.action.search")
async def compare(scene: Scene, actor: Being, hidden: Being, total: int, twelve: bool) -> None:
    stealth, natural = await total_of(scene, hidden, "Stealth", rule="bb.action.search")
    if await contest(scene, (actor, total, twelve), (hidden, stealth, natural)):
        if scene.options["opt_hidden_per_observer"]:
            hidden.found_by = (*hidden.found_by, actor.id)
        else:
            reveal(scene, hidden, "found")


# ---------------------------------------------------------------- swapping and handling things


def nothing(*chosen: object) -> Plain:
    return ""


def swappable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    away = [w for w in actor.weapons if w not in actor.ready]
    in_hand = [w for w in actor.ready if not weapon_entry(scene, w).natural]
    return (*away, *in_hand, *actor.masks, *((actor.mask,) if actor.mask else ()))


def receivers(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    return ("", *(ally.id for ally in scene.allies(actor) if scene.adjacent(actor, ally)))


def hands_full(scene: Scene, actor: Being, thing: Plain, to: Plain, *chosen: Plain) -> Iterable[Plain]:
    if to or thing in actor.ready or thing not in actor.weapons:
        return ("",)
    return ("", *(w for w in actor.ready if w != thing))


def fits_swap(scene: Scene, actor: Being, thing: str, to: str, stow: str) -> Refusal | None:
    if thing not in actor.weapons and thing not in actor.masks and thing != actor.mask:
        return Refusal(f"{actor.name} does not have {thing!r}", "bb.action.swap")
    if any(w in actor.weapons and weapon_entry(scene, w).natural for w in (thing, stow)):
        return Refusal("a natural weapon cannot be put away", "bb.action.swap")
    if stow and stow not in actor.ready:
        return Refusal(f"{stow!r} is not in hand", "bb.action.swap")
    if to:
        other = BLUEBOX.being(scene, to)
        if not scene.adjacent(actor, other):
            return Refusal(f"{other.name} is not adjacent", "bb.action.swap")
    return None


@action(
    "swap", rule="bb.action.swap", cost=Ap(1),
    args=(Arg("thing", swappable), Arg("to", receivers, default=nothing), Arg("stow", hands_full, default=nothing)),
    fits=fits_swap, modes=OUT_OF_REST, label="Swap weapon or mask",
)  # fmt: skip
async def swap(scene: Scene, actor: Being, thing: str, to: str, stow: str) -> None:
    """1 AP: take a weapon or mask out or put it away (putting another away with it), or hand it to somebody."""
    scene.record("swaps", "bb.action.swap", who=actor.id, thing=thing, to=to)
    receiver = scene.beings[to] if to else None
    if thing in actor.weapons:
        if receiver is not None:
            actor.weapons = without(actor.weapons, thing)
            actor.ready = without(actor.ready, thing)
            receiver.weapons = (*receiver.weapons, thing)
        elif thing in actor.ready:
            actor.ready = tuple(w for w in actor.ready if w != thing)
        else:
            actor.ready = (*(w for w in actor.ready if w != stow), thing)
        return
    if thing == actor.mask:
        actor.mask = ""
    else:
        actor.masks = tuple(m for m in actor.masks if m != thing)
        if receiver is None:
            if actor.mask:
                actor.masks = (*actor.masks, actor.mask)
            put_on(scene, actor, thing)
            return
    if receiver is None:
        actor.masks = (*actor.masks, thing)
    elif receiver.mask:
        receiver.masks = (*receiver.masks, thing)
    else:
        put_on(scene, receiver, thing)
    if not actor.mask and actor.sheet.needs_mask:
        afflict(scene, actor, "Unmasked", value=scene.clock)


def put_on(scene: Scene, being: Being, mask: str) -> None:
    """bb.cond.unmasked ends when any Kanohi, powered or not, is on the face; so does the faint it brought."""
    being.mask = mask
    end(scene, being, "Unmasked")
    if being.keep(lambda c: not (c.name == "Unconscious" and c.note == "unmasked")):
        scene.record("wakes", "bb.cond.unconscious", who=being.id)


def in_hand_reach(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    near = {cell for own in actor.cells for cell in (own, *neighbours(own))}
    return [thing.id for thing in scene.lying if thing.at in near]


def may_pick_up(scene: Scene, actor: Being) -> Refusal | None:
    if not list(in_hand_reach(scene, actor)):
        return Refusal("nothing lies within 1 m", "bb.action.object")
    return None


def fits_pick_up(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    if thing not in in_hand_reach(scene, actor):
        return Refusal(f"{thing!r} does not lie within 1 m", "bb.action.object")
    return None


@action(
    "pick_up", rule="bb.action.object", cost=Ap(1), args=(Arg("thing", in_hand_reach),), may=may_pick_up,
    fits=fits_pick_up, modes=OUT_OF_REST,
)  # fmt: skip
async def pick_up(scene: Scene, actor: Being, thing: str) -> None:
    """1 AP: take something that lies within 1 m. A mask goes on a bare face."""
    found = next(lying for lying in scene.lying if lying.id == thing and thing in in_hand_reach(scene, actor))
    scene.lying = tuple(lying for lying in scene.lying if lying is not found)
    scene.record("picks_up", "bb.action.object", who=actor.id, thing=thing)
    take_thing(scene, actor, found)


def take_thing(scene: Scene, actor: Being, found: Lying) -> None:
    if found.kind == "mask":
        if actor.mask or not actor.sheet.needs_mask:
            actor.masks = (*actor.masks, found.id)
        else:
            put_on(scene, actor, found.id)
    elif found.kind == "weapon":
        actor.weapons = (*actor.weapons, found.id)
        actor.ready = (*actor.ready, found.id)
    else:
        from ludex.games.bluebox.powers import add_item

        add_item(actor, found.id)


def some_object(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("an object",)


def any_amount(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return (1,)


class ObjectCost:
    """bb.action.object: 1 AP, or more where the game master says so."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return Ap(args[1] if len(args) > 1 else 1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        Ap(args[1]).pay(scene, actor, args)


@action(
    "object", rule="bb.action.object", cost=ObjectCost(),
    args=(Arg("what", some_object, default=lambda *a: "an object"), Arg("ap", any_amount, default=lambda *a: 1)),
    modes=OUT_OF_REST, label="Handle an object", tags=("idle",),
)  # fmt: skip
async def handle(scene: Scene, actor: Being, what: str, ap: int) -> None:
    """1 AP or more: anything done with an object; the game master tells what comes of it."""
    scene.record("handles", "bb.action.object", who=actor.id, what=what)


# ---------------------------------------------------------------- Medicine and waking


def patients(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [b.id for b in (actor, *scene.allies(actor)) if not b.states.isdisjoint(("Bleeding", "Down", "Out"))]


def may_treat(scene: Scene, actor: Being) -> Refusal | None:
    if not list(patients(scene, actor)):
        return Refusal("nobody Bleeds or has fallen", "bb.down.medicine")
    return None


def fits_treat(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target is not actor and not scene.adjacent(actor, target):
        return Refusal(f"{target.name} is not adjacent", "bb.down.medicine")
    if target is actor and "Bleeding" not in actor.states:
        return Refusal("nobody treats its own fall", "bb.down.medicine")
    if target.states.isdisjoint(("Bleeding", "Down", "Out")):
        return Refusal(f"{target.name} neither Bleeds nor has fallen", "bb.down.medicine")
    return None


@action(
    "medicine", rule="bb.down.medicine", cost=Ap(1), args=(Arg("target", patients),), may=may_treat, fits=fits_treat,
    modes=OUT_OF_REST,
)  # fmt: skip
async def medicine(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: a Medicine check DC 6 stops Bleeding, or heals who has fallen for ✦."""
    fallen = target is not actor and not target.states.isdisjoint(("Down", "Out"))
    rule = "bb.down.medicine" if fallen else "bb.cond.bleeding"
    if await check(scene, actor, "Medicine", 6, rule=rule) == FAILURE:
        return
    if fallen:
        amount = await power_dice(scene, healer_die(scene, actor, target), 1, rule="bb.down.medicine")
        scene.next(regain(target, amount, actor, "bb.down.medicine"))
    else:
        end(scene, target, "Bleeding")


def sleepers(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [
        ally.id
        for ally in scene.allies(actor)
        if any(c.name == "Unconscious" and c.note in ("", "asleep") for c in ally.conditions)
    ]


def may_wake(scene: Scene, actor: Being) -> Refusal | None:
    if not list(sleepers(scene, actor)):
        return Refusal("no ally can be woken", "bb.cond.unconscious")
    return None


def fits_wake(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if not scene.adjacent(actor, target):
        return Refusal(f"{target.name} is not adjacent", "bb.cond.unconscious")
    if target.id not in sleepers(scene, actor):
        return Refusal(f"{target.name} cannot be woken so", "bb.cond.unconscious")
    return None


@action(
    "wake", rule="bb.cond.unconscious", cost=Ap(1), args=(Arg("target", sleepers),), may=may_wake, fits=fits_wake,
    modes=OUT_OF_REST, label="Wake an ally",
)  # fmt: skip
async def wake_(scene: Scene, actor: Being, target: Being) -> None:
    """1 AP: wake an adjacent ally."""
    wake(scene, target)


# ---------------------------------------------------------------- Held Actions


def holdable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name, a in BLUEBOX.actions.items() if isinstance(a.cost, Ap)]


UNHELD = frozenset({"hold", "move", "quick_step", "leave_map", "escalate", "forgo", "end_turn"})  # they cost no AP


def triggers(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return tuple(TRIGGERS)


def anybody(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ("", *(other.id for other in scene.beings.values() if other is not actor and other.here))


def held_command(actor: Being, name: str, args: Plain) -> Command:
    return Command(actor.id, name, cast(tuple[tuple[str, Plain], ...], args or ()))


class HoldCost:
    """The held action's AP is paid when it is held."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return Ap(held_ap(scene, actor, args) if args else 1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        Ap(held_ap(scene, actor, args)).pay(scene, actor, args)


def held_ap(scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
    command = BLUEBOX.expand(scene, held_command(actor, args[0], args[1]))
    skill = skill_of(scene, actor, command)
    if skill is not None:
        return skill.ap
    if command.name == "object":
        return cast(int, command.arg("ap", 1))
    return 0 if isinstance(BLUEBOX.actions[command.name].cost, Free) else 1


def may_hold(scene: Scene, actor: Being) -> Refusal | None:
    if scene.mode != "combat":
        return Refusal("actions are held in combat only", "bb.action.held")
    if actor.held is not None:
        return Refusal("one Held Action at a time", "bb.action.held")
    return None


def fits_hold(scene: Scene, actor: Being, name: str, args: Plain, event: str, who: str) -> Refusal | None:
    command = BLUEBOX.expand(scene, held_command(actor, name, args))
    if command.name not in BLUEBOX.actions:
        raise BadInput(f"there is no action {name!r} to hold")
    if command.name in UNHELD:
        return Refusal(f"{name} cannot be held", "bb.action.held")
    for arg in BLUEBOX.actions[command.name].args:
        if arg.default is None and arg.name != "target" and all(arg.name != given for given, _ in command.args):
            return Refusal(f"to hold {name}, say its {arg.name!r}", "bb.action.held")
    if event not in TRIGGERS:
        raise BadInput(f"there is no trigger {event!r}; there are: {', '.join(TRIGGERS)}")
    if who:
        BLUEBOX.being(scene, who)
    return None


@action(
    "hold", rule="bb.action.held", cost=HoldCost(),
    args=(
        Arg("action", holdable, default=lambda *a: "attack"),
        Arg("with", lambda s, a, *c: ((),), default=lambda *a: (), read=plain),
        Arg("event", triggers, default=lambda *a: "enters_reach"),
        Arg("who", anybody, default=lambda *a: ""),
    ),
    may=may_hold, fits=fits_hold, modes=("combat",), label="Hold an action",
)  # fmt: skip
async def hold(scene: Scene, actor: Being, name: str, args: Plain, event: str, who: str) -> None:
    """Pay for an action now and perform it as a Reaction when its trigger comes."""
    command = BLUEBOX.expand(scene, held_command(actor, name, args))
    actor.held = Held(command, Trigger(event, who))
    scene.record("holds", "bb.action.held", who=actor.id, action=name, event=event, whom=who)


def aimed(scene: Scene, being: Being, command: Command, who: str) -> Command:
    """A held command that names no target is aimed at whoever triggered it; at 0 EP it is paid with Exhaustion."""
    args = command.args
    if who and command.arg("target") is None and aims(scene, being, command):
        args = (*args, ("target", who))
    if command.name in ("power", "mask") and command.arg("pay") is None:
        args = (*args, ("pay", "ep" if being.ep else "exhaustion"))
    return Command(command.actor, command.name, args)


def aims(scene: Scene, being: Being, command: Command) -> bool:
    """Is this done to another being?"""
    skill = skill_of(scene, being, command)
    if skill is None:
        return any(arg.name == "target" for arg in BLUEBOX.actions[command.name].args)
    return skill.target is not None and skill.target.who in ("being", "ally_or_self")


def skill_of(scene: Scene, being: Being, command: Command) -> Power | Mode | Item | None:
    """The power, mask or item that a command uses."""
    from ludex.games.bluebox.skills import item_named, mode_named, power_named

    if command.name == "power":
        return power_named(scene, being, command.arg("power"))
    if command.name == "mask":
        return mode_named(scene, being, command.arg("mode"))
    return item_named(scene, command.arg("item")) if command.name == "item" else None


def refuse_release(scene: Scene, being: Being, command: Command, who: str) -> Refusal | None:
    """Why a Held Action cannot be performed now."""
    try:
        command = aimed(scene, being, command, who)
        action, _, chosen = BLUEBOX.read(scene, command)
        skill = skill_of(scene, being, command)
        refusal = action.may(scene, being) if action.may is not None else None
        if refusal is None and skill is not None and not isinstance(skill, Item):
            from ludex.games.bluebox.skills import refuse_ep

            refusal = refuse_ep(being, skill.ep, str(command.arg("pay")))
        if refusal is None and action.fits is not None:
            refusal = action.fits(scene, being, *BLUEBOX._resolve(scene, action, chosen))
    except BadInput as fault:  # what it was to be done with is gone
        return Refusal(str(fault), "bb.action.held")
    return refusal


def released(scene: Scene, being: Being, command: Command, who: str) -> Entry:
    """The first step of a Held Action: its AP is paid, its EP is not."""
    command = aimed(scene, being, command, who)
    action, _, chosen = BLUEBOX.read(scene, command)
    if command.name in ("attack", "unarmed", "shove", "trip", "flash_shot", "beyond_range", "pull_in"):
        weapon, target = chosen
        name = f"unarmed:{weapon}" if command.name == "unarmed" else str(weapon)
        kind = {"pull_in": "cable"}.get(command.name, command.name)
        kind = "attack" if kind in ("unarmed", "beyond_range") else kind
        blow = Blow(attack_with(scene, being, name), kind, reaction=True, beyond=command.name == "beyond_range")
        return strike(being, scene.beings[str(target)], blow)
    from ludex.games.bluebox.powers import pay_ep, unleash, use_mask_mode

    skill = skill_of(scene, being, command)
    if isinstance(skill, Power | Mode):
        pay_ep(scene, being, skill.ep, str(command.arg("pay")))
        if isinstance(skill, Power):
            return unleash(being, skill, chosen[1], reaction=True)
        return use_mask_mode(being, skill, chosen[1])
    return Entry(action.step, (being.id, *chosen))


# ---------------------------------------------------------------- movement


def may_move(scene: Scene, actor: Being) -> Refusal | None:
    refusal = cannot_move(actor)
    if refusal is not None:
        return refusal
    if "Escalated" in actor.states:
        return Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
    if scene.mode == "combat" and metres_left(scene, actor) < 1:
        return Refusal("the Move Action is used up", "bb.move.general")
    return None


def budget(scene: Scene, actor: Being) -> int:
    return metres_left(scene, actor) if scene.mode == "combat" else 10**6


def read_path(value: Plain) -> Plain:
    if not isinstance(value, tuple) or not value:
        raise BadInput(f"expected a hex [q, r] or a path of hexes, not {value!r}")
    if isinstance(value[0], int):
        value = (value,)
    for cell in value:
        if not (isinstance(cell, tuple) and len(cell) == 2 and all(type(n) is int for n in cell)):
            raise BadInput(f"expected a hex [q, r], not {cell!r}")
    return value


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every hex that can be reached, each as the cheapest path to it."""
    ground = ground_for(scene, actor)
    costs = ground.reach(min(budget(scene, actor), 60))
    return [ground.way(cell, costs) for cell in costs if cell != actor.at and ground.room(cell)]


def whole_path(scene: Scene, actor: Being, path: tuple[Cell, ...]) -> tuple[Cell, ...] | None:
    """A single far hex stands for the cheapest way to it."""
    from ludex.core.board.hex import distance

    if len(path) == 1 and distance(actor.at, path[0]) != 1:
        return scene.board.path(actor.at, path[0], ground_for(scene, actor).cost)
    return path


def fits_move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> Refusal | None:
    path = whole_path(scene, actor, to)
    if path is None:
        return Refusal(f"there is no way to {list(to[0])}", "bb.move.general")
    return refuse_path(scene, actor, path, budget(scene, actor))


def stroll(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    """Some path within the budget, a metre after the other by luck."""
    ground = ground_for(scene, actor)
    left = min(budget(scene, actor), 60)
    here = actor.at
    path: list[Cell] = []
    for _ in range(1 + pick(max(1, left))):
        there = neighbours(here)[pick(6)]
        price = ground.cost(here, there)
        if price is not None and price <= left:
            left -= price
            path.append(there)
            here = there
    while path and not ground.room(path[-1]):
        path.pop()
    return tuple(path) if path else NO_VALUE


TO = Arg("to", destinations, sample=stroll, read=read_path)


@action("move", rule="bb.move.general", args=(TO,), may=may_move, fits=fits_move, modes=OUT_OF_REST, tags=("move",))
async def move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> None:
    """The Move Action, or a part of it: `to` is a hex, or the path to it hex by hex."""
    path = whole_path(scene, actor, to)
    assert path is not None
    if scene.mode != "combat":
        actor.metres = 10**6
    scene.next(begin_move(actor, path, provokes=True))
    if scene.mode != "combat":
        scene.next(arrive(actor))


@step()
async def arrive(scene: Scene, actor: Being) -> None:
    actor.metres = 0


def may_quick_step(scene: Scene, actor: Being) -> Refusal | None:
    refusal = cannot_move(actor)
    if refusal is not None:
        return refusal
    if "Escalated" in actor.states:
        return Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
    if actor.has_used("quick_step"):
        return Refusal("one Quick-step per round", "bb.move.quick_step")
    if not actor.moves:
        return Refusal("the Move Action is used up; Dash gives another", "bb.move.quick_step")
    return None


def beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [(cell,) for cell in places_beside(scene, actor)]


def fits_quick_step(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> Refusal | None:
    if len(to) != 1 or abs(scene.board.height(to[0]) - scene.board.height(actor.at)) > 1:
        return Refusal("a Quick-step is 1 m", "bb.move.quick_step")
    return refuse_path(scene, actor, to, 99)


@action(
    "quick_step", rule="bb.move.quick_step", args=(Arg("to", beside, read=read_path),), may=may_quick_step,
    fits=fits_quick_step, modes=("combat",), label="Quick-step", tags=("move",),
)  # fmt: skip
async def quick_step(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> None:
    """Once per round, as the Move Action: 1 m that provokes no Reactions, whatever the terrain."""
    actor.moves -= 1
    actor.use("quick_step", "round")
    left = actor.metres
    actor.metres += ground_for(scene, actor).price(to) or 1
    scene.next(begin_move(actor, to, provokes=False), step_done(actor, left))


@step()
async def step_done(scene: Scene, actor: Being, left: int) -> None:
    """What was left of another Move Action is still there."""
    actor.metres = min(actor.metres, left)


def may_dash(scene: Scene, actor: Being) -> Refusal | None:
    if actor.has_used("dash"):
        return Refusal("one Dash per round", "bb.move.dash")
    return None


@action("dash", rule="bb.move.dash", cost=Ap(1), may=may_dash, modes=("combat",), tags=("move",))
async def dash(scene: Scene, actor: Being) -> None:
    """1 AP, once per round: a second Move Action on this turn."""
    actor.use("dash", "round")
    actor.moves += 1
    actor.stopped = False


@action("disengage", rule="bb.move.disengage", cost=Ap(1), modes=("combat",), tags=("move",))
async def disengage(scene: Scene, actor: Being) -> None:
    """1 AP: no Reactions to your movement this turn; no attack rolls or forced saves from then on."""
    afflict(scene, actor, "Disengaged", source=actor.id, until=until_end_of_turn(scene, actor))


def may_stand(scene: Scene, actor: Being) -> Refusal | None:
    if "Prone" not in actor.states:
        return Refusal(f"{actor.name} is not Prone", "bb.cond.prone")
    return None


class StandCost:
    """bb.cond.prone: 1 AP or the Move Action."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "combat" or not args:
            return None
        if args[0] == "move":
            return None if actor.moves else Refusal("the Move Action is used up", "bb.cond.prone")
        return Ap(1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if args[0] == "ap":
            Ap(1).pay(scene, actor, args)
        elif scene.mode == "combat":
            actor.moves -= 1


@action(
    "stand_up", rule="bb.cond.prone", cost=StandCost(),
    args=(Arg("pay", lambda s, a, *c: ("ap", "move"), default=lambda *a: "ap"),), may=may_stand, modes=OUT_OF_REST,
)  # fmt: skip
async def stand_up(scene: Scene, actor: Being, pay: str) -> None:
    """1 AP or the Move Action: no longer Prone."""
    end(scene, actor, "Prone")


def at_rim(scene: Scene, actor: Being) -> bool:
    return any(n not in scene.board.cells for cell in actor.cells for n in neighbours(cell))


def may_leave(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_move(scene, actor)
    if refusal is None and not at_rim(scene, actor):
        refusal = Refusal(f"{actor.name} is not at the rim of the map", "bb.combat.end")
    return refusal


@action(
    "leave_map", rule="bb.combat.end", may=may_leave, modes=("combat",), label="Flee off the map", tags=("gives_up",)
)
async def leave_map(scene: Scene, actor: Being) -> None:
    """With a metre of movement left, at the rim of the map: out of the combat."""
    from ludex.games.bluebox.conditions import see_whether_it_ends

    end(scene, actor, "Fleeing")
    afflict(scene, actor, "Fled")
    drop_focus(scene, actor)
    scene.next(see_whether_it_ends(), finish_turn(actor))


@action("surrender", rule="bb.combat.end", cost=Free("surrender"), modes=("combat",), tags=("gives_up",))
async def surrender(scene: Scene, actor: Being) -> None:
    """Free Action: out of the combat, by one's own will."""
    from ludex.games.bluebox.conditions import see_whether_it_ends

    afflict(scene, actor, "Surrendered")
    drop_focus(scene, actor)
    scene.next(see_whether_it_ends(), finish_turn(actor))


# ---------------------------------------------------------------- free actions and the end of the turn


def may_drop_focus(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.focus else Refusal(f"{actor.name} maintains nothing", "bb.focus.one")


@action("drop_focus", rule="bb.focus.one", cost=Free("drop_focus"), may=may_drop_focus, modes=OUT_OF_REST)
async def drop_focus_(scene: Scene, actor: Being) -> None:
    """Free Action: end what one maintains."""
    drop_focus(scene, actor)


def may_cover_lamp(scene: Scene, actor: Being) -> Refusal | None:
    if carried_with(scene, actor, Lamp) is None:
        return Refusal(f"{actor.name} carries no light", "bb.item.lightstone_holster")
    return None


@action(
    "lamp", rule="bb.item.lightstone_holster", cost=Free("lamp"), may=may_cover_lamp, label="Cover or uncover the light"
)
async def lamp(scene: Scene, actor: Being) -> None:
    """Free Action: cover the lightstone, or uncover it."""
    actor.covered_lamp = not actor.covered_lamp
    scene.record("lamp", "bb.item.lightstone_holster", who=actor.id, light=not actor.covered_lamp)


def may_end_turn(scene: Scene, actor: Being) -> Refusal | None:
    if any("Escalated" in b.states for b in scene.beings.values() if b is not actor or scene.turns.current != b.id):
        return Refusal("an escalated action is open; use it or forgo it", "bb.escalation.activate")
    return None


@action("end_turn", rule="bb.turn.durations", may=may_end_turn, modes=("combat",), tags=("passes",))
async def end_turn(scene: Scene, actor: Being) -> None:
    """The turn ends; unspent AP is lost."""
    actor.relieve("Escalated")
    scene.next(finish_turn(actor))
