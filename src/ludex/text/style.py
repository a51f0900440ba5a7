"""The look: ink and paper, one gold rubric, and a colour for each side that repeats what the shape says already."""

from __future__ import annotations

from fractions import Fraction

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


def percent(chance: Fraction) -> str:
    """One decimal, but never a rounded 0 or 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    value = float(chance) * 100
    if value < 0.1:
        return "<0.1 %"
    if value > 99.9:
        return ">99.9 %"
    return f"{value:.1f} %"


def rare(chance: Fraction) -> str:
    """A chance so small that percents would hide it: `1 in 98,000,000,000`, with two digits that count."""
    if chance >= Fraction(1, 1000):
        return percent(chance)
    digits = str(int(1 / chance))
    return f"1 in {int(digits[:2] + '0' * (len(digits) - 2)):,}"


def signed(value: Fraction | int) -> str:
    """A mean change with its sign, one decimal."""
    shown = f"{abs(float(value)):.1f}".removesuffix(".0")
    return f"{'−' if value < 0 else '+'}{shown}"


def bar(now: int, most: int, width: int) -> Text:
    """A health bar: moss, gold by half, ember by a quarter. Whoever has anything left has a mark of it."""
    filled = 0 if now <= 0 else max(1, round(width * now / max(1, most)))
    colour = MOSS if 2 * now > most else GOLD if 4 * now > most else EMBER
    return Text.assemble(("█" * min(filled, width), colour), ("░" * (width - filled), QUIET))


def count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def ended(words: str) -> str:
    """With one full stop at its end."""
    return words if words.endswith((".", "!", "?")) else f"{words}."
