"""The sequence of an attack (tc.attack.sequence): declared, rolled, past cover, defended or not, damage, and what a hit
brings with it."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import until_start_of
from ludex.games.crawl.book.attacks.criticals import botch
from ludex.games.crawl.book.attacks.defence import (
    UNDEFENDED,
    Defence,
    choose_defence,
    defend,
    defender_of,
    halves,
    is_answered,
    pay_defence,
)
from ludex.games.crawl.book.attacks.hit import damage_cover, deal_damage, roll_critical_tables
from ludex.games.crawl.book.attacks.modifiers import (
    Blow,
    Hit,
    attack_modifiers,
    loaded_as,
    refuse_attack,
    spend_called_shots,
    take_object,
)
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of, skills
from ludex.games.crawl.book.conditions import afflict, end
from ludex.games.crawl.book.dice import (
    CRITICAL,
    D20,
    FUMBLE,
    HIT,
    HOPELESS,
    NO_CHECK,
    PERCENT,
    SURE,
    Attacked,
    Past,
    Struck,
    by_the_gm,
    meets_chance,
    total_of,
)
from ludex.games.crawl.book.energy import lost_its_turn
from ludex.games.crawl.book.equipment.handling import gone_unloaded, let_loose, must_reload, put_down
from ludex.games.crawl.book.map.ranges import refuse_distance
from ludex.games.crawl.book.map.sight import clear, cover_between, line
from ludex.games.crawl.book.skills.effects import happen
from ludex.games.crawl.book.skills.modifiers import hindrance, practised
from ludex.games.crawl.book.skills.stealth import reveal
from ludex.games.crawl.book.turns.openings import casting
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.state import Being, Scene

NO = "no"
OPEN = 2  # tc.charge.defense: taken off defences after each charge, against the riposte as well
CERTAIN = 20  # a face that is no natural 1
NO_PART_OF_A_TURN = frozenset({"riposte", "opportunistic"})  # blows that come when others act

# ---------------------------------------------------------------- declared


def attack_with(scene: Scene, attacker: Being, target: Being, blow: Blow) -> None:
    """tc.attack.sequence: it is declared and paid for; what others do about that comes before the roll."""
    skill = skill_of(scene, attacker, blow.skill)
    scene.record(
        "attacks", "tc.attack.sequence", who=attacker.id, target=target.id, skill=skill.id, way=blow.kind, aim=blow.aim
    )
    declare(scene, attacker, skill, target)
    targets = (target.id, *blow.also)
    if scene.options["opt_blind_defence"]:
        scene.next(choose_blind_defence(attacker, targets, blow, ()))
    else:
        scene.next(roll_attack(attacker, targets, blow, None))
    if skill.extra_attacks and blow.kind not in ("extra", "riposte"):
        scene.next(follow_up(attacker, target, blow, skill.extra_attacks))


def declare(scene: Scene, attacker: Being, skill: Skill, target: Being | None = None) -> None:
    """Tell those who have readied something for it, or can counter magic."""
    announce(scene, "attacks", attacker, target, skill=skill.id)
    if skill.magic:
        casting(scene, attacker, skill.id)


@step("tc.defense.roll")
async def choose_blind_defence(
    scene: Scene, attacker: Being, targets: tuple[str, ...], blow: Blow, guards: tuple[Defence, ...]
) -> None:
    """opt_blind_defence: each target chooses and pays before they know the roll, if there will be one."""
    target = scene.beings[targets[len(guards)]]
    guard = UNDEFENDED
    if still_possible(scene, attacker, target, blow):
        guard = await choose_defence(scene, attacker, target, skill_of(scene, attacker, blow.skill), None, blow.aim)
        if guard.skill:
            pay_defence(scene, target, guard)
    guards = (*guards, guard)
    if len(guards) < len(targets):
        scene.next(choose_blind_defence(attacker, targets, blow, guards))
    else:
        scene.next(roll_attack(attacker, targets, blow, guards))


# ---------------------------------------------------------------- the roll


def still_possible(scene: Scene, attacker: Being, target: Being, blow: Blow) -> bool:
    """Is it not countered, and still possible?"""
    if "Countered" in attacker.states or not can_still_attack(scene, attacker, blow):
        return False
    return within_reach(scene, attacker, target, skill_of(scene, attacker, blow.skill))


def can_still_attack(scene: Scene, attacker: Being, blow: Blow) -> bool:
    """Has nothing come in between: is the attacker awake, free and armed, and the turn not lost?"""
    skill = skill_of(scene, attacker, blow.skill)
    if attacker.senseless or not attacker.here or (skill.weapon and skill.weapon not in attacker.hands):
        return False
    if hindrance(scene, attacker, skill) is not None:
        return False
    return blow.kind in NO_PART_OF_A_TURN or not lost_its_turn(scene, attacker)


def within_reach(scene: Scene, attacker: Being, target: Being, skill: Skill) -> bool:
    """Is the target still there and in reach?"""
    if not target.here or refuse_distance(scene, scene.distance(attacker, target), skill) is not None:
        return False
    return clear(scene, *line(scene, attacker, target))


@step("tc.attack.roll")
async def roll_attack(
    scene: Scene, attacker: Being, targets: tuple[str, ...], blow: Blow, guards: tuple[Defence, ...] | None
) -> None:
    """One die is the attack on every target and the check of its skill. `guards`: defences chosen before."""
    skill = skill_of(scene, attacker, blow.skill)
    if end(scene, attacker, "Countered"):
        return
    aimed_at = [scene.beings[name] for name in targets] if can_still_attack(scene, attacker, blow) else []
    there = [target for target in aimed_at if within_reach(scene, attacker, target, skill)]
    if not there:
        scene.record("comes_to_nothing", "tc.attack.sequence", who=attacker.id, skill=skill.id)
        return
    sums = [attack_modifiers(scene, attacker, target, blow) for target in there]
    hidden = [unseen_by(attacker, target) for target in there]
    # One roll for all: what differs between the targets is added to its total.
    apart = [total_of(modifiers) - total_of(sums[0]) for modifiers in sums]
    easier = 0 if skill.difficulty in (NO_CHECK, SURE, HOPELESS) else max(apart)
    is_open = len(there) > 1 or guards is not None or is_answered(scene, there[0], skill, attacker)
    result, total, tables = await attack_roll(
        scene, attacker, skill, sums[0], difficulty=skill.difficulty - easier, is_open=is_open,
        target=there[0].id, way=blow.kind,
    )  # fmt: skip
    if blow.kind == "charge":
        afflict(scene, attacker, "Charged", value=OPEN, until=until_start_of(attacker))
    leave_hand(scene, attacker, there[0].at, skill)
    for target, more, unseen in zip(there, apart, hidden, strict=True):
        if result == CRITICAL or (result == HIT and (len(there) == 1 or lands(total + more, skill))):
            hit = Hit(total + more, tables, unseen)
            guard = guards[targets.index(target.id)] if guards is not None else None
            scene.next(
                past_cover(attacker, target, blow, hit, guard)
                if cover_between(scene, attacker, target) is not None
                else resolve(attacker, target, blow, hit, guard)
            )
        elif result != FUMBLE:
            fails(scene, attacker, skill, target)


def lands(total: int, skill: Skill) -> bool:
    """Does an attack roll that is no natural 1 meet the failure chance with this total?"""
    return meets_chance(CERTAIN, total, skill.difficulty)


def unseen_by(attacker: Being, target: Being) -> bool:
    """tc.stealth.benefits: does the attack come from stealth?"""
    return "Hidden" in attacker.states and target.id not in attacker.found_by and attacker.side != target.side


async def attack_roll(
    scene: Scene, attacker: Being, skill: Skill, modifiers: list[Modifier], *, difficulty: int, is_open: bool,
    target: str = "", way: str = "attack",
) -> Struck:  # fmt: skip
    """tc.attack.roll, tc.crit.hit, tc.crit.failure: what the die shows, the total, and how often the critical table is
    rolled. It shows who hides, and empties what must be reloaded."""
    by_the_gm(scene, attacker, "tc.attack.roll", modifiers)
    reading = Attacked(
        total_of(modifiers), difficulty, critical_from(scene, attacker, skill), 2 if skill.unstable else 1, is_open,
        skill.unstable,
    )  # fmt: skip
    struck = await roll(
        D20, reading, by=attacker.id, rule="tc.attack.roll", modifiers=modifiers,
        about={"skill": skill.id, "difficulty": difficulty, "target": target, "way": way},
    )  # fmt: skip
    scene.cite("tc.skill.failure_chance", *(("tc.unstable",) if skill.unstable else ()))
    rule = {CRITICAL: "tc.crit.hit", FUMBLE: "tc.crit.failure"}.get(struck.result, "tc.attack.roll")
    scene.record("attack", rule, who=attacker.id, skill=skill.id, target=target, result=struck.result, way=way)
    reveal(scene, attacker, "attack")
    if skill.reload:
        must_reload(attacker, loaded_as(skill))
    if not skill.melee:
        spend_called_shots(scene, attacker)
    if struck.result == FUMBLE and not scene.options["opt_crit_fail_no_table"]:
        scene.next(botch(attacker))
    return struck


def leave_hand(scene: Scene, attacker: Being, at: Cell, skill: Skill) -> None:
    """tc.weapon.method: what is thrown, by hand or by mind, lands where it was thrown."""
    thing = ""
    if skill.thrown and skill.weapon in attacker.hands:
        thing = skill.weapon
        let_loose(scene, attacker, thing)
    elif skill.use.needs == "object":
        thing = take_object(scene, attacker)
    if thing:
        put_down(scene, thing, at, gone_unloaded(attacker, thing))
        scene.record("lands_at", "tc.weapon.method", what=thing, at=at)


def fails(scene: Scene, attacker: Being, skill: Skill, target: Being) -> None:
    """What a failure brings the attacker."""
    for effect in skill.effects:
        if effect.on == "failure":
            scene.next(happen(attacker, skill.id, effect, target, "failure"))


# ---------------------------------------------------------------- cover


@step("tc.cover")
async def past_cover(scene: Scene, attacker: Being, target: Being, blow: Blow, hit: Hit, guard: Defence | None) -> None:
    """Above the percentage that is hidden the attack goes on; otherwise it strikes the cover."""
    cover = cover_between(scene, attacker, target)
    if cover is None:
        scene.next(resolve(attacker, target, blow, hit, guard))
        return
    about: dict[str, Plain] = {"target": target.id, "cover": cover.name, "percent": cover.percent}
    past = await roll(PERCENT, Past(cover.percent), by=attacker.id, rule="tc.cover", about=about)
    scene.record("cover", "tc.cover", who=attacker.id, target=target.id, cover=cover.name, past=past)
    scene.next(resolve(attacker, target, blow, hit, guard) if past else damage_cover(attacker, cover.at, blow))


# ---------------------------------------------------------------- defended or not


@step("tc.attack.success")
async def resolve(scene: Scene, attacker: Being, target: Being, blow: Blow, hit: Hit, guard: Defence | None) -> None:
    """The target chooses whether and how to defend, knowing the total; `guard`: they have chosen before."""
    if not target.here:
        return
    skill = skill_of(scene, attacker, blow.skill)
    if guard is None:
        guard = await choose_defence(scene, attacker, target, skill, hit, blow.aim)
        if guard.skill and pay_defence(scene, target, guard):
            scene.next(defend_by_effort(attacker, target, blow, hit, guard))
            return
    await defend_or_land(scene, attacker, target, blow, hit, guard)


@step("tc.defense.roll")
async def defend_by_effort(scene: Scene, attacker: Being, target: Being, blow: Blow, hit: Hit, guard: Defence) -> None:
    """A defence by maximum effort, after what that has brought about: who has dropped makes none."""
    if target.here:
        await defend_or_land(scene, attacker, target, blow, hit, guard)


async def defend_or_land(scene: Scene, attacker: Being, target: Being, blow: Blow, hit: Hit, guard: Defence) -> None:
    """tc.attack.success, tc.attack.undefended: defended, or it lands."""
    skill = skill_of(scene, attacker, blow.skill)
    if guard.skill:
        if await defend(scene, attacker, target, skill, hit, guard):
            defender, own = defender_of(scene, target, guard)
            if own.extra_attacks and blow.kind != "riposte":
                scene.next(riposte(defender, attacker, own.extra_attacks))
            return
    else:
        scene.cite("tc.attack.undefended")
    half = hit.area and await halves(scene, target, skill)
    practised(scene, attacker, skill)
    announce(scene, "is_hit", target, attacker, skill=skill.id)
    scene.next(
        roll_critical_tables(attacker, target, blow, hit.tables, half)
        if hit.tables
        else deal_damage(attacker, target, blow, 1, 0, half)
    )


# ---------------------------------------------------------------- attacks that come free


def free_attacks(scene: Scene, attacker: Being, target: Being) -> tuple[str, ...]:
    """The attacks that somebody could make on another at once."""
    fitting = [skill for skill in skills(scene, attacker, "action") if skill.aimed and skill.targets == 1]
    return tuple([skill.id for skill in fitting if refuse_attack(scene, attacker, target, skill.id) is None])


@step("tc.parry")
async def riposte(scene: Scene, attacker: Being, target: Being, left: int) -> None:
    """After a parry: an attack on the opponent, at no cost, that cannot be riposted."""

    def ways() -> tuple[str, ...]:
        return free_attacks(scene, attacker, target) if attacker.here and not attacker.senseless else ()

    if not ways():
        return
    about: dict[str, Plain] = {"target": target.id, "left": left}
    way = await ask(scene, attacker.id, lambda: OneOf((NO, *ways())), rule="tc.parry", about=about, default=NO)
    if way != NO:
        attack_with(scene, attacker, target, Blow(way, "riposte"))
        if left > 1:
            scene.next(riposte(attacker, target, left - 1))


@step("tc.attack.sequence")
async def follow_up(scene: Scene, attacker: Being, target: Being, blow: Blow, left: int) -> None:
    """Extra Attack: the same attack again at no cost, on anybody in reach."""

    def foes() -> tuple[str, ...]:
        if not can_still_attack(scene, attacker, blow):
            return ()
        near = [other for other in scene.enemies(attacker) if not refuse_attack(scene, attacker, other, blow.skill)]
        return tuple([other.id for other in near])

    if not foes():
        return
    about: dict[str, Plain] = {"skill": blow.skill, "left": left}
    who = await ask(
        scene, attacker.id, lambda: OneOf((NO, *foes())), rule="tc.attack.sequence", about=about,
        default=lambda: target.id if target.id in foes() else (*foes(), NO)[0],
    )  # fmt: skip
    if who != NO:
        attack_with(scene, attacker, scene.beings[who], Blow(blow.skill, "extra"))
        if left > 1:
            scene.next(follow_up(attacker, scene.beings[who], blow, left - 1))
