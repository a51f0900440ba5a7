"""Combat: who acts when, what happens as turns start and end, and how a fight ends.

vt.turn.structure, vt.turn.rounds: a turn holds a Primary Action, a movement, Free Actions and a Reaction; the Nth turn
of somebody is round N. Whoever is out of it keeps a place in the order: their turn is skipped, and its moments pass.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry, Until, until_start_of
from ludex.core.kernel.turns import Turns
from ludex.games.vitality.book.abilities.abilities import regenerate
from ludex.games.vitality.book.abilities.walls import walls_fall
from ludex.games.vitality.book.action_types import (
    COMBAT_MODE,
    NEXT_TURN,
    STORY_MODE,
    THIS_TURN,
    action,
    lose_extra_reactions,
)
from ludex.games.vitality.book.attacks.hazards import clear_hazards, enter_hazards
from ludex.games.vitality.book.attacks.upgrades import bleed
from ludex.games.vitality.book.characters.features import boon_effect, powerless
from ludex.games.vitality.book.characters.scores import needs_of
from ludex.games.vitality.book.conditions import FOR_THE_FIGHT, afflict, end_all, expire
from ludex.games.vitality.book.dice import CHANCE, Throw
from ludex.games.vitality.book.effort.effort import feel, refuse_effort, spend
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.book.health.rest import interrupt_rest
from ludex.games.vitality.book.movement.actions import start_of_turn
from ludex.games.vitality.book.movement.carrying import drops_load, let_go, lets_go
from ludex.games.vitality.book.movement.falling import drop, falls_on
from ludex.games.vitality.book.movement.portals import close_portals
from ludex.games.vitality.book.movement.steps import come_to_rest
from ludex.games.vitality.book.secrets.wards import burn_out, burns, lies_in_ward
from ludex.games.vitality.book.turns.control import falls_under, flee, give_back, take_over
from ludex.games.vitality.book.turns.initiative import roll_initiative
from ludex.games.vitality.book.turns.prepare import lapse
from ludex.games.vitality.records.boon_effects import StunDie
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import FOES, PARTY, Being, Scene

REMEMBERED = 5  # own turns for which it is known when an attack was made last
HINDERING = ("Controlled", "Frightened", "Stunned")  # what an Effort may end as the own turn starts

# ---------------------------------------------------------------- the start


def begin_combat(scene: Scene) -> None:
    """From now on turns and actions are counted. A combatant has their Reaction from the start."""
    interrupt_rest(scene)
    scene.mode = COMBAT_MODE
    scene.turns = Turns()
    scene.winner = ""
    for being in scene.beings.values():
        forget(being)
        being.reaction = 1
    scene.record("combat", "vt.turn.structure")
    roll_initiative(scene)


def forget(being: Being) -> None:
    """What was counted for turns is counted anew."""
    being.primary = being.spent = being.bonus_move = 0
    being.run = (0, 0, 0)
    being.since = being.deeds = being.last = being.idle = ()
    being.charged = being.channel = ("", 0)
    being.refresh("turn", THIS_TURN, NEXT_TURN)


def only_ahead(scene: Scene, actor: Being) -> Refusal | None:
    if actor.id not in scene.head_start:
        return Refusal("only a Vanguard acts before the first turn", "vt.arch.move.vanguard")
    return None


@action("ready", rule="vt.arch.move.vanguard", may=only_ahead, modes=(COMBAT_MODE,), label="Ready", tags=("passes",))
async def ready(scene: Scene, actor: Being) -> None:
    """A Vanguard has done what they want to do before the first turn."""
    scene.head_start = tuple([name for name in scene.head_start if name != actor.id])
    scene.record("ready", "vt.arch.move.vanguard", who=actor.id)


# ---------------------------------------------------------------- what comes by itself


def what_comes(scene: Scene) -> Entry | None:
    """When all that was under way is done: what somebody can no longer carry comes down; then the end of a turn, or the
    next one; outside combat the end of a fall."""
    turns = scene.turns
    if drops_load(scene):
        return lets_go()
    if scene.mode != COMBAT_MODE:
        return falls_on(scene)
    if not turns.round:
        return None
    if scene.head_start:
        absent = scene.beings[scene.head_start[0]].senseless
        return not_ready() if absent else None
    if not turns.current:
        name = turns.upcoming()
        return start_turn(scene.beings[name]) if name else next_round()
    being = scene.beings[turns.current]
    if being.home and "Controlled" not in being.states:
        return come_to(being)
    if turns.over or being.senseless:
        return finish_turn(being)
    return loses_turn(being) if "Frightened" in being.states or falls_under(scene, being) else None


@step("vt.arch.move.vanguard")
async def not_ready(scene: Scene) -> None:
    """Whoever has fallen before the first turn does not move any more."""
    scene.head_start = tuple([name for name in scene.head_start if not scene.beings[name].senseless])


@step("vt.cond.control")
async def come_to(scene: Scene, being: Being) -> None:
    """Whoever is no longer controlled decides about the rest of their turn."""
    give_back(scene, being)


@step("vt.cond.general")
async def loses_turn(scene: Scene, being: Being) -> None:
    """vt.cond.control, vt.cond.frighten: what takes hold in the own turn holds for the rest of it."""
    scene.next(shake_off(being), take_turn(being))


@step("vt.turn.rounds")
async def next_round(scene: Scene) -> None:
    """Where nobody will ever decide anything again, the fight is nobody's."""
    if not any([decides(scene.beings[name]) for name in scene.turns.order]):
        end_combat(scene, "")
        return
    scene.maybe_over = wiped_out(scene, PARTY) or wiped_out(scene, FOES)
    scene.turns = scene.turns.next_round()
    scene.record("round", "vt.turn.rounds", round=scene.turns.round)


