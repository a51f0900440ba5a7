"""Entries: a table's whole life is a list of them, append-only, and its state is the fold over them.

An entry has a kind and a body of plain data; each kind's body is a struct here. What the open scene's referee notes is
an entry of kind `play`, whose body is the line of the journal as it is.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from ludex.core.content.content import Colour
from ludex.core.files.adventurefile import Adventure
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.table.records.fog import Place
from ludex.table.records.shape import Shape

PLAY = "play"
UNSET = msgspec.UNSET
Unset = msgspec.UnsetType


class Entry(msgspec.Struct, frozen=True):
    number: int  # 1, 2, …
    at: float  # seconds since 1970
    by: str  # the seat's id; empty for the table itself
    kind: str
    body: dict[str, Any]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an entry of a kind says."""


# ---------------------------------------------------------------- the table


class Branch(Shape, frozen=True):
    """From which moment of which table somebody goes on at a table of its own."""

    table: str
    title: str  # of that table; of one that is a branch itself, of the one that it began with
    scene: str
    round: int  # 0: before the first


class Founded(Body, frozen=True):
    title: str
    game: str
    branch: Branch | None = None


class Renamed(Body, frozen=True):
    title: str


class Archived(Body, frozen=True):
    archived: bool


class Deleting(Body, frozen=True):
    """The table is deleted for good from this time on; 0: it is kept after all."""

    at: float


class Webhooked(Body, frozen=True):
    """The record goes to this address from now on, line by line; empty: nowhere. It may have a password in it, and goes
    into no file."""

    address: str


class Settled(Body, frozen=True):
    """Settings that change, by name."""

    settings: dict[str, Any]


class Optioned(Body, frozen=True):
    """The options of scenes to come."""

    options: dict[str, bool | int | str]


class PackLabel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pack that content was taken from, and which version of it. The seal tells apart what was saved under the same
    version; earlier versions of Ludex have not kept it."""

    id: str
    title: str
    version: str
    seal: str = ""


class Content(Body, frozen=True):
    """Content of the table's own; nothing in it takes away what had this name. What of it is in use and has gone stays
    for those who have it (`kept`); versions that asked nobody have kept nothing, and then all of it stays."""

    name: str
    tables: dict[str, Any]
    pack: PackLabel | None = None
    kept: dict[str, list[dict[str, Any]]] | Unset = UNSET  # by kind


class Evening(Body, frozen=True):
    """An evening begins, with dice of its own. The seed is told when it is closed, that of what is rolled in secret
    when the game master opens it; a copy may come without them."""

    number: int
    seal: str
    seed: str = ""
    secret_seal: str = ""
    secret_seed: str = ""


class EveningClosed(Body, frozen=True):
    number: int


class SecretsOpened(Body, frozen=True):
    """What was rolled in secret on an evening is told."""

    number: int


class FellBefore(Body, frozen=True):
    """Dice that fell before and fall once more at this table: by rule and who threw them, the sides and the face of
    each."""

    throws: dict[str, list[list[tuple[int, int]]]]


# ---------------------------------------------------------------- who adds to the dice


class ChainTold(Body, frozen=True):
    """The end of a chain, whose links the seat adds to the dice from now on."""

    end: str
    length: int


class LinkAsked(Body, frozen=True):
    """The dice wait for a link of a seat."""

    seat: str
    number: int


class LinkGiven(Body, frozen=True):
    """The seat that was asked gives it."""

    link: str


class LinkMissed(Body, frozen=True):
    """The seat that was asked did not give it: nobody was there, its browser was too late, or has begun a chain anew.
    Its chain is not used any more."""

    seat: str
    why: Literal["away", "late", "anew"] = "away"


# ---------------------------------------------------------------- seats


class Seated(Body, frozen=True):
    id: str
    role: str
    name: str
    token_hash: str
    beings: tuple[str, ...] = ()


class Reseated(Body, frozen=True):
    """What changes about a seat."""

    id: str
    name: str | Unset = UNSET
    role: str | Unset = UNSET
    beings: tuple[str, ...] | Unset = UNSET
    token_hash: str | Unset = UNSET
    muted: bool | Unset = UNSET
    removed: bool | Unset = UNSET


class Standing(Body, frozen=True):
    """What a seat answers from now on whenever a rule asks it; `ask` for asking again."""

    rule: str
    answer: Literal["ask", "always", "never"]


class Policy(Body, frozen=True):
    """Who plays a being, a side or the game master's questions when no seat does; empty: the game master."""

    who: str
    policy: str


class Door(Body, frozen=True):
    """A code that opens the waiting room until then; an empty one closes it."""

    code_hash: str
    until: float = 0.0


class Knocked(Body, frozen=True):
    id: str
    name: str
    token_hash: str


class TurnedAway(Body, frozen=True):
    id: str


# ---------------------------------------------------------------- characters and scenes


