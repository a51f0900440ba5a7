"""What effects do when their moment comes: after a success or a failure of a skill, when it has cost health points, or
when something is used up; and what a skill leaves behind for a time.

Effects that ask for a choice of their own (what is dismissed, taken, unlocked) are carried out in `actions.py` and
`tasks.py`; those that hold by themselves are looked up where they matter (`aspects.always`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO, OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.scene import Condition, Until, until_end_of_next
from ludex.games.crawl.book.characters.aspects import aspect, lasting, max_ep
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import Skill, skill_of
from ludex.games.crawl.book.conditions import COUNTED, afflict, end
from ludex.games.crawl.book.dice import check
from ludex.games.crawl.book.health.damage import fall_unconscious
from ludex.games.crawl.book.health.disease import take_agent
from ludex.games.crawl.book.health.poison import expose
from ludex.games.crawl.book.health.time import begin_meal, nourish
from ludex.games.crawl.book.health.wounds import bleed, damage_senses
from ludex.games.crawl.book.map.ranges import refuse_distance
from ludex.games.crawl.book.skills.perception import find
from ludex.games.crawl.records.effects import (
    Afflict,
    Base,
    CounterAgent,
    Energy,
    Expose,
    HealOverTime,
    Knowledge,
    Message,
    MinorMagic,
    RemoveCondition,
    Reveal,
    Sense,
    Suppress,
    Sustenance,
)
from ludex.games.crawl.records.price_list import Magic, UnstableMagic
from ludex.games.crawl.state import Area, Being, Scene

WHAT = "tc.aspect.definition"  # what an aspect grants is written in it

# ---------------------------------------------------------------- effects


@step(WHAT)
async def happen(scene: Scene, owner: Being, skill_id: str, effect: Base, target: Being, result: str) -> None:
    """An effect whose moment this is. After a failure it is the user who bears it. `skill_id`: none for an item."""
    bearer = owner if effect.on == "failure" else target
    if effect.on != result or not bearer.here:
        return
    if skill_id and skill_of(scene, owner, skill_id).aimed and await ignores(scene, owner, skill_id, bearer):
        return
    if isinstance(effect, Afflict):
        scene.next(befall(owner, skill_id, effect, bearer))
    elif type(effect) in AT_ONCE:
        AT_ONCE[type(effect)](scene, owner, skill_id, effect, bearer)


async def ignores(scene: Scene, owner: Being, skill_id: str, target: Being) -> bool:
    """tc.int.meaning: who is of low intelligence, below 0, may simply ignore what works on the mind."""
    entry = skill_of(scene, owner, skill_id).entry
    if not entry.mind or target is owner or scene.options["opt_ignore_mind_off"]:
        return False
    scene.cite("tc.int.meaning")

    def low() -> bool:
        return core(scene, target, "intelligence") < 0

    if not low():
        return False
    about = {"by": owner.id, "skill": skill_id}
    ignored: bool = await ask(
        scene, target.id, lambda: YES_NO if low() else OneOf((False,)), rule="tc.int.meaning", about=about, default=low
    )
    if ignored:
        scene.record("ignores", "tc.int.meaning", who=target.id, by=owner.id, skill=skill_id)
    return ignored


@step(WHAT)
async def befall(scene: Scene, owner: Being, skill_id: str, effect: Afflict, bearer: Being) -> None:
    """A condition, unless a check wards it off."""
    if not bearer.here:
        return
    if effect.save and await check(
        scene,
        bearer,
        effect.save,
        effect.difficulty,
        rule=WHAT,
        about={"condition": effect.condition, "source": owner.id},
    ):
        return
    put_on(scene, owner, effect, bearer)


def put_on(scene: Scene, owner: Being, effect: Afflict, bearer: Being) -> None:
    """So many of the bearer's turns; sleep ends as their turn begins, all else as it ends."""
    name, turns = effect.condition, effect.turns
    until = until_end_of_next(scene, bearer, turns) if turns else None
    if name == "Bleeding":
        bleed(scene, bearer, max(1, turns))
    elif name == "Damaged Senses":
        damage_senses(scene, bearer, max(1, turns))
    elif name == "Unconscious":
        fall_unconscious(scene, bearer, WHAT, Until("start of turn", bearer.id, turns) if turns else None)
    elif name in COUNTED:
        afflict(scene, bearer, name, value=1, until=until)
    elif name == "Prone":
        afflict(scene, bearer, name)
    else:
        afflict(scene, bearer, name, source=owner.id, until=until)


# ---------------------------------------------------------------- what nobody has anything to decide about


def _relieve(scene: Scene, owner: Being, skill_id: str, effect: RemoveCondition, target: Being) -> None:
    end(scene, target, effect.condition)


