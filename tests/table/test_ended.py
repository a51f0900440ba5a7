"""The end of a fight: who did what as the record tells it, the luck of the dice, and the same fight once more."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ludex.core.files.codec import digest
from ludex.core.kernel.reading import read
from ludex.core.show.face import Came
from ludex.table.campaign.rematch import Rematch
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document.ended import EndedShown
from ludex.table.document.show import Documents
from ludex.table.know.luck import chance_of, luck_of
from ludex.table.know.rolls import LineTold
from ludex.table.know.tally import Fighters, Read, Row, Tally
from ludex.table.play.deciding import deputise, waiting
from ludex.table.play.mastering import Call, Undo
from tests.table.played import GAMES, by_machines
from tests.table.snapshots import Shelf
from tests.table.tables import Kept

# ---------------------------------------------------------------- counting


def die(face: int, sides: int = 12, **more: Any) -> dict[str, Any]:
    return {"sides": sides, "face": face, "kept": True, "after": None, "sign": 1, **more}


def roll(by: str, *dice: dict[str, Any], good: bool | None = True) -> dict[str, Any]:
    return {"by": by, "title": "Attack", "outcome": {"word": "hit", "good": good}, "dice": list(dice)}


def line(*came: Came, words: str = "", rank: str = "") -> LineTold:
    return LineTold(words, "", rank, (), came)


def hp(who: str, by: int, cause: str = "", left: int | None = None) -> Came:
    return Came(who, "HP", by, by > 0, cause, left)


def tally(*record: Read, fallen: str = "") -> Tally:
    sides = {"tahra": "party", "vhor": "party", "bear": "foes"}
    most = {("tahra", "HP"): 20, ("vhor", "HP"): 10}
    return Tally(record, Fighters(sides, most, frozenset(fallen.split()), ("HP",)), "party")


def test_harm_counts_for_whoever_did_it_and_for_whom_it_was_done_to() -> None:
    found = tally(
        Read(0, 1, [line(words="Round 1", rank="round"), line(hp("bear", -6, "tahra"))], []),
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
    rounds = [Read(n, n, [line(words=f"Round {r}", rank="round"), line(hp("bear", -n, "vhor"))], []) for n, r in
              ((1, 1), (2, 2), (3, 1))]  # fmt: skip
    assert tally(*rounds).of("vhor").dealt == 3


def test_the_closest_call_is_the_smallest_share_that_was_left_and_not_nothing() -> None:
    record = [
        Read(n, n, [line(hp(who, -1, "bear", left))], [])
        for n, (who, left) in enumerate([("tahra", 11), ("tahra", 3), ("vhor", 2), ("vhor", 0), ("tahra", 8)])
    ]
    closest = tally(*record).closest
    assert closest is not None
    assert (closest.place, closest.who, closest.left) == (1, "tahra", 3)
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
    assert luck.more == sum(sum(each) > 13 for each in faces) / 216
    assert luck.less == sum(sum(each) < 13 for each in faces) / 216
    assert chance_of(roll("tahra", die(6, 6), die(5, 6))) == (3, 36)
    assert chance_of(roll("tahra", die(6, 6), die(5, 8))) is None


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


def fought(lurker: str = "ash_bear") -> Kept:
    """Tahra and a bear have hurt each other, somebody who hides has hurt Tahra, and the fight is over."""
    kept = Kept("bluebox")
    hidden = {"from": lurker, "at": [6, 6], "conditions": ["Hidden"], "seen": False}
    beings = {"tahra": {"at": [2, 2]}, "bear": {"from": "ash_bear", "at": [3, 2]}, "lurker": hidden}
    scene = kept.do(Prepare(title="A duel", tables={"beings": beings, "turn": "tahra"}))["scene"]
    kept.do(OpenScene(scene=scene, begin=False))
    lurking = next(who for who in kept.live.scene.beings if who not in ("tahra", "bear"))
    for target, amount, source in (("tahra", 13, "bear"), ("bear", 5, "tahra"), ("tahra", 3, lurking)):
        kept.do(Call(name="damage", args={"target": target, "amount": amount, "pure": True, "source": source}))
    kept.do(Call(name="end_combat", args={"winner": "party"}))
    return kept


def ended(kept: Kept, seat: str) -> dict[str, Any]:
    found: dict[str, Any] = Documents(kept.table).of(kept.table.seats[seat])["ended"]
    return found


def test_of_somebody_who_is_not_known_the_tally_tells_nothing() -> None:
    one, other = fought(), fought("skakdi_raider")
    told = [ended(kept, kept.seat("Ann", "tahra")) for kept in (one, other)]
    assert told[0] == told[1]
    assert told[0]["party"] == {"tahra": {"dealt": 5, "taken": 16, "healed": 0, "felled": 0}}
    assert told[0]["foes"]["dealt"] == 13, "of what hurt them in the dark the players know no doer"
    assert ended(one, one.gm)["foes"]["dealt"] == 16


def test_what_was_undone_does_not_count() -> None:
    kept = fought()
    ann = kept.seat("Ann", "tahra")
    assert ended(kept, ann)["closest"]["left"] == 7
    kept.do(Undo(steps=2))
    kept.do(Call(name="end_combat", args={"winner": "party"}))
    assert ended(kept, ann)["party"]["tahra"]["taken"] == 13


def test_a_rematch_begins_as_the_scene_began_also_for_who_has_not_seen_that() -> None:
    kept = fought()
    shelf = Shelf(kept.entries)
    shelf.take(kept.table)
    resumed = shelf.resumed(kept.fake)
    for table in (resumed, kept.table):
        table.do(kept.gm, Rematch())
        assert table.scene is not None
        assert (table.scene.beings["tahra"].hp, table.scene.beings["bear"].states) == (23, set())
