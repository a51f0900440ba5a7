"""What the game master does leaves a trace that people can read: in the log what was improvised and what came of it, on
rolls the rulings and the ties that they settle."""

from __future__ import annotations

import pytest

from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.timing import DECLINE
from ludex.table.campaign.seating import HandOver, StandingAnswer
from ludex.table.campaign.settings import Set
from ludex.table.document import log
from ludex.table.document.looking import OddsOf, look
from ludex.table.document.show import Documents
from ludex.table.know.rolls import thrown_for
from ludex.table.play.commands import Command, Faces
from ludex.table.play.deciding import answer_by, has_step
from ludex.table.play.improvising import Improvise, Settle
from ludex.table.play.mastering import Call
from tests.table.duel import MOVE, WALLED, Duel, attack
from tests.table.tables import called


@pytest.fixture
def duel() -> Duel:
    return Duel()


# ---------------------------------------------------------------- what was improvised


def test_what_was_improvised_and_what_the_game_master_made_of_it_stand_in_the_log_for_good(duel: Duel) -> None:
    stat = next(iter(duel.live.scene.beings["tahra"].sheet.stats))
    duel.words()
    for tried in ("I swing from the lamp", "I bow"):
        wish = duel.do(Improvise(being="tahra", words=tried), duel.ann)["asked"]
        duel.do(Settle(id=wish, name="check", args={"being": "tahra", "stat": stat, "dc": 5}))
        duel.do(MOVE if tried == "I bow" else Call(name="tell", args={"words": "A bell rings"}))
    no = duel.do(Improvise(being="tahra", words="I fly"), duel.ann)["asked"]
    duel.do(Settle(id=no, allow=False))
    words = duel.words()
    found = [line for line in words if line.startswith(("Tahra tries", "The game master"))]
    allowed = "The game master says yes to Tahra"
    assert found == [
        "Tahra tries: I swing from the lamp", allowed, "Tahra tries: I bow", allowed, "Tahra tries: I fly",
        "The game master says no to Tahra",
    ]  # fmt: skip
    at = words.index(found[0])
    assert words[at + 1] == allowed
    assert words[at + 2].startswith(f"Tahra, {stat}"), "the roll follows on what was allowed"
    assert words.index("A bell rings") < words.index(found[2])
    assert duel.words(duel.ben)[at:] == words[at:], "who looks at the log later reads the same"
    table = duel.folded()
    watched = table.watched(table.seats[duel.gm])
    assert watched is not None
    assert [line.words for told in watched.log for line in told.lines] == words


def test_that_the_game_master_allows_what_was_refused_is_told_before_the_deed(duel: Duel) -> None:
    duel.words(duel.ann)
    duel.do(Set(settings={"legality": "ask"}))
    asked = duel.do(Command(actor="tahra", name="attack", args={"target": "cub"}), duel.ann)["asked"]
    duel.do(Settle(id=asked, waive=True))
    words = duel.words(duel.ann)
    at = words.index("The game master says yes to Tahra")
    assert "put before the game master" in words[at - 1]
    assert any("Cub" in line for line in words[at + 1 :])
    assert not any(line.startswith("Tahra") for line in words[: at - 1])
    assert duel.words(duel.ben) == words, "who looks at the log later reads the same"
    table = duel.folded()
    watched = table.watched(table.seats[duel.ann])
    assert watched is not None
    assert [line.words for told in watched.log for line in told.lines] == words


# ---------------------------------------------------------------- who lurks


def lurking() -> Duel:
    """The duel, with somebody behind a wall of whom the players know nothing."""
    duel = Duel(board=WALLED)
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    return duel


def test_what_somebody_unknown_tries_is_read_by_nobody_who_does_not_know_of_it() -> None:
    duel = lurking()
    lurker = called(duel, "Lurker")
    duel.do(HandOver(who=lurker, seat=duel.ben))
    for seat in (duel.ann, duel.gm):
        duel.words(seat)
    duel.do(Improvise(being=lurker, words="I growl"))
    assert "Lurker tries: I growl" in duel.words()
    assert not any("growl" in line for line in duel.words(duel.ann))


# ---------------------------------------------------------------- rulings on rolls


def test_a_ruling_on_a_roll_is_told_waits_and_stands_on_the_roll(duel: Duel) -> None:
    documents = Documents(duel.table)
    seats = [duel.table.seats[seat] for seat in (duel.gm, duel.ann, duel.ben)]
    assert all(documents.of(seat)["rulings"] == [] for seat in seats)
    duel.do(Call(name="modify", args={"being": "tahra", "name": "high ground", "amount": 2}))
    waits = "Next roll of Tahra: +2 high ground (game master)"
    for seat in seats:
        assert documents.of(seat)["rulings"] == [{"who": "tahra", "words": waits}]
        assert duel.words(seat.id)[-1] == waits
    duel.do(attack())
    watched = duel.table.watched(seats[2])
    assert watched is not None
    cards = [card for number in range(len(watched.log)) for card in log.told(duel.table, seats[2], number)["rolls"]]
    first = next(card for card in cards if card["by"] == "tahra")
    assert [m for m in first["modifiers"] if m["source"] == "high ground (game master)" and m["amount"] == 2]
    assert any("2 high ground (game master)" in line for line in duel.words(duel.ben)[1:] if line.startswith("Tahra"))
    assert all(documents.of(seat)["rulings"] == [] for seat in seats)


