"""Looking back: every moment is shown as the seat was told it then, and looking changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.scenes import CloseScene, OpenScene
from ludex.table.campaign.settings import Set
from ludex.table.document.answered import MomentsTold, MomentTold
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.past.looks import ListMoments, ShowMoment, past_of
from ludex.table.past.played import OTHERWISE
from ludex.table.play.commands import Command
from ludex.table.play.mastering import Call, Redo, Undo
from ludex.table.records.entry import Entry
from ludex.table.records.journal import journal_of
from tests.table.duel import WALLED, Duel
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Kept, called

STEPS = 14
SEEN = ("scene", "board", "beings", "turn", "waiting", "fog", "map", "question", "holds", "seats", "you")


def quiet() -> tuple[Kept, str, list[str]]:
    """A table at which nothing is under way, a player, and those of the party."""
    kept = Kept("bluebox")
    kept.open(begin=False)
    party = [being.id for being in kept.live.scene.side_of("party")]
    return kept, kept.seat("Ann", *party), party


def looking_back(kept: Kept, entries: list[Entry] | None = None) -> Documents:
    documents = Documents(kept.table)
    documents.journal = journal_of(kept.entries if entries is None else entries)
    return documents


def listed(documents: Documents, seat: str, chapter: int | None = None) -> list[dict[str, Any]]:
    found = look(documents, seat, ListMoments(chapter=chapter))
    msgspec.convert(found, MomentsTold)
    rows: list[dict[str, Any]] = found["moments"]
    return rows


def shown(documents: Documents, seat: str, moment: int | None = None, chapter: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = look(documents, seat, ShowMoment(moment=moment, chapter=chapter))
    msgspec.convert(found, MomentTold)
    return found


def seen(document: dict[str, Any]) -> dict[str, Any]:
    """What is to be seen of the scene; who may move freely and what is said for good are for those who do."""
    found = {name: document[name] for name in SEEN}
    return found | {"scene": {**document["scene"], "free": []}}


def read(table: Kept, seat: str) -> int:
    watched = table.table.watched(table.table.seats[seat])
    return sum(told.deed > 0 for told in watched.log) if watched is not None else 0


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_shown_as_it_was_told_then(game: str) -> None:
    played = by_machines(game)
    told: dict[str, dict[int, dict[str, Any]]] = {played.gm: {}, played.ann: {}}

    def note() -> None:
        for seat, by_moment in told.items():
            by_moment[read(played, seat)] = seen(played.of(seat))

    note()
    for _ in range(STEPS):
        played.until(lambda document: True)
        if not played.step():
            played.until(lambda document, before=played.table.number: played.table.number > before)
        note()
    documents = looking_back(played)
    for seat, by_moment in told.items():
        assert len(listed(documents, seat)) == read(played, seat) + 1
        for moment, document in by_moment.items():
            found = shown(documents, seat, moment)
            assert found["moment"] == moment
            assert not found["why"]
            assert seen(found["document"]) == document
            assert found["document"]["offers"] is None
    number = played.table.number
    assert played.table.number == number, "nothing has happened"


def test_moments_tell_what_was_read_and_the_pools_that_have_changed() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 2)
    rows = listed(looking_back(played), played.ann)
    assert rows[0]["words"] == ""
    assert all(row["words"] for row in rows[1:])
    assert [row["round"] for row in rows] == sorted(row["round"] for row in rows)
    assert rows[-1]["round"] == 2
    own, foe = played.party[0], played.foes[0]
    assert rows[0]["pools"][own]["left"].isdigit()
    assert rows[0]["pools"][foe] == {"share": 100, "left": ""}, "a bar, as the table has it"
    assert any(not row["pools"] for row in rows), "what has not changed is not said again"


def test_after_a_fight_nobody_has_a_turn_in_a_round_and_who_is_pacified_stands_no_more() -> None:
    played = by_machines("navyblue")
    played.until(lambda document: document["turn"]["round"] == 1)
    foe = next(who for who in played.foes if played.of(played.ann)["beings"].get(who, {}).get("fate") == "up")
    assert listed(looking_back(played), played.ann)[-1]["round"] == 1
    played.do(Call(name="pacify", args={"being": foe}))
    last = listed(looking_back(played), played.ann)
    assert [row["round"] for row in last][-1] == 0
    assert played.of(played.ann)["turn"]["round"] == 0, "nor now"
    assert next(row["pools"][foe]["share"] for row in reversed(last) if foe in row["pools"]) == 0


def test_who_has_nothing_left_and_stands_is_counted_as_standing() -> None:
    played = by_machines("crawl")
    foe = next(iter(played.foes))
    played.do(Call(name="set", args={"what": foe, "field": "hp", "value": 0}))
    fate, row = played.of(played.ann)["beings"][foe]["fate"], listed(looking_back(played), played.ann)[-1]
    assert (fate, row["pools"][foe]["share"]) == ("up", 1)


def test_pools_are_told_as_they_were_known_then_and_no_better_than_they_may_be_now() -> None:
    played = by_machines("bluebox")
    foe = played.foes[0]
    played.do(Call(name="tell", args={"words": "It begins."}))
    played.do(Set(settings={"pools": "exact"}))
    played.do(Call(name="tell", args={"words": "You see them well."}))

    def pools() -> list[list[str]]:
        documents = looking_back(played)
        moments = [shown(documents, played.ann, number)["document"]["beings"][foe]["pools"] for number in (1, 2)]
        return [sorted(pool) for each in moments for pool in each[:1]]

    assert pools() == [["name", "tenths"], ["most", "name", "now"]]
    played.do(Set(settings={"pools": "words"}))
    assert pools() == [["name", "words"], ["name", "words"]]


def test_what_was_covered_then_is_covered_and_what_is_covered_since_is_not() -> None:
    played = Played("bluebox")
    foe = played.table.scene.beings[played.foes[0]]  # type: ignore[union-attr]  # a scene is on the table
    played.do(Call(name="tell", args={"words": "Look there."}))
    played.do(Cover(cover=(foe.at,)))
    played.do(Call(name="tell", args={"words": "Look again."}))
    documents = looking_back(played)
    assert foe.id in shown(documents, played.ann, 0)["document"]["beings"]
    assert foe.id not in shown(documents, played.ann, 2)["document"]["beings"]
    assert foe.id in shown(documents, played.gm, 2)["document"]["beings"]


def test_no_moment_tells_that_somebody_hidden_acts() -> None:
    duel = Duel(board=WALLED)
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    lurker, told, passed = called(duel, "Lurker"), dict[int, dict[str, Any]](), 0
    documents = Documents(duel.table)
    for _ in range(12):
        who = duel.table.game.to_act(duel.live.scene)
        passed += who == lurker
        if who != lurker:
            told[read(duel, duel.ann)] = seen(documents.of(duel.table.seats[duel.ann]))
        passing = duel.table.game.passing(duel.live.scene, duel.live.scene.beings[who])
        assert passing is not None
        duel.do(Command(actor=who, name=passing.name, args=dict(passing.args)))
    assert passed
    back = looking_back(duel)
    rows = listed(back, duel.ann)
    for moment, document in told.items():
        found = shown(back, duel.ann, moment)["document"]
        assert seen(found) == document
        assert (rows[moment]["round"], rows[moment]["of"]) == (document["turn"]["round"], document["turn"]["of"])
    assert lurker not in str(rows)


def test_what_was_taken_back_is_still_a_moment_and_does_not_count() -> None:
    played, _, party = quiet()
    for hp in (12, 9, 6):
        played.do(Call(name="set", args={"what": party[0], "field": "hp", "value": hp}))
    documents = looking_back(played)
    before = shown(documents, played.gm, 2)["document"]["beings"]
    played.do(Undo(steps=2))
    played.do(Redo(steps=1))
    rows = listed(documents, played.gm)
    assert [row["counts"] for row in rows[:4]] == [True, True, True, False]
    assert shown(documents, played.gm, 2)["document"]["beings"] == before
    assert shown(documents, played.gm)["document"]["beings"] == before, "it is redone"


def test_chapters_are_the_times_that_scenes_were_on_the_table() -> None:
    played, ann, _ = quiet()
    played.do(Call(name="tell", args={"words": "Here we are."}))
    scene = played.table.playing.id  # type: ignore[union-attr]  # a scene is on the table
    played.do(CloseScene())
    documents = looking_back(played)
    assert [row["words"] for row in listed(documents, ann)][-1] == "Here we are."
    played.do(OpenScene(scene=scene, begin=False))
    found = look(documents, ann, ListMoments())
    assert [one["chapter"] for one in found["chapters"]] == [0, 1]
    assert found["chapter"] == 1
    assert not found["over"]
    assert len(found["moments"]) == 1
    assert look(documents, ann, ListMoments(chapter=0))["over"]
    with pytest.raises(BadInput, match="from 0 to 1"):
        look(documents, ann, ListMoments(chapter=2))
    with pytest.raises(BadInput, match="from 0 to 1"):
        look(documents, ann, ShowMoment(chapter=0, moment=2))
    with pytest.raises(Refused, match="nothing was played"):
        look(Documents(played.table), ann, ListMoments())


def since(documents: Documents, seat: str, last: int) -> list[dict[str, Any]]:
    found = look(documents, seat, ListMoments(since=last))
    msgspec.convert(found, MomentsTold)
    rows: list[dict[str, Any]] = found["moments"]
    return rows


def test_whoever_has_the_moments_is_told_of_those_since_and_of_what_was_taken_back() -> None:
    played, _, party = quiet()
    documents = looking_back(played)
    for hp in (12, 9, 6):
        played.do(Call(name="set", args={"what": party[0], "field": "hp", "value": hp}))
    known = listed(documents, played.gm)
    assert since(documents, played.gm, 3) == known[3:], "which may have gone on"
    played.do(Call(name="tell", args={"words": "Listen."}))
    assert [row["moment"] for row in since(documents, played.gm, 3)] == [3, 4]
    assert [row["moment"] for row in since(documents, played.gm, 4)] == [3, 4], (
        "nothing but what was read is new with 4"
    )
    played.do(Undo(steps=3))
    rows = since(documents, played.gm, 4)
    assert [row["counts"] for row in rows] == [False, False, False, True], "the second and all that came after it"
    assert known[: rows[0]["moment"]] + rows == listed(documents, played.gm)
    with pytest.raises(BadInput, match="from 0 to 5"):
        since(documents, played.gm, 6)


@pytest.mark.parametrize("game", GAMES)
def test_those_since_make_the_same_list_as_all_of_them(game: str) -> None:
    played = by_machines(game)
    documents = looking_back(played)
    told = {seat: listed(documents, seat) for seat in (played.gm, played.ann)}
    for _ in range(STEPS):
        played.until(lambda document: True)
        if not played.step():
            played.until(lambda document, before=played.table.number: played.table.number > before)
        for seat, known in told.items():
            rows = since(documents, seat, known[-1]["moment"])
            known[rows[0]["moment"] :] = rows
            assert known == listed(documents, seat)


def changed(entry: Entry, **body: Any) -> Entry:
    return msgspec.structs.replace(entry, body={**entry.body, **body})


def test_what_was_played_by_other_rules_is_told_as_it_was_kept_and_its_board_is_said_to_be_gone() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 1 and document["offers"])
    other = [changed(entry, version=99) if entry.kind == "opened" else entry for entry in played.entries]
    rows = listed(looking_back(played), played.ann)
    documents = looking_back(played, other)
    kept = listed(documents, played.ann)
    assert [row["words"] for row in kept] == [row["words"] for row in rows]
    assert [row["shown"] for row in kept] == [True] + [False] * (len(rows) - 1), "but as it was opened it is kept"
    found = shown(documents, played.ann, 1)
    assert found["document"] is None
    assert found["why"] == OTHERWISE
    assert found["read"]
    assert shown(documents, played.ann, 0)["document"]["board"]


def test_what_does_not_lead_where_it_led_is_not_shown_from_there_on() -> None:
    played, _, _ = quiet()
    for number in range(12):
        played.do(Call(name="tell", args={"words": f"Number {number}."}))
    standing = [at for at, entry in enumerate(played.entries) if entry.body.get("stands")]
    other = list(played.entries)
    for at in standing[5:]:
        other[at] = changed(other[at], stands="elsewhere")
    rows = listed(looking_back(played, other), played.gm)
    assert [row["shown"] for row in rows] == [True] * 6 + [False] * 7


def test_to_step_plays_nothing_again_and_what_is_new_is_gone_on_with() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 2)
    documents = looking_back(played)
    last = len(listed(documents, played.ann)) - 1
    past = past_of(documents)
    chapter = past.played(past.chapters(played.table.number)[0], played.table.number)
    lines = sum(entry.kind == "play" for entry in played.entries)
    assert chapter.redone == lines, "each line once, for all moments"
    for moment in (last, last - 1, 0, last // 2):
        shown(documents, played.ann, moment)
    listed(documents, played.gm)
    assert chapter.redone == lines
    played.do(Call(name="tell", args={"words": "And on."}))
    assert listed(documents, played.ann)[-1]["words"] == "And on."
    assert chapter.redone == lines + 1
