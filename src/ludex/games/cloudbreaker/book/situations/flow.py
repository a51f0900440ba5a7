"""Critical situations: how they are set up, what wins and loses them, the rout, and what is left afterwards."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf, Several
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.turns import Turns
from ludex.games.cloudbreaker.book.actions import first_tokens
from ludex.games.cloudbreaker.book.attacks.damage import fall
from ludex.games.cloudbreaker.book.attacks.effects import clear_ground
from ludex.games.cloudbreaker.book.conditions import afflict, end_brought, let_all_go, wear_off
from ludex.games.cloudbreaker.book.morale import award, muster
from ludex.games.cloudbreaker.book.movement.steps import block_at
from ludex.games.cloudbreaker.book.recovery import DAY
from ludex.games.cloudbreaker.book.rest import disturb, resume
from ludex.games.cloudbreaker.book.situations.escape import goes_off, trap_is_due
from ludex.games.cloudbreaker.book.situations.turn_order import (
    before_the_first_turn,
    end_round,
    knock_out_who_yields,
    order,
    round_over,
    take_turns,
    turn_over,
)
from ludex.games.cloudbreaker.book.spirit import MOST, can_hold
from ludex.games.cloudbreaker.state import ALL, ENEMY, FOES, PARTY, PC, Being, Goal, Scene

# ---------------------------------------------------------------- setting up


@step("cb.situation.flow")
async def begin(scene: Scene, surprised: tuple[str, ...], wait: bool = False) -> None:
    """Goals, then the order of turns, then positions; only then does anybody act."""
    disturb(scene)
    resumed = scene.outcome == "suspended"
    scene.mode = "situation"
    scene.outcome = ""
    if not resumed:
        scene.routed = scene.fired = False
        scene.defused = 0
    scene.rush = scene.pursuit = False
    scene.ended = 0
    scene.turns = Turns()
    scene.record("situation", "cb.situation.goals", kind=scene.kind, goals=scene.goals, failures=scene.failures)
    if scene.kind == "escape":
        cite("cb.escape.setup", "cb.escape.formation")
        if scene.trap is not None:
            scene.record("trap_disclosed", "cb.escape.trap.fire", round=scene.trap.round, name=scene.trap.name)
    for being in scene.beings.values():
        enter(scene, being)
    if not resumed:
        muster(scene)
    for name in surprised:
        if scene.beings[name].here:
            afflict(scene, scene.beings[name], "Surprised")
            cite("cb.turn.surprise")
    scene.turns = Turns(order=order(scene))
    scene.record("order", "cb.turn.order", order=scene.turns.order)
    if scene.formation == "standard" and scene.kind != "escape":
        scene.next(take_formation(PARTY))
    else:
        cite("cb.formation.scenario")
    scene.next(positions_set(wait))


def enter(scene: Scene, being: Being) -> None:
    """cb.action.instant: everybody enters with all actions ready; cb.spirit.scope: tokens start afresh."""
    being.number = being.sheet.turn_speed
    being.missing = being.moved = being.stride = 0
    being.major, being.minor = being.sheet.major, being.sheet.minor
    being.used = ()
    being.hurt_by = ""
    being.relieve("Retreated")
    if being.relieve("Left Behind"):  # cb.rest.none: the GM has said how their days without the party went
        being.rest_due = max(being.rest_due, scene.clock + DAY)
    if "Downed" in being.states and "Prone" not in being.states:
        afflict(scene, being, "Prone")
    if being.pc:
        being.spirit = first_tokens(being.sheet.level)
        cite("cb.spirit.start", "cb.spirit.scope")


@step("cb.situation.flow")
async def positions_set(scene: Scene, wait: bool = False) -> None:
    """The first round begins, and the party may be waited for."""
    scene.turns = Turns(order=order(scene), round=1)
    scene.record("round", "cb.round.length", round=1)
    if wait:
        scene.next(before_the_first_turn())


# ---------------------------------------------------------------- standard formation

FACING = 2  # zones from one side to the other: the one between them is empty


def can_advance(scene: Scene, side: str) -> list[Being]:
    return [being for being in scene.beings.values() if being.side == side and being.active and being.sheet.move]


def still_advance(scene: Scene, side: str, front: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a side's frontliners who have not fallen since they were named."""
    able = [being.id for being in can_advance(scene, side)]
    return tuple(name for name in front if name in able)


