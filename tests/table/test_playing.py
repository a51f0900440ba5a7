"""The scene on the table: commands and refusals, questions, holds, taking back, the game master above the rules, and
machines."""

from __future__ import annotations

import re

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.procedure import GM, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign.seating import HandOver, Reseat, StandingAnswer
from ludex.table.campaign.settings import Set
from ludex.table.desk.telling import read_log
from ludex.table.document.log import told
from ludex.table.play.commands import Answer, Command, Faces, Hold, Interjection, Release, TakeBack, may_take_back
from ludex.table.play.deciding import has_step, waiting
from ludex.table.play.improvising import Improvise, Settle
from ludex.table.play.mastering import Call, Recall, Redo, Replace, Reveal, Undo, Withdraw
from tests.table.duel import MOVE, WALLED, Duel, attack
from tests.table.tables import Kept, called, differing


@pytest.fixture
def duel() -> Duel:
    return Duel()


# ---------------------------------------------------------------- commands and refusals


def test_a_seat_commands_its_own_beings_only(duel: Duel) -> None:
    for seat, actor in ((duel.ann, "bear"), (duel.ben, "tahra"), (duel.ann, GM)):
        with pytest.raises(Refused, match="not yours to command"):
            duel.do(Command(actor=actor, name="end_turn"), seat)
    duel.do(MOVE, duel.ann)
    assert duel.entries[-1].by == duel.ann


def test_a_refusal_names_reason_and_rule_and_changes_nothing(duel: Duel) -> None:
    stood, number = duel.stands, duel.table.number
    with pytest.raises(Refused) as refused:
        duel.do(Command(actor="onuri", name="end_turn"), duel.ben)
    assert refused.value.refusal.rule.startswith("bb.")
    with pytest.raises(BadInput, match="no action 'dance'"):
        duel.do(Command(actor="tahra", name="dance"), duel.ann)
    with pytest.raises(Refused, match="only the game master overrules"):
        duel.do(Command(actor="onuri", name="end_turn", force=True), duel.ben)
    assert (duel.stands, duel.table.number) == (stood, number)


def test_what_is_refused_is_put_before_the_game_master_where_the_table_has_it_so(duel: Duel) -> None:
    duel.do(Set(settings={"legality": "ask"}))
    asked = duel.do(Command(actor="tahra", name="attack", args={"target": "cub"}), duel.ann)
    wish = duel.table.asked[asked["asked"]]
    assert (wish.by, wish.open, wish.asked.rule) == (duel.ann, True, asked["rule"])
    duel.do(Settle(id=asked["asked"], words="Just this once"))
    assert not duel.table.asked[asked["asked"]].open
    assert any("overrules" in line for line in duel.words())


def test_the_game_master_may_say_no_to_it(duel: Duel) -> None:
    duel.do(Set(settings={"legality": "ask"}))
    stood = duel.stands
    asked = duel.do(Command(actor="tahra", name="attack", args={"target": "cub"}), duel.ann)["asked"]
    duel.do(Settle(id=asked, allow=False, words="Too far"))
    assert (duel.stands, duel.table.asked[asked].allowed) == (stood, False)
    with pytest.raises(BadInput, match="nothing is to be settled"):
        duel.do(Settle(id=asked))


def test_what_is_put_before_the_game_master_has_an_end_however_it_is_put_there(duel: Duel) -> None:
    duel.do(Set(settings={"legality": "ask"}))
    too_far = Command(actor="tahra", name="attack", args={"target": "cub"})
    duel.do(Improvise(being="tahra", words="I shout"), duel.ann)
    asked, *_ = [duel.do(too_far, duel.ann)["asked"] for _ in range(4)]
    with pytest.raises(Refused, match=r"has not settled what you asked before") as refused:
        duel.do(too_far, duel.ann)
    assert refused.value.refusal.rule.startswith("bb.")
    with pytest.raises(Refused, match="has not settled"):
        duel.do(Improvise(being="tahra", words="I shout again"), duel.ann)
    duel.do(Settle(id=asked, allow=False))
    duel.do(Reseat(seat=duel.ann, muted=True))
    with pytest.raises(Refused, match="this seat is muted"):
        duel.do(too_far, duel.ann)
    assert len(duel.table.asked) == 5


