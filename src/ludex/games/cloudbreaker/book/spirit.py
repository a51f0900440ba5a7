"""Spirit tokens: gaining, refusing, spending and sharing them, and the overflow at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import Command, step
from ludex.core.kernel.domain import OneOf, Split
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.timing import Event, happens
from ludex.games.cloudbreaker.book.actions import MAJOR, MINOR, action
from ludex.games.cloudbreaker.state import ALL, PC, Being, Scene, in_situation

MOST = 5  # tokens at the end of the own turn
RAGE, RETRY, EVADE = 3, 2, 4  # what the bursts cost; Rage at least
CANNOT_HOLD = frozenset({"Dead", "Knocked Out", "Retreated"})

# ---------------------------------------------------------------- gaining and spending


def can_hold(being: Being) -> bool:
    """cb.unit.sides, cb.cond.knocked_out: player characters only, and not the knocked out, dead or gone."""
    return being.sheet.sort == PC and being.states.isdisjoint(CANNOT_HOLD)


def gain(scene: Scene, being: Being, amount: int, rule: str) -> int:
    """So many tokens, as far as the character takes them; tells how many they took."""
    if not in_situation(scene) or not can_hold(being):
        return 0
    taken = min(amount, being.takes)
    if taken < amount:
        scene.record("refuses_spirit", "cb.spirit.refuse", who=being.id, amount=amount - taken)
    if scene.options["opt_spirit_hard_cap"]:
        taken = max(0, min(taken, MOST - being.spirit))
        scene.cite("cb.spirit.overflow")
    being.spirit += taken
    if taken:
        scene.record("gains_spirit", rule, who=being.id, amount=taken, spirit=being.spirit)
    return taken


def spend(scene: Scene, being: Being, amount: int, rule: str) -> None:
    being.spirit -= amount
    scene.record("spends_spirit", rule, who=being.id, amount=amount, spirit=being.spirit)


def could_have(scene: Scene, being: Being) -> int:
    """The tokens that a character has, and could have with the help of all friends."""
    found = being.spirit
    if not can_hold(being) or not being.takes:
        return found  # nobody can give them any
    for other in scene.beings.values():
        if other.spirit > 1 and other is not being and can_hold(other):
            found += other.spirit - 1
    return found


def may_burst(scene: Scene, being: Being) -> bool:
    """cb.burst.default: who can use no action can use no burst either, unless the table plays otherwise."""
    if being.sheet.sort != PC or not in_situation(scene):
        return False
    scene.cite("cb.burst.default", "cb.spirit.scope")
    return not being.helpless or (bool(scene.options["opt_bursts_when_helpless"]) and being.here)


async def wants_burst(scene: Scene, being: Being, cost: int, rule: str, **about: Plain) -> bool:
    """Ask whether a burst is used, where it could be paid with the own tokens or with those of friends; pay for it."""
    if could_have(scene, being) < cost or not may_burst(scene, being):
        return False
    used: bool = await ask(
        scene,
        being.id,
        lambda: OneOf((False, True) if being.spirit >= cost and may_burst(scene, being) else (False,)),
        rule=rule,
        about=lambda: {"cost": cost, "spirit": being.spirit, **about},
        default=False,
    )
    if used:
        spend(scene, being, cost, rule)
    return used


# ---------------------------------------------------------------- what others may do while a question is open


def shares(scene: Scene) -> Iterable[Command]:
    """Every share that could be made now."""
    for donor in scene.beings.values():
        if donor.spirit > 1 and can_hold(donor):
            for other in scene.beings.values():
                if other is not donor and can_hold(other) and other.takes:
                    for amount in range(1, donor.spirit):
                        yield Command(donor.id, "share", (("amount", amount), ("to", other.id)))


# ---------------------------------------------------------------- sharing


def friends(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.beings.values() if other is not actor and can_hold(other)]


def amounts(scene: Scene, actor: Being, to: Plain, *chosen: Plain) -> Iterable[Plain]:
    return range(1, actor.spirit)


def may_share(scene: Scene, actor: Being) -> Refusal | None:
    if not can_hold(actor):
        return Refusal("only player characters who are awake have spirit tokens to give", "cb.spirit.share")
    if actor.spirit < 2:
        return Refusal("one token is the price, and nothing is left to give", "cb.spirit.share")
    return None


def fits_share(scene: Scene, actor: Being, to: Being, amount: int) -> Refusal | None:
    if to is actor or not can_hold(to):
        return Refusal(f"{to.name} cannot receive spirit tokens", "cb.spirit.share")
    if type(amount) is not int or not 1 <= amount < actor.spirit:
        return Refusal(f"one token is the price, so {actor.name} can give 1 to {actor.spirit - 1}", "cb.spirit.share")
    return None


@action(
    "share", rule="cb.spirit.share", args=(Arg("to", friends), Arg("amount", amounts)), may=may_share,
    fits=fits_share, modes=("situation",), label="Share spirit tokens", tags=("anytime", "idle"),
)  # fmt: skip
async def share(scene: Scene, actor: Being, to: Being, amount: int) -> None:
    """At any time: 1 token is spent, then any number of the others goes to one recipient."""
    if not to.takes:
        scene.record("refuses_spirit", "cb.spirit.refuse", who=to.id, amount=amount)
        return  # a refused share costs nothing
    spend(scene, actor, 1, "cb.spirit.share")
    give(scene, actor, to, amount, "cb.spirit.share", "share")


def give(scene: Scene, donor: Being, to: Being, amount: int, rule: str, by: str) -> None:
    amount = min(amount, to.takes)  # what is refused stays where it is
    donor.spirit -= amount
    scene.record("gives_spirit", rule, who=donor.id, to=to.id, amount=amount)
    taken = gain(scene, to, amount, rule)
    if taken:
        happens(scene, Event("spirit_given", donor.id, to.id, (("amount", taken), ("by", by))))


def fits_take(scene: Scene, actor: Being, most: int) -> Refusal | None:
    if type(most) is not int or most < 0:
        return Refusal("expected a whole number from 0 on", "cb.spirit.refuse")
    return None


@action(
    "take_spirit", rule="cb.spirit.refuse", args=(Arg("most", (0, 1, 2, 3, ALL)),), fits=fits_take,
    modes=("situation", "adventure"),
    may=lambda scene, actor: None if actor.pc else Refusal(f"{actor.name} has no spirit tokens", "cb.unit.sides"),
    label="Refuse or accept spirit tokens", tags=("anytime", "idle"),
)  # fmt: skip
async def take_spirit(scene: Scene, actor: Being, most: int) -> None:
    """From now on until a situation ends, of each gain at most so many are taken: 0 refuses all, 99 takes all."""
    actor.takes = most
    scene.record("takes_spirit", "cb.spirit.refuse", who=actor.id, most=most)


# ---------------------------------------------------------------- actions


def only_pcs(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.pc else Refusal("only player characters have spirit tokens", "cb.unit.sides")


@action(
    "gather", rule="cb.spirit.gain.major", cost=MAJOR, may=only_pcs, modes=("situation",),
    label="Gain a spirit token", tags=("idle",),
)  # fmt: skip
async def gather(scene: Scene, actor: Being) -> None:
    """A Major Action: 1 spirit token."""
    gain(scene, actor, 1, "cb.spirit.gain.major")


def owned(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return range(1, actor.spirit + 1)


def may_drop(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.pc or not actor.spirit:
        return Refusal("there is no spirit token to drop", "cb.spirit.dump")
    return None


def fits_drop(scene: Scene, actor: Being, amount: int) -> Refusal | None:
    if type(amount) is not int or not 1 <= amount <= actor.spirit:
        return Refusal(f"{actor.name} has {actor.spirit} spirit tokens", "cb.spirit.dump")
    return None


@action(
    "drop_spirit", rule="cb.spirit.dump", cost=MINOR, args=(Arg("amount", owned),), may=may_drop, fits=fits_drop,
    modes=("situation",), label="Drop spirit tokens", tags=("gives_up",),
)  # fmt: skip
async def drop_spirit(scene: Scene, actor: Being, amount: int) -> None:
    """A minor action: the own tokens are reduced by any amount."""
    spend(scene, actor, amount, "cb.spirit.dump")


# ---------------------------------------------------------------- overflow


@step("cb.spirit.overflow")
async def overflow(scene: Scene, being: Being) -> None:
    """At the end of the own turn: what is above 5 goes to others at no cost, or is lost."""

    def excess() -> int:
        return max(0, being.spirit - MOST) if can_hold(being) else 0

    def among() -> tuple[str, ...]:
        others = [other for other in scene.beings.values() if other is not being]
        return tuple(other.id for other in others if can_hold(other) and other.takes)

    given: Any = ()
    if excess() and among():
        given = await ask(
            scene,
            being.id,
            lambda: Split(among(), excess()),
            rule="cb.spirit.overflow",
            about=lambda: {"excess": excess()},
            default=lambda: ((among()[0], excess()),) if among() and excess() else (),
        )
    for name, amount in given:
        give(scene, being, scene.beings[name], amount, "cb.spirit.overflow", "overflow")
    lost = excess()
    if lost:
        being.spirit = MOST
        scene.record("loses_spirit", "cb.spirit.overflow", who=being.id, amount=lost)
