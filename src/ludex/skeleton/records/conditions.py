"""The conditions of the game, as `conditions.toml` has them."""

from __future__ import annotations

from pathlib import Path

from ludex.core.content.conditions import Conditions

CONDITIONS = Conditions(Path(__file__).parent.parent / "conditions.toml")
