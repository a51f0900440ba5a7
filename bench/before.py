"""`simple` as it was in an earlier commit, beside that of today, so that the two can fight each other:

    ludex tournament bench/tournament/crawl/*.toml --policy bench.before:Simple --policy simple --fights 20

What the games' `foe/` folders were in that commit is taken out of the repository and imported under names of its own;
the rules are those of today for both. So the commit must be one whose `foe/` folders fit today's rules.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tarfile import open as open_tar
from tempfile import mkdtemp
from typing import Any

from ludex.core.foe.deciding import Policy
from ludex.core.game import game_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject

COMMIT = os.environ.get("BEFORE", "3d207fd5")  # the last before its mends; faster than that of b7baf3b, and as wise
HERE = Path(__file__).parent.parent

# The Crawl keeps with a being what was worked out about it; each of the two is to go by what it has worked out itself.
KEPT_APART = ("of = (scene.library, scene.options,", "of = ((Numbers, scene.library), scene.options,")


@cache
def policies() -> str:
    """The package with all policies of that commit."""
    asked = ["git", "-C", str(HERE), "archive", COMMIT, "src/ludex/games"]
    folder, package = Path(mkdtemp()), f"before_{COMMIT}"
    with open_tar(fileobj=BytesIO(subprocess.run(asked, check=True, capture_output=True).stdout)) as files:
        for file in files:
            _, _, _, game, *within = Path(file.name).parts + ("",) * 4
            read = files.extractfile(file)
            if within[0] == "foe" and file.name.endswith(".py") and read is not None:
                text = read.read().decode().replace(f"ludex.games.{game}.foe", f"{package}.{game}")
                text = text.replace(*KEPT_APART)
                to = folder / package / game / within[1]
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_text(text)
    sys.path.append(str(folder))
    return package


@cache
def policy_of(game: str) -> Policy:
    found: Policy = import_module(f"{policies()}.{game}.policy").SimplePolicy()
    return found


class Simple:
    """`simple` of that commit, for whichever game is played."""

    checked = False

    def __init__(self, seed: int | str) -> None:
        del seed  # it knows no luck

    def choose(self, scene: Any, being: Any) -> Command:
        return policy_of(game_of(scene).name).choose(scene, being)

    def answer(self, scene: Any, question: Any) -> Plain | Interject:
        return policy_of(game_of(scene).name).answer(scene, question)
