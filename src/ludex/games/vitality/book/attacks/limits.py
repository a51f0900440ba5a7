"""Limits of attacks: whether they are met, what they cost, and charging.

vt.limit.gate: an attack cannot be made unless all its limits are met when it is declared; prices are paid right then.
Tests that a conditional bonus can have too are in `needs.py`; a die (vt.limit.random) is rolled with the attack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Until, until_start_of
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, Free, action
from ludex.games.vitality.book.attacks.built import Built, attack_of
from ludex.games.vitality.book.characters.features import SHEET, ability, powerless, uses_left
from ludex.games.vitality.book.characters.needs import need_holds
from ludex.games.vitality.book.characters.scores import needs_of, speed
from ludex.games.vitality.book.characters.space import adjacent, distance, raised_walls
from ludex.games.vitality.book.conditions import afflict, until_end_of_turn
from ludex.games.vitality.book.effort.effort import feel, refuse_effort, spend
from ludex.games.vitality.book.health.damage import dismiss, lose_hp
from ludex.games.vitality.records.attack_effects import Need
from ludex.games.vitality.records.boon_effects import Heal
from ludex.games.vitality.records.kinds import Boon, Limit
from ludex.games.vitality.state import Being, Scene

Targets = tuple[Being, ...]  # none: before they are known
Test = Callable[[Scene, Being, Built, Need, Targets], bool]

STAYS = "no_movement_this_turn"
USES = "attack "  # before the name of an attack: under this its uses are counted
HEAL = "heal"  # under this name the uses of Heal are counted
FIGHT = (COMBAT_MODE,)
DEEDS = frozenset({"hit_target_last_turn", "dealt_damage_last_turn", "defeated_enemy_last_turn"})  # vt.limit.turn
OF_TARGETS = frozenset({"higher_than_target"})  # tests of needs.py about whom it is used on

# ---------------------------------------------------------------- are they met?


def unmet(scene: Scene, attacker: Being, attack: Built, targets: Targets) -> Refusal | None:
    """Why the limits of an attack keep it from being made now. Without targets, as far as that can be told."""
    for limit in attack.limits:
        for need in limit.needs:
            if need.test in DEEDS and charged_before(scene, attacker, attack):
                continue  # vt.limit.turn: what had to be done was asked for when charging began
            if not is_met(scene, attacker, attack, limit, need, targets):
                return refusal_of(scene, attacker, limit, need)
    return None


def is_met(scene: Scene, attacker: Being, attack: Built, limit: Limit, need: Need, targets: Targets) -> bool:
    if need.test == "d20_at_least":
        return True
    test = TESTS.get(need.test)
    if test is not None:
        scene.cite("vt.enh.needs")
        return test(scene, attacker, attack, need, targets)
    if need.test in OF_TARGETS:
        return all([need_holds(scene, attacker, need, limit.id, target) for target in targets])
    return need_holds(scene, attacker, need, limit.id)


def refusal_of(scene: Scene, attacker: Being, limit: Limit, need: Need) -> Refusal:
    if need.test == "pay_effort" and (refusal := refuse_effort(scene, attacker)) is not None:
        return refusal
    return Refusal(f"{limit.name}: {limit.text or 'its limit is not met'}", f"vt.limit.{limit.group}")


def charged_before(scene: Scene, attacker: Being, attack: Built) -> int:
    """For how many own turns before this one the attack has been charged without a break."""
    name, turns = attacker.charged
    if name != attack.id:
        return 0
    now = scene.turns.current == attacker.id and attacker.has_done(f"charge {attack.id}")
    return turns - 1 if now else turns


def companions(scene: Scene, owner: Being, hp: int, targets: Targets = ()) -> list[Being]:
    """vt.limit.sacrifice: the own summons of that maximum of HP, those nearest to the target first."""
    own = [b for b in scene.beings.values() if b.sheet.summoner == owner.id and b.fights and not b.beaten]
    fitting = [being for being in own if being.sheet.hp == hp]
    return sorted(fitting, key=lambda being: distance(scene, being, targets[0])) if targets else fitting


def sacrificed(scene: Scene, attacker: Being, attack: Built, targets: Targets) -> Being | None:
    """Whom the attack costs, and from where it starts; nobody where it asks for none, or there is none."""
    for limit in attack.limits:
        for need in limit.needs:
            if need.test == "pay_summon":
                return next(iter(companions(scene, attacker, need.n, targets)), None)
    return None


def straight_to(scene: Scene, attacker: Being, target: Being) -> bool:
    """vt.limit.position: has the last straight way led towards the target, for more than half of the movement?"""
    dq, dr, spaces = attacker.run
    start = (attacker.at[0] - spaces * dq, attacker.at[1] - spaces * dr)
    nearer = scene.board.distance(start, target.at) - scene.board.distance(attacker.at, target.at)
    return spaces > 0 and nearer == spaces and 2 * spaces > speed(scene, attacker)


def beside_own_walls(scene: Scene, attacker: Being, targets: Targets) -> bool:
    """vt.limit.special: a wall of one's own stands, and every target is adjacent to one."""
    walls = [wall for wall in raised_walls(scene) if wall.sheet.summoner == attacker.id]
    return bool(walls) and all([any([adjacent(scene, wall, target) for wall in walls]) for target in targets])


