"""What every helper knows from its beginning: imported once, by the process of which helpers are forked."""

from __future__ import annotations

import gc

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES

for game in GAMES.values():
    _ = game.starter  # its content is read

gc.collect()
gc.freeze()  # nobody looks through it again, so that all helpers share the memory that it takes
