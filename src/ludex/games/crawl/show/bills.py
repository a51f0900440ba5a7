"""What entries cost: aspects and people in aspect points, things in money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.content.content import Library
from ludex.core.show.price import Bill
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, price_of
from ludex.games.crawl.records.ids import ITEMS
from ludex.games.crawl.records.kinds import Aspect, Character, Item
from ludex.games.crawl.records.parts import PER_POINT
from ludex.games.crawl.show.parts import part_name
from ludex.games.crawl.state import Learned


def _aspect(library: Library, entry: Aspect) -> Bill:
    """tc.ap.schema: the sum of its parts."""
    parts = () if entry.basic else entry.parts
    return Bill("AP", tuple([(part_name(part), price_of(library, (part,))) for part in parts]))


def _item(library: Library, entry: Item) -> Bill:
    """tc.money: 100 for each aspect point."""
    parts = () if entry.free else entry.parts
    return Bill("money", tuple([(part_name(part), PER_POINT * price_of(library, (part,))) for part in parts]))


def _person(library: Library, entry: Character) -> Bill:
    """tc.aspect.definition: all that somebody is made of, aspect by aspect."""
    learned = [Learned(owns.aspect, owns.choice, owns.changed) for owns in entry.aspects]
    return Bill("AP", tuple([(aspect(library, one.aspect).name, ap_of(library, one)) for one in learned]))


BILLS: dict[str, Callable[[Library, Any], Bill]] = {
    "aspect": _aspect,
    **dict.fromkeys(ITEMS, _item),
    "character": _person,
    "enemy": _person,
}
