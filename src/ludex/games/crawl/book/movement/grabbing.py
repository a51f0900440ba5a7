"""Grabs and grapples: taking hold of somebody or of what they hold, breaking free, letting go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.attacks.actions import FOE
from ludex.games.crawl.book.attacks.defence import FROM_BEHIND, FROM_STEALTH, defence_cap, state_modifiers
from ludex.games.crawl.book.attacks.modifiers import LYING_BLOW, not_seen, refuse_target
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of, skills
from ludex.games.crawl.book.conditions import HELD, afflict, counts, end, held_by, keep_within
from ludex.games.crawl.book.dice import (
    D20,
    SUCCESS,
    Defended,
    Grabbing,
    by_the_gm,
    check_modifiers,
    opposed,
    shifted,
    total_of,
)
from ludex.games.crawl.book.energy import FIGHT, PLAYED, Ep, action, lost_its_turn, pay_ep, refuse_ep
from ludex.games.crawl.book.equipment.handling import (
    gone_unloaded,
    hands_full,
    hold,
    let_loose,
    must_reload,
    put_down,
    things_in_hand,
)
from ludex.games.crawl.book.health.wounds import senses_modifiers
from ludex.games.crawl.book.map.ground import fills
from ludex.games.crawl.book.map.sight import knows
from ludex.games.crawl.book.map.threat import behind, flankers, threat_reach
from ludex.games.crawl.book.movement.steps import place
from ludex.games.crawl.book.skills.modifiers import SkillCost, practised, skill_modifiers
from ludex.games.crawl.book.skills.stealth import reveal
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import ARMS, LEGS, NOT_HERE, Being, Scene

LIMBS = (*ARMS, *LEGS)
HELD_ITEM = 5  # tc.grab: for whoever holds the thing
CRITICAL = -10  # on the answer
ESCAPING = -2  # with opt_grapple_escape_minus2

# ---------------------------------------------------------------- letting go


def let_go(scene: Scene, being: Being, rule: str) -> None:
    """They hold nobody any longer."""
    for other in held_by(scene, being):
        free(scene, other, being, rule)


def free(scene: Scene, being: Being, by: Being, rule: str) -> None:
    """One holds the other no longer."""
    for name in ("Grabbed", "Grappled"):
        end(scene, being, name, source=by.id, rule=rule)


@CONDITIONS.brings("Incapacitated", again=True)
def lose_grip(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.limb.incapacitated: without an arm nobody is held."""
    if being.useless(ARMS) == len(ARMS):
        let_go(scene, being, "tc.limb.incapacitated")


def in_its_hands(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in held_by(scene, actor)]


def may_release(scene: Scene, actor: Being) -> Refusal | None:
    return None if held_by(scene, actor) else Refusal(f"{actor.name} holds nobody", "tc.grab.held")


