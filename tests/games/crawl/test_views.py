"""What the bookkeeping may not tell: who has made what lies on cells, at whose turn it ends; and in what order things
were put down."""

from __future__ import annotations

from typing import Any

from ludex.core.files.codec import as_plain
from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.scene import Until
from ludex.games.crawl.book.attacks.sequence import leave_hand
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.equipment.handling import put_down
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import PARTY, Area, Turns
from ludex.table.document.log import told
from ludex.table.play.commands import Command
from ludex.table.records.entry import Opened
from tests.table.tables import Kept


def scene_with(beings: dict[str, Any]) -> Any:
    return scene_from({"game": "crawl", "turn": "ann", "beings": beings}, "test").scene


def test_an_area_does_not_tell_of_who_is_unseen() -> None:
    hidden = {"name": "Hidden", "value": 18, "note": "quiet_steps"}
    foes = {"foe": {"side": "foes", "at": [6, 2]}, "lurker": {"side": "foes", "at": [8, 2], "conditions": [hidden]}}
    scene = scene_with({"ann": {}, **foes})
    scene.areas = tuple(
        [Area(((3, 3),), "ember_ground", by, Until("start of turn", by, 4)) for by in ("lurker", "foe")]
    )
    shown = CRAWL.view(scene, PARTY).areas
    assert [area.by for area in shown] == ["", "foe"]
    assert [area.until and area.until.of for area in shown] == ["", "foe"]


def test_things_lie_in_the_same_order_however_they_came_there() -> None:
    def lying(first: str) -> Any:
        scene = scene_with({"ann": {"aspects": ["stab"], "hands": ["throwing_dagger"]}, "foe": {"side": "foes"}})
        ann = scene.beings["ann"]
        for deed in sorted(("throw", "drop"), key=lambda name: name != first):
            if deed == "drop":
                put_down(scene, "pebble", (9, 3))
            else:
                leave_hand(scene, ann, (4, 2), skill_of(scene, ann, "stab:throwing_dagger:thrown"))
        return scene.lying

    assert lying("throw") == lying("drop")


def test_that_all_is_done_is_not_told_to_who_does_not_know_of_the_leader() -> None:
    def log_of(foe: bool, hides: bool) -> list[Any]:
        hidden = [{"name": "Hidden", "value": 18, "note": "quiet_steps"}] if hides else []
        beings = {"ann": {"conditions": hidden}, "bo": {}, "foe": {"side": "foes", "at": [9, 3]}}
        scene: Any = scene_from({"game": "crawl", "mode": "downtime", "beings": beings}, "test").scene
        scene.turns = Turns(current="ann")
        kept = Kept("crawl")
        kept.table.add(Opened(id="scene", title="A scene", version=1, shape=0, state=as_plain(scene)))
        seat = kept.table.seats[kept.seat("Zoe", "foe" if foe else "bo")]
        kept.do(Command(actor="ann", name="be_done", args={}))
        watched = kept.table.watched(seat)
        assert watched is not None
        return [told(kept.table, seat, number) for number in range(len(watched.log))]

    assert log_of(foe=True, hides=False)
    assert log_of(foe=False, hides=True)
    assert log_of(foe=True, hides=True) == []
