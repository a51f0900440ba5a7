"""Whatever stands in a message, of every kind and in every field, is done, refused or not understood: nothing breaks
down, and no table is thrown away for it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.bounds import DEPTH
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.server.socket.messages import KINDS, read_asked, read_number
from ludex.table.campaign.doing import Doing
from ludex.table.document.looking import look
from tests.server.fuzzing import NAMES, WORDS
from tests.table.played import Played
from tests.table.tables import SCENES

OTHERS = [pytest.param(game, marks=pytest.mark.long) for game in SCENES if game != "bluebox"]
GAMES = ["bluebox", *OTHERS]
DEEP = '{"a":' * (DEPTH - 4) + "[]" + "}" * (DEPTH - 4)
TOO_DEEP = "[" * 600 + "]" * 600
HOSTILE = [
    "null", "true", "-1", "0", "1e308", "-0.0", "1e-320", str(2**53), str(2**63), str(-(2**70)), "9" * 400, "1" * 5_000,
    '""', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202e\\u200b"', '"a.b.c"', '"../.."', '"%s{0}"',
    json.dumps("x" * 5_000), "[]", "{}", "[[[[]]]]", '[null,1,"x",{}]', '{"":null}', '{"__class__":{"x":[1]}}',
    '{"\\ud800":1}', DEEP, "[" + "0," * 2_000 + "0]", '{"at":[1e308,-1e308]}', "NaN", "Infinity", "-Infinity", TOO_DEEP,
]  # fmt: skip


def usual(kind: Any, game: str) -> str:
    """Something plausible of a type, as JSON."""
    told = msgspec.inspect.type_info(kind)
    if isinstance(told, msgspec.inspect.LiteralType):
        return json.dumps(told.values[0])
    if isinstance(told, msgspec.inspect.IntType | msgspec.inspect.FloatType):
        return "1"
    if isinstance(told, msgspec.inspect.BoolType):
        return "true"
    if isinstance(told, msgspec.inspect.DictType):
        return "{}"
    if isinstance(told, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        return "[]"
    return json.dumps(NAMES[game][0])


def messages(game: str) -> list[str]:
    """Every kind with each hostile value in each of its fields, and with names of what there is beside it."""
    found = []
    for tag, kind in KINDS.items():
        fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
        needed = {name: usual(field.type, game) for name, field in fields.items() if field.required}
        for name in fields:
            for value in HOSTILE:
                given = {**needed, name: value}
                inside = "".join(f',"{field}":{said}' for field, said in given.items())
                found.append(f'{{"do":"{tag}","n":1{inside}}}')
        for name in needed:
            for word in WORDS:
                inside = "".join(f',"{field}":{said}' for field, said in {**needed, name: json.dumps(word)}.items())
                found.append(f'{{"do":"{tag}","n":1{inside}}}')
    return found


def hear(played: Played, seat: str, message: str) -> None:
    """As the server does it; what is refused or not understood is fine."""
    try:
        _, raw = read_number(message)
        asked = read_asked(raw)
        if isinstance(asked, Doing):
            msgspec.json.encode(played.table.do(seat, asked))
        else:
            msgspec.json.encode(look(played.documents, seat, asked))
    except (BadInput, Refused) as told:
        str(told).encode()  # it can be said


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [game if game == "bluebox" else pytest.param(game, marks=pytest.mark.long) for game in SCENES]
)
def test_nothing_that_stands_in_a_message_breaks_anything(game: str) -> None:
    wrong: dict[str, str] = {}
    played = Played(game)
    for message in messages(game):
        for seat in (played.ann, played.gm):
            number = played.table.number
            try:
                hear(played, seat, message)
            except Exception as fault:
                wrong.setdefault(f"{type(fault).__name__}: {str(fault)[:100]}", message[:300])
                played = Played(game)
            else:
                for entry in played.table.take():
                    msgspec.json.encode(entry)
                if played.table.number - number > 0 and (played.table.playing is None or played.table.archived):
                    played = Played(game)  # it was taken off the table
    assert not wrong, "\n".join(f"{why} by {message}" for why, message in wrong.items())
