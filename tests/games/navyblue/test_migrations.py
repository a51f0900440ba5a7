"""Scenes as earlier versions have kept them."""

from __future__ import annotations

from ludex.core.files.codec import as_plain, restore
from ludex.core.kernel.scene import Condition
from ludex.games.navyblue.book.conditions import lacking
from ludex.games.navyblue.game import NAVYBLUE
from tests.games.navyblue.test_refused_answers import table


def test_a_weapon_lies_where_it_was_kept_as_the_source() -> None:
    scene = table(turn="ann", beings={"ann": {"held": ["throwing_knives"]}, "wrecker": {"at": "z1_0"}}).scene
    scene.beings["wrecker"].afflict(Condition("Lacking", "z1_0", note="cutlass"))
    scene.beings["ann"].afflict(Condition("Lacking", "ann", note="throwing_knives"))
    opened = restore(as_plain(scene), 0, NAVYBLUE, NAVYBLUE.library())
    assert lacking(opened.beings["wrecker"]) == [("cutlass", "z1_0")]
    assert [condition.source for condition in opened.beings["wrecker"].conditions] == [""]
    assert lacking(opened.beings["ann"]) == [("throwing_knives", "")]
    assert [condition.source for condition in opened.beings["ann"].conditions] == ["ann"]
