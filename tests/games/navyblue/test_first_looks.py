"""What somebody new to Navy Blue looks at: what a Move costs, and what an attack is for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from ludex.core.files.scenefile import scene_from
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.price import price_words
from ludex.games.navyblue.book.attacks.reach import out_of_reach
from ludex.games.navyblue.game import NAVYBLUE
from ludex.games.navyblue.show.names import door_words
from ludex.games.navyblue.show.prices import price
from ludex.games.navyblue.state import Scene


def built(**tables: object) -> Scene:
    beings = {"ann": {"held": ["cutlass"]}, "guard": {"side": "foes"}}
    scene: Any = scene_from({"game": NAVYBLUE.name, "turn": "ann", "beings": beings, **tables}, "test").scene
    return cast(Scene, scene)


def test_the_price_of_a_move_says_what_is_lost_and_to_what() -> None:
    scene = built(obstructions=[{"zone": "z1_0", "material": "ice"}])
    move = NAVYBLUE.expand(scene, Command("ann", "move", (("to", "z1_0"),)))
    assert price_words(price(scene, scene.beings["ann"], move)) == "1 MP and 1 MP lost to ice"


def test_an_attack_says_in_short_what_is_thrown_and_what_for() -> None:
    scene = built()
    rows = [
        row for part in NAVYBLUE.face().sheet(scene, scene.beings["ann"]) if part.kind == "arms" for row in part.rows
    ]
    assert "2d6 +0 (Brawn) for 1, 2 or 3 damage" in [row.note for row in rows]


def test_what_is_too_far_is_told_in_zones() -> None:
    scene = built(board={"width": 3})
    near, far = (out_of_reach(scene, scene.beings["ann"], "z2_0", reach) for reach in (0, 1))
    assert near is not None
    assert far is not None
    assert (near.reason, far.reason) == ("that is not in the same zone", "that is more than 1 zone away")


def test_a_door_that_opens_is_told_as_a_sentence() -> None:
    scene = built(board={"width": 2}, doors=[{"zones": ["z0_0", "z1_0"]}])
    (door,) = scene.doors
    told = NAVYBLUE.face().became(scene, "doors", cast(Plain, (replace(door, state="open"),)))
    assert told == f"{door_words(scene, door)} is open"


def test_a_feature_is_used_on_somebody_and_with_something() -> None:
    scene, face = built(), NAVYBLUE.face()
    sever = Command("ann", "use", {"feature": "sever", "target": "guard", "attr": "Presence"}.items())
    assert face.sentence(scene, sever) == "Use Sever on Guard with Presence"
    hush = Command("ann", "use", {"feature": "hush", "target": "guard"}.items())
    assert face.sentence(scene, hush) == "Use Hush on Guard"
    assert face.sentence(scene, Command("ann", "use", {"feature": "turn_aside"}.items())) == "Use Turn Aside"


def test_a_pack_is_told_as_theirs_who_opens_it() -> None:
    opens = Ruling("opens", "nb.maneuver.open", {"who": "ann", "what": "pack:backpack", "barred": False})
    assert NAVYBLUE.sentence(built(), opens) == "Ann opens their Backpack"


def test_the_sheet_counts_the_motion_points_of_a_turn_with_what_is_in_hand() -> None:
    scene = built(beings={"ann": {"speed": 2, "held": ["tower_shield"]}, "bea": {"speed": 2}}, turn="ann")
    said = [text_of(scene, who) for who in ("ann", "bea")]
    assert [words.split(",")[0] for words in said] == ["2: 2 MP a turn", "2: 3 MP a turn"]


def text_of(scene: Scene, who: str) -> str:
    """How fast they are, by their sheet."""
    parts = NAVYBLUE.face().sheet(scene, scene.beings[who])
    return next(row.words for part in parts for row in part.rows if row.label == "Speed")
