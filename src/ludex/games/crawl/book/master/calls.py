"""What the game master calls for: fights and downtime, time, people, triggers, and anything settled by hand. Checks
are in `checks.py`, harm and help in `harm.py`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import BETWEEN, RESTFUL
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import add_modify, add_set, being, free, names, number, somebody, whether, whole, word
from ludex.core.master.giving import add_giving
from ludex.core.master.table_calls import newcomer, who_there_is
from ludex.games.crawl.book.energy import ADVENTURE, DOWNTIME, FIGHT, REGISTRY, gm
from ludex.games.crawl.book.equipment.handling import receive
from ludex.games.crawl.book.health.time import pass_time
from ludex.games.crawl.book.map.ground import free_cell
from ludex.games.crawl.book.movement.steps import place
from ludex.games.crawl.book.skills.perception import audience
from ludex.games.crawl.book.skills.persuasion import MOST, dispose
from ludex.games.crawl.book.turns.fight import begin_fight, end_fight, rested
from ludex.games.crawl.book.turns.ready_actions import announce
from ludex.games.crawl.records.ids import ITEMS
from ludex.games.crawl.state import FOES, PARTY, Being, Scene

# ---------------------------------------------------------------- fights


def no_fight(scene: Scene, *more: Any) -> Refusal | None:
    return Refusal("a fight is under way", "tc.init.roll") if scene.mode == FIGHT else None


@gm("start_fight", "tc.init.roll", word("surprised", ("", PARTY, FOES), ""), fits=no_fight, tags=(BETWEEN,))
async def start_fight(scene: Scene, surprised: str) -> None:
    """A fight breaks out; a side that is unaware of the other is surprised."""
    begin_fight(scene, surprised)


@gm(
    "end_fight", "tc.init.roll", word("how", ("won", "lost", "talked", "escaped", "stopped"), "stopped"),
    modes=(FIGHT,),
)  # fmt: skip
async def stop_fight(scene: Scene, how: str) -> None:
    """The game master ends the fight: it is won, lost, talked away, escaped from, or just over."""
    end_fight(scene, how)


def fits_trigger(scene: Scene, owner: Being, who: str) -> Refusal | None:
    if who:
        scene.being(who)
    return None if owner.readied is not None else Refusal(f"{owner.name} has readied nothing", "tc.ready")


@gm(
    "trigger", "tc.ready", being(), somebody("who"), fits=fits_trigger, modes=(FIGHT,), label="Trigger a readied action"
)
async def trigger(scene: Scene, owner: Being, who: str) -> None:
    """The game master says that what a readied action waits for has happened, through `who`."""
    announce(scene, "gm", owner, scene.being(who) if who else None)


def fits_join(scene: Scene, who: str, at: Plain, name: str, side: str) -> Refusal | None:
    if (name or who) in scene.beings:
        raise BadInput(f"name: there is a being {name or who!r} already")
    if at is None:
        return None
    return refuse_place(scene, newcomer(scene, who, name or who, side, "join"), on_board(scene, at))


@gm("join", "tc.init.roll", free("who", values=who_there_is), free("at", None), free("name", ""),
    word("side", ("", PARTY, FOES), ""), fits=fits_join, label="Join the scene")  # fmt: skip
async def join(scene: Scene, who: str, at: Plain, name: str, side: str) -> None:
    """Somebody of the content comes in; in a fight they act last in every round."""
    arrived = newcomer(scene, who, name or who, side, "join")
    arrived.at = free_cell(scene, arrived, []) if at is None else on_board(scene, at)
    scene.beings = {**scene.beings, arrived.id: arrived}
    if scene.mode == FIGHT:
        rested(scene, arrived)
        scene.turns = replace(scene.turns, order=(*scene.turns.order, arrived.id))
    scene.record("joins", "tc.init.roll", who=arrived.id, at=arrived.at)


def on_board(scene: Scene, at: Plain) -> tuple[int, int]:
    if not isinstance(at, tuple) or len(at) != 2 or at not in scene.board.cells:
        raise BadInput(f"at: expected a cell of the board as [q, r], not {spelled(at)}")
    return number(at[0], "at"), number(at[1], "at")


# ---------------------------------------------------------------- time and advancement


@gm("downtime", "tc.downtime.spend", whether("over", False), fits=no_fight, tags=(BETWEEN, RESTFUL))
async def downtime(scene: Scene, over: bool) -> None:
    """The game master declares downtime, in which points are spent; or that it is over."""
    if not over and scene.mode != DOWNTIME:
        for member in scene.beings.values():
            member.refresh("downtime")
    scene.mode = ADVENTURE if over else DOWNTIME
    scene.record("downtime", "tc.downtime.spend", over=bool(over))


@gm("award", "tc.ap.awards", whole("ap", least=0), somebody("to", ()), label="Award aspect points")
async def award(scene: Scene, ap: int, to: Plain) -> None:
    """Aspect points for those who are named, or for every character of the party."""
    for name in names(scene, to) or [member.id for member in scene.side_of(PARTY) if member.pc]:
        member = scene.beings[name]
        member.ap += ap
        scene.record("award", "tc.ap.awards", who=name, ap=ap, now=member.ap)


@gm(
    "pass_time",
    "tc.hunger",
    whole("hours", 0, least=0),
    whole("minutes", 0, least=0),
    fits=no_fight,
    tags=(BETWEEN,),
    label="Let time pass",
)
async def let_time_pass(scene: Scene, hours: int, minutes: int) -> None:
    """Time goes by: meals restore, hunger and cravings come, what lasts for minutes ends."""
    pass_time(scene, 60 * hours + minutes)


# ---------------------------------------------------------------- people


def fits_disposition(scene: Scene, who: Being, towards: Being, value: int) -> Refusal | None:
    if who is towards:
        raise BadInput("towards: expected somebody else")
    if value > MOST:
        raise BadInput(f"value: expected 0 to {MOST}, not {value}")
    return None


@gm("disposition", "tc.demeanor", being(), being("towards"), whole("value", least=0), fits=fits_disposition)
async def set_disposition(scene: Scene, who: Being, towards: Being, value: int) -> None:
    """How somebody is disposed towards another, from 0 to 50."""
    dispose(scene, who, towards, value)


def fits_place(scene: Scene, who: Being, at: Plain) -> Refusal | None:
    return refuse_place(scene, who, on_board(scene, at))


def refuse_place(scene: Scene, who: Being, at: tuple[int, int]) -> Refusal | None:
    """tc.size.table: why the whole body of somebody cannot be there."""
    for cell in scene.body(who, at):
        if cell not in scene.board.cells:
            raise BadInput(f"at: {who.name} does not fit on the board there")
        if cell in scene.board.walls:
            return Refusal("there is a wall", "tc.map.grid")
    return None


@gm("place", "tc.map.grid", being(), free("at"), fits=fits_place, label="Put at a place")
async def put(scene: Scene, who: Being, at: Plain) -> None:
    """Put somebody on a cell; where the ground is lower, what a fall brings comes with it."""
    cell = on_board(scene, at)
    scene.record("placed", "tc.map.grid", seen_by=audience(scene, who), who=who.id, at=cell)
    place(scene, who, cell)


add_modify(REGISTRY, "tc.skill.check", ("bonus",))
add_set(REGISTRY, "tc.modifiers.stack")


# ---------------------------------------------------------------- things

add_giving(REGISTRY, ITEMS, receive)
