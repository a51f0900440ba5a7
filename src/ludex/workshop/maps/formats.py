"""Which program a map comes from, by what is in it; its name says nothing that can be relied on."""

from __future__ import annotations

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.workshop.maps.bounded import Told, checked, read_map, said
from ludex.workshop.maps.found import MapFound
from ludex.workshop.maps.one_page import read_one_page
from ludex.workshop.maps.tiled import read_tiled
from ludex.workshop.maps.uvtt import read_uvtt

NONE = msgspec.Raw()


class Head(Told, frozen=True, kw_only=True):
    """The fields by which files are told apart, whatever stands in them."""

    resolution: msgspec.Raw = NONE
    orientation: msgspec.Raw = NONE
    rects: msgspec.Raw = NONE
    type: msgspec.Raw = NONE


def found_in(data: bytes, name: str) -> MapFound:
    """All that a file has; `BadInput` in words where it is no map, or too much of one. `name`: what the file is
    called."""
    data = checked(data)
    head = read_map(data, Head, "map")
    title = title_of(name)
    if head.resolution != NONE:
        return read_uvtt(data, title)
    if head.orientation != NONE:
        return read_tiled(data, title)
    if head.rects != NONE:
        return read_one_page(data, title)
    if bytes(head.type) == b'"tileset"':
        raise BadInput("this is a tileset of Tiled, and no map: choose the map that uses it")
    raise BadInput("this is no map that can be read here: expected one of Universal VTT, Tiled or One Page Dungeon")


def title_of(name: str) -> str:
    """`The bonded store` of `the_bonded-store.dd2vtt`."""
    file = said(name.replace("\\", "/").rpartition("/")[2])
    stem = file.rpartition(".")[0] or file
    words = " ".join(stem.replace("_", " ").replace("-", " ").split())
    return (words[:1].upper() + words[1:]) or "A map"