class Character(Body, frozen=True):
    """A character who was brought: the entry of the content, how they stand, and where that is not by the rules."""

    id: str
    entry: dict[str, Any]
    shape: int = 0
    state: dict[str, Any] = {}  # a scene in which they are alone; none: as the entry makes them
    overrides: tuple[str, ...] = ()
    owner: str = ""  # a seat
    content: dict[str, list[dict[str, Any]]] = {}  # what they were made with and the game has not, by kind
    brought: str = ""  # the picture of the entry in base64, where it came along: the store keeps it apart


class CharacterGone(Body, frozen=True):
    id: str


class Likeness(Body, frozen=True):
    """How those are drawn who were made from an entry of the content: as a figure, on a plate of a colour, or by a
    picture. With nothing, as their content has it."""

    entry: str
    look: str = ""
    colour: Colour = ""
    picture: str = ""  # the hash of a blob
    brought: str = ""  # that picture in base64: the store keeps it apart


class Prepared(Body, frozen=True):
    """A scene that is ready, as the tables of a scene file."""

    id: str
    title: str
    tables: dict[str, Any]
    replaces: int = 0


class Unprepared(Body, frozen=True):
    id: str
    replaces: int = 0


class Opened(Body, frozen=True):
    """A scene is on the table: its whole first state, so that nothing before it needs to be played again."""

    id: str
    title: str
    version: int  # of the rules
    shape: int  # of the state
    state: dict[str, Any]
    text: str = ""
    why: str = ""  # where it goes on from a state that was on the table before
    until: int = 0  # and the last entry that is in that state, where what came after it is done again; 0: all are
    content: dict[str, Any] = {}  # that the scene brought along
    told: str = ""  # what the players are told as it begins
    again: bool = False  # it was on the table before, and goes on as it was left
    party: str = ""  # what is told of how many characters it is set up for, where the scene says of several


class Closed(Body, frozen=True):
    """A scene is taken off the table, as it stood."""

    id: str
    version: int
    shape: int
    state: dict[str, Any]
    why: str = ""  # where it could not stay there


class LeftChanged(Body, frozen=True):
    """A scene that was left names other entries of the content than it did."""

    id: str
    shape: int
    state: dict[str, Any]


# ---------------------------------------------------------------- adventures


class AdventureBrought(Body, frozen=True):
    """An adventure that is led at the table, as it stands in its file; its scenes as they are prepared here, by name,
    and its handouts by chapter and number."""

    adventure: Adventure
    scenes: dict[str, str] = {}
    papers: dict[str, str] = {}


class AdventureGone(Body, frozen=True):
    """No adventure is led any more; its scenes and handouts stay."""


class ChapterBegun(Body, frozen=True):
    """A chapter begins, or is told once it has begun: what is read aloud stands before the players."""

    id: str
    told: bool = False


# ---------------------------------------------------------------- in play


class Crashed(Body, frozen=True):
    """A rule broke down before anything had happened."""

    command: dict[str, Any]
    why: str


class BrokenOff(Body, frozen=True):
    """A rest or a journey that the party takes by itself goes no further, since something is against it."""

    why: str


class Stuck(Body, frozen=True):
    """The machine could not do what is next, so many times in a row; 0: it goes on, or tries again."""

    times: int


# ---------------------------------------------------------------- on the board, and under it


class Fogged(Body, frozen=True):
    """Places of a scene's board are covered by hand, or are no more: first all or none, where that is said."""

    scene: str
    all: bool | Unset = UNSET
    cover: tuple[Place, ...] = ()
    clear: tuple[Place, ...] = ()


Spot = tuple[float, float]


class MapLaid(Body, frozen=True):
    """A picture lies under the board of a scene; without a picture, none does any more."""

    scene: str
    picture: str = ""  # the hash of a blob
    spots: tuple[Spot, Spot] = ((0, 0), (1, 1))
    onto: tuple[Spot, Spot] = ((0, 0), (1, 1))
    strength: int = 100
    seen: Literal["gm", "everybody"] = "gm"


class Drawn(Body, frozen=True):
    """Somebody has drawn something on the board: a line of the pen, an arrow, or words at a spot. Spots are in
    hundredths of a cell."""

    id: str
    kind: Literal["pen", "arrow", "text"]
    points: tuple[tuple[int, int], ...] = ()
    text: str = ""
    seen: Literal["all", "gm"] = "all"


class Wiped(Body, frozen=True):
    """Drawings are wiped off the board."""

    ids: tuple[str, ...]
    replaces_all: tuple[int, ...] = ()


class Pinned(Body, frozen=True):
    """A note is pinned to a place of a scene's board; to none: it is taken off."""

    id: str
    scene: str
    at: Place | None = None


# ---------------------------------------------------------------- clocks of the table


class Clocked(Body, frozen=True):
    """How a clock of the table stands from now on: so many parts of it are filled, of so many."""

    id: str
    name: str
    of: int
    now: int = 0
    down: bool = False  # what is left is counted
    seen: Literal["all", "gm"] = "all"


class ClockGone(Body, frozen=True):
    id: str


class ClocksTurned(Body, frozen=True):
    """The last change of a clock is undone, or the last one that was undone is had again: how it stands from now on, or
    nothing where it is not there."""

    back: bool
    id: str
    clock: Clocked | None = None


# ---------------------------------------------------------------- words


