"""Random Encounters: who comes along, how they take it, and what becomes of the meeting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask, roll
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.master.calls import free, names, somebody, whole, word
from ludex.core.master.table_calls import newcomer
from ludex.core.scene.clock import Drawn, Shows
from ludex.games.navyblue.book.adventure.downtime import caught_asleep, lie_down, wake
from ludex.games.navyblue.book.adventure.intervals import BLOCKS, DAYS, ROLLS, TRAVERSAL, WAYS, awake, members
from ludex.games.navyblue.book.conditions import GONE, afflict
from ludex.games.navyblue.book.dice import SILVER_LINED, SUCCESSES, check
from ludex.games.navyblue.book.fighting import begin_fight
from ludex.games.navyblue.book.improving import count_encounter, survivors
from ludex.games.navyblue.book.motion import action, gm
from ludex.games.navyblue.book.movement.sight import free_name, meet, names_of_the_met
from ludex.games.navyblue.records.kinds import Encounters, Npc, Row
from ludex.games.navyblue.state import FOES, MENTAL, PEACE, Being, Scene

VIOLENT, DEFENSIVE, INDIFFERENT, INQUISITIVE, WELCOMING = REACTIONS = (
    "Violent", "Defensive", "Indifferent", "Inquisitive", "Welcoming",
)  # fmt: skip
ATTITUDES = Drawn(tuple(zip((3, 6, 8, 10, 12), REACTIONS, strict=True)))  # nb.reaction.table

# How a meeting ends: in peace, talked out of violence, sneaked past, missed altogether, in a fight; or not yet
PARTED, TALKED, SNEAKED, MISSED, TO_BLOWS, GOES_ON = "parted", "talked", "sneaked", "missed", "fight", "goes on"
ENDS = (PARTED, TALKED, SNEAKED, MISSED, TO_BLOWS)
PARLEY, SNEAK_PAST = "parley", "sneak_past"  # what is tried by a Check
WANDERING = "wandering_"  # before the ids of those who come along
SUCCEEDS = {PARLEY: TALKED, SNEAK_PAST: SNEAKED}

# ---------------------------------------------------------------- the die and the table


def table_of(scene: Scene) -> Encounters | None:
    """nb.gap.encounter_tables: the table of the place, or else the first one of the mode."""
    shelf = scene.library.shelves["encounters"].entries
    if scene.place.encounters:
        named: Encounters | None = shelf.get(scene.place.encounters)
        return named
    way = WAYS.get(scene.mode, "Dungeoneering" if scene.place.underground else "Traversal")
    return next((entry for entry in shelf.values() if entry.mode == way), None)


@step("nb.encounter.roll")
async def random_encounter(scene: Scene) -> None:
    """The die that is due in this interval; on a 1 somebody comes along."""
    lie_down(scene)
    sides = DAYS[scene.mode].die(scene.watch.block, scene.watch.interval)
    scene.watch = replace(scene.watch, rolled=True)
    about: dict[str, Plain] = {"mode": scene.mode, "block": scene.watch.block, "interval": scene.watch.interval}
    comes = await roll(dice(1, sides), Shows(1), by=GM, rule="nb.encounter.roll", about=about)
    scene.record("encounter_roll", ROLLS[scene.mode], die=sides, comes=comes)
    if comes:
        scene.next(draw_encounter())


@step("nb.gap.encounter_tables")
async def draw_encounter(scene: Scene) -> None:
    """Who it is, by the table's own die."""
    table = table_of(scene)
    if table is None:
        scene.record("no_table", "nb.gap.encounter_tables", mode=scene.mode)
        return
    rows = Drawn(tuple((row.roll, str(row.roll)) for row in sorted(table.rows, key=lambda row: row.roll)))
    drawn = await roll(dice(1, table.die), rows, by=GM, rule="nb.gap.encounter_tables", about={"table": table.id})
    come_along(scene, row_of(table, int(drawn)))


def row_of(table: Encounters, number: int) -> Row:
    for row in table.rows:
        if row.roll == number:
            return row
    there = ", ".join(str(row.roll) for row in table.rows)
    raise BadInput(f"row: {table.name} has no {number}; there are: {there}")