@step("cb.formation.standard")
async def take_formation(scene: Scene, side: str, chosen: tuple[tuple[str, ...], ...] = ()) -> None:
    """Each side says who goes forward; the party is asked first, and nobody moves before both have said so."""
    front: tuple[str, ...] = ()
    if can_advance(scene, side):
        front = await ask(
            scene,
            PARTY if side == PARTY else GM,
            lambda: Several(tuple(being.id for being in can_advance(scene, side))),
            rule="cb.formation.standard",
            about={"side": side},
            default=lambda: tuple(being.id for being in can_advance(scene, side) if being.role == "frontliner"),
        )
    if side == PARTY:
        scene.next(take_formation(FOES, (front,)))
        return
    ours, theirs = still_advance(scene, PARTY, chosen[0]), front
    if ours and theirs:
        for name in (*ours, *theirs):
            advance(scene, scene.beings[name], far=False)
    elif ours or theirs:
        scene.next(advance_alone(PARTY if ours else FOES, ours or theirs))
    else:
        scene.record("nobody_advances", "cb.formation.nobody")


@step("cb.formation.one_side")
async def advance_alone(scene: Scene, side: str, front: tuple[str, ...]) -> None:
    """If only one side advances, each of its frontliners goes one zone, or all the way to the others."""
    far = await ask(
        scene,
        PARTY if side == PARTY else GM,
        lambda: Several(still_advance(scene, side, front)),
        rule="cb.formation.one_side",
        about={"side": side},
        default=lambda: still_advance(scene, side, front),
    )
    for name in front:
        advance(scene, scene.beings[name], far=name in far)


def advance(scene: Scene, being: Being, far: bool) -> None:
    """One zone toward the nearest of the other side, or until some zone of it is shared. No action, no strike, no
    hazard. Who has fallen since stays."""
    others = scene.enemies(being)
    if not others or not being.active:
        return
    nearest = min(others, key=lambda other: scene.distance(being, other))
    goals = [zone for zone in scene.board if clashes(scene, being, zone, [nearest])]
    ways = [scene.board.path(being.at, goal, lambda a, b: 1 if block_at(scene, being, b) else None) for goal in goals]
    path = min([way for way in ways if way is not None], key=len, default=())
    if not path:
        return
    being.at = next(zone for zone in path if clashes(scene, being, zone, others)) if far else path[0]
    scene.record("advances", "cb.formation.standard", who=being.id, to=being.at)


def clashes(scene: Scene, being: Being, zone: str, others: list[Being]) -> bool:
    """cb.formation.one_side, cb.unit.size: would a unit share a zone with one of them there?"""
    block = block_at(scene, being, zone)
    return any(not set(block).isdisjoint(scene.zones(other)) for other in others)


# ---------------------------------------------------------------- goals


def party_down(scene: Scene) -> bool:
    """Every player character who has not retreated is downed, knocked out or dead."""
    for being in scene.beings.values():
        if being.sheet.sort == PC and being.active and "Retreated" not in being.states:
            return False
    return True


def some_retreated(scene: Scene) -> bool:
    return any("Retreated" in being.states for being in scene.party())


def deserted(scene: Scene) -> bool:
    """cb.retreat.suspend: some have got away, and nobody of the others stands any more."""
    return party_down(scene) and some_retreated(scene)


def wiped_out(scene: Scene, goal: Goal) -> bool:
    return party_down(scene) and not some_retreated(scene)


def foes_left(scene: Scene) -> list[Being]:
    return [being for being in scene.beings.values() if being.sheet.sort == ENEMY and being.here]


def routed(scene: Scene, goal: Goal) -> bool:
    """cb.situation.rout, cb.situation.no_enemy_left: no tokens and no independent unit, or no unit at all."""
    if scene.rush:
        return False
    for being in scene.beings.values():
        if being.sheet.sort == ENEMY and being.here:
            return False
    scene.cite("cb.situation.no_enemy_left")
    return scene.routed or not scene.reinforced


def survived(scene: Scene, goal: Goal) -> bool:
    return scene.ended >= goal.rounds


def beaten(scene: Scene, goal: Goal) -> bool:
    being = scene.beings.get(goal.who)
    return being is not None and not being.here


def killed(scene: Scene, goal: Goal) -> bool:
    being = scene.beings.get(goal.who)
    return being is not None and (being.fate == "killed" or "Dead" in being.states)


