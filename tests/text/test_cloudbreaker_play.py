"""Cloudbreaker Alliance as somebody plays it in a terminal: a combat and an escape, played to the end."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it has no types
import pytest

from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

MOST = 300  # inputs


def offered(screen: str, *wanted: str) -> str:
    """The number of the first of these entries that the last list has; nothing when it has none."""
    shown = screen.rpartition("> ")[2] if screen.count("> ") > 1 else screen
    for label in wanted:
        found = re.findall(rf"(?:^|\s)(\d+) {label}", shown)
        if found:
            return str(found[-1])
    return ""


def play_on(child: pexpect.spawn[str], *wanted: str, until: str = "$^") -> str:
    """Choose the first of the wanted entries at every prompt, else end the turn, else the first answer; to the end, or
    until something was said."""
    told = ""
    for _ in range(MOST):
        found = child.expect([r"\n> $", r"\(y/n\) $", r"Play again\?", pexpect.EOF])
        screen = ESCAPES.sub("", child.before or "")
        told += screen
        if found >= 2 or re.search(until, screen):
            return told
        if found == 1:
            child.sendline("y")
        else:
            child.sendline(offered(screen, *wanted, "End turn") or "1")
    raise AssertionError(f"the situation did not end within {MOST} inputs:\n{told[-3000:]}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "wanted", "end"),
    [
        ("wolves_on_the_causeway", (r"Attack", r"Lance of Dawn", r"Balewolf \d", r"Razorshell"), r"has won|has failed"),
        pytest.param(
            "the_burning_tower",
            (r"Move", r"Courtyard", r"Hall", r"Gallery", r"Library", r"Bell stair"),
            r"has won|has failed",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_situation_is_played_to_its_end(
    start: Start, tmp_path: Path, scene: str, wanted: tuple[str, ...], end: str
) -> None:
    child = start(scene, "--side", "party", "--seed", "5", columns=100)
    told = play_on(child, *wanted)
    assert re.search(end, told)
    assert "How everybody stands" in told