def decides(being: Being) -> bool:
    """Is somebody awake whom nothing keeps from their turns for good?"""
    if being.beaten:
        return False
    return not any([c.name in ("Frightened", "Stunned") and not passes(c.until) for c in being.conditions])


def passes(until: Until | None) -> bool:
    """Does it end while turns go by?"""
    return until is not None and until.when in FOR_THE_FIGHT


# ---------------------------------------------------------------- the start of a turn


@step("vt.turn.structure")
async def start_turn(scene: Scene, being: Being) -> None:
    """What lasted until now ends, what Efforts have cost is felt, and what the turn brings comes: healing, dice, the
    question whether an Effort ends what hinders."""
    scene.turns = scene.turns.begin(being.id)
    scene.record("turn", "vt.turn.structure", who=being.id)
    passes_by(scene, "start of turn", being)
    close_portals(scene, being)
    clear_hazards(scene, being)
    lapse(scene, being)
    feel(scene, being)
    remember(being)
    start_of_turn(scene, being)
    if not being.here:
        scene.cite("vt.cond.general")
        scene.turns = scene.turns.end()
        return
    regenerate(scene, being)
    for other in scene.beings.values():  # vt.effort.extra_action: what an Effort has brought for another turn is over
        other.primary = 0
        lose_extra_reactions(other)
    being.primary = being.reaction = 1
    scene.next(*dice_of(scene, being), shake_off(being), take_turn(being))


def passes_by(scene: Scene, moment: str, being: Being) -> None:
    """What lasted until the start or the end of a turn ends; vt.feature.self_sacrifice: and with it whoever burns."""
    sacrificing = "Sacrificing" in being.states
    expire(scene, moment, being.id)
    if sacrificing and "Sacrificing" not in being.states:
        burn_out(scene, being)


def remember(being: Being) -> None:
    """vt.turn.rounds: this turn's deeds are those of the last turn now; how long ago each attack was made."""
    being.last, being.deeds = being.deeds, ()
    being.idle = tuple([(name, ago + 1) for name, ago in being.idle if ago < REMEMBERED])
    if being.charged[0] and f"charge {being.charged[0]}" not in being.last:
        being.charged = ("", 0)
    if being.channel[0] and (being.channel[0], 1) not in being.idle:
        being.channel = ("", 0)
    being.refresh("turn")


def dice_of(scene: Scene, being: Being) -> list[Entry]:
    """The dice that somebody rolls as each own turn starts."""
    if being.beaten or not being.sheet.boons:
        return []
    found = [stun_die(being)] if boon_effect(scene, being, StunDie) is not None else []
    if not powerless(being):
        for boon in being.sheet.boons:
            if boon.kind in ("conditional", "custom"):
                numbers = [need.n for need in needs_of(scene, boon) if need.test == "d20_at_least"]
                found += [streak_die(being, boon.id, max(numbers))] if numbers else []
    return found


@step("vt.boon.passive")
async def stun_die(scene: Scene, being: Being) -> None:
    """Cursed: on a low die Stunned until the own next turn starts."""
    found = boon_effect(scene, being, StunDie)
    if found is not None and not being.beaten:
        most = found[1].most
        throw = Throw(CHANCE, being.id, "vt.boon.passive", (), number=most + 1, marks=(1, most + 1))
        cast(scene, throw, stunned_by_die(being, most))


@outcome("vt.boon.passive")
async def stunned_by_die(scene: Scene, being: Being, most: int, natural: int, throw: Throw) -> None:
    if natural <= most:
        afflict(scene, being, "Stunned", source=being.id, until=until_start_of(being))


@step("vt.boon.conditional")
async def streak_die(scene: Scene, being: Being, bonus: str, number: int) -> None:
    """A random bonus: the die of this turn holds until the next one."""
    if being.beaten or powerless(being):
        return
    throw = Throw(
        CHANCE, being.id, "vt.boon.conditional", (), number=number, marks=(1, number), about=(("bonus", bonus),)
    )
    cast(scene, throw, streak(being, bonus, number))


