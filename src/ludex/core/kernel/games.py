"""The register of games. A game is imported when somebody first asks for it, and registers itself.

What a game is stands in `core/game.py`, which this room may not import. Whoever may finds the register and `game_of`
there too, with their types.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Generic, Protocol, TypeVar

from ludex.core.kernel.scene import Scene


class Housed(Protocol):
    """All that the register knows of a game: the folder in which it lives."""

    home: Path


G = TypeVar("G", bound=Housed)


class Games(MutableMapping[str, G], Generic[G]):
    """Games by name. One that is only announced is imported when somebody wants it, and registers itself."""

    def __init__(self) -> None:
        self._games: dict[str, G | str] = {}  # or the module to import
        self.there: dict[str, G] = {}  # those that are imported

    def announce(self, name: str, module: str) -> None:
        """In this order, even where one of them is there already."""
        self._games[name] = self._games.pop(name, module)

    def __getitem__(self, name: str) -> G:
        found = self._games[name]
        if isinstance(found, str):
            import_module(found)
            found = self._games[name]
            assert not isinstance(found, str), f"{name} does not register its game"
        return found

    def home(self, name: str) -> Path:
        """The folder of a game, which need not be imported for it."""
        found = self._games[name]
        if not isinstance(found, str):
            return found.home
        spec = find_spec(found)
        origin = spec.origin if spec is not None else None
        assert origin is not None, f"{found} is no package"
        return Path(origin).parent

    def __setitem__(self, name: str, game: G) -> None:
        self._games[name] = self.there[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]
        self.there.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


GAMES: Games[Any] = Games()
THERE = GAMES.there


def game_of(scene: Scene[Any]) -> Any:
    try:
        return THERE[scene.game]  # asked very often: the short way first
    except KeyError:
        return GAMES[scene.game]


def import_all(*packages: str) -> None:
    """Import the rooms of a game with all that is in them: their modules register actions and reactions then."""
    for package in packages:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(found.name)
