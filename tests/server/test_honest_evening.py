"""An honest evening over the network stays under a tenth of every rate, with all who play in one house."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from ludex.server import limits
from ludex.server.limits import Rate
from ludex.server.socket.socket import COSTLY
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import Say
from ludex.table.desk.store import Store
from ludex.table.document.looking import OddsOf, Path, Reach
from ludex.table.play.deciding import waiting
from ludex.table.records.seat import Role
from tests.table.evening import Evening

RATES = {name: rate for name, rate in vars(limits).items() if isinstance(rate, Rate)}
LOOKED_AT = Reach, Path, OddsOf, OddsOf, OddsOf  # by whoever decides, before they do
COMING = 20  # requests of a page until somebody sits at their table
HEARTBEAT = 20  # seconds from one question whether a browser is there to the next


class Networked(Evening):
    """What comes to the server, as it counts it: by rate, by who is counted, and by the minute."""

    def __init__(self, store: Store, game: str) -> None:
        self.counted: defaultdict[tuple[str, str, int], float] = defaultdict(float)
        super().__init__(store, game)

    def count(self, rate: str, who: str, amount: float = 1.0) -> None:
        self.counted[rate, who, int(self.fake.now // 60)] += amount

    def say(self, seat: str, characters: int = 100, dear: float = 0.0) -> None:
        role = self.campaign.seats[seat].role
        weight = limits.WATCHING if role is Role.SPECTATOR else 1.0
        self.count("MESSAGES", seat, (1 + characters / limits.HEAVY + dear) * weight)

    def do(self, what: Doing, by: str = "") -> object:
        self.say(by or self.gm, len(msgspec.json.encode(what)))
        if isinstance(what, Say):  # and shows where, and looks up by which rule
            self.count("PINGS", by)
            self.count("REQUESTS", "the house", limits.DEAR)
        return super().do(what, by)

    def next_decision(self) -> None:
        for seat in waiting(self.campaign).seats[:1]:
            for look in LOOKED_AT:
                self.say(seat, dear=COSTLY[look])
        super().next_decision()

    def play(self, hours: float) -> None:
        """All open their page in the same minute. One had to found the table, one mistypes the code at its door."""
        self.count("REQUESTS", "the house", COMING * len(self.campaign.seats))
        for rate in ("FOUNDED", "BRANCHED", "WRONG_CODES", "ALL_WRONG_CODES"):
            self.count(rate, "the house")
        self.count("IMPORTED", "the house", 2_500_000)  # what was played the evening before, on another server
        for seat in self.campaign.seats:
            self.count("FRAMES", seat, 60 / HEARTBEAT)  # a browser answers that it is there
        super().play(hours)

    def parts(self) -> dict[str, float]:
        """Of what each rate lets through in a minute, how much has come in the busiest one."""
        found = dict.fromkeys((rate for rate, _, _ in self.counted), 0.0)
        for (rate, _, _), amount in self.counted.items():
            most, each_second = RATES[rate]
            found[rate] = max(found[rate], amount / (most + 60 * each_second))
        return found


def test_an_honest_half_hour_stays_under_a_tenth_of_every_rate(sqlite: Store) -> None:
    evening = Networked(sqlite, "vitality")
    evening.play(0.5)
    parts = evening.parts()
    assert parts.keys() == RATES.keys()
    assert max(parts.values()) < 0.1, parts
