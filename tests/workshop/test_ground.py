"""The ground on which entries are made."""

from __future__ import annotations

from ludex.core.files.packs import Pack, library_of
from ludex.core.game import GAMES
from ludex.workshop.ground import Ground, ground_of_game
from tests.packs import manifest

BROKEN = '[[item]]\nid = "whistle"\nname = "Tin Whistle"\nloud = true\n'


def test_whoever_made_an_entry_with_a_fault_finds_and_opens_it() -> None:
    own = Pack({"pack.toml": manifest().encode(), "things.toml": BROKEN.encode()})
    ground = Ground(GAMES["bluebox"], library_of(own, []), [own])
    first = ground.lines("item")[0]
    assert (first.id, first.name, first.of) == ("whistle", "Tin Whistle", "The Drowned Coast")
    assert ground.text("item", "whistle") == BROKEN


def test_an_entry_is_listed_with_what_it_costs() -> None:
    costs = {one.id: (one.price, one.unit) for one in ground_of_game("crawl").lines("aspect")}
    assert costs["scarred"] == (8, "AP")
    assert {(one.price, one.unit) for one in ground_of_game("crawl").lines("disease")} == {(None, "")}
