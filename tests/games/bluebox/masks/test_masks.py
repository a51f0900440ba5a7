"""Masks on a sheet."""

from __future__ import annotations

import pytest

from ludex.core.content.content import ContentError
from ludex.core.files.scenefile import scene_from
from ludex.games.bluebox import BLUEBOX

STATS = {"FOR": 0, "DEX": 0, "SPI": 0, "CHA": 0, "KNO": 0}


def wearing(mask: str) -> object:
    sheet = {"id": "nuri", "name": "Nuri", "hp": 9, "species": "toa", "mask": mask, "stats": STATS}
    tables = {"game": BLUEBOX.name, "content": {"character": [sheet]}, "beings": {"nuri": {}}}
    return scene_from(tables, "a scene").scene.beings["nuri"].mask


@pytest.mark.rule("bb.kanohi.known")
@pytest.mark.parametrize("mask", ["hau", "kakama", "powerless", ""])
def test_a_mask_of_the_content_or_of_the_book_may_be_worn(mask: str) -> None:
    assert wearing(mask) == mask


@pytest.mark.rule("bb.kanohi.known")
def test_a_sheet_with_an_unknown_mask_is_rejected() -> None:
    with pytest.raises(ContentError, match="'teapot' is no mask"):
        wearing("teapot")
