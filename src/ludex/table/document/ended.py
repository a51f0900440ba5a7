"""The end of a fight as a document: who did what, as far as those who read it know, and how the dice fell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.foe.standing import DOWN, UP, fate
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Place, Plan
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Log
from ludex.table.campaign.watched import Watched
from ludex.table.document.log import told_lines
from ludex.table.document.spoils import ways_to
from ludex.table.know.rolls import DieFallen
from ludex.table.know.seen import Seen
from ludex.table.know.tally import CLOSE, Best, Blow, Call, Read, Row, Tally, fighters_in
from ludex.table.records.shape import Shape

Document = dict[str, Any]


class DidShown(Shape, frozen=True):
    """What somebody has dealt to others, taken and healed, and how many they have brought down."""

    dealt: int
    taken: int
    healed: int
    felled: int


class CallShown(Shape, frozen=True):
    """The closest call: so much was left of a pool. `told` is its place in the record."""

    told: int
    being: str
    pool: str
    left: int
    round: int


class BestShown(Shape, frozen=True):
    """The best roll: its dice, what came of it, what it took, and as many throws of all come to as much or more."""

    told: int
    being: str
    title: str
    outcome: str
    dice: list[DieFallen]
    dealt: int
    throws: int
    of: int


class BlowShown(Shape, frozen=True):
    """The last blow of one side against another."""

    told: int
    by: str
    being: str


class LuckShown(Shape, frozen=True):
    """So many dice of one size and what they came to. One fight in so many has better dice, and one in so many worse
    ones; 0 where none can have."""

    dice: int
    sides: int
    total: int
    better: int
    worse: int


class SpoilShown(Shape, frozen=True):
    """What was won: its new owner, or where it lies and the action by which somebody beside it takes it up; `ways` by
    being where those go first who may take it and are not beside it."""

    name: str
    owner: str
    at: Place | None
    action: str
    args: dict[str, Any]
    ways: dict[str, Place]


class EndedShown(Shape, frozen=True):
    """A fight that is over. `won`: by one's own side, for the game master by the players'; nothing where nobody has.
    `told` is the place of its end in the record, and `words` are those of it; `party` by being, `foes` all together;
    `hurt` are those of the party who need a rest."""

    won: bool | None
    told: int | None
    words: str
    round: int
    pool: str  # what is counted
    party: dict[str, DidShown]
    foes: DidShown
    hurt: list[str]
    closest: CallShown | None
    best: BestShown | None
    blow: BlowShown | None
    luck: LuckShown | None
    luck_of_foes: LuckShown | None
    spoils: list[SpoilShown]


def ended(table: Campaign, watched: Watched, plan: Plan | None) -> Document | None:
    """How the fight ended that is over, for those who have seen and read so much; nothing where play has gone on."""
    seen = watched.seen
    scene, game = seen.scene, seen.game
    side = seen.seat if seen.seat != GM else game.sides[0]
    record = _record(table, watched.log)
    if record is None:
        return None
    tally = Tally(record, fighters_in(game, scene), side)
    end, party = tally.end, [who for who, one in scene.beings.items() if one.side == side and game.fights(scene, one)]
    winner = end.won if end is not None else game.winner(scene)
    luck = tally.luck
    return {
        "won": winner == side if winner else None,
        "told": end.place if end is not None else None,
        "words": end.words if end is not None else "",
        "round": tally.round or scene.turns.round,
        "pool": " + ".join(game.vital),
        "party": {who: did(tally.of(who)) for who in party},
        "foes": did(tally.others),
        "hurt": [who for who in party if _is_hurt(seen, who)],
        "closest": _placed(tally.closest) if tally.closest is not None else None,
        "best": _best(tally.best) if tally.best is not None else None,
        "blow": _placed(tally.last) if tally.last is not None else None,
        "luck": luck[side]._asdict() if side in luck else None,
        "luck_of_foes": next((found._asdict() for of, found in luck.items() if of != side), None),
        "spoils": _spoils(seen, tally.taken, plan, party),
    }


def _record(table: Campaign, log: Log) -> list[Read] | None:
    """What counts of the record since the first round of the last fight, without what was undone since; nothing where
    play has gone on after that fight. It is read from its end, since all else may have to be fetched."""
    found: list[Read] = []
    void: dict[int, bool] = {}  # by place: does it not count? The last word holds
    over = False
    for place in range(len(log) - 1, -1, -1):
        undoes, redoes = log.places_of(place)
        void = {**dict.fromkeys(undoes, True), **dict.fromkeys(redoes, False), **void}
        what = log[place]
        if void.get(place):
            continue
        found.append(Read(place, what.deed or -1 - place, told_lines(table, what), what.rolls))
        over = over or any([line.won is not None for line in what.lines])
        if what.goes_on and not over:
            return None
        if any([line.rank == "round" and line.round == 1 for line in what.lines]):
            break
    return found[::-1]


def did(row: Row) -> Document:
    return {**row._asdict(), "felled": len(row.felled)}


def _placed(found: Call | Blow) -> Document:
    """By the names of a document."""
    values = found._asdict()
    return {"told": values.pop("place"), "being": values.pop("who"), **values}


def _is_hurt(seen: Seen, who: str) -> bool:
    """Are they down, or is at most half left of what harm takes?"""
    being = seen.scene.beings[who]
    fares = fate(being.states, seen.game.fates)
    vital = [pool for pool in seen.game.pools(seen.scene, being) if pool.name in seen.game.vital]
    return fares == DOWN or (fares == UP and any(CLOSE * pool.left <= pool.most for pool in vital))


def _spoils(seen: Seen, taken: Iterable[tuple[str, str]], plan: Plan | None, party: Iterable[str]) -> list[Document]:
    """What was taken up since the fight, and what still lies there."""
    owned: list[Document] = [
        {"name": name, "owner": who, "at": None, "action": "", "args": {}, "ways": {}} for who, name in taken
    ]
    if plan is None:
        return owned
    game, beings = seen.game, seen.scene.beings
    takers = [who for who in party if fate(beings[who].states, game.fates) == UP]
    there = [one for one in seen.face.spoils(seen.scene) if (one.name, one.at) in plan.things]
    lying = [
        {"owner": "", **one._asdict(), "args": dict(one.args), "ways": ways_to(plan, one.at, takers)} for one in there
    ]
    return [*owned, *lying]


def _best(best: Best) -> Document:
    roll = best.roll
    throws, of = best.chance
    return {
        "told": best.place, "being": roll["by"], "title": roll["title"], "outcome": roll["outcome"]["word"],
        "dice": roll["dice"], "dealt": best.dealt, "throws": throws, "of": of,
    }  # fmt: skip
