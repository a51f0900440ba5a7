"""Maps that somebody has made to harm: whatever they hold, what comes of them is a board or a sentence."""

from __future__ import annotations

import copy
import json
import zlib
from base64 import b64encode
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.core.kernel.ruling import BadInput
from ludex.workshop.boards import BoardDraft, board_drafted
from tests.workshop.maps.playing import ground, read
from tests.workshop.maps.samples import hexagonal, objects, one_page, portal, tiled, uvtt, written

SAMPLES: list[tuple[str, dict[str, Any]]] = [
    ("crawl", uvtt()),
    ("bluebox", uvtt()),
    (
        "crawl",
        {**tiled(how="zlib"), "layers": [*tiled(how="zlib")["layers"], objects({"name": "door", "x": 40, "y": 40})]},
    ),
    ("bluebox", hexagonal("x", "odd")),
    ("navyblue", one_page()),
]
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**40), 2**40), st.floats(-1e9, 1e9), st.text(max_size=12),
    st.just([]), st.just({}), st.just([[]]), st.just("A" * 300), st.just(0), st.just(-1), st.just(1e308),
)  # fmt: skip


def paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [before, *(path for key, part in inside for path in paths(part, (*before, key)))]


def bent(file: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The file with another value at a place."""
    if not path:
        return value
    found = copy.copy(file)
    found[path[0]] = bent(file[path[0]], path[1:], value)
    return found


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_a_bent_map_is_a_board_or_a_sentence(data: st.DataObject) -> None:
    game, file = data.draw(st.sampled_from(SAMPLES))
    for _ in range(data.draw(st.integers(1, 3))):
        file = bent(file, data.draw(st.sampled_from(paths(file))), data.draw(ODD))
        if not isinstance(file, dict):
            break
    with suppress(BadInput):
        found = read(game, json.dumps(file).encode())
        board_drafted(ground(game), BoardDraft(plan=found.plan, called="bent"))


@pytest.mark.parametrize("game", ["crawl", "bluebox"])
def test_doors_of_a_map_reach_no_further_than_it(game: str) -> None:
    far = [portal((4, 6), (5, 6)), portal((-2e4, 5), (2e4, 5)), portal((2e4 - 1, 2e4), (2e4, 2e4))]
    found = read(game, uvtt(portals=far))
    board = set(found.plan.cells)
    told = [cell for one in found.questions for answer in one.answers for drawn in answer.drawn for cell in drawn.cells]
    assert board.issuperset(told)
    spots = [spot for one in found.questions for line in one.lines for spot in line]
    assert spots
    assert max(abs(part) for spot in spots for part in spot) <= 12, "as wide as the map"


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(cut=st.integers(0, 600), at=st.integers(0, 2_000), more=st.binary(max_size=4))
def test_a_broken_file_is_a_board_or_a_sentence(cut: int, at: int, more: bytes) -> None:
    whole = written(tiled(how="gzip"))
    with suppress(BadInput):
        read("crawl", whole[:at] + more + whole[at + cut :])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n", "this is no map that can be read here: it is no JSON"),
        (b"{}", "this is no map that can be read here: expected one of"),
        (b'{"resolution": ' + b"[" * 5_000, "this file is too deep"),
        (b'{"a": "\xff"}', "this is no map that can be read here: its text is not in UTF-8"),
        (b'{"rects": [' + b"{}," * 200_000 + b"{}]}", "there is too much in this file: 200,002 points"),
        (b'{"rects": [' + b"1," * 1_300_000 + b"1]}", "there is too much in this file: 1,300,000 values"),
        (b'{"image": "' + b"A" * 24_000_000 + b'"}', "this file is too large: 24 MB, and at most 24 are read"),
        (b'{"rects": [{"x": 0, "y": 0, "w": 4', "this map file cannot be read: it breaks off"),
    ],
)
def test_what_is_too_large_too_deep_or_no_map_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(BadInput) as fault:
        read("navyblue", data)
    assert str(fault.value).startswith(words)


def test_a_layer_that_grows_when_it_is_unpacked_is_refused() -> None:
    bomb = b64encode(zlib.compress(bytes(40_000_000))).decode()
    layer = {"type": "tilelayer", "name": "Boom", "data": bomb, "encoding": "base64", "compression": "zlib"}
    with pytest.raises(BadInput, match="cannot be unpacked: unpacked it has more than 4,000,000 bytes"):
        read("crawl", tiled(layers=[{**layer, "width": 6, "height": 4}]))