def come_along(scene: Scene, row: Row) -> None:
    """The group is on the board, and its attitude is rolled. Of those who are no NPCs it is only told that they come
    along; the Director plays them."""
    zone = where_from(scene)
    arrived: dict[str, Being] = {}
    for group in row.npcs:
        for _ in range(group.count):
            id_ = free_name(WANDERING + group.npc, "_", (*scene.beings, *arrived))
            arrival: Being = newcomer(scene, group.npc, id_, "", "encounter")
            arrival.at = zone
            called = [*names_of_the_met(scene), *(other.name for other in arrived.values())]
            arrival.name = free_name(arrival.name, " ", called)  # a number tells of nobody who has not been met
            arrived[arrival.id] = arrival
    scene.beings = {**scene.beings, **arrived}
    size = size_of(scene, row)
    block = BLOCKS[scene.watch.block - 1] if scene.mode == TRAVERSAL else ""
    at = "" if block else zone
    scene.record("encounter", "nb.encounter.roll", text=row.text, who=tuple(arrived), at=at, block=block, size=size)
    if arrived:
        scene.place = replace(scene.place, size=size)
        scene.next(react(tuple(arrived)))


def size_of(scene: Scene, row: Row) -> str:
    """nb.xp.minor: a few of a lesser kind, and nobody else with them."""
    if len(row.npcs) != 1:
        return "normal"
    entry: Npc | None = scene.library.shelves["npc"].entries.get(row.npcs[0].npc)
    return "minor" if entry is not None and row.npcs[0].count <= entry.minor_up_to else "normal"


def where_from(scene: Scene) -> str:
    """By the nearest exit that the party does not stand in; else, and on the road, from a zone beside it, or right
    where it is."""
    there = [member.at for member in members(scene)]
    start = there[0] if there else next(iter(scene.board))
    barred = (*scene.air, *(pit.zone for pit in scene.pits), *there)
    ways = [zone for zone in scene.hops(start) if zone not in barred]
    exits = scene.exits if scene.mode != TRAVERSAL else ()
    return next((zone for zone in ways if zone in exits), ways[0] if ways else start)


# ---------------------------------------------------------------- the reaction


@step("nb.reaction.table")
async def react(scene: Scene, who: tuple[str, ...]) -> None:
    """A plain roll for their attitude."""
    meet(scene, who)
    rolled = await roll(dice(2, 6), ATTITUDES, by=GM, rule="nb.reaction.table", about={"who": who})
    scene.next(take_attitude(who, rolled))


@step("nb.reaction.table")
async def take_attitude(scene: Scene, who: tuple[str, ...], rolled: str) -> None:
    """The Director may pick another."""
    waiting = scene.meeting

    def undecided() -> bool:
        return scene.mode != "fight" and scene.meeting == waiting and bool(still_met(scene, who))

    reaction = await ask(
        scene, GM, OneOf(REACTIONS), rule="nb.reaction.table",
        about=lambda: {"rolled": rolled, "who": still_met(scene, who)}, default=rolled, matters=undecided,
    )  # fmt: skip
    if undecided():
        they_take_it(scene, who, reaction, rolled)


