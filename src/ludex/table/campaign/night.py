"""An evening: its seals, its dice as far as their seeds are known here, who adds to them, and all that fell."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.again import OF, FallenBefore
from ludex.core.referee.live import SealedDice
from ludex.core.referee.mixed import MixedDice, leads_to

HASH = re.compile(r"[0-9a-f]{64}")
MOST_LINKS = 1024  # of a chain
GOES_ON = frozenset({"hold", "release", "failed"})  # lines of play by which nothing is decided that dice could follow


class Rolled(NamedTuple):
    """Dice that fell: the number of the first face, the sides of each die, the faces."""

    first: int
    sides: tuple[int, ...]
    faces: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.faces) - 1


class Asked(NamedTuple):
    """Somebody whose link is waited for: which one, and since when."""

    seat: str
    number: int
    at: float


def check_hash(field: str, told: str) -> None:
    if not HASH.fullmatch(told):
        raise BadInput(f"{field}: expected a SHA-256 as 64 digits from 0 to f")


class ChainKept(msgspec.Struct, frozen=True):
    seat: str
    master: bool
    end: str
    length: int
    asked: int
    turn: int
    ready: bool
    known: tuple[int, str]


class NightKept(msgspec.Struct, frozen=True):
    """An evening as plain data, without its book."""

    number: int
    seal: str
    seed: str
    secret_seal: str
    secret_seed: str
    fallen: int
    secret_fallen: int
    closed: bool
    secrets_told: bool
    chains: list[ChainKept]
    ends: dict[str, str]
    events: int
    actor: str
    asked: Asked | None
    links: dict[str, str]
    asked_self: bool
    noted: bool
    before: dict[str, list[list[tuple[int, int]]]] = {}


class Book:
    """All that fell on an evening and was told of links, for whoever checks its dice when it is over."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.secret_rolls: list[Rolled] = []
        self.events: list[dict[str, Any]] = []  # all that was told, asked for and given, as it is told
        self.taken: dict[int, str] = {}  # what was taken back, by the number of the first face: how
        self.retries: set[int] = set()


class Chain:
    """The chain of a seat: how far it has been used."""

    def __init__(self, seat: str, master: bool, end: str, length: int) -> None:
        check_hash("end", end)
        if not 1 <= length <= MOST_LINKS:
            raise BadInput(f"length: expected from 1 to {MOST_LINKS} links, not {length}")
        self.seat, self.master = seat, master  # whose it is, as it was when it was told
        self.end, self.length = end, length
        self.asked = 0  # the number of the last link that was asked for: none is asked for twice
        self.turn = 0  # when that was, among all that was told of links
        self.ready = False  # it was told before the decision whose dice fall now: who knew that could have chosen it
        self._known = 0, end  # the last link that was given

    @property
    def used_up(self) -> bool:
        return self.asked >= self.length

    def fits(self, number: int, link: str) -> bool:
        """Is this the link with this number?"""
        at, known = self._known
        return at < number <= self.length and leads_to(link, known, number - at)

    def give(self, number: int, link: str) -> None:
        if not self.fits(number, link):
            raise BadInput(f"that is not link {number} of the chain")
        self._known = number, link

    def to_kept(self) -> ChainKept:
        return ChainKept(
            self.seat, self.master, self.end, self.length, self.asked, self.turn, self.ready, self._known
        )  # fmt: skip

    @classmethod
    def resumed(cls, kept: ChainKept) -> Chain:
        chain = cls(kept.seat, kept.master, kept.end, kept.length)
        chain.asked, chain.turn, chain.ready, chain._known = kept.asked, kept.turn, kept.ready, kept.known
        return chain


