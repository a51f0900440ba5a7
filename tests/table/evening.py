"""An honest evening: a game master, four players and somebody who watches, four hours, fight after fight. Whoever is
next does what a machine would do, a few seconds after the last one; all of them talk and keep notes meanwhile, who
watches more seldom."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludex.core.foe import deciding
from ludex.core.kernel.procedure import Interject, Question
from ludex.table import doings
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import Say, WriteNote
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import AddSeat
from ludex.table.desk.held import Held
from ludex.table.desk.quota import OPEN_HOUSE, Quota
from ludex.table.desk.store import Store
from ludex.table.play import commands
from ludex.table.play.deciding import has_step, step, waiting
from ludex.table.records.seat import Role
from tests.table.tables import SCENES, Fake

HOURS = 4
DECIDED = 12.0  # seconds between two decisions at the table: it is never still
TALK = 60.0  # seconds between two lines of each
NOTES = 120.0  # and between two versions of the note of each
WATCHING = 4  # times as long between those of whoever watches
LINE = "Shall we go round the other side, or wait for them here? "
NOTE = "We met the ferryman, who knows more than he says. " * 60


class Evening:
    def __init__(self, store: Store, game: str) -> None:
        self.fake = Fake()
        self.table = "an_evening"
        campaign = doings.found(game, "An evening", "Mara", "mara", self.fake.outside())
        store.create(self.table, campaign.take())
        self.held = Held(self.table, store, self.fake.outside(), Quota())
        self.gm = next(iter(campaign.seats))
        self.done: Counter[tuple[str, str, int]] = Counter()  # by seat, and by the minute or hour
        self.brought: Counter[tuple[str, int]] = Counter()  # bytes by seat and hour
        self.scenes = 0
        self.open_scene()
        party = [who for who, being in self.scene.beings.items() if being.side == campaign.game.sides[0]]
        names = ("Ann", "Ben", "Cat", "Dan")
        for n, name in enumerate(names):
            own = tuple(party[n :: len(names)])
            self.do(AddSeat(role="player", name=name, token_hash=name, beings=own))
        self.do(AddSeat(role="spectator", name="Eve", token_hash="Eve"))
        self.notes: dict[str, str] = {}

    @property
    def campaign(self) -> Any:
        return self.held.loaded()

    @property
    def scene(self) -> Any:
        return self.campaign.scene

    def do(self, what: Doing, by: str = "") -> Any:
        before = self.held.usage.kept.get(by or self.gm, 0)
        found = self.held.do(lambda campaign: campaign.seats[by or self.gm], what)
        seat, minute, hour = by or self.gm, int(self.fake.now // 60), int(self.fake.now // 3600)
        self.done.update([(seat, "minute", minute), (seat, "hour", hour)])
        self.brought[seat, hour] += self.held.usage.kept[seat] - before
        return found

    def used(self, evenings: float) -> dict[str, float]:
        """The part of each limit that whoever used most of it has used; of those in all, in so many such evenings."""
        usage = self.held.usage
        kept, seats = usage.count(), self.campaign.seats
        parts = [
            (name, usage.in_all * evenings / most)
            for name, most in (("store", OPEN_HOUSE), ("table", usage.quota.table))
        ]
        for id, seat in seats.items():
            share = usage.quota.of(seat.role)
            parts.append((f"{seat.role}-bytes", kept.get(id, 0) * evenings / share.bytes))
            parts += [(f"{seat.role}-bytes-hour", n / share.hour) for (who, _), n in self.brought.items() if who == id]
            for (who, time, _), n in self.done.items():
                if who == id:
                    most = share.minute if time == "minute" else share.doings
                    parts.append((f"{seat.role}-doings-{time}", n / most))
        found: dict[str, float] = {}
        for name, part in parts:
            found[name] = max(part, found.get(name, 0.0))
        return found

    def open_scene(self) -> None:
        prepared = self.do(Prepare(ready=SCENES[self.campaign.game.name]))["scene"]
        self.do(OpenScene(scene=prepared, carry=False))
        self.scenes += 1

    def next_decision(self) -> None:
        """Somebody decides, or the dice fall, or there is a new scene."""
        campaign = self.campaign
        next_up = waiting(campaign)
        if next_up.kind == "nobody":
            self.open_scene()
        elif has_step(campaign):
            self.held.act(step)
        else:
            self.do(*self._decided(campaign, next_up.seats[0]))

    def _decided(self, campaign: Any, seat: str) -> tuple[Doing, str]:
        live = campaign.playing.live
        if isinstance(live.open, Question):
            side = deciding.side_asked(live.shown, live.open)
            said = deciding.answer(campaign.game, live.shown, side, live.open, campaign.machine(side, "simple"))
            value = live.open.default if isinstance(said, Interject) else said
            return commands.Answer(key=live.open.key, value=value), seat
        being = live.scene.beings[waiting(campaign).who]
        given, _ = deciding.choose(campaign.game, live.scene, being, campaign.machine(being.side, "simple"))
        args: Any = given.to_plain()["args"]
        return commands.Command(actor=being.id, name=given.name, args=args), seat

    def play(self, hours: float) -> None:
        """All of it. Notes and talk come when their time has come."""
        began = self.fake.now
        while (gone := self.fake.now - began) < hours * 3600:
            self.fake.now += DECIDED
            self.next_decision()
            for id, seat in list(self.campaign.seats.items()):
                times = WATCHING if seat.role is Role.SPECTATOR else 1
                if has_come(gone, TALK * times):
                    self.do(Say(words=LINE), id)
                if has_come(gone, NOTES * times):
                    note = WriteNote(title="Tonight", text=NOTE, id=self.notes.get(id, ""))
                    self.notes[id] = self.do(note, id)["note"]


def has_come(gone: float, every: float) -> bool:
    """Is it time for what is done every so many seconds, since the last decision?"""
    return gone // every > (gone - DECIDED) // every and gone >= every
