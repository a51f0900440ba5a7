"""A character from a file, as files of a pack: an entry beside whatever they were made with, and their picture."""

from __future__ import annotations

import binascii
from base64 import b64decode
from itertools import chain, count

from ludex.core.content.content import parse_toml
from ludex.core.files.written import toml_entry
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import PICTURES, Parts, is_text
from ludex.core.pack.pictures import token_kind
from ludex.table.desk.portable import character_from

SAYS = "ludex_character"


def is_character(text: str) -> bool:
    """Is it a character's file, as Ludex saves it?"""
    try:
        return SAYS in text and SAYS in parse_toml(text)
    except BadInput:
        return False  # it is kept as a file of content, which says what is wrong with it


def as_parts(name: str, text: str, game: str, parts: Parts) -> dict[str, bytes]:
    """The files that a pack of this game has of it, by name, beside these parts."""
    file = character_from(text)
    if file.game != game:
        of = GAMES[file.game].title if file.game in GAMES else file.game
        raise BadInput(f"{name}: this is a character of {of}, and the pack is of {GAMES[game].title}")
    character, pictures = dict(file.character), {}
    if file.picture:
        try:
            data = b64decode(file.picture, validate=True)
        except binascii.Error:
            raise BadInput(f"{name}: its picture cannot be read") from None
        drawn = _picture(name, token_kind(data).partition("/")[2], data, parts)
        character["picture"], pictures = drawn, {f"{PICTURES}{drawn}": data}
    entries = [*file.content.items(), ("character", [character])]
    return {name: "\n".join(toml_entry(kind, raw) for kind, every in entries for raw in every).encode(), **pictures}


def _picture(file: str, ending: str, data: bytes, parts: Parts) -> str:
    """The name of the picture of who stands in this file: that of the file, with a number where what stands in another
    one has a picture of that name."""
    others = [text for name, text in parts.items() if is_text(name) and name != file]

    def free(name: str) -> bool:
        return parts.get(f"{PICTURES}{name}") in (None, data) or not any(name.encode() in text for text in others)

    stem = file.removesuffix(".toml")
    names = (f"{stem}{tail}.{ending}" for tail in chain(("",), map(" {}".format, count(2))))
    return next(filter(free, names))
