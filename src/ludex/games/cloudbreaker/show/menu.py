"""The order in which actions are offered, what is done most first."""

from __future__ import annotations

MENU = (
    "share", "take_spirit", "gather", "drop_spirit", "attack", "cast", "end_turn", "neutralise", "disable",
    "analyse", "defuse", "delay", "give_way", "give_up", "item", "wield", "drop", "grab", "kick", "interact",
    "improvise", "trip", "disarm", "impair", "grapple", "latch", "shift_latch", "let_go", "spend_resolve",
    "change_class", "change_gear", "attune", "move", "stand_up", "retreat", "push",
)  # fmt: skip