def test_what_nobody_understands_is_not_put_before_the_game_master() -> None:
    kept = Kept("crawl")
    kept.open()
    who = next(being.id for being in kept.live.scene.side_of("party"))
    ann = kept.seat("Ann", who)
    kept.do(Set(settings={"legality": "ask"}))
    with pytest.raises(BadInput, match=r"open_door: nobody understands what is meant by .*the lurker"):
        kept.do(Command(actor=who, name="open_door", args={"cell": "the lurker"}), ann)
    assert not kept.table.asked


def test_where_the_table_is_free_what_is_refused_is_done_and_told_as_overruling(duel: Duel) -> None:
    duel.do(Set(settings={"legality": "free"}))
    duel.do(Command(actor="tahra", name="attack", args={"target": "cub"}), duel.ann)
    assert any("overrules" in line for line in duel.words())
    with pytest.raises(BadInput, match="no action"):
        duel.do(Command(actor="tahra", name="dance"), duel.ann)


def test_faces_typed_for_a_roll_that_was_open_before_the_dice_were_sealed_are_those_of_the_player(duel: Duel) -> None:
    duel.do(Set(settings={"dice": "typed"}))
    duel.do(attack())
    roll = duel.live.open
    assert isinstance(roll, Roll)
    duel.do(Set(settings={"dice": "sealed"}))
    fallen = duel.table.night.fallen
    duel.do(Faces(key=roll.key, faces=(7,)))
    typed = next(entry for entry in duel.entries if entry.body.get("roll") == roll.key)
    assert "first" not in typed.body
    assert duel.table.night.fallen >= fallen
    assert not differing(duel.table, duel.folded())


def test_an_improvised_action_is_settled_with_a_check_and_then_its_consequence(duel: Duel) -> None:
    wish = duel.do(Improvise(being="tahra", words="I swing from the lamp"), duel.ann)["asked"]
    stat = next(iter(duel.live.scene.beings["tahra"].sheet.stats))
    duel.do(Settle(id=wish, name="check", args={"being": "tahra", "stat": stat, "dc": 5}, done=False))
    assert duel.table.asked[wish].open
    duel.do(Settle(id=wish, words="You land behind the bear", name="tell", args={"words": "Tahra lands"}))
    assert not duel.table.asked[wish].open
    said = "The game master, to Tahra: You land behind the bear"
    assert duel.words()[-2:] == [said, "Tahra lands"]  # the answer stands before what it brings
    with pytest.raises(Refused, match="not yours"):
        duel.do(Improvise(being="tahra", words="I help"), duel.ben)


# ---------------------------------------------------------------- questions


def test_a_question_is_answered_by_whose_it_is_or_by_the_game_master(duel: Duel) -> None:
    question = duel.until_asked()
    other = duel.ben if question.who == "tahra" else duel.ann
    value = next(iter(question.domain.some()))
    for key, seat in ((question.key, other), ("ask bb.nothing of tahra", other)):  # which is which is not told
        with pytest.raises(Refused, match="no such question is open that is yours"):
            duel.do(Answer(key=key, value=value), seat)
    with pytest.raises(BadInput):
        duel.do(Answer(key=question.key, value="something else"))
    with pytest.raises(Refused, match="a question is open"):
        duel.do(MOVE, duel.ann)
    duel.do(Answer(key=question.key, value=value))
    assert duel.live.open is None or duel.live.open is not question


def test_an_open_question_is_still_open_when_the_table_is_opened_again(duel: Duel) -> None:
    question = duel.until_asked()
    table = duel.folded()
    doings.wake(table)
    assert table.take() == []
    assert waiting(table) == waiting(duel.table)
    assert table.playing is not None
    assert isinstance(table.playing.live.open, Question)
    assert table.playing.live.open.key == question.key


