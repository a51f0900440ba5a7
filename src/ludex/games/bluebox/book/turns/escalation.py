"""The Escalation Counter: how it rises, and what the party does with it when it is full."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.bluebox.book.action_economy import action
from ludex.games.bluebox.book.conditions import afflict
from ludex.games.bluebox.book.damage import regain
from ludex.games.bluebox.book.dice import power_dice
from ludex.games.bluebox.state import PARTY, Being, Scene


def tick(scene: Scene, being: Being) -> None:
    """bb.escalation.tick: in combat, once a turn, when a player character spends EP."""
    if not scene.options["opt_escalation_counter"] or scene.mode != "combat" or being.side != PARTY:
        return
    if not being.sheet.pc or scene.ticked or "Escalated" in being.states:
        return
    scene.ticked = True
    if scene.counter < counter_most(scene):
        scene.counter += 1
        scene.record("counter", "bb.escalation.tick", counter=scene.counter)


def counter_most(scene: Scene) -> int:
    """bb.escalation.max: 2 for each player character, and 2 more."""
    cite("bb.escalation.max")
    return 2 * (scene.party_size or player_characters(scene)) + 2


def player_characters(scene: Scene) -> int:
    return sum(being.sheet.pc for being in scene.side_of(PARTY))


def may_escalate(scene: Scene, actor: Being) -> Refusal | None:
    if not scene.options["opt_escalation_counter"]:
        return Refusal("this table plays without the Escalation Counter", "bb.game.table_may_change")
    if actor.side != PARTY or not actor.sheet.pc:
        return Refusal("only player characters escalate", "bb.escalation.activate")
    most = counter_most(scene)
    if scene.counter < most:
        return Refusal(f"the counter is at {scene.counter} of {most}", "bb.escalation.activate")
    return None


@action(
    "escalate", rule="bb.escalation.activate", args=(Arg("choice", ("actions", "healing"), closed=True),),
    may=may_escalate, modes=("combat",), label="Activate the Escalation Counter",
)  # fmt: skip
async def escalate(scene: Scene, actor: Being, choice: str) -> None:
    """The whole party acts at once, or heals; the counter returns to 1."""
    scene.counter = 1
    scene.record("counter", "bb.escalation.activate", who=actor.id, counter=1, choice=choice)
    party = [b for b in scene.side_of(PARTY) if b.sheet.pc and b.here]
    if choice == "healing":
        for member in party:
            scene.next(escalated_healing(member))
        return
    for member in party:
        if not member.beaten:
            afflict(scene, member, "Escalated")


@step("bb.escalation.activate")
async def escalated_healing(scene: Scene, being: Being) -> None:
    if not being.here:
        return
    amount = await power_dice(scene, being, 2, rule="bb.escalation.activate")
    scene.next(regain(being, amount, None, "bb.escalation.activate", True))


def may_forgo(scene: Scene, actor: Being) -> Refusal | None:
    if "Escalated" not in actor.states:
        return Refusal("there is no escalated action to forgo", "bb.escalation.activate")
    return None


@action(
    "forgo", rule="bb.escalation.activate", may=may_forgo, modes=("combat",), label="Forgo the escalated action",
    tags=("passes",),
)  # fmt: skip
async def forgo(scene: Scene, actor: Being) -> None:
    """Leave the escalated action unused."""
    actor.relieve("Escalated")
    cite("bb.escalation.activate")
