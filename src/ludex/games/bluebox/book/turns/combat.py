"""Starting and ending combat: initiative, turns and rounds, and what happens as they begin and end."""

from __future__ import annotations

from itertools import groupby, permutations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf, Several
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import Modifier, cite
from ludex.core.kernel.scene import Condition, Entry, until_start_of
from ludex.games.bluebox.book.conditions import (
    afflict,
    check_hold,
    clear_ground,
    decided,
    end,
    exhaust,
    holders_of,
    reveal,
    standing,
    take_down,
)
from ludex.games.bluebox.book.damage import death_save, falls, suffer
from ludex.games.bluebox.book.dice import BONUS, EDGE, FAILURE, d12_total, save
from ludex.games.bluebox.book.movement.sight import watching
from ludex.games.bluebox.book.movement.steps import brave, settle
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.state import AWAY, GONE, PARTY, Being, Scene, Turns, escalated

ROUND = 6  # seconds: bb.round.six_seconds

# ---------------------------------------------------------------- initiative


@step("bb.init.roll")
async def roll_initiative(scene: Scene, extra: tuple[tuple[str, int, str, str], ...]) -> None:
    """Everybody present rolls d12 + DEX; `extra` lists who has Edge, each with its source and rule."""
    totals: dict[str, tuple[int, ...]] = {}
    for being in scene.beings.values():
        if being.states.isdisjoint(GONE):
            totals[being.id] = (await _initiative(scene, being, extra),)
    while scene.options["opt_init_tie_reroll"] and (tied := _first_tie(totals)):
        for name in tied:
            totals[name] = (*totals[name], await _initiative(scene, scene.beings[name], extra, tied))
    scene.next(settle_order(tuple(totals.items())))