def grabs(attacker: Being, target: Being) -> bool:
    return any([c.name == "Grabbed" and c.source == attacker.id for c in target.conditions])


def heals_left(scene: Scene, being: Being) -> int:
    found = ability(scene, being, Heal)
    return 0 if found is None else uses_left(being, HEAL, found[2].uses)


def uses_of(attack: Built) -> str:
    """The name under which the uses of an attack are counted."""
    return f"{USES}{attack.id}"


def hit_last_turn(attacker: Being, targets: Targets) -> bool:
    if not targets:  # when charging begins
        return any([deed.startswith("hit ") for deed in attacker.last])
    return all([f"hit {target.id}" in attacker.last for target in targets])


TESTS: dict[str, Test] = {
    "charged_turns": lambda scene, by, attack, need, targets: charged_before(scene, by, attack) >= need.n,
    "unused_for_turns": lambda scene, by, attack, need, targets: all(
        [name != attack.id or ago > need.n for name, ago in by.idle]
    ),
    "uses_per_minute_rest": lambda scene, by, attack, need, targets: uses_left(by, uses_of(attack), need.n) > 0,
    "hit_target_last_turn": lambda scene, by, attack, need, targets: hit_last_turn(by, targets),
    "moved_straight_over_half": lambda scene, by, attack, need, targets: all(
        [straight_to(scene, by, target) for target in targets]
    ),
    "pay_hp": lambda scene, by, attack, need, targets: True,
    "pay_effort": lambda scene, by, attack, need, targets: not by.home and refuse_effort(scene, by) is None,
    "pay_heal_use": lambda scene, by, attack, need, targets: heals_left(scene, by) >= need.n,
    "pay_own_aura": lambda scene, by, attack, need, targets: "Aura" in by.states,
    "pay_summon": lambda scene, by, attack, need, targets: bool(companions(scene, by, need.n)),
    "target_adjacent_to_own_wall": lambda scene, by, attack, need, targets: beside_own_walls(scene, by, targets),
    "target_in_own_barrier": lambda scene, by, attack, need, targets: False,  # there is no such thing
    "target_grabbed_by_self": lambda scene, by, attack, need, targets: all([grabs(by, one) for one in targets]),
    "target_has_condition": lambda scene, by, attack, need, targets: all([bool(one.afflictions) for one in targets]),
}

# ---------------------------------------------------------------- what they cost


def pay(scene: Scene, attacker: Being, attack: Built, companion: str = "") -> None:
    """vt.enh.needs: prices are taken when the attack is declared, whatever comes of it. `companion`: whom it costs."""
    if attack.limits:
        scene.cite("vt.limit.gate")
    for limit in attack.limits:
        for need in limit.needs:
            price(scene, attacker, attack, limit, need, companion)


def price(scene: Scene, attacker: Being, attack: Built, limit: Limit, need: Need, companion: str) -> None:
    rule = f"vt.limit.{limit.group}"
    scene.cite(rule)
    if need.test == "pay_hp":
        lose_hp(scene, attacker, need.n, rule)
    elif need.test == "pay_effort":
        spend(scene, attacker, rule)
        if scene.mode != COMBAT_MODE:
            feel(scene, attacker)
    elif need.test == "pay_heal_use":
        for _ in range(need.n):
            attacker.use(HEAL, "rest")
    elif need.test == "uses_per_minute_rest":
        attacker.use(uses_of(attack), "minute")
    elif need.test == "pay_own_aura":
        give_up_aura(scene, attacker)
    elif need.test == "pay_summon" and companion:
        dismiss(scene, scene.beings[companion], rule)
    elif need.test == STAYS:
        stay_rooted(scene, attacker)


def give_up_aura(scene: Scene, attacker: Being) -> None:
    """vt.limit.special: the aura is off until the start of the own next turn."""
    aura = attacker.condition("Aura")
    if aura is not None:
        attacker.keep(lambda c: c is not aura)
        scene.record("condition_ends", "vt.limit.special", who=attacker.id, condition="Aura")
        afflict(scene, attacker, "AuraSpent", note=aura.note, until=until_start_of(attacker))


def stay_rooted(scene: Scene, attacker: Being) -> None:
    """vt.limit.position: no movement afterwards either."""
    if scene.turns.current == attacker.id:
        afflict(scene, attacker, "Rooted", until=until_end_of_turn(scene))


def stays(attack: Built) -> bool:
    """vt.limit.position: must the attacker not move in the turn?"""
    return any([need.test == STAYS for limit in attack.limits for need in limit.needs])