def test_a_ruling_on_the_rolls_of_one_rule_names_the_rule(duel: Duel) -> None:
    for rule in ("bb.roll.attack", "attack roll"):
        duel.do(Call(name="modify", args={"being": "tahra", "name": "", "amount": 1, "rule": rule}))
        assert duel.words()[-1] == "Next roll of Tahra (Attack roll): +1 game master"
    with pytest.raises(BadInput, match="there is no rule 'Atack roll'; did you mean Attack roll"):
        duel.do(Call(name="modify", args={"being": "tahra", "name": "", "amount": 1, "rule": "Atack roll"}))


@pytest.mark.parametrize(("being", "name"), [("Lurker", "surprise"), ("Tahra", "Lurker flanks")])
def test_a_ruling_that_names_somebody_unknown_is_told_to_nobody_else(being: str, name: str) -> None:
    duel = lurking()
    documents, ann = Documents(duel.table), duel.table.seats[duel.ann]
    strike = OddsOf(actor="tahra", name="attack", args={"target": "bear"})
    before, lines, odds = documents.of(ann), duel.words(duel.ann), look(documents, duel.ann, strike)
    duel.do(Call(name="modify", args={"being": called(duel, being), "name": name, "amount": 1}))
    assert odds["modifiers"]
    assert look(documents, duel.ann, strike) == odds
    assert len(documents.of(duel.table.seats[duel.gm])["rulings"]) == 1
    assert (documents.of(ann), duel.words(duel.ann)) == (before, lines)


# ---------------------------------------------------------------- ties


def test_dice_that_settle_a_tie_say_so_on_the_card_in_the_log_and_where_they_are_typed(duel: Duel) -> None:
    duel.do(Set(settings={"dice": "typed"}))
    contest = {"one": "tahra", "ability": "Focus", "other": "bear", "other_ability": "Focus"}
    duel.do(Call(name="contest", args=contest))
    gm = duel.table.seats[duel.gm]
    between = "tie between Tahra and Ash Bear"
    for _ in range(2):  # the two checks, with the same total
        roll = duel.live.open
        assert between not in Documents(duel.table).of(gm)["faces"]["title"]
        duel.do(Faces(key=roll.key, faces=(8 - sum(modifier.amount for modifier in roll.modifiers),)))
    for face in (3, 2):
        shown = Documents(duel.table).of(gm)["faces"]
        assert shown["title"].endswith(f": {between}")
        duel.do(Faces(key=shown["key"], faces=(face,)))
    assert len([line for line in duel.words() if between in line]) == 2
    watched = duel.table.watched(gm)
    assert watched is not None
    cards = [card for number in range(len(watched.log)) for card in log.told(duel.table, gm, number)["rolls"]]
    assert [between in card["title"] for card in cards] == [False, False, True, True]


def test_a_tie_with_somebody_unknown_is_no_tie_in_words() -> None:
    duel = lurking()
    seats = [duel.table.seats[seat] for seat in (duel.gm, duel.ann)]
    about = {"tied": ("tahra", called(duel, "Lurker"))}
    titles = []
    for seat in seats:
        watched = duel.table.watched(seat)
        assert watched is not None
        titles.append(thrown_for(watched.seen, "bb.init.roll", about))
    assert titles == [f"{titles[1]}: tie between Tahra and Lurker", titles[1]]
    assert "tie" not in titles[1]


def test_an_order_of_the_tied_can_not_be_answered_once_and_for_all() -> None:
    duel = Duel()
    duel.do(Set(settings={"dice": "typed"}))
    duel.do(Call(name="end_combat"))
    duel.do(Call(name="start_combat"))
    while (roll := duel.live.open) is not None and not isinstance(roll, Question):
        total = 13 - duel.live.shown.beings[roll.by].sheet.stats["DEX"]
        duel.do(Faces(key=roll.key, faces=(min(12, total),)))
    assert isinstance(roll, Question)
    assert roll.rule == "bb.init.tie"
    gm = duel.table.seats[duel.gm]
    assert Documents(duel.table).of(gm)["question"]["standing"] == []
    duel.do(StandingAnswer(rule="bb.init.tie", answer="never"))
    assert not has_step(duel.table), "it is asked all the same"
    assert Documents(duel.table).of(duel.table.seats[duel.gm])["you"]["standing"] == {}, "and so it does not stand"


def test_always_is_an_answer_where_there_is_one_way_that_names_nobody(duel: Duel) -> None:
    def always(*values: str) -> object:
        question = Question(
            who="tahra", domain=OneOf(values), rule="bb.reaction.opportunity", about={}, default=DECLINE
        )
        return answer_by(duel.table, question, always=True)

    assert always(DECLINE, "claw") == "claw"
    assert always(DECLINE, "claw", "tail") is None
    assert always(DECLINE, "bear") is None
    assert always(DECLINE, "bear", "cub") is None
