"""Unblock: locks, what stands before a doorway, and what fills a zone."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.carrying.containers import CHEST, known_chests
from ludex.games.navyblue.book.carrying.slots import in_arms_reach
from ludex.games.navyblue.book.conditions import stops, unable
from ludex.games.navyblue.book.dice import SUCCESSES, check
from ludex.games.navyblue.book.features import has_attribute
from ludex.games.navyblue.book.motion import Motion, action
from ludex.games.navyblue.book.movement.actions import check_bonuses
from ludex.games.navyblue.book.movement.obstacles import clear, is_heavy, looks
from ludex.games.navyblue.book.movement.opening import known_doors
from ludex.games.navyblue.book.movement.sight import known_zones
from ludex.games.navyblue.book.movement.steps import Footing
from ludex.games.navyblue.state import CORE, Being, Chest, Door, Obstruction, Scene

# ---------------------------------------------------------------- what there is to clear


def barrier(scene: Scene, actor: Being, what: str) -> Door | Chest | Obstruction | None:
    """What is meant: a door by name or by the zone beyond it, what fills a zone that one is in or beside, a chest."""
    doors = known_doors(scene, actor)
    if what in doors:
        return doors[what]
    if what not in scene.board:
        chests = known_chests(scene, actor)
        return chests.get(what) or chests.get(CHEST + what)
    door = scene.door(actor.at, what) if what != actor.at else None
    if door is not None and door.state != "open":
        return door
    if what == actor.at or what in scene.board.neighbours(actor.at):
        filled = [obstruction for obstruction in scene.obstructions if obstruction.zone == what]
        return next((obstruction for obstruction in filled if obstruction.unblock), filled[0] if filled else None)
    return None


def barriers(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """All that can be cleared away from here."""
    zones = [zone for zone in (actor.at, *scene.board.neighbours(actor.at)) if scene.passes(actor.at, zone)]
    among = (*known_doors(scene, actor), *zones, *known_chests(scene, actor))
    return [what for what in among if refuses(scene, actor, what) is None]


def refuses(scene: Scene, actor: Being, what: str) -> Refusal | None:
    """Why there is nothing to Unblock."""
    found = barrier(scene, actor, what)
    if isinstance(found, Door):
        return refuses_door(actor, found)
    if isinstance(found, Chest):
        if not in_arms_reach(scene, actor, found.at, "Unblock"):
            return Refusal(f"{found.name} is out of arm's reach", "nb.reach.body")
        if looks(actor, found) != "locked":
            return Refusal(f"{found.name} is not locked, as far as is known", "nb.maneuver.unblock")
        return None
    if found is not None:
        return None if found.unblock else Refusal(f"the {found.material} cannot be cleared away", "nb.obstruct.zone")
    if what in Footing(scene, actor).foes:
        return Refusal("enemies are no barrier to be shifted", "nb.obstruct.hostile")
    return Refusal(f"nothing that {actor.name} could clear away bars the way there", "nb.maneuver.unblock")


def refuses_door(actor: Being, door: Door) -> Refusal | None:
    if actor.at not in door.zones:
        return Refusal(f"the {door.name} is out of arm's reach", "nb.reach.body")
    if door.state == "open":
        return Refusal(f"the {door.name} is open", "nb.maneuver.unblock")
    if not is_heavy(actor, door):
        return Refusal(f"the {door.name} is {looks(actor, door)}: Open is enough", "nb.obstruct.light")
    return None


def usual_attribute(thing: Door | Chest | Obstruction | None) -> str:
    """What is set for it; else Finesse for locks and Brawn for what is moved."""
    if thing is None or thing.attribute:
        return thing.attribute if thing is not None else "Brawn"
    return "Finesse" if is_lock(thing) else "Brawn"


def is_lock(thing: Door | Chest | Obstruction) -> bool:
    return not isinstance(thing, Obstruction) and thing.state == "locked"


# ---------------------------------------------------------------- clearing it


async def clears(scene: Scene, actor: Being, what: str, by: str) -> bool:
    """nb.maneuver.unblock: a Check against what bars the way. An attribute that is not the set one is a proposal, and
    the Director says whether it will do."""

    def cannot() -> Refusal | None:
        return unable(actor, flees=True) or refuses(scene, actor, what)

    def proposed() -> bool:
        return by != usual_attribute(barrier(scene, actor, what))

    if proposed():
        about = {"who": actor.id, "what": what, "attribute": by}
        agreed = await ask(
            scene, GM, YES_NO, rule="nb.maneuver.unblock", about=about, default=False,
            matters=lambda: cannot() is None and proposed(),
        )  # fmt: skip
        if stops(scene, actor, cannot()):
            return False
        by = by if agreed else usual_attribute(barrier(scene, actor, what))
    thing = barrier(scene, actor, what)
    assert thing is not None
    result = await check(
        scene, actor, by, thing.difficulty, skill="locks_and_traps" if is_lock(thing) else "",
        rule="nb.maneuver.unblock", extra=check_bonuses(scene, actor, "Unblock", by), what=what,
    )  # fmt: skip
    if result not in SUCCESSES:
        scene.record("still_blocked", "nb.maneuver.unblock", who=actor.id, what=what)
        return False
    scene.record("unblocks", "nb.maneuver.unblock", who=actor.id, what=what)
    clear(scene, thing)
    return True


def read_what(value: Plain) -> Plain:
    if isinstance(value, str) and value:
        return value
    raise BadInput(f"what: expected a zone or a chest, not {spelled(value)}")


def in_question(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """What can be cleared away; where nothing can, what is in the way all the same: the refusal tells why not."""
    near = (actor.at, *scene.board.neighbours(actor.at))
    return barriers(scene, actor) or [zone for zone in near if barrier(scene, actor, zone) is not None]


def may_unblock(scene: Scene, actor: Being) -> Refusal | None:
    return None if in_question(scene, actor) else Refusal("nothing to Unblock is in reach", "nb.maneuver.unblock")


def fits_unblock(scene: Scene, actor: Being, what: str, by: str) -> Refusal | None:
    if what not in scene.board and barrier(scene, actor, what) is None:
        there = (*known_zones(scene), *known_doors(scene, actor), *known_chests(scene, actor))
        raise BadInput(f"what: there is no {what!r}; {there_are(what, there)}")
    if not has_attribute(actor, by):
        raise BadInput(f"by: {actor.name} has no {by!r}; {there_are(by, CORE)}")
    return refuses(scene, actor, what)


def proposals(scene: Scene, actor: Being, what: Plain) -> Iterable[Plain]:
    return (usual_attribute(barrier(scene, actor, str(what))),)


@action(
    "unblock", rule="nb.maneuver.unblock", cost=Motion("Unblock", 2),
    args=(Arg("what", in_question, read=read_what), Arg("by", proposals, default=first(proposals))),
    may=may_unblock, fits=fits_unblock, modes=("fight", "adventure"), tags=("task", "flees"),
)  # fmt: skip
async def unblock(scene: Scene, actor: Being, what: str, by: str) -> None:
    """The points are gone whether or not it works; what was locked is open with it."""
    await clears(scene, actor, what, by)
