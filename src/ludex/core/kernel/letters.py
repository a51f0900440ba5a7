"""Letters that can be seen, and those that cannot: what steers text, such as the order in which it is read or the
colours of a terminal, and what nobody has drawn."""

from __future__ import annotations

import json
import re
from unicodedata import category, name

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# What moves the cursor, changes colours or the order in which a line is read; all but ends of lines and tabs
STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def unseen(words: str) -> str:
    """What the first letter is called that cannot be seen; nothing where all can."""
    found = next((letter for letter in words if category(letter) in UNSEEN), "")
    return name(found, "a sign without a name") if found else ""


def seen(words: str) -> str:
    """Without those that cannot."""
    return "".join([letter for letter in words if category(letter) not in UNSEEN])


def harmless(words: str) -> str:
    """For a terminal: what would steer it stands there as it is written in JSON and TOML, such as \\u001b."""
    return STEERING.sub(lambda found: json.dumps(found[0])[1:-1], words)
