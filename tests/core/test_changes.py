"""Who is asked about a roll that has fallen."""

from __future__ import annotations

from ludex.core.kernel.timing import ANY_RESULT, Change, watched, ways_open

PUSH = Change("push", tells=(8, 11))
AGAIN = Change("again", tells=(1, 3), allowed=(1, 5))
HOPELESS = Change("hopeless", tells=(6, 5))


def test_somebody_is_asked_only_where_a_change_can_tell() -> None:
    assert ways_open([PUSH, AGAIN], 8, "telling") == ("push",)
    assert ways_open([PUSH, AGAIN], 3, "telling") == ("again",)
    assert ways_open([PUSH, AGAIN, HOPELESS], 5, "telling") == ()


def test_who_wants_to_be_asked_about_all_is_asked_wherever_it_is_allowed() -> None:
    assert ways_open([PUSH, AGAIN, HOPELESS], 5, "all") == ("push", "again", "hopeless")
    assert ways_open([PUSH, AGAIN], 6, "all") == ("push",)


def test_results_are_watched_from_the_least_to_the_most_that_anybody_is_asked_about() -> None:
    assert watched([change.asked_on("telling") for change in (PUSH, AGAIN, HOPELESS)]) == (1, 11)
    assert watched([PUSH.asked_on("all")]) == ANY_RESULT
    assert watched([HOPELESS.asked_on("telling")]) is None
    assert watched([]) is None
