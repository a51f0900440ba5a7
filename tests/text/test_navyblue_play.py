"""Navy Blue as somebody plays it in a terminal: a day of travel, and rooms below a lighthouse with who lives there."""

from __future__ import annotations

import re

from tests.text.test_cloudbreaker_play import play_on
from tests.text.test_play import ESCAPES, Start, start

__all__ = ["start"]

TOGETHER = r"with all who have not chosen"
FIGHT = (r"Attack", r"Surge", r"Move")


def test_the_road_is_travelled_to_the_safe_harbour(start: Start) -> None:
    child = start("the_coast_road", "--side", "party", "--seed", "3", columns=110)
    wanted = (r"Part ways", r"Travel", r"Make camp", r"Eat", r"Sleep", r"Watch", r"Wait")
    told = play_on(child, TOGETHER, *FIGHT, *wanted)
    assert re.search(r"Camping block, interval 4 of 4", told)


def test_the_cellars_are_entered_fought_in_searched_and_left(start: Start) -> None:
    child = start("the_lamp_cellars", "--side", "party", "--seed", "3", columns=110)
    told = ""
    for given in ("advance", "drain", "1", "pick a fight"):
        child.expect(r"\n> $")
        told += ESCAPES.sub("", child.before)
        child.sendline(given)
    assert "Bilge Rat Pack" in told
    assert "Salt Witch" not in told  # nobody knows of her yet
    assert "Experience" in play_on(child, r"Attack", until=r"[Tt]he fight is won")
    told = ""
    for given in ("advance", "drain", "1", "search", "wait", "1", "part ways", "leave"):
        child.sendline(given)
        child.expect([r"\n> $", r"\(y/n\) $", r"Play again\?"])
        told += ESCAPES.sub("", child.before)
    assert "Marlow Tarn has searched Drain" in told
    assert "From now on time is not counted" in told
