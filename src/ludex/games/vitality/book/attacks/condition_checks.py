"""Conditions of attacks: the Condition Check, what takes hold, and for how long; and the fear that a fall spreads.

vt.cond.general: a condition that takes hold lasts until a turn of the attacker; the same one from the same attacker is
renewed, those of different attackers run side by side.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Entry, Until, until_end_of_next, until_start_of
from ludex.core.kernel.timing import DECLINE
from ludex.games.vitality.book.attacks.built import Built
from ludex.games.vitality.book.attacks.rolls import assisted, readied
from ludex.games.vitality.book.attacks.upgrades import cite_critical, lasts
from ludex.games.vitality.book.characters.features import immune
from ludex.games.vitality.book.characters.scores import cite_parts, resistance, roll_parts, tier, total_of
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.book.conditions import afflict
from ludex.games.vitality.book.dice import CONDITION, Throw, by_the_gm, marks_of, reaches
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.book.movement.grabbing import grab
from ludex.games.vitality.book.movement.pushing import knock_prone, push
from ludex.games.vitality.records.attack_effects import Lasting, Panic, Permanent
from ludex.games.vitality.records.conditions import KINDS, STATES
from ludex.games.vitality.state import Being, Scene

RULE = "vt.formula.condition"
WEAKENS = 2  # times the attacker's Tier: vt.cond.weaken
PUSHES = 3  # times the attacker's Tier: vt.cond.push
PUSH, PRONE, GRAB = "push", "prone", "grab"
HOLDS = {PUSH: "moved", PRONE: "Prone", GRAB: "Grabbed"}  # what somebody immune to a part of Brawl is immune to

# ---------------------------------------------------------------- the Condition Check


def condition_check(
    scene: Scene,
    attacker: Being,
    target: Being,
    modifiers: list[Modifier],
    effect: str,
    versus: str,
    then: Entry,
    attack: Built | None = None,
) -> None:
    """vt.formula.condition: against one of the Resistances; `then` goes on with the die and the throw as agreed."""
    parts = resistance(scene, target, versus, effect)
    cite_parts(scene, parts)
    throw = Throw(
        CONDITION, attacker.id, RULE, (*modifiers, *by_the_gm(scene, attacker, RULE)), number=total_of(parts),
        against=target.id, score=versus, about=(("target", target.id), ("effect", effect), ("versus", versus)),
    )  # fmt: skip
    if attack is not None:
        cite_critical(scene, attack, CONDITION)
        more = attack.condition_critical_tiers * tier(scene, attacker)
        throw = throw._replace(d20s=attack.condition_dice, critical=attack.condition_critical_from, more=more)
    if attack is None or not asks_for_margin(attack):
        throw = throw._replace(marks=marks_of(scene, throw))
    cast(scene, throw, then)


def asks_for_margin(attack: Built) -> bool:
    """Does it matter by how much the check succeeds?"""
    return attack.part(Lasting) is not None or attack.part(Permanent) is not None


def margin_of(scene: Scene, attack: Built, natural: int, throw: Throw) -> int:
    """vt.dice.nat20.condition_bonus: by how much, with what a critical die adds; 0 where nothing asks for it."""
    if throw.number is None or not asks_for_margin(attack):
        return 0
    if natural >= throw.critical:
        scene.cite("vt.dice.nat20.condition_bonus")
    return throw.total(natural) - throw.number


# ---------------------------------------------------------------- what takes hold


def inflict(
    scene: Scene,
    attacker: Being,
    target: Being,
    effect: str,
    attack: Built | None,
    *,
    margin: int = 0,
    versus: str = "",
    stat: str = "",
) -> bool:
    """Put the condition of an attack on somebody, for as long as it lasts; immunities hold whatever was rolled."""
    scene.cite("vt.cond.general", f"vt.cond.{effect}")
    if effect == "brawl":
        return can_brawl(scene, attacker, target, versus, melee=attack is None or attack.melee)
    until: Until | None = until_of(scene, attacker, STATES[effect])
    if attack is not None:
        until = lasts(scene, attacker, attack, target, until, margin)
    value = WEAKENS * tier(scene, attacker) if effect == "weaken" else 0
    return afflict(
        scene, target, STATES[effect], source=attacker.id, until=until, value=value, note=stat, versus=versus
    )


def until_of(scene: Scene, attacker: Being, name: str) -> Until:
    """vt.cond.control, vt.cond.stun: until the attacker's next turn starts; all others until it ends."""
    to_the_end = name == "Stunned" and scene.options["opt_stun_to_end_of_turn"]
    if KINDS[name].until == "source start" and not to_the_end:
        return until_start_of(attacker)
    return until_end_of_next(scene, attacker)


# ---------------------------------------------------------------- Brawl


def ways_to_brawl(scene: Scene, attacker: Being, target: Being, versus: str) -> tuple[str, ...]:
    """What the target, if still there, is not immune to. Whoever can do nothing holds nobody (vt.cond.grab)."""
    if not target.here:
        return ()
    ways = [way for way, name in HOLDS.items() if not immune(scene, target, name, versus)]
    return tuple([way for way in ways if way != GRAB or not attacker.senseless])


