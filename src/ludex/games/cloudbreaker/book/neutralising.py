"""Neutralising enemies and hazards: which methods there are, how far they reach, and when an enemy falters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.cloudbreaker.book.actions import MINOR, action
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.conditions import afflict
from ludex.games.cloudbreaker.book.dice import FAILURE, roll_against, task, task_modifiers
from ludex.games.cloudbreaker.book.morale import lose_morale, worth
from ludex.games.cloudbreaker.book.movement.hazards import entry
from ludex.games.cloudbreaker.records.effects import NeutraliseRange
from ludex.games.cloudbreaker.records.kinds import Clue, Falter, Method, Skill
from ludex.games.cloudbreaker.state import ENEMY, OBJECT, Being, Placed, Scene

EARSHOT = 3  # zones that speech and sound reach
IMPOSSIBLE = 99  # the number that stands for what cannot succeed

# ---------------------------------------------------------------- methods


def methods(scene: Scene, being: Being) -> list[str]:
    """All skills, and the toolkits that they have."""
    toolkits = [name for name in scene.library.shelves["toolkit"].entries if being.has_mastery(name)]
    return [*scene.library.shelves["skill"].entries, *toolkits]


def skill(scene: Scene, method: str) -> Skill | None:
    return cast("Skill | None", scene.library.shelves["skill"].entries.get(method))


def cannot_try(scene: Scene, being: Being, method: str, rule: str) -> Refusal | None:
    """Why this one cannot use a skill or toolkit at all: they have none, or lack the sense for it."""
    found = skill(scene, method)
    if found is None:
        if method not in scene.library.shelves["toolkit"]:
            raise BadInput(f"there is no skill or toolkit {method!r}; {there_are(method, methods(scene, being))}")
        if not being.has_mastery(method):
            return Refusal(f"{being.name} has no {method}", rule)
        return None
    if "sight" in found.senses and "Blinded" in being.states:
        return Refusal(f"{found.name} takes sight, and {being.name} is Blinded", "cb.cond.blinded")
    if "hearing" in found.senses and "Deafened" in being.states:
        return Refusal(f"{found.name} takes hearing, and {being.name} is Deafened", "cb.cond.deafened")
    return None


def is_mute(scene: Scene, being: Being, method: str) -> Refusal | None:
    """cb.cond.silenced: no skill that is spoken."""
    found = skill(scene, method)
    if found is not None and found.channel == "speech" and "Silenced" in being.states:
        return Refusal(f"{found.name} is spoken, and {being.name} is Silenced", "cb.cond.silenced")
    return None


def concealed(scene: Scene, enemy: Being) -> bool:
    """cb.neutral.open_book: stat blocks are open to all, but for those in disguise that nobody has analysed."""
    scene.cite("cb.neutral.open_book")
    return enemy.disguised and enemy.sheet.kind not in scene.analysed


# ---------------------------------------------------------------- faltering


def falters(scene: Scene, unit: Being) -> bool:
    """cb.neutral.faltering: while any condition of their stat block holds."""
    scene.cite("cb.neutral.faltering")
    return any(holds_now(scene, unit, row) for row in unit.sheet.falter)


def holds_now(scene: Scene, unit: Being, row: Falter) -> bool:
    if row.when == "hp_at_most_half":
        return 2 * unit.hp <= unit.sheet.parts[unit.sheet.vital].hp
    if row.when == "mp_at_most_half":
        return 2 * unit.mp <= unit.sheet.mp
    if row.when == "condition":
        return row.condition in unit.states
    if row.when == "targets_broken":
        broken = [
            part
            for part, hp in zip(unit.sheet.parts, unit.parts, strict=True)
            if not hp and (not row.tag or row.tag in part.tags)
        ]
        return len(broken) >= max(1, row.count)
    comrades = [other for other in scene.allies(unit) if other.here and other.sheet.sort != OBJECT]
    return not any(scene.distance(unit, other) <= row.zones for other in comrades)


def difficulty(scene: Scene, enemy: Being, way: Method) -> int:
    """cb.neutral.roll: the Neutralization Difficulty, the lower one while they falter."""
    return way.nd_faltering if enemy.sheet.falter and falters(scene, enemy) else way.nd


# ---------------------------------------------------------------- distance


def reach(scene: Scene, actor: Being, way: Method, creature_type: str) -> int:
    """cb.neutral.distance: what is heard reaches farther; all else the own zone, unless a tool extends it."""
    near = 1 if scene.options["opt_neutralise_adjacent"] else 0
    base = near if way.channel == "none" else way.range
    return max([base, *extended(scene, actor, way.method, way.channel, creature_type)])


def extended(scene: Scene, actor: Being, toolkit: str, channel: str, creature_type: str) -> list[int]:
    """How far carried tools let a toolkit reach; a channel or type left empty is not known, so any may be meant."""
    items = scene.library.shelves["item"].entries
    return [
        effect.range
        for name in actor.items
        if name in items
        for effect in items[name].effects
        if isinstance(effect, NeutraliseRange)
        and effect.toolkit == toolkit
        and channel in ("", effect.channel)
        and (not creature_type or effect.creature_type in ("", creature_type))
    ]


def hindrance(scene: Scene, actor: Being, enemy: Being, way: Method) -> Refusal | None:
    """Why a listed way is not open now."""
    if way.channel == "speech" and "Silenced" in actor.states:
        return Refusal(f"{actor.name} is Silenced and cannot speak", "cb.neutral.silenced")
    if way.channel != "none" and "Deafened" in enemy.states:
        return Refusal(f"{enemy.name} is Deafened and does not hear it", "cb.neutral.silenced")
    if way.needs_item and way.needs_item not in actor.items:
        return Refusal(f"{actor.name} needs {way.needs_item} for that", "cb.neutral.distance")
    most = reach(scene, actor, way, enemy.sheet.creature_type)
    return too_far(scene, actor, enemy, most)


def too_far(scene: Scene, actor: Being, enemy: Being, most: int) -> Refusal | None:
    if scene.distance(actor, enemy) <= most:
        return None
    where = "in the same zone" if not most else f"within {most} zones"
    return Refusal(f"{enemy.name} is not {where}", "cb.neutral.distance")


def way_with(scene: Scene, actor: Being, enemy: Being, method: str) -> Method | Refusal:
    """The easiest way with this skill or toolkit that the stat block lists and that is open now."""
    best: Method | None = None
    against = Refusal(f"{method} does not work on {enemy.name}", "cb.neutral.roll")
    for way in enemy.sheet.neutralise:
        if way.method == method:
            refusal = hindrance(scene, actor, enemy, way)
            if refusal is not None:
                against = refusal
            elif best is None or difficulty(scene, enemy, way) < difficulty(scene, enemy, best):
                best = way
    return best if best is not None else against


def beyond_hearing(scene: Scene, actor: Being, enemy: Being, method: str) -> Refusal | None:
    """What stands against a try on somebody in disguise, judged without their stat block."""
    found = skill(scene, method)
    heard = found is not None and found.channel != "none"
    if found is not None and found.channel == "speech" and "Silenced" in actor.states:
        return Refusal(f"{actor.name} is Silenced and cannot speak", "cb.neutral.silenced")
    if heard and "Deafened" in enemy.states:
        return Refusal(f"{enemy.name} is Deafened and does not hear it", "cb.neutral.silenced")
    near = 1 if scene.options["opt_neutralise_adjacent"] else 0
    most = max([EARSHOT if heard else near, *extended(scene, actor, method, "", "")])
    return too_far(scene, actor, enemy, most)


# ---------------------------------------------------------------- neutralise


def opponents(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in scene.enemies(actor) if enemy.sheet.sort == ENEMY]


def ways_against(scene: Scene, actor: Being, enemy: Plain, *chosen: Plain) -> Iterable[Plain]:
    """What can be tried: all that the stat block lists; against somebody in disguise anything."""
    unit = scene.being(enemy)
    own = methods(scene, actor)
    if concealed(scene, unit):
        return own
    return [name for name in dict.fromkeys(way.method for way in unit.sheet.neutralise) if name in own]


def only_pcs(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.pc:
        return Refusal("only player characters neutralise and analyse enemies", "cb.neutral.roll")
    return None


def no_opponent(enemy: Being, rule: str) -> Refusal | None:
    if enemy.sheet.sort != ENEMY or not enemy.here:
        return Refusal(f"{enemy.name} is no enemy in this situation", rule)
    return None


def fits_neutralise(scene: Scene, actor: Being, enemy: Being, method: str) -> Refusal | None:
    refusal = no_opponent(enemy, "cb.neutral.roll") or cannot_try(scene, actor, method, "cb.neutral.roll")
    if refusal is not None:
        return refusal
    if concealed(scene, enemy):
        return beyond_hearing(scene, actor, enemy, method)
    way = way_with(scene, actor, enemy, method)
    return way if isinstance(way, Refusal) else None


@action(
    "neutralise", rule="cb.neutral.roll", cost=MINOR, args=(Arg("enemy", opponents), Arg("method", ways_against)),
    may=only_pcs, fits=fits_neutralise, modes=("situation",), tags=("task",),
)  # fmt: skip
async def neutralise(scene: Scene, actor: Being, enemy: Being, method: str) -> None:
    """A minor action and a task roll against what this method needs with the enemy (Neutralization Difficulty)."""
    hidden = concealed(scene, enemy)
    way = way_with(scene, actor, enemy, method)
    works = not isinstance(way, Refusal)
    number = IMPOSSIBLE if isinstance(way, Refusal) else difficulty(scene, enemy, way)
    extra = [*edges(scene, actor, "neutralise", enemy), *edges(scene, actor, "task", enemy)]
    modifiers = task_modifiers(scene, actor, method, extra)
    scene.cite("cb.roll.task", "cb.neutral.distance")
    result = await roll_against(
        scene, actor, modifiers, "cb.neutral.roll", number, hidden=hidden, target=enemy.id, method=method
    )
    if result != FAILURE and works:
        scene.next(won_over(actor, enemy))
    else:
        scene.record("stays", "cb.neutral.roll", who=enemy.id, by=actor.id, method=method)


@step("cb.neutral.roll")
async def won_over(scene: Scene, actor: Being, enemy: Being) -> None:
    """The game master may annul it for a token; else the unit leaves, and whoever rolled captures what is lost."""

    def may_ignore() -> bool:
        return enemy.here and bool(scene.morale) and not scene.rush

    if may_ignore():
        ignored = await ask(
            scene,
            GM,
            lambda: OneOf((False, True) if may_ignore() else (False,)),
            rule="cb.morale.boost.ignore_neutral",
            about=lambda: {"target": enemy.id, "by": actor.id, "morale": scene.morale},
            default=False,
        )
        if ignored:
            scene.record("ignores", "cb.morale.boost.ignore_neutral", who=enemy.id, by=actor.id)
            lose_morale(scene, enemy, actor.id, "cb.morale.boost.ignore_neutral")
            return
    if not enemy.here:
        return
    afflict(scene, enemy, "Neutralised", source=actor.id)
    lose_morale(scene, enemy, actor.id, "cb.neutral.roll", worth(scene, enemy))


# ---------------------------------------------------------------- hazards


def touching(scene: Scene, actor: Being) -> list[Placed]:
    """The hazards in a zone of this unit or beside it."""
    zones = scene.zones(actor)
    return [placed for placed in scene.hazards if any(zone in zones for zone in placed.zones)]


def hazards_near(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(dict.fromkeys(placed.hazard for placed in touching(scene, actor)))


def places(scene: Scene, actor: Being, hazard: Plain, *chosen: Plain) -> Iterable[Plain]:
    return [placed.zones for placed in touching(scene, actor) if placed.hazard == hazard]


def clues(scene: Scene, hazard: Plain) -> tuple[Clue, ...]:
    found = scene.library.shelves["hazard"].entries.get(str(hazard))
    return found.neutralise if found is not None else ()


def ways_to_disable(scene: Scene, actor: Being, hazard: Plain, *chosen: Plain) -> Iterable[Plain]:
    own = methods(scene, actor)
    return [clue.method for clue in clues(scene, hazard) if clue.method in own]


def may_disable(scene: Scene, actor: Being) -> Refusal | None:
    return None if touching(scene, actor) else Refusal("no hazard touches the zone", "cb.hazard.neutralise")


def fits_disable(scene: Scene, actor: Being, hazard: str, at: tuple[str, ...], method: str) -> Refusal | None:
    if Placed(hazard, at) not in touching(scene, actor):
        return Refusal(f"{hazard!r} does not touch the zone of {actor.name}", "cb.hazard.neutralise")
    refusal = cannot_try(scene, actor, method, "cb.hazard.neutralise") or is_mute(scene, actor, method)
    if refusal is None and not any(clue.method == method for clue in clues(scene, hazard)):
        return Refusal(f"{entry(scene, Placed(hazard, at)).name} does not yield to {method}", "cb.hazard.neutralise")
    return refusal


@action(
    "disable", rule="cb.hazard.neutralise", cost=MINOR,
    args=(Arg("hazard", hazards_near), Arg("at", places, default=first(places, ())), Arg("method", ways_to_disable)),
    may=may_disable, fits=fits_disable, modes=("situation", "adventure"), label="Neutralise a hazard", tags=("task",),
)  # fmt: skip
async def disable(scene: Scene, actor: Being, hazard: str, at: tuple[str, ...], method: str) -> None:
    """A minor action and a task roll from a zone that it touches: afterwards it troubles nobody any more."""
    number = min(clue.difficulty for clue in clues(scene, hazard) if clue.method == method)
    extra = edges(scene, actor, "task", None)
    result = await task(scene, actor, method, number, rule="cb.hazard.neutralise", extra=extra, hazard=hazard)
    if result != FAILURE:
        gone = Placed(hazard, at)
        scene.hazards = tuple(placed for placed in scene.hazards if placed != gone)
        scene.record("disabled", "cb.hazard.neutralise", who=actor.id, hazard=hazard, zones=at)
