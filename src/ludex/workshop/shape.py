"""The rows of the library in the store; `table/desk/store_shape.py` has the steps by which a store gets them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, LargeBinary, MetaData, Table, Text

SHAPE = MetaData()
makers = Table(
    "makers",
    SHAPE,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("token_hash", Text),
    Column("made", Double),
)
packs = Table(
    "packs",
    SHAPE,
    Column("id", Text, primary_key=True),  # that nobody guesses
    Column("maker", Text),
    Column("name", Text),  # its id in its pack.toml
    Column("title", Text),
    Column("game", Text),
    Column("revision", BigInteger),  # the last one
    Column("shared", BigInteger),  # the one that others see; 0: none
    Column("forked", Text),  # JSON: what it is a copy of
    Column("changed", Double),
)
revisions = Table(
    "revisions",
    SHAPE,
    Column("of_pack", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", Double),
    Column("note", Text),
    Column("seal", Text),  # of all its parts
    Column("told", Text),  # JSON: what it says of itself, what it holds, what is wrong with it
    Column("held", Text),  # JSON: what it holds entry by entry, to be searched
    Column("pictures", Text),  # JSON: hashes by name
    Column("body", LargeBinary),  # its text, packed
)
pictures = Table(
    "pack_pictures",
    SHAPE,
    Column("of_pack", Text, primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("data", LargeBinary),
)
