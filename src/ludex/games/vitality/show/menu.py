"""The order in which actions are offered, what is done most first."""

from __future__ import annotations

MENU = (
    "effort", "offer", "charge", "activate", "attack_aura", "support_aura", "heal", "vanish", "dodge", "brace",
    "fortify", "aim", "empower", "refine", "assist", "protect", "use", "break_grab", "lift", "carry", "put_down",
    "attack", "area_attack", "sustain", "burrow", "set_trap", "notice", "disarm", "forbid", "sacrifice", "move",
    "teleport", "stand", "hasten", "open_portals", "prepare", "raise_wall", "keep_wall", "move_wall", "ready",
    "end_turn", "help", "hide", "search", "be_done", "let_act", "summon", "call_familiar",
)  # fmt: skip
