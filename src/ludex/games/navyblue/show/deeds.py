"""What somebody is about to do, where its label and what was chosen make no sentence."""

from __future__ import annotations

DEEDS = {
    "parley": "Parley with {attribute}",
    "use": "Use {feature} on {target} with {attr}",
    "leap": "Leap to {to} over {over}",
    "drop": "Let go of {thing}",
    "wear": "Put on {thing}",
    "take_off": "Take off {thing}",
    "stow": "Stow {thing} in {into}",
    "clutch": "Clutch {thing} from {source}",
    "fix_rope": "Fix {thing} at {pit}",
    "look_around": "Look around {together}",
    "make_camp": "Make camp {together}",
    "other_activity": "{activity}",
    "pick_lock": "Work on {what} with {by}",
    "unblock": "Unblock {what} with {by}",
    "learn_language": "Learn {language}",
}