def test_a_standing_answer_answers_for_the_seat(duel: Duel) -> None:
    question = duel.until_asked()
    duel.do(HandOver(who=question.who, seat=duel.ann))
    assert not has_step(duel.table)
    duel.do(StandingAnswer(rule=question.rule, answer="never"), duel.ann)
    assert has_step(duel.table)
    duel.step()
    assert duel.live.open is None or duel.live.open.key != question.key


def test_the_game_master_does_something_before_a_question_is_answered(duel: Duel) -> None:
    question = duel.until_asked()
    duel.do(Call(name="set", args={"what": "onuri", "field": "hp", "value": 3}))
    assert duel.live.shown.beings["onuri"].hp == 3
    assert isinstance(duel.live.open, Question)
    assert duel.live.open.key == question.key
    with pytest.raises(Refused, match="a question is open"):
        duel.do(Call(name="remove", args={"being": "onuri"}))
    with pytest.raises(Refused, match="no such question is open before"):
        duel.do(Interjection(key=question.key, actor="tahra", name="end_turn"), duel.ann)


# ---------------------------------------------------------------- dice that are typed in


def test_faces_are_typed_in_by_who_rolls_and_the_log_has_them(duel: Duel) -> None:
    duel.do(Set(settings={"dice": "typed"}))
    duel.do(Command(actor="tahra", name="attack", args={"target": "bear"}), duel.ann)
    wanted = waiting(duel.table)
    assert (wanted.kind, wanted.seats) == ("faces", (duel.ann,))
    key = duel.live.open.key
    faces = tuple(6 for _ in duel.live.open.pool)
    with pytest.raises(Refused, match="yours to throw"):
        duel.do(Faces(key=key, faces=faces), duel.ben)
    with pytest.raises(BadInput, match="cannot show"):
        duel.do(Faces(key=key, faces=(99,) * len(faces)), duel.ann)
    duel.do(Faces(key=key, faces=faces), duel.ann)
    line = next(entry.body for entry in duel.entries if entry.body.get("roll") == key)
    assert line["faces"] == list(faces)
    assert "first" not in line  # they are under no seal
    watched = duel.table.watched(duel.table.seats[duel.ben])
    assert watched is not None
    assert watched.log[-1].rolls[0]["typed"] is True
    assert not differing(duel.table, duel.folded())


def test_sealed_dice_go_on_where_typed_ones_were_waited_for(duel: Duel) -> None:
    duel.do(Set(settings={"dice": "typed"}))
    duel.do(Command(actor="tahra", name="attack", args={"target": "bear"}), duel.ann)
    assert not has_step(duel.table)
    duel.do(Set(settings={"dice": "sealed"}))
    duel.step()
    assert waiting(duel.table).kind != "faces"
    assert duel.table.night.fallen > 0


# ---------------------------------------------------------------- back and forth


def test_undo_and_redo_go_to_any_boundary_and_the_dice_counter_does_not_go_back(duel: Duel) -> None:
    first = duel.stands
    for hp in (9, 8):
        duel.do(Call(name="set", args={"what": "tahra", "field": "hp", "value": hp}))
    duel.do(Call(name="roll", args={"dice": "2d6"}))
    last, fallen = duel.stands, duel.table.night.fallen
    duel.do(Undo(steps=3))
    assert (duel.stands, duel.table.night.fallen) == (first, fallen)
    assert duel.words(duel.ann)[-1] == "Taken back this and all after it: The game master sets HP of Tahra to 9"
    duel.do(Redo(steps=3))
    assert duel.stands == last
    with pytest.raises(BadInput, match="nothing to redo"):
        duel.do(Redo())
    assert not differing(duel.table, duel.folded())