def chances(attack: Built) -> int:
    """vt.limit.random: what a d20 must show for the attack to be made at all; 0 where none is rolled."""
    numbers = [need.n for limit in attack.limits for need in limit.needs if need.test == "d20_at_least"]
    return max(numbers, default=0)


# ---------------------------------------------------------------- charging


def charges(attack: Built) -> int:
    """For how many turns an attack must be charged."""
    return max([n.n for limit in attack.limits for n in limit.needs if n.test == "charged_turns"], default=0)


def attacks_to_charge(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    attacks = [attack_of(scene, actor, attack.id) for attack in actor.sheet.attacks if attack.limits]
    return [attack.id for attack in attacks if charges(attack)]


def may_charge(scene: Scene, actor: Being) -> Refusal | None:
    if not attacks_to_charge(scene, actor):
        return Refusal(f"{actor.name} has no attack to charge", "vt.limit.turn")
    if powerless(actor):
        return Refusal(f"{actor.name} has lost their powers", "vt.boon.passive")
    return None


def fits_charge(scene: Scene, actor: Being, attack: str) -> Refusal | None:
    """vt.limit.turn: state limits hold on every turn of charging, what had to be done before only on the first."""
    built = attack_of(scene, actor, attack)
    if not charges(built):
        return Refusal(f"{built.name} is not charged", "vt.limit.turn")
    if actor.has_done(f"charge {attack}"):
        return Refusal(f"{built.name} is charged once per turn", "vt.limit.turn")
    first = not charged_before(scene, actor, built)
    for limit in built.limits:
        for need in limit.needs:
            skipped = need.test == "charged_turns" or need.test.startswith("pay_") or (need.test in DEEDS and not first)
            if not skipped and not is_met(scene, actor, built, limit, need, ()):
                return refusal_of(scene, actor, limit, need)
    return None


@action(
    "charge", rule="vt.limit.turn", cost=PRIMARY, modes=FIGHT, args=(Arg("attack", attacks_to_charge),),
    may=may_charge, fits=fits_charge, label="Charge an attack", tags=("readies",),
)  # fmt: skip
async def charge(scene: Scene, actor: Being, attack: str) -> None:
    """A Primary Action of this turn for an attack of a later one; nobody counts further than it takes."""
    built = attack_of(scene, actor, attack)
    actor.charged = (attack, 1 + min(charged_before(scene, actor, built), charges(built)))
    actor.note(f"charge {attack}")
    if stays(built):
        stay_rooted(scene, actor)
    scene.record("charges", "vt.limit.turn", who=actor.id, attack=attack, turns=actor.charged[1])


# ---------------------------------------------------------------- bonuses that are switched on


def own_bonuses(scene: Scene, actor: Being) -> list[tuple[Boon, int]]:
    """The bonuses of somebody that hold for so many turns once activated."""
    return [] if powerless(actor) else bonuses_in_turns(scene, actor)


@derived(SHEET)
def bonuses_in_turns(scene: Scene, being: Being) -> list[tuple[Boon, int]]:
    """The same, whether or not somebody has lost their powers."""
    boons = [boon for boon in being.sheet.boons if boon.kind in ("conditional", "custom")]
    turns = [[n.n for n in needs_of(scene, boon) if n.test == "activated_turns"] for boon in boons]
    return [(boon, min(each)) for boon, each in zip(boons, turns, strict=True) if each]  # of several all must hold


def can_activate(scene: Scene, actor: Being) -> bool:
    return bool(bonuses_in_turns(scene, actor))


def to_activate(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [boon.id for boon, _ in own_bonuses(scene, actor) if not actor.has_used(f"activate {boon.id}")]


def may_activate(scene: Scene, actor: Being) -> Refusal | None:
    if not own_bonuses(scene, actor):
        return Refusal(f"{actor.name} has no bonus to activate", "vt.enh.needs")
    return None


def fits_activate(scene: Scene, actor: Being, bonus: str) -> Refusal | None:
    if bonus not in [boon.id for boon, _ in own_bonuses(scene, actor)]:
        return Refusal(f"{actor.name} has no bonus {bonus} to activate", "vt.enh.needs")
    if actor.has_used(f"activate {bonus}"):
        return Refusal("it comes back after a minute of rest", "vt.enh.needs")
    return None


@action(
    "activate", rule="vt.enh.needs", cost=Free("activating", each=1), modes=FIGHT, args=(Arg("bonus", to_activate),),
    able=can_activate, may=may_activate, fits=fits_activate, label="Activate a bonus", tags=("boost",),
)  # fmt: skip
async def activate(scene: Scene, actor: Being, bonus: str) -> None:
    """A temporary bonus is switched on: this turn is the first of its turns, and the last ends as the next begins."""
    turns = next(n for boon, n in own_bonuses(scene, actor) if boon.id == bonus)
    actor.use(f"activate {bonus}", "minute")
    afflict(scene, actor, "Activated", note=bonus, until=Until("start of turn", actor.id, turns))
