"""What the game master of every game calls for: somebody comes in or is gone, an option changes, dice, words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.master import table_calls
from ludex.core.master.table_calls import read_dice
from ludex.table.campaign.seating import HandOver
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call, Undo
from ludex.table.records.seat import Seat
from tests.table.duel import WALLED, Duel
from tests.table.tables import SCENES, Kept, called, differing, state


def under_way(game: str, seed: int = 0, steps: int = 12) -> Kept:
    """A scene that machines have played for a while."""
    kept = Kept(game, seed)
    kept.open()
    for side in ("party", "foes", "gm"):
        kept.do(HandOver(who=side, policy="simple"))
    for _ in range(steps):
        kept.step()
    while kept.live.open is not None:
        kept.step()
    return kept


@pytest.mark.parametrize("game", SCENES)
def test_somebody_of_the_content_comes_in_and_takes_part(game: str) -> None:
    kept = under_way(game, steps=4)
    foe = next(b for b in kept.live.scene.beings.values() if b.side == "foes")
    kind = foe.sheet.kind
    kept.do(Call(name="spawn", args={"from": kind, "name": "Late Comer"}))
    late = kept.live.scene.beings["late_comer"]
    assert (late.name, late.side) == ("Late Comer", "foes")
    kept.do(Call(name="spawn", args={"from": kind, "side": "party"}))
    assert [b.side for b in kept.live.scene.beings.values()][-1] == "party"
    assert len({b.name for b in kept.live.scene.beings.values()}) == len(kept.live.scene.beings)
    assert kept.table.game.faults(kept.live.scene) == []
    kept.run()
    with pytest.raises(BadInput, match="nobody"):
        kept.do(Call(name="spawn", args={"from": "nobody"}))


@pytest.mark.parametrize("game", SCENES)
def test_a_place_that_is_none_is_not_taken(game: str) -> None:
    kept = under_way(game, steps=0)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    before = list(kept.live.scene.beings)
    for at in ([99, 99], "nowhere"):
        with pytest.raises(BadInput):
            kept.do(Call(name="spawn", args={"from": kind, "at": at}))
    assert list(kept.live.scene.beings) == before


HIDING = {"bluebox": SCENES["bluebox"], "crawl": SCENES["crawl"], "navyblue": "the_lamp_cellars"}


def begun(game: str) -> Kept:
    """A scene in which somebody can be hidden, before anybody has acted."""
    kept = Kept(game)
    kept.open(HIDING[game])
    while kept.live.open is not None:
        assert deputise(kept.table)
        kept.entries += kept.table.take()
    return kept


@pytest.mark.parametrize("game", HIDING)
def test_of_who_comes_in_hidden_nobody_but_the_game_master_is_told(game: str) -> None:
    kept = begun(game)
    scene = kept.live.scene
    party = [b.id for b in scene.beings.values() if b.side == "party"]
    seats = [kept.table.seats[kept.seat("Ann", *party)], kept.table.seats[kept.seat("Eve", role="spectator")]]
    documents = Documents(kept.table)

    def told() -> list[Any]:
        return [(documents.of(seat), table_log(kept, seat)) for seat in seats]

    before = told()
    kind = next(b for b in scene.beings.values() if b.side == "foes").sheet.kind
    kept.do(Call(name="spawn", args={"from": kind, "name": "Lurker", "hidden": True}))
    assert called(kept, "Lurker") in documents.of(kept.table.seats[kept.gm])["beings"]
    assert told() == before
    assert kept.table.game.faults(kept.live.scene) == []
    kept.do(Call(name="spawn", args={"from": kind, "name": "Brute"}))
    assert told() != before
    assert "brute" in documents.of(seats[0])["beings"]
    assert not differing(kept.table, kept.folded())


@pytest.mark.parametrize("game", HIDING)
def test_who_hides_stands_on_the_game_masters_board_and_appears_when_it_is_revealed(game: str) -> None:
    kept = begun(game)
    ann, gm = kept.table.seats[kept.seat("Ann")], kept.table.seats[kept.gm]
    documents = Documents(kept.table)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    kept.do(Call(name="spawn", args={"from": kind, "name": "Lurker", "hidden": True}))
    lurker = called(kept, "Lurker")
    shown = documents.of(gm)["beings"][lurker]
    assert shown["at"] is not None
    assert shown["hidden"] == kept.table.game.hides
    ends = "remove_condition" if game == "crawl" else "relieve"
    kept.do(Call(name=ends, args={"being": lurker, "condition": shown["hidden"]}))
    assert documents.of(gm)["beings"][lurker]["hidden"] == ""
    assert documents.of(ann)["beings"][lurker]["at"] == shown["at"]
    (line,) = table_log(kept, ann)[-1]
    assert line.words.startswith(("Lurker appears", "Lurker comes in"))
    assert kept.table.game.faults(kept.live.scene) == []
    assert not differing(kept.table, kept.folded())


@pytest.mark.parametrize("game", HIDING)
def test_who_was_met_is_hidden_again_and_nobody_but_the_game_master_is_told(game: str) -> None:
    kept = begun(game)
    ann, gm = kept.table.seats[kept.seat("Ann")], kept.table.seats[kept.gm]
    documents = Documents(kept.table)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    kept.do(Call(name="spawn", args={"from": kind, "name": "Lurker", "hidden": True}))
    lurker = called(kept, "Lurker")
    with pytest.raises(Refused, match="the players know nothing of Lurker"):
        kept.do(Call(name="hide", args={"being": lurker}))
    ends = "remove_condition" if game == "crawl" else "relieve"
    kept.do(Call(name=ends, args={"being": lurker, "condition": kept.table.game.hides}))
    said = table_log(kept, ann)
    if kept.live.scene.mode == "fight" and game == "navyblue":
        return  # who takes part in a fight is seen
    kept.do(Call(name="hide", args={"being": lurker}))
    assert documents.of(gm)["beings"][lurker]["hidden"] == kept.table.game.hides
    assert lurker not in documents.of(ann)["beings"]
    assert table_log(kept, ann) == said
    assert [line.words for line in table_log(kept, gm)[-1]] == ["Lurker is hidden from the players"]
    hero = next(b.id for b in kept.live.scene.beings.values() if b.side == "party")
    with pytest.raises(Refused, match="one of the players' own"):
        kept.do(Call(name="hide", args={"being": hero}))
    assert kept.table.game.faults(kept.live.scene) == []
    assert not differing(kept.table, kept.folded())


@pytest.mark.parametrize("game", HIDING)
def test_the_number_of_who_comes_in_openly_tells_of_nobody_hidden(game: str) -> None:
    def seen_after(*hidden: bool) -> Any:
        kept = begun(game)
        kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
        for each in hidden:
            kept.do(Call(name="spawn", args={"from": kind, "hidden": each}))
        beings = kept.live.scene.beings
        assert len({being.name for being in beings.values()}) == len(beings), "each has a name of its own"
        shown = kept.table.game.view(kept.live.scene, "party").beings
        return [(name, being.name) for name, being in shown.items()]

    openly = seen_after(False, False)
    assert seen_after(True, False, False) == openly
    assert seen_after(False, True, True, False) == openly


def test_nobody_is_hidden_where_an_enemy_sees_it() -> None:
    duel = Duel(board=WALLED)
    with pytest.raises(BadInput, match="would be seen there: choose a place out of sight or none"):
        duel.do(Call(name="spawn", args={"from": "ash_bear", "hidden": True, "at": [8, 1]}))
    duel.do(Call(name="spawn", args={"from": "ash_bear", "hidden": True}))
    assert duel.live.scene.beings[called(duel, "Ash Bear (unseen)")].at[0] > 10, "behind the wall"
    with pytest.raises(BadInput, match="hidden: there is no free place where nobody sees Ash Bear"):
        Duel().do(Call(name="spawn", args={"from": "ash_bear", "hidden": True}))


def table_log(kept: Kept, seat: Seat) -> list[Any]:
    watched = kept.table.watched(seat)
    assert watched is not None
    return [told.lines for told in watched.log]


@pytest.mark.parametrize("game", HIDING)
def test_nobody_is_hidden_from_its_own_side(game: str) -> None:
    kept = begun(game)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    there = len(kept.live.scene.beings)
    with pytest.raises(BadInput, match="hidden"):
        kept.do(Call(name="spawn", args={"from": kind, "side": "party", "hidden": True}))
    assert len(kept.live.scene.beings) == there


@pytest.mark.parametrize("game", sorted(SCENES.keys() - HIDING))
def test_where_a_game_hides_nobody_nobody_comes_in_hidden(game: str) -> None:
    kept = under_way(game, steps=0)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    with pytest.raises(BadInput, match="hidden"):
        kept.do(Call(name="spawn", args={"from": kind, "hidden": True}))


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_gone_is_missed_by_nobody(game: str, seed: int) -> None:
    luck = Random(seed)
    kept = under_way(game, seed)
    while len(kept.live.scene.beings) > 2:
        who = luck.choice(list(kept.live.scene.beings))
        kept.do(Call(name="remove", args={"being": who}))
        assert who not in kept.live.shown.beings
        assert kept.table.game.faults(kept.live.shown) == []
        for _ in range(3):
            kept.step()
        while kept.live.open is not None:
            kept.step()
    assert kept.table.crashes == []
    assert not differing(kept.table, kept.folded())


def test_removing_is_undone_like_anything_else() -> None:
    kept = under_way("bluebox")
    kept.do(Call(name="remove", args={"being": "tahra"}))
    kept.do(Undo())
    assert "tahra" in kept.live.scene.beings


@pytest.mark.parametrize("game", SCENES)
def test_an_option_is_switched_in_the_middle_of_play(game: str) -> None:
    kept = under_way(game)
    option = next(o for o in kept.table.game.rulebook.options.values() if len(o.values) > 1)
    other = next(value for value in option.values if value != option.default)
    kept.do(Call(name="option", args={"name": option.name, "value": other}))
    assert kept.live.scene.options[option.name] == other
    with pytest.raises(BadInput, match="cannot be"):
        kept.do(Call(name="option", args={"name": option.name, "value": "of no kind"}))
    with pytest.raises(BadInput, match="has no option"):
        kept.do(Call(name="option", args={"name": "nothing", "value": True}))


@pytest.mark.parametrize("game", SCENES)
def test_dice_thrown_in_secret_and_openly_are_told_in_words(game: str) -> None:
    kept = under_way(game, steps=0)
    if kept.live.open is not None:
        kept.do(Undo())
    watched = kept.table.playing.watched("party")  # type: ignore[union-attr]  # a scene is on the table
    read = len(watched.log)
    kept.do(Call(name="roll", args={"dice": "2d6+1", "for": "the weather"}))
    assert len(watched.log) == read
    kept.do(Call(name="roll", args={"dice": "2d6+1", "for": "the weather", "secret": False}))
    (told,) = watched.log[read:]
    (rolled,) = told.rolls
    one, other = [die["face"] for die in rolled["dice"]]
    assert rolled["total"] == one + other + 1
    assert (
        told.lines[0].words
        == f"The {kept.live.scene.master}, the weather: 2d6 ({one} + {other}) + 1 = {one + other + 1}"
    )
    kept.do(Call(name="tell", args={"words": "It rains."}))
    assert watched.log[-1].lines[0].words == "It rains."


def test_dice_are_written_as_people_write_them() -> None:
    pool, bonus = read_dice("2d6 + D4 - 1")
    assert ([die.sides for die in pool], bonus) == ([6, 6, 4], -1)
    for words in ("", "six", "d", "-d6", "2d0", "999d6", "d6+", "1"):
        with pytest.raises(BadInput, match="dice"):
            read_dice(words)


def test_what_hides_is_removed_without_a_word_to_those_who_do_not_know_of_it() -> None:
    kept = Kept("crawl")
    kept.open(begin=False)
    for side in ("party", "foes"):
        kept.do(HandOver(who=side, policy="simple"))
    kept.do(Call(name="set", args={"what": "cur_1", "field": "conditions", "value": ["Hidden"]}))
    watched = kept.table.playing.watched("party")  # type: ignore[union-attr]  # a scene is on the table
    assert "cur_1" not in watched.seen.scene.beings
    read = len(watched.log)
    kept.do(Call(name="remove", args={"being": "cur_1"}))
    assert len(watched.log) == read


@pytest.mark.parametrize(
    ("game", "call", "args", "why"),
    [
        ("bluebox", "hurt", {"target": "tahra", "dice": 100_001}, "dice: expected a whole number of at most 100,000"),
        ("bluebox", "hurt", {"target": "tahra", "dice": 100_000}, "100,000 dice are too many: at most 1,000"),
        ("bluebox", "hurt", {"target": "tahra", "dice": 0}, "dice: expected a whole number from 1 on"),
        ("bluebox", "fall", {"being": "tahra", "metres": 99_999}, "dice are too many"),
        ("crawl", "fall", {"being": "brannoc", "metres": 10**9}, "metres: expected a whole number of at most 100,000"),
    ],
)
def test_no_number_makes_a_table_throw_dice_without_end(game: str, call: str, args: dict[str, Any], why: str) -> None:
    kept = Kept(game)
    kept.open(begin=False)
    before = state(kept.table)
    with pytest.raises(BadInput, match=why):
        kept.do(Call(name=call, args=args))
    assert state(kept.table) == before


def test_a_scene_has_so_many_beings_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept("bluebox")
    kept.open(begin=False)
    assert kept.table.scene is not None
    monkeypatch.setattr(table_calls, "BEINGS", len(kept.table.scene.beings) + 1)
    kept.do(Call(name="spawn", args={"from": "ash_bear"}))
    with pytest.raises(BadInput, match="a scene has at most 8 beings"):
        kept.do(Call(name="spawn", args={"from": "ash_bear"}))
