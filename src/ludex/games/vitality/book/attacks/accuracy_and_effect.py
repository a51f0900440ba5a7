"""The strike itself: Accuracy against each target, then the effect on those who are hit.

vt.attack.order: an Accuracy Check against each target's Avoidance; on a hit a Damage Roll or a Condition Check; then HP
are lost or the condition takes hold. Each part is a step as soon as somebody decides in it; what is known so far is
carried along in a `Course`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, happens
from ludex.games.vitality.book.attacks.blow import HAZARD, SEQUELS, WAITED, Blow, Hit, Outcome
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.condition_checks import condition_check, inflict, margin_of
from ludex.games.vitality.book.attacks.rolls import (
    DAMAGE_RULE,
    DEFENCELESS,
    HIT_RULE,
    accuracy,
    asks_for_total,
    assisted,
    attack_in,
    damage,
    of_hit,
    own_damage,
    parts_of,
    readied,
    shared_accuracy,
    shared_damage,
)
from ludex.games.vitality.book.attacks.targets import cannot_make, out_of_reach, standing_at, taken_by, unfit
from ludex.games.vitality.book.attacks.upgrades import after_damage, after_hit, dealt, pierces, worth_remembering
from ludex.games.vitality.book.characters.scores import cite_parts, total_of
from ludex.games.vitality.book.conditions import end
from ludex.games.vitality.book.dice import ACCURACY, CONDITION, DAMAGE, Throw, by_the_gm, reaches
from ludex.games.vitality.book.effort.on_rolls import cast, consider, end_raised_scores, next_to_look, outcome
from ludex.games.vitality.book.health.damage import Harm, hurt, less_durability
from ludex.games.vitality.state import Being, Scene

RULE = "vt.attack.order"


class Course(NamedTuple):
    """How far an attack has come."""

    blow: Blow
    rounds: int = 1  # how often it is still made, this time among them
    left: tuple[str, ...] = ()  # targets whose Avoidance has not been rolled against
    hits: tuple[Hit, ...] = ()  # targets on whom the effect is still to come
    outcomes: tuple[Outcome, ...] = ()
    rolled: tuple[int, tuple[Modifier, ...]] | None = None  # vt.attack.type.area: the Damage Roll that all share
    beyond: bool = False  # made by the game master's word on whom it does not reach: so it is made each time

    def on(self, left: tuple[str, ...], hits: tuple[Hit, ...]) -> Course:
        """With others to come."""
        return Course(self.blow, self.rounds, left, hits, self.outcomes, self.rolled, self.beyond)


def untried(course: Course) -> bool:
    """Has no die of the attack fallen yet, this time?"""
    return bool(course.left) and len(course.left) == len(course.blow.targets)


def can_go_on(scene: Scene, blow: Blow) -> bool:
    """vt.attack.order: can the attacker still make this attack? What waits in a space is made without them."""
    attacker, attack = attack_in(scene, blow)
    return not attacker.states or blow.how in WAITED or cannot_make(attacker, attack) is None


def lose(scene: Scene, blow: Blow, outcomes: tuple[Outcome, ...] = ()) -> None:
    """Whoever cannot make an attack any more loses it, or what is left of it."""
    scene.record("attack_lost", RULE, who=blow.by, attack=blow.attack)
    finish(scene, blow, outcomes)


# ---------------------------------------------------------------- Accuracy


@step(RULE)
async def aims(scene: Scene, course: Course) -> None:
    """The Accuracy Check against the next target; when all are made, the effect. Direct attacks hit without a roll."""
    blow, left = course.blow, tuple([name for name in course.left if scene.beings[name].here])
    attacker, attack = attack_in(scene, blow)
    if untried(course) and not can_go_on(scene, blow):
        lose(scene, blow, course.outcomes)
    elif not left:
        await scene.then(affects(course.on((), course.hits)))
    elif attack.kind.direct:
        hits = tuple([Hit(name, critical=defenceless(scene, name)) for name in left])
        strike(scene, blow, hits)
        await scene.then(aims(course.on((), hits)))
    elif attack.kind.area and scene.options["opt_area_one_accuracy"]:
        modifiers = await assisted(scene, attacker, ACCURACY, *left)
        if not can_go_on(scene, blow):
            lose(scene, blow, course.outcomes)
            return
        modifiers += [*readied(scene, attacker, ACCURACY), *by_the_gm(scene, attacker, HIT_RULE)]
        shared = (*parts_of(scene, blow, attack, ACCURACY, None), *modifiers)
        throw = shared_accuracy(scene, blow, left, shared, tuple(modifiers))
        cast(scene, throw, aimed_at_all(course.on(left, course.hits), tuple(modifiers)))
    else:
        modifiers = await assisted(scene, attacker, ACCURACY, left[0])
        if untried(course) and not can_go_on(scene, blow):
            lose(scene, blow, course.outcomes)
            return
        modifiers += [*readied(scene, attacker, ACCURACY), *by_the_gm(scene, attacker, HIT_RULE)]
        cast(scene, accuracy(scene, blow, left[0], tuple(modifiers)), struck(course.on(left, course.hits)))


@outcome("vt.attack.type.area")
async def aimed_at_all(
    scene: Scene, course: Course, modifiers: tuple[Modifier, ...], natural: int, throw: Throw
) -> None:
    """opt_area_one_accuracy: the same die against everybody; each may still raise their own Avoidance."""
    added = tuple([part for part in throw.modifiers if part.rule == "vt.effort.add_tier_roll"])
    scene.next(compares(course, natural, (*modifiers, *added)))


@step("vt.attack.type.area")
async def compares(scene: Scene, course: Course, natural: int, modifiers: tuple[Modifier, ...]) -> None:
    left = tuple([name for name in course.left if scene.beings[name].here])
    if left:
        throw = accuracy(scene, course.blow, left[0], modifiers)._replace(fallen=True)
        consider(scene, throw, natural, compared(course.on(left, course.hits), natural, modifiers))
    else:
        await scene.then(affects(course.on((), course.hits)))


@outcome("vt.attack.type.area")
async def compared(
    scene: Scene, course: Course, die: int, modifiers: tuple[Modifier, ...], natural: int, throw: Throw
) -> None:
    scene.next(compares(judge(scene, course, natural, throw), die, modifiers))


@outcome(HIT_RULE)
async def struck(scene: Scene, course: Course, natural: int, throw: Throw) -> None:
    """A miss is the end of it for this target: no effect is rolled."""
    await scene.then(aims(judge(scene, course, natural, throw)))


def judge(scene: Scene, course: Course, natural: int, throw: Throw) -> Course:
    """Is the first of the targets that are left hit?"""
    blow, name, left = course.blow, course.left[0], course.left[1:]
    _, attack = attack_in(scene, blow)
    target = scene.beings[name]
    if not reaches(scene, natural, throw):
        target.befalls("attacked")
        scene.record("misses", HIT_RULE, who=blow.by, target=name, attack=blow.attack)
        trigger(scene, blow, name, "attacked")
        return remember(scene, course.on(left, course.hits), Outcome(name))
    critical = natural >= attack.critical_from or defenceless(scene, name)
    hit = Hit(name, natural, critical)
    if asks_for_total(attack) and throw.number is not None:
        total = throw.total(natural)
        hit = hit._replace(excess=max(0, total - throw.number), total=total)
    strike(scene, blow, (hit,))
    return course.on(left, (*course.hits, hit))


def defenceless(scene: Scene, name: str) -> bool:
    """vt.cond.stun: is every attack that hits a critical one, whether it was rolled or not?"""
    return not scene.beings[name].states.isdisjoint(DEFENCELESS)


def strike(scene: Scene, blow: Blow, hits: tuple[Hit, ...]) -> None:
    """Targets are hit: everybody remembers it, and others may react."""
    attacker = scene.beings[blow.by]
    for hit in hits:
        target = scene.beings[hit.target]
        target.befalls("attacked")
        target.befalls("hit")
        if scene.turns.current == attacker.id:
            attacker.note(f"hit {target.id}")
        scene.record("hits", HIT_RULE, who=blow.by, target=target.id, attack=blow.attack, critical=hit.critical)
        after_hit(scene, blow, hit)
        trigger(scene, blow, target.id, "attacked", "hit")


def trigger(scene: Scene, blow: Blow, target: str, *kinds: str) -> None:
    """vt.act.prepare: something happens to a target for which others may wait; nothing else follows from it."""
    if somebody_waits(scene):
        for kind in kinds:
            happens(scene, Event(kind, target, blow.by))


def somebody_waits(scene: Scene) -> bool:
    return any([being.prepared is not None for being in scene.beings.values()])


def land(scene: Scene, blow: Blow, hits: tuple[Hit, ...]) -> None:
    """The effect of an attack on targets that count as hit: no price, no Accuracy Check, each with a roll of its own
    unless it is an area. What lies in a space attacks nobody."""
    if blow.how != HAZARD:
        strike(scene, blow, hits)
    scene.next(aims(Course(blow, hits=hits)))


# ---------------------------------------------------------------- the effect


@step(RULE)
async def affects(scene: Scene, course: Course) -> None:
    """The effect on the next who was hit, each by their own roll; only the Damage Roll of an area is one for all."""
    hits = tuple([hit for hit in course.hits if scene.beings[hit.target].here])
    course = course.on(course.left, hits)
    attacker, attack = attack_in(scene, course.blow)
    if not hits:
        await next_round(scene, course)
    elif not attack.damages:
        modifiers = await roll_of_effect(scene, course, CONDITION, hits[0])
        target = scene.beings[hits[0].target]
        condition_check(scene, attacker, target, modifiers, attack.effect, attack.versus, checked(course), attack)
    elif course.rolled is not None:
        await deal_in_turn(scene, course)
    elif attack.kind.area and len(hits) > 1:
        modifiers = await roll_of_effect(scene, course, DAMAGE, None)
        throw = shared_damage(scene, course.blow, hits, tuple(modifiers))
        await make(scene, course.blow, attack, throw, falls_on_all(course))
    else:
        modifiers = await roll_of_effect(scene, course, DAMAGE, hits[0])
        throw = damage(scene, course.blow, hits[0], tuple(modifiers))
        await make(scene, course.blow, attack, throw, dealt_to(course))


async def roll_of_effect(scene: Scene, course: Course, stat: str, hit: Hit | None) -> list[Modifier]:
    """All modifiers of a Damage Roll or Condition Check; without a target those that hold for everybody."""
    blow = course.blow
    attacker, attack = attack_in(scene, blow)
    names = [one.target for one in course.hits] if hit is None else [hit.target]
    modifiers = await assisted(scene, attacker, stat, *names)
    modifiers += readied(scene, attacker, stat)
    if stat == DAMAGE:  # that of a Condition Check is taken where it is made
        modifiers += by_the_gm(scene, attacker, DAMAGE_RULE)
    if hit is None:
        return [*parts_of(scene, blow, attack, stat, None), *modifiers]
    target = scene.beings[hit.target]
    return [*parts_of(scene, blow, attack, stat, target), *of_hit(scene, blow, attack, hit), *modifiers]


# ---------------------------------------------------------------- damage


async def make(scene: Scene, blow: Blow, attack: Built, throw: Throw, then: Entry) -> None:
    """The Damage Roll: with dice, or by a flat number that Effort can still raise (vt.effort.add_tier_roll)."""
    if not attack.flat:
        cast(scene, throw, then)
        return
    record_flat(scene, blow, attack, throw.modifiers)
    if next_to_look(scene, throw, 0, ()) is not None:
        consider(scene, throw, 0, then)
    else:
        await then.step.start(scene, (*then.args, 0, throw))


def record_flat(scene: Scene, blow: Blow, attack: Built, modifiers: tuple[Modifier, ...]) -> None:
    """vt.attack.type.direct_damage, vt.up.high_impact: no dice fall, and the number is told all the same."""
    cite_parts(scene, modifiers)
    total, rule = total_of(modifiers), modifiers[0].rule
    scene.record("flat", rule, by=blow.by, attack=attack.id, total=total, modifiers=modifiers)


@outcome("vt.attack.type.area")
async def falls_on_all(scene: Scene, course: Course, natural: int, throw: Throw) -> None:
    await deal_in_turn(scene, course._replace(rolled=(natural, throw.modifiers)))


async def deal_in_turn(scene: Scene, course: Course) -> None:
    """The shared roll falls on one after the other, each of whom may have something to decide."""
    assert course.rolled is not None
    natural, modifiers = course.rolled
    throw = own_damage(scene, course.blow, course.hits[0], modifiers)
    if next_to_look(scene, throw, natural, ()) is not None:
        consider(scene, throw, natural, dealt_to(course))
    else:
        await scene.then(affects(deal(scene, course, throw.total(natural))))


@outcome(DAMAGE_RULE)
async def dealt_to(scene: Scene, course: Course, natural: int, throw: Throw) -> None:
    await scene.then(affects(deal(scene, course, throw.total(natural))))


def deal(scene: Scene, course: Course, total: int) -> Course:
    """The first who was hit loses HP: what is left of the total after Durability."""
    blow, hit = course.blow, course.hits[0]
    attacker, attack = attack_in(scene, blow)
    target = scene.beings[hit.target]
    difference = less_durability(scene, target, total, pierced=pierces(attack))
    amount = dealt(scene, attacker, attack, target, difference) if difference else 0
    awake = not target.beaten
    lost = hurt(scene, target, Harm(amount, blow.by, blow.attack, DAMAGE_RULE, total - difference))
    if lost:
        after_damage(scene, blow, target, lost)
        trigger(scene, blow, target.id, "damaged")
        if awake and somebody_waits(scene):
            scene.next(fallen(target, blow.by))
    done = Outcome(hit.target, hit, min(lost, 1), awake=awake)
    return remember(scene, course.on(course.left, course.hits[1:]), done)


@step(DAMAGE_RULE)
async def fallen(scene: Scene, target: Being, by: str) -> None:
    """After a Survival Check: whoever waits for it learns that somebody has fallen."""
    if target.beaten:
        happens(scene, Event("fallen", target.id, by))


# ---------------------------------------------------------------- conditions


@outcome("vt.formula.condition")
async def checked(scene: Scene, course: Course, natural: int, throw: Throw) -> None:
    """The condition takes hold, or the target resists it."""
    blow, hit = course.blow, course.hits[0]
    attacker, attack = attack_in(scene, blow)
    target = scene.beings[hit.target]
    held = False
    if reaches(scene, natural, throw):
        margin = margin_of(scene, attack, natural, throw)
        held = inflict(
            scene, attacker, target, attack.effect, attack, margin=margin, versus=attack.versus, stat=attack.stat
        )
    else:
        scene.record("resists", throw.rule, who=target.id, by=blow.by, attack=blow.attack, effect=attack.effect)
    done = Outcome(hit.target, hit, took_hold=held)
    await scene.then(affects(remember(scene, course.on(course.left, course.hits[1:]), done)))


# ---------------------------------------------------------------- the end


def remember(scene: Scene, course: Course, done: Outcome) -> Course:
    """What came of it for one target, as far as something can follow from that when the attack is over."""
    _, attack = attack_in(scene, course.blow)
    kept = worth_remembering(attack, done) if attack.effects else None
    return course if kept is None else course._replace(outcomes=(*course.outcomes, kept))


async def next_round(scene: Scene, course: Course) -> None:
    """vt.up.barrage: the attack is made once more, while there is somebody to make it, and to take it within reach."""
    blow = course.blow
    able = course.rounds > 1 and can_go_on(scene, blow)
    there = [name for name in blow.targets if scene.beings[name].here]
    if able and any([course.beyond or still_reached(scene, blow, name) for name in there]):
        left = taken_by(scene, blow)
        scene.next(aims(Course(blow, course.rounds - 1, left, outcomes=course.outcomes, beyond=course.beyond)))
    else:
        finish(scene, blow, course.outcomes)


def still_reached(scene: Scene, blow: Blow, name: str) -> bool:
    """Can the attack still be made on a target, and without another leap?"""
    attacker, attack = attack_in(scene, blow)
    target = scene.beings[name]
    start = attacker if blow.origin is None else standing_at(scene, attacker, blow.origin)
    fit = blow.how in WAITED or unfit(scene, attacker, attack, target) is None
    return fit and out_of_reach(scene, attacker, start, attack, target) is None


def finish(scene: Scene, blow: Blow, outcomes: tuple[Outcome, ...]) -> None:
    """The attack is over: a hidden attacker is seen, what it has brought about follows, and what was for it ends."""
    if blow.how not in WAITED:
        end(scene, scene.beings[blow.by], "Hidden")
    end_raised_scores(scene, blow.by)
    before = len(scene.fresh)
    for sequel in SEQUELS:
        sequel(scene, blow, outcomes)
    if len(scene.fresh) > before:
        scene.next(settled(blow.by))


@step(RULE)
async def settled(scene: Scene, by: str) -> None:
    """What an attack has brought about is over, too."""
    end_raised_scores(scene, by)
