"""The page: files that were built from `web/` and come with the package. Where they were not, a plain page says so.

Whatever a browser asks for that is a page of ours gets index.html, which looks at the address itself.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ludex.server.http.asking import Asker

FOLDER = Path(__file__).parent.parent / "page"
INDEX = "index.html"
PAGES = (
    "new",
    "host",
    "join",
    "t",
    "rules",
    "lab",
    "verify",
    "workshop",
    "make",
)  # first parts of paths that the page knows
HASHED = "assets"  # the folder of files whose names change with what is in them
FOR_EVER, FRESH, NEVER = "public, max-age=31536000, immutable", "no-cache", "no-store"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
SQUEEZED = {".html", ".js", ".css", ".svg", ".json"}
FILES_KEPT = 256

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ludex</title></head><body>
<h1>Ludex is running, but its page has not been built</h1>
<p>The page is made from the folder <code>web/</code> of a checkout:</p>
<pre>make page</pre>
<p>then load this address again. A wheel of Ludex brings the page with it.</p>
<p>Without it: <code>ludex play --text</code> plays in the terminal, and programs can play at the tables of this server
(docs/protocol.md).</p>
</body></html>
"""


def is_built() -> bool:
    return (FOLDER / INDEX).is_file()


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Asker, path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the page, or the page itself."""
    squeeze = "gzip" in request.headers.get("accept-encoding", "")
    return await asyncio.to_thread(answer, path, squeeze)


def answer(path: str, squeeze: bool) -> Response[bytes]:
    parts = [part for part in path.split("/") if part]
    file = found(parts)
    if file is not None:
        return sent(file, FOR_EVER if parts[0] == HASHED else FRESH, squeeze)
    if not is_built():
        return Response(NOT_BUILT.encode(), media_type=KINDS[".html"], status_code=503)
    if not parts or parts[0] in PAGES:
        return sent(FOLDER / INDEX, FRESH, squeeze)
    if "." in parts[-1] or parts[0] == HASHED:
        raise NotFoundException("there is nothing at this address")
    return sent(FOLDER / INDEX, NEVER, squeeze, status=404)


def found(parts: list[str]) -> Path | None:
    """A file of the page by the parts of its path; nothing outside its folder."""
    if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    file = FOLDER.joinpath(*parts)
    return file if file.suffix in KINDS and file.is_file() else None


def sent(file: Path, keep: str, squeeze: bool, status: int = 200) -> Response[bytes]:
    squeezed = squeeze and file.suffix in SQUEEZED
    data = read(file, file.stat().st_mtime_ns, squeezed)
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    if squeezed:
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=KINDS[file.suffix], status_code=status, headers=headers)


@lru_cache(maxsize=FILES_KEPT)
def read(file: Path, changed: int, squeezed: bool) -> bytes:
    """What is in a file; `changed` is when it was written, so that another one of its name is read again."""
    data = file.read_bytes()
    return gzip.compress(data, mtime=0) if squeezed else data
