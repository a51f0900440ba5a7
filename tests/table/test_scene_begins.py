"""What a scene file has the players told as it begins, and the handouts that come with it."""

from __future__ import annotations

from typing import Any

from ludex.table.campaign.characters import Bring
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
        {"text": " "},  # nothing to read yet: it comes to nobody
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


def test_who_comes_after_it_has_begun_is_shown_the_same() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "tahra")
    kept.do(OpenScene(scene=kept.do(Prepare(tables=TABLES))["scene"]))
    late = kept.seat("Ben")
    documents = Documents(kept.table)
    first, second = (documents.of(kept.table.seats[one])["handouts"] for one in (ann, late))
    assert [one["title"] for one in second.values()] == ["The toll list"]
    assert first == second
    assert state(kept.folded()) == state(kept.table)


def test_who_stands_against_the_party_is_as_many_as_suit_its_number() -> None:
    parties = {
        "2": {"beings": {"second_bear": {"from": "ash_bear", "at": [2, 3]}}},
        "3": {"without": ["bear"], "beings": {"chief": {"from": "skakdi_raider", "at": [2, 3]}}},
    }
    kept = Kept("bluebox")
    kept.do(Bring(ready="onuri"))
    scene = kept.do(Prepare(tables={**TABLES, "parties": parties}))["scene"]

    def opened(**more: Any) -> tuple[set[str], list[str]]:
        kept.do(OpenScene(scene=scene, **more))
        playing = kept.table.playing
        assert playing is not None
        words = [one.line(kept.table.seen(kept.table.seats[kept.gm])) for one in playing.words]  # type: ignore[arg-type]  # a scene is there
        return {str(being.name) for being in kept.live.shown.side_of("foes")}, words

    foes, words = opened()
    assert foes == {"Ash Bear"}
    assert words == ["Set up for 1 character.", "A chain hangs across the causeway."]
    foes, words = opened(party={"onuri": {"at": [0, 1]}})
    assert foes == {"Ash Bear 1", "Ash Bear 2"}
    assert words[0] == "Set up for 2 characters."
    assert state(kept.folded()) == state(kept.table)
