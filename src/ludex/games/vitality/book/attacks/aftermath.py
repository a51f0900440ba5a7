"""When an attack is over: the attacks that it brings about, and all else that follows from what came of it.

Attacks that follow from another are made by the same rules, but they cost nothing and bring no more of their kind, are
made once (vt.up.barrage), and nobody goes on striking at those who have fallen. Only Splinter goes on after each of
them, so often as the whole attack may, and one of them may bring the Extra Attack of the turn. What is left behind is
in `lingering.py`, fear in `condition_checks.py`, holds and shoves in `bully.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf, Several
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.timing import DECLINE
from ludex.games.vitality.book.action_types import THIS_TURN
from ludex.games.vitality.book.attacks.accuracy_and_effect import can_go_on, land
from ludex.games.vitality.book.attacks.blow import DECLARED, HAZARD, SEQUELS, WAITED, Blow, Hit, Outcome
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.bully import may_manhandle
from ludex.games.vitality.book.attacks.condition_checks import spread_terror
from ludex.games.vitality.book.attacks.declaring import declare
from ludex.games.vitality.book.attacks.lingering import concentrate, lay_on_area
from ludex.games.vitality.book.attacks.rolls import attack_in
from ludex.games.vitality.book.attacks.targets import out_of_reach, refuse_target, standing_at, unfit
from ludex.games.vitality.book.characters.features import uses_left
from ludex.games.vitality.book.characters.scores import avoidance, half_up, tier, total_of
from ludex.games.vitality.book.characters.space import distance, sees
from ludex.games.vitality.book.dice import ACCURACY, NATURAL, Throw, reaches
from ludex.games.vitality.book.effort.on_rolls import consider, outcome
from ludex.games.vitality.records.attack_effects import (
    Blast,
    FollowUp,
    Manhandle,
    Ricochet,
    Splinter,
    Spread,
    StrikeAgain,
)
from ludex.games.vitality.state import Being, Scene

AGAIN, BLAST, FOLLOW_UP, RICOCHET, SPLINTER, SPREAD = "again", "blast", "follow_up", "ricochet", "splinter", "spread"


def after_attack(scene: Scene, blow: Blow, outcomes: tuple[Outcome, ...]) -> None:
    """Last of all, once for each attack. What a hazard does is no attack, and nothing follows from it."""
    if not outcomes or blow.how == HAZARD:
        return
    attacker, attack = attack_in(scene, blow)
    fallen = felled(scene, attacker, outcomes)
    hits = [outcome.hit for outcome in outcomes if outcome.hit is not None]
    lay_on_area(scene, attacker, blow, attack)
    concentrate(scene, attacker, blow, attack, outcomes)
    spread_terror(scene, attacker, attack, fallen)
    manhandle(scene, attacker, attack, hits)
    if blow.how in DECLARED:
        forget_splinters(attacker, attack)
        of_criticals(scene, blow, attack, [hit for hit in hits if hit.critical])
    follow_up(scene, attacker, blow, attack, outcomes)
    if blow.how in DECLARED:
        spread(scene, blow, attack, outcomes)
    splinter_off(scene, attacker, blow, attack, fallen)


SEQUELS.append(after_attack)


def felled(scene: Scene, attacker: Being, outcomes: tuple[Outcome, ...]) -> list[Being]:
    """The enemies whom the attack has defeated: who were awake before it, and are not now."""
    names = dict.fromkeys([outcome.target for outcome in outcomes if outcome.lost and outcome.awake])
    targets = [scene.beings[name] for name in names]
    return [being for being in targets if being.beaten and not being.is_wall and being.side != attacker.side]


def manhandle(scene: Scene, attacker: Being, attack: Built, hits: list[Hit]) -> None:
    """vt.up.martial_artist: with every critical hit, on those who are still there."""
    found = attack.part(Manhandle)
    if found is not None:
        for hit in hits:
            if hit.critical:
                may_manhandle(scene, attacker, scene.beings[hit.target], found.spaces, attack.melee)


def of_criticals(scene: Scene, blow: Blow, attack: Built, hits: list[Hit]) -> None:
    """Dice from 15 on that hit: each brings the attack once more, on the same target or on others."""
    ricochet, blast = attack.part(Ricochet), attack.part(Blast)
    for hit in hits:
        if attack.part(StrikeAgain) is not None:
            scene.next(strikes_again(blow, scene.beings[hit.target]))
        if ricochet is not None:
            scene.next(ricochets(blow, scene.beings[hit.target], ricochet.targets))
        if blast is not None:
            scene.next(blasts(blow, hit, near_blast(scene, blow, hit, blast.radius), ()))


def follow_up(scene: Scene, attacker: Being, blow: Blow, attack: Built, outcomes: tuple[Outcome, ...]) -> None:
    """vt.up.extra_attack: where the effect has succeeded, damage was dealt or the condition has taken hold; also after
    an attack that has followed from another."""
    done = [outcome.target for outcome in outcomes if outcome.lost or outcome.took_hold]
    if done and attack.part(FollowUp) is not None and not attacker.has_used(word_of(attack)):
        scene.next(follows_up(blow, blow.targets if attack.kind.area else (done[0],)))


def spread(scene: Scene, blow: Blow, attack: Built, outcomes: tuple[Outcome, ...]) -> None:
    """vt.up.contagious: from the first on whom the condition has taken hold."""
    held = [outcome.target for outcome in outcomes if outcome.took_hold]
    if held and attack.part(Spread) is not None:
        scene.next(spreads(blow, scene.beings[held[0]]))


# ---------------------------------------------------------------- whom it can be made on


def can_follow(scene: Scene, blow: Blow) -> bool:
    """Can the attacker go on to another attack? Whoever has set a trap need not be able to act, only be awake."""
    return not scene.beings[blow.by].beaten if blow.how in WAITED else can_go_on(scene, blow)


def can_be_struck(scene: Scene, blow: Blow, target: Being) -> bool:
    attacker, attack = attack_in(scene, blow)
    return not target.beaten and refuse_target(scene, attacker, attack, target, blow.origin) is None


def in_range(scene: Scene, blow: Blow, but: str) -> tuple[str, ...]:
    """The enemies whom the attack can reach from where it was made, without a leap."""
    attacker, attack = attack_in(scene, blow)
    if not can_follow(scene, blow):
        return ()
    start = attacker if blow.origin is None else standing_at(scene, attacker, blow.origin)
    return tuple(
        [
            enemy.id
            for enemy in scene.enemies(attacker)
            if enemy.id != but
            and can_be_struck(scene, blow, enemy)
            and out_of_reach(scene, attacker, start, attack, enemy) is None
        ]
    )


# ---------------------------------------------------------------- once more on the same target


@step("vt.up.double_tap")
async def strikes_again(scene: Scene, blow: Blow, target: Being) -> None:
    """Double Tap: the same attack on the same target."""
    if can_follow(scene, blow) and can_be_struck(scene, blow, target):
        declare(scene, blow._replace(targets=(target.id,), how=AGAIN))


def word_of(attack: Built) -> str:
    """Under this it is remembered that an Extra Attack was made in this turn."""
    return f"extra_attack {attack.id}"


@step("vt.up.extra_attack")
async def follows_up(scene: Scene, blow: Blow, targets: tuple[str, ...]) -> None:
    """Extra Attack: once a turn the same attack again; an area attack on all who were in the area."""
    attacker, attack = attack_in(scene, blow)
    left = [scene.beings[name] for name in targets if not scene.beings[name].beaten]
    if not attack.kind.area:
        left = [target for target in left if can_be_struck(scene, blow, target)]
    if left and can_follow(scene, blow) and not attacker.has_used(word_of(attack)):
        attacker.use(word_of(attack), THIS_TURN)
        declare(scene, blow._replace(targets=tuple([target.id for target in left]), how=FOLLOW_UP))


# ---------------------------------------------------------------- on others


@step("vt.up.ricochet")
async def ricochets(scene: Scene, blow: Blow, target: Being, most: int) -> None:
    """Ricochet: the attack on others in range, each with rolls of their own."""

    def others() -> tuple[str, ...]:
        return in_range(scene, blow, target.id)

    if not others():
        return
    about: dict[str, Plain] = {"by": blow.by, "attack": blow.attack, "target": target.id, "most": most}
    chosen = await ask(
        scene, blow.by, lambda: Several(others(), most=most), rule="vt.up.ricochet", about=about,
        default=lambda: others()[:most],
    )  # fmt: skip
    names = tuple([name for name in others() if name in chosen])
    if names:
        declare(scene, blow._replace(targets=names, how=RICOCHET))


def word_of_splinter(attack: Built) -> str:
    """Under this it is remembered how often an attack has gone on, with all that has followed from it."""
    return f"splinter {attack.id}"


def forget_splinters(attacker: Being, attack: Built) -> None:
    """vt.up.splinter: splinters are counted for one attack; the next one that is declared starts again."""
    if attack.part(Splinter) is not None:
        word = word_of_splinter(attack)
        attacker.used = tuple([use for use in attacker.used if use[0] != word])


def splinter_off(scene: Scene, attacker: Being, blow: Blow, attack: Built, fallen: list[Being]) -> None:
    """vt.up.splinter: after a defeat by the attack, or by what has followed from it."""
    if fallen and attack.part(Splinter) is not None:
        scene.next(splinters(blow))


@step("vt.up.splinter")
async def splinters(scene: Scene, blow: Blow) -> None:
    """Splinter: the attack goes on to a new target, half the Tier times in all, rounded up."""
    attacker, attack = attack_in(scene, blow)
    name = await ask_for_another(
        scene, blow, lambda: within_splinters(scene, blow), "vt.up.splinter",
        lambda: {"left": splinters_left(scene, blow)},
    )  # fmt: skip
    if name != DECLINE:
        attacker.use(word_of_splinter(attack), THIS_TURN)
        declare(scene, blow._replace(targets=(name,), how=SPLINTER))


def splinters_left(scene: Scene, blow: Blow) -> int:
    attacker, attack = attack_in(scene, blow)
    return uses_left(attacker, word_of_splinter(attack), half_up(tier(scene, attacker)))


def within_splinters(scene: Scene, blow: Blow) -> tuple[str, ...]:
    if splinters_left(scene, blow) < 1 or not can_follow(scene, blow):
        return ()
    attacker = scene.beings[blow.by]
    return tuple([enemy.id for enemy in scene.enemies(attacker) if can_be_struck(scene, blow, enemy)])


async def ask_for_another(
    scene: Scene,
    blow: Blow,
    others: Callable[[], tuple[str, ...]],
    rule: str,
    about: Callable[[], dict[str, Plain]],
) -> str:
    """On whom the attack goes on, as things are when that is said; on nobody, without a question where nobody is."""
    if not others():
        return DECLINE
    name = await ask(
        scene, blow.by, lambda: OneOf((DECLINE, *others())), rule=rule,
        about=lambda: {"by": blow.by, "attack": blow.attack, **about()}, default=lambda: (*others(), DECLINE)[0],
    )  # fmt: skip
    return str(name)


def within_contagion(scene: Scene, blow: Blow, first: Being) -> tuple[str, ...]:
    """Enemies within Tier spaces of the first, in sight of that one, wherever the attacker is."""
    attacker, attack = attack_in(scene, blow)
    spaces = tier(scene, attacker)
    if not can_follow(scene, blow):
        return ()
    return tuple(
        [
            enemy.id
            for enemy in scene.opponents(attacker)
            if enemy is not first
            and distance(scene, first, enemy) <= spaces
            and sees(scene, first, enemy)
            and unfit(scene, attacker, attack, enemy) is None
        ]
    )


@step("vt.up.contagious")
async def spreads(scene: Scene, blow: Blow, first: Being) -> None:
    """Contagious: a condition that has taken hold passes to another target near the first, by a new attack."""
    name = await ask_for_another(
        scene, blow, lambda: within_contagion(scene, blow, first), "vt.up.contagious", lambda: {"target": first.id}
    )
    if name != DECLINE:
        declare(scene, blow._replace(targets=(name,), how=SPREAD, origin=first.at))


# ---------------------------------------------------------------- all around


def near_blast(scene: Scene, blow: Blow, hit: Hit, radius: int) -> tuple[str, ...]:
    attacker, target = scene.beings[blow.by], scene.beings[hit.target]
    around = [enemy for enemy in scene.enemies(attacker) if enemy is not target and not enemy.is_wall]
    return tuple([enemy.id for enemy in around if distance(scene, target, enemy) <= radius])


@step("vt.up.explosive_critical")
async def blasts(scene: Scene, blow: Blow, hit: Hit, left: tuple[str, ...], hits: tuple[Hit, ...]) -> None:
    """Explosive Critical: the same total against the Avoidance of everybody near; then the effect on those it hits."""
    left = tuple([name for name in left if scene.beings[name].here])
    if left:
        target = scene.beings[left[0]]
        rule = "vt.up.explosive_critical"
        throw = Throw(
            ACCURACY, blow.by, rule, (Modifier(hit.total - hit.natural, "the same total", rule),),
            number=total_of(avoidance(scene, target)), against=target.id, score="avoidance", sure=NATURAL + 1,
            about=(("target", target.id), ("attack", blow.attack), ("how", BLAST)), fallen=True,
        )  # fmt: skip
        consider(scene, throw, hit.natural, blasted(blow, hit, left, hits))
    elif hits:
        land(scene, blow._replace(targets=tuple([one.target for one in hits]), how=BLAST), hits)


@outcome("vt.up.explosive_critical")
async def blasted(
    scene: Scene, blow: Blow, hit: Hit, left: tuple[str, ...], hits: tuple[Hit, ...], natural: int, throw: Throw
) -> None:
    """Whom it hits it hits critically, as it was the same die."""
    if reaches(scene, natural, throw):
        assert throw.number is not None
        total = throw.total(natural)
        hits = (*hits, Hit(left[0], natural, True, max(0, total - throw.number), total))
    scene.next(blasts(blow, hit, left[1:], hits))