class Asked(Body, frozen=True):
    """What a player wants to do in words, or against a refusal, or wants the game master to call for: the game master
    settles it. Nobody is named where it is for a new character: then a rule is to be waived for this choice of its
    draft."""

    id: str
    being: str
    words: str
    command: dict[str, Any] | None = None
    reason: str = ""
    rule: str = ""
    choice: str = ""


class Ruled(Body, frozen=True):
    """What the game master says to it."""

    id: str
    words: str = ""
    done: bool = True
    allowed: bool = True
    came: int = 0  # so many entries of play are the deed that it allows: it stands before them in the log
    lapsed: bool = False  # nobody says anything: the scene is over for which it was wished


class Note(Body, frozen=True):
    id: str
    whose: Literal["own", "shared", "gm"]
    title: str
    text: str
    replaces: int = 0


class NoteGone(Body, frozen=True):
    id: str
    replaces: int = 0


class Handout(Body, frozen=True):
    id: str
    title: str
    text: str = ""
    picture: str = ""  # the hash of a blob
    description: str = ""
    unused: str = ""  # that of the picture that it had, and nobody has any more: the store drops it
    needed: str = ""  # that of a picture that it had not before: the store refuses it where it is not kept
    replaces: int = 0


class HandoutShown(Body, frozen=True):
    id: str
    seats: tuple[str, ...]  # all that may see it from now on


class HandoutGone(Body, frozen=True):
    id: str
    unused: str = ""  # the hash of its picture, where nobody has it any more: the store drops it
    replaces: int = 0


class PictureGone(Body, frozen=True):
    """A picture that the game master has deleted, or that nobody has any more: the store drops it."""

    unused: str  # its hash
    of_token: bool = False  # nobody is drawn by it any more: one that the game master has uploaded is kept all the same


class Chat(Body, frozen=True):
    words: str


class Flag(Body, frozen=True):
    """A ruling that somebody doubts: the play entry that made it, and the line as that seat read it."""

    id: str
    scene: str
    entry: int
    line: str
    rule: str
    note: str


class FlagGone(Body, frozen=True):
    id: str
    replaces: int = 0


KINDS: dict[str, type[Body]] = {
    "founded": Founded,
    "renamed": Renamed,
    "archived": Archived,
    "deleting": Deleting,
    "settings": Settled,
    "options": Optioned,
    "content": Content,
    "evening": Evening,
    "evening_closed": EveningClosed,
    "secrets_opened": SecretsOpened,
    "fell_before": FellBefore,
    "webhook": Webhooked,
    "chain": ChainTold,
    "link_asked": LinkAsked,
    "link": LinkGiven,
    "link_missed": LinkMissed,
    "seated": Seated,
    "reseated": Reseated,
    "standing": Standing,
    "policy": Policy,
    "door": Door,
    "knocked": Knocked,
    "turned_away": TurnedAway,
    "character": Character,
    "character_gone": CharacterGone,
    "likeness": Likeness,
    "prepared": Prepared,
    "unprepared": Unprepared,
    "opened": Opened,
    "closed": Closed,
    "left_changed": LeftChanged,
    "adventure": AdventureBrought,
    "adventure_gone": AdventureGone,
    "chapter": ChapterBegun,
    "crashed": Crashed,
    "broken_off": BrokenOff,
    "stuck": Stuck,
    "fog": Fogged,
    "map": MapLaid,
    "drawn": Drawn,
    "wiped": Wiped,
    "pinned": Pinned,
    "clock": Clocked,
    "clock_gone": ClockGone,
    "clocks_turned": ClocksTurned,
    "asked": Asked,
    "ruled": Ruled,
    "note": Note,
    "note_gone": NoteGone,
    "handout": Handout,
    "handout_shown": HandoutShown,
    "handout_gone": HandoutGone,
    "picture_gone": PictureGone,
    "chat": Chat,
    "flag": Flag,
    "flag_gone": FlagGone,
}
NAMES = {kind: name for name, kind in KINDS.items()}

# What can be written anew at will. An entry that takes the place of one of these, or takes it away, says so with
# `replaces`, the number of that entry, or `replaces_all` of several: their words are lost then, and the store keeps the
# rest of them. Nothing but the last version is ever read, so the fold comes to the same without them
WORDS: dict[str, dict[str, Any]] = {
    "note": {"title": "", "text": ""},
    "handout": {"title": "", "text": "", "picture": "", "description": ""},
    "flag": {"line": "", "note": ""},
    "prepared": {"title": "", "tables": {}},
    "drawn": {"points": [], "text": ""},
}

B = TypeVar("B", bound=Body)


def body_of(entry: Entry) -> Body:
    """What an entry says, or why it cannot be read."""
    kind = KINDS.get(entry.kind)
    if kind is None:
        raise BadInput(f"entry {entry.number}: there is no kind {entry.kind!r}; there are: play, {', '.join(KINDS)}")
    try:
        return read(entry.body, kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"entry {entry.number}, {entry.kind}: {fault}") from None


def plain_body(body: Body) -> dict[str, Any]:
    """A body as plain data, the same after JSON and back."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(body))
    return found