def still_met(scene: Scene, who: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who have neither died nor fled."""
    return tuple([name for name in who if name in scene.beings and scene.beings[name].states.isdisjoint(GONE)])


def they_take_it(scene: Scene, who: tuple[str, ...], reaction: str, rolled: str) -> None:
    """The Violent attack at once, and surprise those who sleep without a watch; others wait for what the party does,
    and wake it if all of it sleeps."""
    who = still_met(scene, who)
    if not who:
        return
    scene.reaction = reaction
    scene.record("reaction", "nb.reaction.table", who=who, reaction=reaction, rolled=rolled)
    surprised = caught_asleep(scene)
    if surprised:
        scene.record("unwatched", "nb.rest.watch")
    if reaction == VIOLENT and any(scene.beings[name].threat for name in who):
        begin_fight(scene, surprised)
        return
    scene.meeting, scene.tried = who, ()
    if not awake(scene):
        wake(scene)


# ---------------------------------------------------------------- the meeting


def able_to_fight(scene: Scene) -> bool:
    return any(scene.beings[name].threat for name in scene.meeting)


def end_meeting(scene: Scene, how: str) -> None:
    """nb.fight.end: whoever was met is no threat any more, unless it comes to blows."""
    met, scene.meeting, scene.tried = scene.meeting, (), ()
    scene.record("meeting_ends", "nb.reaction.table", who=met, how=how)
    if how == TO_BLOWS:
        begin_fight(scene, caught_asleep(scene))
        return
    for name in met:
        if scene.beings[name].threat:
            afflict(scene, scene.beings[name], "Pacified")
    if how != PARTED:
        count_encounter(scene, how, survivors(scene), scene.place.size)
    scene.place = replace(scene.place, size="normal")


@step("nb.reaction.table")
async def comes_of_it(scene: Scene, rule: str, way: str, result: str) -> None:
    """The Director says what comes of the party's dealings with those whom it has met: of words or stealth and how they
    went, or of going its own way."""
    met = scene.meeting

    def goes_on() -> bool:
        return any(name in met for name in scene.meeting)

    how = await ask(
        scene, GM, lambda: OneOf(ends(scene)), rule=rule,
        about=lambda: {"who": scene.meeting, "reaction": scene.reaction},
        default=lambda: usual_end(scene, way, result), matters=goes_on,
    )  # fmt: skip
    if not goes_on():
        return
    if how != GOES_ON:
        end_meeting(scene, how)
    elif way and result not in SUCCESSES:
        fails(scene, way, result)


def ends(scene: Scene) -> tuple[str, ...]:
    return (*(how for how in ENDS if how != TO_BLOWS or able_to_fight(scene)), GOES_ON)


def usual_end(scene: Scene, way: str, result: str) -> str:
    """What is played when the Director minds nothing: the wary come to blows over a blunder."""
    wary = able_to_fight(scene) and scene.reaction in (VIOLENT, DEFENSIVE)
    if not way:
        return PARTED
    if result in SUCCESSES:
        return SUCCEEDS[way] if wary else PARTED
    return TO_BLOWS if wary and result != SILVER_LINED else GOES_ON


def fails(scene: Scene, way: str, result: str) -> None:
    """nb.reaction.table: what has failed is not tried again in this meeting; unless there is a silver lining, they take
    it a step worse, down to Defensive."""
    scene.tried = (*scene.tried, way)
    scene.record("fails", "nb.reaction.table", who=scene.meeting, way=way)
    if result != SILVER_LINED and scene.reaction not in (VIOLENT, DEFENSIVE):
        scene.reaction = REACTIONS[REACTIONS.index(scene.reaction) - 1]
        scene.record("warier", "nb.reaction.table", who=scene.meeting, reaction=scene.reaction)


def may_deal(scene: Scene, actor: Being) -> Refusal | None:
    if not scene.meeting:
        return Refusal("nobody has been met who waits for an answer", "nb.reaction.table")
    return None if actor in members(scene) else Refusal(f"{actor.name} does not speak for the party", "nb.char.kinds")


def may_fight(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_deal(scene, actor)
    if refusal is None and not able_to_fight(scene):
        return Refusal("there is nobody to fight", "nb.fight.start")
    return refusal


def may_parley(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_deal(scene, actor)
    if refusal is None and PARLEY in scene.tried:
        return Refusal("words have failed in this meeting", "nb.reaction.table")
    return refusal


def may_sneak_past(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_deal(scene, actor)
    if refusal is None and SNEAK_PAST in scene.tried:
        return Refusal("they have noticed who tried to sneak past", "nb.reaction.table")
    return refusal


@action(
    PARLEY, rule="nb.check.scope", args=(Arg("attribute", MENTAL, default="Vibe", closed=True),),
    may=may_parley, modes=PEACE, tags=("meeting", "check"),
)  # fmt: skip
async def parley(scene: Scene, actor: Being, attr: str) -> None:
    """Words: a Check, and then the Director says what comes of it. Talked out of violence is as good as fought."""
    result = await check(scene, actor, attr, skill="persuasion", way=PARLEY)
    scene.next(comes_of_it("nb.xp.combat", PARLEY, result))


@action(SNEAK_PAST, rule="nb.check.scope", may=may_sneak_past, modes=PEACE, tags=("meeting", "check"))
async def sneak_past(scene: Scene, actor: Being) -> None:
    """Past them unseen: a Check by who leads the way."""
    result = await check(scene, actor, "Finesse", skill="stealth", way=SNEAK_PAST)
    scene.next(comes_of_it("nb.xp.avoid", SNEAK_PAST, result))


@action("part_ways", rule="nb.reaction.table", may=may_deal, modes=PEACE, tags=("meeting", "passes"))
async def part_ways(scene: Scene, actor: Being) -> None:
    """The party goes its own way, if it is let."""
    scene.next(comes_of_it("nb.reaction.table", "", ""))


@action("pick_fight", rule="nb.fight.start", may=may_fight, modes=PEACE, label="Pick a fight", tags=("meeting",))
async def pick_fight(scene: Scene, actor: Being) -> None:
    """The party attacks those whom it has met."""
    end_meeting(scene, TO_BLOWS)


# ---------------------------------------------------------------- noticing who is there


@step("nb.reaction.table")
async def come_across(scene: Scene, who: tuple[str, ...]) -> None:
    """Enemies are there where the party has come or looked: how do they take it?"""
    scene.record("met", "nb.reaction.table", who=who)
    scene.next(react(who))


# ---------------------------------------------------------------- what the Director calls for


def fits_encounter(scene: Scene, row: int, table: str) -> Refusal | None:
    shelf = scene.library.shelves["encounters"].entries
    if table and table not in shelf:
        raise BadInput(f"table: there is no {table!r}; {there_are(table, shelf)}")
    found = shelf[table] if table else table_of(scene)
    if row and found is not None:
        row_of(found, row)
    return busy(scene)


def busy(scene: Scene, *more: Any) -> Refusal | None:
    if scene.meeting:
        return Refusal("somebody has been met already", "nb.reaction.table")
    return None


@gm(
    "encounter", "nb.encounter.roll", whole("row", 0, least=0), free("table", ""), fits=fits_encounter, modes=PEACE
)  # fmt: skip
async def call_encounter(scene: Scene, row: int, table: str) -> None:
    """Somebody comes along without the die: a `row` of the table, or one that is rolled. `table` holds from now on."""
    if table:
        scene.place = replace(scene.place, encounters=table)
    found = table_of(scene)
    if row and found is not None:
        come_along(scene, row_of(found, row))
    else:
        scene.next(draw_encounter())


def who_reacts(scene: Scene, who: Plain) -> tuple[str, ...]:
    """The beings who are named, or else all enemies who could fight."""
    return tuple(names(scene, who)) or tuple(foe.id for foe in scene.side_of(FOES) if foe.threat)


def fits_reaction(scene: Scene, who: Plain, reaction: str) -> Refusal | None:
    if not scene.meeting and not who_reacts(scene, who):
        return Refusal("there is nobody who could be met", "nb.reaction.table")
    return None


@gm(
    "reaction", "nb.reaction.table", somebody("who", ()), word("reaction", ("", *REACTIONS), ""), fits=fits_reaction,
    modes=PEACE, label="Reaction of those met",
)  # fmt: skip
async def call_reaction(scene: Scene, who: Plain, reaction: str) -> None:
    """How those take it who are met now: all who could fight, unless they are named. It is rolled, or as the Director
    says, who may also change the mind of those who have been met already."""
    met = scene.meeting or who_reacts(scene, who)
    if reaction:
        meet(scene, met)
        they_take_it(scene, met, reaction, "")
    else:
        scene.next(react(met))


def fits_meet_ends(scene: Scene, how: str) -> Refusal | None:
    if not scene.meeting:
        return Refusal("nobody has been met who waits", "nb.reaction.table")
    if how == TO_BLOWS and not able_to_fight(scene):
        return Refusal("there is nobody to fight", "nb.fight.start")
    return None


@gm(
    "meet_ends",
    "nb.reaction.table",
    word("how", ENDS, PARTED),
    fits=fits_meet_ends,
    modes=PEACE,
    label="End the meeting",
)
async def call_meet_ends(scene: Scene, how: str) -> None:
    """The Director settles a meeting."""
    end_meeting(scene, how)
