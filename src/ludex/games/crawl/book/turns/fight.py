"""Fighting: surprise and initiative, turns and rounds, and the end of a fight."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.scene import Entry, Until
from ludex.games.crawl.book.characters.aspects import max_ep
from ludex.games.crawl.book.characters.skills import PERCEPTION, critical_from, skill_of
from ludex.games.crawl.book.conditions import FOR_THE_FIGHT, afflict, counts, end, expire, keep_within
from ludex.games.crawl.book.dice import FAILURE, against
from ludex.games.crawl.book.energy import ADVENTURE, FIGHT, action
from ludex.games.crawl.book.health.disease import after_fight
from ludex.games.crawl.book.movement.steps import arrive
from ludex.games.crawl.book.skills.perception import perception_modifiers
from ludex.games.crawl.book.turns.initiative import Groups, initiative_modifier, level, roll_initiative, roll_off, tied
from ludex.games.crawl.book.turns.start_of_turn import begin_acting, start_turn
from ludex.games.crawl.state import FOES, OUT, PARTY, Being, Scene, Turns

# ---------------------------------------------------------------- the start


def begin_fight(scene: Scene, surprised: str = "") -> None:
    """From now on turns are taken and energy is counted. `surprised` names a side that is unaware of the other."""
    scene.mode = FIGHT
    scene.turns = Turns()
    for being in scene.beings.values():
        rested(scene, being)
        being.readied = None
    scene.lying = tuple([replace(thing, unloaded=False) for thing in scene.lying])
    surprised = surprised or scene.surprise
    scene.record("fight", "tc.init.roll", surprised=surprised)
    difficulty, scene.surprise, scene.surprise_difficulty = scene.surprise_difficulty, "", 0
    for being in scene.side_of(surprised) if surprised else ():
        if being.here and not being.senseless:
            scene.next(caught_unawares(being, difficulty))
    scene.next(roll_initiative())


def rested(scene: Scene, being: Being) -> None:
    """tc.ep.combat_start: outside a fight energy is not counted, so everybody begins with all of it; with the other
    reading with none."""
    being.ep = 0 if scene.options["opt_ep_start_zero"] else max_ep(scene, being)
    being.unloaded = ()
    fresh_turn(being)
    scene.cite("tc.ep.combat_start", "tc.ep.pool", "tc.reload")


def fresh_turn(being: Being) -> None:
    """Nothing is done yet."""
    being.moved = being.spent = False
    being.small = 0
    being.give_up_movement()
    being.run_up = ()


@step("tc.surprise")
async def caught_unawares(scene: Scene, being: Being, difficulty: int) -> None:
    """No turn, no opportunistic and no reactionary action in the first round, unless a perception check avoids it."""
    if difficulty:
        looks = skill_of(scene, being, PERCEPTION)
        result = await against(
            scene, being, perception_modifiers(scene, being, looks), difficulty, rule="tc.surprise", what=PERCEPTION,
            critical=critical_from(scene, being, looks),
        )  # fmt: skip
        if result != FAILURE:
            return
    afflict(scene, being, "Surprised", until=Until("round"))


# ---------------------------------------------------------------- turns and rounds


def goes_on(scene: Scene) -> Entry | None:
    """What comes by itself when nothing is under way: the end of a turn, or the next one; what a fight has left."""
    turns = scene.turns
    if scene.mode != FIGHT:
        left = any([being.exposed or being.arrives is not None for being in scene.beings.values()])
        return aftermath() if left else None
    if not turns.order:
        return None
    if not turns.current:
        return next_turn()
    being = scene.beings[turns.current]
    if turns.over or being.senseless or not being.here:
        return finish_turn(being)
    return None


@step("tc.init.roll")
async def next_turn(scene: Scene) -> None:
    """Whose turn is next; after the last one a new round begins in the same order."""
    if scene.turns.only_waiting and len(scene.turns.waiting) > 1:
        scene.next(settle_held(level(held_places(scene))))
        return
    name = scene.turns.upcoming()
    if not name:
        next_round(scene)
        name = scene.turns.upcoming()
    being = scene.beings[name]
    resumed = name in scene.turns.held
    scene.turns = scene.turns.begin(name)
    if "Surprised" in being.states:
        scene.record("no_turn", "tc.surprise", who=name)
        scene.turns = scene.turns.pass_on()
    elif resumed:
        scene.record("turn", "tc.hold", who=name, resumed=True)
        await scene.then(begin_acting(being))
    else:
        fresh_turn(being)
        if being.states.isdisjoint(OUT):
            scene.record("turn", "tc.turn.start_order", who=name, resumed=False)
        await start_turn(scene, being)


def held_places(scene: Scene) -> dict[str, tuple[int, ...]]:
    """tc.hold.order: who has held to the end of the round, by initiative modifier."""
    return {name: (initiative_modifier(scene, scene.beings[name]),) for name in scene.turns.waiting}


@step("tc.hold.order")
async def settle_held(scene: Scene, groups: Groups) -> None:
    """The highest modifier goes first; equal ones roll off."""
    if tied(groups):
        scene.next(settle_held(await roll_off(scene, groups, "tc.hold.order")))
        return
    order = tuple([name for (name,) in groups])
    scene.turns = replace(scene.turns, called=order)
    scene.record("held_order", "tc.hold.order", order=order)


def next_round(scene: Scene) -> None:
    """tc.hold.new_order: the order in which turns were taken is the one from now on."""
    if scene.turns.held:
        scene.cite("tc.hold.new_order")
    scene.turns = scene.turns.next_round()
    expire(scene, "round")
    for being in scene.beings.values():
        being.refresh("round")
    scene.record("round", "tc.init.roll", round=scene.turns.round, order=scene.turns.order)


@step("tc.turn.start_order")
async def finish_turn(scene: Scene, being: Being) -> None:
    """What happens as a turn ends: energy that cannot be kept is lost, and what lasted until now ends."""
    stunned = counts(being, "Stunned")
    kept = 0 if stunned else min(being.ep, max_ep(scene, being))
    if kept < being.ep:
        rule = "tc.stunned" if stunned else "tc.ep.refresh"
        scene.record("loses_ep", rule, who=being.id, ep=being.ep - kept)
        being.ep = kept
    fresh_turn(being)
    expire(scene, "end of turn", being.id)
    scene.turns = scene.turns.pass_on()


@action("end_turn", rule="tc.turn.action_limit", modes=(FIGHT,), tags=("passes",))
async def end_turn(scene: Scene, actor: Being) -> None:
    """Nothing more is done in this turn; energy that is left is kept for defences."""
    scene.turns = scene.turns.end()


# ---------------------------------------------------------------- the end


def end_if_decided(scene: Scene) -> None:
    """The fight is over when all who could still fight are of one side."""
    if scene.mode != FIGHT:
        return
    standing = [side for side in (PARTY, FOES) if any([not being.beaten for being in scene.side_of(side)])]
    if len(standing) < 2:
        end_fight(scene, outcome(scene, standing))


def outcome(scene: Scene, standing: list[str]) -> str:
    """How it has ended for the party."""
    if PARTY in standing:
        foes = scene.side_of(FOES)
        return "talked" if foes and all(["Pacified" in foe.states for foe in foes]) else "won"
    away = any(["Fled" in being.states and "Dead" not in being.states for being in scene.side_of(PARTY)])
    return "escaped" if away else "lost"


MOMENTS = ("start of turn", "end of turn", "round", "fight")


def end_fight(scene: Scene, how: str) -> None:
    """Time comes again as it may; what lasted for turns or for the fight ends."""
    scene.record("fight_ends", "tc.init.roll", how=how, round=scene.turns.round)
    scene.clear_agenda()
    scene.mode = ADVENTURE
    scene.turns = Turns(round=scene.turns.round)
    for being in scene.beings.values():
        being.keep(lambda c: (c.until is None or c.until.when not in MOMENTS) and c.name not in FOR_THE_FIGHT)
        if "Hidden" not in being.states:
            being.found_by = ()
        if being.pc:
            end(scene, being, "Fled")  # back with the others
        keep_within(scene, being)
        being.refresh("round", "fight")
        fresh_turn(being)
        being.readied = None
    scene.areas = tuple([area for area in scene.areas if area.until is None or area.until.when not in MOMENTS])


@step("tc.disease")
async def aftermath(scene: Scene) -> None:
    """What a fight has left: who was between two places is there, and diseases may have been caught."""
    for being in scene.beings.values():
        arrive(scene, being)
    after_fight(scene)
