"""Dice of damage and healing, read as far as their sum makes a difference."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.kernel.dice import Faces, Total, dice
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.state import Being, Scene


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage dice, as far as they make a difference: of all sums that cost as much the least. `times`, `half`: what is
    made of the sum; `less`: what is taken off that, all of it or not; more than `most` changes nothing."""

    bonus: int = 0
    most: int = 10**9
    times: int = 1
    half: bool = False
    less: int = 0

    def __call__(self, faces: Faces) -> int:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> int:
        rolled = min(max(total + self.bonus, 0), self.most)
        parts = 2 if self.half else 1
        made = rolled * self.times // parts
        if 0 < made <= self.less:
            made = 1
        return -(-made * parts // self.times)


async def amount(
    scene: Scene,
    by: Being,
    count: int,
    sides: int,
    *,
    rule: str,
    bonus: int = 0,
    most: int = 200,
    less: int = 0,
    **about: Plain,
) -> int:
    """Dice of damage or healing, never below 0; more than `most` changes nothing, nor how much of `less` is needed."""
    reading = Total(bonus, 0, most) if scene.recorder is not None or not less else Harm(bonus, most, less=less)
    return await roll(
        dice(count, sides), reading, by=by.id, rule=rule,
        modifiers=[Modifier(bonus, "bonus", rule)] if bonus else (), about=dict(about),
    )  # fmt: skip
