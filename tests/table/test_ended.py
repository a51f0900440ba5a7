"""The end of a fight: who did what as the record tells it, the luck of the dice, and the same fight once more."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.files.codec import digest
from ludex.core.game import GAMES as GAMES_BY_NAME
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import Ruling
from ludex.core.show.face import Came, ZonePlan
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.fog import Cover
from ludex.table.campaign.rematch import Rematch
from ludex.table.campaign.scenes import CloseScene, OpenScene, Prepare
from ludex.table.campaign.settings import Set
from ludex.table.document.ended import EndedShown
from ludex.table.document.show import Documents
from ludex.table.document.spoils import ways_to
from ludex.table.know.luck import MOST_DICE, MOST_RARE, chance_of, luck_of
from ludex.table.know.rolls import LineTold
from ludex.table.know.tally import Fighters, Read, Row, Tally
from ludex.table.play.commands import Command
from ludex.table.play.deciding import deputise, waiting
from ludex.table.play.mastering import Call, Undo
from ludex.table.records.fog import Fog
from tests.table.played import GAMES, by_machines
from tests.table.snapshots import Shelf
from tests.table.tables import Kept

# ---------------------------------------------------------------- counting


def die(face: int, sides: int = 12, **more: Any) -> dict[str, Any]:
    return {"sides": sides, "face": face, "kept": True, "after": None, "sign": 1, **more}


def roll(by: str, *dice: dict[str, Any], good: bool | None = True) -> dict[str, Any]:
    return {"by": by, "title": "Attack", "outcome": {"word": "hit", "good": good}, "dice": list(dice)}


def line(*came: Came, **more: Any) -> LineTold:
    return LineTold("", "", came=came, **more)


def first(number: int) -> LineTold:
    return line(rank="round", round=number)


def hp(who: str, by: int, cause: str = "", left: int | None = None) -> Came:
    return Came(who, "HP", by, by > 0, cause, left)


def tally(*record: Read, fallen: str = "", dead: str = "") -> Tally:
    sides = {"tahra": "party", "vhor": "party", "bear": "foes"}
    most = {("tahra", "HP"): 20, ("vhor", "HP"): 10}
    fighters = Fighters(sides, most, frozenset(fallen.split()), ("HP",), frozenset(dead.split()))
    return Tally(record, fighters, "party")


def test_harm_counts_for_whoever_did_it_and_for_whom_it_was_done_to() -> None:
    found = tally(
        Read(0, 1, [first(1), line(hp("bear", -6, "tahra"))], []),
        Read(1, 2, [line(hp("tahra", -4, "bear"), hp("vhor", -3, "tahra"), hp("vhor", 2, "tahra"))], []),
        Read(2, 3, [line(hp("bear", -1), Came("bear", "Plating", -2, False, "vhor"))], []),
        fallen="bear",
    )
    assert found.of("tahra") == Row(dealt=6, taken=4, healed=2, felled=("bear",))
    assert found.of("vhor") == Row(taken=3), "hurt by a friend, which is nothing dealt"
    assert found.of("bear") == Row(dealt=4, taken=7)
    assert found.last is not None
    assert (found.last.place, found.last.by, found.last.who) == (1, "bear", "tahra")


def test_another_first_round_is_another_fight() -> None:
    rounds = [Read(n, n, [first(r), line(hp("bear", -n, "vhor"))], []) for n, r in ((1, 1), (2, 2), (3, 1))]
    assert tally(*rounds).of("vhor").dealt == 3


def test_what_comes_after_the_end_does_not_count_but_for_what_is_taken_up() -> None:
    found = tally(
        Read(0, 1, [first(1), line(hp("bear", -6, "tahra"))], []),
        Read(1, 2, [line(hp("bear", -2, "tahra")), line(rank="end", round=3, won="party"), line(hp("vhor", -1))], []),
        Read(2, 3, [line(hp("tahra", 5, "vhor")), line(taken=(("vhor", "Claw"),))], [roll("vhor", die(12))]),
    )
    assert (found.of("tahra").dealt, found.of("vhor"), found.best, found.luck) == (8, Row(), None, {})
    assert found.end is not None
    assert (found.end.place, found.end.round, found.end.won) == (1, 3, "party")
    assert found.taken == [("vhor", "Claw")]


def test_who_is_not_in_sight_any_more_counts_on_the_side_they_were_on() -> None:
    bite = Came("tahra", "HP", -4, False, "lurker", None, ("party", "foes"))
    blow = Came("lurker", "HP", -3, False, "tahra", None, ("foes", "party"))
    found = tally(Read(0, 1, [line(bite, blow)], []))
    assert found.others == Row(dealt=4, taken=3)
    assert found.of("tahra") == Row(dealt=3, taken=4)


def test_the_closest_call_is_the_smallest_share_that_was_left_of_somebody_who_is_not_dead() -> None:
    record = [
        Read(n, n, [line(hp(who, -1, "bear", left))], [])
        for n, (who, left) in enumerate([("tahra", 11), ("tahra", 3), ("vhor", 2), ("vhor", -4), ("tahra", 8)])
    ]
    closest = tally(*record).closest
    assert closest is not None
    assert (closest.place, closest.who, closest.left) == (3, "vhor", -4), "whoever fell was closer than who stood"
    closest = tally(*record, fallen="vhor", dead="vhor").closest
    assert closest is not None
    assert (closest.place, closest.who, closest.left) == (1, "tahra", 3), "who is dead has not come away with it"
    assert tally(record[0]).closest is None, "more than half is no close call"


def test_the_best_roll_is_the_least_likely_one_that_went_well() -> None:
    record = [
        Read(0, 7, [], [roll("tahra", die(12)), roll("bear", die(12)), roll("vhor", die(12))]),
        Read(1, 7, [line(hp("bear", -5, "vhor"))], []),
        Read(2, 8, [line(hp("bear", -9, "tahra"))], [roll("tahra", die(11))]),
        Read(3, 9, [], [roll("tahra", die(12), good=False)]),
    ]
    best = tally(*record).best
    assert best is not None
    assert (best.place, best.roll["by"], best.chance, best.dealt) == (0, "vhor", (1, 12), 5)


# ---------------------------------------------------------------- luck


def test_luck_is_counted_exactly() -> None:
    faces = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3)]
    luck = luck_of({"party": [roll("tahra", die(5, 6), die(2, 6)), roll("vhor", die(6, 6))]})["party"]
    assert (luck.dice, luck.sides, luck.total) == (3, 6, 13)
    assert luck.better == round(216 / sum(sum(each) > 13 for each in faces))
    assert luck.worse == round(216 / sum(sum(each) < 13 for each in faces))
    assert chance_of(roll("tahra", die(6, 6), die(5, 6))) == (3, 36)
    assert chance_of(roll("tahra", die(6, 6), die(5, 8))) is None


@pytest.mark.parametrize(("dice", "sides"), [(1, 1), (1, 6), (2, 3), (4, 4), (5, 2)])
def test_luck_is_what_one_finds_who_tries_all_throws(dice: int, sides: int) -> None:
    totals = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    for faces in product(range(1, sides + 1), repeat=dice):
        thrown = roll("tahra", *[die(face, sides) for face in faces])
        assert chance_of(thrown) == (len([one for one in totals if one >= sum(faces)]), len(totals))
        luck = luck_of({"party": [thrown]})["party"]
        assert (luck.better == 0, luck.worse == 0) == (sum(faces) == max(totals), sum(faces) == min(totals))


def test_dice_of_many_sides_are_no_more_work(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def perm(many: int, some: int) -> int:
        counted.append(many)
        return math.perm(many, some)

    monkeypatch.setattr("ludex.table.know.luck.perm", perm)
    for sides in (20, 1000):
        counted.clear()
        found = luck_of({"party": [roll("tahra", *[die(face, sides) for face in (1, sides)] * 150)]})
        assert found["party"].better == found["party"].worse == 2
        assert len(counted) <= 2 * 300 + 4


def test_of_very_many_dice_the_last_are_counted() -> None:
    luck = luck_of({"party": [roll("tahra", *[die(1, 6)] * 7, *[die(6, 6)] * MOST_DICE)]})["party"]
    assert (luck.dice, luck.total, luck.better) == (MOST_DICE, 6 * MOST_DICE, 0)


def test_luck_that_is_too_rare_for_a_fraction_is_still_no_luck_that_cannot_be_beaten() -> None:
    almost = luck_of({"party": [roll("tahra", die(19, 20), *[die(20, 20)] * 299)]})["party"]
    assert (almost.better, almost.worse) == (MOST_RARE, 1)
    assert luck_of({"party": [roll("tahra", *[die(20, 20)] * 300)]})["party"].better == 0
    assert luck_of({"party": [roll("tahra", die(1, 20))]})["party"].worse == 0


def test_dice_that_others_brought_are_no_luck_of_their_own_and_low_is_good_of_what_is_taken_away() -> None:
    brought, taken = die(6, 6, after=0), die(1, 6, sign=-1)
    luck = luck_of({"party": [roll("tahra", die(6, 6), brought, taken)], "foes": [roll("bear", die(20, 20))]})
    assert (luck["party"].dice, luck["party"].total) == (2, 12)
    assert "foes" not in luck, "only dice of the size of which most have fallen"


# ---------------------------------------------------------------- at a table


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_that_is_over_has_its_tally_and_can_be_fought_again(game: str) -> None:
    played = by_machines(game)
    assert played.table.playing is not None
    began = digest(played.table.playing._begun().scene)
    assert played.of(played.ann)["ended"] is None
    for _ in range(1_500):
        if waiting(played.table).kind == "nobody":
            break
        assert played.step() or deputise(played.table)
        played.entries += played.table.take()
    found = read(played.of(played.ann)["ended"], EndedShown)
    assert found.party.keys() >= set(played.party)
    rows = found.party.values()
    assert sum(row.dealt for row in rows) <= found.foes.taken
    assert found.foes.dealt <= sum(row.taken for row in rows)
    assert found.round > 0
    assert found.won is not None
    assert found == read(Documents(played.folded()).of(played.table.seats[played.ann])["ended"], EndedShown)
    played.do(Rematch())
    assert played.table.playing is not None
    assert digest(played.table.playing._begun().scene) == began
    assert played.of(played.ann)["ended"] is None


def fought(lurker: str = "ash_bear", lurks: bool = True, bear_hp: int = 0) -> Kept:
    """Tahra and a bear have hurt each other, and somebody who hides has hurt both."""
    kept = Kept("bluebox")
    hidden = {"from": lurker, "at": [6, 6], "conditions": ["Hidden"], "seen": False}
    bear = {"from": "ash_bear", "at": [3, 2], **({"hp": bear_hp} if bear_hp else {})}
    beings = {"tahra": {"at": [2, 2]}, "bear": bear, **({"lurker": hidden} if lurks else {})}
    lying = [{"kind": "weapon", "id": "harpoon_gun", "at": [2, 3]}]
    scene = kept.do(Prepare(title="A duel", tables={"beings": beings, "turn": "tahra", "lying": lying}))["scene"]
    kept.do(OpenScene(scene=scene, begin=False))
    for target, amount, source in (("tahra", 13, "bear"), ("bear", 5, "tahra")):
        hurt(kept, target, amount, source)
    for who in [who for who in kept.live.scene.beings if who not in ("tahra", "bear")]:
        hurt(kept, "tahra", 3, who)
        hurt(kept, who, 2, "tahra")
    return kept


def hurt(kept: Kept, target: str, amount: int, source: str) -> None:
    kept.do(Call(name="damage", args={"target": target, "amount": amount, "pure": True, "source": source}))


def over(kept: Kept, winner: str = "party") -> Kept:
    kept.do(Call(name="end_combat", args={"winner": winner}))
    return kept


def ended(kept: Kept, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = Documents(kept.table).of(kept.table.seats[seat])["ended"]
    return found


def test_of_somebody_who_is_not_known_the_tally_tells_nothing() -> None:
    one, other = over(fought()), over(fought("skakdi_raider"))
    told = [ended(kept, kept.seat("Ann", "tahra")) for kept in (one, other)]
    assert told[0] == told[1]
    assert told[0]["party"] == {"tahra": {"dealt": 5, "taken": 16, "healed": 0, "felled": 0}}
    assert told[0]["foes"] == {"dealt": 13, "taken": 5, "healed": 0, "felled": 0}, "what hurt them in the dark, nobody"
    assert ended(one, one.gm)["foes"]["dealt"] == 16


def test_that_somebody_was_there_whom_nobody_has_seen_is_not_told() -> None:
    """But for that something hurt them, which they were told."""
    one, other = over(fought()), fought(lurks=False)
    other.do(Call(name="damage", args={"target": "tahra", "amount": 3, "pure": True}))
    told = [ended(kept, kept.seat("Ann", "tahra")) for kept in (one, over(other))]
    assert told[0] == told[1]


@pytest.mark.parametrize("pools", ["bar", "hidden"])
def test_what_others_have_left_is_told_no_better_at_the_end_than_it_was(pools: str) -> None:
    """Nor what the game master has set by hand."""
    told = []
    for left in (26, 27):
        kept = fought(bear_hp=left)
        kept.do(Set(settings={"pools": pools}))
        kept.do(Call(name="set", args={"what": "bear", "field": "hp", "value": left - 9}))
        told.append(ended(over(kept), kept.seat("Ann", "tahra")))
    assert told[0] == told[1]
    assert told[0]["foes"]["taken"] == 5


@pytest.mark.parametrize(("winner", "won"), [("party", True), ("foes", False), ("", None)])
def test_the_headline_says_what_the_record_says_whoever_still_stands(winner: str, won: bool | None) -> None:
    kept = over(fought(), winner)
    found = ended(kept, kept.seat("Ann", "tahra"))
    assert found["won"] is won
    assert found["words"].startswith("The combat ends in round 1")
    watched = kept.table.watched(kept.table.seats[kept.gm])
    assert watched is not None
    assert found["words"] in [line.words for line in watched.log[-1].lines]


def test_a_fight_that_was_broken_off_or_fled_from_is_not_lost() -> None:
    for how, won in (("stopped", None), ("escaped", None), ("talked", True), ("lost", False)):
        assert (
            GAMES_BY_NAME["crawl"].face().won(Ruling("fight_ends", "", {"how": how, "round": 2}))
            == ({True: "party", False: "foes", None: ""}[won])
        )


def test_what_lies_there_was_won_and_then_has_an_owner() -> None:
    kept = over(fought())
    ann = kept.seat("Ann", "tahra")
    lies = {"name": "Harpoon Gun", "owner": "", "at": (2, 3), "action": "pick_up", "args": {"thing": "harpoon_gun"}}
    assert ended(kept, ann)["spoils"] == [{**lies, "ways": {}}], "she stands beside it"
    kept.do(Command(actor="tahra", name="pick_up", args={"thing": "harpoon_gun"}), ann)
    assert [(one["name"], one["owner"]) for one in ended(kept, ann)["spoils"]] == [("Harpoon Gun", "tahra")]


def test_who_takes_up_what_lies_further_away_is_told_where_they_go_and_who_is_badly_hurt_that_they_need_a_rest() -> (
    None
):
    kept = over(fought())
    ann = kept.seat("Ann", "tahra")
    kept.do(Call(name="place", args={"being": "tahra", "at": [6, 2]}))
    found = ended(kept, ann)
    assert found["spoils"][0]["ways"] == {"tahra": (2, 3)}
    assert found["hurt"] == ["tahra"], "16 of 23 are gone"
    kept.do(Call(name="place", args={"being": "bear", "at": [2, 3]}))
    beside = ended(kept, ann)["spoils"][0]["ways"]["tahra"]
    assert beside != (2, 3), "the bear lies on it"
    board = kept.live.scene.board
    assert board.distance(beside, (2, 3)) == 1
    kept.do(Call(name="heal", args={"target": "tahra", "amount": 16}))
    assert ended(kept, ann)["hurt"] == []


def test_on_a_board_of_zones_they_go_where_it_lies_if_a_way_leads_there() -> None:
    board = ZoneBoard([Zone("a", "A", (0, 0)), Zone("b", "B", (1, 0)), Zone("c", "C", (2, 0))])
    plan = ZonePlan(board, {"ann": ("a",), "ben": ("b",), "cat": ("c",)}, shut=(("b", "c"),))
    assert ways_to(plan, "b", ["ann", "ben", "cat", "nobody"]) == {"ann": "b"}


def test_once_play_has_gone_on_the_fight_is_past() -> None:
    kept = over(fought())
    ann = kept.seat("Ann", "tahra")
    hurt(kept, "tahra", 1, "")
    assert ended(kept, ann)["party"]["tahra"]["taken"] == 16, "nor does that count"
    kept.do(Call(name="rest", args={"kind": "short"}))
    kept.do(Call(name="end_rest"))
    assert kept.live.scene.mode == "adventure"
    assert ended(kept, ann) is None
    kept.do(Undo(steps=2))
    assert ended(kept, ann) is not None


def test_what_was_undone_does_not_count() -> None:
    kept = over(fought(lurks=False))
    ann = kept.seat("Ann", "tahra")
    assert ended(kept, ann)["closest"]["left"] == 10
    kept.do(Undo(steps=2))
    over(kept)
    assert (ended(kept, ann)["party"]["tahra"]["dealt"], ended(kept, ann)["blow"]["being"]) == (0, "tahra")


# ---------------------------------------------------------------- once more


def as_it_began(table: Campaign) -> bool:
    assert table.scene is not None
    return (table.scene.beings["tahra"].hp, table.scene.beings["bear"].states) == (23, set())


def test_a_rematch_begins_as_the_scene_began_also_for_who_has_not_seen_that() -> None:
    kept = over(fought())
    shelf = Shelf(kept.entries)
    shelf.take(kept.table)
    resumed = shelf.resumed(kept.fake)
    for table in (resumed, kept.table):
        table.do(kept.gm, Rematch())
        assert as_it_began(table)


def test_so_it_does_where_the_scene_was_left_and_gone_on_with_and_what_was_covered_is_covered_again() -> None:
    kept = fought()
    scene = next(iter(kept.table.scenes))
    kept.do(Cover(all=True))
    kept.do(CloseScene())
    kept.do(OpenScene(scene=scene, again=True))
    kept.do(Cover(clear=((3, 2),)))
    over(kept).do(Rematch())
    assert as_it_began(kept.table)
    assert not kept.table.fogs, "nothing was covered when it began"
    kept.do(Cover(all=True, clear=((3, 2),)))
    hurt(kept, "bear", 5, "tahra")
    kept.do(Cover(all=False))
    over(kept).do(Rematch())
    assert kept.table.fogs[scene] == Fog(all=True, places=frozenset({(3, 2)}))
