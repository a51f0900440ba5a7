"""Two tables that differ only in what a seat may not know, played side by side, and all that the seat is told."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ludex.core.files.codec import as_plain, encode
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.characters import character_file
from ludex.table.campaign.clocks import SetClock, Tick
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.notes import WriteNote
from ludex.table.campaign.pins import PinNote, known_places
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import Set
from ludex.table.campaign.webhooks import set_webhook
from ludex.table.desk.portable import character_toml
from ludex.table.desk.webhook import RecordLine, Webhook
from ludex.table.document import looking
from ludex.table.document.changes import changed
from ludex.table.document.log import told
from ludex.table.document.show import Documents
from ludex.table.past import chosen
from ludex.table.past.branching import Wanted, branched
from ludex.table.past.going_on import done_next, from_moment
from ludex.table.past.looks import ListMoments, ShowMoment
from ludex.table.past.replay_file import written
from ludex.table.past.replays import replay_of
from ludex.table.past.story import story
from ludex.table.play import commands
from ludex.table.play.deciding import waiting
from ludex.table.records.entry import Opened
from ludex.table.records.journal import journal_of
from ludex.table.records.seat import Seat
from tests.conformance.playing import anything, drawn, legal
from tests.table.tables import Fake, Kept

LOOKED_AT = 6  # at random, each time
MOST_UNKNOWN = 40  # things in a row that the seat knows nothing of


class World:
    """A table as a player of one side sees it; the game master plays all others, or machines do."""

    def __init__(self, scene: Any, side: str, machines: bool, secret: str = "") -> None:
        """`secret` is what the game master has written for themselves."""
        self.kept = Kept(scene.game)
        self.kept.table.add(
            Opened(
                id="scene",
                title="A scene",
                version=self.table.game.version,
                shape=len(self.table.game.migrations),
                state=as_plain(scene),
            )
        )
        own = [being.id for being in scene.beings.values() if being.side == side]
        self.player = self.kept.seat("Ann", *own)
        self.side = side
        self.webhook = Webhook(self.table)
        set_webhook(self.table, self.kept.gm, "https://chat.example.org/")
        self.kept.entries += self.table.take()
        self.kept.do(Set(settings={"branches": True}))
        self.machines = machines
        for who in {being.side for being in scene.beings.values()} - {side} | {GM} if machines else ():
            self.kept.do(HandOver(who=who, policy="simple"))
        if secret:
            self._keep_to_oneself(secret)
        self.documents = Documents(self.table)
        self.documents.journal = journal_of(self.kept.entries)
        self.last: dict[str, Any] = {}

    def _keep_to_oneself(self, secret: str) -> None:
        """A clock, and a note that lies on the board."""
        clock = self.kept.do(SetClock(name=secret, of=1 + len(secret), seen="gm"))["clock"]
        self.kept.do(Tick(id=clock))
        note = self.kept.do(WriteNote(title=secret, text=secret, whose="gm"))["note"]
        places = sorted(known_places(self.table.seen(self.table.seats[self.kept.gm])), key=str)
        if places:
            self.kept.do(PinNote(note=note, at=places[len(secret) % len(places)]))

    @property
    def table(self) -> Any:
        return self.kept.table

    @property
    def seat(self) -> Seat:
        seat: Seat = self.table.seats[self.player]
        return seat

    @property
    def seen(self) -> Any:
        return self.table.seen(self.seat)

    # -- what is told -----------------------------------------------------------------------------------------

    def told(self) -> bytes:
        """What has changed for the player, and the whole log."""
        document = self.documents.of(self.seat)
        sent = changed(self.last, document)
        self.last = document
        log = [told(self.table, self.seat, number) for number in range(len(self.table.watched(self.seat).log))]
        return msgspec.json.encode([sent, document, log])

    def taken_home(self) -> list[str]:
        """The files of the player's characters."""
        return [self._file(who) for who in self.seat.beings]

    def _file(self, who: str) -> str:
        try:
            return character_toml(character_file(self.table, self.seat, who))
        except BadInput as fault:
            return f"bad input: {fault}"

    def looked_back(self) -> list[bytes]:
        """All moments, and how each of them looked."""
        listed = looking.look(self.documents, self.player, ListMoments())["moments"]
        moments = [self.looked(ShowMoment(moment=number)) for number in range(len(listed))]
        since = self.looked(ListMoments(since=len(listed) // 2))
        return [self.looked(ListMoments()), since, *moments]

    def posted(self) -> list[RecordLine]:
        """What has gone to the chat room since the last time; spectators know what the players do."""
        lines = self.webhook.fresh(self.documents)
        return lines if self.side == self.table.game.sides[0] else []

    def branches(self) -> list[bytes]:
        """The table that comes of going on from each moment, with the same seed."""
        listed = looking.look(self.documents, self.player, ListMoments())["moments"]
        return [self._branch(number) for number in range(len(listed))]

    def _branch(self, moment: int) -> bytes:
        try:
            found = branched(Wanted("t", None, moment, True, "a key"), Fake(5).outside(), self.documents, self.seat)
        except Refused as fault:
            return f"refused: {fault}".encode()
        start = from_moment(self.documents, self.seat, None, moment)  # as the lab has it
        under_way = start.under_way.given if start.under_way is not None else ()
        lab = as_plain(start.scene), repr(under_way), start.fell, repr(done_next(start, self.documents.journal))
        return msgspec.json.encode([found, lab])

    def shared(self) -> list[bytes]:
        """A replay of all that was played, with its numbers, and the journal of it."""
        try:
            replay = replay_of(self.documents, self.seat, chosen.Wanted())
        except Refused as fault:
            return [f"refused: {fault}".encode()]
        return [written(replay), story(replay).encode(), story(replay, numbers=True).encode()]

    def looked(self, what: looking.Look) -> bytes:
        try:
            return msgspec.json.encode(looking.look(self.documents, self.player, what))
        except Refused as fault:
            return f"refused: {fault}".encode()
        except BadInput as fault:
            return f"bad input: {fault}".encode()

    def done(self, what: Doing, seat: str = "") -> str:
        try:
            return str(self.kept.do(what, seat))
        except Refused as fault:
            return f"refused: {fault}"
        except BadInput as fault:
            return f"bad input: {fault}"

    def known(self) -> object:
        """What the player may know, and what is waited for as far as the player may know that."""
        request = self.kept.live.open
        return encode(self.seen.scene), request.key if request is not None else ""

    # -- what the player knows nothing of ---------------------------------------------------------------------

    def pass_the_unknown(self) -> bool:
        """Whoever is not known to be there lets its turn pass; tells whether that was all. Where one of them is asked
        something in the middle of a command, the table waits, and that is seen. Machines play on until the player is to
        decide."""
        if self.machines:
            return self._let_machines_play()
        for _ in range(MOST_UNKNOWN):
            who = waiting(self.table).who
            if who not in self.seen.unknown:
                return True
            live = self.kept.live
            passing = self.table.game.passing(live.scene, live.scene.beings[who]) if live.open is None else None
            if passing is None:
                return False
            said = self.done(commands.Command(actor=who, name=passing.name, args=dict(passing.args)))
            if said != "{}":
                return False
        return False

    def _let_machines_play(self) -> bool:
        for _ in range(MOST_UNKNOWN):
            if not self.kept.step():
                return waiting(self.table).who not in self.seen.unknown
        return False


def worlds(game: Any, library: Any, luck: Random) -> tuple[World, World] | None:
    """A drawn scene and another that differs only in what a side may not know; nothing where nothing is hidden."""
    scene = drawn(game, luck, library)
    for side in luck.sample(sides := list(dict.fromkeys(being.side for being in scene.beings.values())), len(sides)):
        others = [*game.worlds(scene, side, luck.randrange), *fewer(game, scene, side)]
        if others:
            machines = not luck.randrange(3)
            one = World(scene, side, machines, "The guards come")
            return one, World(luck.choice(others), side, machines, "Rain")
    return None


def fewer(game: Any, scene: Any, side: str) -> list[Any]:
    """The same without one of those whom the side does not know to be there, each in turn, where that can be seen in
    nothing else."""
    seen = encode(game.view(scene, side))
    found = []
    for name in [name for name in scene.beings if name not in game.view(scene, side).beings]:
        other = scene.fork()
        game.departs(other, other.beings[name])
        other.maybe_over = scene.maybe_over
        if encode(game.view(other, side)) == seen:
            found.append(other)
    return found


def somewhere(seen: Any, luck: Random) -> Any:
    plan = seen.face.plan(seen.scene)
    if plan is None:
        return "nowhere"
    places = sorted(plan.board.zones) if hasattr(plan.board, "zones") else sorted(plan.board.cells)
    return luck.choice(places)


def looks(world: World, luck: Random) -> list[looking.Look]:
    """Something that the player may want to know, of those who are known."""
    seen = world.seen
    scene = seen.scene
    own = [who for who in world.seat.beings if who in scene.beings]
    every = list(scene.beings)
    if not own:
        return []
    found: list[looking.Look] = [
        looking.Sheet(being=luck.choice(every)),
        looking.Sight(one=luck.choice(own), other=luck.choice(every)),
        looking.Reach(being=luck.choice(own)),
        looking.Path(being=luck.choice(own), to=somewhere(seen, luck)),
        looking.Offers(being=luck.choice(own)),
        looking.Suggest(being=luck.choice(own)),
        looking.Ahead(being=luck.choice(own)),
        looking.OddsOfAnswers(),
        looking.Bar(being=luck.choice(own)),
    ]
    for given in [anything(scene, luck) for _ in range(3)]:
        args = dict(given.args)
        chosen = tuple(args[arg.name] for arg in seen.game.actions[given.name].args if arg.name in args)
        found += [
            looking.OddsOf(actor=given.actor, name=given.name, args=args),
            looking.Choices(being=given.actor, action=given.name, chosen=chosen[: luck.randrange(len(chosen) + 1)]),
            looking.Choices(being=given.actor, action=given.name, aimed=luck.choice(every)),
            looking.Why(being=given.actor, action=given.name),
        ]
    return luck.sample(found, min(LOOKED_AT, len(found)))


def next_doing(world: World, luck: Random) -> tuple[Doing, bool]:
    """What is done next, and whether by the player: an answer or a command by what the player knows."""
    live, seen = world.kept.live, world.seen
    waits = waiting(world.table)
    mine = world.player in waits.seats
    if isinstance(live.open, Question):
        return commands.Answer(key=live.open.key, value=luck.choice(list(live.open.domain.some())[:12])), mine
    scene = seen.scene
    who = waits.who if waits.who in scene.beings else luck.choice(list(scene.beings))
    may = legal(scene, scene.beings[who], 3)
    given: Command = luck.choice(may) if may and luck.randrange(5) else anything(scene, luck)
    mine = given.actor in world.seat.beings
    return commands.Command(actor=given.actor, name=given.name, args=dict(given.args)), mine
