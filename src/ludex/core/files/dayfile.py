"""Day files: scenes one after the other with rests and travel between them, through which a party goes as it stands.

title = "To the chapel"
game = "navyblue"
[[day]]
scene = "the_ropewalk"    # a scene of the content, of the pack, or a file beside this one
[[day]]
rest = "rest"             # one of the rests of the game
[[day]]
travel = "day"            # one of its kinds of travel, where its rules know any
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

import msgspec

from ludex.core.content.content import ContentError, Record, convert
from ludex.core.content.expected import problems
from ludex.core.files.findings import Finding
from ludex.core.game import Game
from ludex.core.kernel.english import a, there_are

MOST_PARTS = 40  # of a day
SCENE_FIRST = "expected a scene first"
EITHER = "expected one of scene, rest and travel"


class Break(Record, frozen=True, eq=False, kw_only=True):
    """A rest or a journey."""

    rest: str = ""
    travel: str = ""


class Part(Break, frozen=True, eq=False, kw_only=True):
    """A scene, a rest or a journey."""

    scene: str = ""


class DayFile(Record, frozen=True, eq=False, kw_only=True):
    day: Annotated[tuple[Part, ...], msgspec.Meta(max_length=MOST_PARTS)]
    title: str = ""
    text: str = ""
    game: str = ""  # needed in a pack


def day_of(tables: Mapping[str, Any], where: str) -> DayFile:
    found = convert(tables, DayFile, where)
    for field, problem in _odd(found):
        raise ContentError(f"{where}, field {field}: {problem}")
    return found


def _odd(found: DayFile) -> Iterator[tuple[str, str]]:
    if not found.day or not found.day[0].scene:
        yield "day", SCENE_FIRST
    for number, part in enumerate(found.day):
        if [bool(part.scene), bool(part.rest), bool(part.travel)].count(True) != 1:
            yield f"day[{number}]", EITHER


def day_findings(tables: Mapping[str, Any], file: str, game: Game[Any], scenes: Collection[str]) -> Iterator[Finding]:
    """All that is wrong with a day of a game, in which these scenes are known."""
    wrong = list(problems(DayFile, tables))
    yield from (Finding(file, "", field, problem) for field, problem in wrong)
    if wrong:
        return
    found = convert(tables, DayFile, file)
    yield from (Finding(file, "", field, problem) for field, problem in _odd(found))
    for number, part in enumerate(found.day):
        if part.scene and part.scene not in scenes:
            problem = f"there is no scene {part.scene!r}; {there_are(part.scene, scenes)}"
            yield Finding(file, "", f"day[{number}].scene", problem)
        for field, problem in unknown_break(game, part):
            yield Finding(file, "", f"day[{number}].{field}", problem)


def travel_called(kind: str) -> str:
    return f"{a(kind.replace('_', ' '))} of travel"


def rest_called(kind: str) -> str:
    """A word for how long it is does not say that it is a rest."""
    return f"{kind} rest" if kind in ("short", "long", "full") else kind.replace("_", " ")


def break_called(what: Break) -> str:
    return rest_called(what.rest) if what.rest else travel_called(what.travel)


def unknown_break(game: Game[Any], part: Break) -> Iterator[tuple[str, str]]:
    """A rest or a kind of travel that the game does not know, as a field and what is wrong with it."""
    if part.rest and part.rest not in game.rests:
        yield "rest", f"there is no rest {part.rest!r}; {there_are(part.rest, game.rests)}"
    if part.travel and not game.travels:
        yield "travel", f"{game.title} has no rules here for travel"
    elif part.travel and part.travel not in game.travels:
        yield "travel", f"there is no travel {part.travel!r}; {there_are(part.travel, game.travels)}"
