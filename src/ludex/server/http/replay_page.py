"""A replay as one page that plays by itself: the page that was built for it, with the moments in it. They are packed
and stand there as letters and digits, so that nothing that somebody is called is ever read as a part of the page."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from html import escape
from pathlib import Path

from ludex.core.kernel.letters import seen
from ludex.core.kernel.ruling import BadInput
from ludex.table.past.replay_file import MOST_BYTES, Replay, read_replay, written

SHELL = Path(__file__).parent.parent / "page" / "replay.html"
DATA, TITLE = b"<!--replay-->", b"<title>Ludex</title>"
BEGIN, END = b'<script type="application/x-ludex-replay" id="replay">', b"</script>"
NOT_BUILT = "the page of replays was not built: `make page` does so in a checkout; a wheel of Ludex brings it along"


def page_of(replay: Replay) -> bytes:
    try:
        shell = SHELL.read_bytes()
    except FileNotFoundError:
        raise BadInput(NOT_BUILT) from None
    title = escape(seen(f"{replay.chapters[0].title} · {replay.title}")).encode()
    data = b64encode(zlib.compress(written(replay), 9))
    page = shell.replace(TITLE, b"<title>" + title + b"</title>", 1)
    return page.replace(DATA, BEGIN + data + END, 1)


def replay_in(page: bytes) -> Replay:
    """What such a page shows."""
    data = page.rpartition(BEGIN)[2].partition(END)[0]
    try:
        return read_replay(zlib.decompressobj().decompress(b64decode(data), MOST_BYTES + 1))
    except (ValueError, zlib.error):
        raise BadInput("there is no replay in this page") from None
