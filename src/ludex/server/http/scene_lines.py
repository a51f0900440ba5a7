"""What is told of a scene before it is played."""

from __future__ import annotations

from ludex.server.http.asking import Made


class ReadyHero(Made, frozen=True, kw_only=True):
    """Somebody of the party of a scene, made from a character."""

    id: str
    name: str
    character: str
