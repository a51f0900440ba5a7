"""Scenes that differ only in what a seat may not know: what those in disguise are, and what they yield to.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.drawing import Pick, one_of, others
from ludex.core.kernel.procedure import GM
from ludex.games.cloudbreaker.build.from_content import make_being
from ludex.games.cloudbreaker.scene.views import veiled
from ludex.games.cloudbreaker.state import FOES, Being, Scene

WORLDS = 2


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side in (GM, FOES):
        return
    hidden = tuple(being.id for being in scene.beings.values() if veiled(scene, being))
    if hidden:
        for _ in range(WORLDS):
            yield others(scene, hidden, stranger, pick)


def stranger(scene: Scene, being: Being, pick: Pick) -> None:
    """Under the disguise is somebody else, of a kind that nobody has analysed; what can be seen stays."""
    unknown = [entry for entry in scene.library.all("enemy") if entry.id not in scene.analysed]
    drawn = make_being(scene.library, one_of(unknown, pick), being.id).sheet
    being.sheet = replace(
        being.sheet,
        kind=drawn.kind,
        creature_type=drawn.creature_type,
        sentient=drawn.sentient,
        independent=drawn.independent,
        resist=drawn.resist,
        vulnerable=drawn.vulnerable,
        reduction=drawn.reduction,
        features=drawn.features,
        falter=drawn.falter,
        neutralise=drawn.neutralise,
        analyse=drawn.analyse,
    )
    being.name = f"{drawn.kind} in disguise"
