"""What follows from state is worked out once, and cited each time."""

from __future__ import annotations

import pytest

from ludex.core.content.content import Library
from ludex.core.kernel import derived as derived_module
from ludex.core.kernel.derived import Basis, Under, derived
from ludex.core.kernel.ruling import Recorder, listening
from ludex.core.kernel.scene import Being, Condition, Scene, told
from ludex.core.kernel.turns import Turns

STANDING = Basis("conditions side", shared=False)
SIDE = Basis("side")
CLOCK = Basis(scene="clock")

worked_out: list[str] = []


@derived(STANDING)
def labels(scene: Scene[Being], being: Being, mark: str = "-", *, loud: bool = False) -> list[str]:
    """What somebody is called by."""
    worked_out.append(being.id)
    scene.cite("toy.labels")
    return [f"{mark}{c.name.upper() if loud else c.name}" for c in being.conditions]


@derived(SIDE, "scene.mode")
def banner(scene: Scene[Being], being: Being) -> str:
    worked_out.append(being.id)
    return f"{being.side} in {scene.mode}, {scene.options['opt_song']}"


def blessed_by(scene: Scene[Being], being: Being) -> tuple[str, ...]:
    return tuple([scene.beings[c.source].side for c in being.conditions if c.name == "Blessed"])


@derived(SIDE, under=Under(frozenset({"Blessed"}), blessed_by))
def luck(scene: Scene[Being], being: Being, number: int = 1) -> list[str]:
    worked_out.append(being.id)
    scene.cite("toy.luck")
    return [being.side, *blessed_by(scene, being)] * number


@derived("being.side")
def colours(scene: Scene[Being], being: Being, number: int) -> list[str]:
    worked_out.append(being.id)
    scene.cite("toy.colours")
    return [being.side] * number


@derived(CLOCK)
def hour(scene: Scene[Being]) -> int:
    worked_out.append("hour")
    return scene.clock // 3600


@derived()
def kinds(library: Library, number: int) -> tuple[str, ...]:
    worked_out.append("kinds")
    return tuple(library.shelves)[:number]


@derived(STANDING)
def shouted(scene: Scene[Being], being: Being) -> int:
    scene.record("shouts", "toy.shout", who=being.id)
    return len(labels(scene, being))


@derived(STANDING)
def number_of_labels(scene: Scene[Being], being: Being) -> int:
    scene.cite("toy.count")
    return len(labels(scene, being))


@told
def tell(scene: Scene[Being], being: Being, *, what: str) -> None:
    worked_out.append(what)
    scene.record(what, "toy.tell", who=being.id)


@pytest.fixture
def scene() -> Scene[Being]:
    worked_out.clear()
    beings = {name: Being(id=name, name=name, side="red") for name in ("ann", "bob")}
    made = Scene(game="toy", mode="fight", beings=beings, options={"opt_song": "low"}, turns=Turns())
    made.library = Library({"toy": object})
    return made


def test_a_value_is_worked_out_anew_when_what_it_follows_from_has_changed(scene: Scene[Being]) -> None:
    ann = scene.beings["ann"]
    assert [labels(scene, ann), labels(scene, ann)] == [[], []]
    assert worked_out == ["ann"]
    ann.afflict(Condition("Prone"))
    assert labels(scene, ann) == ["-Prone"]
    assert labels(scene, ann, "*", loud=True) == ["*PRONE"]
    ann.name = "Anna"  # nothing follows from that
    assert labels(scene, ann) == ["-Prone"]
    assert worked_out == ["ann"] * 3


def test_copies_know_what_their_original_knows_and_go_their_own_way(scene: Scene[Being]) -> None:
    labels(scene, scene.beings["ann"])
    copy = scene.fork()
    labels(copy, copy.beings["ann"])
    assert worked_out == ["ann"]
    copy.beings["ann"].afflict(Condition("Prone"))
    assert labels(copy, copy.beings["ann"]) == ["-Prone"]
    assert labels(scene, scene.beings["ann"]) == []


def test_what_is_shared_is_worked_out_once_for_all_who_stand_alike(scene: Scene[Being]) -> None:
    ann, bob = scene.beings.values()
    assert banner(scene, ann) == banner(scene, bob) == "red in fight, low"
    assert worked_out == ["ann"]
    scene.mode = "rest"
    assert banner(scene, ann) == "red in rest, low"
    bob.side = "blue"
    assert banner(scene, bob) == "blue in rest, low"
    scene.options = {"opt_song": "loud"}
    assert banner(scene, ann) == "red in rest, loud"
    other = scene.fork()
    other.library = Library({"toy": object})
    assert banner(other, other.beings["ann"]) == "red in rest, loud"
    assert worked_out == ["ann", "ann", "bob", "ann", "ann"]


