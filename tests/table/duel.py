"""A duel for tests of what is played at a table."""

from __future__ import annotations

from typing import Any

from ludex.core.files.codec import digest
from ludex.core.kernel.procedure import Question
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.play.commands import Command
from tests.table.tables import Kept


class Duel(Kept):
    """Tahra, whom Ann plays, beside two foes of the game master; it is Tahra's turn."""

    def __init__(self, **more: Any) -> None:
        super().__init__("bluebox")
        tables = {
            "beings": {
                "tahra": {"at": [2, 2]}, "bear": {"from": "ash_bear", "at": [3, 2]},
                "onuri": {"at": [0, 6]}, "cub": {"from": "ash_bear", "name": "Cub", "at": [8, 6]},
            },
            "turn": "tahra",
            **more,
        }  # fmt: skip
        scene = self.do(Prepare(title="A duel", tables=tables))["scene"]
        self.do(OpenScene(scene=scene, begin=False))
        self.ann = self.seat("Ann", "tahra")
        self.ben = self.seat("Ben", "onuri")

    @property
    def stands(self) -> str:
        return digest(self.live.scene)

    def words(self, seat: str = "") -> list[str]:
        watched = self.table.watched(self.table.seats[seat or self.gm])
        assert watched is not None
        return [line.words for told in watched.log for line in told.lines]

    def until_asked(self) -> Question:
        """Tahra attacks until somebody is asked something."""
        for _ in range(20):
            if isinstance(self.live.open, Question):
                return self.live.open
            if self.live.open is None:
                self.do(attack(), self.gm)
        raise AssertionError("nobody is asked anything")


def attack() -> Command:
    return Command(actor="tahra", name="attack", args={"target": "bear"}, force=True, waive=True)


WALLED = {"q": [0, 13], "r": [0, 7], "walls": [[10, r] for r in range(8)]}  # a board where one can be out of sight
MOVE = Command(actor="tahra", name="end_turn")
