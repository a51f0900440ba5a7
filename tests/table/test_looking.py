"""Looking: what a seat is told when it asks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.games.navyblue.book.attacks.actions import attrs, strike_of
from ludex.games.navyblue.book.attacks.sequence import best_attr
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.document import looking
from ludex.table.document.looking import look
from ludex.table.document.show import Documents
from ludex.table.know import underway
from ludex.table.know.bar import ways
from ludex.table.know.offers import action_of
from ludex.table.play import commands
from ludex.table.play.deciding import deputise
from ludex.table.play.mastering import Call
from tests.table.played import GAMES, Played, by_machines, settled
from tests.table.tables import Kept


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    return by_machines(request.param)


def test_what_is_offered_can_be_chosen_step_by_step_and_is_done(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who, offer = next((who, offer) for who, offer in document["offers"].items() if offer["acts"])
    ways = [settled(played, who, entry) for entry in offer["entries"] if entry["refused"] is None]
    commands_found = [command for command in ways if command is not None]
    assert commands_found
    for command in commands_found:
        odds = look(played.documents, played.ann, looking.OddsOf(**command))
        assert odds is not None
        assert odds["unexplored"]["value"] <= 1
    ends = [command for command in commands_found if command["name"] not in ("ready", "hold")]
    played.do(commands.Command(**ends[-1]), played.ann)


DEAR = ("cloudbreaker", "crawl")  # games in which there is much to explore of the first deeds


def slow_clock(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which each step takes a while."""
    now, tick = 0.0, 0.001 if played.table.game.name in DEAR else 0.03

    def clock() -> float:
        nonlocal now
        now += tick
        return now

    monkeypatch.setattr(underway, "clock", clock)


def acting(played: Played) -> tuple[str, Any]:
    """Somebody who is to act, and all they may do."""
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    return next((who, offer) for who, offer in document["offers"].items() if offer["acts"])


