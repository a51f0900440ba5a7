"""Stances, hiding and searching."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.board.hex import Cell, edge
from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import who_sees
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import until_start_of
from ludex.games.bluebox.book.action_economy import Ap, action
from ludex.games.bluebox.book.conditions import (
    afflict,
    cannot_act,
    comes_to_nothing,
    end,
    reveal,
)
from ludex.games.bluebox.book.dice import Rolled, contest, total_of
from ludex.games.bluebox.book.movement.sight import hidden_from, unknown_to, watching
from ludex.games.bluebox.state import Being, Scene


@action("defensive_stance", rule="bb.action.defensive_stance", cost=Ap(1), tags=("stance",))
async def defensive_stance(scene: Scene, actor: Being) -> None:
    """1 AP: AC and BAC rise by 2 until the start of the own next turn; Edge on attacks made as Reactions."""
    if "Defensive Stance" not in actor.states:
        afflict(scene, actor, "Defensive Stance", source=actor.id, until=until_start_of(actor))


def own_cover(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [e for e in sorted(scene.board.cover) if any(cell in e for cell in actor.cells)]


def may_hunker(scene: Scene, actor: Being) -> Refusal | None:
    if not any(cell in e for e in scene.board.cover for cell in actor.cells):
        return Refusal(f"{actor.name} is not in Cover", "bb.action.hunker")
    return None


def fits_hunker(scene: Scene, actor: Being, cover: Any) -> Refusal | None:
    if cover not in scene.board.cover or not any(cell in cover for cell in actor.cells):
        return Refusal(f"that is no Cover beside {actor.name}", "bb.action.hunker")
    return None


def read_edge(value: Plain) -> Plain:
    try:
        a, b = cast(tuple[Cell, Cell], value)
        return edge(a, b)
    except (TypeError, ValueError, IndexError) as fault:
        raise BadInput(f"expected an edge, [[q, r], [q, r]] of two neighbouring hexes: {fault}") from None


@action(
    "hunker", rule="bb.action.hunker", cost=Ap(1),
    args=(Arg("cover", own_cover, default=first(own_cover, None), read=read_edge),),
    may=may_hunker, fits=fits_hunker, tags=("stance",),
)  # fmt: skip
async def hunker(scene: Scene, actor: Being, cover: Any) -> None:
    """1 AP: -2 Flaw in place of -1 for ranged attacks over this Cover, as long as one borders it."""
    (a, b), (c, d) = cover
    end(scene, actor, "Hunkered")
    afflict(scene, actor, "Hunkered", source=actor.id, note=f"{a} {b} {c} {d}")


def may_hide(scene: Scene, actor: Being) -> Refusal | None:
    if "Hidden" in actor.states:
        return Refusal(f"{actor.name} is Hidden already", "bb.action.hide")
    seen_by = [enemy.name for enemy in watching(scene, actor) if not unknown_to(enemy, actor.side)]
    return Refusal(who_sees(seen_by, actor.name), "bb.action.hide") if seen_by else None


@action("hide", rule="bb.action.hide", cost=Ap(1), may=may_hide, tags=("stealth",))
async def hide(scene: Scene, actor: Being) -> None:
    """1 AP: only while no enemy sees you. No roll. Somebody unseen who watches knows where you are."""
    actor.found_by = tuple(enemy.id for enemy in watching(scene, actor))
    afflict(scene, actor, "Hidden", source=actor.id)
    if scene.mode != "combat":
        scene.record("outside_combat", "bb.action.out_of_combat", who=actor.id)


def may_search(scene: Scene, actor: Being) -> Refusal | None:
    if not any(hidden_from(enemy, actor) and enemy.seen for enemy in scene.enemies(actor)):
        return Refusal("nobody is Hidden whose general location is known", "bb.action.search")
    return None


@action("search", rule="bb.action.search", cost=Ap(1), may=may_search)
async def search(scene: Scene, actor: Being) -> None:
    """1 AP: Perception against the Stealth of each Hidden enemy whose general location is known."""
    if "Blinded" in actor.states:
        scene.record("check_failed", "bb.cond.blinded", who=actor.id, ability="Perception", because="Blinded")
        return
    noticed = await total_of(scene, actor, "Perception", rule="bb.action.search")
    for enemy in scene.enemies(actor):
        if hidden_from(enemy, actor) and enemy.seen:
            scene.next(compare(actor, enemy, noticed))


@step("bb.action.search")
async def compare(scene: Scene, actor: Being, hidden: Being, noticed: Rolled) -> None:
    if not hidden_from(hidden, actor) or comes_to_nothing(scene, actor, cannot_act(scene, actor)):
        return
    stealth = await total_of(scene, hidden, "Stealth", rule="bb.action.search")
    scene.next(contest(actor, noticed, hidden, stealth, find_hidden(actor, hidden)))


@step("bb.action.search")
async def find_hidden(scene: Scene, actor: Being, hidden: Being) -> None:
    if comes_to_nothing(scene, actor, cannot_act(scene, actor)):
        return
    if scene.options["opt_hidden_per_observer"]:
        hidden.found_by = (*hidden.found_by, actor.id)
    else:
        reveal(scene, hidden, "found")
