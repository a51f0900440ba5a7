"""Fighting, second part: moving, attacking, and giving ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces, Total, dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.skeleton.book.turns import action, end_turn, lose
from ludex.skeleton.state import FIGHT, Being, Scene

STAND = ""  # the answer of who does not give ground


def zones_beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return scene.board.neighbours(actor.at)


def fits_move(scene: Scene, actor: Being, to: Plain) -> Refusal | None:
    if to in scene.board.neighbours(actor.at):
        return None
    return Refusal("no zone beside your own", "skeleton.move")


ZONE = Arg("to", zones_beside)


@action("move", rule="skeleton.move", args=(ZONE,), fits=fits_move, tags=("move",))
async def move(scene: Scene, actor: Being, to: str) -> None:
    """In a fight or out of it."""
    actor.at = to
    scene.record("moves", "skeleton.move", who=actor.id, to=to)
    end_turn(scene)


@dataclass(frozen=True, slots=True)
class Against:
    """Does the sum of the dice, with a bonus, reach a number?"""

    number: int
    bonus: int

    def __call__(self, faces: Faces) -> bool:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> bool:
        return total + self.bonus >= self.number

    def total(self, faces: Faces) -> int:
        """For those who read of it."""
        return sum(faces) + self.bonus


def enemies_here(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [other.id for other in scene.beings.values() if fits_attack(scene, actor, other) is None]


def fits_attack(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if target.side == actor.side or not target.stands:
        return Refusal(f"{target.name} is no enemy who stands", "skeleton.attack")
    if target.at != actor.at:
        return Refusal(f"{target.name} is not in your zone", "skeleton.attack")
    return None


ENEMY = Arg("target", enemies_here)


@action("attack", rule="skeleton.attack", args=(ENEMY,), fits=fits_attack, modes=(FIGHT,), tags=("attack",))
async def attack(scene: Scene, actor: Being, target: Being) -> None:
    """2d6 plus skill against guard."""
    skill = actor.sheet.skill
    hits = await roll(
        dice(2, 6),
        Against(target.sheet.guard, skill),
        by=actor.id,
        rule="skeleton.attack",
        modifiers=(Modifier(skill, "skill", "skeleton.attack"),),
        about={"target": target.id, "guard": target.sheet.guard},
    )
    end_turn(scene)
    if hits:
        scene.next(damage(actor, target))


@step("skeleton.attack")
async def damage(scene: Scene, actor: Being, target: Being) -> None:
    """A hit takes d6 health, or half of it from who gives ground."""
    amount = await roll(dice(1, 6), Total(), by=actor.id, rule="skeleton.attack", about={"whom": target.id})
    back = scene.board.neighbours(target.at)
    to = STAND
    if back:
        about = {"amount": amount}
        ways = OneOf((STAND, *back))
        to = await ask(scene, target.id, ways, rule="skeleton.give_ground", about=about, default=STAND)
    if to != STAND:
        target.at = to
        amount //= 2
        scene.record("gives_ground", "skeleton.give_ground", who=target.id, to=to)
    lose(scene, target, amount, by=actor)
