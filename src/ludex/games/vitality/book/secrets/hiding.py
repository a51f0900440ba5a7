"""Hide and Search.

vt.act.hide: Stealth is a Mobility check, Perception an Awareness check. `Hidden` keeps the Stealth result; it holds
until the hider attacks, is found, or stands in plain view.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import who_sees
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.games.vitality.book.abilities.skills import passed, skill_check
from ludex.games.vitality.book.action_types import PRIMARY, action
from ludex.games.vitality.book.characters.features import knacks
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.book.conditions import afflict, end, in_plain_view, onlookers, searchers
from ludex.games.vitality.book.dice import Throw
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.records.boon_effects import HelpsChecks
from ludex.games.vitality.state import Being, Scene

# ---------------------------------------------------------------- Hide


def may_hide(scene: Scene, actor: Being) -> Refusal | None:
    if "Hidden" in actor.states:
        return Refusal(f"{actor.name} is Hidden already", "vt.act.hide")
    seen_by = list(onlookers(scene, actor))
    if not seen_by:
        return None
    known = [enemy.name for enemy in seen_by if "Hidden" not in enemy.states]
    return Refusal(who_sees(known or ["an enemy"], actor.name), "vt.act.hide")


def guidance(scene: Scene, hider: Being) -> list[Modifier]:
    """vt.feature.support: Stealth Guidance of friends who are near."""
    modifiers = []
    for ally in scene.friends(hider):
        for effect in knacks(scene, ally) if not ally.beaten else ():
            if not isinstance(effect, HelpsChecks) or effect.to != "stealth_near":
                continue
            if distance(scene, ally, hider) <= effect.within:
                modifiers.append(Modifier(effect.tiers * tier(scene, ally), "Stealth Guidance", "vt.feature.support"))
    return modifiers


@action("hide", rule="vt.act.hide", cost=PRIMARY, may=may_hide, label="Hide", tags=("stealth", "check"))
async def hide(scene: Scene, actor: Being) -> None:
    """Where no enemy sees them: Stealth against the Perception of all of them."""
    skill_check(scene, actor, "mobility", None, sneaks(actor), rule="vt.act.hide", extra=guidance(scene, actor))


@outcome("vt.act.hide")
async def sneaks(scene: Scene, actor: Being, natural: int, throw: Throw) -> None:
    others = tuple([other.id for other in searchers(scene, actor)])
    if not actor.senseless:
        scene.next(evade(actor, natural + throw.bonus, others))


@step("vt.act.hide")
async def evade(scene: Scene, actor: Being, stealth: int, others: tuple[str, ...]) -> None:
    """Each enemy looks once; a tie keeps the hider hidden. Nobody hides who is in plain view by then."""
    others = tuple([name for name in others if not scene.beings[name].senseless])
    if actor.senseless or in_plain_view(scene, actor):
        return
    if not others:
        afflict(scene, actor, "Hidden", value=stealth)
        return
    searcher = scene.beings[others[0]]
    then = looked(actor, stealth, others)
    skill_check(scene, searcher, "awareness", stealth + 1, then, rule="vt.act.hide")


@outcome("vt.act.hide")
async def looked(scene: Scene, actor: Being, stealth: int, others: tuple[str, ...], natural: int, throw: Throw) -> None:
    if passed(scene, natural, throw):
        scene.record("noticed", "vt.act.hide", who=actor.id, by=others[0])
    else:
        scene.next(evade(actor, stealth, others[1:]))


# ---------------------------------------------------------------- Search


def hiders(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.opponents(actor) if "Hidden" in other.states]


def may_search(scene: Scene, actor: Being) -> Refusal | None:
    return None if list(hiders(scene, actor)) else Refusal("nobody is Hidden", "vt.act.search")


def fits_search(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target.id not in list(hiders(scene, actor)):
        return Refusal(f"{target.name} is no enemy who is Hidden", "vt.act.search")
    return None


@action(
    "search", rule="vt.act.search", cost=PRIMARY, may=may_search, fits=fits_search, args=(Arg("target", hiders),),
    label="Search", tags=("check",),
)  # fmt: skip
async def search(scene: Scene, actor: Being, target: Being) -> None:
    """Perception against the Stealth result: higher finds the hider, for everybody."""
    hidden = target.condition("Hidden")
    if hidden is not None:
        skill_check(scene, actor, "awareness", hidden.value + 1, searched(actor, target), rule="vt.act.search")


@outcome("vt.act.search")
async def searched(scene: Scene, actor: Being, target: Being, natural: int, throw: Throw) -> None:
    if passed(scene, natural, throw) and not actor.senseless:
        end(scene, target, "Hidden", rule="vt.act.search")
        scene.record("finds", "vt.act.search", who=actor.id, target=target.id)
