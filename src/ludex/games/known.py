"""Every game there is: each package beside this file, the one that is shown to newcomers first. A game is imported when
it is wanted."""

from __future__ import annotations

from pkgutil import iter_modules

import ludex.games
from ludex.core.kernel.games import GAMES

FIRST = "bluebox"

names = [found.name for found in iter_modules(ludex.games.__path__) if found.ispkg]
for name in sorted(names, key=lambda name: (name != FIRST, name)):
    GAMES.announce(name, f"ludex.games.{name}")
