"""Breaks and Rest: short breaks, long breaks and full rests, what is decided in them, and what comes without one.

A rest is a mode: the game master begins and ends it. What the players decide meanwhile is written down, and happens at
its end (`recovery.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import BETWEEN, RESTFUL, Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.core.master.calls import being, whole, word
from ludex.games.cloudbreaker.book.actions import action, gm
from ludex.games.cloudbreaker.book.attacks.damage import lose_resolve
from ludex.games.cloudbreaker.book.attacks.effects import clear_ground
from ludex.games.cloudbreaker.book.classes import about_secondary
from ludex.games.cloudbreaker.book.conditions import outlasts
from ludex.games.cloudbreaker.book.handling import fits_wield, hands_full
from ludex.games.cloudbreaker.book.recovery import (
    DAY,
    HOUR,
    KINDS,
    NIGHT,
    fully_rested,
    reconfigure,
    recover_by,
    resting,
    words,
)
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import Being, Rest, Scene, in_situation

PURSUED = "break under pursuit"

# ---------------------------------------------------------------- the rest


def fits_rest(scene: Scene, kind: str) -> Refusal | None:
    if in_situation(scene):
        return Refusal("nobody rests in a critical situation", "cb.rest.interrupt.break")
    if scene.rest is not None:
        return Refusal("a rest is under way", "cb.rest.timing")
    if scene.pursuit and kind != "short":
        return Refusal("the enemies are in pursuit: there is time for a short break only", "cb.retreat.pursuit")
    if scene.pursuit and any(member.has_used(PURSUED) for member in resting(scene)):
        return Refusal("the enemies have caught up: there is no time for another break", "cb.retreat.pursuit")
    return None


@gm("rest", "cb.rest.timing", word("kind", KINDS), fits=fits_rest, tags=(BETWEEN, RESTFUL))
async def begin_rest(scene: Scene, kind: str) -> None:
    """The party begins a short break, a long break or a full rest."""
    scene.mode = "rest"
    scene.rest = Rest(kind, scene.clock)
    scene.record("rest_begins", KINDS[kind].rule, rest=kind)


def fits_under_way(scene: Scene, *more: Any) -> Refusal | None:
    if scene.rest is None:
        return Refusal("no rest is under way", "cb.rest.timing")
    if in_situation(scene):
        return Refusal("a critical situation is under way", "cb.rest.interrupt.full")
    return None


def fits_finish(scene: Scene, *more: Any) -> Refusal | None:
    refusal = fits_under_way(scene)
    if refusal is None and scene.rest is not None and scene.pursuit and scene.rest.kind != "short":
        return Refusal("the enemies are in pursuit: it has to be broken off", "cb.retreat.pursuit")
    return refusal


@gm(
    "finish_rest", "cb.rest.timing", word("food", ("carried", "gathered"), "carried"),
    word("shelter", ("carried", "lodging"), "carried"), fits=fits_finish, tags=(BETWEEN, RESTFUL),
)  # fmt: skip
async def finish_rest(scene: Scene, food: str, shelter: str) -> None:
    """The rest is over, and all that was decided happens. `food` and `shelter` are for a full rest: what the party
    carries, or food gathered for all and a lodging."""
    assert scene.rest is not None
    rest, kind = scene.rest, KINDS[scene.rest.kind]
    scene.clock = max(scene.clock, rest.began + kind.lasts)
    members = resting(scene)
    if rest.kind == NIGHT:
        members = fully_rested(scene, members, food == "gathered", shelter == "lodging")
    for member in members:
        reconfigure(scene, member, rest)
        recover_by(scene, member, rest)
    scene.mode = "adventure"
    scene.rest = None
    scene.record("rest_ends", "cb.rest.timing", rest=rest.kind)
    if scene.pursuit:
        for member in members:
            member.use(PURSUED, "situation")
        scene.record("caught_up", "cb.retreat.pursuit")
    time_goes_by(scene)
    go_without_rest(scene)


# ---------------------------------------------------------------- interruptions


def fits_interrupt(scene: Scene, why: str, minutes: int) -> Refusal | None:
    refusal = fits_under_way(scene)
    if refusal is None and scene.rest is not None and scene.clock + 60 * minutes > _ends(scene.rest):
        return Refusal("by then the rest is over", "cb.rest.timing")
    return refusal


def _ends(rest: Rest) -> int:
    return rest.began + KINDS[rest.kind].lasts


@gm(
    "interrupt_rest", "cb.rest.interrupt.break", word("why", ("activity", "situation"), "activity"),
    whole("minutes", 0, least=0), fits=fits_interrupt,
)  # fmt: skip
async def interrupt_rest(scene: Scene, why: str, minutes: int) -> None:
    """Strenuous activity, or a critical situation that is told and not played, after some minutes. Strenuous activity
    ends a full rest only where the game master says so; calling this is saying so."""
    scene.clock += 60 * minutes
    if why == "situation":
        disturb(scene)
    else:
        break_off(scene, why)
    if minutes:
        time_goes_by(scene)
    if scene.rest is None:
        scene.mode = "adventure"
        go_without_rest(scene)


def disturb(scene: Scene) -> None:
    """A critical situation begins. A break is lost at once; a full rest bears one, and is lost by the second."""
    rest = scene.rest
    if rest is None:
        return
    scene.rest = replace(rest, fights=rest.fights + 1)
    if rest.kind != NIGHT or scene.rest.fights > 1:
        break_off(scene, "situation")
    else:
        scene.record("rest_disturbed", "cb.rest.interrupt.full", rest=rest.kind)


def break_off(scene: Scene, why: str) -> None:
    """Nothing that was decided happens, and no Resolve is spent; it has to start anew."""
    assert scene.rest is not None
    rule = "cb.rest.interrupt.full" if scene.rest.kind == NIGHT else "cb.rest.interrupt.break"
    scene.record("rest_interrupted", rule, rest=scene.rest.kind, why=why)
    scene.rest = None


def resume(scene: Scene) -> bool:
    """After a critical situation: does a full rest go on? Not with the enemies in pursuit."""
    if scene.rest is None:
        return False
    if scene.pursuit:
        break_off(scene, "pursuit")
        return False
    scene.mode = "rest"
    scene.record("rest_resumes", "cb.rest.interrupt.full", rest=scene.rest.kind)
    return True


# ---------------------------------------------------------------- Resolve


def may_rest(scene: Scene, actor: Being) -> Refusal | None:
    if scene.rest is None:
        return Refusal("no rest is under way", "cb.rest.timing")
    return None if actor in resting(scene) else Refusal(f"{actor.name} does not rest with the party", "cb.rest.timing")


def may_spend(scene: Scene, actor: Being) -> Refusal | None:
    if scene.rest is not None and scene.rest.kind == NIGHT:
        return Refusal("a full rest gives everything back without Resolve", "cb.rest.full")
    if scene.rest is not None and scene.rest.kind == "short" and "Knocked Out" in actor.states:
        return Refusal(f"{actor.name} is Knocked Out and gains nothing in a short break", "cb.rest.short")
    return may_rest(scene, actor)


def points(scene: Scene, actor: Being, missing: int, most: int) -> range:
    """As many points as could be of use, as far as Resolve allows."""
    worth = KINDS[scene.rest.kind].worth if scene.rest is not None else 0
    return range(min(-(-missing // worth), most) + 1) if worth else range(0)


def points_for_hp(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    missing = actor.sheet.parts[actor.sheet.vital].hp - actor.hp
    return points(scene, actor, missing, max(0, actor.resolve - 1))


def points_for_mp(scene: Scene, actor: Being, hp: Plain, *chosen: Plain) -> Iterable[Plain]:
    assert isinstance(hp, int)
    return points(scene, actor, actor.sheet.mp - actor.mp, max(0, actor.resolve - 1 - hp))


def fits_spend(scene: Scene, actor: Being, hp: int, mp: int) -> Refusal | None:
    rule = KINDS[scene.rest.kind].rule if scene.rest is not None else "cb.rest.timing"
    if hp + mp and hp + mp >= actor.resolve:
        return Refusal(f"{actor.name} has {actor.resolve} Resolve, of which 1 has to be left", rule)
    return None


@action(
    "spend_resolve", rule="cb.rest.timing",
    args=(whole("hp", 0, least=0, values=points_for_hp), whole("mp", 0, least=0, values=points_for_mp)),
    may=may_spend, fits=fits_spend, modes=("rest",), label="Spend Resolve", tags=("rest",),
)  # fmt: skip
async def spend_resolve(scene: Scene, actor: Being, hp: int, mp: int) -> None:
    """Points of Resolve into HP and into MP, at the end of the break; a later word on it counts."""
    assert scene.rest is not None
    others = (spent for spent in scene.rest.spent if spent[0] != actor.id)
    scene.rest = replace(scene.rest, spent=(*others, (actor.id, hp, mp)))
    scene.record("will_spend", KINDS[scene.rest.kind].rule, who=actor.id, hp=hp, mp=mp)


# ---------------------------------------------------------------- reconfiguration


def may_change(scene: Scene, actor: Being) -> Refusal | None:
    if scene.rest is not None and not KINDS[scene.rest.kind].changes:
        return Refusal("a short break leaves no time to change anything", "cb.rest.long")
    return may_rest(scene, actor)


def decide(scene: Scene, who: Being, what: str, to: str) -> None:
    """Write a change down; a later word on the same matter counts."""
    assert scene.rest is not None
    others = (change for change in scene.rest.changes if change[:2] != (who.id, what))
    scene.rest = replace(scene.rest, changes=(*others, (who.id, what, to)))
    scene.record("will_change", KINDS[scene.rest.kind].rule, who=who.id, what=what, to=words(to))


def own_classes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [name for name, _ in actor.sheet.class_ranks]


def second_classes(scene: Scene, actor: Being, primary: Plain, *chosen: Plain) -> Iterable[Plain]:
    ranks = dict(actor.sheet.class_ranks)
    return [name for name in ("", *ranks) if about_secondary(actor.sheet.level, ranks, str(primary), name) is None]


def same_secondary(scene: Scene, actor: Being, primary: Plain, *chosen: Plain) -> Plain:
    return actor.sheet.secondary_class if actor.sheet.secondary_class != primary else ""


def fits_class(scene: Scene, actor: Being, primary: str, secondary: str) -> Refusal | None:
    ranks = dict(actor.sheet.class_ranks)
    if primary not in ranks:
        return Refusal(f"{actor.name} has no rank in {primary!r}", "cb.class.rank_up")
    return about_secondary(actor.sheet.level, ranks, primary, secondary)


@action(
    "change_class", rule="cb.rest.long",
    args=(Arg("class", own_classes), Arg("secondary", second_classes, default=same_secondary)),
    may=may_change, fits=fits_class, modes=("rest",), label="Change class", tags=("rest",),
)  # fmt: skip
async def change_class(scene: Scene, actor: Being, primary: str, secondary: str) -> None:
    """Another of the own classes becomes the primary one; from level 5 a second one may be used beside it."""
    decide(scene, actor, "class", f"{primary},{secondary}")


def listed(value: Plain) -> Plain:
    """A list of words, or one by itself."""
    found = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(part, str) and part and "," not in part for part in found):
        raise BadInput(f"expected a list of words, not {spelled(value)}")
    return found


@action(
    "change_gear", rule="cb.rest.long", args=(Arg("weapons", hands_full, read=listed),), may=may_change,
    fits=fits_wield, modes=("rest",), label="Change equipment", tags=("rest",),
)  # fmt: skip
async def change_gear(scene: Scene, actor: Being, weapons: tuple[str, ...]) -> None:
    """What is in hand afterwards. Armour and attire stand in a part of the book that we do not have."""
    decide(scene, actor, "weapons", ",".join(weapons))


@action(
    "attune", rule="cb.rest.long", args=(Arg("elements", (), read=listed),), may=may_change,
    modes=("rest",), label="Attune to elements", tags=("rest",),
)  # fmt: skip
async def attune(scene: Scene, actor: Being, elements: tuple[str, ...]) -> None:
    """Elemental attunements, in the table's words: no rule that we have uses them."""
    decide(scene, actor, "attunements", ",".join(elements))


