"""Upgrades on the way through an attack: what they do to its numbers, to those who are hit, and to those who are hurt.

What an attack adds to its rolls stands in the attack as it was built (`built.py`). Here is what depends on how the
rolls came out. What follows when the attack is over is in `aftermath.py`.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.cells import side_of_line
from ludex.core.kernel.scene import Until, told, until_end_of_next, until_start_of
from ludex.games.vitality.book.action_types import THIS_TURN
from ludex.games.vitality.book.attacks.blow import HAZARD, Blow, Hit, Outcome
from ludex.games.vitality.book.attacks.built import Built, attack_of, upgrade_rule
from ludex.games.vitality.book.attacks.bully import may_bully
from ludex.games.vitality.book.attacks.hazards import lay
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.characters.scores import half, share, tier
from ludex.games.vitality.book.characters.space import cells_of, distance, sees
from ludex.games.vitality.book.conditions import PERMANENT, afflict, until_end_of_turn
from ludex.games.vitality.book.health.damage import Harm, defeat, heal, hurt
from ludex.games.vitality.book.movement.footing import LEAP, Footing, Spot
from ludex.games.vitality.records.attack_effects import (
    Base,
    Blast,
    Bleed,
    Brutal,
    Bully,
    Concentrate,
    Critical,
    Disengage,
    Excess,
    Finish,
    FollowUp,
    Hazard,
    Lasting,
    Leap,
    Leech,
    Manhandle,
    Mark,
    Panic,
    Permanent,
    Pierce,
    Repeat,
    Ricochet,
    Shatter,
    Splinter,
    Spread,
    StrikeAgain,
)
from ludex.games.vitality.records.kinds import Upgrade
from ludex.games.vitality.state import Being, Scene

BY_CRITICALS = (Blast, Manhandle, Ricochet, StrikeAgain)
BY_DEFEATS = (Panic, Splinter)
BY_CONDITIONS = (Concentrate, FollowUp, Spread)
MARKED = "priority_target"  # the word under which it is remembered that a mark was set in this turn


@told
def cite_upgrades(scene: Scene, attack: Built, *kinds: type[Base]) -> None:
    """Say which upgrades of an attack are at work here: those with an effect of one of these kinds."""
    for name in attack.upgrades:
        entry: Upgrade = scene.library.shelves["upgrade"].entries[name]
        if any([isinstance(effect, kinds) for effect in entry.effects]):
            scene.cite(upgrade_rule(entry))


@told
def cite_critical(scene: Scene, attack: Built, roll: str) -> None:
    """Say which upgrades of an attack have widened the range of its critical dice."""
    for name in attack.upgrades:
        entry: Upgrade = scene.library.shelves["upgrade"].entries[name]
        if any([isinstance(effect, Critical) and effect.roll == roll for effect in entry.effects]):
            scene.cite(upgrade_rule(entry))


# ---------------------------------------------------------------- the rolls


def repeats(attack: Built) -> int:
    """vt.up.barrage: how often the attack is made."""
    found = attack.part(Repeat)
    return 1 if found is None else found.times


def excess_bonus(scene: Scene, attacker: Being, attack: Built, excess: int) -> int:
    """vt.up.overhit: far above Avoidance, every whole pair of the excess adds 1 to the effect roll."""
    found = attack.part(Excess)
    if found is None or excess < found.tiers * tier(scene, attacker):
        return 0
    return excess // found.per


def pierces(attack: Built) -> bool:
    """vt.up.armor_piercing: does Endurance not count?"""
    return attack.part(Pierce) is not None


def dealt(scene: Scene, attacker: Being, attack: Built, target: Being, difference: int) -> int:
    """vt.up.brutal, vt.up.shatter: the HP that an amount above Durability costs."""
    brutal, shatter = attack.part(Brutal), attack.part(Shatter)
    if brutal is not None:
        threshold = brutal.tiers * tier(scene, attacker)
        if difference >= threshold:
            scene.cite("vt.up.brutal")
            beyond = difference - threshold if scene.options["opt_brutal_over_threshold"] else difference
            difference += half(scene, beyond)
    if shatter is not None and target.is_wall:
        scene.cite("vt.up.shatter")
        difference *= shatter.times
    return difference


def enough(scene: Scene, attacker: Being, attack: Built, target: Being) -> int:
    """By how much the Damage Roll must be above Durability to bring the target down."""
    wanted = max(1, target.hp)
    if finishes := [effect for effect in attack.effects if isinstance(effect, Finish)]:
        left = max([most_left(scene, effect, target) for effect in finishes])
        wanted = max(1, wanted - left)
    if attack.part(Brutal) is None and attack.part(Shatter) is None:
        return wanted
    return next(n for n in range(1, wanted + 1) if dealt(scene, attacker, attack, target, n) >= wanted)


# ---------------------------------------------------------------- the leap


def leap(scene: Scene, attacker: Being, attack: Built, target: Being) -> tuple[Spot, ...]:
    """vt.up.pounce: the straight way towards the target, as far as it takes to reach it; none without the upgrade."""
    found = attack.part(Leap)
    if found is None:
        return ()
    footing = Footing(scene, attacker, LEAP)
    mover = attacker.fork()
    way: list[Spot] = []
    good = 0  # so many of them, after which there is room
    for _ in range(found.spaces):
        here = way[-1] if way else footing.start
        ahead = [spot for spot in towards(scene, footing, here, target) if footing.cost(here, spot) is not None]
        if not ahead:
            break
        way.append(min(ahead, key=lambda spot: (abs(side_of_line(attacker.at, target.at, spot[0])), spot)))
        if footing.room(way[-1]):
            good = len(way)
            mover.at, mover.height = way[-1]
            if reaches_from(scene, mover, attack, target):
                break
    return tuple(way[:good])


def towards(scene: Scene, footing: Footing, here: Spot, target: Being) -> list[Spot]:
    """The next spots, nearer to the target; whoever flies comes to its height, at the end straight up or down."""
    board = scene.board
    left = board.distance(here[0], target.at)
    nearer = [cell for cell in board.neighbours(here[0]) if board.distance(cell, target.at) < left]
    aim = target.height if footing.flying else None
    if not nearer and aim not in (None, here[1]):
        return [(here[0], here[1] + (1 if target.height > here[1] else -1))]
    return [footing.onward(here, cell, aim) for cell in nearer]


def reaches_from(scene: Scene, attacker: Being, attack: Built, target: Being) -> bool:
    spaces = reach(scene, attacker) if attack.melee else attack.range
    return (attack.sight or distance(scene, attacker, target) <= spaces) and sees(scene, attacker, target)


# ---------------------------------------------------------------- who is hit


def after_hit(scene: Scene, blow: Blow, hit: Hit) -> None:
    """vt.up.priority_target, vt.up.disengage, vt.up.environmental: what a hit alone brings."""
    attacker = scene.beings[blow.by]
    attack = attack_of(scene, attacker, blow.attack)
    target = scene.beings[hit.target]
    if attack.part(Mark) is not None and not attacker.has_used(MARKED) and target is not attacker:
        attacker.use(MARKED, THIS_TURN)
        afflict(scene, target, "Marked", source=attacker.id, until=until_start_of(attacker))
    if attack.part(Disengage) is not None and scene.turns.current:
        afflict(scene, attacker, "Slipping", source=target.id, until=until_end_of_turn(scene))
    if attack.part(Hazard) is not None and not attack.kind.area:
        lay(scene, attacker, attack.id, dict.fromkeys(cells_of(target), (target.height, 0)))


# ---------------------------------------------------------------- who is hurt


def after_damage(scene: Scene, blow: Blow, target: Being, lost: int) -> None:
    """What damage brings beside itself. A hazard brings only the damage."""
    attacker = scene.beings[blow.by]
    attack = attack_of(scene, attacker, blow.attack)
    if not attack.effects or blow.how == HAZARD:
        return
    for effect in attack.effects:
        if isinstance(effect, Finish):
            finish_off(scene, attacker, target, effect)
        elif isinstance(effect, Leech):
            heal(scene, attacker, share(scene, lost, effect.share), "vt.up.leech", outside=False)
    if attack.part(Bleed) is not None:
        let_bleed(scene, attacker, target, lost)
    if attack.part(Bully) is not None:
        may_bully(scene, attacker, target)


def most_left(scene: Scene, finish: Finish, target: Being) -> int:
    """The most HP that leave somebody defeated: a fixed number, or less than a share of the maximum."""
    return max(finish.hp, share(scene, target.sheet.hp, finish.share) - 1) if finish.share else finish.hp


def finish_off(scene: Scene, attacker: Being, target: Being, finish: Finish) -> None:
    """vt.up.finishing_blow, vt.up.culling_strike: an enemy whom the damage leaves so low is defeated."""
    if target.side != attacker.side and target.here and 0 < target.hp <= most_left(scene, finish, target):
        rule = "vt.up.culling_strike" if finish.share else "vt.up.finishing_blow"
        scene.cite(rule)
        defeat(scene, target, rule, attacker.id)


def let_bleed(scene: Scene, attacker: Being, target: Being, lost: int) -> None:
    """vt.up.bleed: the same loss comes once more; a second bleeding does not begin while one runs."""
    if target.here and not target.is_wall and "Bleeding" not in target.states:
        afflict(scene, target, "Bleeding", source=attacker.id, value=lost, until=until_end_of_next(scene, attacker))


def bleed(scene: Scene, attacker: Being) -> None:
    """vt.up.bleed: a turn of whoever has caused it ends, and those who bleed since the turn before lose HP again."""
    for being in scene.beings.values():
        if "Bleeding" in being.states:
            for wound in being.conditions:
                if wound.name == "Bleeding" and wound.source == attacker.id and due(wound.until, attacker):
                    hurt(scene, being, Harm(wound.value, attacker.id, rule="vt.up.bleed"))


def due(until: Until | None, being: Being) -> bool:
    """Is it over when this turn of somebody ends?"""
    return until == Until("end of turn", being.id)


# ---------------------------------------------------------------- what is remembered until the attack is over


def worth_remembering(attack: Built, done: Outcome) -> Outcome | None:
    """What of an outcome something can follow from, so that what comes to the same is the same; nothing if nothing."""
    kept = Outcome(done.target)
    if done.hit is not None and done.hit.critical and has(attack, *BY_CRITICALS):
        kept = kept._replace(hit=done.hit if has(attack, Blast) else Hit(done.target, critical=True))
    if done.lost:
        fell = done.awake and has(attack, *BY_DEFEATS)
        kept = kept._replace(lost=1 if fell or has(attack, FollowUp) else 0, awake=fell)
    if done.took_hold:
        kept = kept._replace(took_hold=has(attack, *BY_CONDITIONS))
    alone = has(attack, Concentrate) or (has(attack, Hazard) and attack.kind.area)  # who got away matters, too
    return kept if alone or kept != Outcome(done.target) else None


def has(attack: Built, *kinds: type[Base]) -> bool:
    return any([isinstance(effect, kinds) for effect in attack.effects])


# ---------------------------------------------------------------- how long a condition lasts


def lasts(
    scene: Scene, attacker: Being, attack: Built, target: Being, until: Until | None, margin: int
) -> Until | None:
    """vt.up.lasting_condition: a margin of the target's Tier makes a condition last a turn longer. vt.up.cursed,
    vt.up.overwhelming_affliction: one that is large enough for the target's HP, or simply large, makes it permanent."""
    for effect in attack.effects:
        if isinstance(effect, Lasting) and until is not None and margin >= tier(scene, target):
            scene.cite("vt.up.lasting_condition")
            until = replace(until, turns=until.turns + effect.turns)
    for effect in attack.effects:
        if isinstance(effect, Permanent) and is_permanent(scene, attacker, target, effect, margin):
            scene.cite("vt.up.cursed" if effect.times else "vt.up.overwhelming_affliction")
            until = PERMANENT
    return until


def is_permanent(scene: Scene, attacker: Being, target: Being, effect: Permanent, margin: int) -> bool:
    if effect.times:
        return effect.times * margin >= max(0, target.hp)
    return margin >= effect.tiers * tier(scene, attacker)
