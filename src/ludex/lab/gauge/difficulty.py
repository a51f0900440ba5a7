"""How hard the scenes are that come with the games: fought beforehand by `trying.py`, and kept in `difficulty.toml`
beside this file, so that nobody has to wait for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from ludex.core.content.content import read_toml
from ludex.core.files.scenefile import by_difficulty
from ludex.core.game import GAMES
from ludex.core.kernel.reading import read
from ludex.lab.gauge.grades import as_meant
from ludex.lab.gauge_line import Grade

KEPT = Path(__file__).with_name("difficulty.toml")
BEGINNING = """\
# How hard the scenes are that come with the games, for parties of several numbers: fought by machines that know the
# game, on both sides. `own`: the number that is in the scene. `ahead`: the same with a party that looks ahead.
# Made by `make difficulty`: nothing here is written by hand.
"""


class Tried(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene that was fought so often: how often the party won, and how often somebody of it went down; what is left
    on average of its health, and what is spent of all else that it uses up, in percent. Without a grade where there is
    nothing to be won by fighting."""

    fights: int
    won: int
    down: int
    left: int | None = None
    spent: int | None = None
    grade: Grade | None = None

    @property
    def in_100(self) -> int:
        """Of a hundred fights, so many are won."""
        return round(100 * self.won / self.fights)

    @property
    def as_meant(self) -> bool:
        """Is it fair, and not only because nearly all of its fights are won with somebody on the ground?"""
        return as_meant(self.won / self.fights, self.down / self.fights)

    @property
    def gone(self) -> float | None:
        """What is gone at the end on average, of health and of all else alike, in percent."""
        if self.left is None:
            return None
        lost = 100 - self.left
        return lost if self.spent is None else (lost + self.spent) / 2


class Known(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is known of a scene: for parties of so many, by their number; of none where nobody is there to fight."""

    own: int
    of: dict[str, Tried] = {}
    ahead: Tried | None = None

    @property
    def usual(self) -> Tried | None:
        """For as many as are in the scene."""
        return self.of.get(str(self.own))


Scenes = dict[str, Known]  # by their names


@cache
def tried_before() -> dict[str, Scenes]:
    """All that is known, by game."""
    return read(read_toml(KEPT), dict[str, Scenes]) if KEPT.exists() else {}


def tried_scene(game: str, scene: str) -> Known | None:
    """What is known of a scene; nothing where it was not tried yet."""
    return tried_before().get(game, {}).get(scene)


def written(known: Mapping[str, Scenes]) -> str:
    """As a file: the games in their order, and of each the easiest scene first as its author sees it."""
    lines = [BEGINNING]
    for game in GAMES.values():
        there = known.get(game.name, {})
        for path in by_difficulty(game.starter.scenes):
            if (one := there.get(path.stem)) is not None:
                lines += [f"[{game.name}.{path.stem}]", f"own = {one.own}"]
                lines += [f"of.{size} = {_in_line(tried)}" for size, tried in sorted(one.of.items())]
                lines += [f"ahead = {_in_line(one.ahead)}"] if one.ahead is not None else []
                lines.append("")
    return "\n".join(lines)


def _in_line(one: Tried) -> str:
    fields = {"fights": one.fights, "won": one.won, "down": one.down, "left": one.left, "spent": one.spent}
    said = [f"{name} = {value}" for name, value in fields.items() if value is not None]
    said += [f'grade = "{one.grade}"'] if one.grade else []
    return f"{{ {', '.join(said)} }}"
