"""Ideas of the simple policy beside attacks: stances, readying, help for friends, healing, auras, companions, walls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import Command, command
from ludex.games.vitality.book.abilities.abilities import in_aura, may_heal, refuse_healing, within_heal
from ludex.games.vitality.book.abilities.companions import COUNTS, PAID, companions, ways_to_summon
from ludex.games.vitality.book.abilities.walls import hidden_by, may_raise, unkept, walls_of, walls_to_raise
from ludex.games.vitality.book.attacks.limits import to_activate
from ludex.games.vitality.book.characters.features import abilities, ability, knack
from ludex.games.vitality.book.characters.scores import aura_is_on
from ludex.games.vitality.book.characters.space import adjacent, distance
from ludex.games.vitality.book.movement.grabbing import grabbers
from ludex.games.vitality.book.secrets.hiding import hiders
from ludex.games.vitality.foe.attacks import Attack
from ludex.games.vitality.foe.places import Field, Threat, burnt, worst
from ludex.games.vitality.foe.worth import FELLED, HURT, ROUNDS, Target, blow, patience, profile
from ludex.games.vitality.records.boon_effects import AttackAura, HeadStart, Heal, Summon, SupportAura
from ludex.games.vitality.state import Being, Scene

WELL = 0.6  # of a round, or of the HP: what is well enough
WAKES = 0.7  # of a stake: what it is worth to bring a friend back
STANCES = {"dodge": ("Dodging", "av"), "brace": ("Bracing", "dr")}
STANCE = 0.8  # of what it keeps off: not all comes as it is feared
READY = 0.9  # of what it adds: a turn later
COMES = 0.45  # how likely somebody comes into reach of a blow that waits
NEAR = 15  # spaces: how far most attacks reach
HELPED = 0.06  # of a round, for each point that is added to a roll
COMPANION = 0.6  # of a stake: of somebody who is only lent
FOUND = 0.5  # of a round: to find somebody who hides
BEHIND = 0.5  # of what comes at one: what a wall keeps off


class Aid(NamedTuple):
    """Something to do that is no attack."""

    worth: float
    command: Command
    why: str


# ---------------------------------------------------------------- as the Primary Action


def aids(field: Field, best: Attack | None) -> Iterator[Aid]:
    """What a Primary Action could be spent on beside an attack; `best` is the best attack there is now. Whoever can
    strike well does not think of the rest."""
    scene, being, output = field.scene, field.being, field.outlook.own.output
    if being.sheet.boons:
        yield from healing(scene, being)
        yield from summoning(scene, being)
    if "Grabbed" in being.states:
        yield from breaking_free(field, best)
    if best is None:
        yield from when_idle(field)
    if best is None or best.worth < WELL * output or field.own.left < WELL * field.own.most:
        yield from stances(field)
    if best is None or best.hit < 1 - WELL or best.worth < (1 - WELL) * output:
        yield from readying(field)


def healing(scene: Scene, being: Being) -> Iterator[Aid]:
    """vt.ability.heal: HP for who misses them most; whoever wakes is worth most."""
    found = ability(scene, being, Heal)
    if found is None or may_heal(scene, being) is not None:
        return
    power = found[2]
    near = [one for one in (being, *scene.friends(being)) if within_heal(scene, being, one, power.range)]
    able = [one for one in near if one.hp < one.sheet.hp and refuse_healing(scene, one) is None]
    for one in able:
        also = tuple([other.id for other in able if other is not one and distance(scene, one, other) <= power.radius])
        beside = [scene.beings[name] for name in also] if power.radius else []
        worth = sum([healed(scene, each, power) for each in (one, *beside)])
        given = command(being.id, "heal", target=one.id, also=also if power.radius else ())
        yield Aid(worth, given, f"Healing for {one.name}")


def healed(scene: Scene, one: Being, power: Heal) -> float:
    known = profile(scene, one)
    gained = min(power.hp, one.sheet.hp - one.hp)
    worth = known.stake * HURT * gained / max(1, one.sheet.hp)
    after = one.hp + gained
    if "Unconscious" in one.states:
        asleep = one.condition("Unconscious")
        return worth + (WAKES * known.stake if after >= 1 and asleep is not None and not asleep.note else 0.0)
    danger = max(0.0, 1 - one.hp / (0.35 * one.sheet.hp))  # near the end each point counts more
    worth += FELLED * known.stake * danger * gained / max(1, one.sheet.hp)
    if power.ends_conditions and one.afflictions:
        worth += 0.5 * known.output
    return worth


def summoning(scene: Scene, being: Being) -> Iterator[Aid]:
    """vt.ability.summon: companions, while there are none."""
    found = ability(scene, being, Summon)
    if found is None or companions(scene, being):
        return
    boon, _, power = found
    for how in ways_to_summon(scene, being):
        worth = COMPANION * ROUNDS * COUNTS[boon.size] * power.sets * (1.0 + boon.size / 25)
        free = "" if how == PAID else " for nothing"
        yield Aid(worth, command(being.id, "summon", how=how), f"Companions{free}")


def breaking_free(field: Field, best: Attack | None) -> Iterator[Aid]:
    """vt.act.break_grab: whoever is held breaks free where they cannot do much from here."""
    by = grabbers(field.being)[0]
    worth = 0.5 * field.best - (best.worth if best is not None else 0.0)
    if worth > 0:
        yield Aid(worth, command(field.being.id, "break_grab", who=field.being.id, by=by), "Free again")


def when_idle(field: Field) -> Iterator[Aid]:
    """Whom nobody sees has to be found; or a blow waits for who comes."""
    scene, being = field.scene, field.being
    for name in hiders(scene, being):
        hidden = profile(scene, scene.beings[str(name)])
        yield Aid(FOUND * hidden.output, command(being.id, "search", target=name), "Somebody hides here")
    strikes = [arm.strike for arm in field.outlook.arms]
    strikes = [strike for strike in strikes if strike.attack.melee and not strike.attack.limits]
    near = [t for t in field.threats if distance(scene, being, t.enemy.being) <= t.enemy.speed + field.outlook.reach]
    if strikes and near:
        worth, name = max([(blow(scene, s, t.enemy).worth, s.attack.id) for s in strikes for t in near])
        args = (("action", name), ("event", "moves"), ("who", ""), ("with", ()))
        given = Command(being.id, "prepare", args)
        yield Aid(COMES * worth, given, "A blow for whoever comes near")


# -- against what comes


def incoming(field: Field, threat: Threat) -> float:
    """What an enemy is expected to do to one before the own next turn, friends beside whom it may choose."""
    return reaching(field, threat) / shared(field)


def reaching(field: Field, threat: Threat) -> float:
    """What an enemy could do to one by then."""
    enemy = threat.enemy
    away = distance(field.scene, field.being, enemy.being)
    melee = threat.melee if away <= enemy.profile.reach + enemy.speed else 0.0
    return max(melee, threat.afar if away <= NEAR else 0.0)


def shared(field: Field) -> int:
    """Among how many friends the attacks of enemies are divided."""
    return 1 + len([a for a in field.scene.allies(field.being) if a.fights and not a.beaten])


def stances(field: Field) -> Iterator[Aid]:
    """vt.act.dodge, vt.act.brace: Tier on a score, until the own next turn starts."""
    scene, being, own, now = field.scene, field.being, field.own, field.outlook.tier
    coming = [threat for threat in field.threats if reaching(field, threat) > 0]
    if not coming or now <= 0:
        return
    before = sum([max(threat.melee, threat.afar) for threat in coming])
    for name, (state, more) in STANCES.items():
        if state in being.states:
            continue
        raised = own.behind(own.guard.raised(scene, being, **{more: now}))
        after = sum([max(worst(scene, threat.enemy, raised)) for threat in coming])
        yield Aid(
            STANCE * patience(scene) * (before - after) / shared(field),
            Command(being.id, name),
            f"{name.capitalize()} before they come",
        )


def readying(field: Field) -> Iterator[Aid]:
    """vt.act.aim, vt.act.empower: Tier on the next roll, where two weak blows are worth less than a good one."""
    scene, being = field.scene, field.being
    now = field.outlook.tier
    tried = [(came.worth, n, i) for i, e in enumerate(field.others) for n, came in enumerate(field.outlook.on(e))]
    if not tried or now <= 0:
        return
    worth, number, index = max(tried)
    strike, enemy = field.outlook.arms[number].strike, field.others[index]
    if "Aiming" not in being.states and not strike.attack.kind.direct:
        gain = field.outlook.worth(number, enemy, now).worth - worth
        yield Aid(READY * gain, Command(being.id, "aim"), "A better aim for the next blow")
    if "Empowered" not in being.states and strike.attack.damages:
        gain = blow(scene, strike.plus(damage=now), enemy).worth - blow(scene, strike, enemy).worth
        yield Aid(READY * gain, Command(being.id, "empower"), "A harder blow next time")
    for ally in scene.friends(being):
        if not ally.beaten and ally.fights and adjacent(scene, being, ally) and "Assisted" not in ally.states:
            gain = HELPED * now * profile(scene, ally).output
            yield Aid(READY * gain, command(being.id, "assist", ally=ally.id, against=""), f"Help for {ally.name}")


def walling(field: Field) -> Iterator[Aid]:
    """vt.ability.wall: something to stand behind for whoever charges."""
    scene, being = field.scene, field.being
    if may_raise(scene, being) is not None or walls_of(scene, being) or not field.threats:
        return
    ways = [cast(tuple[Cell, ...], cells) for cells in walls_to_raise(scene, being)]
    if ways:
        enemies = [threat.enemy.being for threat in field.threats]
        _, _, cells = max([(len(hidden_by(scene, being, way, enemies)), len(way), way) for way in ways])
        worth = BEHIND * sum([incoming(field, threat) for threat in field.threats])
        yield Aid(worth, command(being.id, "raise_wall", cells=cells), "A wall against them")


# ---------------------------------------------------------------- for nothing


def free_aids(field: Field, acts: bool) -> Iterator[Aid]:
    """What costs no Primary Action; `acts`: an attack is to come in this turn."""
    scene, being = field.scene, field.being
    if not being.sheet.boons and not being.sheet.movement:
        return
    for _, entry, power in abilities(scene, being):
        if isinstance(power, AttackAura) and not being.has_used("attack_aura"):
            yield from burning(field, power)
        elif isinstance(power, SupportAura) and not aura_is_on(being, entry.id):
            near = [a for a in scene.friends(being) if not a.beaten and distance(scene, being, a) <= power.radius]
            if near:
                yield Aid(float(len(near)), command(being.id, "support_aura"), "An aura for friends")
    for name in unkept(scene, being):
        yield Aid(1.0, command(being.id, "keep_wall", wall=name), "The wall is to stand")
    if acts:
        for name in to_activate(scene, being):
            yield Aid(1.0, command(being.id, "activate", bonus=name), "Now is the time")
    if knack(scene, being, HeadStart) is not None and not being.has_used("protect"):
        yield from protecting(field)


def burning(field: Field, power: AttackAura) -> Iterator[Aid]:
    """vt.ability.attack_aura: everything inside is hurt; friends only where none can be spared."""
    scene, being = field.scene, field.being
    inside = in_aura(scene, being, power.radius)
    spare = tuple([other.id for other in inside if other.side == being.side]) if power.selective else ()
    worth = 0.0
    for other in inside:
        if other.id not in spare and not other.is_wall and not other.beaten:
            harm = burnt(being, power, field.outlook.tier, Target(scene, other))
            worth += harm if other.side != being.side else -1.3 * harm
    if worth > 0:
        yield Aid(worth, command(being.id, "attack_aura", spare=spare), "All around are burnt")


def protecting(field: Field) -> Iterator[Aid]:
    """vt.act.protect, for nothing: who stands beside one and can bear less."""
    scene, being = field.scene, field.being
    for ally in scene.friends(being):
        if ally.beaten or not ally.fights or "Protected" in ally.states or not adjacent(scene, being, ally):
            continue
        other = Target(scene, ally)
        if other.dr + other.av < field.own.dr + field.own.av and field.own.left > 25:
            given = command(being.id, "protect", ally=ally.id)
            yield Aid(1.0 + field.own.dr + field.own.av - other.dr - other.av, given, f"Before {ally.name}")
