"""What changes in play: beings and the scene. What stays of somebody is on their sheet."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.board.zone import ZoneBoard
from ludex.core.kernel.scene import Being as CoreBeing
from ludex.core.kernel.scene import Scene as CoreScene
from ludex.core.kernel.scene import state

PARTY, FOES = "party", "foes"
FIGHT, PEACE = "fight", "peace"  # the modes of a scene


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sheet:
    """What stays as it is through a fight."""

    kind: str  # the entry of the content that they are made from
    health: int
    guard: int
    skill: int = 0


@state
class Being(CoreBeing):
    sheet: Sheet
    at: str = ""  # their zone
    health: int = 0

    @property
    def stands(self) -> bool:
        return "Down" not in self.states


@state
class Scene(CoreScene[Being]):
    beings: dict[str, Being]
    board: ZoneBoard

    def distance(self, one: Being, other: Being) -> int:
        return self.board.distance(one.at, other.at)
