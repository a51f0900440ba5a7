"""The live referee: open questions, interjections, holds, undo, and the game master above the rules."""

from __future__ import annotations

import pytest

from ludex.core.files.codec import encode
from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import Interject, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed, Live, SealedDice, TypedDice
from tests.core.toy import TOY, Scene, duel

STRIKE = command("cid", "strike", target="ann")
SHARE = command("ben", "share", to="ann")


def table(*faces: int) -> Live[Scene]:
    """A table with real dice at which Cid has struck at Ann, and these faces fell."""
    live = Live(TOY, duel(), TypedDice())
    live.perform(STRIKE)
    if faces:
        live.fell(faces)
    return live


def asked(live: Live[Scene]) -> Question:
    assert isinstance(live.open, Question)
    return live.open


def test_a_command_stops_at_a_roll_that_somebody_types_in() -> None:
    live = table()
    assert isinstance(live.open, Roll)
    assert live.open.key == "roll toy.strike by cid: d6+d6"


def test_a_command_stops_at_a_question_and_the_boundary_stays_as_it_was() -> None:
    live = table(3, 4)
    assert asked(live).who == "ann"
    assert encode(live.scene) == encode(duel())


def test_an_answer_leads_to_the_next_boundary() -> None:
    live = table(3, 4)
    live.answer(1)
    live.answer("no")
    assert live.open is None
    assert (live.scene.beings["ann"].health, live.scene.turns.current) == (4, "ann")


def test_a_friend_may_interject_and_the_question_is_asked_afresh() -> None:
    live = table(3, 4)
    assert asked(live).domain.fault(2)
    live.answer(Interject(SHARE))
    assert not asked(live).domain.fault(2)
    live.answer(Interject(SHARE))
    live.answer(3)
    live.answer("no")
    assert live.scene.beings["ann"].health == 6
    assert live.scene.beings["ben"].tokens == 0


def test_only_what_is_offered_meanwhile_may_be_interjected() -> None:
    live = table(3, 4)
    with pytest.raises(BadInput, match="may not be interjected"):
        live.answer(Interject(command("ben", "strike", target="cid")))
    assert asked(live).who == "ann"


def test_a_reaction_is_asked_for_after_the_event() -> None:
    live = table(3, 4)
    live.answer(0)
    assert asked(live).rule == "toy.riposte"
    live.answer("strike back")
    live.fell((5,))
    assert asked(live).who == "cid"
    live.answer(0)
    live.answer("no")
    assert live.scene.beings["cid"].health == 5


def test_ending_the_situation_clears_what_was_still_to_come() -> None:
    live = Live(TOY, duel(ann_health=5), TypedDice())
    live.perform(STRIKE)
    live.fell((6, 6))
    live.answer(0)
    assert (live.open, live.scene.mode, live.scene.turns.current) == (None, "over", "cid")


def test_a_refused_command_changes_nothing() -> None:
    live = Live(TOY, duel(), TypedDice())
    before = encode(live.scene)
    with pytest.raises(Refused, match="not your turn"):
        live.perform(command("ann", "strike", target="cid"))
    assert (encode(live.scene), live.open, live.recorder.rulings) == (before, None, [])


def test_an_answer_that_was_not_offered_changes_nothing() -> None:
    live = table(3, 4)
    with pytest.raises(BadInput, match="0 to 1"):
        live.answer(5)
    live.answer(1)


@pytest.mark.parametrize(("faces", "fault"), [((7, 1), "cannot show 7"), ((1,), "too few"), ((1, 2, 3), "too many")])
def test_faces_that_cannot_have_fallen_change_nothing(faces: tuple[int, ...], fault: str) -> None:
    live = table()
    with pytest.raises(BadInput, match=fault):
        live.fell(faces)
    live.fell((1, 2))


def test_a_standing_right_is_used_at_a_boundary_out_of_turn() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.perform(SHARE)
    assert live.scene.beings["ann"].tokens == 2


def test_a_hold_stops_the_others_until_it_is_released() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.hold("us")
    with pytest.raises(Refused, match="held by us"):
        live.perform(STRIKE, seat="them")
    live.perform(SHARE, seat="us")
    live.release("us")
    live.perform(STRIKE, seat="them")


def test_the_game_master_withdraws_an_open_command_and_the_dice_stay_in_the_log() -> None:
    live = table(3, 4)
    live.withdraw()
    assert (live.open, encode(live.scene)) == (None, encode(duel()))
    assert [ruling.kind for ruling in live.recorder.rulings] == ["roll", "withdrawn"]


def test_undo_goes_back_to_any_boundary() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.perform(SHARE)
    live.perform(SHARE)
    live.undo(2)
    assert encode(live.scene) == encode(duel())
    with pytest.raises(BadInput, match="nothing to undo"):
        live.undo()


def test_what_was_undone_can_be_had_again_until_the_next_command() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.perform(SHARE)
    live.perform(SHARE)
    stood = encode(live.scene)
    live.undo(2)
    live.redo()
    live.undo()
    live.redo(2)
    assert encode(live.scene) == stood
    with pytest.raises(BadInput, match="nothing to redo"):
        live.redo()