def test_odds_are_told_before_they_are_whole_and_more_of_them_each_time(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks again comes to what is told without a hurry."""
    slow_clock(played, monkeypatch)
    who, offer = acting(played)
    ways = [settled(played, who, entry) for entry in offer["entries"] if entry["refused"] is None]
    looked = 0
    for command in [command for command in ways if command is not None]:
        whole = look(played.documents, played.ann, looking.OddsOf(**command))
        told = look(played.documents, played.ann, looking.OddsOf(**command, within=50))
        while not told["done"]:
            before, told = told, look(played.documents, played.ann, looking.OddsOf(**command, within=50))
            assert told["unexplored"]["value"] <= before["unexplored"]["value"]
            looked += 1
        assert told == whole
    assert looked, "all were whole at once"


def in_pieces(played: Played, hurried: looking.Look) -> tuple[Any, int]:
    """What is told in the end to whoever looks again and again, and how often they did."""
    times = 1
    while not is_done(told := look(played.documents, played.ann, hurried)):
        times += 1
    return told, times


def is_done(told: Any) -> bool:
    return all([each["done"] for each in told]) if isinstance(told, list) else told["done"]


def test_other_looks_are_told_before_they_are_whole_too(monkeypatch: pytest.MonkeyPatch) -> None:
    played = by_machines("vitality")
    who, offer = acting(played)
    places = [
        place["at"]
        for move in look(played.documents, played.ann, looking.Reach(being=who))["moves"]
        for place in move["places"]
    ]
    blows = [settled(played, who, entry) for entry in offer["entries"] if entry["group"] == "attack"]
    looks: list[tuple[looking.Look, looking.Look]] = [
        (looking.Bar(being=who), looking.Bar(being=who, within=50)),
        (looking.Path(being=who, to=places[-1]), looking.Path(being=who, to=places[-1], within=50)),
        *[(looking.Instead(**blow), looking.Instead(**blow, within=50)) for blow in blows if blow is not None],
    ]
    slow_clock(played, monkeypatch)
    assert compared(played, looks) > len(looks)
    played.until(lambda d: d["question"] is not None)
    assert compared(played, [(looking.OddsOfAnswers(), looking.OddsOfAnswers(within=50))]) > 1


def test_the_bar_weighs_no_blow_at_the_fallen() -> None:
    played = by_machines("bluebox")
    who, offer = acting(played)
    blows = [entry for entry in offer["entries"] if entry["group"] in ("attack", "skill") and entry["refused"] is None]

    def targets() -> set[Any]:
        seen = played.table.seen(played.table.seats[played.ann])
        assert seen is not None
        being = seen.scene.beings[who]
        every = [ways(seen, being, action_of(seen, entry["action"]), tuple(entry["fixed"])) for entry in blows]
        return {value for some in every for command in some for _, value in command.args if value in played.foes}

    first, *others = sorted(targets())
    played.do(Call(name="set", args={"what": first, "field": "conditions", "value": [{"name": "Out"}]}))
    assert targets() == set(others)


def compared(played: Played, looks: list[tuple[looking.Look, looking.Look]]) -> int:
    """How often somebody looked until they were told the same as without a hurry."""
    looked = 0
    for whole, hurried in looks:
        told, times = in_pieces(played, hurried)
        assert told == look(played.documents, played.ann, whole)
        looked += times
    return looked


def test_the_bar_tells_the_best_chance_of_each_entry(played: Played) -> None:
    """It is one of those that the odds of that deed tell."""
    who, offer = acting(played)
    while not (told := look(played.documents, played.ann, looking.Bar(being=who)))["entries"]:
        assert played.step() or deputise(played.table)  # until somebody is within reach
        who, offer = acting(played)
    offered = [(entry["action"], entry["fixed"]) for entry in offer["entries"] if entry["refused"] is None]
    for best in told["entries"]:
        assert (best["action"], best["fixed"]) in offered
        odds = look(played.documents, played.ann, looking.OddsOf(**best["command"]))
        chance = {key: best[key] for key in ("words", "exact", "value")}
        assert chance in odds["chances"]


def test_reach_and_path_agree(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    for who in document["offers"]:
        for move in look(played.documents, played.ann, looking.Reach(being=who))["moves"]:
            for place in move["places"][:3]:
                path = look(played.documents, played.ann, looking.Path(being=who, to=place["at"]))
                found = next(each for each in path["moves"] if each["action"] == move["action"])
                assert found["refused"] is None
                assert found["price"] == place["price"]
                assert found["path"][-1] == place["at"]


def test_sheets_sight_and_suggestions_are_told(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who = next(who for who, offer in document["offers"].items() if offer["acts"])
    assert look(played.documents, played.ann, looking.Sheet(being=who))["sections"]
    for other in document["beings"]:
        seen = look(played.documents, played.ann, looking.Sight(one=who, other=other))
        assert seen is None or seen["clear"] or seen["words"]  # why not
    assert look(played.documents, played.ann, looking.Suggest(being=who))["command"]["actor"] == who
    assert look(played.documents, played.ann, looking.Log())


def test_nothing_is_suggested_where_nothing_that_the_machine_would_do_is_allowed() -> None:
    played = Played("bluebox")
    for call in (Call(name="end_combat"), Call(name="rest", args={"kind": "short", "wilderness": False})):
        played.do(call)
        with pytest.raises(Refused, match="the machine would do nothing with"):
            look(played.documents, played.ann, looking.Suggest(being=played.party[0]))


def test_the_game_master_is_told_what_somebody_could_be_forced_to_out_of_turn(played: Played) -> None:
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    others = [who for who in (*played.party, *played.foes) if not (document["offers"].get(who) or {}).get("acts")]
    for who in others:
        offered = look(played.documents, played.gm, looking.Offers(being=who))
        assert any(entry["refused"] for entry in offered["entries"])


def test_looking_is_refused_where_it_is_not_ones_business(played: Played) -> None:
    played.until(lambda d: d["offers"])
    known = [who for who in played.foes if who in played.of(played.ann)["beings"]]
    for what in (looking.Choices(being=known[0], action="move"), looking.Suggest(being=known[0])) if known else ():
        with pytest.raises(Refused, match="not on your side"):
            look(played.documents, played.ann, what)
    with pytest.raises(Refused, match="not on your side"):
        look(played.documents, played.eve, looking.Offers(being=played.party[0]))
    with pytest.raises(Refused, match="only the game master"):
        look(played.documents, played.ann, looking.SeeAs(seat=played.gm))
    with pytest.raises(BadInput, match="no being 'nobody'"):
        look(played.documents, played.ann, looking.Sheet(being="nobody"))
    assert look(played.documents, played.gm, looking.SeeAs(seat=played.ann)) == played.of(played.ann)


def test_the_game_master_is_answered_as_a_seat_is(played: Played) -> None:
    played.until(lambda d: d["offers"])
    who = played.party[0]
    for asked in (looking.Sheet(being=who), looking.Log(), looking.Reach(being=who)):
        through = looking.LookAs(seat=played.ann, look=msgspec.to_builtins(asked))
        assert look(played.documents, played.gm, through) == look(played.documents, played.ann, asked)
    with pytest.raises(Refused, match="only the game master"):
        look(played.documents, played.ann, looking.LookAs(seat=played.gm, look={"do": "log"}))
    with pytest.raises(Refused, match="only the game master"):  # what the seat may not see nobody sees in its place
        look(played.documents, played.gm, looking.LookAs(seat=played.ann, look={"do": "see_as", "seat": played.gm}))
    for wrong, why in (({"do": "undo"}, "`do` one of"), ({"do": "sheet"}, "being"), ({"do": "look_as"}, "`do` one of")):
        with pytest.raises(BadInput, match=f"look: .*{why}"):
            look(played.documents, played.gm, looking.LookAs(seat=played.ann, look=wrong))


def test_without_a_scene_the_game_master_sees_as_a_seat_and_its_log_is_empty() -> None:
    kept = Kept("bluebox")
    ann = kept.seat("Ann")
    documents = Documents(kept.table)
    assert look(documents, kept.gm, looking.SeeAs(seat=ann)) == documents.of(kept.table.seats[ann])
    assert look(documents, kept.gm, looking.LookAs(seat=ann, look={"do": "log"})) == []
    with pytest.raises(Refused, match="no scene is on the table"):
        look(documents, kept.gm, looking.LookAs(seat=ann, look={"do": "reach", "being": "vhor"}))
    with pytest.raises(Refused, match="game master"):
        look(documents, ann, looking.LookAs(seat=kept.gm, look={"do": "log"}))


def test_an_argument_may_be_left_only_where_that_means_something_else_than_its_values() -> None:
    played = by_machines("navyblue")
    attacks = {"action": "attack", "refused": None}

    def attacker(document: dict[str, Any]) -> str:
        offers = document["offers"] or {}
        can = [who for who in offers if any(attacks.items() <= entry.items() for entry in offers[who]["entries"])]
        return can[0] if can else ""

    who = attacker(played.until(attacker))
    chosen: tuple[Any, ...] = ()
    for arg in ("weapon", "target", "zone"):  # left out, it is one of these
        told = look(played.documents, played.ann, looking.Choices(being=who, action="attack", chosen=chosen))
        assert (told["arg"], told["optional"]) == (arg, arg == "target" and len(told["values"]) > 1)
        chosen = (*chosen, told["values"][0]["value"])
    assert chosen[-1] == "", "there is no zone to choose"


def test_what_is_not_chosen_is_as_it_is_meant_by_default() -> None:
    kept = Kept("navyblue")
    ghoul = {"from": "tide_ghoul", "at": "fore"}
    beings = {"marlow": {"at": "fore"}, "pell": {"at": "fore"}, "ghoul": ghoul}
    fight = {"board": "cargo_hold", "beings": beings, "turn": "marlow"}
    kept.do(OpenScene(scene=kept.do(Prepare(title="Fore", tables=fight))["scene"], begin=False))
    marlow = kept.live.scene.beings["marlow"]
    weapon, first, *_ = marlow.held[0], *attrs(kept.live.scene, marlow, marlow.held[0])
    told = look(Documents(kept.table), kept.gm, looking.Choices(being="marlow", action="attack", chosen=(weapon,)))
    found = next(value["command"] for value in told["values"] if value["value"] == "ghoul")
    best = best_attr(kept.live.scene, marlow, strike_of(kept.live.scene, marlow, weapon))
    assert found["args"]["attr"] == best != first
    road = {"board": "cargo_hold", "mode": "dungeon", "beings": {**beings, "ghoul": {**ghoul, "at": "stern"}}}
    kept.do(OpenScene(scene=kept.do(Prepare(title="Below", tables=road))["scene"], begin=False, carry=False))
    told = look(Documents(kept.table), kept.gm, looking.Choices(being="marlow", action="advance"))
    assert {value["command"]["args"]["together"] for value in told["values"] if value["command"]} == {False}
    beside = told["values"][0]["value"]
    ways = look(Documents(kept.table), kept.gm, looking.Path(being="marlow", to=beside))["moves"]
    (way,) = [way for way in ways if way["action"] == "advance"]
    assert way["command"]["args"]["together"] is False
    (other,) = way["others"]
    assert (other["command"]["args"]["together"], other["words"]) == (True, "with all who have not chosen")


NEAR_AND_FAR = {
    "turn": "vahki",
    "board": {"q": [0, 9], "r": [0, 2]},
    "beings": {
        "vahki": {"from": "vahki_patroller", "side": "party", "at": [0, 1]},
        "near": {"from": "ash_bear", "at": [1, 1]},
        "far": {"from": "skakdi_raider", "at": [6, 1]},
    },
}


def test_what_may_be_used_on_somebody_is_told_for_them_and_so_is_why_not() -> None:
    kept = Kept("bluebox")
    kept.do(OpenScene(scene=kept.do(Prepare(title="Near and far", tables=NEAR_AND_FAR))["scene"]))
    documents = Documents(kept.table)

    def weapons(aimed: str) -> dict[str, str]:
        """Why each may not be used."""
        told = look(documents, kept.gm, looking.Choices(being="vahki", action="attack", aimed=aimed))
        return {one["value"]: (one["refused"] or {"reason": ""})["reason"] for one in told["values"]}

    assert weapons("") == {"stun_staff": "", "disk_launcher": ""}  # each may be used on somebody
    assert weapons("near") == {"stun_staff": "", "disk_launcher": "Ash Bear is 1 m away, nearer than 2 m"}
    assert weapons("far") == {
        "stun_staff": "Skakdi Raider is 6 m away, and Stun Staff reaches 3 m", "disk_launcher": "",
    }  # fmt: skip


def test_a_deed_that_is_settled_is_told_as_a_sentence(played: Played) -> None:
    """Of the first that may be done of each kind: no list of words with commas, no id, no action's name alone."""
    document = played.until(lambda d: any(o["acts"] for o in (d["offers"] or {}).values()))
    who, offer = next((who, offer) for who, offer in document["offers"].items() if offer["acts"])
    for entry in [entry for entry in offer["entries"] if entry["refused"] is None and entry["group"] == "attack"]:
        told = look(played.documents, played.ann, looking.Choices(who, entry["action"], tuple(entry["fixed"])))
        for value in [value for value in told.get("values", []) if value["command"] and value["value"] in played.foes]:
            assert value["words"] in value["does"]
            assert not value["does"].startswith(f"{entry['label']}, ")


def test_a_cone_is_turned_by_pointing_at_any_place_that_it_covers() -> None:
    kept = Kept("vitality")
    kept.open("throne_of_ash")
    chosen: dict[str, Any] = {"being": "doctor_mire", "action": "area_attack", "chosen": ("bile_wave",)}
    told = look(Documents(kept.table), kept.gm, looking.Choices(**chosen))
    assert (told["arg"], told["optional"]) == ("direction", False), "it has to be said which way"
    assert all(value["covers"] for value in told["values"])