def _expose(scene: Scene, owner: Being, skill_id: str, effect: Expose, target: Being) -> None:
    expose(scene, target, effect.affliction, owner.id)


def _energy(scene: Scene, owner: Being, skill_id: str, effect: Energy, target: Being) -> None:
    gained = min(effect.value, max(0, max_ep(scene, target) - target.ep))
    target.ep += gained
    scene.record("energy", "tc.ep.pool", who=target.id, ep=gained, now=target.ep)


def _suppress(scene: Scene, owner: Being, skill_id: str, effect: Suppress, target: Being) -> None:
    until = Until("start of turn", target.id, effect.turns)
    afflict(scene, target, "Suppressed", note=effect.condition, until=until)


def _counteract(scene: Scene, owner: Being, skill_id: str, effect: CounterAgent, target: Being) -> None:
    take_agent(scene, target, effect.disease)


def _feed_slowly(scene: Scene, owner: Being, skill_id: str, effect: HealOverTime, target: Being) -> None:
    begin_meal(scene, target, effect.hp, effect.hours)


def _nourish(scene: Scene, owner: Being, skill_id: str, effect: Sustenance, target: Being) -> None:
    nourish(scene, target)


def _reveal(scene: Scene, owner: Being, skill_id: str, effect: Reveal, target: Being) -> None:
    """The check was against the stealth value (`against = "stealth"`)."""
    find(scene, owner, target)


def _sense(scene: Scene, owner: Being, skill_id: str, effect: Sense, target: Being) -> None:
    """Magic within range is seen to shine, through obstacles as well: who is under it, and where it lies."""
    used = skill_of(scene, owner, skill_id)
    far = scene.board.distance

    def near(cell: Cell) -> bool:
        return refuse_distance(scene, far(owner.at, cell), used) is None

    beings = tuple([b.id for b in scene.beings.values() if b.here and near(b.at) and magic_on(scene, b)])
    cells = tuple([cell for area in scene.areas if is_magic(scene, area.aspect) for cell in area.cells if near(cell)])
    scene.record("senses", WHAT, seen_by=owner.side, who=owner.id, beings=beings, cells=cells)


def _tell(scene: Scene, owner: Being, skill_id: str, effect: Message, target: Being) -> None:
    scene.record("message", WHAT, who=owner.id, target=target.id, spoken=effect.spoken)


def _know(scene: Scene, owner: Being, skill_id: str, effect: Knowledge, target: Being) -> None:
    scene.record("knows", "tc.int.meaning", who=owner.id, field=effect.field)


def _trick(scene: Scene, owner: Being, skill_id: str, effect: MinorMagic, target: Being) -> None:
    scene.record("minor_magic", WHAT, who=owner.id)


AT_ONCE: dict[type, Callable[[Scene, Being, str, Any, Being], None]] = {
    RemoveCondition: _relieve,
    Expose: _expose,
    CounterAgent: _counteract,
    Energy: _energy,
    Suppress: _suppress,
    HealOverTime: _feed_slowly,
    Sustenance: _nourish,
    Reveal: _reveal,
    Sense: _sense,
    Message: _tell,
    Knowledge: _know,
    MinorMagic: _trick,
}


# ---------------------------------------------------------------- what lasts


def ends(owner: Being, used: Skill) -> Until:
    """When a skill that lasts ends: with the start of its maker's turn after so many of them, or after so many minutes;
    where neither is said, with the fight."""
    if used.turns:
        return Until("start of turn", owner.id, used.turns)
    return Until("minutes", "", used.minutes) if used.minutes else Until("fight")


def put_under(scene: Scene, owner: Being, used: Skill, target: Being | tuple[Cell, ...], choice: str = "") -> None:
    """Somebody is under a skill for a time, or cells are. Used again by the same one it begins anew."""
    until = ends(owner, used)
    if not isinstance(target, Being):
        which = (target, used.aspect, owner.id)
        others = [area for area in scene.areas if (area.cells, area.aspect, area.by) != which]
        scene.areas = (*others, Area(target, used.aspect, owner.id, until, choice))
        scene.record("area", WHAT, who=owner.id, aspect=used.aspect, cells=target)
        return
    note = f"{used.aspect}:{choice}" if choice else used.aspect
    afflict(scene, target, "Affected", source=owner.id, until=until, note=note)


def is_magic(scene: Scene, name: str) -> bool:
    return any([isinstance(part, Magic | UnstableMagic) for part in aspect(scene.library, name).parts])


def magic_on(scene: Scene, being: Being) -> list[Condition]:
    """The skills with the part Magic that somebody is under."""
    return [condition for condition, entry, _, _ in lasting(scene, being) if is_magic(scene, entry.id)]
