"""A condition is a record: how it comes, what it brings, how it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.core.content.conditions import OWN, Conditions, Kind
from ludex.core.content.content import ContentError
from ludex.core.kernel.ruling import Recorder, Refusal
from ludex.core.kernel.scene import Condition, Until, until_end_of_next, until_start_of
from ludex.core.show.sentences import filled
from tests.core.toy import Being, Scene, duel

TOML = """
[Dizzy]
rule = "toy.strike"
begins = "{who} sees stars"
again = "once"
worth = 1.5
content = true

[Asleep]
rule = "toy.ward"
told_by = "snore"
acts = false
fate = "out"
tags = ["quiet"]

[Gone]
rule = "toy.share"
acts = false
fate = "dead"
tags = ["quiet", "away"]

[Bound]
rule = "toy.riposte"
note = 'by (<rope>|chains)'
valued = true
needs = "a note such as 'by <rope>', and how tight"
drawn = "never"
example = { note = "by chains", value = 2 }

[Cut]
rule = "toy.strike"
again = "beside"

[Tired]
rule = "toy.strike"
again = "add"
most = 5

[Warded]
rule = "toy.ward"
sourced = true
again = "renew"
"""


@pytest.fixture
def conditions(tmp_path: Path) -> Conditions:
    path = tmp_path / "conditions.toml"
    path.write_text(TOML, encoding="utf-8")
    return Conditions(path, tells=("value",))


@pytest.fixture
def scene() -> Scene:
    return duel()


def test_what_others_read_of_them(conditions: Conditions) -> None:
    assert list(conditions) == ["Dizzy", "Asleep", "Gone", "Bound", "Cut", "Tired", "Warded"]
    assert conditions.tagged("quiet") == {"Asleep", "Gone"}
    assert conditions.tagged("away", "none") == {"Gone"}
    assert conditions.fates == {"Asleep": "out", "Gone": "dead"}
    assert conditions.of_content == ("Dizzy",)
    assert conditions.begin_words == {"Dizzy": "{who} sees stars"}
    assert conditions.told_by == {"Asleep": "snore"}
    assert conditions["Dizzy"].worth == 1.5


def test_one_that_is_taken_on_once_changes_nothing_the_second_time(conditions: Conditions, scene: Scene) -> None:
    ann = scene.beings["ann"]
    assert conditions.afflict(scene, ann, "Dizzy", source="cid")
    assert not conditions.afflict(scene, ann, "Dizzy", source="ben")
    assert ann.conditions == (Condition("Dizzy", "cid"),)


def test_equal_ones_can_stand_side_by_side(conditions: Conditions, scene: Scene) -> None:
    ann = scene.beings["ann"]
    for _ in range(3):
        assert conditions.afflict(scene, ann, "Cut", value=2)
    assert [(c.value, c.note) for c in ann.conditions] == [(2, ""), (2, "2"), (2, "3")]


def test_values_of_one_source_can_add_up(conditions: Conditions, scene: Scene) -> None:
    ann, soon = scene.beings["ann"], Until("start of turn", "ann")
    conditions.afflict(scene, ann, "Tired", value=3)
    conditions.afflict(scene, ann, "Tired", value=1, source="cid")
    conditions.afflict(scene, ann, "Tired", value=1, until=soon)
    assert ann.conditions == (Condition("Tired", "", soon, 4), Condition("Tired", "cid", None, 1))
    conditions.afflict(scene, ann, "Tired", value=4)
    assert ann.conditions[0].value == 5


def test_it_can_begin_anew(conditions: Conditions, scene: Scene) -> None:
    ann, soon = scene.beings["ann"], Until("start of turn", "ann")
    for source, note in (("cid", "fire"), ("cid", "cold"), ("ben", "fire")):
        conditions.afflict(scene, ann, "Warded", source=source, note=note, value=1)
    assert conditions.afflict(scene, ann, "Warded", source="cid", note="fire", until=soon)
    assert [(c.source, c.note, c.value) for c in ann.conditions] == [
        ("cid", "cold", 1),
        ("ben", "fire", 1),
        ("cid", "fire", 0),
    ]


def test_something_can_keep_it_off(conditions: Conditions, scene: Scene) -> None:
    @conditions.wards("Asleep", "Gone")
    def alert(scene: Scene, being: Being, name: str) -> bool:
        return being.id == "ann" and name == "Asleep"

    ann, ben = scene.beings["ann"], scene.beings["ben"]
    assert not conditions.afflict(scene, ann, "Asleep")
    assert conditions.afflict(scene, ann, "Gone")
    assert conditions.afflict(scene, ben, "Asleep")


def test_what_it_brings_comes_when_it_is_new(conditions: Conditions, scene: Scene) -> None:
    came: list[str] = []

    @conditions.brings("Asleep", "Gone")
    def falls(scene: Scene, being: Being, condition: Condition) -> None:
        came.append(f"{being.id} {condition.name}")

    @conditions.brings("Asleep", again=True)
    def snores(scene: Scene, being: Being, condition: Condition) -> None:
        came.append(condition.source)

    ann = scene.beings["ann"]
    for source in ("ben", "cid", "cid"):
        conditions.afflict(scene, ann, "Asleep", source=source)
    assert came == ["ann Asleep", "ben", "cid"]


def test_it_has_ended_when_no_source_of_it_is_left(conditions: Conditions, scene: Scene) -> None:
    over: list[str] = []

    @conditions.leaves("Asleep")
    def wakes(scene: Scene, being: Being, condition: Condition) -> None:
        over.append(being.id)

    ann = scene.beings["ann"]
    conditions.afflict(scene, ann, "Asleep", source="ben")
    conditions.afflict(scene, ann, "Asleep", source="cid", until=Until("start of turn", "cid"))
    assert not conditions.end(scene, ann, "Dizzy", "Gone")
    assert conditions.end(scene, ann, "Asleep", "Dizzy", source="ben")
    assert over == []
    assert conditions.expire(scene, "start of turn", "ann") == []
    assert [who.id for who, _ in conditions.expire(scene, "start of turn", "cid")] == ["ann"]
    assert over == ["ann"]
    assert not ann.conditions


def test_its_end_is_told_once_and_felt_with_each_source(conditions: Conditions, scene: Scene) -> None:
    felt: list[str] = []
    scene.recorder = Recorder()

    @conditions.leaves("Cut", each=True)
    def feels(scene: Scene, being: Being, condition: Condition) -> None:
        felt.append(condition.source)

    ann = scene.beings["ann"]
    for source in ("ben", "cid", "cid"):
        conditions.afflict(scene, ann, "Cut", source=source, until=Until("start of turn", source))
    assert not conditions.end_these(scene, ann, [])
    conditions.end(scene, ann, "Cut", source="ben")
    assert felt == ["ben"]
    conditions.expire(scene, "start of turn", "cid")
    assert felt == ["ben", "cid"]
    ends = [ruling for ruling in scene.recorder.rulings if ruling.kind == "condition_ends"]
    assert [ruling.values for ruling in ends] == [{"who": "ann", "condition": "Cut"}]


def test_the_worst_says_why_somebody_cannot_act(conditions: Conditions, scene: Scene) -> None:
    ann = scene.beings["ann"]
    conditions.afflict(scene, ann, "Dizzy")
    assert conditions.cannot_act(ann) is None
    conditions.afflict(scene, ann, "Gone")
    conditions.afflict(scene, ann, "Asleep")
    refusal = conditions.cannot_act(ann)
    assert refusal is not None
    assert refusal == Refusal("Ann is Gone", "toy.share")


@pytest.mark.parametrize(
    ("note", "value", "lacks"),
    [("by hemp", 1, False), ("by chains", 1, False), ("by hemp", 0, True), ("rope", 1, True)],
)
def test_what_must_be_said_with_it(conditions: Conditions, note: str, value: int, lacks: bool) -> None:
    needed = conditions.lacking(Condition("Bound", value=value, note=note), {"rope": ("hemp", "silk")})
    assert needed == ("a note such as 'by hemp, silk', and how tight" if lacks else "")


def test_one_from_somebody_needs_a_source(conditions: Conditions) -> None:
    assert conditions.lacking(Condition("Warded"), {}) == "a source"
    assert conditions.lacking(Condition("Warded", "ben"), {}) == ""


def test_a_game_may_ask_for_more(tmp_path: Path) -> None:
    class Own(Kind, frozen=True, eq=False, kw_only=True):
        smells: bool = False

    path = tmp_path / "conditions.toml"
    path.write_text('[Rotten]\nrule = "toy.strike"\nsmells = true\n', encoding="utf-8")
    found = Conditions(path, kind=Own)["Rotten"]
    assert isinstance(found, Own)
    assert found.smells


def test_a_table_may_have_some_of_its_own(tmp_path: Path, scene: Scene) -> None:
    path = tmp_path / "conditions.toml"
    path.write_text('[Dizzy]\nrule = "toy.strike"\n', encoding="utf-8")
    conditions = Conditions(path, own=Kind(rule="toy.ward"))
    came: list[str] = []

    @conditions.brings(OWN)
    @conditions.leaves(OWN)
    def told(scene: Scene, being: Being, condition: Condition) -> None:
        came.append(condition.name)

    ann = scene.beings["ann"]
    scene.recorder = Recorder()
    for name in ("Dizzy", "moon madness"):
        assert conditions.afflict(scene, ann, name)
    assert conditions.end(scene, ann, "Dizzy", "moon madness")
    assert came == ["moon madness", "moon madness"]
    assert [ruling.rule for ruling in scene.recorder.rulings] == ["toy.strike", "toy.ward"] * 2
    assert "moon madness" not in conditions


def test_a_wrong_entry_says_where(tmp_path: Path) -> None:
    path = tmp_path / "conditions.toml"
    path.write_text('[Dizzy]\nrule = "toy.strike"\nfate = "gone"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"conditions\.toml: Dizzy, field fate"):
        Conditions(path)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"who": "Ann", "by": "Cid", "turns": ""}, "Cid holds Ann"),
        ({"who": "Ann", "by": "", "turns": "2 turns"}, "Ann is held, for 2 turns"),
    ],
)
def test_what_is_said_of_it_leaves_out_what_it_does_not_have(values: dict[str, str], told: str) -> None:
    assert filled("[{by} holds {who}|{who} is held][, for {turns}]", values) == told


def test_a_turn_under_way_is_not_the_next_one(scene: Scene) -> None:
    ann, cid = scene.beings["ann"], scene.beings["cid"]
    assert scene.turns.current == "cid"
    assert until_start_of(cid) == Until("start of turn", "cid")
    assert until_end_of_next(scene, ann) == Until("end of turn", "ann")
    assert until_end_of_next(scene, cid) == Until("end of turn", "cid", 2)
    assert until_end_of_next(scene, cid, 3) == Until("end of turn", "cid", 4)
