"""The order in which actions are offered, what is done most first."""

from __future__ import annotations

MENU = (
    "learn_language", "end_turn", "respite", "be_done", "parley", "sneak_past", "part_ways", "pick_fight", "clutch",
    "drop", "stow", "rummage", "pack", "wear", "take_off", "move", "leave", "dive", "stand", "sprint", "surge",
    "open", "close", "unblock", "travel", "make_camp", "look_around", "eat", "watch", "sleep", "pause", "wait",
    "other_activity", "advance", "search", "pick_lock", "leave_dungeon", "consume", "administer", "fix_rope",
    "attack", "reload", "regain", "leap", "use", "hide",
)  # fmt: skip
