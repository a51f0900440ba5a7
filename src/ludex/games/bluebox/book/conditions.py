"""Conditions and statuses: taking them on, what they bring at once, and how they end."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.board.hex import Edge, connected_group
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Refusal, cite
from ludex.core.kernel.scene import Condition, Until
from ludex.core.scene.namesakes import come_to_light
from ludex.games.bluebox.book.dice import FAILURE, save
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import BACK_FOOTING, BEATEN, SENSELESS, Area, Being, Built, Scene

afflict, end = CONDITIONS.afflict, CONDITIONS.end


# ---------------------------------------------------------------- who can act


MAY_KEEP_FROM_ACTING = frozenset([*CONDITIONS.idle, "Surrendered"])


def cannot_act(scene: Scene, being: Being) -> Refusal | None:
    """Why somebody cannot act at all."""
    if being.states.isdisjoint(MAY_KEEP_FROM_ACTING):
        return None
    refusal = CONDITIONS.cannot_act(being)
    if refusal is None and "Surrendered" in being.states and scene.mode == "combat":
        return Refusal(f"{being.name} has surrendered", "bb.combat.end")
    return refusal


def comes_to_nothing(scene: Scene, being: Being, why: Refusal | None) -> bool:
    """bb.cond.general: who can no longer do what they were about to do does not; the record tells why."""
    if why is not None:
        scene.record("comes_to_nothing", why.rule, who=being.id, why=why.reason)
    return why is not None


# ---------------------------------------------------------------- who is left


def standing(scene: Scene) -> set[str]:
    """The sides that are not beaten. bb.rest.sleep: who is only asleep wakes at their turn."""
    down_too = bool(scene.options["opt_down_counts_as_beaten"])
    able = [b for b in scene.beings.values() if not b.beaten or only_asleep(b)]
    return {b.side for b in able if not (down_too and "Down" in b.states)}


def only_asleep(being: Being) -> bool:
    return all(c.note == "asleep" for c in being.conditions if c.name in BEATEN)


def decided(scene: Scene) -> bool:
    return scene.mode == "combat" and len(standing(scene)) <= 1


def all_but_over(scene: Scene) -> bool:
    """bb.combat.end: only what is under way is still finished, and nobody begins anything new."""
    return scene.maybe_over and decided(scene)


# ---------------------------------------------------------------- taking them on


def until_end_of_turn(scene: Scene, being: Being) -> Until:
    return Until("end of turn", being.id)


@CONDITIONS.brings(*CONDITIONS, again=True)
def general(scene: Scene, being: Being, condition: Condition) -> None:
    """The rules that speak of all conditions."""
    scene.cite("bb.cond.general")
    if condition.until is not None and condition.until.of:
        scene.cite("bb.turn.durations")
    if condition.name in BACK_FOOTING and condition.name != "Back-footed":
        scene.cite("bb.backfoot.symbol")


@CONDITIONS.brings("Escalated", again=True)
def escalate(scene: Scene, being: Being, condition: Condition) -> None:
    scene.escalating = True


@CONDITIONS.brings("Surrendered")
def stand_still(scene: Scene, being: Being, condition: Condition) -> None:
    being.stopped = True


@CONDITIONS.brings(*SENSELESS, "Fled", "Surrendered", again=True)
def drop_out(scene: Scene, being: Being, condition: Condition) -> None:
    """Whoever is senseless or gone holds nobody and Focuses on nothing."""
    lose_hold(scene, being)
    if not being.here:
        slip_away(scene, being)
    drop_focus(scene, being)
    if condition.name in SENSELESS:
        being.held = None
    being.relieve("Escalated")
    if scene.mode == "combat":
        scene.maybe_over = True


@CONDITIONS.brings("Down")
def go_down(scene: Scene, being: Being, condition: Condition) -> None:
    lose_hold(scene, being)
    being.ap = min(being.ap, 1)
    if scene.mode == "combat" and scene.options["opt_down_counts_as_beaten"]:
        scene.maybe_over = True


# ---------------------------------------------------------------- Dazed


@CONDITIONS.brings("Dazed")
def daze(scene: Scene, being: Being, condition: Condition) -> None:
    """bb.cond.dazed: the next turn, or what is left of this one, comes at the end of the round."""
    turns = scene.turns
    if being.id not in turns.order:
        return
    under_way = turns.current == being.id
    scene.turns = turns.put_off(being.id, begun=under_way)
    if under_way:
        being.stopped = True


# ---------------------------------------------------------------- Focus


def take_focus(scene: Scene, being: Being, skill: str, rounds: int = 0) -> None:
    """bb.focus.one: one thing at a time; a new Focus ends the old one."""
    drop_focus(scene, being)
    being.focus = skill
    limit = Until("start of turn", being.id, rounds) if rounds else None
    afflict(scene, being, "Focused", source=being.id, until=limit, note=skill)
    cite("bb.focus.one")


def drop_focus(scene: Scene, being: Being) -> None:
    if being.focus:
        end(scene, being, "Focused")


@CONDITIONS.leaves("Focused")
def lapse(scene: Scene, being: Being, condition: Condition) -> None:
    """The Focused skill ends, and all that lasts as long as it."""
    being.focus = ""
    for other in scene.beings.values():
        kept_up = [c for c in other.conditions if c.until == Until("focus", being.id)]
        CONDITIONS.end_these(scene, other, kept_up)
    clear_ground(scene, lambda area: area.until == "focus" and area.source == being.id)
    take_down(scene, lambda built: built.until == "focus" and built.source == being.id)


def clear_ground(scene: Scene, over: Callable[[Area], bool]) -> None:
    """Areas whose time is over end; ground that was Difficult because of them is as it was before."""
    gone = {cell for area in scene.areas if over(area) and not area.dice for cell in area.cells}
    scene.areas = tuple(area for area in scene.areas if not over(area))
    gone -= {cell for area in scene.areas if not area.dice for cell in area.cells}
    if gone:
        scene.board = scene.board.with_terrain("difficult", scene.board.terrain["difficult"] - gone)


def take_down(scene: Scene, over: Callable[[Built], bool]) -> None:
    """Cover whose time is over is there no longer, and nobody is Hunkered behind it."""
    gone = [built for built in scene.built if over(built)]
    if not gone:
        return
    for built in gone:
        scene.board = scene.board.without_cover(built.edges)
    scene.built = tuple([built for built in scene.built if not over(built)])
    for being in scene.beings.values():
        if "Hunkered" in being.states and not borders_its_cover(scene, being):
            end(scene, being, "Hunkered")


# ---------------------------------------------------------------- Grappling


ENDS_OF_A_HOLD = {"Grappled": "Grappler", "Grappler": "Grappled"}


def grapple(scene: Scene, grappler: Being, victim: Being, reach: int) -> None:
    afflict(scene, victim, "Grappled", source=grappler.id, value=reach)


@CONDITIONS.brings(*ENDS_OF_A_HOLD, again=True)
def hold_together(scene: Scene, being: Being, condition: Condition) -> None:
    """Whoever is held is held by somebody, however it came about."""
    other, theirs = scene.beings.get(condition.source), ENDS_OF_A_HOLD[condition.name]
    if other is None or other is being:
        return
    if not any(c.name == theirs and c.source == being.id for c in other.conditions):
        afflict(scene, other, theirs, source=being.id, until=condition.until, value=condition.value)


@CONDITIONS.leaves(*ENDS_OF_A_HOLD, each=True)
def part(scene: Scene, being: Being, condition: Condition) -> None:
    """bb.grappler.ends: both are free of each other at once."""
    left = [c.source for c in being.conditions if c.name == condition.name]
    for other in scene.beings.values():
        if other.id not in left:
            end(scene, other, ENDS_OF_A_HOLD[condition.name], source=being.id, rule="bb.grappler.ends")


def lose_hold(scene: Scene, being: Being) -> None:
    """bb.grappler.ends: a Grappler that is Down, Out or Unconscious lets go."""
    victim = held_by(scene, being)
    if victim is not None:
        let_go(scene, being, victim)


def slip_away(scene: Scene, victim: Being) -> None:
    """Nobody holds what is no longer there."""
    for holder in holders_of(scene, victim):
        let_go(scene, holder, victim)


def held_by(scene: Scene, grappler: Being) -> Being | None:
    hold = grappler.condition("Grappler")
    return scene.beings.get(hold.source) if hold is not None else None


def holder_of(scene: Scene, victim: Being) -> Being | None:
    hold = victim.condition("Grappled")
    return scene.beings.get(hold.source) if hold is not None else None


def holders_of(scene: Scene, victim: Being) -> list[Being]:
    """All who hold this being: several may at once."""
    return [scene.beings[c.source] for c in victim.conditions if c.name == "Grappled" and c.source in scene.beings]


def let_go(scene: Scene, grappler: Being, victim: Being) -> None:
    end(scene, victim, "Grappled", source=grappler.id, rule="bb.grappler.ends")
    end(scene, grappler, "Grappler", source=victim.id, rule="bb.grappler.ends")


def check_hold(scene: Scene, being: Being) -> None:
    """bb.grappler.ends: a grapple ends when the two are farther apart than it reaches."""
    if being.states.isdisjoint(("Grappler", "Grappled")):
        return
    for grappler in (being, *holders_of(scene, being)):
        hold, victim = grappler.condition("Grappler"), held_by(scene, grappler)
        if hold is not None and victim is not None and scene.distance(grappler, victim) > max(1, hold.value):
            let_go(scene, grappler, victim)


# ---------------------------------------------------------------- Hunkered


def hunkered_behind(scene: Scene, being: Being) -> frozenset[Edge]:
    """bb.action.hunker: the connected line of Cover that a Hunkered being has chosen."""
    hunkered = being.condition("Hunkered")
    if hunkered is None:
        return frozenset()
    a, b, c, d = map(int, hunkered.note.split())
    return connected_group(((a, b), (c, d)), scene.board.cover) & scene.board.cover


def borders_its_cover(scene: Scene, being: Being) -> bool:
    return any(cell in edge for edge in hunkered_behind(scene, being) for cell in being.cells)


# ---------------------------------------------------------------- Hidden


@CONDITIONS.leaves("Hidden")
def be_seen(scene: Scene, being: Being, condition: Condition) -> None:
    """Of whom the players knew nothing, they know from now on."""
    come_to_light(scene, being)


def reveal(scene: Scene, being: Being, why: str) -> None:
    """bb.hidden.ends"""
    if "Hidden" in being.states:
        end(scene, being, "Hidden", rule="bb.hidden.ends")
        being.found_by = ()
        scene.record("revealed", "bb.hidden.ends", who=being.id, why=why)
    being.seen = True


# ---------------------------------------------------------------- Exhaustion


def exhaust(scene: Scene, being: Being, levels: int = 1) -> None:
    """bb.cond.exhaustion: levels stop at 7, at which the being falls Unconscious for 2d4 hours."""
    before = being.exhaustion
    being.exhaustion = min(7, before + levels)
    scene.record("exhaustion", "bb.cond.exhaustion", who=being.id, level=being.exhaustion)
    if before < 7 <= being.exhaustion:
        scene.next(collapse(being))


@step("bb.cond.exhaustion")
async def collapse(scene: Scene, being: Being) -> None:
    if being.exhaustion < 7 or not being.here:
        return
    hours: int = await roll(dice(2, 4), Total(), by=being.id, rule="bb.cond.exhaustion")
    afflict(scene, being, "Unconscious", value=scene.clock + hours * 3600, note="exhaustion")
    scene.record("collapses", "bb.cond.exhaustion", who=being.id, hours=hours)


def rest_off(scene: Scene, being: Being, levels: int, rule: str) -> None:
    """Lose levels of Exhaustion; who collapsed of it wakes."""
    if not being.exhaustion:
        return
    being.exhaustion = max(0, being.exhaustion - levels)
    scene.record("exhaustion", rule, who=being.id, level=being.exhaustion)
    if being.exhaustion < 7:
        being.keep(lambda c: not (c.name == "Unconscious" and c.note == "exhaustion"))


# ---------------------------------------------------------------- Shattered


def set_plating(scene: Scene, being: Being, plating: int) -> None:
    """bb.cond.shattered: at 0 Plating a being is Shattered; with any Plating again they are not."""
    before = being.plating
    being.plating = max(0, plating)
    if before and not being.plating:
        afflict(scene, being, "Shattered")
        if scene.options["opt_morale"] and not being.sheet.pc and "construct" not in being.sheet.tags:
            scene.next(lose_heart(being))
    elif being.plating and not before:
        end(scene, being, "Shattered")


@step("bb.npc.shattered_morale")
async def lose_heart(scene: Scene, being: Being, dc: int = 6) -> None:
    """With opt_morale: an NPC that becomes Shattered saves or flees."""
    if being.beaten:
        return
    if await save(scene, being, "SPI", dc, rule="bb.npc.shattered_morale") == FAILURE:
        afflict(scene, being, "Fleeing")


# ---------------------------------------------------------------- Unconscious


def wake(scene: Scene, being: Being) -> None:
    """bb.cond.unconscious: damage, healing or an ally wakes, unless the cause of it says otherwise."""
    if "Unconscious" in being.states:
        being.keep(lambda c: c.name != "Unconscious" or c.note in ("exhaustion", "unmasked", "death saves"))
        if "Unconscious" not in being.states:
            scene.record("wakes", "bb.cond.unconscious", who=being.id)
