"""What if? Going on from a moment that is over, at a table of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.files.codec import as_plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Refused
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.names import MOST_TITLE, title_of
from ludex.table.campaign.past import NoPast
from ludex.table.campaign.settings import Set
from ludex.table.document.show import Documents
from ludex.table.past.branching import Branched, Wanted, branched, named
from ludex.table.past.going_on import NOT_FROM_HERE, done_next, from_moment
from ludex.table.play.commands import Command
from ludex.table.play.deciding import step, waiting
from ludex.table.play.mastering import Call
from ludex.table.records.entry import Branch
from ludex.table.records.journal import journal_of
from ludex.table.records.seat import NOBODY, Role
from tests.table.duel import WALLED, Duel
from tests.table.played import GAMES, Played, by_machines
from tests.table.tables import Fake, Kept, called
from tests.table.test_past import changed, listed, looking_back

KEY = "hash of the new token"


def branch(kept: Kept, seat: str, moment: int | None = None, fell: bool = False, documents: Any = None) -> Branched:
    found = documents if documents is not None else looking_back(kept)
    return branched(Wanted("t", None, moment, fell, KEY), Fake(7).outside(), found, kept.table.seats[seat])


def table_of(found: Branched) -> Campaign:
    return doings.folded(found.entries, Fake(8).outside())


def open_branches(kept: Kept) -> None:
    kept.do(Set(settings={"branches": True}))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_goes_on_with_their_own_against_machines(game: str) -> None:
    played = by_machines(game)
    open_branches(played)
    played.until(lambda document: document["turn"] and document["turn"]["round"] >= 1 and document["offers"])
    documents = looking_back(played)
    for moment in {0, len(listed(documents, played.ann)) // 2, None}:
        found = branch(played, played.ann, moment, documents=documents)
        table = table_of(found)
        sitting = table.seats[found.seat]
        assert (sitting.role, sitting.name, sitting.token_hash) == (Role.PLAYER, "Ann", KEY)
        assert set(sitting.beings) <= set(played.party)
        assert [seat.name for seat in table.seats.values() if seat.role is Role.GM] == [NOBODY]
        assert table.gone_at, "nobody is there who could delete it"
        for _ in range(60):  # machines play until the player is to decide
            if not step(table):
                break
        assert found.seat in waiting(table).seats


def test_a_game_master_has_the_scene_as_it_was() -> None:
    duel = Duel(board=WALLED)
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    before = as_plain(duel.live.scene)
    duel.do(Call(name="set", args={"what": "bear", "field": "hp", "value": 1}))
    found = branch(duel, duel.gm, 1)
    table = table_of(found)
    assert table.playing is not None
    assert as_plain(table.playing.live.scene) == before
    assert table.seats[found.seat].role is Role.GM
    assert not table.gone_at


def test_who_lurks_is_not_in_the_branch_of_a_player_and_pools_are_drawn() -> None:
    duel = Duel(board=WALLED)
    open_branches(duel)
    duel.do(Call(name="spawn", args={"from": "ash_bear", "name": "Lurker", "hidden": True}))
    lurker = called(duel, "Lurker")
    bear = duel.live.scene.beings["bear"]
    most = bear.sheet.max_hp if hasattr(bear.sheet, "max_hp") else bear.hp
    duel.do(Set(settings={"pools": "hidden"}))
    left = set[int]()
    for seed in range(12):
        start = from_moment(looking_back(duel), duel.table.seats[duel.ann], None, None, Random(seed))
        assert lurker not in str(as_plain(start.scene))
        left.add(start.scene.beings["bear"].hp)
    assert len(left) > 3
    assert all(0 < hp <= most for hp in left)


def test_what_is_covered_is_not_in_the_branch_of_a_player() -> None:
    played = Played("bluebox")
    open_branches(played)
    foe = played.table.scene.beings[played.foes[0]]  # type: ignore[union-attr]  # a scene is on the table
    played.do(Call(name="tell", args={"words": "Look there."}))
    played.do(Cover(cover=(foe.at,)))
    played.do(Call(name="tell", args={"words": "Look again."}))
    before = table_of(branch(played, played.ann, 0)).scene
    assert before is not None
    assert foe.id in before.beings
    assert foe.id not in str(branch(played, played.ann, 2).entries)
    master = table_of(branch(played, played.gm, 2))
    assert master.playing is not None
    assert master.fogs[master.playing.id].places == {foe.at}


def test_the_game_master_says_whether_players_may() -> None:
    played = by_machines("bluebox")
    with pytest.raises(Refused, match=r"Mara has not opened “What if\?” to players"):
        branch(played, played.ann)
    open_branches(played)
    assert branch(played, played.ann)
    with pytest.raises(Refused, match="only those who play"):
        branch(played, played.eve)
    ben = played.seat("Ben")
    with pytest.raises(Refused, match="you play nobody"):
        branch(played, ben)


def test_from_what_was_played_by_other_rules_nobody_goes_on() -> None:
    played = by_machines("bluebox")
    played.until(lambda document: document["turn"]["round"] == 1 and document["offers"])
    other = [changed(entry, version=99) if entry.kind == "opened" else entry for entry in played.entries]
    documents = looking_back(played, other)
    with pytest.raises(Refused, match=NOT_FROM_HERE[:30]):
        branch(played, played.gm, 1, documents=documents)
    assert branch(played, played.gm, 0, documents=documents)


def test_it_goes_on_in_the_middle_of_a_deed_at_the_question_that_was_open() -> None:
    duel = Duel()
    open_branches(duel)
    asked = duel.until_asked()
    for seat in (duel.gm, duel.ann):
        table = table_of(branch(duel, seat))
        assert table.playing is not None
        assert isinstance(table.playing.live.open, Question)
        assert table.playing.live.open.key == asked.key
        assert [given.value for given in table.playing.live.given] == [given.value for given in duel.live.given]


def attack_on(table: Campaign, seat: str) -> Any:
    return table.do(seat, Command(actor="tahra", name="attack", args={"target": "bear"}, force=True, waive=True))


def faces_of(entries: list[Any], since: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    lines = [entry.body for entry in entries[since:] if entry.kind == "play" and "roll" in entry.body]
    return [(line["roll"], tuple(line["faces"])) for line in lines]


def test_dice_that_fell_fall_once_more_and_later_ones_are_new() -> None:
    duel = Duel()
    first = duel.table.number
    _ = duel.until_asked()
    fell = faces_of(duel.entries, first)
    assert fell
    found = branch(duel, duel.gm, 0, fell=True)
    table = table_of(found)
    attack_on(table, found.seat)
    again = faces_of(table.take())
    assert again == fell[: len(again)]
    kept = doings.folded([*found.entries], Fake(9).outside())
    before = kept.night.before.to_plain()
    attack_on(kept, found.seat)
    entries = kept.take()
    assert kept.night.before.to_plain() != before, "what has fallen is used up"
    folded = doings.folded([*found.entries, *entries], Fake(9).outside())
    assert folded.night.before.to_plain() == kept.night.before.to_plain()
    assert all("first" not in entry.body for entry in entries), "they are none of the sealed dice of this evening"
    fresh = table_of(branch(duel, duel.gm, 0))
    assert not fresh.night.before.to_plain()


def test_what_was_done_next_is_known_to_who_did_it() -> None:
    duel = Duel()
    open_branches(duel)
    _ = duel.until_asked()
    documents = looking_back(duel)

    def next_of(seat: str) -> Any:
        return done_next(from_moment(documents, duel.table.seats[seat], None, 0), documents.journal)

    assert next_of(duel.gm).name == "attack"
    assert next_of(duel.ann).actor == "tahra"
    assert next_of(duel.ben) is None, "it was not their turn"


def test_a_branch_is_named_after_its_table_and_moment_and_says_where_it_goes_on_from() -> None:
    duel = Duel()
    open_branches(duel)
    duel.do(Call(name="tell", args={"words": "Now."}))
    for seat in (duel.gm, duel.ann):
        found = branch(duel, seat)
        table = table_of(found)
        assert table.title == "What if: A table, A duel, round 1"
        shown = Documents(table).of(table.seats[found.seat])["table"]["branch"]
        assert shown == {"table": "t", "title": "A table", "scene": "A duel", "round": 1}
        assert snapshot.resumed(snapshot.take(table).snapshot, None, NoPast()).branch == table.branch
    assert Documents(duel.table).of(duel.table.seats[duel.ann])["table"]["branch"] is None


def test_however_long_names_are_a_branch_says_its_round() -> None:
    assert named(Branch(table="t", title="A table", scene="A table", round=0)) == "What if: A table"
    long = named(Branch(table="t", title="A" * MOST_TITLE, scene="A duel", round=12))
    assert long.endswith("A, round 12")
    assert title_of(long) == long


def test_a_branch_of_branches_is_named_after_the_first_table_and_leads_back_to_the_last() -> None:
    duel = Duel()
    duel.do(Call(name="tell", args={"words": "Now."}))
    found = branch(duel, duel.gm)
    for last in ("t2", "t3"):
        documents = Documents(table_of(found))
        documents.journal = journal_of(found.entries)
        wanted = Wanted(last, None, None, True, KEY)
        found = branched(wanted, Fake(3).outside(), documents, documents.table.seats[found.seat])
        again = table_of(found)
        assert again.title == "What if: A table, A duel, round 1"
        assert again.branch == Branch(table=last, title="A table", scene="A duel", round=1)
