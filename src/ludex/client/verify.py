"""Recomputing the dice of an evening: everything that fell follows from the seed that is told when it is closed, and
from the links that seats have added; the seed is the one whose seal was shown before the first throw, and each link is
the next one of a chain whose end was told before. `docs/dice.md` has the rules. Needs nothing but Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from hmac import digest
from typing import Any, NamedTuple

Thrown = tuple[int, list[int], list[int]]  # the number of the first face, the sides, the faces


MOST_SIDES = 1 << 32


class Fault(NamedTuple):
    """A roll that is not what the seed and the link give: the number of its first face, what was told, what it should
    be."""

    first: int
    told: list[int]
    should_be: list[int]


class Report(NamedTuple):
    """On what the throws of an evening rest."""

    throws: int
    faces: int
    added: dict[str, int]  # throws to which another seat has added, by its name
    own: int  # throws to which only the seat has added that threw
    alone: int  # throws that rest on the seed alone: on the host's word
    away: dict[str, int]  # how often somebody was asked for a link and did not give it
    taken_back: int
    retries: int
    secret: int | None  # throws in secret; none: they are not told


def face(seed: bytes, number: int, sides: int, link: str = "") -> int:
    """What the face with this number shows, on a die of so many sides, where this link is mixed in."""
    if not 0 < sides <= MOST_SIDES:
        raise ValueError(f"there is no die with {sides} sides")
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        words = f"{number}:{attempt}:{link}" if link else f"{number}:{attempt}"
        drawn = int.from_bytes(digest(seed, words.encode(), "sha256")[:8], "big")
        if drawn < limit:
            return drawn % sides + 1
        attempt += 1


def verify(evening: dict[str, Any], seal: str = "") -> list[Fault]:
    """What is wrong with an evening as `/api/tables/TABLE/dice` tells it; `seal` is the one that was shown before.
    Raises `ValueError` where the seed is not that of the seal, where dice were left out or thrown twice, or where a
    link is not the one that had to be asked for."""
    seed = _sealed(evening["seed"], evening["seal"])
    if seal and seal != evening["seal"]:
        raise ValueError("the seed is not that of the seal")
    links = [added.link for added in added_to(evening)]
    faults = list(_faults(seed, evening["rolls"], links))
    if evening.get("secret_seed"):
        secret = _sealed(evening["secret_seed"], evening["secret_seal"])
        faults += _faults(secret, evening["secret_rolls"], [""] * len(evening["secret_rolls"]))
    return faults


def report(evening: dict[str, Any]) -> Report:
    """On what the throws of an evening rest that `verify` finds right."""
    throws = added_to(evening)
    events = evening.get("links", [])
    called = {event["seat"]: event["name"] for event in events if event["is"] == "chain"}
    away = Counter(called[event["seat"]] for event in events if event["is"] == "away")
    return Report(
        throws=len(throws),
        faces=sum(len(faces) for _, _, faces in evening["rolls"]),
        added=dict(Counter(added.name for added in throws if added.name)),
        own=sum(added.own and not added.name for added in throws),
        alone=sum(not added.link for added in throws),
        away=dict(away),
        taken_back=len(evening.get("taken_back", ())),
        retries=len(evening.get("retries", ())),
        secret=len(evening["secret_rolls"]) if evening.get("secret_seed") else None,
    )


def _sealed(seed: str, seal: str) -> bytes:
    found = bytes.fromhex(seed)
    if not found:
        raise ValueError("the seed is told when the evening is closed")
    if sha256(found).hexdigest() != seal:
        raise ValueError("the seed is not that of the seal")
    return found


def _faults(seed: bytes, rolls: Iterable[Thrown], links: Iterable[str]) -> Iterable[Fault]:
    expected = 1
    for (first, sides, faces), link in zip(rolls, links, strict=True):
        if first != expected or len(sides) != len(faces):
            raise ValueError(f"expected face {expected} next, not {first}")
        expected += len(faces)
        should_be = [face(seed, first + place, each, link) for place, each in enumerate(sides)]
        if should_be != list(faces):
            yield Fault(first, list(faces), should_be)


# ---------------------------------------------------------------- links


class Added(NamedTuple):
    """What was mixed into a throw: nothing where it rests on the seed alone."""

    link: str = ""  # the link or links
    own: bool = False  # who threw has added to it
    name: str = ""  # of the other seat that has


def added_to(evening: dict[str, Any]) -> list[Added]:
    """What was mixed into each throw. Raises `ValueError` where somebody else had to be asked, or gave another link."""
    events, adding, found = list(evening.get("links", ())), _Adding(), list[Added]()
    for first, _, _ in evening["rolls"]:
        while events and events[0]["first"] <= first:
            adding.follow(events.pop(0))
        found.append(adding.fall(first))
    for event in events:  # of dice that have not fallen any more
        adding.follow(event)
    return found


class _Chain:
    def __init__(self, told: dict[str, Any]) -> None:
        self.seat, self.name, self.master = told["seat"], told["name"], told["master"]
        self.length, self.asked, self.turn = told["number"], 0, 0
        self.ready = False  # it was told before the decision
        self.number, self.link = 0, bytes.fromhex(told["link"])

    def give(self, number: int, link: str) -> None:
        """A link must lead to the one before it."""
        found = given = bytes.fromhex(link)
        for _ in range(number - self.number):
            found = sha256(found).digest()
        if not self.number < number <= self.length or found != self.link:
            raise ValueError(f"that is not link {number} of the chain of {self.name}")
        self.number, self.link = number, given


class _Adding:
    """Who adds to the dice, followed from what was told of it."""

    def __init__(self) -> None:
        self.chains: dict[str, _Chain] = {}
        self.by = ""  # who has decided; empty: a machine
        self.asked: tuple[str, int] | None = None
        self.asked_self = False
        self.now = Added()
        self.count = 0

    def follow(self, event: dict[str, Any]) -> None:
        what, seat, number = event["is"], event["seat"], event.get("number", 0)
        self.count += 1
        if what == "chain":
            self.chains.pop(seat, None)
            self.chains[seat] = _Chain(event)
        elif what == "decided":
            self.by, self.asked, self.asked_self, self.now = seat, None, False, Added()
            for told in self.chains.values():
                told.ready = True
        elif what == "asked":
            chain = self._next()
            if self.asked is not None or chain is None or (chain.seat, chain.asked + 1) != (seat, number):
                raise ValueError(f"before face {event['first']}: it was not the turn of link {number} of this seat")
            chain.asked, chain.turn = number, self.count
            self.asked, self.asked_self = (seat, number), self.asked_self or seat == self.by
        elif self.asked is None or self.asked[0] != seat:
            raise ValueError(f"before face {event['first']}: nobody had asked this seat for a link")
        elif what == "given":
            self.chains[seat].give(self.asked[1], event["link"])
            link = f"{self.now.link}:{event['link']}" if self.now.link else event["link"]
            own = seat == self.by
            self.now = Added(link, self.now.own or own, self.now.name if own else self.chains[seat].name)
            self.asked = None
        else:
            del self.chains[seat]
            self.asked = None

    def _next(self) -> _Chain | None:
        """Whose turn it is: first of who has decided, then of one other, the game master where there is nobody else,
        and else who was asked longest ago. A chain that was told after the decision is for the next."""
        fit = [chain for chain in self.chains.values() if chain.ready and chain.asked < chain.length]
        own = next((chain for chain in fit if chain.seat == self.by), None)
        if own is not None and not self.asked_self:
            return own
        others = [chain for chain in fit if chain.seat != self.by] if not self.now.name else []
        return min(others, key=lambda chain: (chain.master, chain.turn), default=None)

    def fall(self, first: int) -> Added:
        """Dice fall: nobody may be left who had to add to them."""
        if self.asked is not None or self._next() is not None:
            raise ValueError(f"face {first} fell before the link was there that had to be mixed in")
        return self.now
