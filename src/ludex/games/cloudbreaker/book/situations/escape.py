"""Escape situations: the epic trap, what takes its damage off, and how it is defused."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Total, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier, Refusal, cite
from ludex.games.cloudbreaker.book.actions import MINOR, action
from ludex.games.cloudbreaker.book.attacks.damage import Harm, lands, spared
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.dice import BONUS, FAILURE, task
from ludex.games.cloudbreaker.book.neutralising import cannot_try, is_mute
from ludex.games.cloudbreaker.state import FOES, Being, Scene, Trap

PER_ZONE = 5  # cb.escape.ddr

MULTIPLIERS = {
    "Very Easy": 1, "Easy": 2, "Medium": 3, "Hard": 4, "Very Hard": 5,
}  # cb.escape.trap.table, at Copper grade  # fmt: skip
GRADES = {"Copper": 0, "Silver": 1, "Gold": 2}


def multiplier(grade: str, difficulty: str) -> int:
    """cb.escape.trap.table: each grade above Copper adds one."""
    cite("cb.escape.trap.table")
    return MULTIPLIERS[difficulty] + GRADES[grade]


# ---------------------------------------------------------------- going off


def trap_is_due(scene: Scene) -> bool:
    return scene.trap is not None and scene.turns.round >= scene.trap.round and not scene.fired


@step("cb.escape.trap.fire")
async def goes_off(scene: Scene) -> None:
    """One roll for everybody who is not in the safe zone."""
    trap = scene.trap
    if trap is None or scene.fired:
        return
    modifiers = [Modifier(trap.bonus, "epic trap", "cb.escape.trap.table", BONUS)]
    rolled = await roll(
        dice(trap.dice, 6), Total(trap.bonus), by=trap.name, rule="cb.escape.trap.fire", modifiers=modifiers,
        about={"pool": trap.pool, "type": trap.type, "multiplier": trap.multiplier},
    )  # fmt: skip
    scene.fired = True
    amount = rolled * trap.multiplier
    scene.record("trap", "cb.escape.trap.fire", name=trap.name, amount=amount, pool=trap.pool, type=trap.type)
    for being in caught(scene):
        left, trace = mitigated(scene, being, trap, amount)
        scene.record(
            "trap_damage",
            "cb.escape.damage_kind",
            who=being.id,
            rolled=amount,
            amount=left,
            pool=trap.pool,
            trace=trace,
        )
        harm = Harm(left, trap.pool, trap.type, direct=True, source=trap.name)
        lands(scene, None, being, being.sheet.parts[being.sheet.vital].id, harm)


def caught(scene: Scene) -> list[Being]:
    """The party and its NPCs outside the safe zone; by option enemies and the knocked out as well."""
    beings = []
    for being in scene.beings.values():
        if not being.here or (being.side == FOES and not scene.options["opt_trap_hits_all"]):
            continue
        if spared(scene, being):
            continue
        if any(zone in scene.safe_zones for zone in scene.zones(being)):
            scene.record("safe", "cb.escape.safe", who=being.id)
            continue
        beings.append(being)
    return beings


def mitigated(scene: Scene, being: Being, trap: Trap, amount: int) -> tuple[int, tuple[tuple[str, int], ...]]:
    """What is left of the damage, and what took some of it off."""
    trace: list[tuple[str, int]] = []

    def less(what: str, rule: str, off: int) -> None:
        nonlocal amount
        if off:
            amount = max(0, amount - off)
            trace.append((what, amount))
            cite(rule)

    if trap.type and trap.type in being.sheet.resist:
        amount //= 2
        trace.append(("resistance", amount))
    if trap.type and trap.type in being.sheet.vulnerable:
        amount *= 2
        trace.append(("vulnerability", amount))
    zones = scene.zones(being)
    less("distance", "cb.escape.ddr", PER_ZONE * scene.away(being, trap.epicenter))
    less("shelter", "cb.escape.shelter", max((n for zone, n in scene.shelters if zone in zones), default=0))
    raised = [construct.reduction for construct in scene.raised if construct.zone in zones]
    less("construct", "cb.escape.construct", max(raised, default=0))
    return amount, tuple(trace)


# ---------------------------------------------------------------- defusing


def defusing(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [method for method, _ in scene.trap.defuse] if scene.trap is not None else ()


def may_defuse(scene: Scene, actor: Being) -> Refusal | None:
    trap = scene.trap
    if trap is None or scene.fired or not trap.defuse:
        return Refusal("there is no trap that can be defused", "cb.escape.defuse")
    if trap.epicenter not in scene.zones(actor):
        return Refusal("the trap can be defused in its epicenter only", "cb.escape.defuse")
    return None


def fits_defuse(scene: Scene, actor: Being, method: str) -> Refusal | None:
    if method not in defusing(scene, actor):
        return Refusal(f"the trap does not yield to {method!r}", "cb.escape.defuse")
    return cannot_try(scene, actor, method, "cb.escape.defuse") or is_mute(scene, actor, method)


@action(
    "defuse", rule="cb.escape.defuse", cost=MINOR, args=(Arg("method", defusing),), may=may_defuse, fits=fits_defuse,
    modes=("situation",), label="Defuse the trap", tags=("task",),
)  # fmt: skip
async def defuse(scene: Scene, actor: Being, method: str) -> None:
    """A minor action in the epicenter and a task roll; as many successes as the trap asks for."""
    trap = scene.trap
    assert trap is not None
    difficulty = dict(trap.defuse)[method]
    extra = edges(scene, actor, "task", None)
    if await task(scene, actor, method, difficulty, rule="cb.escape.defuse", extra=extra) != FAILURE:
        scene.defused += 1
        scene.record("defused", "cb.escape.defuse", who=actor.id, successes=scene.defused, needed=trap.successes)
        if scene.defused >= trap.successes:
            scene.fired = True  # it will not go off any more
