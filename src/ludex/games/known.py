"""Every game there is. Importing this registers them, the one that is shown to newcomers first."""

from __future__ import annotations

import ludex.games.bluebox  # noqa: F401
import ludex.games.cloudbreaker  # noqa: F401
