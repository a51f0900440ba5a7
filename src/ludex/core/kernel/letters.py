"""Letters that can be seen, and those that cannot: what steers text, such as the order in which it is read or the
colours of a terminal, and what nobody has drawn."""

from __future__ import annotations

from unicodedata import category, name

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def unseen(words: str) -> str:
    """What the first letter is called that cannot be seen; nothing where all can."""
    found = next((letter for letter in words if category(letter) in UNSEEN), "")
    return name(found, "a sign without a name") if found else ""


def seen(words: str) -> str:
    """Without those that cannot."""
    return "".join([letter for letter in words if category(letter) not in UNSEEN])
