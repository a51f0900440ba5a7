"""A replay: moments of a table as one seat knew them, in one file, to be looked at without the table. Each has what was
read with it, and how the board differs from the one before. A file may come from anybody: it is read with bounds, and
every board in it is made once and checked before anything is done with it."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from ludex.core.game import GAMES
from ludex.core.kernel.bounds import DEPTH, check_depth
from ludex.core.kernel.reading import read, read_json
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.pictures import kind_of
from ludex.table.document.answered import KnownThen, MomentListed, ToldLines
from ludex.table.document.changes import apply
from ludex.table.document.document import BeingShown, MapShown, Role, SceneShown, TurnShown
from ludex.table.document.document_board import Hexes, Squares, Zones
from ludex.table.past.statistics import StatisticsTold
from ludex.table.records.shape import Shape

FORM = 1
MOST_BYTES = 30_000_000  # of a file
MOST_CHAPTERS = 500
MOST_MOMENTS = 3_000  # of all chapters
MOST_CHANGES = 300_000  # of all moments
MOST_BEINGS = 1_000  # at a moment
MOST_PICTURES = 600_000  # bytes of all pictures
DEEP = 2 * DEPTH


class YouThen(Shape, frozen=True):
    """Who saw it: with which right, and whom they played."""

    role: Role
    beings: list[str]


class SeenThen(Shape, frozen=True):
    """What is shown of a moment: parts of the document of the seat, and the words of what it was asked."""

    you: YouThen
    scene: SceneShown | None
    board: Hexes | Squares | Zones | None
    beings: dict[str, BeingShown]
    turn: TurnShown | None
    map: MapShown | None
    fog: dict[str, list[tuple[int, int]]]
    asked: list[str]


class ReplayMoment(Shape, frozen=True):
    """A moment as it is listed, what was read with it, and as the moment of which number it is shown. `changes` lead
    from what was seen at the moment before to what is seen now, as the changes of a document do, from nothing at all at
    first; nothing where the board of then is not known, and `why`."""

    listed: MomentListed
    told: ToldLines | None
    shown_as: int
    changes: list[list[Any]] | None
    why: str


class LedThen(Shape, frozen=True):
    """A chapter of the adventure, and before which moment it began; after all of them where there is no such moment."""

    title: str
    before: int


class ReplayChapter(Shape, frozen=True):
    """Of the time that a scene was on the table: in which evening that was, who was known, and which chapters of the
    adventure began meanwhile, or before it came."""

    title: str
    text: str
    evening: int
    at: float
    beings: dict[str, KnownThen]
    moments: list[ReplayMoment]
    led: list[LedThen] = []


class Replay(Shape, frozen=True):
    """Moments of a table as a seat knew them. `seen_by` is the name of the seat, and empty for whoever knew what all
    players knew. Pictures stand by their names, as the bytes of a file in Base64."""

    ludex_replay: int
    game: str
    game_title: str
    title: str
    seen_by: str
    chapters: list[ReplayChapter]
    statistics: StatisticsTold
    pictures: dict[str, str]


def written(replay: Replay) -> bytes:
    return msgspec.json.encode(replay)


def read_replay(data: bytes) -> Replay:
    """A replay out of a file, checked to its last board."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"the replay: expected at most {MOST_BYTES:,} bytes")
    try:
        text = data.decode()
        check_depth(text, DEEP)
        if msgspec.json.decode(text, type=dict[str, Any]).get("ludex_replay") != FORM:
            raise BadInput(f"the replay: this version of Ludex reads replays of form {FORM}")
        replay = read_json(text, Replay)
    except BadInput:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as fault:
        raise BadInput(f"the replay: {fault}") from None
    _check(replay)
    return replay


def _check(replay: Replay) -> None:
    if replay.game not in GAMES:
        raise BadInput(f"the replay: there is no game {replay.game!r}")
    moments = [moment for chapter in replay.chapters for moment in chapter.moments]
    if not moments or not all(chapter.moments for chapter in replay.chapters):
        raise BadInput("the replay: expected moments in each of its chapters")
    if len(replay.chapters) > MOST_CHAPTERS or len(moments) > MOST_MOMENTS:
        raise BadInput(f"the replay: expected at most {MOST_CHAPTERS} chapters and {MOST_MOMENTS:,} moments")
    if sum(len(moment.changes or ()) for moment in moments) > MOST_CHANGES:
        raise BadInput(f"the replay: expected at most {MOST_CHANGES:,} changes")
    for chapter in replay.chapters:
        _check_numbers(chapter)
        for _ in seen_in(chapter):
            pass
    _check_pictures(replay)


def _check_numbers(chapter: ReplayChapter) -> None:
    """Moments are counted one after another, and what is told goes by their numbers."""
    first = chapter.moments[0].listed.moment
    for number, moment in enumerate(chapter.moments, first):
        told = moment.told
        if moment.listed.moment != number or moment.shown_as < number or (told is not None and told.told != number):
            raise BadInput("the replay: its moments are not counted one after another")
        rolls = len(told.rolls) if told is not None else 0
        if any(not 0 <= roll < rolls for line in (told.lines if told is not None else ()) for roll in line.rolls):
            raise BadInput("the replay: a line names a roll that is not there")


def seen_in(chapter: ReplayChapter) -> Iterator[SeenThen | None]:
    """What was seen at each moment of a chapter; nothing where that is not known."""
    last: Any = {}
    for moment in chapter.moments:
        if moment.changes is None:
            yield None
            continue
        try:
            last = apply(last, moment.changes)
            found = read(last, SeenThen)
        except (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError) as fault:
            number = moment.listed.moment
            raise BadInput(f"the replay, moment {number}: its board cannot be made of it ({fault})") from None
        if len(found.beings) > MOST_BEINGS:
            raise BadInput(f"the replay: expected at most {MOST_BEINGS:,} beings")
        yield found


def _check_pictures(replay: Replay) -> None:
    left = MOST_PICTURES
    for name, picture in replay.pictures.items():
        try:
            data = b64decode(picture, validate=True)
        except (NotBase64, ValueError):
            raise BadInput(f"the replay: the picture {name[:80]!r} is not in Base64") from None
        kind_of(data)
        left -= len(data)
        if left < 0:
            raise BadInput(f"the replay: expected at most {MOST_PICTURES:,} bytes of pictures")
        if sha256(data).hexdigest() != name:
            raise BadInput(f"the replay: {name[:80]!r} are not the bytes that have this hash")
