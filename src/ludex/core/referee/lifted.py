"""Numbers taken out of a scene, so that scenes that differ in numbers alone are one; and put back into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ludex.core.foe.standing import Measured
from ludex.core.kernel.games import game_of
from ludex.core.kernel.scene import Scene
from ludex.core.referee.carried import Number, ToldApart

S = TypeVar("S", bound=Scene[Any])
Values = tuple[Any, ...]  # numbers of beings
Place = tuple[str, str, tuple[int, ...]]  # whose number it is, in which field, and where in that; of nobody: the agenda
Places = tuple[Place, ...]


class Counted(Generic[S]):
    """The numbers of beings that people want to know of, as they are before anything happens."""

    def __init__(self, start: S) -> None:
        game: Measured[Any] = game_of(start)
        kinds = frozenset([type(being) for being in start.beings.values()])
        self.fields, self._of = _numbers_of(kinds, game.telling)
        self.before = {name: self._of(being) for name, being in start.beings.items()}

    def take_out(self, scene: S) -> tuple[Places, list[Any]]:
        """The numbers that are others now, apart from the scene: in it each is as it was, so that scenes that differ in
        nothing else are one."""
        places: list[Place] = []
        values: list[Any] = []
        of, before = self._of, self.before
        for name, being in scene.beings.items():
            if name in before and (now := of(being)) != (was := before[name]):
                pairs = zip(was, now, strict=True) if len(self.fields) > 1 else [(was, now)]
                for field, (old, new) in zip(self.fields, pairs, strict=True):
                    if type(old) is int and (type(new) is Number or (type(new) is int and new != old)):
                        places.append((name, field, ()))
                        values.append(new)
                        setattr(being, field, old)
        return tuple(places), values


def fields_of(beings: Mapping[str, Any]) -> Iterable[str]:
    """All that beings have."""
    fields: Iterable[str] = next(iter(beings.values())).__dataclass_fields__
    return fields


def lift_out(holders: Iterable[tuple[str, Any]], fields: Iterable[str]) -> tuple[Places, list[Any]]:
    """The numbers that are carried along in these fields of somebody, or of the scene, however deep."""
    places: list[Place] = []
    values: list[Any] = []
    for name, holder in holders:
        for field in fields:
            if _is_plain(value := getattr(holder, field)):
                continue
            found: list[tuple[tuple[int, ...], Number]] = []
            rest = lifted(value, (), found)
            if found:
                setattr(holder, field, rest)
                places += [(name, field, where) for where, _ in found]
                values += [number for _, number in found]
    return tuple(places), values


def lifted(value: Any, where: tuple[int, ...], found: list[tuple[tuple[int, ...], Number]]) -> Any:
    """The value with 0 for each number in it that is carried along; these, and where they were."""
    if type(value) is Number:
        found.append((where, value))
        return 0
    if isinstance(value, tuple):
        each: Sequence[Any] = value
    elif (names := parts_of(kind_of(value))) is not None:
        each = [getattr(value, name) for name in names]
    else:
        return value
    before = len(found)
    parts = [part if _is_plain(part) else lifted(part, (*where, place), found) for place, part in enumerate(each)]
    return made_of(type(value), parts) if len(found) > before else value


def _is_plain(value: object) -> bool:
    """Is there no number in it that is carried along? One has no hash, and neither has what holds one."""
    try:
        hash(value)
    except ToldApart:
        return False
    return True


@lru_cache(maxsize=1 << 10)
def parts_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a record that never changes; of anything else none."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not (parameters.frozen or parameters.unsafe_hash):
        return None
    return tuple(kind.__dataclass_fields__)


def put_back(scene: Scene[Any], places: Places, values: Iterable[Any]) -> None:
    for (name, field, where), value in zip(places, values, strict=True):
        put_in(scene.beings[name] if name else scene, field, where, value)


def put_in(holder: Any, field: str, where: tuple[int, ...], value: Any) -> None:
    """A number into a field of somebody, or of the scene."""
    setattr(holder, field, with_part(getattr(holder, field), where, value) if where else value)


def with_part(whole: Any, where: tuple[int, ...], value: Any) -> Any:
    if not where:
        return value
    parts = parts_in(whole)
    parts[where[0]] = with_part(parts[where[0]], where[1:], value)
    return made_of(type(whole), parts)


def kind_of(value: object) -> Any:
    return type(value)


def made_of(kind: Any, parts: list[Any]) -> Any:
    names = parts_of(kind)
    if names is None:
        return tuple.__new__(kind, parts)  # a named one, or any other
    made = object.__new__(kind)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def parts_in(value: Any) -> list[Any]:
    """Of a tuple, or of a record that never changes."""
    names = parts_of(kind_of(value))
    return list(value) if names is None else [getattr(value, name) for name in names]


@lru_cache(maxsize=64)
def _numbers_of(kinds: frozenset[type], telling: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    """Which of these fields are whole numbers of each kind of being, and all of them of somebody."""
    found = [field for field in telling if all([kind.__annotations__.get(field) == "int" for kind in kinds])]
    return tuple(found), attrgetter(*found) if found else _nothing


def _nothing(being: object) -> None:
    """Nobody has a number that people want to know of."""
