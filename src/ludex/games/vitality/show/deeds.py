"""What somebody is about to do, where its label and what was chosen make no sentence."""

from __future__ import annotations

DEEDS = {
    "sustain": "Keep up {attack} on {target}",
    "let_act": "Let {to} act",
    "open_portals": "Open portals from {one} to {other}",
    "put_down": "Put {what} down: {to}",
    "lift": "Move {thing} to {to}",
    "use": "Use {device}",
    "break_grab": "Break the grab on {who}",
    "charge": "Charge {attack}",
    "activate": "Activate {bonus}",
    "search": "Search for {target}",
    "disarm": "Disarm the trap: {at}",
    "assist": "Assist {ally} against {against}",
}
