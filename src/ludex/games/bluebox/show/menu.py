"""The order in which actions are offered, what is done most first."""

from __future__ import annotations

MENU = (
    "attack", "beyond_range", "unarmed", "shove", "flash_shot", "trip", "pull_in", "escalate", "forgo", "rest_hp",
    "rest_ep", "rest_plating", "rest_exhaustion", "rest_repair", "rest_learn", "rest_meditate", "rest_maps",
    "rest_watch", "rest_gift", "rest_other", "power", "mask", "item", "rest_craft", "rest_module", "tie_rope",
    "untie_rope", "grapple", "escape", "let_go", "swap", "pick_up", "object", "medicine", "wake", "hold", "move",
    "quick_step", "dash", "disengage", "stand_up", "leave_map", "surrender", "drop_focus", "lamp", "end_turn",
    "defensive_stance", "hunker", "hide", "search",
)  # fmt: skip
