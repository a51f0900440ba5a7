"""The look: ink and paper, one gold rubric, and a colour for each side that repeats what the shape says already."""

from __future__ import annotations

from rich.text import Text

GOLD = "#d9a441"  # the acting being, rule ids
ALLY = "#5fa8d8"
FOE = "#e5765a"
OTHER = "#b48ead"
EMBER = "#f58a5c"  # danger and loss
MOSS = "#8fb56a"  # health above half
QUIET = "dim"

SIDES = {"party": ALLY, "foes": FOE}


def side_style(side: str) -> str:
    return SIDES.get(side, OTHER)


def bar(now: int, most: int, width: int) -> Text:
    """A health bar: moss, gold by half, ember by a quarter. Whoever has anything left has a mark of it."""
    filled = 0 if now <= 0 else max(1, round(width * now / max(1, most)))
    colour = MOSS if 2 * now > most else GOLD if 4 * now > most else EMBER
    return Text.assemble(("█" * min(filled, width), colour), ("░" * (width - filled), QUIET))


def count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def ended(words: str) -> str:
    """With one full stop at its end."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."
