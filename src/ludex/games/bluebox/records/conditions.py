"""The conditions of the game, as `conditions.toml` has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ludex.core.content.conditions import Conditions

CONDITIONS = Conditions(Path(__file__).parent.parent / "conditions.toml")

if TYPE_CHECKING:
    ConditionName = str
else:
    ConditionName = Literal[CONDITIONS.of_content]  # those that an effect may bring