def test_what_is_undone_is_told_as_the_record_told_it_but_for_what_is_not_to_be_known() -> None:
    duel = Duel(board=WALLED)
    duel.do(Command(actor="tahra", name="move", args={"to": [1, 2]}), duel.ann)
    moved = duel.words(duel.ann)[-1]
    assert moved.startswith("Tahra moves")
    duel.do(Undo())
    assert duel.words(duel.ann)[-1] == duel.words()[-1] == f"The game master takes back: {moved}"
    duel.do(Redo())
    assert duel.words(duel.ann)[-1] == f"The game master brings back: {moved}"
    duel.do(Call(name="tell", args={"words": "Behind you: a growl"}))
    duel.do(Undo())
    assert duel.words()[-1] == "Taken back: Behind you: a growl"
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    duel.do(Undo(steps=2))
    assert duel.words(duel.ann)[-1] == f"The game master takes back this and all after it: {moved}"
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    duel.do(Undo())
    assert duel.words(duel.ann)[-1] == "The game master takes something back"
    assert duel.words()[-1] == "Taken back: Lurker comes in, hidden from the players"
    assert not differing(duel.table, duel.folded())


def test_who_takes_a_step_of_their_own_back_does_it_and_not_the_game_master(duel: Duel) -> None:
    duel.do(MOVE, duel.ann)
    moved = duel.words(duel.ann)[-1]
    duel.do(TakeBack(), duel.ann)
    assert duel.words(duel.ben)[-1] == f"Taken back: {moved}"


def test_what_is_undone_is_told_no_more_exactly_than_it_was(duel: Duel) -> None:
    duel.do(Call(name="set", args={"what": "bear", "field": "hp", "value": 7}))
    duel.do(Undo())
    watched = duel.table.watched(duel.table.seats[duel.ann])
    assert watched is not None
    last = watched.log[-1]
    assert [line.words for line in last.lines] == ["Taken back: The game master sets HP of Ash Bear to 7"]
    assert [line.words for line in last.rough] == ["Taken back: The game master changes something of Ash Bear"]


def counting(duel: Duel, seat: str) -> list[str]:
    """What a seat reads, without what does not count any more."""
    log = read_log(duel.table, duel.table.seats[seat])
    lines = [told(duel.table, duel.table.seats[seat], number) for number in range(len(log))]
    out: set[int] = set()
    for line in lines:
        assert all(number < line["told"] for number in (*line["undoes"], *line["redoes"]))
        assert out.issuperset(line["redoes"])
        assert out.isdisjoint(line["undoes"])
        out = (out | set(line["undoes"])) - set(line["redoes"])
    again = read_log(duel.folded(), duel.folded().seats[seat])
    assert [(each.undoes, each.redoes) for each in again] == [(each.undoes, each.redoes) for each in log]
    return [part["words"] for line in lines if line["told"] not in out for part in line["lines"]]


SAYS_SO = re.compile(r"\b(takes|brings) \w.* back\b|\b(taken|brought) back\b|withdrawn|overrules", re.IGNORECASE)


def happened(duel: Duel, seat: str) -> list[str]:
    return [words for words in counting(duel, seat) if not SAYS_SO.search(words)]


def health(duel: Duel, hp: int) -> str:
    duel.do(Call(name="set", args={"what": "tahra", "field": "hp", "value": hp}))
    return duel.words(duel.ann)[-1]


def lurks(duel: Duel) -> None:
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))


def test_the_log_says_which_of_its_lines_do_not_count_any_more() -> None:
    duel = Duel(board=WALLED)
    nine, eight = health(duel, 9), health(duel, 8)
    lurks(duel)
    assert happened(duel, duel.ann) == [nine, eight]
    duel.do(Undo(steps=2))
    assert happened(duel, duel.ann) == happened(duel, duel.gm) == [nine]
    duel.do(Undo())
    assert happened(duel, duel.ann) == []
    duel.do(Redo(steps=2))
    assert happened(duel, duel.ann) == [nine, eight]
    duel.do(Undo())
    seven = health(duel, 7)  # what was undone is gone for good
    assert happened(duel, duel.ann) == happened(duel, duel.gm) == [nine, seven]
    duel.do(Undo())
    duel.do(Redo())
    assert happened(duel, duel.ann) == [nine, seven]
    _ = duel.until_asked()
    assert len(happened(duel, duel.gm)) > 2
    duel.do(Withdraw())
    duel.do(Undo(steps=len(duel.live.boundaries) - 3))
    assert happened(duel, duel.ann) == happened(duel, duel.gm) == [nine, seven]


