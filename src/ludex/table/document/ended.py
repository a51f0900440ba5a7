"""The end of a fight as a document: who did what, as far as those who read it know, and how the dice fell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.core.foe.standing import FALLEN, fate
from ludex.core.kernel.procedure import GM
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Log
from ludex.table.campaign.watched import Watched
from ludex.table.document.log import told_lines
from ludex.table.know.luck import Luck
from ludex.table.know.rolls import DieFallen
from ludex.table.know.seen import Seen
from ludex.table.know.tally import Best, Fighters, Read, Tally
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
    """So many dice of one size and what they came to; how likely as many would come to more, and to less."""

    dice: int
    sides: int
    total: int
    more: float
    less: float


class EndedShown(Shape, frozen=True):
    """A fight that is over. `won`: by one's own side, for the game master by the players'; nothing where nobody has.
    `party` by being, `foes` all together."""

    won: bool | None
    round: int
    pool: str  # what is counted
    party: dict[str, DidShown]
    foes: DidShown
    closest: CallShown | None
    best: BestShown | None
    blow: BlowShown | None
    luck: LuckShown | None
    luck_of_foes: LuckShown | None


def ended(table: Campaign, watched: Watched) -> Document:
    """How the fight ended that is over, for those who have seen and read so much."""
    seen = watched.seen
    side = seen.seat if seen.seat != GM else seen.game.sides[0]
    tally = Tally(_record(table, watched.log), _fighters(seen), side)
    scene = seen.scene
    party = [who for who, being in scene.beings.items() if being.side == side and seen.game.fights(scene, being)]
    foes = [tally.of(who) for who, being in scene.beings.items() if being.side != side]
    luck = {True: None, False: None, **{of == side: _luck(found) for of, found in tally.luck.items()}}
    winner = seen.game.winner(scene)
    return {
        "won": winner == side if winner else None,
        "round": tally.round or scene.turns.round,
        "pool": seen.game.vital[0] if len(seen.game.vital) == 1 else " + ".join(seen.game.vital),
        "party": {who: {**tally.of(who)._asdict(), "felled": len(tally.of(who).felled)} for who in party},
        "foes": {
            "dealt": sum(row.dealt for row in foes), "taken": sum(row.taken for row in foes),
            "healed": sum(row.healed for row in foes), "felled": sum(len(row.felled) for row in foes),
        },
        "closest": _placed(tally.closest._asdict(), "who") if tally.closest is not None else None,
        "best": _best(tally.best) if tally.best is not None else None,
        "blow": _placed(tally.last._asdict(), "who") if tally.last is not None else None,
        "luck": luck[True],
        "luck_of_foes": luck[False],
    }  # fmt: skip


def _record(table: Campaign, log: Log) -> Iterator[Read]:
    """What counts of the record: without what was undone since."""
    void: set[int] = set()
    for place in range(len(log)):
        undoes, redoes = log.places_of(place)
        void = (void | set(undoes)) - set(redoes)
    for place, what in enumerate(log):
        if place not in void:
            yield Read(place, what.deed or -1 - place, told_lines(table, what), what.rolls)


def _fighters(seen: Seen) -> Fighters:
    game, scene = seen.game, seen.scene
    beings = scene.beings.items()
    return Fighters(
        {who: being.side for who, being in beings},
        {(who, pool.name): pool.most for who, being in beings for pool in game.pools(scene, being)},
        frozenset([who for who, being in beings if fate(being.states, game.fates) in FALLEN]),
        game.vital,
    )


def _placed(found: Document, who: str) -> Document:
    """By the names of a document."""
    being, place = found.pop(who), found.pop("place")
    return {"told": place, "being": being, **found}


def _luck(luck: Luck) -> Document:
    return {**luck._asdict(), "more": round(luck.more, 6), "less": round(luck.less, 6)}


def _best(best: Best) -> Document:
    roll = best.roll
    throws, of = best.chance
    return {
        "told": best.place, "being": roll["by"], "title": roll["title"], "outcome": roll["outcome"]["word"],
        "dice": roll["dice"], "dealt": best.dealt, "throws": throws, "of": of,
    }  # fmt: skip
