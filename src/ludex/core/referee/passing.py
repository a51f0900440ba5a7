"""A rest or a journey as a sensible party takes it, in play: its commands one after the other, each asked for when the
one before is done. A policy of the games looks at one scene all the while; a live referee has a new one after each
command. So what it looks at goes along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.scene import Scene
from ludex.core.referee.live import Live

S = TypeVar("S", bound=Scene[Any])


class Passing(Generic[S]):
    def __init__(self, live: Live[S], commands: Callable[[S], Iterator[Command]]) -> None:
        self._live = live
        self._scene = live.scene.fork()
        self._commands = commands(self._scene)
        self._back = live.back

    def next(self, live: Live[S]) -> Command | None:
        """The next command; nothing where it is over, another scene is there, or something was taken back."""
        if live is not self._live or live.back < self._back:
            return None
        self._back = live.back
        self._scene.become(live.scene)
        return next(self._commands, None)
