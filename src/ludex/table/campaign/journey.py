"""A rest or a journey that is under way at a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.table.campaign.playing import Playing


class Passing:
    """Its commands, each asked for when the one before is done. A process that takes up the table later does not know
    of it."""

    def __init__(self, playing: Playing, commands: Iterator[Command], scene: Any) -> None:
        self._playing = playing
        self._commands = commands
        self._scene = scene  # at which the commands look: it goes along with the one on the table
        self._back = 0

    def next(self, playing: Playing | None) -> Command | None:
        """The next command; nothing where it is over, or another scene is there, or something was taken back."""
        live = self._playing.live
        if playing is not self._playing or live.back < self._back:
            return None
        self._back = live.back
        self._scene.become(live.scene)
        return next(self._commands, None)
