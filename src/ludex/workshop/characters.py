"""A character from a file, as files of a pack: an entry beside whatever they were made with, and their picture."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode

from ludex.core.files.written import toml_entry
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.parts import PICTURES
from ludex.core.pack.pictures import token_kind
from ludex.table.desk.portable import character_from

SAYS = re.compile(r"^\s*ludex_character\s*=", re.MULTILINE)


def is_character(text: str) -> bool:
    """Is it a character's file, as Ludex saves it?"""
    return SAYS.search(text) is not None


def as_parts(name: str, text: str, game: str) -> dict[str, bytes]:
    """The files that a pack of this game has of it, by name."""
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
        drawn = f"{name.removesuffix('.toml')}.{token_kind(data).partition('/')[2]}"
        character["picture"], pictures = drawn, {f"{PICTURES}{drawn}": data}
    entries = [*file.content.items(), ("character", [character])]
    return {name: "\n".join(toml_entry(kind, raw) for kind, every in entries for raw in every).encode(), **pictures}
