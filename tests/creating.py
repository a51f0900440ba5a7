"""What the next step of a draft offers and refuses."""

from __future__ import annotations

from ludex.core import creation
from ludex.core.creation import Creation, Draft, Option, Step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal


class Creating:
    """The steps of one game."""

    def __init__(self, game: Creation) -> None:
        self.game = game

    def next_step(self, draft: Draft) -> Step | None:
        return creation.next_step(self.game, draft)

    def options(self, draft: Draft) -> list[Option]:
        return self._step(draft).options()

    def refusals(self, draft: Draft, choice: Plain) -> list[Refusal]:
        return self._step(draft).refusals(choice)

    def refuse(self, draft: Draft, choice: Plain) -> Refusal | None:
        """The first rule against a choice."""
        return next(iter(self.refusals(draft, choice)), None)

    def _step(self, draft: Draft) -> Step:
        step = self.next_step(draft)
        assert step is not None, "the character is whole"
        return step