class Night:
    def __init__(self, number: int, seal: str, seed: str, secret_seal: str = "", secret_seed: str = "") -> None:
        self.number = number
        self.seal = seal
        self.secret_seal = secret_seal  # of what is rolled in secret; none in an evening of an earlier version
        self.dice = MixedDice(bytes.fromhex(seed), bytes.fromhex(secret_seed)) if seed else None
        if self.dice is not None:
            self.dice.waits = self._waits
        self.fallen = 0  # faces that all may see
        self.closed = False
        self.secrets_told = False
        self.book = Book()  # that of an evening out of a snapshot has only what came since
        # who adds to the dice
        self.chains: dict[str, Chain] = {}  # by seat: those whose links can be asked for
        self.ends: dict[str, str] = {}  # of all chains that were told, and whose they were
        self.actor = ""  # the seat that has decided last; empty: a machine
        self.asked: Asked | None = None  # whose link is waited for
        self.links: dict[str, str] = {}  # what is mixed into the dice that fall now, by seat; none: the seed alone
        self._asked_self = False  # who has decided was asked for a link of their own
        self._noted = False  # what was decided last is in the book, for dice have followed
        self._events = 0  # so many stand there
        self.use_again(FallenBefore())

    @property
    def mixes(self) -> bool:
        """Can anybody add to its dice? Not on an evening that was begun by an earlier version."""
        return bool(self.secret_seal)

    @property
    def keeps_secrets(self) -> bool:
        """Is it over, and what was rolled in secret not told yet?"""
        return self.closed and bool(self.secret_seal) and not self.secrets_told

    # -- what falls -------------------------------------------------------------------------------------------

    def follow(self, by: str, line: dict[str, Any]) -> None:
        """A line of play that a seat has brought about."""
        if OF in line:
            self.before.used(line[OF])
        elif "first" in line:
            self._fell(line)
        elif not GOES_ON & line.keys():
            self.actor, self.asked, self._noted = by, None, False
            self.links, self._asked_self = {}, False
            self._mix()

    def use_again(self, before: FallenBefore) -> None:
        """What has fallen before falls here first."""
        self.before = before
        if self.dice is not None:
            self.dice.before = before

    def _fell(self, line: dict[str, Any]) -> None:
        rolled = Rolled(line["first"], tuple(line["sides"]), tuple(line["faces"]))
        if line.get("secret"):
            _check(self.dice.secret if self.dice is not None else None, rolled, "")
            self.book.secret_rolls.append(rolled)
        else:
            self._decided()
            _check(self.dice, rolled, self.link)
            self.book.rolls.append(rolled)
            self.fallen = rolled.last

    @property
    def link(self) -> str:
        return ":".join(self.links.values())

    def _mix(self) -> None:
        if self.dice is not None:
            self.dice.link = self.link

    # -- who adds to it ---------------------------------------------------------------------------------------

    def _note(self, what: str, **more: Any) -> None:
        self.book.events.append({"is": what, "first": self.fallen + 1, **more})
        self._events += 1

    def _decided(self) -> None:
        if not self._noted and self.mixes:
            self._note("decided", seat=self.actor)
            for chain in self.chains.values():
                chain.ready = True
        self._noted = True

    def _waits(self) -> bool:
        """Is there somebody whose link has to be there before the next dice fall?"""
        return self.asked is not None or self.next_seat() is not None

    def next_seat(self) -> str | None:
        """Whose link is asked for next: first of the seat that has decided, then of one other. Of the others the game
        master is asked where there is nobody else; of several the one that was asked longest ago, and of those the one
        whose chain was told first. A chain that was told after the decision is for the next."""
        fit = [chain for chain in self.chains.values() if not chain.used_up and (chain.ready or not self._noted)]
        if not self._asked_self and any(chain.seat == self.actor for chain in fit):
            return self.actor
        if self.links.keys() - {self.actor}:
            return None
        others = (chain for chain in fit if chain.seat != self.actor)
        found = min(others, key=lambda chain: (chain.master, chain.turn), default=None)
        return found.seat if found is not None else None

    def add_chain(self, chain: Chain, name: str) -> None:
        self.chains.pop(chain.seat, None)  # the last one last
        self.chains[chain.seat] = chain
        self.ends[chain.end] = chain.seat
        self._note(
            "chain", seat=chain.seat, name=name, master=chain.master, link=chain.end, number=chain.length
        )  # fmt: skip

    def ask(self, seat: str, number: int, at: float) -> None:
        self._decided()
        self._note("asked", seat=seat, number=number)
        chain = self.chains[seat]
        chain.asked, chain.turn = number, self._events
        self.asked = Asked(seat, number, at)
        self._asked_self = self._asked_self or seat == self.actor

    def give(self, link: str) -> None:
        asked = self.asked
        if asked is None:
            raise BadInput("no link is waited for")
        self.chains[asked.seat].give(asked.number, link)
        self._note("given", seat=asked.seat, number=asked.number, link=link)
        self.links[asked.seat] = link
        self._mix()
        self.asked = None

    def miss(self, seat: str) -> None:
        """Somebody was away: their chain is not used any more."""
        self._note("away", seat=seat)
        self.chains.pop(seat, None)
        self.asked = None

    # -- what is told of it -----------------------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """What everybody may know of its dice: the seed and what fell only when it is closed, what was rolled in secret
        only when the game master has opened that too."""
        seals = {"evening": self.number, "seal": self.seal, "secret_seal": self.secret_seal, "closed": self.closed}
        if not self.closed:
            return seals
        dice, book = self.dice, self.book
        secret = dice.secret if dice is not None and self.secrets_told else None
        return {
            **seals,
            "seed": dice.seed.hex() if dice is not None else "",
            "rolls": list(map(_row, book.rolls)),
            "links": [*book.events],
            "taken_back": {str(first): how for first, how in sorted(book.taken.items())},
            "retries": sorted(book.retries),
            "secret_seed": secret.seed.hex() if secret is not None else "",
            "secret_rolls": list(map(_row, book.secret_rolls)) if self.secrets_told else [],
        }

    # -- as plain data ----------------------------------------------------------------------------------------

    def to_kept(self) -> NightKept:
        dice = self.dice
        secret = dice.secret if dice is not None else None
        return NightKept(
            number=self.number, seal=self.seal, seed=dice.seed.hex() if dice is not None else "",
            secret_seal=self.secret_seal, secret_seed=secret.seed.hex() if secret is not None else "",
            fallen=self.fallen, secret_fallen=secret.fallen if secret is not None else 0,
            closed=self.closed, secrets_told=self.secrets_told,
            chains=[chain.to_kept() for chain in self.chains.values()], ends=self.ends, events=self._events,
            actor=self.actor, asked=self.asked, links=self.links, asked_self=self._asked_self, noted=self._noted,
            before=self.before.to_plain(),
        )  # fmt: skip

    @classmethod
    def resumed(cls, kept: NightKept) -> Night:
        night = cls(kept.number, kept.seal, kept.seed, kept.secret_seal, kept.secret_seed)
        night.fallen, night.closed, night.secrets_told = kept.fallen, kept.closed, kept.secrets_told
        night.chains = {chain.seat: Chain.resumed(chain) for chain in kept.chains}
        night.ends, night._events = dict(kept.ends), kept.events
        night.actor, night.asked, night.links = kept.actor, kept.asked, dict(kept.links)
        night._asked_self, night._noted = kept.asked_self, kept.noted
        night.use_again(FallenBefore(kept.before))
        if night.dice is not None:
            night.dice.fallen = kept.fallen
            if night.dice.secret is not None:
                night.dice.secret.fallen = kept.secret_fallen
        night._mix()
        return night


def _row(rolled: Rolled) -> list[Any]:
    return [rolled.first, list(rolled.sides), list(rolled.faces)]


def _check(dice: SealedDice | None, rolled: Rolled, link: str) -> None:
    """What fell is what the seed gives, as far as that is known here."""
    if dice is None:
        return
    shown = [dice.face(rolled.first + n, sides, link) for n, sides in enumerate(rolled.sides)]
    if shown != list(rolled.faces):
        raise BadInput(f"{list(rolled.faces)} are not the faces that the sealed dice show: {shown}")
    dice.fallen = rolled.last
