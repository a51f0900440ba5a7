"""Attacking, casting, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.cloudbreaker.book.actions import MAJOR, MINOR, action, pay_mp
from ludex.games.cloudbreaker.book.attacks.rolls import set_off
from ludex.games.cloudbreaker.book.attacks.targets import PART, TARGET, refuse_target, struck
from ludex.games.cloudbreaker.book.attacks.weapons import at_hand, cannot_use, use_of
from ludex.games.cloudbreaker.records.kinds import Use
from ludex.games.cloudbreaker.state import Being, Scene, in_situation

ABOUT = ("situation", "adventure")


class UseCost:
    """cb.spell.cast: the action and the MP that a weapon, spell or item states, paid hit or miss."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not args:
            if in_situation(scene) and not actor.major and not actor.minor:
                return Refusal("no action is left", "cb.action.major")
            return None
        use = use_of(scene, args[0])
        kind = MAJOR if use.action == "major" else MINOR if use.action == "minor" else None
        return kind.refusal(scene, actor, args) if kind is not None else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        use = use_of(scene, args[0])
        if use.action != "free":
            (MAJOR if use.action == "major" else MINOR).pay(scene, actor, args)
        pay_mp(scene, actor, use)


def refuse_use(scene: Scene, actor: Being, name: str, target: str, part: str, kind: str) -> Refusal | None:
    if name not in scene.library.shelves[kind]:
        return Refusal(f"there is no {kind} {name!r}", "cb.roll.attack" if kind == "weapon" else "cb.spell.cast")
    use = use_of(scene, name)
    return cannot_use(scene, actor, use) or refuse_target(scene, actor, use, target, part)


# ---------------------------------------------------------------- attack


def weapons(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return at_hand(scene, actor)


def fits_attack(scene: Scene, actor: Being, weapon: str, target: str, part: str) -> Refusal | None:
    return refuse_use(scene, actor, weapon, target, part, "weapon")


@action(
    "attack", rule="cb.roll.attack", cost=UseCost(), args=(Arg("weapon", weapons), TARGET, PART), fits=fits_attack,
    modes=("situation",), tags=("attack",),
)  # fmt: skip
async def attack(scene: Scene, actor: Being, weapon: str, target: str, part: str) -> None:
    """A Major attack: one attack roll with one wielded weapon, or with each one that it reaches."""
    begin_use(scene, actor, use_of(scene, weapon), target, part)


def begin_use(scene: Scene, actor: Being, use: Use, target: str, part: str) -> None:
    scene.cite("cb.unit.terms")
    zone = target if use.targets == "zone" else ""
    set_off(scene, actor, use, struck(scene, actor, use, target, part), zone)


# ---------------------------------------------------------------- spells


def spells(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return actor.spells


def may_cast(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.spells else Refusal(f"{actor.name} knows no spell", "cb.spell.cast")


def fits_cast(scene: Scene, actor: Being, spell: str, target: str, part: str) -> Refusal | None:
    return refuse_use(scene, actor, spell, target, part, "spell")


@action(
    "cast", rule="cb.spell.cast", cost=UseCost(), args=(Arg("spell", spells), TARGET, PART), may=may_cast,
    fits=fits_cast, modes=ABOUT, label="Cast a spell", tags=("skill", "attack"),
)  # fmt: skip
async def cast(scene: Scene, actor: Being, spell: str, target: str, part: str) -> None:
    """A spell: its action and its MP are paid when it is declared."""
    begin_use(scene, actor, use_of(scene, spell), target, part)


# ---------------------------------------------------------------- the end of the turn


@action("end_turn", rule="cb.turn.end", modes=("situation",), tags=("passes",))
async def end_turn(scene: Scene, actor: Being) -> None:
    """The turn is over; actions that were not spent stay for instant features."""
    scene.turns = scene.turns.end()
