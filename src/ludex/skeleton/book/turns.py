"""Fighting, first part: turns and rounds, going down, and the end of a fight."""

from __future__ import annotations

from ludex.core.kernel.action import BETWEEN, Registry
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.turns import Turns
from ludex.skeleton.records.conditions import CONDITIONS
from ludex.skeleton.state import FIGHT, PEACE, Being, Scene

REGISTRY = Registry()
action = REGISTRY.action


def no_fight_yet(scene: Scene) -> Refusal | None:
    return Refusal("the fight is under way", "skeleton.turn") if scene.mode == FIGHT else None


@REGISTRY.gm("start_fight", "skeleton.turn", fits=no_fight_yet, tags=(BETWEEN,))
async def start_fight(scene: Scene) -> None:
    """The game master's word. Whose turn it is follows by itself: see `goes_on`."""
    scene.mode = FIGHT
    scene.turns = Turns(order=tuple(scene.beings), round=1)
    scene.maybe_over = True  # there may be nobody to fight


def goes_on(scene: Scene) -> Entry | None:
    """What comes by itself when nothing is under way: the next turn, once this one is over."""
    turns = scene.turns
    if scene.mode != FIGHT or (turns.current and not turns.over and scene.beings[turns.current].stands):
        return None
    return next_turn()


@step("skeleton.turn")
async def next_turn(scene: Scene) -> None:
    """Whose turn is next; after the last one a new round begins. Of who is Down the turn is over at once."""
    if not scene.turns.upcoming():
        scene.turns = scene.turns.next_round()
        scene.record("round", "skeleton.turn", round=scene.turns.round)
    being = scene.beings[scene.turns.upcoming()]
    scene.turns = scene.turns.begin(being.id)
    if being.stands:
        scene.record("turn", "skeleton.turn", who=being.id)


def end_turn(scene: Scene) -> None:
    """What one does in a fight takes the whole turn; otherwise nobody counts turns."""
    if scene.mode == FIGHT:
        scene.turns = scene.turns.end()


@action("wait", rule="skeleton.turn", modes=(FIGHT,), tags=("passes", "idle"))
async def wait(scene: Scene, actor: Being) -> None:
    end_turn(scene)


def lose(scene: Scene, being: Being, amount: int, by: Being) -> None:
    """skeleton.down: at 0 health somebody is Down, and the fight may be over."""
    lost = min(amount, being.health)
    being.health -= lost
    scene.harmed(being.id, "Health", lost, by.id, "skeleton.attack")
    scene.record("loses", "skeleton.attack", who=being.id, amount=lost, left=being.health)
    if not being.health:
        CONDITIONS.afflict(scene, being, "Down", source=by.id)
        scene.maybe_over = True


def end_if_decided(scene: Scene) -> None:
    """Asked after every step that has said `maybe_over`."""
    standing = {being.side for being in scene.beings.values() if being.stands}
    if scene.mode == FIGHT and len(standing) < 2:
        scene.mode = PEACE
        scene.turns = Turns(round=scene.turns.round)  # how long it took is still asked for
        scene.clear_agenda()
        scene.record("fight_ends", "skeleton.down")
