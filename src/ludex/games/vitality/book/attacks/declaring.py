"""Attacks as they are declared: the price, a random limit, the leap.

vt.attack.order: declare attack and targets; the Accuracy Check and the effect are in `accuracy_and_effect.py`. Blows,
hits and outcomes are in `blow.py`, and who can be attacked in `targets.py`.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.games.vitality.book.attacks.accuracy_and_effect import (
    RULE,
    Course,
    aims,
    can_go_on,
    finish,
    lose,
    still_reached,
)
from ludex.games.vitality.book.attacks.blow import DECLARED, WAITED, Blow
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.limits import chances, pay
from ludex.games.vitality.book.attacks.rolls import MELEE_TYPES, about_of, attack_in
from ludex.games.vitality.book.attacks.targets import can_leap, out_of_reach, taken_by
from ludex.games.vitality.book.attacks.upgrades import cite_upgrades, leap, repeats
from ludex.games.vitality.book.dice import ACCURACY, CHANCE, Throw, by_the_gm
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.book.movement.steps import travel
from ludex.games.vitality.records.attack_effects import Channel, ChooseTargets, Origin, Range, Scale
from ludex.games.vitality.state import Being, Scene


def declare(scene: Scene, blow: Blow) -> None:
    """Put a whole attack on the agenda. Whoever calls has made sure that it may be made."""
    scene.next(commence(blow))


@step(RULE)
async def commence(scene: Scene, blow: Blow) -> None:
    """The attack and its targets are named, and its price is paid. What an attack brings about costs no more."""
    attacker, attack = attack_in(scene, blow)
    if not can_go_on(scene, blow):
        lose(scene, blow)
        return
    if scene.options["opt_melee_choose_each_time"] and attack.type_of in MELEE_TYPES and not blow.melee:
        about: dict[str, Plain] = {"by": blow.by, "attack": blow.attack, "targets": blow.targets}
        rule = "vt.attack.type.melee_accuracy"
        way = await ask(scene, blow.by, OneOf((ACCURACY, "effect")), rule=rule, about=about, default=ACCURACY)
        blow = blow._replace(melee=str(way))
    scene.record("attacks", RULE, who=blow.by, attack=blow.attack, targets=blow.targets, how=blow.how)
    scene.cite(attack.kind.rule)
    cite_upgrades(scene, attack, ChooseTargets, Origin, Range, Scale)
    if blow.how not in WAITED:
        remember_attack(attacker, attack)
        if blow.how in DECLARED:
            pay(scene, attacker, attack, blow.costs)
    await scene.then(attempt(blow))


def remember_attack(attacker: Being, attack: Built) -> None:
    """What later turns ask for: that they have attacked, when with this, how long they channel. A charge is used."""
    attacker.note("attack")
    channel = attack.part(Channel)
    before = (attack.id, 0) in attacker.idle  # made in this turn already
    if channel is not None and not before:
        most = (channel.most - channel.first) // channel.step
        so_far = attacker.channel[1] + 1 if attacker.channel[0] == attack.id else 0
        attacker.channel = (attack.id, min(so_far, most))
    timed = any([need.test == "unused_for_turns" for limit in attack.limits for need in limit.needs])
    if (timed or channel is not None) and not before:
        others = [(name, ago) for name, ago in attacker.idle if name != attack.id]
        attacker.idle = tuple(sorted([*others, (attack.id, 0)]))
    if attacker.charged[0] == attack.id:
        attacker.charged = ("", 0)


@step(RULE)
async def attempt(scene: Scene, blow: Blow) -> None:
    """Whoever has fallen by the price loses the attack (vt.limit.hp), or is hindered by anything else; then the die of
    a random limit is rolled."""
    attacker, attack = attack_in(scene, blow)
    number = chances(attack) if blow.how in DECLARED else 0
    if not can_go_on(scene, blow):
        lose(scene, blow)
    elif number:
        rule = "vt.limit.random"
        throw = Throw(CHANCE, blow.by, rule, by_the_gm(scene, attacker, rule), number=number, about=about_of(blow))
        cast(scene, throw._replace(marks=(1, max(1, number - throw.bonus))), chanced(blow))
    else:
        await approach(scene, blow)


@outcome("vt.limit.random")
async def chanced(scene: Scene, blow: Blow, natural: int, throw: Throw) -> None:
    """A die that is too low wastes the action."""
    if throw.number is not None and throw.total(natural) < throw.number:
        scene.record("wasted", "vt.limit.random", who=blow.by, attack=blow.attack)
        finish(scene, blow, ())
    else:
        await approach(scene, blow)


async def approach(scene: Scene, blow: Blow) -> None:
    """vt.up.pounce: a leap, where the target is not in reach without it. What is out of reach otherwise was declared by
    the game master's word, and is carried out."""
    attacker, attack = attack_in(scene, blow)
    if not attack.kind.area and blow.origin is None and len(blow.targets) == 1:
        target = scene.beings[blow.targets[0]]
        far = out_of_reach(scene, attacker, attacker, attack, target) is not None
        if far and can_leap(scene, attacker, attack, target):
            scene.next(travel(attacker, leap(scene, attacker, attack, target), "leap"), land_from_leap(blow))
            return
    await begin(scene, blow)


@step("vt.up.pounce")
async def land_from_leap(scene: Scene, blow: Blow) -> None:
    """Whoever was stopped on the way, or has fallen, does not attack any more."""
    attacker, attack = attack_in(scene, blow)
    if not can_go_on(scene, blow) or out_of_reach(scene, attacker, attacker, attack, scene.beings[blow.targets[0]]):
        lose(scene, blow)
    else:
        await begin(scene, blow)


async def begin(scene: Scene, blow: Blow) -> None:
    _, attack = attack_in(scene, blow)
    rounds = repeats(attack) if blow.how in DECLARED else 1
    beyond = rounds > 1 and not any([still_reached(scene, blow, name) for name in blow.targets])
    await scene.then(aims(Course(blow, rounds, left=taken_by(scene, blow), beyond=beyond)))
