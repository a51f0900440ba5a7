"""python -m press [FOLDER]: prints the site, into build/docs where no folder is named."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from press.checkout import Checkout
from press.site import ROOT, printed


def write(out: Path) -> None:
    """All pages anew: none stays behind of which there is nothing any more."""
    shutil.rmtree(out, ignore_errors=True)
    for name, what in printed(Checkout(ROOT)).items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(what if isinstance(what, bytes) else what.encode())


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    write(folder)
    print(f"The site is at {(folder / 'index.html').resolve().as_uri()}")
