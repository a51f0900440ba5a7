"""Who sits at the table: seats with their tokens, the waiting room, and who plays whom."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludex.core.kernel.english import no_such
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does, folds
from ludex.table.campaign.names import name_of, told_apart
from ludex.table.campaign.notes import show_to_newcomer
from ludex.table.campaign.state import Knocking
from ludex.table.records.entry import UNSET, Door, Entry, Knocked, Policy, Reseated, Seated, Standing, TurnedAway, Unset
from ludex.table.records.seat import Role, Seat, refuse

MOST_SEATS = 100
MOST_WAITING = 20
LEAST_WAIT = 600.0  # seconds that somebody may wait at least, however soon the code expires


def own_name(table: Campaign, words: str, seat: str = "") -> str:
    """What somebody at a seat is called, told apart from all others who sit there."""
    return told_apart(name_of(words), [s.name for s in table.seats.values() if not s.removed and s.id != seat])


def role_of(word: str) -> Role:
    try:
        return Role(word)
    except ValueError:
        raise BadInput(f"role: expected gm, player or spectator, not {word!r}") from None


# ---------------------------------------------------------------- seats


class AddSeat(Doing, frozen=True, tag="add_seat"):
    """A seat for somebody who has the token of this hash."""

    role: str
    name: str
    token_hash: str
    beings: tuple[str, ...] = ()


class Reseat(Doing, frozen=True, tag="reseat"):
    """Change a seat: only what is given. A new token takes the old one's place."""

    seat: str
    name: str | Unset = UNSET
    role: str | Unset = UNSET
    beings: tuple[str, ...] | Unset = UNSET
    muted: bool | Unset = UNSET
    removed: bool | Unset = UNSET
    token_hash: str | Unset = UNSET


class CallMe(Doing, frozen=True, tag="call_me"):
    """One's own name."""

    name: str


class HandOver(Doing, frozen=True, tag="hand_over"):
    """A being, a side or the game master's questions: to a seat, to a policy, or with neither to the game master."""

    who: str
    seat: str = ""
    policy: str = ""


class TakeUp(Doing, frozen=True, tag="take_up"):
    """Play a character whom nobody plays: one of the party in the scene, or one that comes with the game."""

    being: str


class StandingAnswer(Doing, frozen=True, tag="standing"):
    """What one answers from now on whenever a rule asks."""

    rule: str
    answer: Literal["ask", "always", "never"]


@does(AddSeat, Role.GM)
def add_seat(table: Campaign, seat: Seat, what: AddSeat) -> dict[str, str]:
    return {"seat": seated(table, role_of(what.role), what.name, what.token_hash, what.beings)}


def seated(table: Campaign, role: Role, name: str, token_hash: str, beings: tuple[str, ...]) -> str:
    """Give somebody a seat; gives its id."""
    if len([seat for seat in table.seats.values() if not seat.removed]) >= MOST_SEATS:
        raise refuse(f"the table is full: it has {MOST_SEATS} seats")
    if role is Role.SPECTATOR and not table.settings.spectators:
        raise refuse("this table has no seats for spectators")
    if not token_hash or table.seat_of(token_hash) is not None:
        raise BadInput("token_hash: expected that of a new token")
    found = table.outside.fresh()
    table.add(Seated(id=found, role=role, name=own_name(table, name), token_hash=token_hash))
    if beings:
        give(table, found, beings)
    show_to_newcomer(table, found)
    return found


def give(table: Campaign, seat: str, beings: tuple[str, ...]) -> None:
    """These beings are played from this seat, and from no other any more."""
    for other in table.seats.values():
        if other.id != seat and set(other.beings) & set(beings):
            kept = tuple(name for name in other.beings if name not in beings)
            table.add(Reseated(id=other.id, beings=kept))
    for name in beings:
        if name in table.policies:
            table.add(Policy(who=name, policy=""))
    table.add(Reseated(id=seat, beings=tuple(dict.fromkeys(beings))))


@folds(Seated)
def was_seated(table: Campaign, entry: Entry, body: Seated) -> None:
    table.seats[body.id] = Seat(
        id=body.id, role=Role(body.role), name=body.name, token_hash=body.token_hash, beings=body.beings
    )
    table.knocked = {id: one for id, one in table.knocked.items() if one.token_hash != body.token_hash}


