"""The order in which actions are offered, what is done most first."""

from __future__ import annotations

MENU = (
    "ready", "destroy_body", "hide", "look", "search", "attack", "long_throw", "attack_cell", "attack_cover",
    "area_attack", "move", "two_meter_step", "face", "rise", "drop_prone", "climb", "charge", "end_turn", "consume",
    "reload", "jump", "open_door", "close_door", "try_task", "draw", "stow", "drop", "pick_up", "give", "don",
    "doff", "leave", "final_attack", "final_area_attack", "final_attack_cell", "final_attack_cover", "release",
    "grab", "break_grab", "grapple", "escape_grapple", "persuade", "hold_turn", "rejoin", "be_done", "let_act",
    "leaping_attack", "learn", "attempt", "upgrade", "lift_off", "rest", "eat", "drink", "speak", "buy", "sell",
    "treat", "make_agent", "use",
)  # fmt: skip
