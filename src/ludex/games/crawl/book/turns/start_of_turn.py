"""The start of a turn (tc.turn.start_order), in eight points: what ends; energy; wounds, weights and fire; poison; the
checks of damaged core aspects; recovery and the price of being slowed; stealth; then the turn itself."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.scene import until_start_of
from ludex.games.crawl.book.attacks.areas import linger
from ludex.games.crawl.book.attacks.exotic import burn, burning_by, put_out, thaw
from ludex.games.crawl.book.characters.aspects import ep_refresh, max_ep
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.conditions import afflict, counts, end, expire
from ludex.games.crawl.book.dice import check
from ludex.games.crawl.book.energy import pay_ep
from ludex.games.crawl.book.health.damage import fall_unconscious
from ludex.games.crawl.book.health.kinetic import crush
from ludex.games.crawl.book.health.poison import poisons
from ludex.games.crawl.book.health.wounds import bleeds
from ludex.games.crawl.book.movement.steps import arrive
from ludex.games.crawl.book.skills.stealth import keep_hidden
from ludex.games.crawl.state import Being, Scene

CHECKED = ("strength", "intelligence", "mobility")  # in this order
CHECK_RULES = {"strength": "tc.str.damage", "intelligence": "tc.int.damage", "mobility": "tc.mob.damage"}
BASE = 10  # of those checks; the size of the negative modifier comes on top
PAY, FORFEIT = "pay", "forfeit"


async def start_turn(scene: Scene, being: Being) -> None:
    """What nobody has anything to roll or decide for happens at once; all else as steps, each of which looks again at
    what has become of it."""
    lapse(scene, being)
    refresh(scene, being)
    suffer(scene, being)
    await scene.then(gather(being))


def lapse(scene: Scene, being: Being) -> None:
    """1: what lasted until this turn ends, and an action that still waits for its event is lost (tc.ready)."""
    expire(scene, "start of turn", being.id)
    if being.arrives is not None and "Away" not in being.states:
        arrive(scene, being)
    if being.readied is not None:
        scene.record("lapses", "tc.ready", who=being.id, action=being.readied.command.name)
        being.readied = None


def refresh(scene: Scene, being: Being) -> None:
    """2, tc.ep.refresh: so many points come back, up to the most there can be; where the table plays it, more than that
    until the turn ends. Who is unconscious gets none (tc.hp.unconscious)."""
    if being.senseless or not being.here:
        return
    more = being.ep + ep_refresh(scene, being)
    if not scene.options["opt_ep_overflow"]:
        more = max(being.ep, min(more, max_ep(scene, being)))
    scene.record("refresh", "tc.ep.refresh", who=being.id, ep=more - being.ep, now=more)
    being.ep = more


def suffer(scene: Scene, being: Being) -> None:
    """3 and 4: bleeding, the weight they lie under, ground that harms, the fire they have set to others, poison."""
    here = being.here and bool(being.states)
    if here and "Bleeding" in being.states:
        scene.next(bleeds(being))
    pinned = being.condition("Pinned") if here else None
    if pinned is not None:
        scene.next(crush(being, pinned.value))
    if scene.areas and being.here:
        linger(scene, being)
    scene.next(*[burn(other) for other in burning_by(scene, being)])
    if here and "Poisoned" in being.states:
        scene.next(poisons(being))


# ---------------------------------------------------------------- damaged core aspects


@step("tc.turn.start_order")
async def gather(scene: Scene, being: Being) -> None:
    """5: strength, intelligence, mobility; waived for whoever is unconscious or dead (tc.incapacitated). What the
    intelligence check brings waives none."""
    if being.here and not being.senseless:
        scene.next(*[keep_together(being, name) for name in CHECKED if failing(scene, being, name)])
    elif being.ability:
        scene.cite("tc.incapacitated")
    await scene.then(recover(being))


def failing(scene: Scene, being: Being, name: str) -> bool:
    """Is a core aspect negative, with ability damage as a part of it or, where the table plays it, for any reason?"""
    if not being.damaged(name) and not scene.options["opt_negative_any_source"]:
        return False
    return core(scene, being, name) < 0


@step("tc.ability.damage")
async def keep_together(scene: Scene, being: Being, name: str) -> None:
    """A check against 10 and the size of the negative modifier. Failure throws them down, and takes something until
    their next turn: of strength their composure, of intelligence their consciousness, of mobility their dodges."""
    rule = CHECK_RULES[name]
    if await check(scene, being, name, BASE - core(scene, being, name), rule=rule):
        return
    until = until_start_of(being)
    if name == "strength":
        afflict(scene, being, "Stunned", source=name, until=until, rule=rule)
    elif name == "mobility":
        afflict(scene, being, "No Dodge", until=until, rule=rule)
    else:
        fall_unconscious(scene, being, rule, until)
    if "Prone" not in being.states:
        afflict(scene, being, "Prone", rule=rule)


# ---------------------------------------------------------------- recovery, and being slowed


@step("tc.turn.start_order")
async def recover(scene: Scene, being: Being) -> None:
    """6 and 7: checks against cold and the own burning, then what being slowed costs, then stealth."""
    if being.states and being.here and not being.senseless:
        if "Slowed" in being.states:
            scene.next(thaw(being))
        if "Burning" in being.states:
            scene.next(put_out(being))
        if "Slowed" in being.states:
            scene.next(pay_for_slow(being))
        if "Hidden" in being.states:
            scene.next(keep_hidden(being))
    await scene.then(begin_acting(being))


@step("tc.slowed")
async def pay_for_slow(scene: Scene, being: Being) -> None:
    """1 EP, or the turn is forfeited; energy that is not spent stays for defences. Nothing where it is lost already."""
    if not is_slowed(being):
        return
    if scene.turns.over or "Forfeits" in being.states:
        return
    choice = FORFEIT
    if being.ep:
        choice = await ask(
            scene, being.id, lambda: OneOf((PAY, FORFEIT) if being.ep else (FORFEIT,)), rule="tc.slowed",
            about=lambda: {"ep": being.ep}, default=lambda: PAY if being.ep else FORFEIT,
        )  # fmt: skip
    if not is_slowed(being):  # no longer, since they were asked
        return
    if choice == PAY:
        pay_ep(scene, being, 1, "tc.slowed")
    else:
        forfeit(scene, being, "tc.slowed")


def is_slowed(being: Being) -> bool:
    """Do they act, and slowly?"""
    return being.here and not being.senseless and counts(being, "Slowed")


def forfeit(scene: Scene, being: Being, rule: str) -> None:
    """No movement and no action in this turn."""
    scene.turns = scene.turns.forfeit()
    scene.record("turn_lost", rule, who=being.id)


@step("tc.turn.action_limit")
async def begin_acting(scene: Scene, being: Being) -> None:
    """8: the turn itself, unless it was forfeited before it came (tc.staggered)."""
    if end(scene, being, "Forfeits"):
        forfeit(scene, being, "tc.staggered")
