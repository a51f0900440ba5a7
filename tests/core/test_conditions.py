"""A condition is a record: how it comes, what it brings, how it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludex.core.content.conditions import Conditions
from ludex.core.content.content import ContentError
from ludex.core.kernel.scene import Condition, Until
from tests.core.toy import Being, Scene, duel

TOML = """
[Dizzy]
rule = "toy.strike"
begins = "{who} sees stars"
once = true
worth = 1.5
content = true

[Asleep]
rule = "toy.ward"
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
needs = "a note such as 'by hemp', and how tight"
drawn = "never"
example = { note = "by chains", value = 2 }
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
    assert list(conditions) == ["Dizzy", "Asleep", "Gone", "Bound"]
    assert conditions.tagged("quiet") == {"Asleep", "Gone"}
    assert conditions.tagged("away", "none") == {"Gone"}
    assert conditions.fates == {"Asleep": "out", "Gone": "dead"}
    assert conditions.of_content == ("Dizzy",)
    assert conditions.begin_words == {"Dizzy": "{who} sees stars"}
    assert conditions["Dizzy"].worth == 1.5


def test_one_that_is_taken_on_once_changes_nothing_the_second_time(conditions: Conditions, scene: Scene) -> None:
    ann = scene.beings["ann"]
    assert conditions.afflict(scene, ann, "Dizzy", source="cid")
    assert not conditions.afflict(scene, ann, "Dizzy", source="ben")
    assert ann.conditions == (Condition("Dizzy", "cid"),)


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


def test_the_worst_says_why_somebody_cannot_act(conditions: Conditions, scene: Scene) -> None:
    ann = scene.beings["ann"]
    conditions.afflict(scene, ann, "Dizzy")
    assert conditions.cannot_act(ann) is None
    conditions.afflict(scene, ann, "Gone")
    conditions.afflict(scene, ann, "Asleep")
    refusal = conditions.cannot_act(ann)
    assert refusal is not None
    assert refusal == ("Ann is Gone", "toy.share")


@pytest.mark.parametrize(
    ("note", "value", "lacks"),
    [("by hemp", 1, False), ("by chains", 1, False), ("by hemp", 0, True), ("rope", 1, True)],
)
def test_what_must_be_said_with_it(conditions: Conditions, note: str, value: int, lacks: bool) -> None:
    needed = conditions.lacking(Condition("Bound", value=value, note=note), {"rope": ("hemp", "silk")})
    assert needed == (conditions["Bound"].needs if lacks else "")


def test_a_wrong_entry_says_where(tmp_path: Path) -> None:
    path = tmp_path / "conditions.toml"
    path.write_text('[Dizzy]\nrule = "toy.strike"\nfate = "gone"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"conditions\.toml: Dizzy, field fate"):
        Conditions(path)