@does(Reseat, Role.GM)
def reseat(table: Campaign, seat: Seat, what: Reseat) -> None:
    found = table.seats.get(what.seat)
    if found is None:
        raise BadInput(f"there is no seat {what.seat!r}")
    role = found.role if what.role is UNSET else role_of(what.role)
    gone = found.removed if what.removed is UNSET else what.removed
    masters = [s.id for s in table.seats.values() if s.role is Role.GM and not s.removed and s.id != found.id]
    if not masters and (role is not Role.GM or gone):
        raise refuse("a table needs a game master: give somebody else that seat first")
    if what.token_hash is not UNSET and (not what.token_hash or table.seat_of(what.token_hash) is not None):
        raise BadInput("token_hash: expected that of a new token")
    table.add(
        Reseated(
            id=found.id,
            name=UNSET if what.name is UNSET else own_name(table, what.name, found.id),
            role=UNSET if what.role is UNSET else role,
            muted=what.muted,
            removed=what.removed,
            token_hash=what.token_hash,
        )
    )
    if what.beings is not UNSET:
        give(table, found.id, what.beings)


@folds(Reseated)
def was_reseated(table: Campaign, entry: Entry, body: Reseated) -> None:
    changes = {name: getattr(body, name) for name in body.__struct_fields__ if name != "id"}
    changes = {name: value for name, value in changes.items() if value is not UNSET}
    if "role" in changes:
        changes["role"] = Role(changes["role"])
    table.seats[body.id] = msgspec.structs.replace(table.seats[body.id], **changes)


@does(CallMe, Role.GM, Role.PLAYER, Role.SPECTATOR)
def call_me(table: Campaign, seat: Seat, what: CallMe) -> None:
    table.add(Reseated(id=seat.id, name=own_name(table, what.name, seat.id)))


# ---------------------------------------------------------------- who plays whom


@does(HandOver, Role.GM)
def hand_over(table: Campaign, seat: Seat, what: HandOver) -> None:
    if what.seat and what.policy:
        raise BadInput("expected a seat or a policy, not both")
    if what.policy:
        table.machine(what.who, what.policy)  # there must be one
    scene = table.scene
    sides = {*table.game.sides, *(being.side for being in scene.beings.values())} if scene is not None else set()
    together = what.who == GM or what.who in {*table.game.sides, *sides}
    if what.seat and together:
        raise BadInput("seat: expected a being; a side is played by the seats of its beings")
    if what.seat:
        give(table, what.seat, (*table.sitting(what.seat).beings, what.who))
        return
    for other in table.seats.values():
        if what.who in other.beings:
            table.add(Reseated(id=other.id, beings=tuple(name for name in other.beings if name != what.who)))
    table.add(Policy(who=what.who, policy=what.policy))


def is_taken(table: Campaign, seat: Seat, being: str) -> bool:
    """Is it somebody in the scene, as far as the seat may know, or whom somebody plays?"""
    seen = table.seen(seat)
    played = any(being in other.beings for other in table.seats.values() if not other.removed)
    return played or (seen is not None and being in seen.scene.beings)


@does(TakeUp, Role.PLAYER)
def take_up(table: Campaign, seat: Seat, what: TakeUp) -> None:
    seen = table.seen(seat)
    there = seen.scene.beings if seen is not None else {}
    known = there[what.being].side == table.game.sides[0] if what.being in there else (
        what.being in table.game.starter.shelves["character"] and what.being not in table.characters
    )  # fmt: skip
    if not known:
        raise refuse(f"there is no character {what.being!r} whom nobody plays")
    others = [other for other in table.seats.values() if other.id != seat.id and not other.removed]
    if any(what.being in other.beings for other in others):
        raise refuse(f"somebody plays {what.being!r} already")
    give(table, seat.id, (*seat.beings, what.being))


@folds(Policy)
def policy(table: Campaign, entry: Entry, body: Policy) -> None:
    """Who is taken from the machine that plays their side is kept without one, until the side is handed over anew."""
    kept = {who: name for who, name in table.policies.items() if who != body.who}
    table.policies = {who: name for who, name in kept.items() if name or _side(table, who) != body.who}
    if body.policy or _side(table, body.who) in table.policies:
        table.policies[body.who] = body.policy
    table.stuck = 0


