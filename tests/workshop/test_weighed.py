"""What an entry is worth, on the ground on which it is made."""

from __future__ import annotations

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.drafted import Draft, drafted
from ludex.workshop.ground import ground_of_game
from ludex.workshop.weighed import Weighing, fight_job, weighed


def test_a_part_of_which_nothing_comes_is_told_as_the_check_tells_it_and_can_be_taken_away() -> None:
    ground = ground_of_game("crawl")
    text = ground.text("aspect", "slash") + 'effects = [{ do = "stealth" }]\n'
    found = weighed(ground, Weighing("aspect", text, "slash"))
    dead = next(each for each in found.lint if each.path == ["effects", 0])
    assert dead.mend is not None
    assert [edit.path for edit in dead.mend.edits] == [["effects", 0]]
    told = drafted(ground, Draft("aspect", text))
    assert (dead.path, dead.text) in [(fault.path, fault.text) for fault in told.faults]


def test_of_what_cannot_be_read_nothing_is_told_and_nothing_is_fought() -> None:
    ground = ground_of_game("crawl")
    for text in ("", "[[weapon]\n", '[[weapon]]\nid = "a"\n', '[[armor]]\nid = "a"\nname = "A"\n'):
        found = weighed(ground, Weighing("weapon", text, "knife"))
        assert (found.price, found.odds, found.lint) == (None, None, [])
        with pytest.raises(BadInput):
            fight_job(ground, Weighing("weapon", text, "knife"), 1, 1)
