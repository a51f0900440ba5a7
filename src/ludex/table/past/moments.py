"""The moments of a chapter for those with one knowledge. A moment begins with a doing that they have read of, and lasts
until the next: whatever nobody told them of is no moment, and is not counted. It is shown as it was when it ended, but
never as it was while one who is hidden was about to act: where that was so all the time, it is shown as the next is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from ludex.core.foe.standing import UP, Pool, fate
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.reading import read
from ludex.core.referee.live import Live, TypedDice
from ludex.table.campaign.log import KeptTold, Order, Told
from ludex.table.know.pools import level, tenths
from ludex.table.know.seen import Seen
from ludex.table.know.tally import Fighters, fighters_in
from ludex.table.past.played import Deed, Played
from ludex.table.past.then import known_of_both
from ludex.table.records.settings import Pools, Settings


class Instant(NamedTuple):
    """Between two doings."""

    number: int  # of the last entry before the next one
    deed: Deed | None  # what was done last; nothing when the scene came on the table


class Moment(NamedTuple):
    number: int  # among those of the chapter, from 0 on: when the scene came on the table
    told: Told | None  # what was read; nothing when the scene came on the table
    order: Order  # what was rolled for the order of turns by then
    instants: list[Instant]
    counts: bool = True  # it was not taken back since

    @property
    def entry(self) -> int:
        """With which it began; 0 when the scene came on the table."""
        return self.told.entry if self.told is not None else 0


class Known(NamedTuple):
    """How all stood at an instant, as far as it was known."""

    number: int  # of its last entry
    round: int  # 0 where nobody fought
    of: str  # whose turn it was
    pools: dict[str, Pool]  # the first one of each
    names: dict[str, tuple[str, str]]  # and sides
    out: frozenset[str]  # who did not stand any more, whatever was left to them
    hidden: bool  # one who is hidden was about to act


class Moments:
    def __init__(self, played: Played, knowledge: str) -> None:
        self.played = played
        self.knowledge = knowledge
        self._known: dict[int, Known | None] = {}  # by the last entries of instants
        self._all: tuple[int, list[Moment]] = (0, [])  # and up to which entry these are

    def all(self) -> list[Moment]:
        """Those of what has been played again."""
        if self._all[0] != self.played.until:
            self._all = self.played.until, self._counted(self.played.until)
        return self._all[1]

    def _counted(self, until: int) -> list[Moment]:
        rule, deeds = self.played.chapter.table.game.face().order_rule, self.played.done
        ends = [deed.first - 1 for deed in deeds] + [until]
        found, void = [Moment(0, None, Order(), [Instant(ends[0], None)])], set[int]()
        for deed, end in zip(deeds, ends[1:], strict=True):
            told = told_of(deed, self.knowledge)
            if told is not None:
                void = void.union(told.undoes).difference(told.redoes)
                found.append(Moment(len(found), told, found[-1].order.after(told, rule), []))
            found[-1].instants.append(Instant(end, deed))
        return [moment._replace(counts=moment.told is None or moment.told.entry not in void) for moment in found]

    def shown(self, all: list[Moment], number: int) -> tuple[Moment, Known | None]:
        """As which of them a moment is shown, and how all stood; nothing where that is not known any more."""
        known = self.known(all[number])
        while number + 1 < len(all) and known is not None and known.hidden:
            number += 1
            known = self.known(all[number])
        return all[number], known

    def settings(self, moment: Moment) -> Settings:
        """Those of the table at a moment."""
        deed = moment.instants[-1].deed
        return deed.settings if deed is not None else self.played.chapter.table.settings

    def beings(self, all: list[Moment]) -> dict[str, dict[str, Any]]:
        """Everybody who was known at any of these moments, as they were called last."""
        sides, found = self.played.chapter.table.game.sides, dict[str, dict[str, Any]]()
        own = sides[0] if self.knowledge == GM else self.knowledge
        for moment in all:
            _, known = self.shown(all, moment.number)
            for who, (name, side) in known.names.items() if known is not None else ():
                found[who] = {"name": name, "ally": side == own}
        return found

    def known(self, moment: Moment) -> Known | None:
        """How all stood when nobody hidden was about to act, at the last of such instants; where there was none, at the
        very last. Nothing where it is not known any more."""
        last = self._at(moment.instants[-1])
        if last is None or not last.hidden:
            return last
        earlier = (self._at(instant) for instant in reversed(moment.instants[:-1]))
        return next((known for known in earlier if known is not None and not known.hidden), last)

    def _at(self, instant: Instant) -> Known | None:
        if instant.number not in self._known:
            self._known[instant.number] = self._looked_at(instant)
        return self._known[instant.number]

    def _looked_at(self, instant: Instant) -> Known | None:
        if self.played.why_not(instant.number):
            return None
        game, (scene, who, known) = self.played.chapter.table.game, self._view(instant)
        pools = {being.id: next(iter(game.pools(known, being)), None) for being in known.beings.values()}
        return Known(
            instant.number,
            known.turns.round_now,
            game.to_act(known),
            {id: pool for id, pool in pools.items() if pool is not None},
            {being.id: (being.name, being.side) for being in known.beings.values()},
            frozenset([being.id for being in known.beings.values() if fate(being.states, game.fates) != UP]),
            who in scene.beings and who not in known.beings,
        )

    def _view(self, instant: Instant) -> tuple[Any, str, Any]:
        """The scene at an instant, for whom the table waited then, and the scene as it was known."""
        played, game, number = self.played, self.played.chapter.table.game, instant.number
        began, deed = played.stretch(number).entry.number, instant.deed
        if deed is not None and deed.entry.number > began:
            scene, who = deed.scene, deed.who
        else:  # it was opened, or opened afresh
            scene = played.live(number).scene
            who = game.to_act(scene)
        seen = Seen(Live(game, scene, TypedDice()), self.knowledge, fogs=played.fogs)
        with played.fogs.as_of(number + 1):
            return scene, who, seen.knowledge(scene)

    def fighters(self, all: list[Moment], moment: Moment) -> Fighters:
        """Those who were known at a moment; nobody where that is not known any more."""
        game, (shown, known) = self.played.chapter.table.game, self.shown(all, moment.number)
        if known is None:
            return Fighters({}, {}, frozenset(), game.vital)
        instant = next(each for each in shown.instants if each.number == known.number)
        return fighters_in(game, self._view(instant)[2])


def told_of(done: Deed, knowledge: str) -> Told | None:
    """What those who know this have read of it."""
    kept = done.told.get(knowledge)
    kept = done.told.get(kept) if isinstance(kept, str) else kept
    try:
        told = read(kept, KeptTold) if kept else None
    except msgspec.ValidationError:
        return None
    return told.told(done.entry.number, done.entry.at, done.entry.by) if told is not None else None


# ---------------------------------------------------------------- as they are told


def pools_of(known: Known, knowledge: str, settings: Settings) -> dict[str, dict[str, Any]]:
    """How much everybody has left, in hundredths, and in words where that may be said. Whoever stands has one of them
    at least, and who does not has none."""
    told: dict[str, dict[str, Any]] = {}
    for who, pool in known.pools.items():
        own = knowledge in (GM, known.names[who][1])
        shown = _shown(pool, "exact" if own else settings.pools_of.get(who, settings.pools))
        if shown is not None:
            told[who] = {**shown, "share": 0 if who in known.out else max(1, shown["share"])}
    return told


def _shown(pool: Pool, how: Pools) -> dict[str, Any] | None:
    match how:
        case "exact":
            share = 100 * max(0, pool.left) // pool.most if pool.most > 0 else 0
            return {"share": min(100, share), "left": str(pool.left)}
        case "bar":
            return {"share": 10 * tenths(pool), "left": ""}
        case "words":
            least, words = level(pool)
            return {"share": 10 * least, "left": words}
    return None


def rows(moments: Moments, all: list[Moment], first: int, now: Settings) -> Iterator[dict[str, Any]]:
    """The moments from one on, each with what was read, and those pools that have changed since the one before."""
    before: dict[str, Any] = {}
    for moment in all[first:]:
        _, known = moments.shown(all, moment.number)
        settings = known_of_both(moments.settings(moment), now)
        pools = pools_of(known, moments.knowledge, settings) if known is not None else {}
        yield {
            "moment": moment.number,
            "at": moment.told.at if moment.told is not None else moments.played.chapter.at,
            "words": words_of(moment, settings),
            "round": known.round if known is not None else 0,
            "of": known.of if known is not None else "",
            "pools": {who: pool for who, pool in pools.items() if before.get(who) != pool},
            "gone": [who for who in before if who not in pools],
            "counts": moment.counts,
            "shown": known is not None,
        }
        before = pools


def words_of(moment: Moment, settings: Settings) -> str:
    """What was read, in short: its first line that tells of a deed."""
    if moment.told is None:
        return ""
    lines = moment.told.lines if is_exact(settings) else moment.told.rough
    deeds = [line for line in lines if not line.aside and line.rank not in ("round", "turn")]
    return (deeds or lines)[0].in_short if lines else ""


def is_exact(settings: Settings) -> bool:
    return settings.pools == "exact" and all(how == "exact" for how in settings.pools_of.values())
