"""What a scene file has the players told as it begins, and the handouts that come with it."""

from __future__ import annotations

from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document.show import Documents
from tests.table.tables import Kept, state

TABLES = {
    "game": "bluebox",
    "title": "The toll",
    "told": "A chain hangs across the causeway.",
    "handouts": [
        {"title": "The toll list", "text": "Two for a cart."},
        {"text": "The raider is bribed.", "shown": False},
    ],
    "beings": {"tahra": {"at": [0, 0]}, "bear": {"from": "ash_bear", "at": [6, 5]}},
}


def test_the_players_are_told_it_and_shown_what_is_meant_for_them_once() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "tahra")
    scene = kept.do(Prepare(tables=TABLES))["scene"]
    for _ in range(2):
        kept.do(OpenScene(scene=scene))
    seats = kept.table.seats
    documents = Documents(kept.table)
    seen = documents.of(seats[ann])["handouts"].values()
    assert [one["title"] for one in seen] == ["The toll list"]
    mastered = documents.of(seats[kept.gm])["handouts"].values()
    assert [one["title"] for one in mastered] == ["The toll list", "The toll"]
    assert kept.table.playing is not None
    words = [one.line(kept.table.seen(seats[ann])) for one in kept.table.playing.words]  # type: ignore[arg-type]  # a scene is there
    assert words == ["A chain hangs across the causeway."]
    assert state(kept.folded()) == state(kept.table)