def all_safe(scene: Scene, goal: Goal) -> bool:
    left = [being for being in scene.party() if being.here]
    return bool(left) and all(being.at in scene.safe_zones for being in left)


def trap_survived(scene: Scene, goal: Goal) -> bool:
    return scene.fired


def trap_defused(scene: Scene, goal: Goal) -> bool:
    return scene.trap is not None and 0 < scene.trap.successes <= scene.defused


def too_late(scene: Scene, goal: Goal) -> bool:
    return scene.ended >= goal.rounds and bool(foes_left(scene))


def at_zero(scene: Scene, goal: Goal) -> bool:
    being = scene.beings.get(goal.who)
    return being is not None and (not being.hp or (not being.mp and being.sheet.mp > 0))


def all_gone(scene: Scene, goal: Goal) -> bool:
    """Everybody who lives has retreated."""
    living = [being for being in scene.party() if "Dead" not in being.states]
    return bool(living) and all("Retreated" in being.states for being in living)


WON: dict[str, Callable[[Scene, Goal], bool]] = {
    "rout": routed,
    "survive": survived,
    "destroy": beaten,
    "defeat": beaten,
    "safe": all_safe,
    "trap_survived": trap_survived,
    "defuse": trap_defused,
}
LOST: dict[str, Callable[[Scene, Goal], bool]] = {
    "party_wiped_out": wiped_out,
    "rounds": too_late,
    "npc_killed": killed,
    "npc_at_zero": at_zero,
    "party_retreats": all_gone,
}


def outcome(scene: Scene) -> str:
    """cb.situation.both_conditions: failure is looked at first, unless the table plays otherwise."""
    lost = any(LOST[goal.kind](scene, goal) for goal in scene.failures)
    won = any(WON[goal.kind](scene, goal) for goal in scene.goals)
    if lost and won:
        cite("cb.situation.both_conditions")
        return "won" if scene.options["opt_victory_first"] else "failed"
    if lost:
        return "failed"
    if won:
        return "won"
    return "suspended" if deserted(scene) else ""


def what_comes(scene: Scene) -> Entry | None:
    """What follows by itself when all that was under way is resolved: the rout, the end, or the next turn."""
    if scene.mode != "situation" or not scene.turns.round:
        return None
    knock_out_who_yields(scene)
    if not scene.rush:
        if has_lost_heart(scene):
            return rout()
        decided = outcome(scene)
        if decided:
            end_situation(scene, decided)
            return None
    elif not scene.turns.current and not scene.turns.upcoming():
        return rush_over()
    return take_turns(scene)


# ---------------------------------------------------------------- rout and Finale Rush


def has_lost_heart(scene: Scene) -> bool:
    """Is an enemy group without tokens that has not been routed yet?"""
    return not scene.morale and not scene.routed and any(b.sheet.sort == ENEMY for b in scene.beings.values())


def is_beaten(scene: Scene) -> bool:
    """Is it the enemies on whom the victory hangs, and are they gone?"""
    return any(goal.kind == "rout" and routed(scene, goal) for goal in scene.goals)


def break_off(scene: Scene) -> None:
    """A unit or a token has gone. With the last of them the enemies have lost at once: once the token is captured, and
    before anything else that is under way."""
    if scene.mode != "situation" or not scene.turns.round or scene.rush:
        return
    if has_lost_heart(scene):
        what = rout()
    elif is_beaten(scene):
        what = nobody_left()
    else:
        return
    captures = [entry for entry in scene.agenda if entry.is_of(award)]
    scene.agenda = (*captures, what, *(entry for entry in scene.agenda if not entry.is_of(award)))


@step("cb.situation.no_enemy_left")
async def nobody_left(scene: Scene) -> None:
    if is_beaten(scene):
        end_situation(scene, outcome(scene))


@step("cb.situation.rout")
async def rout(scene: Scene) -> None:
    """Without morale the enemy group has lost. The game master may call for a Finale Rush."""
    scene.routed = True
    scene.record("rout", "cb.situation.rout")
    if may_rush(scene) and await ask(
        scene, GM, lambda: OneOf((True, False) if may_rush(scene) else (False,)), rule="cb.finale.rush", default=False
    ):
        let_be(scene)
        scene.next(*rest_of_the_round(scene), begin_rush())
        return
    take_flight(scene)
    if is_beaten(scene):
        end_situation(scene, outcome(scene))