def _side(table: Campaign, who: str) -> str:
    """Of somebody in the scene on the table."""
    being = table.scene.beings.get(who) if table.scene is not None else None
    return being.side if being is not None else ""


@does(StandingAnswer, *PLAYERS)
def standing_answer(table: Campaign, seat: Seat, what: StandingAnswer) -> None:
    if what.rule not in table.game.rulebook.rules:
        raise BadInput(f"rule: {no_such('rule', what.rule, table.game.rulebook.rules)}")
    table.add(Standing(rule=what.rule, answer=what.answer))


@folds(Standing)
def standing(table: Campaign, entry: Entry, body: Standing) -> None:
    seat = table.seats[entry.by]
    kept = {rule: answer for rule, answer in seat.standing.items() if rule != body.rule}
    if body.answer != "ask":
        kept[body.rule] = body.answer
    table.seats[seat.id] = msgspec.structs.replace(seat, standing=kept)


# ---------------------------------------------------------------- the waiting room


class OpenDoor(Doing, frozen=True, tag="open_door"):
    """A code to read aloud opens the waiting room for so many seconds; an empty one closes it."""

    code_hash: str
    seconds: float = 600.0


class Admit(Doing, frozen=True, tag="admit"):
    """Somebody who waits gets a seat; the token with which they knocked is its token."""

    waiting: str
    role: str = "player"
    beings: tuple[str, ...] = ()


class TurnAway(Doing, frozen=True, tag="turn_away"):
    """Somebody who waits is sent away."""

    waiting: str


@does(OpenDoor, Role.GM)
def open_door(table: Campaign, seat: Seat, what: OpenDoor) -> None:
    if not 0 <= what.seconds <= 86_400:
        raise BadInput("seconds: expected 0 to 86400")
    until = table.outside.clock() + what.seconds if what.code_hash else 0.0
    table.add(Door(code_hash=what.code_hash, until=until))


@folds(Door)
def door(table: Campaign, entry: Entry, body: Door) -> None:
    table.door = body.code_hash, body.until


def knock(table: Campaign, code_hash: str, name: str, token_hash: str) -> str:
    """Somebody without a seat gives the code and waits; gives the id by which they do. Its entries are to be taken."""
    known, until = table.door
    if not known or known != code_hash or table.outside.clock() > until:
        raise refuse("this code opens no table")
    if len(table.waiting_room) >= MOST_WAITING:
        raise refuse("too many are waiting already")
    if not token_hash or table.seat_of(token_hash) is not None:
        raise BadInput("token_hash: expected that of a new token")
    found = table.outside.fresh()
    table.begin("")
    table.add(Knocked(id=found, name=name_of(name), token_hash=token_hash))
    return found


@folds(Knocked)
def knocked(table: Campaign, entry: Entry, body: Knocked) -> None:
    _, until = table.door
    table.knocked = {id: one for id, one in table.knocked.items() if entry.at <= one.until}
    table.knocked[body.id] = Knocking(body.id, body.name, body.token_hash, max(until, entry.at + LEAST_WAIT))


def waits(table: Campaign, waiting: str) -> Knocking:
    found = table.waiting_room.get(waiting)
    if found is None:
        raise BadInput(f"nobody waits as {waiting!r}")
    return found


@does(Admit, Role.GM)
def admit(table: Campaign, seat: Seat, what: Admit) -> dict[str, str]:
    one = waits(table, what.waiting)
    return {"seat": seated(table, role_of(what.role), one.name, one.token_hash, what.beings)}


@does(TurnAway, Role.GM)
def turn_away(table: Campaign, seat: Seat, what: TurnAway) -> None:
    waits(table, what.waiting)
    table.add(TurnedAway(id=what.waiting))


def withdraw(table: Campaign, token_hash: str) -> None:
    """Whoever waits with this token waits no longer. Its entries are to be taken."""
    found = next((one.id for one in table.waiting_room.values() if one.token_hash == token_hash), None)
    if found is None:
        raise refuse("nobody waits with this token")
    table.begin("")
    table.add(TurnedAway(id=found))


@folds(TurnedAway)
def turned_away(table: Campaign, entry: Entry, body: TurnedAway) -> None:
    table.knocked = {id: one for id, one in table.knocked.items() if id != body.id}
