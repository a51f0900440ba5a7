"""What a game master sets by hand: fields of somebody or of the scene, in the words of the book.

`by_hand.toml` of a game has them under headings, in the order in which they are asked for. What stands under the first
heading is asked for at once, all else is folded:

    [being."In play"]
    hp = { called = "HP", text = "At 0 they are Down." }   # as a sentence calls it
    altitude = { called = "height above the ground", unit = "m" }
    damaged = { called = "damaged weapons", kinds = ["weapon"] }   # ids of these kinds, where no type says so
    attack = { called = "attack archetype", kinds = ["archetype"], where = { part = "attack" } }   # of these only
    focus = { called = "skill", kinds = ["power", "mask.modes"] }   # or of parts of theirs
    wealth = { called = "wealth", names = { well_off = "well off" } }   # what values are called
    items = { called = "items", parts = { count = "how many" } }   # and what is said of each thing

    [scene."At hand"]
    counter = { called = "Escalation Counter" }

    [told]
    areas = "lasting effects"   # nobody sets it, but odds tell of it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ludex.core.content.content import Record, convert, read_toml
from ludex.core.scene.shape import SCENE, Shape

BY_HAND = "by_hand.toml"


class FieldByHand(Record, frozen=True, eq=False, kw_only=True):
    called: str
    text: str = ""
    unit: str = ""
    kinds: tuple[str, ...] = ()
    where: dict[str, str | bool] = {}
    names: dict[str, str] = {}
    parts: dict[str, str] = {}


class ByHand(Record, frozen=True, eq=False, kw_only=True):
    """By heading and field."""

    being: dict[str, dict[str, FieldByHand]] = {}
    scene: dict[str, dict[str, FieldByHand]] = {}
    told: dict[str, str] = {}  # what others are called

    @classmethod
    def of(cls, home: Path) -> ByHand:
        path = home / BY_HAND
        return convert(read_toml(path), cls, str(path)) if path.exists() else cls()

    def asked(self, what: str, known: Mapping[str, object]) -> Iterator[tuple[str, str, FieldByHand]]:
        """The heading, the name and the words of every field that is known, of the scene or else of a being: as they
        are said, and then those of which nothing is said. What comes first has no heading."""
        headings = self.scene if what == SCENE else self.being
        said = {name for fields in headings.values() for name in fields}
        for number, (heading, fields) in enumerate(headings.items()):
            yield from ((heading if number else "", name, field) for name, field in fields.items() if name in known)
        for name in known:
            if name not in said:
                yield "", name, FieldByHand(called=name.replace("_", " "))

    def called(self, name: str, what: str = "") -> str:
        """What people call a field; where it is not said of what, that of a being before that of the scene."""
        tables = [table for where, table in (("being", self.being), (SCENE, self.scene)) if what in ("", where)]
        fields = [fields for table in tables for fields in table.values()]
        return next((each[name].called for each in fields if name in each), self.told.get(name, name.replace("_", " ")))


def settable(shape: Shape, what: str) -> dict[str, object]:
    """The type of everything that the game master can set, of the scene or else of a being; conditions are given and
    ended."""
    return dict(shape.scene_hints) if what == SCENE else {"name": str, "side": str, **shape.hints}
