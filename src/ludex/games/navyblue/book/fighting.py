"""Fighting: which side goes first, who is chosen to act, turns and rounds, and the end of a fight."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces, Total, dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import GM, ask, roll
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.turns import Turns
from ludex.games.navyblue.book.adventure.intervals import fight_takes_interval
from ludex.games.navyblue.book.attacks.effects import happen
from ludex.games.navyblue.book.carrying.containers import close_packs
from ludex.games.navyblue.book.carrying.slots import resize, shield_burden
from ludex.games.navyblue.book.conditions import (
    LASTING,
    afflict,
    end,
    expire,
    expire_without_turn,
    has_a_turn,
    is_brief,
)
from ludex.games.navyblue.book.features import at_moment
from ludex.games.navyblue.book.improving import fight_cleared
from ludex.games.navyblue.book.morale import due, roll_morale
from ludex.games.navyblue.book.motion import action
from ludex.games.navyblue.book.movement.sight import meet, unmet_in_sight
from ludex.games.navyblue.book.movement.steps import comes_down
from ludex.games.navyblue.records.effects import EndConditionOnRoll
from ludex.games.navyblue.state import FOES, PARTY, Being, Lying, Scene

PASS = ""  # of a side that lets the other choose
CLOSED, AS_THEY_ARE = "closed", "as they are"  # of packs when a fight starts

# ---------------------------------------------------------------- the start


def begin_fight(scene: Scene, surprised: str = "", packs: str = CLOSED) -> None:
    """nb.fight.start: from now on turns, Actions and Motion Points are counted, and nothing goes on that was under
    way. `surprised` names a side."""
    scene.clear_agenda()
    if packs == CLOSED:
        close_packs(scene)
    scene.resumes, scene.mode = scene.resumes or scene.mode, "fight"
    scene.turns = Turns()
    scene.first = scene.last = ""
    scene.passed = False
    scene.morale_rolled = ()
    scene.foes_at_start = sum(being.here and not being.pc for being in scene.side_of(FOES))
    scene.bygone = tuple(being.id for being in scene.side_of(FOES) if not being.here)
    for being in scene.beings.values():
        being.motion = being.actions = being.on_move = being.promised = 0
        being.acted = being.run_up = being.from_air = False
        being.used = tuple(use for use in being.used if use[1] not in ("turn", "fight"))
        end(scene, being, "Asleep")
    scene.record("fight", "nb.fight.start", surprised=surprised)
    scene.next(initiative(surprised))


@dataclass(frozen=True, slots=True)
class SideFirst:
    """1 to 3 the NPCs, 4 to 6 the players."""

    def __call__(self, faces: Faces) -> str:
        return FOES if faces[0] <= 3 else PARTY


@step("nb.init.roll")
async def initiative(scene: Scene, surprised: str) -> None:
    """One die decides which side goes first, unless a side is caught unawares."""
    if surprised:
        first = PARTY if surprised == FOES else FOES
        cite("nb.gap.rounds_and_surprise")
    else:
        first = await roll(dice(1, 6), SideFirst(), by=GM, rule="nb.init.roll")
    scene.first = first
    scene.turns = Turns(order=tuple(being.id for being in scene.beings.values() if being.here), round=1)
    scene.record("side_first", "nb.init.roll", side=first)
    scene.record("round", "nb.init.rounds", round=1)


# ---------------------------------------------------------------- who acts next


def yet_to_act(scene: Scene, side: str) -> list[Being]:
    acted = scene.turns.acted
    return [b for b in scene.beings.values() if b.side == side and b.here and b.id not in acted]


def side_to_choose(scene: Scene) -> str:
    """nb.init.alternate, nb.init.leftover: the sides take turns; when one has nobody left, the other goes on."""
    other = {PARTY: FOES, FOES: PARTY}
    wanted = other[scene.last] if scene.last else scene.first
    for side in (wanted, other[wanted]):
        if yet_to_act(scene, side):
            return side
    return ""


def what_comes(scene: Scene) -> Entry | None:
    """What follows by itself in a fight when nothing is under way: its end, Morale, the end of a turn, the next one."""
    turns = scene.turns
    if not turns.round:
        return None
    seen = unmet_in_sight(scene)
    if seen:
        return more_come(seen)
    how = decided(scene)
    if how:
        return end_fight(how)
    triggers = due(scene)
    if triggers:
        return roll_morale(triggers)
    if turns.current:
        being = scene.beings[turns.current]
        return finish_turn(being) if turns.over or not being.here else None
    side = side_to_choose(scene)
    return choose_member(side) if side else next_round()


@step("nb.gap.sight")
async def more_come(scene: Scene, who: tuple[str, ...]) -> None:
    """Those who were behind a door or farther off see the fight, and are seen."""
    meet(scene, who)


def threats(scene: Scene, side: str) -> list[Being]:
    return [being for being in scene.beings.values() if being.side == side and being.threat]


def got_away(scene: Scene) -> bool:
    return any("Fled" in being.states and "Dead" not in being.states for being in scene.party())


@step("nb.init.alternate")
async def choose_member(scene: Scene, side: str) -> None:
    """The side chooses one of its members who has not acted in this round."""
    other = FOES if side == PARTY else PARTY

    def among() -> tuple[str, ...]:
        left = tuple([being.id for being in yet_to_act(scene, side)])
        may_pass = left and scene.options["opt_side_may_pass"] and not scene.passed and yet_to_act(scene, other)
        return (*left, PASS) if may_pass else left

    there = among()
    if len(there) > 1:
        chosen = await ask(
            scene, side, lambda: OneOf(among()), rule="nb.init.alternate", about={"side": side},
            default=lambda: next(iter(among()), PASS), matters=lambda: len(among()) > 1,
        )  # fmt: skip
        there = among()
    else:
        chosen = next(iter(there), PASS)
    if not there:
        return  # nobody of them is left: the others choose
    scene.last = side
    scene.passed = chosen == PASS
    if chosen == PASS:
        scene.record("side_passes", "nb.init.alternate", side=side)
        return
    if not yet_to_act(scene, other):
        scene.cite("nb.init.leftover")
    scene.turns = scene.turns.begin(chosen)
    start_turn(scene, scene.beings[chosen])


@step("nb.init.rounds")
async def next_round(scene: Scene) -> None:
    """The same side starts again, unless the table plays otherwise."""
    if scene.options["opt_reroll_each_round"]:
        scene.first = await roll(dice(1, 6), SideFirst(), by=GM, rule="nb.init.roll")
    elif scene.options["opt_alternate_across_rounds"]:
        scene.first = PARTY if scene.last == FOES else FOES
    scene.last = ""
    order = tuple(being.id for being in scene.beings.values() if being.here)
    scene.turns = Turns(order=order, round=scene.turns.round + 1)
    for being in scene.beings.values():
        being.refresh("round")
    expire_without_turn(scene)
    scene.obstructions = tuple(
        obstruction
        for obstruction in scene.obstructions
        if obstruction.until != "start of turn" or has_a_turn(scene, obstruction.source)
    )
    scene.record("round", "nb.init.rounds", round=scene.turns.round)


# ---------------------------------------------------------------- turns


def start_turn(scene: Scene, being: Being) -> None:
    """nb.motion.points, nb.action.one: Speed + 1 points and one Action; a Heavy shield takes a point off."""
    scene.record("turn", "nb.motion.points", who=being.id)
    for other in scene.beings.values():
        other.refresh("turn")
    expire(scene, "start of turn", being.id)
    scene.obstructions = tuple(
        obstruction
        for obstruction in scene.obstructions
        if obstruction.until != "start of turn" or obstruction.source != being.id
    )
    being.motion = max(0, being.sheet.speed + 1 - shield_burden(scene, being)) + being.promised
    being.promised = 0
    being.actions = 1
    being.on_move = 0
    being.acted = being.run_up = being.from_air = False
    for effect in at_moment(scene, being, "own_turn_start"):
        if not isinstance(effect, EndConditionOnRoll):
            happen(scene, being, effect, being)
        elif effect.condition in being.states:
            scene.next(shakes_off(being, effect.condition, effect.die, effect.min_face))


@step("nb.feature.tags")
async def shakes_off(scene: Scene, being: Being, condition: str, die: int, least: int) -> None:
    """A condition that a die may end at the start of the turn."""
    if not being.here or condition not in being.states:
        return
    if await roll(dice(1, die), Total(), by=being.id, rule="nb.feature.tags", about={"condition": condition}) >= least:
        end(scene, being, condition)


@step("nb.turn.end")
async def finish_turn(scene: Scene, being: Being) -> None:
    """nb.turn.end: what is not used is lost; gliders come down."""
    down = comes_down(scene, being)
    if down is not None:
        scene.next(down)
    scene.next(turn_over(being))


@step("nb.turn.end")
async def turn_over(scene: Scene, being: Being) -> None:
    being.motion = being.actions = being.on_move = 0
    being.acted = being.run_up = being.from_air = False
    end(scene, being, "Unhindered")
    scene.obstructions = tuple(obstruction for obstruction in scene.obstructions if obstruction.until != "end of turn")
    expire(scene, "end of turn", being.id)
    scene.turns = scene.turns.pass_on()


@action("end_turn", rule="nb.turn.end", modes=("fight",), tags=("passes", "flees"))
async def end_turn(scene: Scene, actor: Being) -> None:
    """The turn is over: an Action and points that were not used are lost."""
    scene.turns = scene.turns.end()


# ---------------------------------------------------------------- the end


def decided(scene: Scene) -> str:
    """nb.fight.end: how the fight ends, as soon as a side is no threat any more; those who come into sight are one."""
    party = threats(scene, PARTY)
    if party and (threats(scene, FOES) or unmet_in_sight(scene)):
        return ""
    return "cleared" if party else "escaped" if got_away(scene) else "lost"


def end_if_decided(scene: Scene) -> None:
    """nb.fight.end: at once, whatever was still to come of what is under way."""
    if scene.mode != "fight" or not scene.turns.round or any([entry.is_of(end_fight) for entry in scene.agenda]):
        return
    how = decided(scene)
    if how:
        scene.clear_agenda()
        scene.agenda = () if scene.halts else (end_fight(how),)


@step("nb.fight.end")
async def end_fight(scene: Scene, how: str) -> None:
    """What lasted for the fight ends, and what was under way before it goes on. First, whoever cannot stay in the air
    comes down (nb.zone.air)."""
    down = [comes_down(scene, being) for being in scene.beings.values()] if scene.air else []
    landings = [landing for landing in down if landing is not None]
    if landings:
        scene.next(*landings, end_fight(how))
        return
    scene.record("fight_ends", "nb.fight.end", how=how, round=scene.turns.round)
    scene.clear_agenda()
    scene.mode, scene.resumes = scene.resumes or "adventure", ""
    scene.turns = Turns(round=scene.turns.round)
    for being in scene.beings.values():
        if "Fleeing" in being.states:
            being.relieve("Fleeing")
            afflict(scene, being, "Fled")
        if being.keep(lambda c: c.name in LASTING and not is_brief(c)):
            resize(scene, being)
        if being.pc:
            end(scene, being, "Fled")  # back with the others
        being.motion = being.actions = being.on_move = being.promised = 0
        being.acted = being.run_up = being.from_air = False
        being.unloaded = ()
        being.refresh("turn", "round", "fight")
    scene.obstructions = tuple(obstruction for obstruction in scene.obstructions if not obstruction.until)
    scene.lying = tuple([Lying(thing.thing, thing.at) for thing in scene.lying])
    fight_cleared(scene, how)
    fight_takes_interval(scene)