def _first_tie(totals: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    for number in sorted(set(totals.values()), reverse=True):
        tied = tuple(name for name, total in totals.items() if total == number)
        if len(tied) > 1:
            return tied
    return ()


async def _initiative(
    scene: Scene, being: Being, extra: tuple[tuple[str, int, str, str], ...], tied: tuple[str, ...] = ()
) -> int:
    modifiers = [Modifier(being.sheet.stats["DEX"], "DEX", "bb.init.roll", BONUS)]
    if "Hidden" in being.states:
        modifiers.append(Modifier(1, "Hidden", "bb.init.hidden", EDGE))
    modifiers += [Modifier(amount, source, rule, EDGE) for who, amount, source, rule in extra if who == being.id]
    return await d12_total(scene, being, modifiers, "bb.init.roll", {"tied": tied} if tied else None)


@step("bb.init.tie")
async def settle_order(scene: Scene, totals: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    """From highest to lowest; the game master orders those who are tied."""
    sheet_order = list(scene.beings)
    order: list[str] = []
    for total, group in groupby(sorted(totals, key=lambda t: t[1], reverse=True), key=lambda t: t[1]):
        tied = sorted(
            (name for name, _ in group),
            key=lambda n: (-scene.beings[n].sheet.stats["DEX"], not scene.beings[n].sheet.pc, sheet_order.index(n)),
        )
        if len(tied) > 1:
            few = len(tied) <= 4
            orders = OneOf(tuple(permutations(tied))) if few else Several(tuple(tied), len(tied), len(tied))
            about = {"total": total[0], "tied": tuple(tied)}
            tied = list(await ask(scene, GM, orders, rule="bb.init.tie", about=about, default=tuple(tied)))
        order += tied
    scene.record("order", "bb.init.roll", order=tuple(order))
    scene.turns = Turns(order=tuple(order), round=1)
    outpaced(scene)
    scene.maybe_over = True  # one side may have nobody left to stand up


def outpaced(scene: Scene) -> None:
    """bb.init.outpaced: where one party comes wholly before all others, those start Back-footed."""
    order = [scene.beings[name] for name in scene.turns.order]
    first = order[0].side if order else ""
    lead = [being.side == first for being in order]
    if False in lead and True not in lead[lead.index(False) :]:
        for being in order:
            if being.side != first:
                afflict(scene, being, "Back-footed", source="outpaced", until=until_start_of(being))
                cite("bb.init.outpaced")


def enter_combat(scene: Scene) -> None:
    """Combat mode begins: nobody has acted yet, nobody has a Reaction."""
    scene.mode = "combat"
    for being in scene.beings.values():
        being.ap = being.moves = being.metres = being.pace = being.reacted_in = 0
        being.reaction = being.begun = False
        being.walked = ()
        being.refresh("round", "combat")
    cite("bb.mode.play", "bb.escalation.persist")


# ---------------------------------------------------------------- turns


def goes_on(scene: Scene) -> Entry | None:
    """What comes by itself when all that was under way is done: the end of a turn, or the next one."""
    turns = scene.turns
    if scene.mode != "combat" or not turns.order:
        return None
    waits = not turns.current or turns.current in turns.broken_off
    if not waits and not turns.over and not scene.beings[turns.current].beaten:
        return None
    if escalated(scene):
        return None
    return next_turn() if waits else finish_turn(scene.beings[turns.current])


@step("bb.round.six_seconds")
async def next_turn(scene: Scene) -> None:
    """Whose turn is next; after the last one a new round begins."""
    name = scene.turns.upcoming()
    if not name:
        scene.turns = scene.turns.next_round()
        scene.clock += ROUND
        for being in scene.beings.values():
            being.refresh("round")
        scene.record("round", "bb.round.six_seconds", round=scene.turns.round)
        name = scene.turns.upcoming()
    if scene.turns.current in scene.turns.broken_off:
        break_off(scene, scene.beings[scene.turns.current])
    resumed = name in scene.turns.broken_off
    scene.turns = scene.turns.begin(name)
    if resumed:
        resume_turn(scene, scene.beings[name])
    else:
        await start_turn(scene, scene.beings[name])


LATER = "later "  # before the name of what was used in a turn that broke off, while others have theirs


def break_off(scene: Scene, being: Being) -> None:
    """bb.cond.dazed: a turn that breaks off is one turn with what is left of it; so what was used in it is noted."""
    if scene.ticked:
        being.use("counter", "turn")
    being.used = tuple([(LATER + what, LATER) if until == "turn" else (what, until) for what, until in being.used])


def resume_turn(scene: Scene, being: Being) -> None:
    """What was left of a turn that broke off."""
    new_turn(scene)
    back = [(what.removeprefix(LATER), "turn" if until == LATER else until) for what, until in being.used]
    being.used = tuple(back)
    scene.ticked = being.has_used("counter")
    being.stopped = False
    scene.record("turn", "bb.cond.dazed", who=being.id, resumed=True)


def new_turn(scene: Scene) -> None:
    """What is good once a turn is good again."""
    scene.ticked = False
    for being in scene.beings.values():
        if being.used:
            being.refresh("turn")


async def start_turn(scene: Scene, being: Being) -> None:
    """What ends and what happens as a turn starts, then the being's Action Points and Move Action."""
    scene.escalating = False
    new_turn(scene)
    scene.record("turn", "bb.ap.points", who=being.id, resumed=False)
    expire(scene, "start of turn", being.id)
    if "Unconscious" in being.states:
        being.keep(lambda c: not (c.name == "Unconscious" and c.note == "asleep"))
    being.held = None
    being.walked = ()
    being.stopped = False
    being.metres = being.pace = 0
    if being.here:
        if not being.begun:
            being.begun = being.reaction = True
        look_out(scene, being)
        if "Unmasked" in being.states:
            scene.next(unmasked_save(being))
        if "Down" in being.states and scene.options["opt_death_saves"]:
            scene.next(death_save(being))
        for area in scene.areas:
            if area.dice and "Flying" not in being.states and any(cell in area.cells for cell in being.cells):
                scene.next(brave(being, area))
        scorched(scene, being)
    await scene.then(take_turn(being))


@step("bb.ap.points")
async def take_turn(scene: Scene, being: Being) -> None:
    """All Action Points and the Move Action again, for a being that can act."""
    if not being.beaten:
        being.ap = 1 if "Down" in being.states else being.sheet.ap
        being.moves = 1


def look_out(scene: Scene, being: Being) -> None:
    """bb.hidden.ends: a turn that starts or ends in an enemy's line-of-sight ends Hidden, and shows where one is."""
    if "Hidden" in being.states:
        if "Invisible" in being.states:
            cite("bb.cond.invisible")
        elif watching(scene, being):
            reveal(scene, being, "seen")
    elif not being.seen and watching(scene, being):
        being.seen = True


@step("bb.cond.unmasked")
async def unmasked_save(scene: Scene, being: Being) -> None:
    """SPI DC 6, or Unconscious; after six hours d4s of Pure damage every 6 seconds."""
    if "Unmasked" not in being.states or not being.here:
        return
    dc = 8 if scene.options["opt_unmasked_dc_8"] else 6
    if await save(scene, being, "SPI", dc, rule="bb.cond.unmasked") == FAILURE:
        afflict(scene, being, "Unconscious", note="unmasked")
    bare = being.condition("Unmasked")
    if bare is not None and scene.clock - bare.value > 6 * 3600 and "Stasis" not in being.states:
        scene.next(suffer(being, 1, 4, "plain", True, "", "bb.unmasked.six_hours"))


def scorched(scene: Scene, being: Being) -> None:
    """bb.skill.fire_armor: somebody aflame burns those they grapple, each at the start of the grappled one's turn."""
    for holder in holders_of(scene, being):
        if "Scorching" not in holder.states or scene.distance(holder, being) > 1:
            continue
        for fire in holder.conditions:
            if fire.name == "Scorching":
                count, sides, type_ = fire.note.split()
                scene.next(suffer(being, int(count), int(sides), type_, False, holder.id, "bb.skill.fire_armor"))


@step("bb.turn.durations")
async def finish_turn(scene: Scene, being: Being) -> None:
    """What happens as a turn ends."""
    if being.here:
        if "Bleeding" in being.states:
            scene.next(suffer(being, 1, 4, "plain", True, "", "bb.cond.bleeding"))
        if "Poisoned" in being.states:
            scene.next(poisoned_save(being))
    await scene.then(turn_over(being))


@step("bb.cond.poisoned")
async def poisoned_save(scene: Scene, being: Being) -> None:
    poison = being.condition("Poisoned")
    if poison is None or not being.here:
        return
    if await save(scene, being, "FOR", poison.value or 8, rule="bb.cond.poisoned") == FAILURE:
        scene.next(suffer(being, 1, 4, "plain", True, poison.source, "bb.cond.poisoned"))
        exhaust(scene, being)


@step("bb.reaction.economy")
async def turn_over(scene: Scene, being: Being) -> None:
    """bb.reaction.economy: the Reaction comes back, what lasted until now ends, what is unspent is lost."""
    being.ap = being.moves = being.metres = being.pace = 0
    scene.cite("bb.reaction.economy")
    if being.here:
        look_out(scene, being)
        being.reaction = True
    if "Dazed" in being.states:
        end(scene, being, "Dazed")
    expire(scene, "end of turn", being.id)
    scene.turns = scene.turns.pass_on()
    land_softly(scene, being)


def land_softly(scene: Scene, being: Being) -> None:
    """Whoever no longer flies comes down."""
    if being.altitude and "Flying" not in being.states:
        height, being.altitude = being.altitude, 0
        check_hold(scene, being)
        scene.next(falls(being, height))


@CONDITIONS.leaves(*AWAY)
def come_back(scene: Scene, being: Being, condition: Condition) -> None:
    """bb.size.hexes: who is back stands where there is room."""
    if being.here:
        settle(scene, being)


@CONDITIONS.leaves("Flying")
def come_down(scene: Scene, being: Being, condition: Condition) -> None:
    land_softly(scene, being)


def expire(scene: Scene, when: str, of: str) -> None:
    CONDITIONS.expire(scene, when, of, rule="bb.turn.durations")


def pass_rounds(scene: Scene, rounds: int) -> None:
    """bb.turn.durations: outside combat too everybody has a turn in each six seconds; what is good once in them comes
    back, and what lasts for turns ends."""
    for being in scene.beings.values():
        being.refresh("turn", "round")
    lasting = [c.until for b in scene.beings.values() for c in b.conditions if c.until and c.until.when in TURN]
    for _ in range(min(rounds, max([until.turns for until in lasting], default=0))):
        for when, of in dict.fromkeys([(until.when, until.of) for until in lasting]):
            expire(scene, when, of)


TURN = ("start of turn", "end of turn")

# ---------------------------------------------------------------- the end


def end_if_decided(scene: Scene) -> None:
    """bb.combat.end: all parties but one are routed, Out or have surrendered, and what was under way is finished."""
    if not decided(scene):
        return
    if scene.agenda or scene.amid:
        scene.maybe_over = True  # to be looked at again after the next step
    else:
        end_combat(scene, next(iter(standing(scene)), ""))


AT_ITS_END = ("Dazed", "Escalated", "Fleeing")


def end_combat(scene: Scene, winner: str) -> None:
    """Back to Adventure mode; what lasted for the combat ends."""
    scene.record("combat_ends", "bb.combat.end", winner=winner, round=scene.turns.round)
    scene.mode = "adventure"
    scene.escalating = False
    scene.clear_agenda()
    if scene.turns.current in scene.beings:
        settle(scene, scene.beings[scene.turns.current])
    scene.turns = Turns(round=scene.turns.round)
    left = standing(scene)
    for being in scene.beings.values():
        away = not being.here
        being.keep(lambda c: c.name == "Focused" or c.until is None or c.until.when not in (*TURN, "combat"))
        if away and being.here:
            settle(scene, being)
        being.relieve(*AT_ITS_END)
        if being.side in left:
            end(scene, being, "Surrendered")
        being.refresh("turn", "round", "combat", LATER)
        being.ap = being.moves = being.metres = being.pace = 0
        being.reaction = being.begun = being.stopped = False
        being.walked = ()
        being.held = None
        being.altitude = 0
    clear_ground(scene, lambda area: area.until == "combat")
    take_down(scene, lambda built: built.until == "combat")


def gather(scene: Scene) -> None:
    """bb.combat.end: who of the party fled or surrendered in an earlier combat is with it again."""
    for member in scene.side_of(PARTY):
        end(scene, member, "Fled", "Surrendered")
