"""What somebody is about to do, where its label and what was chosen make no sentence; and what is done with weapons."""

from __future__ import annotations

DEEDS = {
    "beyond_range": "Attack {target} beyond range with the {weapon}",
    "unarmed": "Attack {target} unarmed, with {stat}",
    "flash_shot": "Flash shot at {target} with the {weapon}",
    "pull_in": "Pull {target} in with the {weapon}",
    "medicine": "Use Medicine on {target}",
    "wake": "Wake {target}",
    "swap": "Take up the {thing}",
    "pick_up": "Pick up the {thing}",
    "escape": "Escape the grapple by {ability}",
    "stand_up": "Stand up for {pay}",
    "rest_learn": "Learn the {weapon}",
    "rest_gift": "Gift your activity to {to}",
    "rest_plating": "Repair the Plating of {target}",
    "rest_repair": "Repair the {weapon} of {target}",
    "untie_rope": "Untie the rope of {tied_by}",
    "hunker": "Hunker down at {cover}",
    "escalate": "Activate the Escalation Counter: {choice}",
}

STRIKES = {  # by the last word of the weapon's name
    "hook": "Hook", "bow": "Shoot", "gun": "Shoot", "launcher": "Shoot", "maul": "Strike", "staff": "Strike",
    "trident": "Stab", "jaws": "Bite", "bite": "Bite", "claws": "Claw",
}  # fmt: skip
