"""The checks of a sheet."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.show.face import Check
from ludex.games.cloudbreaker.book.dice import mastery
from ludex.games.cloudbreaker.book.neutralising import methods
from ludex.games.cloudbreaker.show.names import thing_name
from ludex.games.cloudbreaker.state import Being, Scene


def checks(scene: Scene, being: Being) -> list[Check]:
    """cb.roll.task: every skill, and the toolkits that somebody has."""
    return [
        Check(
            thing_name(scene, name), Command(GM, "task", (("being", being.id), ("method", name))), "difficulty",
            bonus=sum([each.amount for each in mastery(scene, being, name)]),
        )
        for name in methods(scene, being)
    ]  # fmt: skip
