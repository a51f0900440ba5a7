"""Every message of the socket, both ways. What a seat does or asks is a `Doing` or a `Look` with a number, `n`.

The first message says who comes; then each message of the seat is answered by one reply with its number.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

import ludex.table.document.master_fields
import ludex.table.document.master_looks  # registers what the game master can ask
import ludex.table.doings  # and what can be done
import ludex.table.past.looks  # noqa: F401  # and what can be asked about moments that are over
from ludex.core.kernel.bounds import check_depth
from ludex.core.kernel.reading import read, read_json
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.doing import DOINGS, Doing
from ludex.table.campaign.seating import AddSeat, OpenDoor, Reseat
from ludex.table.document.answered import Answers, Said, ToldLines
from ludex.table.document.changes import Change as Difference
from ludex.table.document.document import Document
from ludex.table.document.looking import LOOKS, Look
from ludex.table.play.pinging import Place

VERSION = 1  # of the protocol
MOST_FIRST = 1_000  # characters of the first message: anybody may send one
TOKENS = (AddSeat, OpenDoor)  # where tokens and codes are made: by HTTP alone

# ---------------------------------------------------------------- from a seat


class Hello(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="hello"):
    """Somebody comes to the table, with the token of a seat or the one with which they knocked."""

    token: str


class Resume(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag="resume"):
    """Somebody comes back: `seq` is the last message that reached them."""

    token: str
    session: str
    seq: int


First = Hello | Resume
Asked = Doing | Look
_kinds: list[type[Asked]] = [*DOINGS, *LOOKS]
_by_tag = {str(kind.__struct_config__.tag): kind for kind in _kinds if kind not in TOKENS}
KINDS = dict(sorted(_by_tag.items()))  # in whatever order they were registered

# ---------------------------------------------------------------- to a seat


class Sent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="is"):
    """What the server says. The tag, `is`, is its kind."""


class Welcome(Sent, frozen=True, kw_only=True, tag="welcome"):
    """The whole table as the seat sees it, the end of its log and of the chat."""

    version: int
    session: str
    seq: int
    seat: str
    document: dict[str, Any]
    lines: list[dict[str, Any]]
    chat: list[dict[str, Any]]


class Waiting(Sent, frozen=True, kw_only=True, tag="waiting"):
    """The seat is in the waiting room: a welcome follows when the game master opens, or a bye."""


class Resumed(Sent, frozen=True, kw_only=True, tag="resumed"):
    """All that was missed follows; `seq` is the last message that reached the seat."""

    seq: int


class Change(Sent, frozen=True, kw_only=True, tag="change"):
    """What is new: differences of the document, lines of the log with their rolls, chat."""

    seq: int
    changes: list[Difference] = []
    lines: list[dict[str, Any]] = []
    chat: list[dict[str, Any]] = []


class Refusal(msgspec.Struct, frozen=True):
    reason: str
    rule: str


class Reply(Sent, frozen=True, kw_only=True, tag="reply"):
    """What came of a message: done, refused by a rule or the table, or not understood."""

    seq: int
    n: int
    ok: bool
    result: Any = None
    refused: Refusal | None = None
    fault: str = ""


class Pinged(Sent, frozen=True, kw_only=True, tag="ping"):
    """Somebody points at a place of the board. It has no number, and whoever is away misses it."""

    seat: str
    at: Place


class Bye(Sent, frozen=True, kw_only=True, tag="bye"):
    """The last message, and why; `then` says what is left to do: come back by oneself and be told all anew (`again`),
    come back when that is mended (`later`), or nothing, for this token opens no seat here any more (`never`)."""

    reason: str
    then: Literal["again", "later", "never"]


SENT: tuple[type[Sent], ...] = (Welcome, Waiting, Resumed, Change, Reply, Pinged, Bye)
written = msgspec.json.Encoder().encode

# ---------------------------------------------------------------- reading


def read_first(data: str) -> First:
    if len(data) > MOST_FIRST:
        raise BadInput(f"expected hello or resume with a token first, in at most {MOST_FIRST} characters")
    try:
        check_depth(data)
        first: First = read_json(data, First)
        return first
    except (msgspec.DecodeError, ValueError, BadInput) as fault:
        raise BadInput(f"expected hello or resume with a token first: {fault}") from None


def read_number(data: str) -> tuple[int, dict[str, Any]]:
    """The number of a message, and the rest of it as plain data."""
    try:
        check_depth(data)
        raw = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError, BadInput) as fault:
        raise BadInput(f"expected a message as a JSON object: {fault}") from None
    number = raw.pop("n", None)
    if type(number) is not int or not 0 < number < 1 << 53:
        raise BadInput("n: expected the number of the message, larger than those before")
    return number, raw


def is_look(raw: dict[str, Any]) -> bool:
    """Does a message only ask?"""
    kind = raw.get("do")
    return isinstance(kind, str) and kind in KINDS and issubclass(KINDS[kind], Look)


def read_asked(raw: dict[str, Any]) -> Asked:
    """What a seat does or asks."""
    kind = raw.get("do")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadInput(f"do: expected one of {', '.join(sorted(KINDS))}")
    try:
        asked: Asked = read(raw, KINDS[kind])
    except msgspec.ValidationError as fault:
        raise BadInput(f"{kind}: {fault}") from None
    if isinstance(asked, Reseat) and asked.token_hash is not msgspec.UNSET:
        raise BadInput("reseat: a new token is made by HTTP")
    return asked


def schema(at: str = "#/$defs/{name}") -> dict[str, Any]:
    """The JSON Schema of all messages, by who says them, and of what is in them; its parts refer to each other by `at`.
    What is sent is made as plain data, and its shapes are filled in here."""
    shapes: list[Any] = [Document, ToldLines, Said, Answers]
    kinds: list[Any] = [Hello, Resume, *KINDS.values(), *SENT, *shapes]
    found, parts = msgspec.json.schema_components(kinds, ref_template=at)
    refs = dict(zip(kinds, found, strict=True))
    for kind in (Welcome, Change):
        told = parts[kind.__name__]["properties"]
        told["lines"]["items"], told["chat"]["items"] = refs[ToldLines], refs[Said]
    parts["Welcome"]["properties"]["document"] = refs[Document]
    parts["Settings"]["required"] = list(parts["Settings"]["properties"])  # they are always told whole
    numbered = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "version": VERSION,
        "first": {"anyOf": [refs[Hello], refs[Resume]]},
        "from_seat": {"anyOf": [refs[kind] for kind in KINDS.values()], "and_with": numbered},
        "to_seat": {"anyOf": [refs[kind] for kind in SENT]},
        "answers": refs[Answers],
        "$defs": parts,
    }
