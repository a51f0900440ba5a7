"""The conditions of the game, as `conditions.toml` has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ludex.core.content.conditions import Conditions, Kind

CONDITIONS = Conditions(Path(__file__).parent.parent / "conditions.toml", own=Kind(rule="cb.cond.unique"))

if TYPE_CHECKING:
    ConditionName = str
else:
    ConditionName = Literal[CONDITIONS.of_content]  # those that an effect may bring


def rules_of(tag: str) -> dict[str, str]:
    """Conditions with this tag, each with its rule."""
    return {name: kind.rule for name, kind in CONDITIONS.items() if tag in kind.tags}