@outcome("vt.boon.conditional")
async def streak(scene: Scene, being: Being, bonus: str, number: int, natural: int, throw: Throw) -> None:
    if natural >= number:
        afflict(scene, being, "Streak", note=bonus, until=until_start_of(being))


@step("vt.effort.end_conditions")
async def shake_off(scene: Scene, being: Being) -> None:
    """Whoever does not decide about their own turn may end that by an Effort, once, before the turn is lost, or in the
    middle of it for what is left."""

    def hindered() -> tuple[str, ...]:
        able = refuse_effort(scene, being) is None
        return tuple([name for name in HINDERING if able and name in being.states])

    if being.asks == "never" or not hindered():
        return
    wanted = await ask(
        scene, being.id, lambda: OneOf((True, False) if hindered() else (False,)), rule="vt.effort.end_conditions",
        about=lambda: {"who": being.id, "conditions": hindered()}, default=False,
    )  # fmt: skip
    if wanted:
        spend(scene, being, "vt.effort.end_conditions")
        end_all(scene, being, "vt.effort.end_conditions")


@step("vt.turn.structure")
async def take_turn(scene: Scene, being: Being) -> None:
    """The turn, or what is left of it, is its own, another's, or nobody's."""
    if being.senseless:
        scene.turns = scene.turns.end()
        return
    take_over(scene, being)
    if "Frightened" in being.states:
        scene.next(flee(being))


# ---------------------------------------------------------------- the end of a turn


@action("end_turn", rule="vt.turn.structure", modes=(COMBAT_MODE,), label="End the turn", tags=("passes",))
async def end_turn(scene: Scene, actor: Being) -> None:
    """The turn is over; what was not used of it is lost."""
    scene.turns = scene.turns.end()


@step("vt.turn.structure")
async def finish_turn(scene: Scene, being: Being) -> None:
    """What waits for the end of a turn, one after the other (vt.survival.check: a check for each loss): hazards and
    wards around somebody, what they make bleed; then their walls and their fall."""
    give_back(scene, being)
    if being.here:
        enter_hazards(scene, being)
        scene.next(*[burns(being, ward) for ward in scene.wards if lies_in_ward(being, ward)])
    if any(["Bleeding" in other.states for other in scene.beings.values()]):
        scene.next(bleeds(being))
    scene.next(comes_down(being), turn_over(being))


@step("vt.up.bleed")
async def bleeds(scene: Scene, being: Being) -> None:
    bleed(scene, being)


@step("vt.fall.rate")
async def comes_down(scene: Scene, being: Being) -> None:
    """Somebody's walls fall, and so do they if they are in the air."""
    walls_fall(scene, being)
    if being.here:
        drop(scene, being)


@step("vt.turn.structure")
async def turn_over(scene: Scene, being: Being) -> None:
    passes_by(scene, "end of turn", being)
    being.primary = 0
    being.since = ()
    for other in scene.beings.values():
        other.refresh(THIS_TURN)
    scene.turns = scene.turns.pass_on()


# ---------------------------------------------------------------- the end


def standing(scene: Scene, side: str) -> bool:
    """Has a side anybody left who is awake and fights? Whoever is controlled counts for their own."""
    return any([b.own_side == side and b.fights and not b.beaten for b in scene.beings.values()])


def wiped_out(scene: Scene, side: str) -> bool:
    """Has a side members, and none of them awake?"""
    there = any([being.own_side == side and being.fights for being in scene.beings.values()])
    return there and not standing(scene, side)


def end_if_over(scene: Scene) -> None:
    """A fight is over when a side has nobody left, as soon as all that is under way is done: Survival Checks too."""
    if scene.mode != COMBAT_MODE:
        return
    if scene.agenda:
        scene.maybe_over = True
        return
    party, foes = standing(scene, PARTY), standing(scene, FOES)
    if not party or not foes:
        end_combat(scene, PARTY if party else FOES if foes else "")


def end_combat(scene: Scene, winner: str) -> None:
    """What lasted for turns ends, Efforts are felt, and nobody counts actions any more."""
    scene.record("combat_ends", "vt.turn.structure", winner=winner, round=scene.turns.round)
    scene.clear_agenda()
    scene.mode, scene.winner = STORY_MODE, winner
    scene.turns = Turns(round=scene.turns.round)
    scene.head_start = ()
    scene.portals, scene.hazards = (), ()
    for being in scene.beings.values():
        give_back(scene, being)
        lapse(scene, being)
        before = being.states
        if being.keep(lambda c: c.until is None or c.until.when not in FOR_THE_FIGHT):
            for name in sorted(before - being.states):
                scene.record("condition_ends", CONDITIONS[name].rule, who=being.id, condition=name)
        forget(being)
        being.reaction = 1
        feel(scene, being)
        if "Sacrificing" in before:  # the rounds that were left go by
            burn_out(scene, being)
    let_go(scene)
    for being in scene.beings.values():  # whoever was on the way stops there
        if being.here and not being.is_wall:
            come_to_rest(scene, being)
