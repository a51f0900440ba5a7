"""What somebody may have meant is told as people tell it: each once, and of very many only some."""

from __future__ import annotations

from ludex.core.kernel.english import MOST_TOLD, meant, there_are

MANY = [f"w{number:03}" for number in range(MOST_TOLD + 5)]


def test_a_long_list_says_how_many_more_there_are() -> None:
    assert meant("zzz", MANY).endswith(f"{MANY[MOST_TOLD - 1]} and 5 more")
    assert there_are("zzz", MANY).endswith(f"{MANY[MOST_TOLD - 1]} and 5 more")
    assert meant("zzz", MANY[: MOST_TOLD + 1]).endswith(f", {MANY[MOST_TOLD]}")


def test_nothing_is_told_twice() -> None:
    assert meant("zzz", ["disk", "rope", "disk"]) == "expected one of: disk, rope"
    assert meant("dsk", ["disk", "rope", "disk"]) == "did you mean disk?"
    assert there_are("zzz", ["rope", "disk", "rope"]) == "there are: rope, disk"
