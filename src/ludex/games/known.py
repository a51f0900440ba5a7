"""Every game there is. Importing this registers them, the one that is shown to newcomers first."""

from __future__ import annotations

import ludex.games.bluebox
import ludex.games.cloudbreaker
import ludex.games.navyblue
import ludex.games.vitality  # noqa: F401