def test_a_command_that_is_refused_takes_no_redo_away_and_one_that_is_done_does() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.perform(SHARE)
    live.undo()
    with pytest.raises(Refused):
        live.perform(command("ann", "strike", target="cid"))
    assert len(live.undone) == 1
    live.perform(STRIKE)
    assert live.undone == []
    with pytest.raises(BadInput, match="withdraw"):
        live.redo()


def test_the_game_master_forces_an_action_that_is_refused() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.perform(command("ann", "strike", target="cid"), force=True)
    live.fell((1, 1))
    assert live.recorder.rulings[0].kind == "overruled"


def test_a_face_is_replaced_and_later_answers_hold_while_the_same_is_asked() -> None:
    live = table(3, 4)
    live.answer(1)
    live.answer("no")
    live.replace(0, (1, 1))
    assert live.open is None
    assert live.scene.beings["ann"].health == 9
    live.replace(0, (6, 6))
    assert (live.open, live.scene.mode) == (None, "over")


def test_faces_that_cannot_be_replaced_leave_everything_as_it_was() -> None:
    live = table(3, 4)
    live.answer(1)
    live.answer("no")
    before = encode(live.scene), len(live.boundaries), live.given
    with pytest.raises(BadInput, match="cannot show 9"):
        live.replace(0, (9, 9))
    assert (encode(live.scene), len(live.boundaries), live.given) == before


def test_an_answer_that_no_longer_fits_after_dice_were_replaced_is_asked_for_again() -> None:
    live = Live(TOY, duel(ann_tokens=5), TypedDice())
    live.perform(STRIKE)
    live.fell((3, 4))
    live.answer(5)
    live.answer("no")
    live.replace(0, (1, 1))
    assert asked(live).domain.fault(5)
    live.answer(2)
    live.answer("no")
    assert live.scene.beings["ann"].health == 10


def test_what_the_game_master_waives_need_not_be_affordable() -> None:
    live = Live(TOY, duel(), TypedDice())
    pay = command("cid", "pay")
    with pytest.raises(Refused, match="no tokens"):
        live.perform(pay)
    live.perform(pay, waive=True)
    assert live.scene.beings["cid"].tokens == 0


def test_holders_go_in_order_and_the_game_master_passes() -> None:
    live = Live(TOY, duel(), TypedDice())
    live.hold("us")
    live.hold("them")
    with pytest.raises(Refused, match="held by us"):
        live.perform(SHARE, seat="them")
    live.perform(SHARE, seat="us")
    live.perform(SHARE, seat="gm")


def test_a_command_that_is_not_understood_leaves_no_trace() -> None:
    lines: list[dict[str, object]] = []
    live = Live(TOY, duel(), TypedDice(), lines.append)
    with pytest.raises(BadInput, match="ask for what"):
        live.perform(command("cid", "mumble"))
    with pytest.raises(BadInput, match="there is no being None"):
        live.perform(command("cid", "strike", target=None))
    with pytest.raises(BadInput, match="expected one of"):
        live.perform(command("cid", "pose", how="badly"))
    assert (lines, live.recorder.rulings, live.open) == ([], [], None)


def test_a_procedure_that_breaks_down_leaves_the_scene_at_its_boundary() -> None:
    live = Live(TOY, duel(), TypedDice())
    with pytest.raises(Failed, match="as before the command"):
        live.perform(command("cid", "break_down"))
    assert encode(live.scene) == encode(duel())
    live.perform(STRIKE)


def test_a_command_that_never_ends_is_ended_and_leaves_the_scene_at_its_boundary() -> None:
    for what, words in (("spin", "10,000 steps"), ("gamble", "1,000 rolls")):
        lines: list[dict[str, object]] = []
        live = Live(TOY, duel(), SealedDice(b"seed"), lines.append)
        with pytest.raises(Failed, match=f"it has not ended after {words}; the scene stands as before"):
            live.perform(command("cid", what))
        assert encode(live.scene) == encode(duel())
        assert "failed" in lines[-1]
        assert len(lines) <= 1_002  # the command, its rolls, and that it failed
        live.perform(STRIKE)


def test_sealed_dice_follow_from_the_seed_and_are_fair() -> None:
    dice = SealedDice(b"seed")
    faces = [dice.face(number, 12) for number in range(1, 2401)]
    assert set(faces) == set(range(1, 13))
    assert all(150 < faces.count(face) < 250 for face in range(1, 13))
    assert [SealedDice(b"seed").face(number, 12) for number in range(1, 2401)] == faces
    assert SealedDice(b"seed").seal != SealedDice(b"other").seal


def test_the_game_master_may_interject_anything_and_a_slip_breaks_nothing() -> None:
    live = table(3, 4)
    assert asked(live).domain.fault(2)
    live.answer(Interject(command("gm", "bless", who="ann", tokens=1)))
    assert not asked(live).domain.fault(2)
    for tokens in (-1, "many"):
        with pytest.raises(BadInput):
            live.answer(Interject(command("gm", "bless", who="ann", tokens=tokens)))
    live.answer(2)
    live.answer("no")
    assert live.scene.beings["ann"].health == 5


def test_an_answer_is_recalled_and_the_question_is_open_again() -> None:
    live = table(3, 4)
    live.answer(1)
    later = asked(live).key
    live.recall(1)
    assert asked(live).key != later
    live.answer(0)
    live.answer("no")
    assert live.open is None
    with pytest.raises(BadInput):
        live.recall(0)