POOLS = {"HP": "hp_max", "MP": "mp_max"}


def fits_maximum(scene: Scene, who: Being, pool: str, to: int) -> Refusal | None:
    return fits_under_way(scene) or may_change(scene, who)


@gm(
    "change_maximum",
    "cb.rest.max_change",
    being(),
    word("pool", POOLS),
    whole("to", least=1),
    fits=fits_maximum,
    label="Change a maximum",
)
async def change_maximum(scene: Scene, who: Being, pool: str, to: int) -> None:
    """The maximum that a new class or new equipment brings with it, where a table's own content has such."""
    decide(scene, who, POOLS[pool], str(to))


# ---------------------------------------------------------------- time without rest


def fits_time(scene: Scene, hours: int, minutes: int) -> Refusal | None:
    if in_situation(scene):
        return Refusal("in a critical situation time passes in rounds", "cb.round.length")
    if scene.rest is not None:
        return Refusal("a rest is under way; finish or interrupt it", "cb.rest.timing")
    return None


@gm(
    "pass_time", "cb.rest.none", whole("hours", 0, least=0), whole("minutes", 0, least=0), fits=fits_time,
    tags=(BETWEEN,), label="Let time pass",
)  # fmt: skip
async def pass_time(scene: Scene, hours: int, minutes: int) -> None:
    """Time goes by without a rest."""
    scene.clock += HOUR * hours + 60 * minutes
    scene.record("time_passes", "cb.rest.none", hours=hours, minutes=minutes)
    if hours or minutes:
        time_goes_by(scene)
    go_without_rest(scene)


def time_goes_by(scene: Scene) -> None:
    """cb.cond.stacking: minutes end what would end with a situation."""
    for unit in scene.beings.values():
        CONDITIONS.end_these(scene, unit, [c for c in unit.conditions if not outlasts(c)])
    clear_ground(scene)


def go_without_rest(scene: Scene) -> None:
    """cb.rest.none: 24 hours without a full rest bring no HP and no MP, and halve the current Resolve; each further 24
    hours do so again. It is no resolve damage: tokens are of no help."""
    for member in resting(scene):
        while member.rest_due <= scene.clock and member.resolve:
            member.rest_due += DAY
            scene.record("no_rest", "cb.rest.none", who=member.id)
            lose_resolve(scene, member, member.resolve - member.resolve // 2, "cb.rest.none")
