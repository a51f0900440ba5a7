"""The numbers that files may give. Each has its bounds, which the types say: what is beyond them is refused with the
field and the reason wherever content, a scene or the game master gives it, and the JSON Schema tells editors."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta

MOST = 100_000

Natural = Annotated[int, Meta(ge=0, le=MOST)]  # none, or some
Positive = Annotated[int, Meta(ge=1, le=MOST)]  # at least one
Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]  # a bonus or a loss, a height or a depth
Moment = Annotated[int, Meta(ge=0, le=1_000_000_000)]  # in minutes
Anything = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]  # of what is counted in play
Measure = Annotated[float, Meta(ge=0, le=MOST)]  # of what is not counted
DiceCount = Annotated[int, Meta(ge=0, le=100)]
Sides = Annotated[int, Meta(ge=2, le=100)]
Level = Annotated[int, Meta(ge=1, le=100)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Place = Annotated[int, Meta(ge=-1000, le=1000)]  # across or down a board
Extent = Annotated[int, Meta(ge=1, le=1000)]  # of a board


def bounded(hint: Any, number: Any = Anything) -> Any:
    """A type in which every whole number has these bounds."""
    if hint is int:
        return number
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Annotated, Literal) or not inner:
        return hint
    parts = tuple(part if part is ... else bounded(part, number) for part in inner)
    if parts == inner:
        return hint
    return Union[parts] if origin in (Union, UnionType) else origin[parts]  # noqa: UP007  # of types that are known only now