def may_rush(scene: Scene) -> bool:
    """Is somebody of the party still standing, and anybody left to rush at?"""
    standing = any(being.active and not has_to_fall(scene, being) for being in scene.party())
    return standing and bool(foes_left(scene)) and bool(scene.options["opt_finale_rush"])


def let_be(scene: Scene) -> None:
    """What is under way goes no further: who was not hit yet is not hit any more. What was paid is paid, and what was
    lost has its consequences."""
    scene.clear_agenda()
    scene.hits = ()
    for being in scene.party():
        if has_to_fall(scene, being):
            fall(scene, being)


def has_to_fall(scene: Scene, being: Being) -> bool:
    """Is one of their pools empty, by what they have paid or suffered, though they may not have fallen yet?"""
    return being.here and being.empty and not (being.hp and scene.options["opt_cost_never_downs"])


def rest_of_the_round(scene: Scene) -> list[Entry]:
    """How a round ends before its time: the turn under way is the last of it, and what is due at its end comes."""
    turns = scene.turns
    if turns.current:
        return [turn_over(scene.beings[turns.current]), end_round()]
    if turns.upcoming():
        return [end_round()]
    if scene.ended == turns.round:
        return []
    return [goes_off(), round_over()] if trap_is_due(scene) else [round_over()]


def take_flight(scene: Scene) -> None:
    """Whoever depends on morale leaves; independent units fight on (cb.situation.rout.independent)."""
    for being in foes_left(scene):
        if being.sheet.independent:
            cite("cb.situation.rout.independent")
            if not scene.options["opt_independents_rout"]:
                scene.record("fights_on", "cb.situation.rout.independent", who=being.id)
                continue
        afflict(scene, being, "Routed")


@step("cb.finale.rush")
async def begin_rush(scene: Scene) -> None:
    """One round of the party alone, with 5 tokens each, in which nothing is used up and nothing recovered."""
    scene.rush = True
    for being in scene.party():
        being.missing = 0
        if can_hold(being):
            being.spirit = MOST
    for being in scene.beings.values():
        being.refresh("round")
    scene.turns = Turns(order=order(scene), round=scene.turns.round + 1)
    scene.record("rush", "cb.finale.rush", order=scene.turns.order)


@step("cb.finale.rush")
async def rush_over(scene: Scene) -> None:
    scene.rush = False
    scene.next(end_round(), finished_off())


@step("cb.finale.rush")
async def finished_off(scene: Scene) -> None:
    """The enemies are finished. A victory by rout stands, whatever has happened in the rush."""
    take_flight(scene)
    if is_beaten(scene):
        end_situation(scene, "won")


# ---------------------------------------------------------------- the end


def end_situation(scene: Scene, result: str) -> None:
    """cb.situation.after: pools and a few conditions stay; holds, covers and all else end."""
    scene.outcome = result
    rule = {"won": "cb.situation.goals", "failed": "cb.situation.fail.default", "suspended": "cb.retreat.suspend"}
    scene.record("situation_ends", rule[result], outcome=result, round=scene.turns.round)
    if result == "failed":
        cite("cb.situation.fail.mission")
        if scene.objective:
            scene.mission = "failed"
    let_be(scene)
    scene.mode = "adventure"
    scene.turns = Turns(round=scene.turns.round)
    if result != "suspended":
        scene.morale = 0
    scene.precedence = ()
    scene.rush = scene.reinforced = False
    clear_ground(scene)
    cite("cb.situation.after")
    stay = [being for being in scene.party() if being.here] if result == "suspended" and deserted(scene) else []
    for being in scene.beings.values():
        if being in stay:
            stay_behind(scene, being)
        leave(scene, being)
        being.takes = ALL
    resume(scene)


def stay_behind(scene: Scene, being: Being) -> None:
    """cb.retreat.suspend: knocked out, and with the party no longer."""
    if being.relieve("Downed"):
        afflict(scene, being, "Knocked Out")
    afflict(scene, being, "Left Behind")


def leave(scene: Scene, being: Being) -> None:
    let_all_go(scene, being)
    for name in wear_off(being):
        end_brought(scene, being, name)
    being.number = being.sheet.turn_speed
    being.missing = being.moved = being.stride = being.major = being.minor = 0
    being.refresh("turn", "round", "situation")
