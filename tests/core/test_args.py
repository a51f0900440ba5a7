"""Arguments of actions: what comes into question, what is meant when one is left out, and one by luck."""

from __future__ import annotations

import pytest

from ludex.core.board.cells import read_cell, read_path
from ludex.core.board.zone import read_way
from ludex.core.kernel.action import NO_VALUE, Arg, any_of, first, oneself, only
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.waiting import read_pairs
from tests.core.toy import Being, Scene, duel

KINDS = {"ash": "a tree", "oak": "another"}


def trees(scene: Scene, actor: Being, *chosen: Plain) -> tuple[str, ...]:
    return tuple(name for name in KINDS if name not in chosen)


@pytest.fixture
def scene() -> Scene:
    return duel()


def test_values_stand_as_they_are_or_are_worked_out(scene: Scene) -> None:
    actor = scene.beings["ann"]
    assert tuple(Arg("tree", KINDS).values(scene, actor)) == ("ash", "oak")
    assert tuple(Arg("tree", trees).values(scene, actor, "ash")) == ("oak",)


def test_nothing_is_meant_unless_a_default_says_so(scene: Scene) -> None:
    actor = scene.beings["ann"]
    assert Arg("tree", trees).default is None
    for default, meant in ((None, None), ("", ""), (oneself, "ann")):
        arg = Arg("tree", trees, default=default)
        assert arg.default is not None
        assert arg.default(scene, actor) == meant


def test_the_first_is_meant_or_something_else_where_there_is_none(scene: Scene) -> None:
    actor = scene.beings["ann"]
    assert first(trees, "none")(scene, actor) == "ash"
    assert first(trees, "none")(scene, actor, *KINDS) == "none"


def test_the_only_one_is_meant_and_none_of_several(scene: Scene) -> None:
    actor = scene.beings["ann"]
    assert only(trees)(scene, actor, "ash") == "oak"
    assert only(trees)(scene, actor) == only(trees)(scene, actor, *KINDS) == ""


def test_one_is_picked_by_luck_and_none_where_there_is_none(scene: Scene) -> None:
    actor = scene.beings["ann"]
    assert any_of(trees)(scene, actor, lambda number: number - 1) == "oak"
    assert any_of(trees)(scene, actor, lambda number: number - 1, *KINDS) is NO_VALUE


def test_to_list_them_all_takes_long_where_one_is_picked_otherwise(scene: Scene) -> None:
    assert not Arg("tree", trees).dear
    arg = Arg("tree", trees, sample=lambda scene, actor, pick, *chosen: "yew")
    assert arg.dear
    assert arg.sample(scene, scene.beings["ann"], lambda number: 0) == "yew"


def test_cells_and_paths_are_read_as_they_are_written() -> None:
    assert read_path((1, 2)) == read_path(((1, 2),)) == ((1, 2),)
    assert read_path(((1, 2), (2, 2))) == ((1, 2), (2, 2))
    assert read_cell((1, 2)) == (1, 2)
    for bad in (None, "here", (), (1,), (1, 2, 3), (True, 2), ((1, 2), "here")):
        with pytest.raises(BadInput, match="expected a hex"):
            read_path(bad, "hex")
    with pytest.raises(BadInput, match="expected one hex"):
        read_cell(((1, 2), (2, 2)), "hex")


def test_ways_through_zones_are_read_as_they_are_written() -> None:
    assert read_way("hall") == "hall"
    assert read_way(("hall", "yard")) == ("hall", "yard")
    for bad in (None, "", (), 1, ("hall", 2)):
        with pytest.raises(BadInput, match="expected a zone"):
            read_way(bad)


def test_arguments_of_what_waits_are_pairs_of_a_name_and_a_value() -> None:
    assert read_pairs(None) == read_pairs(()) == ()
    assert read_pairs((("target", "a"),)) == (("target", "a"),)
    for bad in ("target", 1, ("target", "a")):
        with pytest.raises(BadInput, match="expected a table"):
            read_pairs(bad)
