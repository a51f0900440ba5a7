"""Maps under the board and drawings on it: who is told of them, who may change them, and what is left when they go."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.deleting import DropPicture
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.drawings import MOST_DRAWN_BY_ONE, MOST_POINTS, Draw, Wipe
from ludex.table.campaign.likenesses import pictures_had
from ludex.table.campaign.maps import LayMap
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import Reseat
from ludex.table.campaign.settings import Set
from ludex.table.desk.store import Store
from ludex.table.document.changes import changed
from ludex.table.document.show import Documents
from tests.pictures import png
from tests.table.tables import Kept, differing

PICTURE = sha256(png()).hexdigest()
LINE = ((0, 0), (100, 50), (200, 0))


def scene(**under: Any) -> dict[str, Any]:
    laid = {"picture": PICTURE, "spots": [[0, 0], [1, 0.5]], "onto": [[0, 0], [9, 4]], **under}
    return {"game": "bluebox", "board": {"q": [0, 9], "r": [0, 4], "map": laid}, "beings": {"onuri": {"at": [1, 1]}}}


def opened(**under: Any) -> tuple[Kept, str]:
    kept = Kept("bluebox")
    ann = kept.seat("Ann", "onuri")
    prepared = kept.do(Prepare(title="On a map", tables=scene(**under) if under.get("picture", PICTURE) else plain()))
    kept.do(OpenScene(scene=prepared["scene"]))
    return kept, ann


def plain() -> dict[str, Any]:
    return {"game": "bluebox", "board": {"q": [0, 9], "r": [0, 4]}, "beings": {"onuri": {"at": [1, 1]}}}


def told(kept: Kept, seat: str) -> dict[str, Any]:
    return Documents(kept.table).of(kept.table.seats[seat])


# ---------------------------------------------------------------- maps


def test_a_map_is_told_to_the_game_master_alone_until_they_say_otherwise() -> None:
    kept, ann = opened()
    assert told(kept, kept.gm)["map"] == {
        "picture": PICTURE, "spots": [[0, 0], [1, 0.5]], "onto": [[0, 0], [9, 4]], "strength": 100, "seen": "gm"
    }  # fmt: skip
    assert told(kept, ann)["map"] is None
    seats = kept.table.seats
    assert not Documents(kept.table).may_see(seats[ann], PICTURE)
    kept.do(LayMap(seen="everybody", strength=40))
    assert told(kept, ann)["map"]["strength"] == 40
    assert Documents(kept.table).may_see(seats[ann], PICTURE)
    kept.do(LayMap(gone=True))
    assert told(kept, kept.gm)["map"] is None
    assert differing(kept.table, kept.folded()) == {}


def test_whoever_may_not_see_a_map_is_told_the_same_as_without_one() -> None:
    with_one, ann = opened()
    without, other = opened(picture="")
    assert ann == other
    assert msgspec.json.encode(told(with_one, ann)) == msgspec.json.encode(told(without, other))


def test_a_map_whose_picture_the_table_has_not_is_none() -> None:
    kept, _ = opened(picture="cave.png")
    assert kept.table.maps == {}


def test_only_the_game_master_changes_a_map_and_within_bounds() -> None:
    kept, ann = opened()
    with pytest.raises(Refused, match="only the game master"):
        kept.do(LayMap(seen="everybody"), ann)
    with pytest.raises(BadInput, match="0 to 100"):
        kept.do(LayMap(strength=101))
    kept.do(LayMap(gone=True))
    with pytest.raises(Refused, match="no map"):
        kept.do(LayMap(strength=10))


def test_a_picture_of_a_map_is_kept_as_long_as_a_scene_has_it() -> None:
    kept, _ = opened()
    assert PICTURE in pictures_had(kept.table)
    kept.do(DropPicture(picture=PICTURE))
    assert kept.table.maps == {}


def test_a_picture_that_was_deleted_lies_under_no_board_until_it_is_brought_again() -> None:
    kept, _ = opened()
    (prepared,) = kept.table.scenes
    kept.do(DropPicture(picture=PICTURE))
    kept.do(OpenScene(scene=prepared))
    assert kept.table.maps == {}
    again = kept.do(Prepare(title="On a map", tables=scene()))
    kept.do(OpenScene(scene=again["scene"]))
    assert [laid.picture for laid in kept.table.maps.values()] == [PICTURE]
    assert differing(kept.table, kept.folded()) == {}


# ---------------------------------------------------------------- drawings


def test_what_is_drawn_for_all_is_told_to_all_and_only_what_is_new() -> None:
    kept, ann = opened()
    documents = Documents(kept.table)
    kept.do(Draw(kind="pen", points=LINE), ann)
    before = documents.of(kept.table.seats[kept.gm])
    id = kept.do(Draw(kind="text", points=((5, 5),), text=" here "), ann)["drawing"]
    after = documents.of(kept.table.seats[kept.gm])
    drawn = {"kind": "text", "points": [[5, 5]], "text": "here", "seen": "all", "owner": ann}
    assert changed(before, after) == [[["drawings", id], drawn]]


def test_what_is_drawn_for_the_game_master_is_told_to_nobody_else() -> None:
    kept, ann = opened()
    ben = kept.seat("Ben")
    spectator = kept.seat("TV", role="spectator")
    before = [msgspec.json.encode(told(kept, seat)) for seat in (ben, spectator)]
    kept.do(Draw(kind="arrow", points=LINE[:2], seen="gm"), ann)
    kept.do(Draw(kind="arrow", points=LINE[:2], seen="gm"))
    assert [msgspec.json.encode(told(kept, seat)) for seat in (ben, spectator)] == before
    assert len(told(kept, kept.gm)["drawings"]) == 2
    assert len(told(kept, ann)["drawings"]) == 1, "their own"


def test_one_wipes_ones_own_and_the_game_master_all() -> None:
    kept, ann = opened()
    first, second = (kept.do(Draw(kind="pen", points=LINE), ann)["drawing"] for _ in range(2))
    kept.do(Draw(kind="pen", points=LINE))
    kept.do(Wipe(last=True), ann)
    assert first in kept.table.drawings
    assert second not in kept.table.drawings
    kept.do(Wipe(), ann)
    assert len(kept.table.drawings) == 1
    with pytest.raises(Refused, match="no drawing of yours"):
        kept.do(Wipe(), ann)
    kept.do(Wipe())
    assert kept.table.drawings == {}
    assert differing(kept.table, kept.folded()) == {}


def test_another_scene_comes_without_drawings() -> None:
    kept, _ = opened()
    kept.do(Draw(kind="pen", points=LINE))
    kept.open()
    assert kept.table.drawings == {}


def test_what_was_wiped_takes_no_room_in_the_store(tmp_path: Path) -> None:
    kept, ann = opened()
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    store.migrate()
    kept.do(Draw(kind="pen", points=LINE), ann)
    kept.do(Draw(kind="text", points=LINE[:1], text="here"), ann)
    store.create("t", kept.entries)
    done = len(kept.entries)
    kept.do(Wipe(), ann)
    store.append("t", kept.entries[done:])
    bodies = [entry.body for entry in store.entries("t") if entry.kind == "drawn"]
    assert [(body["points"], body["text"]) for body in bodies] == [([], ""), ([], "")]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Draw(kind="pen", points=LINE[:1]), "points: expected 2"),
        (Draw(kind="pen", points=((0, 0),) * (MOST_POINTS + 1)), "points: expected"),
        (Draw(kind="arrow", points=LINE), "points: expected 2 to 2"),
        (Draw(kind="text", points=LINE[:1]), "text: expected 1 to"),
    ],
)
def test_what_is_no_drawing_is_refused(wrong: Doing, why: str) -> None:
    kept, ann = opened()
    with pytest.raises(BadInput, match=why):
        kept.do(wrong, ann)


def test_who_may_draw() -> None:
    kept, ann = opened()
    spectator = kept.seat("TV", role="spectator")
    with pytest.raises(Refused, match="only"):
        kept.do(Draw(kind="pen", points=LINE), spectator)
    kept.do(Set(settings={"drawing": False}))
    with pytest.raises(Refused, match="only the game master draws"):
        kept.do(Draw(kind="pen", points=LINE), ann)
    kept.do(Set(settings={"drawing": True}))
    for _ in range(MOST_DRAWN_BY_ONE):
        kept.do(Draw(kind="pen", points=LINE), ann)
    with pytest.raises(Refused, match="already"):
        kept.do(Draw(kind="pen", points=LINE), ann)
    kept.do(Reseat(seat=ann, muted=True))
    with pytest.raises(Refused, match="muted"):
        kept.do(Draw(kind="pen", points=LINE), ann)
