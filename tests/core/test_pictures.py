"""Pictures on tokens: what they may be is read off their heads, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from ludex.core.files.packs import Pack, pack_findings
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.pictures import MOST_SIDE, MOST_TOKEN, token_kind
from tests.packs import parts
from tests.pictures import jpeg, png, webp

KINDS: dict[str, Callable[[int, int], bytes]] = {
    "png": png,
    "jpeg": jpeg,
    "webp": partial(webp, b"VP8 "),
    "webp without loss": partial(webp, b"VP8L"),
    "webp with more": partial(webp, b"VP8X"),
}
ENEMY = """[[enemy]]
id = "pit_thing"
name = "Pit Thing"
difficulty = 1
tags = ["being", "creature"]
stats = { FOR = 1, DEX = 1, SPI = 0, CHA = -1, KNO = -1 }
hp = 9
weapons = ["bite"]
picture = "pit.png"
"""


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_on_a_token_has_so_many_pixels_and_no_more(kind: str) -> None:
    made = KINDS[kind]
    assert token_kind(made(MOST_SIDE, 40)).startswith("image/")
    for width, height in ((MOST_SIDE + 1, 40), (40, MOST_SIDE + 1)):
        with pytest.raises(BadInput, match=f"at most 512 × 512 pixels, not {width} × {height}"):
            token_kind(made(width, height))


def test_what_is_none_is_refused() -> None:
    for data in (b"<svg/>", b"", png()[:8], png()[:20], b"\xff\xd8\xff\xe0\0\0", b"GIF89a", jpeg(4, 4)[:14]):
        with pytest.raises(BadInput, match="expected PNG, JPEG"):
            token_kind(data)
    with pytest.raises(BadInput, match="at most 100,000 bytes"):
        token_kind(png().ljust(MOST_TOKEN + 1))


def test_an_enemy_of_a_pack_names_a_picture_that_is_in_it_and_fits_on_a_token() -> None:
    sound = Pack(parts(more={"enemies.toml": ENEMY, "pictures/pit.png": png()}))
    assert pack_findings(sound) == []
    (missing,) = pack_findings(Pack(parts(more={"enemies.toml": ENEMY.replace("pit.png", "pitt.png")})))
    assert (missing.entry, missing.field, missing.line) == ("enemy 'pit_thing'", "picture", 9)
    assert missing.problem.startswith("there is no pictures/pitt.png")
    (large,) = pack_findings(Pack(parts(more={"enemies.toml": ENEMY, "pictures/pit.png": png(600, 20)})))
    assert large.problem == "picture: for a token expected at most 512 × 512 pixels, not 600 × 20"
