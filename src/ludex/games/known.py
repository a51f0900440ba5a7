"""Every game there is, the one that is shown to newcomers first. Each is imported when it is wanted."""

from __future__ import annotations

from ludex.core.kernel.games import GAMES

for name in ("bluebox", "cloudbreaker", "crawl", "navyblue", "vitality"):
    GAMES.announce(name, f"ludex.games.{name}")