def usual_brawl(scene: Scene, attacker: Being, target: Being, versus: str) -> str:
    ways = ways_to_brawl(scene, attacker, target, versus)
    return PRONE if PRONE in ways else (*ways, DECLINE)[0]


def can_brawl(scene: Scene, attacker: Being, target: Being, versus: str, *, melee: bool) -> bool:
    if not ways_to_brawl(scene, attacker, target, versus):
        scene.record("immune", immune(scene, target, HOLDS[PUSH], versus), who=target.id, condition="brawl")
        scene.cite("vt.stack.specific")
        return False
    scene.next(brawls(attacker, target, versus, melee))
    return True


@step("vt.cond.brawl")
async def brawls(scene: Scene, attacker: Being, target: Being, versus: str, melee: bool) -> None:
    """The attacker pushes, knocks down or holds: one of the three each time, with opt_brawl_all all of them, and then
    the hold is not one with the hands that the push would end."""
    spaces = PUSHES * tier(scene, attacker)
    chosen = ways_to_brawl(scene, attacker, target, versus)
    if len(chosen) > 1 and not scene.options["opt_brawl_all"]:
        about: dict[str, Plain] = {"by": attacker.id, "target": target.id, "spaces": spaces}
        way = await ask(
            scene, attacker.id, lambda: OneOf(ways_to_brawl(scene, attacker, target, versus) or (DECLINE,)),
            rule="vt.cond.brawl", about=about, default=lambda: usual_brawl(scene, attacker, target, versus),
        )  # fmt: skip
        chosen = (str(way),)
    if PRONE in chosen:
        knock_prone(scene, target, attacker)
    if GRAB in chosen:
        grab(scene, attacker, target, melee and PUSH not in chosen)
    if PUSH in chosen:
        if target.side != attacker.side and scene.turns.current == attacker.id:
            attacker.note("condition")
        push(scene, target, attacker, spaces, "vt.cond.push", collides=True)


# ---------------------------------------------------------------- fear that the fall of an enemy spreads


FEARS = {"taunt": "vt.up.intimidating_presence", "frighten": "vt.up.terrifying_display"}


def spread_terror(scene: Scene, attacker: Being, attack: Built, fallen: list[Being]) -> None:
    for effect in attack.effects:
        if isinstance(effect, Panic):
            for target in fallen:
                scene.next(may_terrify(attacker, target, effect.condition, effect.versus, effect.radius))


def near(scene: Scene, attacker: Being, fallen: Being, radius: int) -> tuple[str, ...]:
    """The enemies who may be afraid, of somebody who can still do anything."""
    if attacker.senseless:
        return ()
    there = [enemy for enemy in scene.opponents(attacker) if enemy is not fallen]
    return tuple([enemy.id for enemy in there if distance(scene, fallen, enemy) <= radius])


@step()
async def may_terrify(scene: Scene, attacker: Being, fallen: Being, effect: str, versus: str, radius: int) -> None:
    """Whoever has defeated an enemy says whether all others near are to be afraid."""

    def targets() -> tuple[str, ...]:
        return near(scene, attacker, fallen, radius)

    def about() -> dict[str, Plain]:
        return {"by": attacker.id, "fallen": fallen.id, "targets": targets(), "effect": effect}

    if not targets():
        return
    wanted = await ask(
        scene, attacker.id, lambda: OneOf((True, False) if targets() else (False,)), rule=FEARS[effect], about=about,
        default=lambda: bool(targets()),
    )  # fmt: skip
    if wanted:
        scene.next(terrify(attacker, targets(), effect, versus))


@step()
async def terrify(scene: Scene, attacker: Being, targets: tuple[str, ...], effect: str, versus: str) -> None:
    """One Condition Check after the other: T + P, and what is added to such checks."""
    left = tuple([name for name in targets if not scene.beings[name].beaten])
    if not left or attacker.senseless:
        return
    scene.cite(FEARS[effect])
    target = scene.beings[left[0]]
    modifiers = await assisted(scene, attacker, CONDITION, target.id)
    modifiers += [*readied(scene, attacker, CONDITION), *roll_parts(scene, attacker, CONDITION, target)]
    condition_check(scene, attacker, target, modifiers, effect, versus, terrified(attacker, left, effect, versus))


@outcome("vt.formula.condition")
async def terrified(
    scene: Scene, attacker: Being, targets: tuple[str, ...], effect: str, versus: str, natural: int, throw: Throw
) -> None:
    target = scene.beings[targets[0]]
    if reaches(scene, natural, throw):
        inflict(scene, attacker, target, effect, None, versus=versus)
    else:
        scene.record("resists", FEARS[effect], who=target.id, by=attacker.id, effect=effect)
    if targets[1:]:
        scene.next(terrify(attacker, targets[1:], effect, versus))