def test_of_the_scene_alone_and_of_the_content_alone(scene: Scene[Being]) -> None:
    assert [hour(scene), hour(scene)] == [0, 0]
    scene.clock = 7200
    assert hour(scene) == 2
    assert kinds(scene.library, 1) == kinds(scene.library, 1) == ("toy",)
    assert kinds(scene.library, 0) == ()
    assert worked_out == ["hour", "hour", "kinds", "kinds"]


def test_what_follows_from_one_thing_is_kept_with_the_content(scene: Scene[Being]) -> None:
    ann, bob = scene.beings.values()
    assert colours(scene, ann, 2) == colours(scene, bob, 2) == ["red", "red"]
    assert colours(scene, bob, 1) == ["red"]
    bob.side = "blue"
    assert colours(scene, bob, 1) == ["blue"]
    assert worked_out == ["ann", "bob", "bob"]
    scene.recorder = Recorder()
    for _ in range(2):
        with listening() as heard:
            assert colours(scene, ann, 2) == ["red", "red"]
        assert heard == {"toy.colours"}
    scene.library.worked_out.clear()  # as it does when it has grown too large
    assert colours(scene, ann, 2) == ["red", "red"]


def test_what_others_have_a_part_in_is_kept_for_what_they_are(scene: Scene[Being]) -> None:
    ann, bob = scene.beings.values()
    assert luck(scene, ann) == luck(scene, bob) == ["red"]
    ann.afflict(Condition("Prone", source="bob"))  # nothing follows from that
    assert luck(scene, ann) == ["red"]
    ann.afflict(Condition("Blessed", source="bob"))
    assert [luck(scene, ann), luck(scene, ann), luck(scene, bob)] == [["red", "red"], ["red", "red"], ["red"]]
    assert worked_out == ["ann", "ann"]
    bob.side = "blue"
    assert luck(scene, ann) == ["red", "blue"]
    bob.side = "red"
    assert luck(scene, ann) == ["red", "red"]
    assert worked_out == ["ann"] * 3
    scene.recorder = Recorder()
    for _ in range(2):
        with listening() as heard:
            assert luck(scene, ann) == ["red", "red"]
        assert heard == {"toy.luck"}


def test_what_is_kept_begins_anew_when_it_is_too_much(scene: Scene[Being], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_module, "MOST", 4)
    ann = scene.beings["ann"]
    for number in range(5):
        assert luck(scene, ann, number) == ["red"] * number
    worked_out.clear()
    assert [luck(scene, ann, 4), luck(scene, ann, 1)] == [["red"] * 4, ["red"]]
    assert worked_out == ["ann"]


def test_its_rules_are_cited_each_time_where_somebody_keeps_a_record(scene: Scene[Being]) -> None:
    ann = scene.beings["ann"]
    number_of_labels(scene, ann)  # known before anybody listens
    scene.recorder = Recorder()
    for _ in range(3):
        with listening() as heard:
            number_of_labels(scene, ann)
        assert heard == {"toy.count", "toy.labels"}
    scene.recorder = None
    with listening() as heard:
        number_of_labels(scene, ann)
    assert heard == set()


def test_nothing_happens_while_something_is_worked_out(scene: Scene[Being]) -> None:
    scene.recorder = recorder = Recorder()
    with pytest.raises(AssertionError, match="shouts is recorded"):
        shouted(scene, scene.beings["ann"])
    assert scene.recorder is recorder


def test_a_derived_function_keeps_its_name_and_its_words() -> None:
    assert (labels.__name__, labels.__doc__) == ("labels", "What somebody is called by.")


def test_what_is_only_told_is_not_run_where_nobody_keeps_a_record(scene: Scene[Being]) -> None:
    tell(scene, scene.beings["ann"], what="waves")
    assert worked_out == []
    scene.recorder = recorder = Recorder()
    tell(scene, scene.beings["ann"], what="waves")
    assert worked_out == [ruling.kind for ruling in recorder.rulings] == ["waves"]


def test_only_what_follows_from_somebody_is_kept_under_conditions() -> None:
    under = Under(frozenset({"Blessed"}), blessed_by)
    for basis in ("being.side", CLOCK):
        with pytest.raises(TypeError, match="basis of a being"):
            derived(basis, under=under)