def test_what_is_undone_for_good_by_something_hidden_does_not_count_again() -> None:
    duel = Duel(board=WALLED)
    nine, _ = health(duel, 9), health(duel, 8)
    duel.do(Undo())
    lurks(duel)
    duel.do(Undo(steps=2))
    duel.do(Redo(steps=2))
    assert duel.live.scene.beings["tahra"].hp == 9
    assert happened(duel, duel.ann) == [nine]
    assert happened(duel, duel.gm)[0] == nine


def test_what_was_withdrawn_and_cannot_be_told_is_told_with_what_comes_next() -> None:
    duel = Duel(board=WALLED)
    lurks(duel)
    lurker = called(duel, "Lurker")
    for _ in range(30):
        duel.do(Command(actor=lurker, name="attack", args={"target": "tahra"}, force=True, waive=True))
        if duel.live.open is not None:
            break
        duel.do(Undo())
    assert any("Lurker" in words for words in happened(duel, duel.ann))
    duel.do(Withdraw())
    nine = health(duel, 9)
    assert happened(duel, duel.ann) == [nine]


def test_with_other_faces_a_command_is_told_anew_and_what_was_told_of_it_does_not_count(duel: Duel) -> None:
    duel.do(attack())
    while duel.live.open is not None:
        duel.do(Answer(key=duel.live.open.key, value=duel.live.open.default))
    before = happened(duel, duel.ann)
    duel.do(Replace(number=0, faces=(12,)))
    after = happened(duel, duel.ann)
    assert sum("d12" in words for words in before) == sum("d12" in words for words in after) == 1
    assert "12" in after[0]


def test_what_came_after_faces_that_are_taken_back_does_not_count(duel: Duel) -> None:
    duel.do(Set(settings={"dice": "typed"}))
    duel.do(attack())
    stood = happened(duel, duel.gm)
    assert isinstance(duel.live.open, Roll)
    duel.do(Faces(key=duel.live.open.key, faces=(12,)))
    assert duel.live.open is not None
    assert len(happened(duel, duel.gm)) > len(stood)
    duel.do(Recall(number=0))
    assert happened(duel, duel.gm) == stood


def test_undo_takes_an_open_command_back_first(duel: Duel) -> None:
    stood = duel.stands
    _ = duel.until_asked()
    commands = len(duel.live.boundaries)
    duel.do(Undo(steps=commands))
    assert (duel.stands, duel.live.open) == (stood, None)
    with pytest.raises(BadInput, match="nothing to undo"):
        duel.do(Undo())


def test_a_machine_does_not_do_again_at_once_what_was_taken_back(duel: Duel) -> None:
    duel.do(HandOver(who="foes", policy="simple"))
    duel.do(MOVE)
    while duel.live.open is not None or not has_step(duel.table):
        duel.do(Answer(key=duel.live.open.key, value=duel.live.open.default))
    duel.step()
    while duel.live.open is not None:
        duel.do(Answer(key=duel.live.open.key, value=duel.live.open.default))
    duel.do(Undo())
    assert not has_step(duel.table)
    with pytest.raises(Refused, match="only the game master ends"):
        duel.do(Release(seat=GM), duel.ann)
    duel.do(Release(seat=GM))
    assert has_step(duel.table)
    with pytest.raises(BadInput, match="does not hold"):
        duel.do(Release(seat=GM))


