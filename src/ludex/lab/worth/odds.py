"""The odds of what can be done with an entry, beside those of the one it was begun from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from ludex.core.content.content import Library
from ludex.core.foe.standing import FALLEN
from ludex.core.game import game_of
from ludex.core.kernel.english import listed
from ludex.core.scene.shape import PEOPLE
from ludex.lab.worth.deeds import Deed, Key, deeds, harm, harmed, harmed_pools, mended
from ludex.lab.worth.duel import DUMMY, OWNER, duels
from ludex.lab.worth.tried import Named, Tried, belongings, named_by, people

PROTECTS = ("armor", "armour", "shield")  # kinds of content that are of use when one is struck
MOST_DEEDS = 6  # that are told
MOST_ATTACKS = 2  # that are looked at to see whether something makes them another
LONGEST = 24  # characters of a chance that is told exactly
ALMOST = 1_000_000  # the denominator of a chance that has more
BROUGHT_DOWN = "brought down"
HARMED = "harmed"


class WorthChance(msgspec.Struct, frozen=True):
    """`hit 7/12`; `was` is that of the entry it was begun from, null where that cannot do it."""

    words: str
    chance: str
    was: str | None


class WorthNumber(msgspec.Struct, frozen=True):
    """What the other loses on average; of what mends, what is regained."""

    words: str
    mean: float
    was: float | None


class WorthDeed(msgspec.Struct, frozen=True):
    name: str
    chances: list[WorthChance]
    number: WorthNumber | None


class WorthDummy(msgspec.Struct, frozen=True):
    id: str
    name: str


class WorthOdds(msgspec.Struct, frozen=True):
    """What can be done with it to a dummy, as near as it can be done; of what one wears, what a dummy can do."""

    owner: str  # the name of who has it
    against: WorthDummy
    dummies: list[WorthDummy]
    deeds: list[WorthDeed]


class Compared:
    """All that the owner of what is tried can do to a dummy, and what the dummy can do to them, with what is tried and
    with the entry it was begun from."""

    def __init__(self, tried: Tried, owner: Named, dummy: Named) -> None:
        self.tried, self.owner, self.dummy = tried, owner, dummy

    def _all(self, library: Library | None, by: str, to: str) -> dict[Key, Deed]:
        if library is None:
            return {}
        return deeds(duels(self.tried.game, library, self.owner, self.dummy, by), by, to)

    @cached_property
    def strikes(self) -> dict[Key, Deed]:
        return self._all(self.tried.with_it, OWNER, DUMMY)

    @cached_property
    def strikes_before(self) -> dict[Key, Deed]:
        return self._all(self.tried.with_origin, OWNER, DUMMY) if self.tried.changes else self._same(self.strikes)

    @cached_property
    def struck(self) -> dict[Key, Deed]:
        return self._all(self.tried.with_it, DUMMY, OWNER)

    @cached_property
    def struck_before(self) -> dict[Key, Deed]:
        return self._all(self.tried.with_origin, DUMMY, OWNER) if self.tried.changes else self._same(self.struck)

    def _same(self, found: dict[Key, Deed]) -> dict[Key, Deed]:
        """Where nothing has changed yet, it was as it is."""
        return found if self.tried.origin is not None else {}

    @cached_property
    def mends(self) -> list[Deed]:
        """What the owner, who is hurt, does with it for themself."""
        if self.tried.kind in PEOPLE:
            return []
        found = [deed for deed in self._for_oneself(self.tried.with_it).values() if deed.things & self.things]
        return [deed for deed in found if deed.whole(deed.nearest) and mended(deed, deed.nearest)]

    @cached_property
    def mends_before(self) -> dict[Key, Deed]:
        return self._for_oneself(self.tried.with_origin)

    def _for_oneself(self, library: Library | None) -> dict[Key, Deed]:
        """All that the owner, who is hurt, can do for themself with this content."""
        if library is None:
            return {}
        hurt = duels(self.tried.game, library, self.owner, self.dummy, OWNER, hurt=True)
        return deeds(islice(hurt, 1), OWNER, OWNER)

    @cached_property
    def things(self) -> set[str]:
        """What is done with it: by its own name, by that of something it belongs to, or of a part of its owner."""
        tried, library = self.tried, self.tried.with_it
        had = [named for named, _ in belongings(library, self.owner)]
        parts = set(parts_with_ids(tried.entry))
        if tried.kind in PEOPLE:
            return {named.id for named in had} | parts
        it = Named(tried.kind, tried.place)
        through = {named.id for named in had if it in dict(belongings(library, named))}
        owner = library.shelves[self.owner.kind].entries[self.owner.id]
        return {tried.place, *parts, *through, *parts_with_ids(owner, through=it, library=library)}

    @cached_property
    def own(self) -> list[Deed]:
        """What is done with it."""
        return [deed for deed in self.strikes.values() if deed.things & self.things]

    def told(self) -> list[WorthDeed]:
        """Those that do something, those that harm first; of what is not done with anything, what it makes another."""
        if self.tried.kind in PROTECTS:
            found = self._told_of(harmful(attacks(self.struck)), self.struck_before)
        elif self.own:
            found = self._told_of(worth_telling(self.own), self.strikes_before)
        elif self.tried.kind in PEOPLE:
            found = self._told_of(harmful(self.strikes.values()), self.strikes_before)
        elif self.tried.changes:
            found = self._told_of(harmful(attacks(self.strikes)), self.strikes_before)
            found += self._told_of(harmful(attacks(self.struck)), self.struck_before)
            found = [deed for deed in found if differs(deed)]
        else:
            found = []
        if not found:
            found = self._told_of(self.mends, self.mends_before if self.mends else {})
        return found[:MOST_DEEDS]

    def _told_of(self, found: Iterable[Deed], before: dict[Key, Deed]) -> list[WorthDeed]:
        return [self._told(deed, before.get(deed.key)) for deed in islice(found, MOST_DEEDS)]

    def _told(self, deed: Deed, before: Deed | None) -> WorthDeed:
        if before is not None and not before.whole(before.nearest):
            before = None
        now, was = chances(deed), chances(before) if before is not None else {}
        found = [
            WorthChance(words, exact(chance), exact(was.get(words, Fraction(0))) if before is not None else None)
            for words, chance in now.items()
        ]
        found += [WorthChance(words, "0", exact(chance)) for words, chance in was.items() if words not in now]
        scene, _ = deed.scenes[deed.nearest]
        name = deed.words if deed.by == OWNER else f"{scene.beings[deed.by].name}: {deed.words}"
        return WorthDeed(name, found, self._number(deed, before))

    def _number(self, deed: Deed, before: Deed | None) -> WorthNumber | None:
        amount = mended if deed.to == deed.by else harm
        mean = amount(deed, deed.nearest)
        was = amount(before, before.nearest) if before is not None else None
        if not mean and not was:
            return None
        game = self.tried.game
        pools = listed(game.vital, "and") if deed.to == deed.by else listed(harmed_pools(game), "and")
        words = f"{pools} {'regained ' if deed.to == deed.by else ''}on average"
        return WorthNumber(words, float(mean), float(was) if was is not None else None)


def told_odds(compared: Compared) -> WorthOdds | None:
    """Nothing where nothing can be done with it, and it makes nothing else another."""
    found = compared.told()
    if not found:
        return None
    tried = compared.tried
    shelves = tried.with_it.shelves
    dummies = [WorthDummy(id, shelves[kind].entries[id].name) for kind, id in people(tried.library)]
    against = next(each for each in dummies if each.id == compared.dummy.id)
    owner = shelves[compared.owner.kind].entries[compared.owner.id].name
    return WorthOdds(owner, against, dummies, found)


# ---------------------------------------------------------------- which of them, and in which words


def harmful(found: Iterable[Deed]) -> list[Deed]:
    return [deed for deed in found if deed.whole(deed.nearest) and harm(deed, deed.nearest)]


def attacks(found: Mapping[Key, Deed]) -> list[Deed]:
    """The first of those that are attacks."""
    return [deed for deed in found.values() if deed.attacks][:MOST_ATTACKS]


def worth_telling(found: Iterable[Deed]) -> list[Deed]:
    """Of each thing the plainest way to harm somebody with it, which stands first in the menu, unless another does more
    than twice as much; of things with which nobody is harmed, whatever else is rolled for or brings something."""
    there = [deed for deed in found if deed.whole(deed.nearest)]
    by_thing: dict[str, list[Deed]] = {}
    for deed in harmful(there):
        by_thing.setdefault(deed.key.thing, []).append(deed)
    harms = []
    for ways in by_thing.values():
        most = max(harm(deed, deed.nearest) for deed in ways)
        harms.append(next(deed for deed in ways if 2 * harm(deed, deed.nearest) >= most))
    return [*harms, *[deed for deed in there if deed.key.thing not in by_thing and does_something(deed)]]


def does_something(deed: Deed) -> bool:
    odds = deed.odds(deed.nearest)
    return bool(odds.readings) or any(who == deed.to for who, _ in odds.gained)


def differs(told: WorthDeed) -> bool:
    return any(each.was not in (None, each.chance) for each in told.chances) or (
        told.number is not None and told.number.was not in (None, told.number.mean)
    )


def chances(deed: Deed) -> dict[str, Fraction]:
    """What the first roll comes to, or where none says whether it succeeds, whether it harms; then which conditions it
    brings, the likeliest first, and whether somebody falls by it."""
    scene, _ = deed.scenes[deed.nearest]
    game, odds = game_of(scene), deed.odds(deed.nearest)
    face = game.face()
    found = dict(face.chances(scene, odds))
    if not found and deed.to != deed.by and (chance := harmed(deed, deed.nearest)):
        found[HARMED] = chance
    gained = {condition: chance for (who, condition), chance in odds.gained.items() if who == deed.to}
    for condition, chance in sorted(gained.items(), key=lambda each: -each[1]):
        if chance >= face.least:
            found[face.value(scene, "condition", condition)] = chance
    if deed.to in odds.falls and not any(game.fates.get(condition) in FALLEN for condition in gained):
        found[BROUGHT_DOWN] = odds.falls[deed.to]
    return found


def exact(chance: Fraction) -> str:
    """As a fraction; of dice that are rolled again and again it is very long, and almost this one."""
    told = str(chance)
    return told if len(told) <= LONGEST else str(chance.limit_denominator(ALMOST))


def parts_with_ids(record: Any, through: Named | None = None, library: Library | None = None) -> list[str]:
    """The ids of the parts of an entry that have one, such as the attacks of somebody; where it is asked, of those by
    way of which it has something."""
    found = []
    for field in record.__struct_fields__:
        value = getattr(record, field)
        for part in value if isinstance(value, tuple) else (value,):
            own = getattr(part, "id", "") if isinstance(part, msgspec.Struct) else ""
            if own and (through is None or library is None or through in named_by(library, part)):
                found.append(str(own))
    return found
