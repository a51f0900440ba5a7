"""How much may come from a file, from somebody at a table or over the net. What is more is refused in words before it
is read, or before anything is made of it."""

from __future__ import annotations

import re

from ludex.core.kernel.ruling import BadInput

TEXT = 512 * 1024  # characters of a file
DEPTH = 32  # lists and tables within each other
TABLES = 4_000  # of a file, each with a line of its own
PARTS = 16  # of a name with dots, as in beings.onuri.at
CELLS = 10_000  # spaces or zones of a board
BEINGS = 200  # in a scene

# Text in quotes, over many lines or in one, and comments: anything may stand there. Of text without an end all the rest
# is taken, so that each character is looked at once
SAID = (
    r'"{3}(?:[^"\\]|\\.|"{1,2}+(?!"))*+"{0,5}+' r"|'{3}(?:[^']|'{1,2}+(?!'))*+'{0,5}+"
    r'|"(?:[^"\\\n]|\\.)*+"?' r"|'[^'\n]*+'?|#[^\n]*+"
)  # fmt: skip
# What matters of TOML and of JSON alike, once that is passed over
_TOKENS = re.compile(rf"{SAID}|(?P<dot>\.)|(?P<opens>[\[{{])|(?P<closes>[\]}}])|(?P<ends>[=,:\n])", re.DOTALL)
# Text in JSON; and its lists and tables as lists alone, without anything else
_JSON_SAID = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_AS_LISTS = bytes.maketrans(b"{}", b"[]")
_NOT_LISTS = bytes(set(range(256)) - set(b"[]{}"))


def check_text(text: str) -> None:
    """Is a file small enough to be read at all?"""
    if len(text) > TEXT:
        raise BadInput(f"it is too long: {len(text):,} characters, and at most {TEXT:,} are read")
    if (tables := text.count("\n[")) > TABLES:
        raise BadInput(f"it has too many tables: {tables:,}, and at most {TABLES:,} are read")
    check_nesting(text)


def check_nesting(text: str, deep: int = DEPTH) -> None:
    """Are the lists and tables of TOML or JSON not too deep, and its names not of too many parts? They would take
    long to read, or have no end."""
    if text.count("[") + text.count("{") <= deep and text.count(".") <= PARTS:
        return
    depth = dots = 0
    for token in _TOKENS.finditer(text):
        kind = token.lastgroup
        if kind == "dot":
            dots += 1
            if dots > PARTS:
                raise BadInput(f"a name has too many parts: at most {PARTS}, with dots between, are read")
        elif kind is not None:
            dots = 0
            depth += (kind == "opens") - (kind == "closes")
            if depth > deep:
                raise BadInput(f"lists and tables are too deep within each other: at most {deep} are read")


def check_depth(text: str, deep: int = DEPTH) -> None:
    """The same of JSON alone, which may come from anybody and often: whatever has nothing in it is taken out, as many
    times as there may be one within another. Then nothing is left, unless it is too deep or no JSON."""
    if text.count("[") + text.count("{") <= deep:
        return
    left = _JSON_SAID.sub(b"", text.encode()).translate(_AS_LISTS, _NOT_LISTS)
    for _ in range(deep):
        left = left.replace(b"[]", b"")
    if left:
        raise BadInput(f"lists and tables are too deep within each other: at most {deep} are read")