def test_faces_are_replaced_and_answers_recalled(duel: Duel) -> None:
    _ = duel.until_asked()
    rolled = next(given for given in duel.live.given if given.is_roll)
    duel.do(Replace(number=0, faces=tuple(6 for _ in rolled.pool)))
    assert any("dice replaced" in line for line in duel.words())
    with pytest.raises(BadInput, match="no number 9"):
        duel.do(Replace(number=9, faces=(1,)))
    _ = duel.until_asked()
    with pytest.raises(BadInput, match="no answer with the number 50"):
        duel.do(Recall(number=50))
    duel.do(Withdraw())
    assert duel.live.open is None
    assert not differing(duel.table, duel.folded())


def test_a_player_takes_its_own_step_back_while_nothing_was_rolled(duel: Duel) -> None:
    stood = duel.stands
    duel.do(Command(actor="tahra", name="move", args={"to": [1, 2]}), duel.ann)
    if duel.live.open is None and not any(given.is_roll for given in duel.live.given):
        assert may_take_back(duel.table, duel.table.seats[duel.ann])
        assert not may_take_back(duel.table, duel.table.seats[duel.ben])
        duel.do(TakeBack(), duel.ann)
        assert duel.stands == stood
    with pytest.raises(Refused, match="no step of yours"):
        duel.do(TakeBack(), duel.ann)


def test_nobody_takes_back_what_was_rolled_or_followed_by_others(duel: Duel) -> None:
    duel.do(Command(actor="tahra", name="attack", args={"target": "bear"}), duel.ann)
    with pytest.raises(Refused, match="rolled or revealed"):
        duel.do(TakeBack(), duel.ann)
    other = Duel()
    other.do(MOVE, other.ann)
    other.do(Call(name="tell", args={"words": "Go on"}))
    with pytest.raises(Refused, match="rolled or revealed"):
        other.do(TakeBack(), other.ann)


# ---------------------------------------------------------------- holds


def test_a_hold_stops_others_and_the_machine_until_it_ends(duel: Duel) -> None:
    duel.do(HandOver(who="foes", policy="simple"))
    duel.do(Hold(), duel.ben)
    with pytest.raises(Refused, match="Ben holds the table"):
        duel.do(MOVE, duel.ann)
    duel.do(MOVE)  # nobody holds the game master off
    while waiting(duel.table).kind == "answer":
        duel.do(Answer(key=duel.live.open.key, value=duel.live.open.default))
    assert waiting(duel.table).seats == ()
    assert not has_step(duel.table)
    with pytest.raises(Refused, match="only the game master ends"):
        duel.do(Release(seat=duel.ben), duel.ann)
    duel.do(Release(seat=duel.ben))
    assert has_step(duel.table)
    with pytest.raises(BadInput, match="does not hold"):
        duel.do(Release(), duel.ben)


# ---------------------------------------------------------------- secrets


def test_a_roll_in_secret_is_read_by_the_game_master_until_it_is_revealed(duel: Duel) -> None:
    duel.do(Call(name="roll", args={"dice": "d20", "for": "an ambush"}))
    assert duel.words(duel.ann) == []
    secret = duel.words()[-1]
    watched = duel.table.watched(duel.table.seats[duel.gm])
    assert watched is not None
    duel.do(Reveal(told=len(watched.log) - 1, line=0))
    assert duel.words(duel.ann) == [secret]


def test_the_log_of_a_seat_is_the_same_whenever_it_is_first_read(duel: Duel) -> None:
    read = duel.words(duel.ann)
    assert read == []
    duel.do(attack())
    duel.do(Call(name="roll", args={"dice": "d20"}))
    table = duel.folded()
    watched = table.watched(table.seats[duel.ann])
    assert watched is not None
    assert [line.words for told in watched.log for line in told.lines] == duel.words(duel.ann)


def test_what_is_given_as_arguments_must_be_plain(duel: Duel) -> None:
    with pytest.raises(BadInput, match="expected text, whole numbers"):
        duel.do(Command(actor="tahra", name="move", args={"to": 1.5}), duel.ann)
    assert command("tahra", "end_turn") != command("onuri", "end_turn")
