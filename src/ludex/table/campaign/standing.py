"""Can a scene be shown and played with this content? Asked before the content is changed, and when a table is opened
with other content than it was left with."""

from __future__ import annotations

from typing import Any

from ludex.core.game import Game
from ludex.core.kernel.procedure import GM
from ludex.core.referee.live import Live, TypedDice
from ludex.core.show.places import BY_WHAT_IS_THERE
from ludex.table.know.offers import offers
from ludex.table.know.seen import Seen


def why_not_shown(game: Game[Any], scene: Any) -> str:
    """What is in the way of it, in words; nothing where all who may look at it can."""
    live = Live(game, scene, TypedDice())
    try:
        for knowledge in (GM, *game.sides):
            _look_at(Seen(live, knowledge, content=game.starter, places=BY_WHAT_IS_THERE))
    except Exception as fault:  # whatever rules do where something is nowhere
        return in_words(fault)
    return ""


def _look_at(seen: Seen) -> None:
    """What everybody is told of a scene at any moment, and of whoever they ask about."""
    scene, game, face = seen.scene, seen.game, seen.face
    _ = face.whole_plan(scene) if seen.seat == GM else face.plan(scene)
    _ = game.to_act(scene), face.situation(scene)
    for who, being in scene.beings.items():
        _ = game.summary(scene, being), game.pools(scene, being), face.trays(scene, being), face.derived(scene, being)
        _ = list(face.sheet(scene, being)), list(face.checks(scene, being))
        if seen.seat in (GM, being.side):
            _ = offers(seen, who, whole=seen.seat == GM)


def in_words(fault: Exception) -> str:
    """Of content that lacks something rules say so, or stumble over its id."""
    if isinstance(fault, KeyError) and fault.args:
        return f"there is no {fault.args[0]!r} in the content"
    return str(fault).partition(";")[0] or type(fault).__name__
