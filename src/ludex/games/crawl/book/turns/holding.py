"""Holding the turn: it comes later in the round, and from then on in the order."""

from __future__ import annotations

from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.energy import FIGHT, action
from ludex.games.crawl.state import Being, Scene


def may_hold(scene: Scene, actor: Being) -> Refusal | None:
    """Once in a round, and only before energy is spent. A movement action or a small action that is done already is
    done when the turn goes on."""
    if actor.id in scene.turns.held:
        return Refusal("it has held its turn in this round", "tc.hold")
    if actor.spent:
        return Refusal("it has spent energy in this turn", "tc.hold")
    return None


@action("hold_turn", rule="tc.hold", may=may_hold, modes=(FIGHT,), label="Hold the turn", tags=("waits",))
async def hold_turn(scene: Scene, actor: Being) -> None:
    """Act after all others of this round, or after any turn before that. Defending goes on as usual."""
    scene.turns = scene.turns.hold(actor.id)
    scene.record("holds", "tc.hold", who=actor.id)


def may_rejoin(scene: Scene, actor: Being) -> Refusal | None:
    if actor.id not in scene.turns.waiting:
        return Refusal("it does not hold its turn", "tc.hold")
    if actor.id in scene.turns.called:
        return Refusal("it acts as soon as the current turn has ended", "tc.hold")
    return None


@action("rejoin", rule="tc.hold", may=may_rejoin, modes=(FIGHT,), tags=("anytime", "idle", "awaited"))
async def rejoin(scene: Scene, actor: Being) -> None:
    """The held turn comes when the current one has ended; it interrupts nothing."""
    scene.turns = scene.turns.rejoin(actor.id)
    scene.record("rejoins", "tc.hold", who=actor.id, after=scene.turns.current)