def fits_release(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target in held_by(scene, actor):
        return None
    return Refusal(f"{actor.name} does not hold {target.name}", "tc.grab.held")


@action(
    "release", rule="tc.grab.held", args=(Arg("target", in_its_hands),),
    may=may_release, fits=fits_release, modes=PLAYED, label="Let go", tags=("idle",),
)  # fmt: skip
async def release(scene: Scene, actor: Being, target: Being) -> None:
    """Lets go of whom one holds; free."""
    free(scene, target, actor, "tc.grab.held")


# ---------------------------------------------------------------- grabbing


def what_to_grab(scene: Scene, actor: Being, target: str, *chosen: Plain) -> Iterable[Plain]:
    """A limb, or something in hand."""
    return (*LIMBS, *things_in_hand(scene.being(target)))


def may_grab(scene: Scene, actor: Being) -> Refusal | None:
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    if actor.useless(ARMS) == len(ARMS):
        return Refusal(f"{actor.name} can use neither arm", "tc.limb.incapacitated")
    return None


def fits_grab(scene: Scene, actor: Being, target: Being, what: str) -> Refusal | None:
    if what not in LIMBS and what not in things_in_hand(target):
        raise BadInput(f"expected one of {', '.join(LIMBS)} or what {target.name} has in hand, not {spelled(what)}")
    refusal = refuse_target(scene, actor, target)
    if refusal is not None:
        return refusal
    if target.side == actor.side:
        return Refusal(f"{target.name} is no enemy", "tc.grab")
    if scene.distance(actor, target) > threat_reach(scene, actor):
        return Refusal(f"{target.name} is out of reach", "tc.grab")
    if what in LIMBS:
        held_by_actor = [c for c in target.conditions if c.name in ("Grabbed", "Grappled") and c.source == actor.id]
        return Refusal(f"{actor.name} holds {target.name} already", "tc.grab") if held_by_actor else None
    return hands_full(scene, actor, what)


@action(
    "grab", rule="tc.grab", cost=Ep(1),
    args=(FOE, Arg("what", what_to_grab, default=ARMS[0])),
    may=may_grab, fits=fits_grab, modes=PLAYED, tags=("attack",),
)  # fmt: skip
async def grab(scene: Scene, actor: Being, target: Being, what: str) -> None:
    """1 EP: takes hold of an enemy by a limb, or of what they have in hand."""
    scene.record("grabs", "tc.grab", who=actor.id, target=target.id, what=what)
    announce(scene, "attacks", actor, target, skill="grab")
    scene.next(reach_for(actor, target, what))


def grab_modifiers(scene: Scene, actor: Being, target: Being) -> list[Modifier]:
    """A mobility check with the modifiers of a melee attack, also where the grabber sees nothing any longer."""
    found = [*check_modifiers(scene, actor, "mobility"), *melee_modifiers(scene, actor, target)]
    return [*found, *not_seen(scene)] if counts(actor, "Blind") else found


def melee_modifiers(scene: Scene, actor: Being, target: Being, aspect: str = "") -> list[Modifier]:
    """tc.grab, tc.grapple.start: both are attack skills in melee."""
    modifiers = shifted(scene, actor, "attack", "melee_attack", of=aspect)
    around = flankers(scene, target)
    if actor in around:
        modifiers.append(Modifier(len(around), "flanking", "tc.flank"))
    incoming = scene.options["opt_prone_incoming"]
    if counts(actor, "Prone") and not incoming:
        modifiers.append(Modifier(LYING_BLOW, "prone", "tc.prone"))
    if counts(target, "Prone") and incoming:
        modifiers.append(Modifier(-LYING_BLOW, "target prone", "tc.prone"))
    return [*modifiers, *senses_modifiers(actor)]


@step("tc.grab")
async def reach_for(scene: Scene, actor: Being, target: Being, what: str) -> None:
    """An attack skill without a difficulty: opposed mobility checks; equal totals are enough for the grab. The answer
    costs nothing."""
    if cannot_grab(scene, actor) or not within_grasp(scene, actor, target, what):
        return
    unseen = not knows(scene, target, actor)
    mine = grab_modifiers(scene, actor, target)
    by_the_gm(scene, actor, "tc.grab", mine)
    total, failed, critical = await roll(
        D20, Grabbing(total_of(mine)), by=actor.id, rule="tc.grab", modifiers=mine, about={"target": target.id}
    )
    reveal(scene, actor, "attack")
    evaded = failed
    if not failed and not target.senseless:
        theirs = answer_modifiers(scene, actor, target, what not in LIMBS, critical, unseen)
        by_the_gm(scene, target, "tc.grab", theirs)
        cap = defence_cap(scene, target)
        evaded = await roll(
            D20, Defended(total_of(theirs), total, cap=cap), by=target.id, rule="tc.grab", modifiers=theirs,
            about={"attacker": actor.id, "attack": total, "cap": cap},
        )  # fmt: skip
        reveal(scene, target, "defence")
    scene.cite("tc.opposed.ties")
    scene.record("grab", "tc.grab", who=actor.id, target=target.id, what=what, won=not evaded)
    if not evaded:
        take_hold(scene, actor, target, what)


def cannot_grab(scene: Scene, actor: Being) -> bool:
    """Has something come in between?"""
    gone = actor.senseless or not actor.here or lost_its_turn(scene, actor)
    return gone or may_grab(scene, actor) is not None


def within_grasp(scene: Scene, actor: Being, target: Being, what: str) -> bool:
    """Is the target, or the thing, still there to be grabbed?"""
    if what not in LIMBS and what not in things_in_hand(target):
        return False
    return target.here and scene.distance(actor, target) <= threat_reach(scene, actor)


def answer_modifiers(
    scene: Scene, actor: Being, target: Being, item: bool, critical: bool, unseen: bool
) -> list[Modifier]:
    """What counts on the mobility check of whoever is grabbed."""
    modifiers = [*check_modifiers(scene, target, "mobility"), *warding_modifiers(scene, actor, target)]
    if item:
        modifiers.append(Modifier(HELD_ITEM, "holds it", "tc.grab"))
    if critical:
        modifiers.append(Modifier(CRITICAL, "natural 20", "tc.grab"))
    if unseen:
        modifiers.append(Modifier(FROM_STEALTH, "from stealth", "tc.stealth.benefits"))
    return modifiers


def warding_modifiers(scene: Scene, actor: Being, target: Being) -> list[Modifier]:
    """tc.grab, tc.grapple.start: the answer to either is a defence roll, but no dodge."""
    modifiers = shifted(scene, target, "defense")
    if behind(scene, actor, target):
        modifiers.append(Modifier(FROM_BEHIND, "from behind", "tc.behind"))
    return [*modifiers, *state_modifiers(target, dodge=False)]


def take_hold(scene: Scene, actor: Being, target: Being, what: str) -> None:
    """A limb is held from now on; a thing has changed hands."""
    if what in LIMBS:
        afflict(scene, target, "Grabbed", source=actor.id, note=what)
        return
    let_loose(scene, target, what)
    unloaded = gone_unloaded(target, what)
    if hands_full(scene, actor, what) is None:
        hold(scene, actor, what)
        if unloaded:
            must_reload(actor, what)
    else:
        put_down(scene, what, actor.at, unloaded)
    keep_within(scene, target)
    scene.record("takes", "tc.grab", who=actor.id, target=target.id, thing=what, into="hand")


# ---------------------------------------------------------------- breaking free


class BreakCost:
    """tc.grab.held: 1 EP; where the table plays it so nothing, once in a turn."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not scene.options["opt_grab_break_free"]:
            return refuse_ep(scene, actor, 1, "tc.grab.held")
        if scene.mode == FIGHT and actor.has_used("break_grab"):
            return Refusal("one attempt in a turn", "tc.grab.held")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if not scene.options["opt_grab_break_free"]:
            pay_ep(scene, actor, 1, "tc.grab.held")
        elif scene.mode == FIGHT:
            actor.use("break_grab", "round")


def grabbers(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [condition.source for condition in actor.conditions if condition.name == "Grabbed"]


def may_break(scene: Scene, actor: Being) -> Refusal | None:
    if not grabbers(scene, actor):
        return Refusal(f"nobody holds {actor.name}", "tc.grab.held")
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    return None


def fits_break(scene: Scene, actor: Being, by: str) -> Refusal | None:
    if by in grabbers(scene, actor):
        return None
    return Refusal(f"{scene.being(by).name} does not hold {actor.name}", "tc.grab.held")


@action(
    "break_grab", rule="tc.grab.held", cost=BreakCost(), args=(Arg("holder", grabbers, default=first(grabbers)),),
    may=may_break, fits=fits_break, modes=PLAYED, label="Break a grab",
)  # fmt: skip
async def break_grab(scene: Scene, actor: Being, by: str) -> None:
    """1 EP: opposed strength checks; the one who is held must win."""
    other = scene.beings.get(by)
    if other is None or await wins_free(scene, actor, other, "tc.grab.held", ()):
        end(scene, actor, "Grabbed", source=by)


async def wins_free(scene: Scene, actor: Being, other: Being, rule: str, extra: Iterable[Modifier]) -> bool:
    """tc.physical_strength: a contest of force that must be won, not tied."""
    if other.senseless:
        return True
    mine = [*check_modifiers(scene, actor, "strength", force=True), *extra]
    theirs = check_modifiers(scene, other, "strength", force=True)
    return await opposed(scene, actor, other, mine, theirs, rule=rule) == SUCCESS


# ---------------------------------------------------------------- grappling


def grapples(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [skill.id for skill in skills(scene, actor, "action", unlearned=True) if skill.grapple]


def grabbed_by(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [other.id for other in held_by(scene, actor) if "Grabbed" in other.states]


def fits_grapple(scene: Scene, actor: Being, name: str, target: Being) -> Refusal | None:
    skill = skill_of(scene, actor, name)
    if not skill.grapple:
        raise BadInput(f"{name} is no way to grapple")
    if not skill.learned and name not in grapples(scene, actor):
        return Refusal(f"{actor.name} lacks what {skill.name} requires", "tc.skill.unlearned")
    if target.id not in grabbed_by(scene, actor):
        return Refusal(f"{actor.name} has not grabbed {target.name}", "tc.grapple.start")
    return None


@action(
    "grapple", rule="tc.grapple.start", cost=SkillCost("tc.ep.spend"),
    args=(Arg("skill", grapples, default=first(grapples, "grapple")), Arg("target", grabbed_by)),
    may=may_grab, fits=fits_grapple, modes=PLAYED, tags=("attack",),
)  # fmt: skip
async def grapple(scene: Scene, actor: Being, name: str, target: Being) -> None:
    """With an aspect for it, on somebody already grabbed: opposed strength checks, and they are held fast."""
    announce(scene, "attacks", actor, target, skill=name)
    scene.next(wrestle(actor, target, name))


@step("tc.grapple.start")
async def wrestle(scene: Scene, actor: Being, target: Being, name: str) -> None:
    """Who is overpowered is grappled."""
    if cannot_grab(scene, actor) or target.id not in grabbed_by(scene, actor):
        return
    reveal(scene, actor, "attack")
    skill = skill_of(scene, actor, name)
    if not await overpowers(scene, actor, target, skill):
        return
    practised(scene, actor, skill)
    afflict(scene, target, "Grappled", source=actor.id, rule="tc.grapple.start")


@CONDITIONS.brings(*HELD, again=True)
def take_hold_of(scene: Scene, being: Being, condition: Condition) -> None:
    """tc.grapple.start, tc.grappled: however it came about, who is grappled lets go of others, and is pulled into the
    cell of who holds them."""
    if check_hold(scene, being, condition) and condition.name == "Grappled":
        let_go(scene, being, "tc.grappled")
        by = scene.beings.get(condition.source)
        if by is not None:
            end(scene, being, "Grabbed", source=by.id, rule="tc.grapple.start")
            pull_in(scene, being, by)


def check_hold(scene: Scene, being: Being, condition: Condition) -> bool:
    """tc.grab.held: who is senseless or gone holds nobody; tells whether somebody is held."""
    by = scene.beings.get(condition.source)
    if by is None or (by.here and not by.senseless):
        return True
    free(scene, being, by, CONDITIONS[condition.name].rule)
    return False


@CONDITIONS.brings(*NOT_HERE)
def goes_away(scene: Scene, being: Being, condition: Condition) -> None:
    slip_away(scene, being)


def slip_away(scene: Scene, being: Being) -> None:
    """Who is gone holds nobody, and nobody holds them."""
    let_go(scene, being, "tc.grab.held")
    for name in HELD:
        end(scene, being, name)


def pull_in(scene: Scene, being: Being, by: Being) -> None:
    """Into the same cell, where there is room for both."""
    if being.at != by.at and not any([fills(scene, cell) for cell in scene.body(being, by.at)]):
        place(scene, being, by.at)


async def overpowers(scene: Scene, actor: Being, target: Being, skill: Skill) -> bool:
    """An attack skill: the own difficulty first, and never on a natural 1; then opposed strength checks, of which equal
    totals are enough. Critical it is harder to resist, as a grab is."""
    if target.senseless:
        return True
    mine = [*skill_modifiers(scene, actor, skill), *shifted(scene, actor, "physical_strength")]
    mine += melee_modifiers(scene, actor, target, skill.aspect)
    by_the_gm(scene, actor, "tc.grapple.start", mine)
    total, failed, critical = await roll(
        D20, Grabbing(total_of(mine), skill.difficulty, critical_from(scene, actor, skill)), by=actor.id,
        rule="tc.grapple.start", modifiers=mine, about={"target": target.id, "difficulty": skill.difficulty},
    )  # fmt: skip
    resists = failed
    if not failed:
        theirs = check_modifiers(scene, target, "strength", force=True)
        theirs += warding_modifiers(scene, actor, target)
        if critical:
            theirs.append(Modifier(CRITICAL, "critical", "tc.grapple.start"))
        by_the_gm(scene, target, "tc.grapple.start", theirs)
        cap = defence_cap(scene, target)
        resists = await roll(
            D20, Defended(total_of(theirs), total, cap=cap), by=target.id, rule="tc.grapple.start",
            modifiers=theirs, about={"target": actor.id, "cap": cap},
        )  # fmt: skip
    scene.cite("tc.opposed", "tc.opposed.ties")
    scene.record("opposed", "tc.grapple.start", who=actor.id, target=target.id, total=total, won=not resists)
    return not resists


def may_escape(scene: Scene, actor: Being) -> Refusal | None:
    return None if "Grappled" in actor.states else Refusal(f"{actor.name} is not grappled", "tc.grapple.escape")


@action("escape_grapple", rule="tc.grapple.escape", cost=Ep(1), may=may_escape, modes=PLAYED)
async def escape_grapple(scene: Scene, actor: Being) -> None:
    """1 EP: opposed strength checks; who wins is free, in the same cell."""
    by = next(c.source for c in actor.conditions if c.name == "Grappled")
    other = scene.beings.get(by)
    harder = scene.options["opt_grapple_escape_minus2"]
    extra = [Modifier(ESCAPING, "held fast", "tc.grapple.escape")] if harder else []
    if other is None or await wins_free(scene, actor, other, "tc.grapple.escape", extra):
        end(scene, actor, "Grappled", source=by, rule="tc.grapple.escape")
        if other is not None:
            pull_in(scene, actor, other)
