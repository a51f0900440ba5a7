"""A table at play, for tests of what its seats are shown."""

from __future__ import annotations

from typing import Any

from ludex.table.campaign.seating import HandOver
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise
from tests.table.tables import SCENES, Kept

GAMES = list(SCENES)


class Played(Kept):
    """A table with a scene on it, a player of everybody in the party, and a policy for all others."""

    def __init__(self, game: str, scene: str = "") -> None:
        super().__init__(game)
        self.open(scene)
        side = self.table.game.sides[0]
        # To mypy: a scene is on the table
        self.party = [being.id for being in self.table.scene.beings.values() if being.side == side]  # type: ignore[union-attr]
        # To mypy: a scene is on the table
        self.foes = [who for who in self.table.scene.beings if who not in self.party]  # type: ignore[union-attr]
        self.ann = self.seat("Ann", *self.party)
        self.eve = self.seat("Eve", role="spectator")
        self.documents = Documents(self.table)

    def of(self, seat: str) -> dict[str, Any]:
        return self.documents.of(self.table.seats[seat])

    def hand_over(self) -> None:
        for side in (*self.table.game.sides[1:], "gm"):
            self.do(HandOver(who=side, policy="simple"))

    def until(self, wanted: Any) -> dict[str, Any]:
        """Play on until the player's document is such as this."""
        for _ in range(300):
            found = self.of(self.ann)
            if wanted(found):
                return found
            assert self.step() or deputise(self.table), "the scene is over"
            self.entries += self.table.take()
        raise AssertionError("it never came to that")


def by_machines(game: str, scene: str = "") -> Played:
    """All that is not the player's is decided by machines."""
    played = Played(game, scene)
    played.hand_over()
    return played


def settled(played: Played, who: str, entry: dict[str, Any]) -> dict[str, Any] | None:
    """Lead through the arguments of an entry, always by the first that may be chosen; gives the command."""
    chosen: list[Any] = list(entry["fixed"])
    while True:
        told = look(
            played.documents, played.ann, looking.Choices(being=who, action=entry["action"], chosen=tuple(chosen))
        )
        if told["arg"] is None:
            assert told["refused"] is None, told
            command: dict[str, Any] = told["command"]
            return command
        allowed = [value for value in told["values"] if value["refused"] is None]
        if not allowed:
            return None
        chosen.append(allowed[0]["value"])
